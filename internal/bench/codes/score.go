package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
)

// outcome is the result for one mention.
type outcome struct {
	mention
	held     bool   // the vocabulary has a right concept
	rank     int    // of the first right candidate, from 1; 0 where there is none among 50
	answered bool   // it was coded
	correct  bool   // what it was coded to is right
	got      string // what it was coded to, or why not
	first    string // the first candidate
}

const deepest = 50

// try looks a mention up as a candidate list and codes it.
func try(ctx context.Context, rules *coding.Rules, search searcher, words *vocab.Vocabulary,
	m mention) (outcome, error) {
	o := outcome{mention: m, held: len(words.Concepts(m.right)) > 0}
	domain := strings.ToUpper(m.domain[:1]) + m.domain[1:]
	hits, err := search.Search(ctx, m.text, vocab.Filter{Domains: []string{domain}, Standard: true}, deepest)
	if err != nil {
		return o, err
	}
	for i, h := range hits {
		if i == 0 {
			o.first = h.Concept.Name
		}
		if slices.Contains(m.right, h.Concept.ID) {
			o.rank = i + 1
			break
		}
	}
	set, err := rules.Code(ctx, coding.Entity{Domain: m.domain, Text: m.text})
	var none *coding.NoConceptError
	switch {
	case errors.As(err, &none):
		o.got = "abstained: " + none.Reason
		return o, nil
	case err != nil:
		return o, err
	}
	if len(set.Concepts) == 0 {
		return o, fmt.Errorf("%s@%s is coded as nothing", m.domain, m.text)
	}
	o.answered, o.got = true, set.Concepts[0].Name+" ("+set.Concepts[0].Why+")"
	o.correct, err = o.right(ctx, words, m, set)
	return o, err
}

// right reports whether a set is the one that was meant: its first concept is right, or it is
// a product of a right ingredient.
func (outcome) right(ctx context.Context, words *vocab.Vocabulary, m mention, set coding.ConceptSet) (bool, error) {
	first := set.Concepts[0]
	if slices.Contains(m.right, first.ID) {
		return true, nil
	}
	if m.domain != "drug" {
		// The members of a class stand side by side: any of them may be the one that was thought of.
		// So do the tests of one component.
		together := func(c coding.Member) bool {
			return strings.HasPrefix(c.Why, "member of the class") || strings.HasPrefix(c.Why, "test of ")
		}
		return slices.ContainsFunc(set.Concepts, together) &&
			slices.ContainsFunc(set.Concepts, func(c coding.Member) bool {
				return slices.Contains(m.right, c.ID)
			}), nil
	}
	below, err := words.Descendants(ctx, m.right)
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(below.Descendants, func(d vocab.Descendant) bool { return d.Concept.ID == first.ID }) {
		return true, nil
	}
	for _, c := range words.Concepts(m.right) {
		for _, h := range words.Products(vocab.Normalize(c.Name)) {
			if h.Concept.ID == first.ID {
				return true, nil
			}
		}
	}
	return false, nil
}

// share is a number of successes of a number of tries.
type share struct{ hits, of int }

func (s *share) count(hit bool) {
	s.of++
	if hit {
		s.hits++
	}
}

// String gives the share with its 95 % interval by Wilson (1927).
func (s share) String() string {
	if s.of == 0 {
		return "-"
	}
	n, p := float64(s.of), float64(s.hits)/float64(s.of)
	const z = 1.96
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return fmt.Sprintf("%.3f (%.2f–%.2f) of %d", p, max(0, middle-half), min(1, middle+half), s.of)
}

// scores of some outcomes.
type scores struct {
	at1, at10, at50 share // of mentions that the vocabulary has a right concept for, apart from names of concepts
	precision       share // of what was answered, all mentions
	answered        share // of mentions that the vocabulary has a right concept for
	abstained       share // of mentions that it has none for
}

func (s *scores) add(o outcome) {
	if o.held {
		if !o.named {
			s.at1.count(o.rank == 1)
			s.at10.count(o.rank > 0 && o.rank <= 10)
			s.at50.count(o.rank > 0)
		}
		s.answered.count(o.answered)
	} else {
		s.abstained.count(!o.answered)
	}
	if o.answered {
		s.precision.count(o.correct)
	}
}

// printScores prints a row for all, for each domain and for each kind.
func printScores(w io.Writer, all []outcome) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\trecall@1\trecall@10\trecall@50\tprecision when it answers\tanswered\trightly abstained")
	row := func(name string, in func(outcome) bool) {
		var s scores
		for _, o := range all {
			if in(o) {
				s.add(o)
			}
		}
		fmt.Fprintf(t, "%s\t%v\t%v\t%v\t%v\t%v\t%v\n", name, s.at1, s.at10, s.at50, s.precision, s.answered,
			s.abstained)
	}
	row("all", func(outcome) bool { return true })
	for _, d := range distinct(all, func(o outcome) string { return o.domain }) {
		row(d, func(o outcome) bool { return o.domain == d })
	}
	for _, k := range distinct(all, func(o outcome) string { return o.kind }) {
		row(k, func(o outcome) bool { return o.kind == k })
	}
	t.Flush()
}

func distinct(all []outcome, of func(outcome) string) []string {
	var out []string
	for _, o := range all {
		if v := of(o); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

// printMisses lists what was coded wrong, missed, or not found.
func printMisses(w io.Writer, all []outcome) {
	for _, o := range all {
		switch {
		case o.answered && !o.correct:
			fmt.Fprintf(w, "  WRONG    %s@%s: %s\n", o.domain, o.text, o.got)
		case o.held && o.rank == 0:
			fmt.Fprintf(w, "  UNFOUND  %s@%s: first is %s; %s\n", o.domain, o.text, o.first, o.got)
		case o.held && o.rank > 1:
			fmt.Fprintf(w, "  RANK %-3d %s@%s: first is %s; %s\n", o.rank, o.domain, o.text, o.first, o.got)
		case !o.answered && (o.held || o.kind == "icd"):
			fmt.Fprintf(w, "  REFUSED  %s@%s: first is %s; %s\n", o.domain, o.text, o.first, o.got)
		}
	}
}
