package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/duckdb"
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
func (p *parts) Schedules() schedule.Folder {
	return schedule.Folder{Path: filepath.Join(p.settings.Home, "schedules")}
}

// Results is where results and cohorts are kept.
func (p *parts) Results(ctx context.Context) (results.Store, error) {
	return p.results.get(func() (results.Store, error) {
		place := p.settings.Results
		if place == "" {
			place = filepath.Join(p.settings.Home, "results.duckdb")
		}
		if isPostgres(place) {
			store, err := postgres.New(place, "")
			if err != nil {
				return nil, err
			}
			p.closeLater(store)
			return store, nil
		}
		store, err := duckfile.New(place)
		if err != nil {
			return nil, err
		}
		p.closeLater(store)
		return store, nil
	})
}

func isPostgres(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// opener opens databases for scheduled runs: without a model, and each on its own.
type opener struct{ parts *parts }

// Open implements schedule.Opener.
func (o opener) Open(ctx context.Context, database string) (schedule.Session, error) {
	set := o.parts.settings
	set.DB, set.Quiet = database, true
	set.Model.LLM, set.Retrieval = noModel, plainRetrieval()
	s := &session{parts: newParts(set, o.parts.streams, o.parts.log), results: o.parts.Results}
	if err := s.open(ctx); err != nil {
		_ = s.Close() // what failed says more
		return nil, err
	}
	return s, nil
}

// session is an open database as schedules see it.
type session struct {
	parts  *parts
	engine *duckdb.Engine
	words  *vocab.Vocabulary
	// results are those of the process: its sessions share them, whichever database they are of.
	results func(context.Context) (results.Store, error)
}

func (s *session) open(ctx context.Context) (err error) {
	s.engine, s.words, err = s.parts.engineAndVocabulary(ctx)
	return err
}

// Stages implements schedule.Session.
func (s *session) Stages() pipeline.Parts {
	return pipeline.Parts{Engine: cohort.Engine{Engine: s.engine, Store: s.results}, Parser: s.engine, Usage: usage{s.engine.DB()}, Logger: s.parts.log}
}

// Vocabulary implements schedule.Session.
func (s *session) Vocabulary() schedule.Vocabulary { return s.words }

// Source implements schedule.Session.
func (s *session) Source(ctx context.Context) (string, error) {
	return info.Release(ctx, s.engine.DB())
}

// DataEnd implements schedule.Session.
func (s *session) DataEnd(ctx context.Context, upTo time.Time) (time.Time, error) {
	return info.LastDay(ctx, s.engine.DB(), upTo)
}

// Close implements schedule.Session.
func (s *session) Close() error { return s.parts.Close() }

// libraryMark stands for the library's content.
func (p *parts) libraryMark() (string, error) {
	pairs, err := p.Library()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, pair := range pairs {
		fmt.Fprintf(h, "%s\x00%s\x00%s\x00", pair.ID, pair.SQL, strings.Join(pair.Wordings(), "\x00"))
	}
	return fmt.Sprintf("%d pairs, %s", len(pairs), hex.EncodeToString(h.Sum(nil)[:6])), nil
}

// localZone is the name of the system's time zone. A schedule keeps the name, so that
// it means the same to a service that runs elsewhere.
func localZone() string {
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

func versions(ctx context.Context, s *session) (cdm, vocabulary string, err error) {
	return info.Versions(ctx, s.engine.DB())
}
