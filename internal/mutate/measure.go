package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// outcome is what became of one mutant.
type outcome struct {
	operator *operator
	pair     string
	wording  string
	sql      string
	caught   bool
	byRule   bool // its operator's own rule is among those that found it
	said     string
}

// tally is what became of an operator's mutants.
type tally struct {
	operator   *operator
	outcomes   []outcome
	equivalent int // the same result: no mistake
	unrunnable int // a mistake of meaning that DuckDB refuses anyway
}

// report is everything that was measured.
type report struct {
	tallies []*tally
	alarms  []string // findings on correct SQL, worded otherwise
	correct int      // correct statements checked
}

// places bounds how many mistakes of a kind are made in one pair.
const places = 3

func (h *testbed) measure(ctx context.Context, opt options) (*report, error) {
	r := &report{}
	if opt.correct > 0 {
		if err := h.checkCorrect(ctx, r, opt.correct); err != nil {
			return nil, err
		}
	}
	list := operators()
	for i := range list {
		if !strings.HasPrefix(list[i].name, opt.only) {
			continue
		}
		t := &tally{operator: &list[i]}
		if err := h.try(ctx, t, opt.each); err != nil {
			return nil, err
		}
		r.tallies = append(r.tallies, t)
	}
	return r, nil
}

// checkCorrect applies the rules to every n-th pair of the library in every wording.
func (h *testbed) checkCorrect(ctx context.Context, r *report, every int) error {
	for i, p := range slices.Concat(h.pairs, h.others) {
		if i%every != 0 {
			continue
		}
		// What a comment of the pair accepts is said of each wording, which has no comments.
		own, err := h.checker.Check(ctx, strings.ReplaceAll(p.SQL, "askomop:ignore", "accepted:"))
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		for _, d := range rewordings() {
			text, ok := d.write(h.copyOf(p))
			if !ok || i >= len(h.pairs) && !h.binds(ctx, text) { // a wording that does not suit it
				continue
			}
			r.correct++
			found, err := h.checker.Asking(p.Question).Check(ctx, text)
			if err != nil {
				return fmt.Errorf("%s, %s: %w\n%s", p.ID, d.name, err, text)
			}
			for _, f := range found {
				known := slices.ContainsFunc(own, func(o omop.Finding) bool { return o.Rule == f.Rule })
				if f.Severity != omop.SeverityInfo && !known {
					r.alarms = append(r.alarms, fmt.Sprintf("%s, %s: %s: %s", p.ID, d.name, f.Rule, f.Message))
				}
			}
		}
	}
	return nil
}

// binds reports whether the engine can run a statement.
func (h *testbed) binds(ctx context.Context, template string) bool {
	sql, err := sqltree.Render(template, func(sqltree.Placeholder) (string, error) { return "1", nil })
	return err == nil && h.engine.Check(ctx, sql) == nil
}

func (h *testbed) copyOf(p *pair) *site {
	return &site{Statement: sqltree.Clone(p.tree), pair: p, testbed: h}
}

// spread lists the pairs in an order that is another for each name.
func (h *testbed) spread(name string) []*pair {
	rank := func(p *pair) uint32 {
		hash := fnv.New32a()
		fmt.Fprint(hash, name, p.ID)
		return hash.Sum32()
	}
	return slices.SortedFunc(slices.Values(h.pairs), func(a, b *pair) int { return cmp.Compare(rank(a), rank(b)) })
}

// newlySaid are the rules that speak of another form of a pair's SQL, and not of the pair itself.
func (h *testbed) newlySaid(ctx context.Context, p *pair, text string) (errors, warnings []string, err error) {
	rules := h.checker.Asking(p.Question)
	own, err := rules.Check(ctx, strings.ReplaceAll(p.SQL, "askomop:ignore", "accepted:"))
	if err != nil {
		return nil, nil, err
	}
	found, err := rules.Check(ctx, text)
	for _, f := range found {
		known := slices.ContainsFunc(own, func(o omop.Finding) bool { return o.Rule == f.Rule })
		said := f.Rule + ": " + f.Message
		switch {
		case known:
		case f.Severity == omop.SeverityError:
			errors = append(errors, said)
		case f.Severity == omop.SeverityWarning:
			warnings = append(warnings, said)
		}
	}
	return errors, warnings, err
}

// candidate is a place where a mistake can be made.
type candidate struct {
	pair *pair
	n    int
	rank uint32
}

// candidates lists an operator's places in an order that spreads them over the library.
func (h *testbed) candidates(o *operator) []candidate {
	var out []candidate
	for _, p := range h.pairs {
		for n := range places {
			if o.tree != nil && !o.tree(h.copyOf(p), n) {
				break
			}
			if _, ok := o.variant(p, n); o.text != nil && !ok {
				break
			}
			hash := fnv.New32a()
			fmt.Fprint(hash, o.name, p.ID, n)
			out = append(out, candidate{p, n, hash.Sum32()})
		}
	}
	slices.SortFunc(out, func(a, b candidate) int { return cmp.Compare(a.rank, b.rank) })
	return out
}

func (o *operator) variant(p *pair, n int) (string, bool) {
	if o.text == nil {
		return "", false
	}
	return o.text(p.SQL, n)
}

// try makes an operator's mutants until there are enough that are mistakes.
func (h *testbed) try(ctx context.Context, t *tally, each int) error {
	o, style := t.operator, rewordings()
	for _, c := range h.candidates(o) {
		if len(t.outcomes) >= each || t.equivalent > 10*each {
			break
		}
		out := outcome{operator: o, pair: c.pair.ID, wording: "plain"}
		if o.text != nil {
			out.sql, _ = o.text(c.pair.SQL, c.n)
		} else {
			for i := range style { // the next wording that fits
				s := h.copyOf(c.pair)
				o.tree(s, c.n)
				d := style[(len(t.outcomes)+i)%len(style)]
				if text, ok := d.write(s); ok {
					out.sql, out.wording = text, d.name
					break
				}
			}
		}
		same, runs, err := h.same(ctx, c.pair, out.sql)
		switch {
		case err != nil:
			return err
		case same && !o.anyway:
			t.equivalent++
			continue
		case !runs && o.class == classMeaning:
			t.unrunnable++
			continue
		}
		if err := h.judge(ctx, c.pair.Question, &out); err != nil {
			return fmt.Errorf("%s in %s: %w", o.name, c.pair.ID, err)
		}
		t.outcomes = append(t.outcomes, out)
	}
	return ctx.Err()
}

// judge asks the rules, which know the pair's question.
func (h *testbed) judge(ctx context.Context, question string, out *outcome) error {
	found, err := h.checker.Asking(question).Check(ctx, out.sql)
	if err != nil {
		var broken *omop.QueryError
		if !errors.As(err, &broken) {
			return err
		}
		out.caught, out.byRule, out.said = true, out.operator.rule == "select-only", err.Error()
		return nil
	}
	for _, f := range found {
		enough := f.Severity == omop.SeverityError ||
			f.Severity == omop.SeverityWarning && out.operator.class != classError
		if enough {
			out.caught = true
			out.byRule = out.byRule || f.Rule == out.operator.rule
			out.said = f.Rule
		}
	}
	return nil
}

// same reports whether a mutant has its pair's result, and whether it runs at all.
func (h *testbed) same(ctx context.Context, p *pair, template string) (same, runs bool, err error) {
	sql, _, err := coding.CodeTemplate(ctx, h.coder, template)
	if err != nil {
		return false, false, ctx.Err() // no such concept, or no template
	}
	got, err := h.result(ctx, sql)
	switch {
	case ctx.Err() != nil:
		return false, false, ctx.Err()
	case errors.Is(err, omop.ErrTimeout), errors.Is(err, omop.ErrTooLarge):
		return false, true, nil
	case err != nil:
		return false, false, nil
	}
	return got == p.result, true, nil
}

// result is what a statement returns, as a text in which the order of rows does not matter.
func (h *testbed) result(ctx context.Context, sql string) (string, error) {
	t, err := h.engine.Query(ctx, sql, queryLimit)
	if err != nil {
		return "", err
	}
	rows := make([]string, len(t.Rows))
	for i, row := range t.Rows {
		cells := make([]string, len(row))
		for k, c := range row {
			if x, ok := c.(float64); ok {
				c = fmt.Sprintf("%.6g", x)
			}
			cells[k] = fmt.Sprint(c)
		}
		rows[i] = strings.Join(cells, "\x1f")
	}
	slices.Sort(rows)
	return strings.Join(rows, "\n"), nil
}
