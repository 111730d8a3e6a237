// Package asked reads a question for package check: which concepts, times and groups it names, so that the rules can
// compare a statement with what was asked.
package asked

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/mask"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// Meaning reads a question by the names of a vocabulary. Its Question is nil where the question can't be read as a
// whole; what it names is there all the same. Loose finds a text by its words in another order; nil finds none.
func Meaning(ctx context.Context, reader *read.Reader, words *vocab.Vocabulary, loose func(string) []vocab.Hit,
	question string) (check.Meaning, error) {
	reading, err := reader.Read(ctx, withoutDialect(question))
	if err != nil {
		return check.Meaning{}, err
	}
	readPlain := ""
	if plain := WithoutAsides(question); reading.Question == nil && plain != question {
		if again, err := reader.Read(ctx, plain); err == nil && again.Question != nil {
			reading, readPlain = again, plain
		}
	}
	masked, err := mask.New(names{words, loose}).Mask(ctx, withoutDialect(question))
	if err != nil {
		return check.Meaning{}, err
	}
	kept := map[string][]check.Concept{}
	return check.Meaning{Question: reading.Question, Plain: readPlain, Part: reading.Partial,
		Named: named(masked), Limits: limits(masked),
		Concepts: func(e study.Entity) []check.Concept {
			key := fmt.Sprint(e.Text, e.IDs)
			if _, known := kept[key]; !known {
				kept[key] = conceptsOf(words, loose, e)
			}
			return kept[key]
		}}, nil
}

// names are a vocabulary's names, and with loose those in another order of their words.
type names struct {
	*vocab.Vocabulary
	loose func(string) []vocab.Hit
}

// Loose implements mask.LooseTerms.
func (n names) Loose(text string) []vocab.Hit {
	if n.loose == nil {
		return nil
	}
	return n.loose(text)
}

// named are the events of the entities that a question names.
func named(m rag.Masked) []study.Event {
	var out []study.Event
	for _, e := range m.Entities {
		out = append(out, study.Event{Domain: study.Domain(e.Domain), Concepts: []study.Entity{{Text: e.Text}}})
	}
	return out
}

// limits are the ages, times and groups that a question names.
func limits(m rag.Masked) []check.Limit {
	var out []check.Limit
	for _, c := range m.Constraints {
		out = append(out, check.Limit{Kind: string(c.Kind), Op: c.Op, Values: c.Values, Unit: c.Unit})
	}
	return out
}

// conceptsOf lists the concepts that an entity can mean: those of its name, or else of its words, and what they map to.
func conceptsOf(words *vocab.Vocabulary, loose func(string) []vocab.Hit, e study.Entity) []check.Concept {
	var out []check.Concept
	for _, c := range words.Concepts(e.IDs) {
		out = append(out, Concept(c))
	}
	if e.Text == "" {
		return out
	}
	hits := words.Lookup(vocab.Normalize(e.Text))
	if len(hits) == 0 && loose != nil {
		hits = loose(e.Text)
	}
	for _, h := range hits {
		out = append(out, Concept(h.Concept))
		for _, standard := range words.MapsTo(h.Concept.ID) {
			out = append(out, Concept(standard))
		}
	}
	return out
}

// Concept is what the rules need of a concept.
func Concept(c vocab.Concept) check.Concept {
	return check.Concept{
		ID: c.ID, Name: c.Name, Domain: c.Domain, Vocabulary: c.Vocabulary, Code: c.Code, Class: c.Class,
		Standard: c.Standard, Invalid: c.Invalid,
	}
}

// WithoutAsides leaves out what stands in brackets, which mostly says again what is asked, or how it is recorded: "(by
// admission date)", "(LOINC 4548-4)".
func WithoutAsides(question string) string {
	var b strings.Builder
	depth := 0
	for _, r := range question {
		switch {
		case r == '(':
			depth++
		case r == ')' && depth > 0:
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// withoutDialect leaves out a last remark that names the SQL's dialect: "… of each patient. (PostgreSQL)".
func withoutDialect(question string) string {
	q := strings.TrimSpace(question)
	at := strings.LastIndexByte(q, '(')
	if at < 0 || !strings.HasSuffix(q, ")") {
		return question
	}
	switch strings.ToLower(q[at+1 : len(q)-1]) {
	case "postgresql", "postgres", "sql server", "t-sql", "snowflake", "bigquery", "duckdb", "spark", "spark sql",
		"databricks", "redshift", "oracle":
		return strings.TrimSpace(q[:at])
	}
	return question
}
