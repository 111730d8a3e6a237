package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/vocab"
)

// Coded is what words or source codes stand for.
type Coded struct {
	Sets   []coding.ConceptSet // one for each domain in which the text was coded
	Misses []error             // of the other domains; each wraps coding.ErrNoConcept
}

// Code codes a text in each of the domains, or in all where none is named. The words around it decide between readings
// of an abbreviation.
func (a *App) Code(ctx context.Context, text, around string, domains ...omop.Domain) (Coded, error) {
	coder, err := a.wideCoder(ctx)
	if err != nil {
		return Coded{}, err
	}
	if len(domains) == 0 {
		domains = omop.Domains
	}
	coder = coding.In(coder, around)
	var c Coded
	for _, d := range domains {
		set, err := coder.Code(ctx, coding.Entity{Domain: string(d), Text: text})
		switch {
		case err == nil:
			c.Sets = append(c.Sets, set)
		case errors.Is(err, coding.ErrNoConcept):
			c.Misses = append(c.Misses, err)
		default:
			return Coded{}, fmt.Errorf("coding %q as %s: %w", text, d, err)
		}
	}
	return c, nil
}

// SetOptions change a concept set and say whether it is stored.
type SetOptions struct {
	Exclude       []string // leave out what these texts stand for, with descendants
	NoDescendants bool
	Mapped        bool   // take the source concepts that map to the set, too
	Save          string // store it by this name
}

// ShapedSet is a concept set that was made of an expression.
type ShapedSet struct {
	Set        coding.ConceptSet
	Expression conceptset.Expression
	Saved      *conceptset.Saved // where it was stored
}

// Shape makes an expression of a coded set, changes it and stores it as the options say.
func (a *App) Shape(ctx context.Context, set coding.ConceptSet, opt SetOptions) (*ShapedSet, error) {
	v, err := a.SearchedVocabulary(ctx)
	if err != nil {
		return nil, err
	}
	e := conceptset.Of(set, v)
	if err := a.exclude(ctx, &e, set.Entity.Domain, opt.Exclude, v); err != nil {
		return nil, err
	}
	for i := range e.Items {
		e.Items[i].Descendants = e.Items[i].Descendants && (!opt.NoDescendants || e.Items[i].Exclude)
		e.Items[i].Mapped = opt.Mapped
	}
	return a.resolve(ctx, v, e, set, opt.Save)
}

// ReadSet reads a concept set that ATLAS has exported; without a domain it is that of its first item. Of the options
// descendants and mapped concepts are the file's own.
func (a *App) ReadSet(ctx context.Context, name string, r io.Reader, domain string,
	opt SetOptions) (*ShapedSet, error) {
	e, err := conceptset.ReadAtlas(r)
	if err != nil {
		return nil, err
	}
	v, err := a.SearchedVocabulary(ctx)
	if err != nil {
		return nil, err
	}
	if domain == "" && len(e.Items) > 0 {
		domain = strings.ToLower(e.Items[0].Concept.Domain)
	}
	if err := a.exclude(ctx, &e, domain, opt.Exclude, v); err != nil {
		return nil, err
	}
	return a.resolve(ctx, v, e, coding.ConceptSet{Entity: coding.Entity{Domain: domain, Text: name}}, opt.Save)
}

// exclude adds what texts stand for to the expression, as items that are left out.
func (a *App) exclude(ctx context.Context, e *conceptset.Expression, domain string, texts []string,
	v *vocab.Vocabulary) error {
	coder, err := a.Coder(ctx)
	if err != nil {
		return err
	}
	for _, text := range texts {
		set, err := coder.Code(ctx, coding.Entity{Domain: domain, Text: text})
		if err != nil {
			return fmt.Errorf("--exclude %q: %w", text, err)
		}
		for _, i := range conceptset.Of(set, v).Items {
			i.Exclude = true
			e.Items = append(e.Items, i)
		}
	}
	return nil
}

// resolve finds the concepts of an expression, and stores it where it has a name.
func (a *App) resolve(ctx context.Context, v *vocab.Vocabulary, e conceptset.Expression, set coding.ConceptSet,
	name string) (*ShapedSet, error) {
	resolved, err := e.Resolve(ctx, v)
	if err != nil {
		return nil, err
	}
	for _, i := range resolved.Missing {
		set.Notes = append(set.Notes, fmt.Sprintf("%s (%d) is not in this vocabulary", i.Concept.Name, i.Concept.ID))
	}
	set.Concepts, set.Notes = resolved.Members, append(set.Notes, resolved.Notes...)
	shaped := &ShapedSet{Set: set, Expression: e}
	if name == "" {
		return shaped, nil
	}
	saved, err := a.Sets().Save(conceptset.Saved{
		Name: name, At: time.Now().UTC().Truncate(time.Second), Domain: set.Entity.Domain, Text: set.Entity.Text,
		Vocabulary: v.Info().Version, Expression: e, Concepts: resolved.IDs(),
	})
	shaped.Saved = &saved
	return shaped, err
}

// Occurrences count the records and people of each of the concepts that has any.
func (a *App) Occurrences(ctx context.Context, ids []int64) (map[int64]info.Occurrence, error) {
	db, err := a.database(ctx)
	if err != nil {
		return nil, err
	}
	return db.usage().Occurrences(ctx, ids)
}

// Recommended are concepts that records have and that a set may be missing, the most used first.
type Recommended struct {
	Concepts []conceptset.Neighbour
	Counts   map[int64]info.Occurrence // of records that the set does not count already
	Looked   int                       // concepts near the set that were looked at
}

// Recommend looks for what a set may be missing.
func (a *App) Recommend(ctx context.Context, set coding.ConceptSet) (*Recommended, error) {
	db, err := a.database(ctx)
	if err != nil {
		return nil, err
	}
	v, err := a.SearchedVocabulary(ctx)
	if err != nil {
		return nil, err
	}
	found, err := conceptset.Neighbours(ctx, v, set)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(found))
	for i, n := range found {
		ids[i] = n.Concept.ID
	}
	counts, err := db.usage().Outside(ctx, ids, set.IDs())
	if err != nil {
		return nil, err
	}
	return &Recommended{conceptset.MostUsed(found, func(id int64) int {
		return counts[id].People
	}), counts, len(found)}, nil
}

// Remember writes down that words mean a concept, or never mean it. The concept is looked up in the vocabulary.
func (a *App) Remember(ctx context.Context, d conceptset.Decision) (conceptset.Decision, error) {
	v, err := a.SearchedVocabulary(ctx)
	if err != nil {
		return d, err
	}
	k, err := v.Concept(d.Concept)
	if err != nil {
		return d, fmt.Errorf("remembering a decision: %w", err)
	}
	d.Concept, d.Name, d.At = k.ID, k.Name, time.Now().UTC().Truncate(time.Second)
	return d, a.Decisions().Add(d)
}
