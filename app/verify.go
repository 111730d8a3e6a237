package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
)

// Verifier runs pairs on the database as a question would.
type Verifier struct{ run, dry Asker }

// Verifier returns what judges pairs by what everybody has: without a model, and with the retrieval of the program
// itself.
func (a *App) Verifier(ctx context.Context) (*Verifier, error) {
	opt := a.Options()
	opt.MinCell, opt.Rows = 0, true // a hidden count would look like no result, and none is shown
	plain := a.plain()
	run, err := plain.asker(ctx, opt, AskOptions{})
	if err != nil {
		return nil, err
	}
	opt.DryRun = true
	dry, err := plain.asker(ctx, opt, AskOptions{})
	return &Verifier{run, dry}, err
}

// Faults are what is wrong with a pair: its SQL does not run or finds nothing, or
// (where it is in the library) one of its wordings does not find it.
func (v *Verifier) Faults(ctx context.Context, pair rag.Pair, retrieve bool) []string {
	var faults []string
	r := v.run.AskTemplate(ctx, pair.SQL)
	switch {
	case r.Status != pipeline.Answered:
		faults = append(faults, strings.TrimSpace(r.Reason+" "+r.Message))
	case !holdsValue(r):
		faults = append(faults, "the result is empty")
	}
	for _, w := range r.Warnings {
		faults = append(faults, w.String())
	}
	if !retrieve {
		return faults
	}
	for _, wording := range pair.Wordings() {
		asked := v.dry.Ask(ctx, wording)
		if !slices.ContainsFunc(asked.Examples, func(m rag.Match) bool { return m.Pair.ID == pair.ID }) {
			faults = append(faults, fmt.Sprintf("not found by its wording %q", wording))
		}
	}
	return faults
}

// holdsValue reports whether a result has at least one cell that is neither NULL nor zero.
func holdsValue(r *pipeline.Run) bool {
	if r.Table == nil {
		return false
	}
	for _, row := range r.Table.Rows {
		for _, cell := range row {
			if cell != nil && cell != int64(0) && cell != 0.0 {
				return true
			}
		}
	}
	return false
}

// AddPair verifies the pair of a file's text and adds it to the user's library. It returns the pair and the file it is
// now kept in.
func (a *App) AddPair(ctx context.Context, name, text string, replace bool) (pair rag.Pair, path string, err error) {
	if pair, err = library.Parse(name, text); err != nil {
		return pair, "", fmt.Errorf("adding a pair: %w", err)
	}
	if !replace {
		if err := a.CheckNewPair(ctx, pair.ID); err != nil {
			return pair, "", err
		}
	}
	v, err := a.Verifier(ctx)
	if err != nil {
		return pair, "", err
	}
	if faults := v.Faults(ctx, pair, false); len(faults) > 0 {
		return pair, "", fmt.Errorf("adding %s: %w", pair.ID, errors.New(strings.Join(faults, "; ")))
	}
	path = filepath.Join(a.build.ownLibrary(), pair.ID+".sql")
	if err := wholefile.Write(path, []byte(text)); err != nil {
		return pair, "", fmt.Errorf("adding %s: %w", pair.ID, err)
	}
	return pair, path, nil
}
