package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
)

// Draft is an answer that was saved, and that nobody has verified yet.
type Draft struct {
	Pair rag.Pair
	Path string
	// Fixed are the entities of the SQL that the question does not word: they stay as they are when another question is
	// worded alike.
	Fixed []string
}

// Drafts are the answers that wait for a review, by id.
func (a *App) Drafts() ([]Draft, error) {
	files, err := os.ReadDir(a.build.drafts())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the drafts: %w", err)
	}
	var out []Draft
	for _, f := range files {
		id, isPair := strings.CutSuffix(f.Name(), ".sql")
		if !isPair || f.IsDir() {
			continue
		}
		d, err := a.Draft(id)
		if err != nil {
			return out, err
		}
		out = append(out, d)
	}
	return out, nil
}

// Draft is the draft of an id.
func (a *App) Draft(id string) (Draft, error) {
	if !pairID.MatchString(id) {
		return Draft{}, usagef("%q can't be the id of a draft: lower-case words joined by hyphens", id)
	}
	path := a.build.draft(id)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Draft{}, fmt.Errorf("there is no draft %q; askomop library promote lists them, and ask --save %s makes one", id, id)
	}
	if err != nil {
		return Draft{}, fmt.Errorf("reading the draft %s: %w", id, err)
	}
	head := ""
	if !strings.Contains(string(text), "-- verified:") {
		head = "-- verified: " + pendingReview + "\n" // without it a pair needs paraphrases
	}
	pair, err := library.Parse(filepath.Base(path), head+string(text))
	if err != nil {
		return Draft{}, fmt.Errorf("reading the draft %s: %w", id, err)
	}
	d := Draft{Pair: pair, Path: path}
	d.Pair.Verified = ""
	holders, err := sqltree.Placeholders(pair.SQL)
	if err != nil {
		return d, fmt.Errorf("reading the draft %s: %w", id, err)
	}
	for _, h := range holders {
		if !strings.Contains(strings.ToLower(pair.Question), strings.ToLower(h.Text)) &&
			!slices.Contains(d.Fixed, h.Text) {
			d.Fixed = append(d.Fixed, h.Text)
		}
	}
	return d, nil
}

// pendingReview stands for who verifies a draft until somebody has.
const pendingReview = "nobody"

// Promote makes a pair of a draft that somebody has reviewed. It is run once more, by the rules that every pair has to
// keep. It returns the file that the pair is now kept in.
func (a *App) Promote(ctx context.Context, id, by string, paraphrases []string) (string, error) {
	by = strings.Join(strings.Fields(by), " ")
	if by == "" {
		return "", usagef("--by is empty: say who has reviewed the draft")
	}
	d, err := a.Draft(id)
	if err != nil {
		return "", err
	}
	pairs, err := a.Library(ctx)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(pairs, func(p rag.Pair) bool { return p.ID == id }) {
		return "", fmt.Errorf("the library has a pair %q already; rename %s and the id in it", id, d.Path)
	}
	d.Pair.Verified = by + ", " + time.Now().Format(time.DateOnly)
	for _, p := range paraphrases {
		d.Pair.Paraphrases = append(d.Pair.Paraphrases, strings.Join(strings.Fields(p), " "))
	}
	_, path, err := a.AddPair(ctx, id+".sql", PairText(d.Pair), true)
	if err != nil {
		return "", err
	}
	if err := os.Remove(d.Path); err != nil {
		return path, fmt.Errorf("removing the draft: %w", err)
	}
	return path, nil
}
