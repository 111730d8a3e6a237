package page

import (
	"context"
	"html/template"
	"net/http"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
)

// curve is a part of a page: a survival or a cumulative incidence at more times than the question names.
func (s *Server) curve(w http.ResponseWriter, r *http.Request, of *session) error {
	return s.drawBeside(w, r, of, "curve", picture.Main)
}

// steps is a part of a page: how many people are left after each step of the answer's population.
func (s *Server) steps(w http.ResponseWriter, r *http.Request, of *session) error {
	return s.drawBeside(w, r, of, "steps", picture.Steps)
}

// drawBeside asks for what is drawn beside an answer. It waits for a slot like a question, and ends when the browser goes away.
func (s *Server) drawBeside(w http.ResponseWriter, r *http.Request, of *session, name string,
	draw func(context.Context, *app.App, *app.Answer, app.QueryOptions) (*picture.Picture, error)) error {
	found, answer, err := of.answered(r)
	if err != nil {
		return err
	}
	if kept, ok := found.keptDrawing(name); ok {
		s.render(w, name, kept)
		return nil
	}
	var drawn *picture.Picture
	err = s.inSlot(r.Context(), func() (err error) {
		drawn, err = draw(r.Context(), s.app, answer, app.QueryOptions{})
		return err
	})
	if err != nil {
		return err
	}
	found.keepDrawing(name, drawn.HTML("wide", "narrow"))
	s.render(w, name, drawn.HTML("wide", "narrow"))
	return nil
}

// inSlot asks the database when one of the places at it is free.
func (s *Server) inSlot(ctx context.Context, ask func() error) error {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
		return ask()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (r *run) keptDrawing(name string) (template.HTML, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	drawn, ok := r.drawn[name]
	return drawn, ok
}

func (r *run) keepDrawing(name string, drawn template.HTML) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.drawn == nil {
		r.drawn = map[string]template.HTML{}
	}
	r.drawn[name] = drawn
}
