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
	"unicode"
	"unicode/utf8"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/app/report"
)

// frame holds the parts of a page that all pages share.
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

// functions are the functions that the templates call.
var functions = template.FuncMap{
	"layout": report.Functions["layout"],
	"when":   report.Functions["when"],
	"day":    func(t time.Time) string { return t.Local().Format("2 Jan 2006") },
	"clock":  func(t time.Time) string { return t.Local().Format("15:04") },
	"face":   face,
	"number": func(v any) string { return picture.Cell("people", v) },
	"column": picture.Column,
	"seconds": func(d time.Duration) string {
		if d < 10*time.Second {
			return fmt.Sprintf("%.1f s", d.Seconds())
		}
		return d.Round(time.Second).String()
	},
	"box": func(form, words string) boxView { return boxView{form, words} },
}

// face is where a question was asked, by the command that the log has.
func face(command string) string {
	switch what, kept := strings.CutPrefix(command, "serve "); {
	case command == "serve":
		return "page"
	case kept:
		return "page, as a " + what
	}
	return command
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

// troubleView says what went wrong, and which answer it was about, if any.
type troubleView struct{ Text, Run string }

// back is the answer that a request was about, where it is still there.
func back(r *http.Request, of *session) string {
	if of == nil || r.Method != http.MethodPost && !strings.Contains(r.URL.Path, "/export/") {
		return ""
	}
	if found, err := of.run(r.PathValue("run")); err == nil {
		return found.id
	}
	return ""
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
	case errors.Is(err, app.ErrReplaced):
		status, text = http.StatusServiceUnavailable, sentence(app.ErrReplaced.Error())
	case errors.Is(err, errStopped) || errors.Is(err, context.Canceled):
		status, text = http.StatusConflict, "The question was stopped."
	default:
		s.opt.Log.Warn("a request failed", "path", r.URL.Path, "error", err)
	}
	if err := s.showAs(w, of, status, "trouble", frame{Title: "That did not work", Page: troubleView{text, back(r, of)}}); err != nil {
		http.Error(w, text, status)
	}
}

// sentence begins with a capital and ends with a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(text[size:], ".") + "."
}

// seeOther leads a browser on after a form.
func seeOther(w http.ResponseWriter, r *http.Request, to string) error {
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}
