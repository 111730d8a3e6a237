package pipeline

import (
	"context"
	"errors"
	"runtime/debug"
	"time"
)

// patience is how long a run may go on after its context is done, for stages that look at it only now and then.
const patience = 200 * time.Millisecond

// start has the stages work on a run until they are done or ctx is. What does not listen is left behind, and the
// run ends without what it has found.
func (p *Pipeline) start(ctx context.Context, first Run, stages func(context.Context, *work) error) *Run {
	first.DryRun = p.opt.DryRun
	ctx, cancel := p.timed(ctx)
	defer cancel()
	done, kept := make(chan *Run, 1), first
	go func() {
		r := &work{Run: &kept, progress: p.opt.Progress}
		ctx, count := counted(ctx, r)
		r.end(p.survive(ctx, r, stages))
		count()
		done <- r.Run
	}()
	select {
	case r := <-done:
		return r
	case <-ctx.Done():
	}
	select {
	case r := <-done:
		return r
	case <-time.After(patience):
		p.parts.Left.Add(1)
		go func() {
			<-done
			p.parts.Left.Add(-1)
		}()
		p.parts.Logger.DebugContext(ctx, "left a question behind that does not stop")
		return first.end(ctx.Err())
	}
}

// survive makes an error of a fault of ours: one question does not end a server that answers others.
func (p *Pipeline) survive(ctx context.Context, r *work, stages func(context.Context, *work) error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			p.parts.Logger.ErrorContext(ctx, "a fault of askomop", "stack", string(debug.Stack()))
			err = errors.New("this question brought askomop to a fault of its own; please report it, with the log of --verbose")
		}
	}()
	return stages(ctx, r)
}

func (p *Pipeline) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if p.opt.Timeout > 0 {
		return context.WithTimeout(ctx, p.opt.Timeout)
	}
	return context.WithCancel(ctx)
}
