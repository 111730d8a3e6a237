package conceptset

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
)

// Prefix opens the text of a placeholder that names a stored set: [condition@set:NAME], [condition@set:NAME@2].
const Prefix = "set:"

// Coder codes what a person has settled: stored sets by name, and words with remembered decisions. All
// else it leaves to the next coder, whose sets lose the concepts that were decided against.
type Coder struct {
	Next       coding.Coder
	Vocabulary *vocab.Vocabulary
	Sets       *Store
	Decisions  *Decisions
}

// In implements coding.ContextCoder.
func (c *Coder) In(question string) coding.Coder {
	in := *c
	in.Next = coding.In(c.Next, question)
	return &in
}

// Code implements coding.Coder.
func (c *Coder) Code(ctx context.Context, e coding.Entity) (coding.ConceptSet, error) {
	if name, ok := strings.CutPrefix(e.Text, Prefix); ok {
		return c.stored(ctx, e, strings.TrimSpace(name))
	}
	decided, err := c.Decisions.About(e)
	if err != nil {
		return coding.ConceptSet{}, err
	}
	if len(decided) == 0 {
		return c.Next.Code(ctx, e)
	}
	return c.decided(ctx, e, decided)
}

// stored resolves a set of the store on the vocabulary of today.
func (c *Coder) stored(ctx context.Context, e coding.Entity, ref string) (coding.ConceptSet, error) {
	name, version, err := ParseReference(ref)
	if err != nil {
		return coding.ConceptSet{}, &coding.NoConceptError{Entity: e, Reason: err.Error()}
	}
	saved, err := c.Sets.Load(name, version)
	if errors.Is(err, ErrNotSaved) {
		return coding.ConceptSet{}, &coding.NoConceptError{Entity: e, Reason: err.Error()}
	}
	if err != nil {
		return coding.ConceptSet{}, err
	}
	resolved, err := saved.Expression.Resolve(ctx, c.Vocabulary)
	if err != nil {
		return coding.ConceptSet{}, err
	}
	inDomain := slices.ContainsFunc(c.Vocabulary.Concepts(resolved.IDs()),
		func(k vocab.Concept) bool { return strings.EqualFold(k.Domain, e.Domain) })
	if !inDomain {
		return coding.ConceptSet{},
			&coding.NoConceptError{Entity: e,
				Reason: fmt.Sprintf("concept set %s version %d has no concept of the domain in this vocabulary",
					saved.Name, saved.Version)}
	}
	set := coding.ConceptSet{Entity: e, Concepts: resolved.Members, Notes: []string{
		fmt.Sprintf("stored concept set %s, version %d of %s", saved.Name, saved.Version,
			saved.At.Format("2006-01-02"))}}
	if d := Compare(saved.Concepts, resolved.IDs()); len(d.Gained)+len(d.Lost) > 0 {
		set.Notes = append(set.Notes,
			fmt.Sprintf("on this vocabulary it has %d concepts more and %d fewer than when it was saved; askomop code set diff %s shows them",
				len(d.Gained), len(d.Lost), saved.Name))
	}
	if len(resolved.Missing) > 0 {
		set.Notes = append(set.Notes,
			fmt.Sprintf("%d of its %d items are not in this vocabulary: %s", len(resolved.Missing),
				len(saved.Expression.Items), names(resolved.Missing)))
	}
	set.Notes = append(set.Notes, resolved.Notes...)
	return set, nil
}

// ParseReference reads NAME or NAME@VERSION; version is 0 where none is named.
func ParseReference(ref string) (name string, version int, err error) {
	name, number, ok := strings.Cut(ref, "@")
	if !ok {
		return name, 0, CheckName(name)
	}
	if version, err = strconv.Atoi(number); err != nil || version < 1 {
		return "", 0, fmt.Errorf("%q is not a version of a concept set: write %s@2", number, name)
	}
	return name, version, CheckName(name)
}

// mostNamed bounds the names in a note.
const mostNamed = 5

func names(items []Item) string {
	var out []string
	for i, item := range items {
		if i == mostNamed {
			return strings.Join(append(out, "…"), ", ")
		}
		out = append(out, fmt.Sprintf("%s (%d)", item.Concept.Name, item.Concept.ID))
	}
	return strings.Join(out, ", ")
}
