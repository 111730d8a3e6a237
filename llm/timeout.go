package llm

import (
	"context"
	"errors"
	"time"
)

// WithTimeout limits each request to d. A request that takes longer is ErrTimeout;
// a shorter deadline of the caller's own still holds. 0 or less is not a limit.
func WithTimeout(m Model, d time.Duration) Model {
	if d <= 0 {
		return m
	}
	return timed{m, d}
}

type timed struct {
	Model
	limit time.Duration
}

func (t timed) Generate(ctx context.Context, req Request) (Response, error) {
	var resp Response
	err := within(ctx, t.Name(), t.limit, func(ctx context.Context) (err error) {
		resp, err = t.Model.Generate(ctx, req)
		return err
	})
	return resp, err
}

// within runs call for at most limit and says by whose limit it ended.
func within(ctx context.Context, name string, limit time.Duration, call func(context.Context) error) error {
	inner, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := call(inner)
	if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &Error{Model: name, Kind: ErrTimeout, Detail: limit.String() + " passed", Err: context.DeadlineExceeded}
}
