package schedule

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/results"
)

// Opener opens CDM databases.
type Opener interface {
	// Open opens a database for some runs. A database that somebody is writing is an
	// omop.ErrBusy, one that is not there an fs.ErrNotExist: such runs are tried again.
	Open(ctx context.Context, database string) (Session, error)
}

// Session is an open database. It is safe for concurrent use.
type Session interface {
	// Stages are the engine, its parser and what belongs to them; nothing that asks a model.
	Stages() pipeline.Parts
	Vocabulary() Vocabulary
	// Source is what cdm_source says of the data: name, release, dates, versions. It changes with a refresh.
	Source(ctx context.Context) (string, error)
	// DataEnd is the day of the last record up to a day; zero where there is none.
	DataEnd(ctx context.Context, upTo time.Time) (time.Time, error)
	Close() error
}

// transient reports whether a run that failed so may go well a little later.
func transient(err error) bool {
	return errors.Is(err, omop.ErrBusy) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, results.ErrBusy)
}

// sessions shares open databases between runs. A database is open only while runs
// need it, so that whoever loads new data finds the file free.
type sessions struct {
	opener Opener
	mu     sync.Mutex
	open   map[string]*shared
}

type shared struct {
	Session
	users int
	state string        // of the file when it was opened
	ready chan struct{} // closed when it is open, or has failed to
	err   error
	gone  chan struct{} // closed when it has been closed
}

func newSessions(o Opener) *sessions { return &sessions{opener: o, open: map[string]*shared{}} }

// acquire opens a database or shares it. A file that has been replaced since is
// opened anew once the runs over the old one have ended.
func (s *sessions) acquire(ctx context.Context, database string) (*shared, error) {
	for {
		s.mu.Lock()
		h, ok := s.open[database]
		switch {
		case !ok:
			h = &shared{users: 1, state: fileState(database), ready: make(chan struct{}), gone: make(chan struct{})}
			s.open[database] = h
			s.mu.Unlock()
			h.Session, h.err = s.opener.Open(ctx, database)
			close(h.ready)
			if h.err != nil {
				s.drop(database, h)
				return nil, h.err
			}
			return h, nil
		case h.state == fileState(database):
			h.users++
			s.mu.Unlock()
			<-h.ready
			if h.err != nil {
				return nil, h.err
			}
			return h, nil
		case h.users == 0:
			s.mu.Unlock()
			s.drop(database, h)
			continue
		}
		s.mu.Unlock()
		select {
		case <-h.gone:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (s *sessions) release(h *shared) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h.users--
}

// drop closes a database that nobody uses.
func (s *sessions) drop(database string, h *shared) error {
	s.mu.Lock()
	if s.open[database] != h || h.err == nil && h.users > 0 {
		s.mu.Unlock()
		return nil
	}
	// The name stays taken until the file is closed: DuckDB must not open it before.
	h.users, h.state = 1, "closing"
	s.mu.Unlock()
	var err error
	if h.Session != nil {
		err = h.Session.Close()
	}
	s.mu.Lock()
	delete(s.open, database)
	s.mu.Unlock()
	close(h.gone)
	return err
}

// closeIdle closes what no run uses, and returns how many those were.
func (s *sessions) closeIdle() (int, error) {
	s.mu.Lock()
	idle := map[string]*shared{}
	for database, h := range s.open {
		if h.users == 0 {
			idle[database] = h
		}
	}
	s.mu.Unlock()
	var err error
	for database, h := range idle {
		err = errors.Join(err, s.drop(database, h))
	}
	return len(idle), err
}

// fileState differs after a file was written or replaced.
func fileState(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return info.ModTime().UTC().Format(time.RFC3339Nano) + " " + time.Duration(info.Size()).String()
}
