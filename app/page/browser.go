package page

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// attempt asks the browser for what it may refuse for reasons of its own: storage
// that is full or blocked, a history that is changed too often, a clipboard that a
// page may not write, a dialog in a document that is going away. There it throws,
// which would end the program. What was refused is logged, and the page goes on.
func attempt(ask func()) (done bool) {
	defer func() {
		if r := recover(); r != nil {
			app.Log(r)
			done = false
		}
	}()
	ask()
	return true
}

// The browser's two storages: for the next visit, and for the life of a tab.
const (
	visits = "localStorage"
	tabs   = "sessionStorage"
)

// kept is what a storage has under a name, "" without any.
func kept(storage, name string) (value string) {
	attempt(func() {
		if v := app.Window().Get(storage).Call("getItem", name); v.Truthy() {
			value = v.String()
		}
	})
	return value
}

// keep puts something into a storage, if there is room.
func keep(storage, name, value string) {
	attempt(func() { app.Window().Get(storage).Call("setItem", name, value) })
}

// drop takes it out again.
func drop(storage, name string) {
	attempt(func() { app.Window().Get(storage).Call("removeItem", name) })
}

// showModal opens a dialog over the page. One that is open already stays so.
func showModal(dialog app.Value) {
	if dialog.Get("open").Truthy() {
		return
	}
	attempt(func() { dialog.Call("showModal") })
}

// copyText puts a text on the clipboard, and tells later whether that was allowed.
func copyText(text string, then func(copied bool)) {
	clipboard := app.Window().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		then(false)
		return
	}
	var yes, no app.Func
	end := func() { yes.Release(); no.Release() }
	yes = app.FuncOf(func(app.Value, []app.Value) any { end(); then(true); return nil })
	no = app.FuncOf(func(app.Value, []app.Value) any { end(); then(false); return nil })
	if !attempt(func() { clipboard.Call("writeText", text).Call("then", yes, no) }) {
		end()
		then(false)
	}
}
