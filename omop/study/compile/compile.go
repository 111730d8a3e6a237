// Package compile turns a study question into SQL. It is where the meaning that package study writes down becomes
// tables and joins, and it refuses what it cannot say rather than say something near it.
//
// A worked example. "What percentage of patients with stroke took atorvastatin before it?" has the population
// {condition stroke, first} and the outcome {drug atorvastatin, to -1 day}. The population puts records into the FROM
// of a query; the outcome becomes a condition on such a record; the measure counts over both:
//
//	SELECT ROUND(100.0 * COUNT(DISTINCT f.person_id) FILTER (WHERE f.hit = 1) / NULLIF(COUNT(DISTINCT f.person_id), 0), 2) AS percentage, …
//	FROM (SELECT co.person_id, CASE WHEN EXISTS (…) THEN 1 ELSE 0 END AS hit
//	      FROM (SELECT person_id, MIN(condition_start_date) AS first_date …) AS co) AS f
//
// One file holds one measure (count.go, share.go, …), one place the groupings (stratum.go), and one each events,
// relations and criteria; they meet in query and record, so that each measure works with every grouping and filter.
//
// The package knows tables from omop/schema alone. Concept sets stay placeholders, which package coding resolves.
// The SQL is of the kind that DuckDB and PostgreSQL both run.
package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/study"
)

// Plan is a compiled question.
type Plan struct {
	SQL     string   // a template: concept sets are placeholders such as [condition@stroke]
	Columns []Column // of SQL, in its order
	Support []string // further columns of SQL, which intervals are computed from and which are not shown
	Bounds  []Bound  // the intervals
	Pairs   bool     // it compares two groups: where a count of one is hidden, what is made of both is
	Steps   bool     // its rows count up over the last stratum: their differences are counts, too
	// People is a template that lists who is behind each row of SQL: the columns of role Stratum, then person_id,
	// without duplicates. It has further columns: counted, 1 for people of the numerator, beside shares; group_no
	// beside comparisons; value beside statistics, one row a value, and NULL where a person is only counted. Empty
	// where no people are counted.
	People string
	// Weighed is a template for how many people the first estimate of each row rests on, where they weigh differently:
	// the columns of role Stratum, then numbers of people who must be enough. Empty for other estimates.
	Weighed string
	Behind  string   // the column of Support that counts the people behind each row; empty where only People tells
	Ranked  *Ranking // nil where the rows are in the order of the strata
	Notes   []string // what a reader of the answer must know of how it was counted
}

// Ranking says that rows are in the order of a number. Names are names of columns.
type Ranking struct {
	Within []string // rows that have the same in these have an order of their own
	By     string   // the column of the number
	Of     []string // what is ranked where it has several rows each, by a number that is none of theirs; By is empty
	Parts  []string // values of the first column of Within whose rows are ranked; nil for all
	First  int      // how many are put out at the most; 0 for all
	Kept   bool     // those of a smaller number are left out
}

// Column is one column of the answer.
type Column struct {
	Name string
	Role Role
	Of   study.Unit // what a count counts
}

// Role says what a column holds.
type Role string

// The roles. A Number is a statistic of a quantity: a mean, a sum, a minimum.
const (
	Stratum     Role = "stratum"
	Count       Role = "count"
	Numerator   Role = "numerator"
	Denominator Role = "denominator"
	Estimate    Role = "estimate"    // a share, a rate, a ratio: of other columns
	Number      Role = "number"      // a statistic of a quantity
	PersonTime  Role = "person_time" // in years
	Low         Role = "low"         // of an interval around the estimate
	High        Role = "high"
	Date        Role = "date"
	Name        Role = "name"       // says more about the stratum beside it: the vocabulary of a code
	Change      Role = "change"     // of the count to the row before
	Difference  Role = "difference" // of this row from that of the other group
)

// Options say for which database.
type Options struct {
	CDM string // "5.3" or "5.4"; empty is 5.4
	// Recorded, where given, tells in which units the database has values of a measurement, so that they are compared
	// in one.
	Recorded func(measured []study.Entity) Recorded
	// Plans, where given, tells which plans and payers the database names, so that another name is refused.
	Plans func() []string
}

// Version is a version of the CDM, as a database says it, for Options.CDM.
func Version(cdm string) string {
	if cdm == "5.3" {
		return cdm
	}
	return ""
}

// Unsupported says which field of a question cannot be compiled, and why.
type Unsupported struct {
	Field string // as in study.FieldError
	Why   string
	Data  bool // it is this database that lacks what is asked for
}

func (e *Unsupported) Error() string {
	return fmt.Sprintf("compile the question: %s: %s", e.Field, e.Why)
}

// Compile returns the SQL of a question. The error is that of Validate, or an *Unsupported.
func Compile(q *study.Question, opts Options) (*Plan, error) {
	c, err := newCompiler(q, opts)
	if err != nil {
		return nil, err
	}
	if at := eachGroup(q); at >= 0 {
		return besideEachOther(q, at, opts)
	}
	c.refuseMembership()
	measure, ok := measures[q.Measure.Kind]
	if !ok {
		return nil, &Unsupported{Field: "measure.kind", Why: fmt.Sprintf("%s is not compiled yet", q.Measure.Kind)}
	}
	measure(c)
	if c.refusal != nil {
		return nil, c.refusal
	}
	return c.plan, nil
}

func newCompiler(q *study.Question, opts Options) (*compiler, error) {
	if err := q.Validate(); err != nil {
		return nil, err
	}
	if opts.CDM == "" {
		opts.CDM = "5.4"
	}
	model, err := schema.For(opts.CDM)
	if err != nil {
		return nil, fmt.Errorf("compile the question: %w", err)
	}
	return &compiler{question: q, schema: model, options: opts, used: map[string]int{}, plan: &Plan{}}, nil
}

// refuseMembership refuses what says when people are members of a cohort, where the measure would pass it over.
func (c *compiler) refuseMembership() {
	p := &c.question.Population
	for _, f := range []struct {
		field string
		set   bool
	}{{"limit", p.Limit != study.Any}, {"censor", len(p.Censor) > 0}, {"within", p.Within != nil}} {
		if f.set {
			c.refuse("population."+f.field,
				"a measure of such a population is asked of the cohort: keep it, and ask \"In cohort NAME, …\"")
		}
	}
}

// measures compile the kinds of measures.
var measures map[study.Kind]func(*compiler)

func init() {
	measures = map[study.Kind]func(*compiler){
		study.Count:               (*compiler).count,
		study.Share:               (*compiler).share,
		study.Number:              (*compiler).number,
		study.Rate:                (*compiler).rate,
		study.PersonTime:          (*compiler).personTime,
		study.Prevalence:          (*compiler).prevalence,
		study.Proportion:          (*compiler).proportion,
		study.Characteristics:     (*compiler).characteristics,
		study.DrugUse:             (*compiler).drugUse,
		study.Pathways:            (*compiler).pathways,
		study.Restart:             (*compiler).restart,
		study.Indication:          (*compiler).indication,
		study.Treatments:          (*compiler).treatmentsAround,
		study.Covered:             (*compiler).patientsCovered,
		study.Attrition:           (*compiler).attrition,
		study.Comparison:          (*compiler).comparison,
		study.Overlap:             (*compiler).overlap,
		study.Survival:            (*compiler).survival,
		study.CumulativeIncidence: (*compiler).cumulativeIncidence,
		study.Persistence:         (*compiler).persistence,
		study.Sequences:           (*compiler).sequences,
		study.Ratio:               (*compiler).ratio,
		study.Coverage:            (*compiler).coverage,
		study.Distribution:        (*compiler).distribution,
	}
}

// compiler is the state of one compilation.
type compiler struct {
	question *study.Question
	schema   *schema.Schema
	options  Options
	used     map[string]int // aliases
	plan     *Plan
	refusal  error // the first; compilation goes on, its result is thrown away
	cohort   bool  // compiles members of a cohort
	sets     []conceptSet
}

// refuse ends the compilation without SQL.
func (c *compiler) refuse(field, why string, args ...any) {
	if c.refusal == nil {
		c.refusal = &Unsupported{Field: field, Why: fmt.Sprintf(why, args...)}
	}
}

// alias returns a name that no other part of the statement has: co, co2, …
func (c *compiler) alias(short string) string {
	c.used[short]++
	if n := c.used[short]; n > 1 {
		return fmt.Sprint(short, n)
	}
	return short
}
