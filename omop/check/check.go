package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/sqltree/plainform"
	"github.com/askomop/askomop/omop/study"
)

// Options say what a Checker checks against. Parser and Schema are needed.
type Options struct {
	Parser sqltree.Serializer
	Schema *schema.Schema
	// Vocabulary looks concepts up; nil leaves the rules out that need it.
	Vocabulary Vocabulary
	// Generated applies the stricter severities of SQL that a program wrote.
	Generated bool
	// Years returns the first and the last year of the database's events, or false
	// where they are unknown; nil is unknown too.
	Years func(ctx context.Context) (first, last int, ok bool)
	// Table reports whether the database has a table beyond the CDM's; nil is none.
	Table func(schema, name string) bool
	// BirthDates reports whether the database fills birth_datetime; nil is unknown.
	BirthDates func(ctx context.Context) bool
	// Meaning reads a question that a statement is to answer; its Question is nil where it can't be read. A nil Meaning
	// reads none.
	Meaning func(ctx context.Context, question string) (Meaning, error)
	// Results runs a statement beside the question that it is to answer, and says what their results tell of it; nil
	// runs nothing.
	Results func(ctx context.Context, asked Asked) (Results, error)
	// Compare runs two statements and says whether they come to the same; nil runs nothing.
	Compare func(ctx context.Context, statement, other string) (Comparison, error)
	// Units lists the concepts of the units in which the database has values of concepts, or false where that is
	// unknown; nil is unknown.
	Units func(ctx context.Context, concepts []int64) (units []int64, ok bool)
	// BirthDays reports whether the database has the month and the day of everybody's birth; nil is unknown.
	BirthDays func(ctx context.Context) bool
	// Arithmetic tells how the engine computes with integers; the zero value is DuckDB's way.
	Arithmetic Arithmetic
	// Severities sets the severity of rules by id; Off leaves a rule out.
	Severities map[string]omop.Severity
}

// Arithmetic tells how an engine computes with integers.
type Arithmetic struct {
	IntegerDivision bool // 3 / 4 is 0, as in PostgreSQL and SQL Server
	IntegerAverage  bool // AVG of integers is an integer, as in SQL Server
}

// Computing returns a Checker for SQL of an engine that computes so.
func (c *Checker) Computing(a Arithmetic) *Checker {
	next := *c
	next.opt.Arithmetic = a
	return &next
}

// Asked is a statement beside the question that it is to answer.
type Asked struct {
	Question, Statement string
	// Own are the concepts by which the statement chooses what a text of the question names, by that text.
	Own map[string]study.Entity
}

// Results is what running a statement beside its question tells. The zero value is that nothing is wrong, or that
// nothing can be told.
type Results struct {
	Message  string
	Same     bool // both give the same number, and not 0
	Allowed  bool // the words of the question allow the statement's result, too
	Concepts bool // nothing is other but the concepts by which records are chosen
	Trial    bool // on a database that is not the statement's own
	Far      bool // the question's number is much larger, and not only by a few people
	Short    bool // it is much smaller, as of people without what is chosen too narrowly
	Nobody   bool // the question's own number is 0: it can be misunderstood
}

// Comparison is what running two statements tells. The zero value is that nothing can be told.
type Comparison struct {
	Known, Same  bool
	Given, Other string // the numbers, where they may be shown
}

// Running returns a Checker that also runs statements beside their questions.
func (c *Checker) Running(f func(ctx context.Context, asked Asked) (Results, error)) *Checker {
	next := *c
	next.opt.Results = f
	return &next
}

// Comparing returns a Checker that also runs a statement beside another form of it.
func (c *Checker) Comparing(f func(ctx context.Context, statement, other string) (Comparison, error)) *Checker {
	next := *c
	next.opt.Compare = f
	return &next
}

// Off as a severity leaves a rule out.
const Off omop.Severity = "off"

// Checker applies the rules. It is safe for concurrent use when its Options' parts are.
type Checker struct {
	opt   Options
	rules []Rule
	asked string // the question, where it is not the text's own
}

// Version is that of the CDM whose tables the rules go by: "5.3" or "5.4".
func (c *Checker) Version() string { return c.opt.Schema.Version }

// New returns a Checker. It panics without a Parser or a Schema, which is a mistake of the program.
func New(opt Options) *Checker {
	if opt.Parser == nil || opt.Schema == nil {
		panic("check.New: Options.Parser and Options.Schema are needed")
	}
	c := &Checker{opt: opt}
	for _, r := range Rules() {
		if opt.Severities[r.ID] != Off && (!r.Vocabulary || opt.Vocabulary != nil) {
			c.rules = append(c.rules, r)
		}
	}
	return c
}

// Check returns what the rules find in a SQL template, in order of place; findings
// that a comment of the template accepts are left out. The error is a
// *omop.QueryError, with line and column where they are known, for a template that
// does not parse or is not one SELECT, and any other for a failure of the parser or
// the vocabulary.
func (c *Checker) Check(ctx context.Context, template string) ([]omop.Finding, error) {
	tree, err := sqltree.Parse(ctx, c.opt.Parser, template)
	if err != nil {
		return nil, sqltree.AsQueryError(template, err)
	}
	reworded := plainform.Straighten(tree)
	st := read(tree, c.opt.Schema)
	asked := withoutOtherUnits(cmp.Or(c.asked, questionOf(template)))
	st.question, st.asked = newQuestion(asked), asked
	if st.meaning, err = c.meaningOf(ctx, asked); err != nil {
		return nil, fmt.Errorf("reading the question of the statement: %w", err)
	}
	accepted := readIgnores(template)
	c = c.remembers()
	said, err := c.apply(ctx, st, &c.opt)
	if err != nil {
		return nil, err
	}
	more, err := c.ofPlainForm(ctx, st, said)
	if err != nil {
		return nil, err
	}
	found := accepted.problems()
	for _, f := range append(said, more...) {
		if s, ok := c.opt.Severities[f.Rule]; ok {
			f.Severity = s
		}
		if reworded {
			f.Fix = nil
		}
		if !accepted.cover(f) {
			found = append(found, f)
		}
	}
	if st.agrees { // what a warning fears makes no difference to this question here
		aside, err := c.ofAsides(ctx, st)
		if err != nil {
			return nil, err
		}
		for i := range found {
			_, set := c.opt.Severities[found[i].Rule]
			stays := st.otherConcepts && c.ofConcepts(found[i].Rule) || aside(found[i]) ||
				st.otherwise && slices.Contains(st.surely, found[i].Message) ||
				slices.Contains(st.regardless, found[i].Message)
			if found[i].Severity == omop.SeverityWarning && !set && !stays {
				found[i].Severity = omop.SeverityInfo
			}
		}
	}
	slices.SortStableFunc(found, func(a, b omop.Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return found, ctx.Err()
}

// apply returns what the rules say of a resolved statement.
func (c *Checker) apply(ctx context.Context, st *statement, opt *Options) ([]omop.Finding, error) {
	var found []omop.Finding
	for i := range c.rules {
		p := &pass{statement: st, ctx: ctx, opt: opt, rule: &c.rules[i]}
		p.rule.check(p)
		if p.err != nil {
			return nil, fmt.Errorf("check rule %s: %w", p.rule.ID, p.err)
		}
		found = append(found, p.findings...)
	}
	return found, nil
}

// ofPlainForm returns what the rules say only of a statement's plain form (package plainform), where a mistake stands
// that CTEs or derived tables hide. Nothing is run again, and nothing is mended in a text that reads otherwise.
func (c *Checker) ofPlainForm(ctx context.Context, st *statement, said []omop.Finding) ([]omop.Finding, error) {
	tree, other := plainform.Of(st.Tree, st.Schema)
	if !other {
		return nil, nil
	}
	form := read(tree, st.Schema)
	form.question, form.asked, form.meaning = st.question, st.asked, st.meaning
	opt := c.opt
	opt.Results, opt.Compare = nil, nil
	found, err := c.apply(ctx, form, &opt)
	found = slices.DeleteFunc(found, func(f omop.Finding) bool {
		return slices.ContainsFunc(said, func(o omop.Finding) bool { return o.Rule == f.Rule })
	})
	for i := range found {
		found[i].Fix = nil
	}
	st.regardless = append(st.regardless, form.regardless...)
	return found, err
}

// ofAsides tells which findings are about what stands in brackets in the question, where the question could be read
// only without it: that the results agree says nothing of that.
//
// Example: of "How many had two stays (at least 90 days apart)?", that nothing looks at the 90 days.
func (c *Checker) ofAsides(ctx context.Context, st *statement) (func(omop.Finding) bool, error) {
	if st.meaning.Plain == "" {
		return func(omop.Finding) bool { return false }, nil
	}
	plain := *st
	plain.asked, plain.question = st.meaning.Plain, newQuestion(st.meaning.Plain)
	plain.meaning.Limits = slices.DeleteFunc(slices.Clone(st.meaning.Limits), func(l Limit) bool {
		return slices.ContainsFunc(l.Values, func(v string) bool { return !strings.Contains(plain.asked, v) })
	})
	rule := otherQuestion()
	p := &pass{statement: &plain, ctx: ctx, opt: &c.opt, rule: &rule}
	rule.check(p)
	return func(f omop.Finding) bool {
		said := func(o omop.Finding) bool { return o.Message == f.Message }
		return f.Rule == rule.ID && !slices.ContainsFunc(p.findings, said)
	}, p.err
}

// ofConcepts reports whether a rule is of how records are chosen by concepts.
func (c *Checker) ofConcepts(rule string) bool {
	return slices.ContainsFunc(c.rules, func(r Rule) bool { return r.ID == rule && r.Group == groupConcepts })
}
