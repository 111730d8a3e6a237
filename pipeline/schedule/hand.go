package schedule

import (
	"context"
	"errors"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/results"
)

// ByHand makes a run of one schedule now, beside any runner, and returns its record
// and its result; the result is nil where it failed.
func (r *Runner) ByHand(ctx context.Context, name string) (rec Record, t *omop.Table, err error) {
	s, err := r.parts.Folder.Get(name)
	if err != nil {
		return Record{}, nil, err
	}
	defer func() {
		_, closing := r.exec.sessions.closeIdle()
		err = errors.Join(err, closing)
	}()
	rec, err = r.attempt(ctx, s, due{at: r.parts.Clock.Now().UTC(), by: ByHand})
	if errors.Is(err, errGone) {
		return rec, nil, ctx.Err()
	}
	if err != nil {
		rec = r.exec.giveUp(ctx, s, rec, err)
	}
	rec.Attempts = 1
	if err := errors.Join(r.post(s, rec), r.parts.Folder.Append(name, rec)); err != nil {
		return rec, nil, err
	}
	if n, ok := notice(name, rec); ok {
		r.parts.Alert(n)
		r.sender.sendDue(ctx)
	}
	if rec.Status == Answered {
		t, err = r.parts.Results.Get(ctx, results.Key{Schedule: name, Run: rec.ID})
	}
	return rec, t, err
}
