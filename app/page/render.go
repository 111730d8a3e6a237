package page

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/report"
)

// frame is what every page has around its own part.
type frame struct {
	Title   string
	Place   string // which of the places in the header it is
	Form    string // what its forms carry
	Version string
	Demo    bool // the database is the one with invented people
	Watch   string
	Page    any
}

// boxView is a form that asks a question in words.
type boxView struct{ Form, Words string }

// functions are those of the templates.
var functions = template.FuncMap{
	"layout": report.Functions["layout"],
	"when":   report.Functions["when"],
	"seconds": func(d time.Duration) string {
		if d < 10*time.Second {
			return fmt.Sprintf("%.1f s", d.Seconds())
		}
		return d.Round(time.Second).String()
	},
	"box": func(form, words string) boxView { return boxView{form, words} },
}

// show writes a page of a session.
func (s *Server) show(w http.ResponseWriter, of *session, name string, f frame) error {
	return s.showAs(w, of, http.StatusOK, name, f)
}

func (s *Server) showAs(w http.ResponseWriter, of *session, status int, name string, f frame) error {
	f.Version, f.Demo = s.opt.Version, s.app.Settings().DB == ""
	if of != nil {
		f.Form = of.form
	}
	var b bytes.Buffer
	if err := s.templates.ExecuteTemplate(&b, name, f); err != nil {
		return fmt.Errorf("show the page %s: %w", name, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = b.WriteTo(w) // who has gone away needs no page
	return nil
}

// render writes a part of a page, or a page that needs no session.
func (s *Server) render(w http.ResponseWriter, name string, value any) {
	var b bytes.Buffer
	if err := s.templates.ExecuteTemplate(&b, name, value); err != nil {
		s.opt.Log.Error("a page could not be made", "page", name, "error", err)
		http.Error(w, "This page could not be made.", http.StatusInternalServerError)
		return
	}
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
	}
	_, _ = b.WriteTo(w)
}

// fail shows why a request is not answered.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, of *session, err error) {
	status, text := http.StatusInternalServerError, "This failed. "+err.Error()
	var no *refusal
	var usage app.UsageError
	switch {
	case errors.As(err, &no):
		status, text = no.status, no.text
	case errors.As(err, &usage):
		status, text = http.StatusBadRequest, sentence(usage.Error())
	case errors.Is(err, errStopped) || errors.Is(err, context.Canceled):
		status, text = http.StatusConflict, "The question was stopped."
	default:
		s.opt.Log.Warn("a request failed", "path", r.URL.Path, "error", err)
	}
	if err := s.showAs(w, of, status, "trouble", frame{Title: "That did not work", Page: text}); err != nil {
		http.Error(w, text, status)
	}
}

// sentence begins with a capital and ends with a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

// seeOther leads a browser on after a form.
func seeOther(w http.ResponseWriter, r *http.Request, to string) error {
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}
