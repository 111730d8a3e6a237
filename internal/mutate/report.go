package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

// What has to be reached.
const (
	wantMutants = 250
	wantPerRule = 5
	wantCaught  = 0.95 // of the mistakes that are errors
	wantDressed = 0.85 // of the mistakes in disguise
	maxWarned   = 0.01 // of the correct statements
)

func (r *report) print(out io.Writer, opt options) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "mistake\tclass\trule\tmutants\tcaught\tby the rule\tequivalent\tdo not run\tin disguise\tcaught")
	for _, t := range r.tallies {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", t.operator.name, t.operator.class, t.operator.rule,
			len(t.outcomes), count(t.outcomes, caught), count(t.outcomes, byRule), t.equivalent, t.unrunnable,
			len(t.dressed), count(t.dressed, caught))
	}
	fmt.Fprintln(w, "\nrule\tmutants\tcaught\tby the rule")
	for _, rule := range check.Rules() {
		of := r.of(rule.ID)
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", rule.ID, len(of), count(of, caught), count(of, byRule))
	}
	w.Flush()
	fmt.Fprintln(out)
	for _, c := range []class{classError, classWarning, classNote, classMeaning} {
		all, found := r.sum(c)
		fmt.Fprintf(out, "%-8s %d of %d caught (%.1f %%)\n", c, found, all, 100*share(found, all))
	}
	dressed := r.dressed()
	fmt.Fprintf(out, "disguised %d of %d caught (%.1f %%)\n", count(dressed, caught), len(dressed),
		100*share(count(dressed, caught), len(dressed)))
	for _, d := range disguises() {
		of := slices.DeleteFunc(slices.Clone(dressed), func(o outcome) bool { return o.wording != d.name })
		fmt.Fprintf(out, "  %s: %d of %d\n", d.name, count(of, caught), len(of))
	}
	fmt.Fprintf(out, "%d correct statements, written otherwise: %d false errors, %d with false warnings (%.2f %%)\n",
		r.correct, len(r.falseErrors), len(r.falseWarnings), 100*share(len(r.falseWarnings), r.correct))
	for _, a := range slices.Concat(r.falseErrors, r.falseWarnings) {
		fmt.Fprintln(out, "  "+a)
	}
	for _, o := range slices.Concat(r.outcomes(), dressed) {
		if opt.missed && !o.caught && o.operator.class != classMeaning {
			fmt.Fprintf(out, "\n-- %s in %s (%s), missed\n%s\n", o.operator.name, o.pair, o.wording, o.sql)
		}
	}
}

// verdict is an error where the rules do not reach what they have to.
func (r *report) verdict() error {
	var short []string
	total := len(r.outcomes())
	if total < wantMutants {
		short = append(short, fmt.Sprintf("%d mutants, %d are wanted", total, wantMutants))
	}
	if all, found := r.sum(classError); share(found, all) < wantCaught {
		short = append(short, fmt.Sprintf("%d of %d errors were caught, %.0f %% are wanted", found, all,
			100*wantCaught))
	}
	if all, found := len(r.dressed()), count(r.dressed(), caught); share(found, all) < wantDressed {
		short = append(short, fmt.Sprintf("%d of %d disguised mistakes were caught, %.0f %% are wanted", found, all,
			100*wantDressed))
	}
	if len(r.falseErrors) > 0 || share(len(r.falseWarnings), r.correct) > maxWarned {
		short = append(short, fmt.Sprintf("%d false errors and %d false warnings on %d correct statements",
			len(r.falseErrors), len(r.falseWarnings), r.correct))
	}
	for _, rule := range check.Rules() {
		n := len(r.of(rule.ID))
		if n < wantPerRule && (r.whole || rule.Severity == omop.SeverityError) {
			short = append(short, fmt.Sprintf("%d mutants for the rule %s, %d are wanted", n, rule.ID, wantPerRule))
		}
	}
	for _, t := range r.tallies { // what is written by hand once is told by its disguises
		n := len(t.outcomes) + len(t.dressed)
		if r.whole && t.written && n < wantPerRule {
			short = append(short, fmt.Sprintf("%d mutants of %q, %d are wanted", n, t.operator.name, wantPerRule))
		}
	}
	if len(short) > 0 {
		return fmt.Errorf("%s", strings.Join(short, "; "))
	}
	return nil
}

// of lists the mutants that a rule is to find, those in disguise included.
func (r *report) of(rule string) []outcome {
	return slices.DeleteFunc(slices.Concat(r.outcomes(), r.dressed()),
		func(o outcome) bool { return o.operator.rule != rule })
}

func (r *report) outcomes() []outcome {
	var out []outcome
	for _, t := range r.tallies {
		out = slices.Concat(out, t.outcomes)
	}
	return out
}

// dressed are the disguised mistakes, but for those that nobody can tell without the question.
func (r *report) dressed() []outcome {
	var out []outcome
	for _, t := range r.tallies {
		if t.operator.class != classMeaning {
			out = append(out, t.dressed...)
		}
	}
	return out
}

func (r *report) sum(c class) (all, found int) {
	for _, t := range r.tallies {
		if t.operator.class == c {
			all += len(t.outcomes)
			found += count(t.outcomes, caught)
		}
	}
	return all, found
}

func caught(o outcome) bool { return o.caught }
func byRule(o outcome) bool { return o.byRule }

func count(outcomes []outcome, is func(outcome) bool) int {
	n := 0
	for _, o := range outcomes {
		if is(o) {
			n++
		}
	}
	return n
}

func share(n, of int) float64 { return float64(n) / float64(max(1, of)) }
