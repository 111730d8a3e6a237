package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/askomop/askomop/omop/load"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/athena"
	"github.com/askomop/askomop/vocab/changes"
)

// ShownExamples is how many concepts are shown of each kind of change, unless asked otherwise.
const ShownExamples = 5

// LoadedVocabulary is what loading a vocabulary has done, as --json prints it.
type LoadedVocabulary struct {
	*athena.Report
	Index   *VocabularyIndex `json:"index"`
	Changes *changes.Report  `json:"changes,omitempty"` // where it has replaced another
}

// VocabularyIndex is the index of names that searches use.
type VocabularyIndex struct {
	File   string  `json:"file"`
	Bytes  int64   `json:"bytes"`
	Names  int     `json:"names"` // different normalised wordings
	TookMS float64 `json:"took_ms"`
}

// LoadVocabulary loads a download from Athena, or a vocabulary of another form, into the home folder. A newer one
// replaces the one before, with a report of what has changed.
func (a *App) LoadVocabulary(ctx context.Context, source string) (*LoadedVocabulary, error) {
	target := a.build.loadedFile()
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return nil, fmt.Errorf("making the vocabulary's folder: %w; choose another with --home DIR", err)
	}
	var done *LoadedVocabulary
	err := makeAlone(target, func() (err error) {
		done, err = a.replaceVocabulary(ctx, source, target)
		return err
	})
	return done, err
}

func (a *App) replaceVocabulary(ctx context.Context, source, target string) (*LoadedVocabulary, error) {
	done := &LoadedVocabulary{}
	before, _ := Fingerprint(target) // where there is none, none is outdated
	compare := func(ctx context.Context, finished string) (err error) {
		if done.Changes, err = a.compare(ctx, target, finished, ShownExamples); err != nil && ctx.Err() == nil {
			a.build.Tell("What has changed could not be told: " + err.Error())
			return nil
		}
		return err
	}
	load := a.loadOther
	if athena.Recognises(source) {
		load = a.loadAthena
	}
	var err error
	if done.Report, err = load(ctx, source, target, compare); err != nil {
		return nil, err
	}
	if done.Index, err = a.indexLoaded(ctx, target); err != nil {
		return nil, err
	}
	if after, err := Fingerprint(target); err == nil && before != "" && before != after {
		if err := vocab.RemoveIndex(a.build.indexFolder(), before); err != nil {
			a.build.Log.Warn("the index of the vocabulary before is still there", "error", err)
		}
	}
	return done, nil
}

// loadAthena loads a download as Athena serves it.
func (a *App) loadAthena(ctx context.Context, source, target string,
	before func(context.Context, string) error) (*athena.Report, error) {
	work := a.build.Begin("Loading the vocabulary")
	defer work.End()
	return athena.Load(ctx, source, target, athena.Options{
		Replace: true, Before: before,
		Progress: func(s athena.Step) { work.At(s.Table, s.Done, s.Total) },
	})
}

// loadOther loads a vocabulary of another form, such as Parquet or the CSV files of a sample, with the care that
// unknown files need.
func (a *App) loadOther(ctx context.Context, source, target string,
	before func(context.Context, string) error) (*athena.Report, error) {
	work := a.build.Begin("Loading the vocabulary")
	next := filepath.Join(filepath.Dir(target), "next-"+filepath.Base(target))
	r, err := load.Load(ctx, load.Options{
		Source: source, Target: next, Version: "5.4", Replace: true, Vocabulary: true, Progress: showLoad(work),
		Logger: a.build.Log,
	})
	work.End()
	if err != nil {
		return nil, err
	}
	report := &athena.Report{Source: source, Target: target, Notes: append([]string{}, r.Findings()...), Took: r.Took}
	for _, t := range r.Tables {
		if t.Rows > 0 {
			report.Tables = append(report.Tables, athena.TableReport{Table: t.Table, Rows: t.Rows})
		}
	}
	if exists(target) {
		if err := before(ctx, next); err != nil {
			return nil, errors.Join(err, os.Remove(next))
		}
	}
	return report, os.Rename(next, target)
}

// indexLoaded builds the index of the vocabulary that was loaded, so that the first search need not.
func (a *App) indexLoaded(ctx context.Context, path string) (*VocabularyIndex, error) {
	began := time.Now()
	var index *VocabularyIndex
	err := a.build.withVocabulary(ctx, path, func(v *vocab.Vocabulary) error {
		info := v.Info()
		stat, err := os.Stat(info.IndexFile)
		if err != nil {
			return err
		}
		index = &VocabularyIndex{File: info.IndexFile, Bytes: stat.Size(), Names: info.Terms,
			TookMS: float64(time.Since(began).Microseconds()) / 1000}
		return nil
	})
	return index, err
}
