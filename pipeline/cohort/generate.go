package cohort

import (
	"context"
	"fmt"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/results"
)

// Generate finds the people of a definition: since when and until when each belongs to it. No error tells a number of
// people below minCell.
func Generate(
	ctx context.Context,
	engine omop.Engine,
	coder coding.Coder,
	c *study.Cohort,
	opt compile.Options,
	minCell int,
) (*Made, error) {
	m, err := compile.CompileMembers(c, opt)
	if err != nil {
		return nil, err
	}
	g := generation{ctx, engine, coder}
	made := &Made{Since: "the index date", Inclusion: &results.Inclusion{}}
	t, sql, err := g.query(m.SQL, mostEntries)
	if err != nil {
		return nil, fmt.Errorf("finding the people of the cohort: %w", err)
	}
	made.SQL = sql
	if t.Truncated {
		return nil, fmt.Errorf("the cohort has more than %d rows", mostEntries)
	}
	if made.Entries, made.People, err = entries(t, minCell); err != nil {
		return nil, err
	}
	for i := range c.Criteria {
		made.Inclusion.Rules = append(made.Inclusion.Rules, ruleName(&c.Criteria[i], i))
	}
	if made.Steps, err = g.attrition(m, made); err != nil {
		return nil, err
	}
	return made, g.count(m, made.Inclusion)
}

func ruleName(k *study.Criterion, i int) string {
	if k.Name != "" {
		return k.Name
	}
	return fmt.Sprintf("criterion %d", i+1)
}

// generation runs the templates of a compiled cohort.
type generation struct {
	ctx    context.Context
	engine omop.Engine
	coder  coding.Coder
}

func (g generation) query(template string, rows int) (t *omop.Table, sql string, err error) {
	if sql, _, err = coding.CodeTemplate(g.ctx, g.coder, template); err != nil {
		return nil, "", err
	}
	t, err = g.engine.Query(g.ctx, sql, omop.Limit{Time: makeTime, Rows: rows, Bytes: mostBytes})
	return t, sql, err
}

// attrition are the people left after each criterion, and in the end those who are members.
func (g generation) attrition(m *compile.Members, made *Made) ([]results.Step, error) {
	t, _, err := g.query(m.Attrition, 1)
	if err != nil {
		return nil, fmt.Errorf("counting the people left after each inclusion rule: %w", err)
	}
	var steps []results.Step
	for i, cell := range t.Rows[0] {
		n, ok := cell.(int64)
		if !ok {
			return nil, fmt.Errorf("a number of people is %T", cell)
		}
		name := "entry event, in observation"
		if i > 0 {
			name = made.Inclusion.Rules[i-1]
		}
		steps = append(steps, results.Step{Criterion: name, People: int(n)})
	}
	return append(steps, results.Step{Criterion: "members", People: made.People}), nil
}

// count fills in how many meet which rules.
func (g generation) count(m *compile.Members, in *results.Inclusion) error {
	const mostMasks = 1_000_000
	t, _, err := g.query(m.Matches, mostMasks)
	if err != nil {
		return fmt.Errorf("counting who meets which inclusion rules: %w", err)
	}
	for _, row := range t.Rows {
		var n [3]int64
		for i := range n {
			v, ok := whole(row[i])
			if !ok {
				return fmt.Errorf("a number of the inclusion rules is %T", row[i])
			}
			n[i] = v
		}
		in.Matches = append(in.Matches, results.Match{Mode: int(n[0]), Mask: n[1], Number: n[2]})
	}
	if m.Cut == "" {
		return nil
	}
	if t, _, err = g.query(m.Cut, 1); err != nil {
		return fmt.Errorf("counting whom the calendar time leaves out: %w", err)
	}
	lost, _ := whole(t.Rows[0][0])
	n := int(lost)
	in.Lost = &n
	return nil
}

func whole(v any) (int64, bool) {
	switch n := v.(type) {
	case int64:
		return n, true
	case int32:
		return int64(n), true
	}
	return 0, false
}
