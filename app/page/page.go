// Package page shows askomop in a browser: a question box, the question as it was understood with parts that can be
// clicked and changed, the concept sets, the answer with its table and picture, and what is kept: history, library,
// cohorts, schedules.
//
// It is a face of package app, like the command line. HTML is made here from templates, by html/template; the browser
// gets no data to make pages of, no script of another server, and no person's record. Every answer has passed
// suppression before it comes here, and nothing on the page can switch that off: requests choose questions, never
// bounds.
//
// The way of a question: POST /ask starts a run (run.go) and leads to /runs/ID, which streams its stages (events.go)
// and then shows the answer (answer.go). A change of the sentence (change.go) makes another study question of it and
// starts another run, without reading words again.
package page

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/app/report"
)

// Options shape the page. Zero fields take the defaults in brackets.
type Options struct {
	Token   string   // opens the page; it is needed
	Version string   // of the program, shown at the foot
	Hosts   []string // names and addresses that requests may name [this machine's own]
	Secure  bool     // it is served over TLS: cookies are for TLS only
	Log     *slog.Logger
}

// LeastCell is the smallest minimal cell with which a page is served.
const LeastCell = 5

//go:embed templates static
var files embed.FS

// Server is the page. Close ends what it runs.
type Server struct {
	app       *app.App
	opt       Options
	templates *template.Template
	handler   http.Handler
	sessions  *sessions
	slots     chan struct{} // of runs under way
	times     times
	life      context.Context
	end       context.CancelFunc
	work      sync.WaitGroup // runs that have not ended
	database  described
}

// New returns the page over the App. It refuses an App that shows small numbers.
func New(a *app.App, o Options) (*Server, error) {
	switch {
	case a.MinCell() < LeastCell:
		return nil, app.UsageError{Err: fmt.Errorf("a page hides counts below %d, whoever looks: leave --min-cell at %[1]d or above", LeastCell)}
	case o.Token == "":
		return nil, errors.New("serve the page: it needs a token")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	all, err := template.New("page").Funcs(functions).ParseFS(report.Templates, "templates/*.html")
	if err == nil {
		all, err = all.ParseFS(files, "templates/*.html") // the page's own parts take the place of the report's
	}
	if err != nil {
		return nil, fmt.Errorf("serve the page: %w", err)
	}
	s := &Server{app: a, opt: o, templates: all, sessions: newSessions(), slots: make(chan struct{}, runsAtOnce),
		times: patient}
	s.life, s.end = context.WithCancel(context.Background())
	s.handler = s.guarded(s.routes())
	return s, nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close stops all runs and waits for them.
func (s *Server) Close() {
	s.end()
	s.work.Wait()
}

// Warm opens the database, so that the first question need not wait for it.
func (s *Server) Warm(ctx context.Context) error {
	_, err := s.app.Stages(ctx)
	return err
}

// routes are the requests that need an open session.
func (s *Server) routes() http.Handler {
	m := http.NewServeMux()
	for pattern, h := range map[string]handler{
		"GET /{$}": s.home, "POST /ask": s.ask, "GET /question": s.linked, "POST /question": s.askStudy,
		"GET /complete": s.complete, "GET /database": s.describe,
		"GET /runs/{run}": s.showRun, "GET /runs/{run}/events": s.events, "GET /runs/{run}/concepts": s.concepts,
		"POST /runs/{run}/stop": s.stop, "POST /runs/{run}/again": s.again, "POST /runs/{run}/change": s.change,
		"POST /runs/{run}/exclude": s.exclude, "POST /runs/{run}/reading": s.otherwise,
		"GET /runs/{run}/curve": s.curve, "GET /runs/{run}/steps": s.steps,
		"GET /runs/{run}/export/{file}": s.export, "POST /runs/{run}/pair": s.savePair,
		"POST /runs/{run}/cohort": s.saveCohort, "POST /runs/{run}/schedule": s.saveSchedule,
		"GET /library": s.library, "GET /library/{id}": s.pair, "GET /history": s.history, "GET /cohorts": s.cohorts,
		"GET /cohorts/{name}": s.cohort, "GET /cohorts/{name}/atlas.json": s.cohortAtlas,
		"GET /schedules": s.schedules, "GET /schedules/{name}": s.schedule,
	} {
		m.Handle(pattern, s.answering(h))
	}
	m.Handle("/", s.answering(func(http.ResponseWriter, *http.Request, *session) error {
		return &refusal{http.StatusNotFound, "There is no such page."}
	}))
	return m
}

// handler answers a request of a session. A *refusal is shown with its status, another error as a failure.
type handler func(http.ResponseWriter, *http.Request, *session) error

// refusal is why a request is not answered, in words for a person.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return r.text }

func refusef(status int, format string, args ...any) error {
	return &refusal{status, fmt.Sprintf(format, args...)}
}

// static serves the script, the styles and the icon.
func static() http.Handler {
	sub, err := fs.Sub(files, "static")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	return http.StripPrefix("/static/", http.FileServerFS(sub))
}

// pictureStyles serves the styles of the pictures.
func pictureStyles(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write(picture.Styles)
}
