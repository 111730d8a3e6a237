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

// outcome is the result for one mutant.
type outcome struct {
	operator *operator
	pair     string
	wording  string
	sql      string
	caught   bool
	byRule   bool // its operator's own rule is among those that found it
	said     string
}

// tally counts the outcomes of an operator's mutants.
type tally struct {
	operator   *operator
	outcomes   []outcome
	dressed    []outcome // the same mistakes in disguise
	written    bool      // by hand, not made by an operator
	equivalent int       // the same result: no mistake
	unrunnable int       // a mistake of meaning that DuckDB refuses anyway
}

// report is everything that was measured.
type report struct {
	whole   bool // all that is written by hand was tried, each in enough disguises
	tallies []*tally
	correct int // correct statements checked
	// findings on correct SQL, written otherwise
	falseErrors, falseWarnings []string
}

// places bounds how many mistakes of a kind are made in one pair.
const places = 3

func (h *testbed) measure(ctx context.Context, opt options) (*report, error) {
	r := &report{whole: opt.written == 1 && opt.dresses >= wantPerRule}
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
		if err := h.try(ctx, t, opt); err != nil {
			return nil, err
		}
		r.tallies = append(r.tallies, t)
	}
	if opt.written == 0 || opt.only != "" && opt.only != "written" {
		return r, nil
	}
	return r, h.tryWritten(ctx, r, opt.written, opt.dresses)
}

func (h *testbed) copyOf(p *pair) *site {
	return &site{Statement: sqltree.Clone(p.tree), pair: p, testbed: h}
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
		for n := range h.placesIn(o, p) {
			hash := fnv.New32a()
			fmt.Fprint(hash, o.name, p.ID, n)
			out = append(out, candidate{p, n, hash.Sum32()})
		}
	}
	slices.SortFunc(out, func(a, b candidate) int { return cmp.Compare(a.rank, b.rank) })
	return out
}

// placesIn is the number of places of a pair, up to the bound, where an operator can make its mistake.
func (h *testbed) placesIn(o *operator, p *pair) int {
	for n := range places {
		if o.tree != nil && !o.tree(h.copyOf(p), n) {
			return n
		}
		if _, ok := o.variant(p, n); o.text != nil && !ok {
			return n
		}
	}
	return places
}

func (o *operator) variant(p *pair, n int) (string, bool) {
	if o.text == nil {
		return "", false
	}
	return o.text(p.SQL, n)
}

// try makes an operator's mutants until there are enough that are mistakes.
func (h *testbed) try(ctx context.Context, t *tally, opt options) error {
	o, style, each := t.operator, rewordings(), opt.each
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
		if err := h.hide(ctx, t, c, opt.dresses); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// hide disguises a mutant as it is written plainly.
func (h *testbed) hide(ctx context.Context, t *tally, c candidate, most int) error {
	text, _ := t.operator.variant(c.pair, c.n)
	if t.operator.tree != nil {
		s := h.copyOf(c.pair)
		t.operator.tree(s, c.n)
		text, _ = sqltree.Format(s.Statement)
	}
	wrong, err := h.asPair(ctx, c.pair, text)
	if err != nil || wrong == nil || most == 0 {
		return err
	}
	return h.dressUp(ctx, t, wrong, most)
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
			f.Severity == omop.SeverityWarning && out.operator.class != classError ||
			f.Rule == out.operator.rule && out.operator.class == classNote
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
	got, err := h.resultOf(ctx, template)
	return got == p.result, got != unrun, err
}

// resultOf is the result of a template: unrun where it does not run, and another text where it takes too long.
func (h *testbed) resultOf(ctx context.Context, template string) (string, error) {
	sql, _, err := coding.CodeTemplate(ctx, h.coder, template)
	if err != nil {
		return unrun, ctx.Err() // no such concept, or no template
	}
	got, err := h.result(ctx, sql)
	switch {
	case ctx.Err() != nil:
		return unrun, ctx.Err()
	case errors.Is(err, omop.ErrTimeout), errors.Is(err, omop.ErrTooLarge):
		return tooLarge, nil
	case err != nil:
		return unrun, nil
	}
	return got, nil
}

// tooLarge stands for the result of a statement that takes longer than a mutant may.
const tooLarge = "\x01"

// result is the result of a statement, as a text in which the order of rows does not matter.
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
