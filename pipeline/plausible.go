package pipeline

import (
	"context"
	"fmt"
	"slices"

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
func (p *Pipeline) plausible(ctx context.Context, r *Run) error {
	odd, err := p.oddities(ctx, r)
	if err != nil {
		return err
	}
	_, mends := p.parts.Writer.(mender)
	for _, o := range odd {
		if r.Question != "" && (o.impossible || mends) {
			return &implausible{o}
		}
	}
	for _, o := range odd {
		r.Warnings = append(r.Warnings, o.finding())
	}
	return nil
}

// oddities lists what is odd about a result, what is impossible first.
func (p *Pipeline) oddities(ctx context.Context, r *Run) ([]oddity, error) {
	var all []oddity
	add := func(more []oddity, err error) error {
		all = append(all, more...)
		return err
	}
	all = append(all, beyondWhole(r.Table, r.SQL)...)
	all = append(all, partBeyondWhole(r.Table, r.SQL)...)
	if err := add(p.beyondPeople(ctx, r)); err != nil {
		return nil, err
	}
	if err := add(p.unrecordedUnits(ctx, r)); err != nil {
		return nil, err
	}
	all = append(all, p.beyondYears(ctx, r.Table, r.SQL)...)
	all = append(all, allNull(r.Table, r.SQL)...)
	return all, add(p.emptyAlthough(ctx, r))
}

// emptyAlthough reports a result that holds nothing although each entity has records of its own.
func (p *Pipeline) emptyAlthough(ctx context.Context, r *Run) ([]oddity, error) {
	what := emptiness(r.Table)
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

// emptiness says in which way a result holds nothing; "" for one that holds something.
func emptiness(t *omop.Table) string {
	switch {
	case len(t.Rows) == 0:
		return "its result has no rows"
	case len(t.Rows) > 1 || len(t.Rows[0]) == 0:
		return ""
	}
	row := t.Rows[0]
	switch {
	case row[0] == nil:
		return "its result is NULL"
	case row[0] == int64(0), row[0] == 0.0 && (len(row) == 1 || slices.Contains(row, any(int64(0)))): // a share beside what it is a share of
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
