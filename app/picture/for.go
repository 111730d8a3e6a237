package picture

import (
	"context"

	"github.com/askomop/askomop/app"
)

// For is the picture of an answer, with what has to be asked for it: a survival is drawn at more times than the
// question names, and one number as the steps by which its people came about. It is nil where there is nothing to
// draw.
func For(ctx context.Context, a *app.App, answer *app.Answer, opt app.QueryOptions) (*Picture, error) {
	p, err := Main(ctx, a, answer, opt)
	if p != nil || err != nil {
		return p, err
	}
	return Steps(ctx, a, answer, opt)
}

// Main is the picture of what was asked; nil where that is one number.
func Main(ctx context.Context, a *app.App, answer *app.Answer, opt app.QueryOptions) (*Picture, error) {
	if IsCurve(answer.Run().Study) {
		curve, err := a.CurveOf(ctx, answer, opt)
		if err != nil {
			return nil, err
		}
		if p := Of(curve); p != nil {
			p.Title = clean(answer.Reading)
			return p, nil
		}
	}
	return Of(answer), nil
}

// Steps is how the answer's people came about, as a flow; nil where that would give away what the answer hides, or has
// no steps.
func Steps(ctx context.Context, a *app.App, answer *app.Answer, opt app.QueryOptions) (*Picture, error) {
	steps, err := a.AttritionOf(ctx, answer, opt)
	if err != nil {
		return nil, err
	}
	return Of(steps), nil
}
