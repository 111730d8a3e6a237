package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// checkCorrect applies the rules to every n-th pair of the library, and to correct SQL beyond it, in every form that
// has the same result. Pairs are checked side by side, as many as there are processors, and told in their order.
func (h *testbed) checkCorrect(ctx context.Context, r *report, every int) error {
	var chosen []*pair
	for i, p := range slices.Concat(h.pairs, h.others) {
		if i%every == 0 {
			chosen = append(chosen, p)
		}
	}
	parts := make([]report, len(chosen))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, p := range chosen {
		g.Go(func() error { return h.checkForms(ctx, &parts[i], p) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, part := range parts {
		r.correct += part.correct
		r.falseErrors = append(r.falseErrors, part.falseErrors...)
		r.falseWarnings = append(r.falseWarnings, part.falseWarnings...)
	}
	return nil
}

// checkForms applies the rules to all forms of a correct statement.
func (h *testbed) checkForms(ctx context.Context, r *report, p *pair) error {
	for k, d := range append(rewordings()[:1:1], disguises()...) {
		text, ok := d.write(h.copyOf(p))
		if !ok {
			continue
		}
		if fits, err := h.fits(ctx, p, text, k < len(rewordings())); err != nil || !fits {
			if err != nil {
				return err
			}
			continue
		}
		r.correct++
		errors, warnings, err := h.newlySaid(ctx, p, text)
		if err != nil {
			return fmt.Errorf("%s, %s: %w\n%s", p.ID, d.name, err, text)
		}
		if len(errors) > 0 {
			r.falseErrors = append(r.falseErrors, fmt.Sprintf("%s, %s: %v", p.ID, d.name, errors))
		}
		if len(warnings) > 0 {
			r.falseWarnings = append(r.falseWarnings, fmt.Sprintf("%s, %s: %v", p.ID, d.name, warnings))
		}
	}
	return nil
}

// fits reports whether a form of a correct statement is as correct: a pair's has its result, except where the rewording
// is known to keep it; another's runs.
func (h *testbed) fits(ctx context.Context, p *pair, text string, keeps bool) (bool, error) {
	if p.result == "" && p.sets == nil {
		return h.binds(ctx, text), nil
	}
	if keeps {
		return true, nil
	}
	same, _, err := h.same(ctx, p, text)
	return same, err
}

// binds reports whether the engine can run a statement.
func (h *testbed) binds(ctx context.Context, template string) bool {
	sql, err := sqltree.Render(template, func(sqltree.Placeholder) (string, error) { return "1", nil })
	return err == nil && h.engine.Check(ctx, sql) == nil
}

// newlySaid are the rules that speak of another form of a pair's SQL, and not of the pair itself.
func (h *testbed) newlySaid(ctx context.Context, p *pair, text string) (errors, warnings []string, err error) {
	own, err := h.ownFindings(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	found, err := h.checker.Asking(p.Question).Check(ctx, text)
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

// ownFindings are what the rules say of a pair's SQL as it stands.
func (h *testbed) ownFindings(ctx context.Context, p *pair) ([]omop.Finding, error) {
	if known, ok := h.said.Load(p); ok {
		return known.([]omop.Finding), nil
	}
	sql, err := sqltree.Format(p.tree) // without comments, by which a finding is accepted or a question asked
	if err != nil {
		return nil, err
	}
	own, err := h.checker.Asking(p.Question).Check(ctx, sql)
	if err == nil {
		h.said.Store(p, own)
	}
	return own, err
}
