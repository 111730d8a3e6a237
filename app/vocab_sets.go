package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/changes"
)

// compare tells what differs between two vocabularies, for all and for the concept sets in use.
func (a *App) compare(ctx context.Context, old, now string, examples int) (*changes.Report, error) {
	var sets []changes.Set
	err := a.build.withVocabulary(ctx, old, func(v *vocab.Vocabulary) error {
		var err error
		sets, err = a.setsInUse(ctx, v)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the concept sets in use: %w", err)
	}
	work := a.build.Begin("Comparing")
	defer work.End()
	return changes.Between(ctx, old, now, changes.Options{
		Sets: sets, Examples: examples, Dir: filepath.Dir(now), Progress: func(what string) { work.At(what, 0, 0) },
	})
}

// setsInUse are the concept sets that are stored in the home, and those that the library's pairs stand for in a
// vocabulary. What the vocabulary does not hold is not a set.
func (a *App) setsInUse(ctx context.Context, v *vocab.Vocabulary) ([]changes.Set, error) {
	stored, err := a.Sets().List()
	if err != nil {
		return nil, err
	}
	var sets []changes.Set
	for _, s := range stored {
		set := changes.Set{Name: "set " + s.Name}
		for _, item := range s.Expression.Items {
			set.Items = append(set.Items, changes.Item{Concept: item.Concept.ID, Descendants: item.Descendants,
				Excluded: item.Exclude})
		}
		sets = append(sets, set)
	}
	of, err := a.librarySets(ctx, v)
	return append(sets, of...), err
}

func (a *App) librarySets(ctx context.Context, v *vocab.Vocabulary) ([]changes.Set, error) {
	pairs, err := a.Library(ctx)
	if err != nil {
		return nil, err
	}
	rules := coding.NewRules(v, coding.Options{Lenient: true, Logger: a.build.Log})
	var sets []changes.Set
	seen := map[string]bool{}
	for _, pair := range pairs {
		placeholders, err := sqltree.Placeholders(pair.SQL)
		if err != nil {
			return nil, fmt.Errorf("pair %s: %w", pair.ID, err)
		}
		for _, ph := range placeholders {
			if seen[ph.String()] {
				continue
			}
			seen[ph.String()] = true
			set, err := rules.Code(ctx, coding.Entity{Domain: string(ph.Domain), Text: ph.Text})
			switch {
			case err == nil:
				sets = append(sets, changes.WithDescendants(ph.String(), chosen(set)))
			case !errors.Is(err, coding.ErrNoConcept):
				return nil, fmt.Errorf("%s: %w", ph, err)
			}
		}
	}
	return sets, nil
}

// chosen are the concepts of a set that are in for their own sake, not as descendants.
func chosen(set coding.ConceptSet) []int64 {
	var ids []int64
	for _, m := range set.Concepts {
		if !strings.HasPrefix(m.Why, "descendant of ") {
			ids = append(ids, m.ID)
		}
	}
	return ids
}
