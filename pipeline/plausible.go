package pipeline

import (
	"context"
	"fmt"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
)

// Data tells of the database what the sanity of results is judged by.
type Data interface {
	// People returns the number of people of the database.
	People(ctx context.Context) (int64, error)
	// Years returns the first and the last year in which anyone is observed, or false where that is unknown.
	Years(ctx context.Context) (first, last int, ok bool)
	// Units returns the units in which values of the measurements are recorded, the
	// most frequent first, at most ten; concept 0 or none is the zero Unit.
	Units(ctx context.Context, measurements []int64) ([]Unit, error)
	// Empty reports whether a table of the database holds no rows.
	Empty(ctx context.Context, table string) (bool, error)
	// Lacks returns the columns that the CDM requires of a table and that are missing, or empty in all of its rows, in
	// lower case; none for a table without rows.
	Lacks(ctx context.Context, table string) ([]string, error)
}

// Unit is a unit of measurement.
type Unit struct {
	Concept int64
	Name    string
}

// oddity is something about a result that a right query hardly has, or cannot have at all.
type oddity struct {
	rule       string
	what       string // without any number of the result
	impossible bool
	remark     bool // rests on a name or on a guess: it is said beside the answer and sends nothing back
}

func (o oddity) finding() omop.Finding {
	severity := omop.SeverityWarning
	if o.impossible {
		severity = omop.SeverityError
	}
	return omop.Finding{Rule: o.rule, Severity: severity, Message: "The query ran, but " + o.what + "."}
}

// implausible is a result that is not answered with: it goes back to the writer, or ends the run.
type implausible struct{ oddity }

func (e *implausible) Error() string { return "The query ran, but " + e.what + "." }

// plausible looks at the result. What is impossible is no answer to a question; what is
// merely odd goes back to a writer that can mend it, and is said beside the answer
// otherwise. SQL of people is run whatever comes out, and what is odd is said.
func (p *Pipeline) plausible(ctx context.Context, r *work) error {
	odd, err := p.oddities(ctx, r)
	if err != nil {
		return err
	}
	_, mends := p.parts.Writer.(mender)
	for _, o := range odd {
		if r.Question != "" && (o.impossible || mends && !o.remark) {
			return &implausible{o}
		}
	}
	for _, o := range odd {
		r.Warnings = append(r.Warnings, o.finding())
	}
	return nil
}

// oddities lists what is odd about a result, what is impossible first.
func (p *Pipeline) oddities(ctx context.Context, r *work) ([]oddity, error) {
	people, err := p.people(ctx)
	if err != nil {
		return nil, err
	}
	bounds := p.bounds(ctx, r)
	all := beyondBound(r.Table, bounds, people, r.SQL)
	all = append(all, morePeopleThanAsked(r.Run, people)...)
	units, err := p.unrecordedUnits(ctx, r)
	if err != nil {
		return nil, err
	}
	all = append(all, units...)
	empty, err := p.emptyAlthough(ctx, r, bounds)
	if err != nil {
		return nil, err
	}
	all = append(all, empty...)
	if len(all) == 0 { // what a name says adds nothing to what the tree does
		all = append(all, remarks(r.Table, people, r.SQL)...)
	}
	all = append(all, p.beyondYears(ctx, r.Table, r.SQL)...)
	return append(all, allNull(r.Table, r.SQL)...), nil
}

// people is how many the database has; 0 where nobody knows.
func (p *Pipeline) people(ctx context.Context) (int64, error) {
	if p.parts.Data == nil {
		return 0, nil
	}
	n, err := p.parts.Data.People(ctx)
	if err != nil {
		return 0, fmt.Errorf("looking whether the result is plausible: %w", err)
	}
	return n, nil
}

// emptyAlthough reports a result that holds nothing although each entity has records of its own.
func (p *Pipeline) emptyAlthough(ctx context.Context, r *work, bounds []columnBound) ([]oddity, error) {
	what := emptiness(r.Table, bounds)
	if what == "" {
		return nil, nil
	}
	explained, err := p.absent(ctx, r.Concepts)
	if err != nil || explained {
		return nil, err
	}
	return []oddity{{rule: "empty-result", what: what + ", although every entity in it has records when looked at alone: " +
		"look for a condition or a join that excludes everything, and for what is compared with what (of two events of one day neither is after the other)"}}, nil
}

// emptiness says in which way a result holds nothing; "" for one that holds something. A minimum, a mean or a share of 0 is a
// value: only where every count is 0 nothing was counted. Where it is not known what the columns are, a single whole 0 is a count.
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
		x, ok := number(v)
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
func (p *Pipeline) absent(ctx context.Context, sets []coding.ConceptSet) (bool, error) {
	if p.parts.Usage == nil || len(sets) == 0 {
		return true, nil
	}
	for _, s := range sets {
		used, err := p.parts.Usage.Used(ctx, s.IDs())
		if err != nil {
			return false, fmt.Errorf("looking whether the empty result is plausible: %w", err)
		}
		if len(used) == 0 {
			return true, nil
		}
	}
	return false, nil
}
