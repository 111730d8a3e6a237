package main

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/vocab"
)

// Checker applies the OMOP rules for this database's version and vocabulary to
// templates before they are coded and run. The database's catalog is read while the question is: the first
// template waits for it.
func (p *parts) Checker(ctx context.Context) (pipeline.Checker, error) {
	engine, words, err := p.engineAndVocabulary(ctx)
	if err != nil {
		return nil, err
	}
	made := make(chan struct{})
	c := &awaitedChecker{made: made}
	p.closeLater(c)
	go func() {
		defer close(made)
		c.rules, c.err = p.newChecker(ctx, engine, words, true)
	}()
	return c, nil
}

// awaitedChecker is a checker under way.
type awaitedChecker struct {
	made  <-chan struct{}
	rules *check.Checker
	err   error
}

// Close waits for the end of the reading: a database is not closed under it. To interrupt
// it would take longer.
func (c *awaitedChecker) Close() error {
	<-c.made
	return nil
}

// Check implements pipeline.Checker.
func (c *awaitedChecker) Check(ctx context.Context, template string) ([]omop.Finding, error) {
	select {
	case <-c.made:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if c.err != nil {
		return nil, c.err
	}
	return c.rules.Check(ctx, template)
}

// rulesOver returns the rules for SQL that a person wrote, or as strict as for generated SQL.
func (p *parts) rulesOver(ctx context.Context, generated bool) (*check.Checker, error) {
	engine, words, err := p.engineAndVocabulary(ctx)
	if err != nil {
		return nil, err
	}
	return p.newChecker(ctx, engine, words, generated)
}

// newChecker makes the rules, stricter where the SQL is generated than where a person wrote it.
func (p *parts) newChecker(ctx context.Context, engine *duckdb.Engine, words *vocab.Vocabulary, generated bool) (*check.Checker, error) {
	layout, has, err := info.Layout(ctx, engine.DB())
	if err != nil {
		return nil, err
	}
	return check.New(check.Options{
		Parser: engine, Schema: layout, Vocabulary: concepts{words}, Generated: generated,
		Table: func(_, name string) bool { return has(name) },
		Years: years(engine.DB()), Severities: p.settings.Severity,
	}), nil
}

// years tells which years people are observed in, read when it is first asked for.
func years(db *sql.DB) func(context.Context) (first, last int, ok bool) {
	var mu sync.Mutex
	var from, to sql.NullInt64
	read := false
	return func(ctx context.Context) (int, int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if !read {
			const query = "SELECT YEAR(MIN(observation_period_start_date)), YEAR(MAX(observation_period_end_date)) FROM observation_period"
			if err := db.QueryRowContext(ctx, query).Scan(&from, &to); err != nil {
				return 0, 0, false // a database without the table, or one that is being closed
			}
			read = true
		}
		return int(from.Int64), int(to.Int64), from.Valid && to.Valid
	}
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
