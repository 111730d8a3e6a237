package page

import (
	"context"
	"net/http"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
)

// A drawing is asked for once for each run, however often its page, its report and its exports show it.

// drawing is a picture that is asked for beside an answer.
type drawing func(context.Context, *app.App, *app.Answer, app.QueryOptions) (*picture.Picture, error)

// curve is a part of a page: a survival or a cumulative incidence at more times than the question names.
func (s *Server) curve(w http.ResponseWriter, r *http.Request, of *session) error {
	return s.showDrawing(w, r, of, "curve", s.mainOf)
}

// steps is a part of a page: how many people are left after each step of the answer's population.
func (s *Server) steps(w http.ResponseWriter, r *http.Request, of *session) error {
	return s.showDrawing(w, r, of, "steps", s.stepsOf)
}

func (s *Server) showDrawing(w http.ResponseWriter, r *http.Request, of *session, name string,
	draw func(context.Context, *run, *app.Answer) (*picture.Picture, error)) error {
	found, answer, err := of.answered(r)
	if err != nil {
		return err
	}
	drawn, err := draw(r.Context(), found, answer)
	if err != nil {
		return err
	}
	s.render(w, name, drawn.HTML("wide", "narrow"))
	return nil
}

// mainOf is the picture of what was asked, nil where that is one number.
func (s *Server) mainOf(ctx context.Context, found *run, a *app.Answer) (*picture.Picture, error) {
	return s.drawOnce(ctx, found, a, "main", picture.Main)
}

// stepsOf is how the answer's people came about, nil where that is not shown.
func (s *Server) stepsOf(ctx context.Context, found *run, a *app.Answer) (*picture.Picture, error) {
	return s.drawOnce(ctx, found, a, "steps", picture.Steps)
}

// drawOnce draws what the run has not got yet. It waits for a place at the database like a question, and ends when the
// browser goes away.
func (s *Server) drawOnce(ctx context.Context, found *run, a *app.Answer, name string,
	draw drawing) (*picture.Picture, error) {
	select {
	case found.pencil <- struct{}{}:
		defer func() { <-found.pencil }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if drawn, ok := found.drawn[name]; ok {
		return drawn, nil
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	drawn, err := draw(ctx, s.app, a, app.QueryOptions{})
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil { // what was stopped tells nothing of the picture
		return nil, ctx.Err()
	}
	found.drawn[name] = drawn
	return drawn, nil
}
