package trace

import (
	"io"

	"stampede/engine"
)

// Writer is a tap that writes each occurrence as one line.
type Writer struct {
	// Then is told of everything after the writer, unless it is nil.
	Then engine.Tap

	sim  *engine.Sim
	out  io.Writer
	rate uint64
	line []byte
	err  error
}

// NewWriter returns a writer for the occurrences of one request in so many
// (see Sampled); 1 writes all. It does not watch the run by itself.
func NewWriter(sim *engine.Sim, out io.Writer, every uint64) *Writer {
	return &Writer{sim: sim, out: out, rate: PowerOfTwo(every)}
}

// Occur writes one line, unless an earlier one failed.
func (w *Writer) Occur(o engine.Occurrence) {
	if w.err == nil && Sampled(&o, w.rate) {
		w.line = append(Append(w.line[:0], w.sim, &o), '\n')
		_, w.err = w.out.Write(w.line)
	}
	if w.Then != nil {
		w.Then.Occur(o)
	}
}

// Err is the first error of the underlying writer.
func (w *Writer) Err() error { return w.err }
