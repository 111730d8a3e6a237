package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/results/duckfile"
	"github.com/askomop/askomop/pipeline/results/postgres"
	"github.com/askomop/askomop/pipeline/schedule"
	"github.com/askomop/askomop/vocab"
)

// Schedules is the folder of the schedules.
func (a *App) Schedules() schedule.Folder {
	return schedule.Folder{Path: filepath.Join(a.build.Home, "schedules")}
}

// openResults opens where results and cohorts are kept.
func (b builder) openResults(context.Context) (results.Store, error) {
	place := b.Results
	if place == "" {
		place = filepath.Join(b.Home, "results.duckdb")
	}
	if isPostgres(place) {
		store, err := postgres.New(place, "")
		if err != nil {
			return nil, err
		}
		b.opened.add(store)
		return store, nil
	}
	store, err := duckfile.New(place)
	if err != nil {
		return nil, err
	}
	b.opened.add(store)
	return store, nil
}

func isPostgres(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// WriteParquet writes a table to a Parquet file.
func WriteParquet(ctx context.Context, file string, t *omop.Table) error {
	return duckfile.WriteParquet(ctx, file, t)
}

// opener opens databases for scheduled runs: without a model, and each on its own.
type opener struct{ app *App }

// Open implements schedule.Opener.
func (o opener) Open(ctx context.Context, name string) (schedule.Session, error) {
	set, host := o.app.build.Settings, o.app.build.Host
	set.DB, set.Model, set.Retrieval = name, Model{}, Retrieval{}
	host.Begin, host.Tell = nil, nil
	own, err := New(set, host)
	if err != nil {
		return nil, err
	}
	own.parts.results = o.app.parts.results // which this App closes
	s := &Session{app: own, close: own.Close}
	if err := s.open(ctx); err != nil {
		_ = s.Close() // what failed says more
		return nil, err
	}
	return s, nil
}

// Session is an open database as schedules see it.
type Session struct {
	app   *App
	db    *database
	words *vocab.Vocabulary
	close func() error
}

// Session is this App's database as schedules see it. It is closed with the App.
func (a *App) Session(ctx context.Context) (*Session, error) {
	s := &Session{app: a, close: func() error { return nil }}
	return s, s.open(ctx)
}

func (s *Session) open(ctx context.Context) (err error) {
	s.db, s.words, err = s.app.databaseAndWords(ctx)
	return err
}

// Stages implements schedule.Session.
func (s *Session) Stages() pipeline.Parts {
	return pipeline.Parts{
		Engine: cohort.Engine{Engine: s.db.engine, Store: s.app.Results, Make: s.app.ensureCohort}, Parser: s.db.engine,
		Usage: s.db.usage(), Logger: s.app.build.Log,
	}
}

// Vocabulary implements schedule.Session.
func (s *Session) Vocabulary() schedule.Vocabulary { return s.words }

// Source implements schedule.Session.
func (s *Session) Source(ctx context.Context) (string, error) {
	return info.Release(ctx, s.db.engine.Reader())
}

// DataEnd implements schedule.Session.
func (s *Session) DataEnd(ctx context.Context, upTo time.Time) (time.Time, error) {
	return info.LastDay(ctx, s.db.engine.Reader(), upTo)
}

// Versions are the versions of the CDM and of the vocabulary.
func (s *Session) Versions(ctx context.Context) (cdm, vocabulary string, err error) {
	return info.Versions(ctx, s.db.engine.Reader())
}

// Close implements schedule.Session.
func (s *Session) Close() error { return s.close() }

// LibraryMark stands for the library's content.
func (a *App) LibraryMark(ctx context.Context) (string, error) {
	pairs, err := a.Library(ctx)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, pair := range pairs {
		fmt.Fprintf(h, "%s\x00%s\x00%s\x00", pair.ID, pair.SQL, strings.Join(pair.Wordings(), "\x00"))
	}
	return fmt.Sprintf("%d pairs, %s", len(pairs), hex.EncodeToString(h.Sum(nil)[:6])), nil
}

// LocalZone is the name of the system's time zone. A schedule keeps the name, so that
// it means the same to a service that runs elsewhere.
func LocalZone() string {
	if tz := os.Getenv("TZ"); tz != "" {
		if _, err := time.LoadLocation(tz); err == nil {
			return tz
		}
	}
	if target, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
		if _, name, ok := strings.Cut(target, "/zoneinfo/"); ok {
			if _, err := time.LoadLocation(name); err == nil {
				return name
			}
		}
	}
	return "UTC"
}
