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
	wantPerRule = 4
	wantCaught  = 0.95 // of the mistakes that are errors
)

func (r *report) print(out io.Writer, opt options) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "mistake\tclass\trule\tmutants\tcaught\tby the rule\tequivalent\tdo not run")
	for _, t := range r.tallies {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\n", t.operator.name, t.operator.class, t.operator.rule,
			len(t.outcomes), t.count(caught), t.count(byRule), t.equivalent, t.unrunnable)
	}
	w.Flush()
	fmt.Fprintln(out)
	for _, c := range []class{classError, classWarning, classMeaning} {
		all, found := r.sum(c)
		fmt.Fprintf(out, "%-8s %d of %d caught (%.1f %%)\n", c, found, all, 100*share(found, all))
	}
	for _, d := range rewordings() {
		all, found := 0, 0
		for _, o := range r.outcomes() {
			if o.operator.class == classError && o.wording == d.name {
				all++
				if o.caught {
					found++
				}
			}
		}
		fmt.Fprintf(out, "  errors, %s: %d of %d\n", d.name, found, all)
	}
	fmt.Fprintf(out, "%d correct statements, worded otherwise: %d false alarms\n", r.correct, len(r.alarms))
	for _, a := range r.alarms {
		fmt.Fprintln(out, "  "+a)
	}
	for _, o := range r.outcomes() {
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
	if len(r.alarms) > 0 {
		short = append(short, fmt.Sprintf("%d false alarms on correct SQL", len(r.alarms)))
	}
	for _, rule := range check.Rules() {
		n := 0
		for _, o := range r.outcomes() {
			if o.operator.rule == rule.ID {
				n++
			}
		}
		if n < wantPerRule && (rule.Severity == omop.SeverityError || rule.Generated == omop.SeverityError) {
			short = append(short, fmt.Sprintf("%d mutants for the rule %s, %d are wanted", n, rule.ID, wantPerRule))
		}
	}
	if len(short) > 0 {
		return fmt.Errorf("%s", strings.Join(short, "; "))
	}
	return nil
}

func (r *report) outcomes() []outcome {
	var out []outcome
	for _, t := range r.tallies {
		out = slices.Concat(out, t.outcomes)
	}
	return out
}

func (r *report) sum(c class) (all, found int) {
	for _, t := range r.tallies {
		if t.operator.class == c {
			all += len(t.outcomes)
			found += t.count(caught)
		}
	}
	return all, found
}

func caught(o outcome) bool { return o.caught }
func byRule(o outcome) bool { return o.byRule }

func (t *tally) count(is func(outcome) bool) int {
	n := 0
	for _, o := range t.outcomes {
		if is(o) {
			n++
		}
	}
	return n
}

func share(n, of int) float64 { return float64(n) / float64(max(1, of)) }
