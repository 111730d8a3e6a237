package app

import (
	"context"
	"errors"
	"sync"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/pipeline/asked"
	"github.com/askomop/askomop/vocab"
)

// lateChecker applies the OMOP rules for this database's version and vocabulary to templates before they are
// coded and run. The database's catalog is read while the question is: the first template waits for it.
type lateChecker struct {
	rules   lazy[*check.Checker]
	build   func(context.Context) (*check.Checker, error)
	reading sync.WaitGroup
}

// meaningReader reads the question that a statement is to answer.
type meaningReader func(ctx context.Context, question string) (check.Meaning, error)

// startChecker begins to read the catalog.
func (b builder) startChecker(ctx context.Context, db *database, words *vocab.Vocabulary,
	read meaningReader) *lateChecker {
	c := &lateChecker{build: func(ctx context.Context) (*check.Checker, error) {
		return b.newChecker(ctx, db, words, read, true, true)
	}}
	b.opened.add(c)
	ctx = context.WithoutCancel(ctx) // others than this question wait for it, too
	c.reading.Go(func() {
		if _, err := c.rules.get(ctx, c.build); err != nil {
			b.Log.Debug("the rules are made anew when they are asked", "error", err)
		}
	})
	return c
}

// Close waits for the end of the reading: a database is not closed under it. To interrupt
// it would take longer.
func (c *lateChecker) Close() error {
	c.reading.Wait()
	return nil
}

// Check implements pipeline.Checker.
func (c *lateChecker) Check(ctx context.Context, template string) ([]omop.Finding, error) {
	rules, err := c.rules.get(ctx, c.build)
	if err != nil {
		return nil, err
	}
	return rules.Check(ctx, template)
}

// CheckFor implements pipeline.QuestionChecker.
func (c *lateChecker) CheckFor(ctx context.Context, question, template string) ([]omop.Finding, error) {
	rules, err := c.rules.get(ctx, c.build)
	if err != nil {
		return nil, err
	}
	return rules.Asking(question).Check(ctx, template)
}

// version is the version of the database's data model.
func (c *lateChecker) version(ctx context.Context) (string, error) {
	rules, err := c.rules.get(ctx, c.build)
	if err != nil {
		return "", err
	}
	return rules.Version(), nil
}

// newChecker makes the rules, stricter where the SQL is generated than where a person wrote it. What this
// database holds matters where the SQL is asked of it, or where the user named the database.
func (b builder) newChecker(ctx context.Context, db *database, words *vocab.Vocabulary,
	read meaningReader, generated, asked bool) (*check.Checker, error) {
	layout, has, err := info.Layout(ctx, db.engine.Reader())
	if err != nil {
		return nil, err
	}
	counts := info.NewCounts(db.engine.Reader())
	opt := check.Options{
		Parser: db.engine, Schema: layout, Vocabulary: concepts{words}, Generated: generated,
		Table: func(_, name string) bool { return has(name) },
		Years: counts.Years, BirthDates: counts.BirthDates, Severities: b.Severity, Meaning: read,
	}
	if b.DB != "" {
		opt.Units, opt.BirthDays = counts.Units, counts.BirthDays
	}
	if asked { // ages by years are this program's own convention, and said beside the answer
		opt.BirthDates = nil
	}
	if b.DB == "" && !asked { // the demo database is not the one for which a person wrote SQL
		opt.Years, opt.BirthDates, opt.Table = nil, nil, nil
	}
	return check.New(opt), nil
}

// Checker applies the OMOP rules to SQL that a person wrote, or as strictly as to generated SQL.
func (a *App) Checker(ctx context.Context, generated bool) (*check.Checker, error) {
	db, words, err := a.databaseAndWords(ctx)
	if err != nil {
		return nil, err
	}
	return a.build.newChecker(ctx, db, words, a.meaning, generated, false)
}

// Check applies the OMOP rules to a text in DuckDB's SQL. SQL that does not parse is a *omop.QueryError.
func (a *App) Check(ctx context.Context, sql string, generated bool) ([]omop.Finding, error) {
	rules, err := a.Checker(ctx, generated)
	if err != nil {
		return nil, err
	}
	return rules.Check(ctx, sql)
}

// concepts looks concepts up for the rules.
type concepts struct{ words *vocab.Vocabulary }

// wholeVocabulary is the number of concepts from which a vocabulary is not a sample
// that was cut to its data: Athena's smallest downloads have more.
const wholeVocabulary = 500_000

// Concept implements check.Vocabulary.
func (c concepts) Concept(_ context.Context, id int64) (check.Concept, bool, error) {
	found, err := c.words.Concept(id)
	if errors.Is(err, vocab.ErrNotFound) {
		return check.Concept{}, false, nil
	}
	return asked.Concept(found), err == nil, err
}

// MapsTo implements check.Vocabulary.
func (c concepts) MapsTo(_ context.Context, id int64) ([]check.Concept, error) {
	var out []check.Concept
	for _, target := range c.words.MapsTo(id) {
		out = append(out, asked.Concept(target))
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

// meaning reads the question that a statement is to answer, for the rules that compare the two.
func (a *App) meaning(ctx context.Context, question string) (check.Meaning, error) {
	reader, err := a.reader(ctx)
	if err != nil {
		return check.Meaning{}, err
	}
	_, words, err := a.databaseAndWords(ctx)
	if err != nil {
		return check.Meaning{}, err
	}
	rules, err := a.Rules(ctx)
	if err != nil {
		return check.Meaning{}, err
	}
	return asked.Meaning(ctx, reader, words, rules.Loose, question)
}
