package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/load"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/athena"
	"github.com/askomop/askomop/vocab/changes"
)

func (p *program) vocabLoadCommand() *cli.Command {
	return &cli.Command{
		Name:      "load",
		Usage:     "load a vocabulary downloaded from Athena",
		ArgsUsage: "DIR|ZIP",
		Description: "The vocabulary is kept in the home folder. It serves databases that have none of their own,\n" +
			"and vocab search and vocab show without --db. A newer one replaces it, with a report of what has changed.",
		Action: p.action(p.vocabLoad),
	}
}

// loadedVocabulary is what vocab load has done, as --json prints it.
type loadedVocabulary struct {
	*athena.Report
	Index   *jsonIndex      `json:"index"`
	Changes *changes.Report `json:"changes,omitempty"` // where it has replaced another
}

type jsonIndex struct {
	File   string  `json:"file"`
	Bytes  int64   `json:"bytes"`
	Names  int     `json:"names"` // different normalised wordings
	TookMS float64 `json:"took_ms"`
}

func (p *program) vocabLoad(ctx context.Context, c *call) error {
	source, err := oneArgument(c, "DIR or ZIP")
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	target := c.app.LoadedFile()
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return fmt.Errorf("making the vocabulary's folder: %w; choose another with --home DIR", err)
	}
	var done loadedVocabulary
	before, _ := app.Fingerprint(target) // where there is none, none is outdated
	compare := func(ctx context.Context, finished string) error {
		if done.Changes, err = c.compare(ctx, target, finished, shownExamples); err != nil && ctx.Err() == nil {
			c.note("What has changed could not be told: %v", err)
			err = nil
		}
		return err
	}
	if athena.Recognises(source) {
		done.Report, err = c.loadAthena(ctx, source, target, compare)
	} else {
		done.Report, err = c.loadOther(ctx, source, target, compare)
	}
	if err != nil {
		return err
	}
	if done.Index, err = c.indexOwn(ctx, target); err != nil {
		return err
	}
	if after, err := app.Fingerprint(target); err == nil && before != "" && before != after {
		if err := vocab.RemoveIndex(filepath.Join(c.settings.Home, "index"), before); err != nil {
			c.log.Warn("the index of the vocabulary before is still there", "error", err)
		}
	}
	return out.loadedVocabulary(done)
}

// loadAthena loads a download as Athena serves it.
func (c *call) loadAthena(ctx context.Context, source, target string, before func(context.Context, string) error) (*athena.Report, error) {
	bar := c.begin("Loading the vocabulary")
	defer bar.End()
	return athena.Load(ctx, source, target, athena.Options{
		Replace: true, Before: before,
		Progress: func(s athena.Step) { bar.At(s.Table, s.Done, s.Total) },
	})
}

// loadOther loads a vocabulary of another form, such as Parquet or the CSV files of a sample, with the care that unknown files need.
func (c *call) loadOther(ctx context.Context, source, target string, before func(context.Context, string) error) (*athena.Report, error) {
	bar := c.begin("Loading the vocabulary")
	next := filepath.Join(filepath.Dir(target), "next-"+filepath.Base(target))
	r, err := load.Load(ctx, load.Options{
		Source: source, Target: next, Version: "5.4", Replace: true, Vocabulary: true, Progress: loadProgress(bar), Logger: c.log,
	})
	bar.End()
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

// indexOwn builds the index of the vocabulary that was loaded, so that the first search need not.
func (c *call) indexOwn(ctx context.Context, path string) (*jsonIndex, error) {
	began := time.Now()
	var index *jsonIndex
	err := c.app.WithVocabulary(ctx, path, func(v *vocab.Vocabulary) error {
		info := v.Info()
		stat, err := os.Stat(info.IndexFile)
		if err != nil {
			return err
		}
		index = &jsonIndex{File: info.IndexFile, Bytes: stat.Size(), Names: info.Terms, TookMS: float64(time.Since(began).Microseconds()) / 1000}
		return nil
	})
	return index, err
}

// loadedVocabulary prints what vocab load has done.
func (p *printer) loadedVocabulary(done loadedVocabulary) error {
	if p.format == formatJSON {
		return p.json(done)
	}
	var b strings.Builder
	if done.Unchanged {
		b.WriteString("These are the files that the vocabulary was loaded from: nothing was done.\n")
	}
	w := newGrid([]string{"table", "rows", ""})
	for _, t := range done.Tables {
		kept := ""
		if t.Kept && !done.Unchanged {
			kept = "as before"
		}
		w.AppendRow(gridRow([]string{t.Table, grouped(t.Rows), kept}))
	}
	fmt.Fprintf(&b, "%s\n", w.Render())
	if done.Version != "" {
		fmt.Fprintf(&b, "%s, ", done.Version)
	}
	fmt.Fprintf(&b, "loaded in %.1f s: %s\n", done.Took.Seconds(), done.Target)
	fmt.Fprintf(&b, "%s names indexed, %.1f MB: %s\n", grouped(int64(done.Index.Names)), float64(done.Index.Bytes)/1e6, done.Index.File)
	for i, n := range done.Notes {
		if i == 0 {
			b.WriteString("\nKeep in mind:\n")
		}
		fmt.Fprintf(&b, "  - %s\n", n)
	}
	if done.Changes != nil {
		b.WriteByte('\n')
		writeChanges(&b, done.Changes)
	}
	return p.flush(&b)
}
