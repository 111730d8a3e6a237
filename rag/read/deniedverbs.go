package read

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// A "not" or "never" before the first of some verbs joined by "or" denies them all, where the form of the others goes
// on with it: "did not take A or have B", "have never been hospitalised or visited the emergency room", "were not
// hospitalised or seen in the emergency room" are of those with neither. A verb in another form begins a clause of its
// own: "did not take A or had B" is said of both readings, and refused; "had B or did not take A" says one.

//go:embed verbforms.tsv
var verbFormsFile string

// verbForms are the forms of the words of verbforms.tsv.
var verbForms = sync.OnceValue(func() map[string][]string {
	forms := map[string][]string{}
	for line := range strings.Lines(verbFormsFile) {
		if cols := strings.Split(line, "\t"); line[0] != '#' && len(cols) > 1 {
			for _, w := range strings.Fields(cols[1]) {
				forms[w] = append(forms[w], strings.Fields(cols[0])...)
			}
		}
	}
	return forms
})

// denial is the word that denies a verb, and the one that stands beside it: "did" in "did not", "have" and "been" in
// "have never been".
type denial struct {
	by   string // do, have, be, never, not, without, neither
	been bool
	// of do: "do not take A and have B" may go on with what people have
	present bool
}

// denialOf is what denies the verb of a group of words, up to the position; empty where nothing does.
func (p *parser) denialOf(from int, denied bool) denial {
	d, said := denial{}, false
	if !denied {
		return d
	}
	for i := from; i < p.pos; i++ {
		w := strings.TrimSuffix(p.toks[i].low, "n't")
		said = said || w != p.toks[i].low
		switch w {
		case "either":
			if !said { // "either did not take A or had B"
				return denial{}
			}
		case "not", "never":
			said = true
			if d.by == "" {
				d.by = w
			}
		case "without", "neither":
			said, d.by = true, w
		case "do", "did", "does", "cannot":
			d.by, said, d.present = "do", said || w == "cannot", w == "do"
		case "have", "has", "had":
			if !said || d.by == "" {
				d.by = "have"
			}
		case "is", "are", "was", "were", "ai":
			if !said || d.by == "" {
				d.by = "be"
			}
		case "been", "being":
			d.been = true
		}
	}
	if !said {
		return denial{}
	}
	return d
}

// formsAt are the forms that the first verb from a token on may have; its place is told, too.
func (p *parser) formsAt(i int) ([]string, int) {
	for ; i < len(p.toks)-1 && (strings.HasSuffix(p.toks[i].low, "ly") ||
		slices.Contains([]string{"ever", "also", "then", "first", "even", "later", "to"}, p.toks[i].low)); i++ {
	}
	if i >= len(p.toks) {
		return nil, i
	}
	w := p.toks[i].low
	forms := verbForms()[w]
	switch {
	case len(forms) > 0 && (len(forms) > 1 || forms[0] != "active"):
		return forms, i
	case strings.HasSuffix(w, "ed"):
		return append([]string{"past", "participle"}, forms...), i
	case strings.HasSuffix(w, "ing"):
		return []string{"ing"}, i
	case slices.Contains([]string{"verb", "aux", "visitverb", "deathverb", "namedafter", "readmitverb", "sawverb"},
		p.role[i]):
		return []string{"base"}, i
	}
	return []string{"noverb"}, i
}

// goesOnDenied reports whether a clause that begins at a token goes on with a denial.
func (p *parser) goesOnDenied(d denial, q *predicate, from int) bool {
	forms, _ := p.formsAt(from)
	is := func(f string) bool { return slices.Contains(forms, f) }
	passive := q.v.form != "fin" && q.v.form != "have" && !is("active")
	switch d.by {
	case "do":
		return is("base")
	case "have":
		return is("participle") || d.been && (is("ing") || is("noverb"))
	case "be":
		return passive && (is("participle") || is("ing") || is("noverb"))
	case "not":
		return is("ing") || passive && (is("participle") || is("noverb"))
	case "never":
		return passive && is("participle") && !is("past")
	case "without":
		return is("ing")
	}
	return false
}

// onePredicate consumes one predicate, and the clauses that go on with its denial: "did not take A or have B", "did not
// take A, have B or die". last is the verb before it, for objects without one ("but not amlodipine").
func (p *parser) onePredicate(last *verb) (q *predicate, finite, ok bool) {
	q, finite, ok = p.solePredicate(last)
	if !ok || q.kind != notKind || q.v.denied.by == "" || q.open {
		return q, finite, ok
	}
	kids := []*predicate{q.kids[0]}
	p.try(func() bool {
		for joined := false; ; {
			at := p.pos
			comma := p.at(0) == "," && p.take()
			nor := p.at(0) == "nor" && p.take()
			or := nor || p.is("or")
			from := p.pos
			more, _, ok := p.solePredicate(&q.v)
			if !comma && !or || !ok || more.kind == notKind || !nor && !p.goesOnDenied(q.v.denied, more, from) {
				p.pos = at
				return joined
			}
			joined = joined || or
			kids = append(kids, more)
		}
	})
	if len(kids) == 1 {
		return q, finite, ok
	}
	shareWhen(kids, "or")
	p.shareRelation(kids)
	either := grouped(anyKind, kids)
	either.apart = true
	n := not(either)
	n.v = q.v
	return n, finite, true
}

// deniedOrNot refuses what stands behind "or" or "and" and a verb that is denied, where it may be denied, too: "did not
// take A or had B", "did not take A and have B". from is where it begins, behind the word that joins it at a token.
func (p *parser) deniedOrNot(before, more *predicate, at, from int) {
	d := before.v.denied
	if before.kind == aged && p.saidSince(max(0, at-4), "not") {
		d.by = "be" // "were not over 80 or hospitalised"
	}
	if d.by == "" || d.by == "without" || more.kind == notKind {
		return
	}
	forms, _ := p.formsAt(from)
	switch {
	case p.seq(at, "or"):
		p.unclear = "neither of them, or one without the other? Say “neither did … nor …”, or what they had before “or”"
	case p.seq(at, "and") && p.goesOnDenied(d, more, from) &&
		(d.by == "do" && !d.present || d.by == "be" || d.by == "have" && !slices.Contains(forms, "past")):
		p.unclear = "without either, without both at once, or with the second? Say “neither did … nor …”, or what they " +
			"had before “and”"
	}
}
