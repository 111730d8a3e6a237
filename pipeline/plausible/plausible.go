// Package plausible looks at results for what a right query hardly has, or cannot have at all: more people than the
// database holds, a share above the whole, nobody where everything asked for is recorded, a year in which nobody is
// observed. Example: of
//
//	SELECT 100.0 * COUNT(DISTINCT c.person_id) / 50 AS percent FROM condition_occurrence c
//
// a result of 140 is impossible. What a column can hold is read off the tree of its SQL or the roles that the compiler
// gave it (bounds.go); what its name says is worth a remark only (names.go). It knows nothing of how a query came to
// be, or of what is done about an oddity.
package plausible

import (
	"context"
	"fmt"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/cell"
)

// Data tells of the database what results are judged by.
type Data interface {
	// People returns the number of people of the database.
	People(ctx context.Context) (int64, error)
	// Years returns the first and the last year in which anyone is observed, or false where that is unknown.
	Years(ctx context.Context) (first, last int, ok bool)
	// Units returns the units in which values of the measurements are recorded, the
	// most frequent first; of records without a unit concept, what their source has for it.
	Units(ctx context.Context, measurements []int64) ([]Unit, error)
}

// Unit is a unit of measurement.
type Unit struct {
	Concept int64
	Source  string // unit_source_value of records whose unit concept is 0 or none
	Name    string
	Code    string // in UCUM
	People  int    // who have such values
}

// Shown names a unit for a reader.
func (u Unit) Shown() string {
	switch {
	case u.Concept == 0:
		return "no unit"
	case u.Name == "":
		return fmt.Sprintf("the unit %d", u.Concept)
	}
	return u.Name
}

// Judge judges results by a database.
type Judge struct {
	Data   Data               // nil asks only what the result shows itself
	Parser sqltree.Serializer // nil leaves out what is read off the SQL
	Usage  coding.Usage       // tells which concepts have records; nil takes an empty result for plausible
}

// Result is a result with how it came about.
type Result struct {
	Question string // "" for SQL that somebody wrote
	SQL      string // that was run
	Table    *omop.Table
	Plan     *compile.Plan       // of the study question that SQL was compiled of; nil for other SQL
	Concepts []coding.ConceptSet // that SQL looks for
}

// Oddity is something about a result that a right query hardly has, or cannot have at all.
type Oddity struct {
	Rule       string
	What       string // without any number of the result
	Impossible bool
	Remark     bool // rests on a name or on a guess: it is worth saying, and no reason to write the query again
}

// Finding is the oddity as something to say beside the result.
func (o Oddity) Finding() omop.Finding {
	severity := omop.SeverityWarning
	if o.Impossible {
		severity = omop.SeverityError
	}
	return omop.Finding{Rule: o.Rule, Severity: severity, Message: o.Error()}
}

// Error says the oddity as a sentence.
func (o Oddity) Error() string { return "The query ran, but " + o.What + "." }

// Oddities lists what is odd about a result, what is impossible first.
func (j Judge) Oddities(ctx context.Context, r Result) ([]Oddity, error) {
	people, err := j.people(ctx)
	if err != nil {
		return nil, err
	}
	bounds := j.bounds(ctx, r)
	all := beyondBound(r.Table, bounds, people, r.SQL)
	all = append(all, morePeopleThanAsked(r, people)...)
	units, err := j.unrecordedUnits(ctx, r)
	if err != nil {
		return nil, err
	}
	all = append(all, units...)
	empty, err := j.emptyAlthough(ctx, r, bounds)
	if err != nil {
		return nil, err
	}
	all = append(all, empty...)
	if len(all) == 0 { // what a name says adds nothing to what the tree does
		all = append(all, remarks(r.Table, people, r.SQL)...)
	}
	all = append(all, j.beyondYears(ctx, r.Table, r.SQL)...)
	all = append(all, beyondFollowUp(r)...)
	return append(all, allNull(r)...), nil
}

// people is how many the database has; 0 where nobody knows.
func (j Judge) people(ctx context.Context) (int64, error) {
	if j.Data == nil {
		return 0, nil
	}
	n, err := j.Data.People(ctx)
	if err != nil {
		return 0, fmt.Errorf("looking whether the result is plausible: %w", err)
	}
	return n, nil
}

// emptyAlthough reports a result that holds nothing although each entity has records of its own.
func (j Judge) emptyAlthough(ctx context.Context, r Result, bounds []columnBound) ([]Oddity, error) {
	what := emptiness(r.Table, bounds)
	if what == "" {
		return nil, nil
	}
	explained, err := j.absent(ctx, r.Concepts)
	if err != nil || explained {
		return nil, err
	}
	return []Oddity{
		{Rule: "empty-result", What: what + ", although every entity in it has records when looked at alone: " +
			"look for a condition or a join that excludes everything, and for what is compared with what (of two events of one day neither is after the other)"},
	}, nil
}

// HoldsNothing reports whether a result has no rows, is NULL or counts nobody and nothing.
func (j Judge) HoldsNothing(ctx context.Context, r Result) bool {
	return emptiness(r.Table, j.bounds(ctx, r)) != ""
}

// emptiness says in which way a result holds nothing; "" for one that holds something. A minimum, a mean or a share of
// 0 is a value: only where every count is 0 nothing was counted. Where it is not known what the columns are, a single
// whole 0 is a count.
func emptiness(t *omop.Table, bounds []columnBound) string {
	switch {
	case len(t.Rows) == 0:
		return "its result has no rows"
	case len(t.Rows) > 1 || len(t.Rows[0]) == 0:
		return ""
	}
	row := t.Rows[0]
	null, counts, some := true, 0, false
	for i, v := range row {
		null = null && v == nil
		if bounds != nil && bounds[i].counts == countsNothing || bounds == nil && len(row) > 1 {
			continue
		}
		x, ok := cell.Number(v)
		if _, whole := v.(int64); ok && (whole || bounds != nil) {
			counts, some = counts+1, some || x != 0
		}
	}
	switch {
	case null:
		return "its result is NULL"
	case counts > 0 && !some:
		return "it counts nothing"
	}
	return ""
}

// absent reports whether one of the concept sets has no record at all, which explains an empty result.
func (j Judge) absent(ctx context.Context, sets []coding.ConceptSet) (bool, error) {
	if j.Usage == nil || len(sets) == 0 {
		return true, nil
	}
	for _, s := range sets {
		used, err := j.Usage.Used(ctx, s.IDs())
		if err != nil {
			return false, fmt.Errorf("looking whether the empty result is plausible: %w", err)
		}
		if len(used) == 0 {
			return true, nil
		}
	}
	return false, nil
}
