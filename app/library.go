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

	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
)

// ownLibrary is the folder of the user's pairs.
func (b builder) ownLibrary() string { return filepath.Join(b.Home, "library") }

// drafts is the folder of answers that were saved and are not pairs yet.
func (b builder) drafts() string { return filepath.Join(b.Home, "drafts") }

// curatedBy is who has verified the pairs that come with the program: each is reviewed, and run by the tests.
const curatedBy = "askomop"

func (b builder) readLibrary(context.Context) ([]rag.Pair, error) {
	curated, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		return nil, fmt.Errorf("reading the curated library: %w", err)
	}
	for i := range curated {
		curated[i].Verified = curatedBy
	}
	if !exists(b.ownLibrary()) {
		return curated, nil
	}
	own, err := library.Read(os.DirFS(b.ownLibrary()), ".")
	if err != nil {
		return nil, fmt.Errorf("reading your library in %s: %w", b.ownLibrary(), err)
	}
	for i := range own {
		own[i].Own = true
	}
	return MergePairs(curated, own), nil
}

// MergePairs are all pairs sorted by id; one of the user's own takes the place of another of the same id.
func MergePairs(curated, own []rag.Pair) []rag.Pair {
	all := slices.DeleteFunc(slices.Clone(curated), func(c rag.Pair) bool {
		return slices.ContainsFunc(own, func(o rag.Pair) bool { return o.ID == c.ID })
	})
	all = append(all, own...)
	slices.SortFunc(all, func(a, b rag.Pair) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Pair is the pair of an id.
func (a *App) Pair(ctx context.Context, id string) (rag.Pair, error) {
	pairs, err := a.Library(ctx)
	if err != nil {
		return rag.Pair{}, err
	}
	var ids []string
	for _, pair := range pairs {
		if pair.ID == id {
			return pair, nil
		}
		ids = append(ids, pair.ID)
	}
	if near := Nearest(id, ids); near != "" {
		return rag.Pair{}, fmt.Errorf("the library has no pair %q; did you mean %q?", id, near)
	}
	return rag.Pair{}, fmt.Errorf("the library has no pair %q; see: askomop library list", id)
}

var pairID = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// CheckNewPair refuses an id that no pair can have, or that one has already.
func (a *App) CheckNewPair(ctx context.Context, id string) error {
	if !pairID.MatchString(id) {
		return usagef("%q can't be the id of a pair: lower-case words joined by hyphens", id)
	}
	pairs, err := a.Library(ctx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(pairs, func(q rag.Pair) bool { return q.ID == id }) {
		return fmt.Errorf("the library has a pair %q already; choose another id", id)
	}
	if _, err := os.Stat(a.build.draft(id)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already; choose another id, or remove it", a.build.draft(id))
	}
	return nil
}

func (b builder) draft(id string) string { return filepath.Join(b.drafts(), id+".sql") }

// SaveDraft writes an answered question as a pair that lacks its paraphrases, and returns its file.
func (a *App) SaveDraft(id, question, template string, notes []string) (string, error) {
	pair := rag.Pair{ID: id, Question: question, Topic: "own", SQL: template, Notes: notes}
	path := a.build.draft(id)
	if err := wholefile.Write(path, []byte(PairText(pair))); err != nil {
		return "", fmt.Errorf("saving %s: %w", id, err)
	}
	return path, nil
}

// PairText is a pair as its file holds it.
func PairText(p rag.Pair) string {
	var b strings.Builder
	line := func(key, value string) { fmt.Fprintf(&b, "-- %s: %s\n", key, value) }
	line("id", p.ID)
	line("question", p.Question)
	for _, w := range p.Paraphrases {
		line("paraphrase", w)
	}
	line("topic", p.Topic)
	if p.Verified != "" {
		line("verified", p.Verified)
	}
	for _, n := range p.Notes {
		line("note", n)
	}
	b.WriteString(p.SQL + ";\n")
	return b.String()
}
