package pipeline

import (
	"cmp"
	"context"
)

// A server has a SQL of its own: what askomop writes is brought to it before it is sent, and what is shown is what was
// sent, so that it runs there as it stands.

// native is an engine that rewrites a statement for a server.
type native interface {
	Native(ctx context.Context, sql string) (string, error)
}

// writeNative keeps the statement as the server ran it. Where it can't be had, which ran a moment ago, nothing is lost
// but its text.
func (p *Pipeline) writeNative(ctx context.Context, r *work) {
	server, ok := p.parts.Engine.(native)
	if !ok {
		return
	}
	text, err := server.Native(ctx, r.SQL)
	if err != nil {
		p.parts.Logger.DebugContext(ctx, "the server's own SQL is not known", "error", errorClass(err.Error()))
		return
	}
	r.Native = text
}

// ShownSQL is the statement as it was run, which is how people see it.
func (r *Run) ShownSQL() string { return cmp.Or(r.Native, r.SQL) }
