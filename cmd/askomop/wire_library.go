package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// ownLibrary is the folder of the user's pairs.
func (p *parts) ownLibrary() string { return filepath.Join(p.settings.Home, "library") }

// drafts is the folder of answers that were saved and are no pairs yet.
func (p *parts) drafts() string { return filepath.Join(p.settings.Home, "drafts") }

// curatedBy is who has verified the pairs that come with the program: each is reviewed, and run by the tests.
const curatedBy = "askomop"

// Library is the curated pairs and the user's own, sorted by id. A pair of the
// user takes the place of a curated one of the same id.
func (p *parts) Library() ([]rag.Pair, error) {
	return p.pairs.get(func() ([]rag.Pair, error) {
		curated, err := rag.ReadPairs(evaldata.Pairs, "pairs")
		if err != nil {
			return nil, fmt.Errorf("reading the curated library: %w", err)
		}
		for i := range curated {
			curated[i].Verified = curatedBy
		}
		if !exists(p.ownLibrary()) {
			return curated, nil
		}
		own, err := rag.ReadPairs(os.DirFS(p.ownLibrary()), ".")
		if err != nil {
			return nil, fmt.Errorf("reading your library in %s: %w", p.ownLibrary(), err)
		}
		return mergePairs(curated, own), nil
	})
}

func mergePairs(curated, own []rag.Pair) []rag.Pair {
	all := slices.DeleteFunc(slices.Clone(curated), func(c rag.Pair) bool {
		return slices.ContainsFunc(own, func(o rag.Pair) bool { return o.ID == c.ID })
	})
	all = append(all, own...)
	slices.SortFunc(all, func(a, b rag.Pair) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// pair is the pair of an id.
func (p *parts) pair(id string) (rag.Pair, error) {
	pairs, err := p.Library()
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
	if near := nearest(id, ids); near != "" {
		return rag.Pair{}, fmt.Errorf("the library has no pair %q; did you mean %q?", id, near)
	}
	return rag.Pair{}, fmt.Errorf("the library has no pair %q; see: askomop library list", id)
}

var pairID = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// checkNewPair refuses an id that no pair can have, or that one has already.
func (p *parts) checkNewPair(id string) error {
	if !pairID.MatchString(id) {
		return usagef("%q can't be the id of a pair: lower-case words joined by hyphens", id)
	}
	pairs, err := p.Library()
	if err != nil {
		return err
	}
	if slices.ContainsFunc(pairs, func(q rag.Pair) bool { return q.ID == id }) {
		return fmt.Errorf("the library has a pair %q already; choose another id", id)
	}
	if _, err := os.Stat(p.draft(id)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already; choose another id, or remove it", p.draft(id))
	}
	return nil
}

func (p *parts) draft(id string) string { return filepath.Join(p.drafts(), id+".sql") }

// saveDraft writes an answered question as a pair that lacks its paraphrases.
func (p *parts) saveDraft(id string, r *pipeline.Run) (string, error) {
	pair := rag.Pair{ID: id, Question: r.Question, Topic: "own", SQL: layoutSQL(r.Template.SQL), Notes: r.Template.Assumptions}
	path := p.draft(id)
	if err := writeFile(path, []byte(pairText(pair))); err != nil {
		return "", fmt.Errorf("saving %s: %w", id, err)
	}
	return path, nil
}
