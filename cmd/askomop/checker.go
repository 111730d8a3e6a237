package main

import (
	"context"
	"errors"

	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/vocab"
)

// Checker applies the OMOP rules for this database's version and vocabulary to templates before they are coded and run.
func (p *parts) Checker(ctx context.Context) (pipeline.Checker, error) {
	return p.rulesOver(ctx, true)
}

// rulesOver returns the rules, stricter where the SQL was generated than where a person wrote it.
func (p *parts) rulesOver(ctx context.Context, generated bool) (*check.Checker, error) {
	engine, words, err := p.engineAndVocabulary(ctx)
	if err != nil {
		return nil, err
	}
	layout, has, err := info.Layout(ctx, engine.DB())
	if err != nil {
		return nil, err
	}
	return check.New(check.Options{
		Parser: engine, Schema: layout, Vocabulary: concepts{words}, Generated: generated,
		Table: func(_, name string) bool { return has(name) },
	}), nil
}

// concepts looks concepts up for the rules.
type concepts struct{ words *vocab.Vocabulary }

// wholeVocabulary is the number of concepts from which a vocabulary is no sample
// that was cut to its data: Athena's smallest downloads have more.
const wholeVocabulary = 500_000

// Concept implements check.Vocabulary.
func (c concepts) Concept(_ context.Context, id int64) (check.Concept, bool, error) {
	found, err := c.words.Concept(id)
	if errors.Is(err, vocab.ErrNotFound) {
		return check.Concept{}, false, nil
	}
	return ruleConcept(found), err == nil, err
}

// MapsTo implements check.Vocabulary.
func (c concepts) MapsTo(_ context.Context, id int64) ([]check.Concept, error) {
	var out []check.Concept
	for _, target := range c.words.MapsTo(id) {
		out = append(out, ruleConcept(target))
	}
	return out, nil
}

// Descendants implements check.Vocabulary.
func (c concepts) Descendants(ctx context.Context, id int64) ([]int64, error) {
	closure, err := c.words.Descendants(ctx, []int64{id})
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(closure.Descendants))
	for i, d := range closure.Descendants {
		ids[i] = d.Concept.ID
	}
	return ids, nil
}

// Complete implements check.Vocabulary.
func (c concepts) Complete() bool { return c.words.Info().Concepts >= wholeVocabulary }

func ruleConcept(c vocab.Concept) check.Concept {
	return check.Concept{ID: c.ID, Name: c.Name, Domain: c.Domain, Vocabulary: c.Vocabulary, Class: c.Class, Standard: c.Standard, Invalid: c.Invalid}
}
