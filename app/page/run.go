package page

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/omop/study"
)

const (
	runsAtOnce = 4                      // on the database; others wait
	firstLook  = 700 * time.Millisecond // most answers are there so soon, and need no page that says that they are not
)

// asked is the question of a run: words, or a study question with the words that it came from.
type asked struct {
	words string
	study *study.Question
}

// text is the question as people read it.
func (a asked) text() string {
	if a.words == "" && a.study != nil {
		return a.study.String()
	}
	return a.words
}

// run is one question under way or answered.
type run struct {
	id      string
	asked   asked
	started time.Time
	cancel  context.CancelFunc
	done    chan struct{} // closed when it has ended

	mu      sync.Mutex
	stages  []string      // that have begun
	changed chan struct{} // closed when there is another stage
	answer  *app.Answer
	err     error
	took    time.Duration

	pencil chan struct{}               // held by who draws
	drawn  map[string]*picture.Picture // beside the answer
}

// begin starts a run of the session, and waits a moment for it.
func (s *Server) begin(ctx context.Context, of *session, a asked) (*run, error) {
	if !of.asks.Allow() {
		return nil, &refusal{http.StatusTooManyRequests, "These are too many questions at once. Wait a few seconds."}
	}
	life, cancel := context.WithCancel(s.life)
	r := &run{id: rand.Text(), asked: a, started: time.Now(), cancel: cancel, done: make(chan struct{}),
		changed: make(chan struct{}),
		pencil:  make(chan struct{}, 1), drawn: map[string]*picture.Picture{}}
	if !of.keep(r) {
		cancel()
		return nil, refusef(http.StatusTooManyRequests,
			"%d questions of yours are still being answered. Stop one, or wait.", runsOfSession)
	}
	s.work.Add(1)
	go s.answer(life, r)
	select {
	case <-r.done:
	case <-ctx.Done():
	case <-time.After(firstLook):
	}
	return r, nil
}

// answer runs the question to its end.
func (s *Server) answer(ctx context.Context, r *run) {
	defer s.work.Done()
	defer r.cancel()
	answer, err := s.wait(ctx, r)
	if ctx.Err() != nil && (err != nil || answer.Err() != nil) {
		answer, err = nil, context.Canceled
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer, r.err, r.took = answer, err, time.Since(r.started)
	close(r.done)
}

func (s *Server) wait(ctx context.Context, r *run) (*app.Answer, error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	default:
		r.tell("wait")
		select {
		case s.slots <- struct{}{}:
			defer func() { <-s.slots }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	r.tell("open")
	opt := app.QueryOptions{Command: "serve", Progress: r.tell}
	if r.asked.study != nil {
		return s.app.Run(ctx, r.asked.study, opt)
	}
	return s.app.Ask(ctx, r.asked.words, app.AskOptions{QueryOptions: opt})
}

// tell notes that a stage has begun.
func (r *run) tell(stage string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if slices.Contains(r.stages, stage) {
		return
	}
	r.stages = append(r.stages, stage)
	close(r.changed)
	r.changed = make(chan struct{})
}

// stop ends a run; the process that runs its query is killed.
func (r *run) stop() {
	r.cancel()
}

// ended is the outcome of a run; ok is false while it is under way.
func (r *run) ended() (answer *app.Answer, err error, ok bool) {
	select {
	case <-r.done:
		return r.answer, r.err, true
	default:
		return nil, nil, false
	}
}

// keep adds a run to the session's, unless too many are under way.
func (s *session) keep(r *run) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	underWay := 0
	for _, o := range s.runs {
		if _, _, ok := o.ended(); !ok {
			underWay++
		}
	}
	if underWay >= runsOfSession {
		return false
	}
	if s.runs = append(s.runs, r); len(s.runs) > runsKept {
		s.runs[0].cancel()
		s.runs = slices.Delete(s.runs, 0, 1)
	}
	return true
}

// run is the session's own run of an id. What is looked at is forgotten last.
func (s *session) run(id string) (*run, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.runs, func(r *run) bool { return r.id == id })
	if i < 0 {
		return nil, &refusal{http.StatusNotFound,
			"This answer is no longer kept. Ask the question again; the history has its words."}
	}
	found := s.runs[i]
	s.runs = append(slices.Delete(s.runs, i, i+1), found)
	return found, nil
}

func (s *session) stopAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.runs {
		r.cancel()
	}
}

// answered is the answer of the run that a request names.
func (s *session) answered(r *http.Request) (*run, *app.Answer, error) {
	found, err := s.run(r.PathValue("run"))
	if err != nil {
		return nil, nil, err
	}
	answer, err, ok := found.ended()
	switch {
	case !ok:
		return nil, nil, &refusal{http.StatusConflict, "The question is still being answered."}
	case err != nil:
		return nil, nil, err
	}
	return found, answer, nil
}

// understood is the study question of an answer, nil where there is none.
func understood(a *app.Answer) *study.Question {
	if a == nil {
		return nil
	}
	return a.Run().Study
}

// errStopped is the end of a run that was stopped by hand.
var errStopped = errors.New("stopped")
