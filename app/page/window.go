package page

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/session"
	"stampede/app/verbs"
)

// window offers a run to scripts in the page: window.stampede. Every verb is
// that of the buttons. A verb that is refused gives back an Error. The object and
// its promise are made by the boot script, before the program has arrived.
type window struct {
	run   *run
	offer app.Value // what was put into the object
	funcs []app.Func
	calls []subscription
}

// subscription is a function of the page that is called after events of a kind.
type subscription struct {
	event string
	fn    app.Value
	id    int // by which the session knows it; 0 once it has ended
}

func newWindow(r *run) *window { return &window{run: r} }

// open puts the object into the page.
func (w *window) open() {
	if app.IsServer {
		return
	}
	object := map[string]any{"version": w.run.verbs.Version}
	commands, questions := verbs.Names()
	for _, name := range append(commands, questions...) {
		object[name] = w.fn(func(args []app.Value) any { return w.call(name, args) })
	}
	object["on"] = w.fn(w.on)
	w.offer = app.Window().Call("stampedeOffer", object)
}

// close takes the verbs away; the promise is then that of the next run.
func (w *window) close() {
	if app.IsServer {
		return
	}
	app.Window().Call("stampedeWithdraw", w.offer)
	for _, f := range w.funcs {
		f.Release()
	}
	w.funcs = nil
}

func (w *window) fn(do func(args []app.Value) any) app.Func {
	f := app.FuncOf(func(_ app.Value, args []app.Value) (out any) {
		// A value of a kind that Go does not know, such as a BigInt, panics at any
		// touch, and JSON throws on one within an object. Neither may end the program.
		defer func() {
			if r := recover(); r != nil {
				out = failure(errors.New("a value that is not plain data"))
			}
		}()
		return do(args)
	})
	w.funcs = append(w.funcs, f)
	return f
}

// call carries out a verb.
func (w *window) call(name string, args []app.Value) any {
	plain := make([]any, len(args))
	for i, a := range args {
		x, err := fromJS(a)
		if err != nil {
			return failure(err)
		}
		plain[i] = x
	}
	out, err := w.run.verbs.Call(name, plain...)
	if err != nil {
		return failure(err)
	}
	return out
}

func failure(err error) app.Value { return app.Window().Get("Error").New(err.Error()) }

// fromJS makes a plain value of one from JavaScript. What JSON cannot hold is an
// error; undefined is nil.
func fromJS(v app.Value) (any, error) {
	switch v.Type() {
	case app.TypeUndefined, app.TypeNull:
		return nil, nil
	case app.TypeBoolean:
		return v.Bool(), nil
	case app.TypeNumber:
		return v.Float(), nil
	case app.TypeString:
		return v.String(), nil
	case app.TypeObject:
		text := app.Window().Get("JSON").Call("stringify", v)
		if !text.Truthy() {
			return nil, errors.New("an object that is not plain data")
		}
		var out any
		err := json.Unmarshal([]byte(text.String()), &out)
		return out, err
	}
	return nil, errors.New("a value that is not plain data")
}

// on has a function of the page called after each event of a kind. It gives back
// a function that ends that.
func (w *window) on(args []app.Value) any {
	if len(args) < 2 || args[0].Type() != app.TypeString || args[1].Type() != app.TypeFunction {
		return failure(errors.New("on: found other arguments, allowed an event and a function"))
	}
	no := len(w.calls)
	w.calls = append(w.calls, subscription{event: args[0].String(), fn: args[1]})
	w.subscribe(w.run.s, no)
	return w.fn(func([]app.Value) any {
		w.run.s.Off(w.calls[no].id)
		w.calls[no].id = 0
		return nil
	})
}

// subscribe has a function called by a session.
func (w *window) subscribe(s *session.Session, no int) {
	event, fn := w.calls[no].event, w.calls[no].fn
	w.calls[no].id = s.On(event, func() {
		// A listener that throws has failed, and not the run that it listens to.
		defer func() {
			if r := recover(); r != nil {
				app.Window().Get("console").Call("error", "stampede.on("+event+"):", fmt.Sprint(r))
			}
		}()
		fn.Invoke(map[string]any{"at": seconds(s.Now()), "state": s.State().String()})
	})
}

// follow goes on listening when another session takes over.
func (w *window) follow(s *session.Session) {
	for no := range w.calls {
		if w.calls[no].id != 0 {
			w.subscribe(s, no)
		}
	}
}
