package read

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/study"
)

// A plan of a study comes in labelled parts: "Index date: first warfarin fill in 2009. Exclude: stroke before index.
// Outcome: GI bleed within 180 days after index. Report number of events and percentage." The parts are cut at their
// labels, of which labels.tsv has the role that each one plays. What a part says is read beside the event that dates
// everybody, in a small question of its own, and what that adds to the people, or measures of them, is put together:
//
//	index      Among people with first warfarin fill in 2009, how many were female?
//	exclusion  Among people with first warfarin fill in 2009 who had no stroke before it, how many were female?
//	outcome    Among people with first warfarin fill in 2009, what percentage had GI bleed within 180 days after it?
//
// A plan without such an event is said as a question: "Drug: simvastatin. Measure: distinct users. Period: 2009".
// Where a part has no known label, cannot be read, or leaves open what it is of, the whole stays refused.

//go:embed labels.tsv
var labelsFile string

var labelsOnce = sync.OnceValue(func() *lexicon { return newLexicon(labelsFile) })

// labelPart is a labelled part of a question by its tokens; its value begins behind the label.
type labelPart struct {
	role            string
	from, value, to int
}

// plan is a question in labelled parts.
type plan struct {
	r       *Reader
	ctx     context.Context
	p       *parser // over the question
	labels  *parser // the same words, read by labels.tsv
	parts   []labelPart
	titles  []Word
	words   []Mention // what the parts name
	term    stretch   // what is defined: "new users" of "new users are people with …"
	entry   *study.Event
	always  bool        // whom it leaves out is said without a time
	figures []string    // of a list of figures, as each is said
	windows []windowUse // times that are named, with their length
	defined []labelPart // what says how long they are, or which record is the index
	whom    order       // the people in other words
}

// labelled reads a refused question that consists of labelled parts; nil where it does not, or one is not read.
func (r *Reader) labelled(ctx context.Context, text string) *Reading {
	if !hasParts(text) || r.composed {
		return nil
	}
	inner := *r
	inner.composed = true
	r = &inner
	p := newParser(ctx, r, text)
	if steps := r.steps(ctx, p); steps != nil {
		return steps
	}
	if arms := r.arms(ctx, p); arms != nil {
		return arms
	}
	labels := p.part(0, len(p.toks))
	labels.r = &Reader{lex: labelsOnce()}
	if asWritten := tokenize(text); len(asWritten) == len(p.toks) {
		labels.toks = asWritten // "measure" is not a misspelling here
	}
	l := &plan{r: r, ctx: ctx, p: p, labels: labels}
	if !l.cut() || len(l.parts) < 2 {
		return nil
	}
	l.findPeople()
	l.findWindows()
	l.joinIndex()
	var reading *Reading
	if share := l.shareOf(); share != nil {
		reading = share[0]
	} else if l.dates() {
		reading = l.dated()
	} else {
		reading = l.plain()
	}
	if reading == nil || reading.Question == nil {
		return nil
	}
	reading.Words, reading.Mentions = l.titles, l.words
	for _, one := range slices.Concat(l.parts, l.defined) {
		span := p.span(one.from, one.to)
		reading.Words = append(reading.Words, Word{span.Text, span.Start, span.End, one.role + " of the plan", ""})
	}
	slices.SortStableFunc(reading.Words, func(a, b Word) int { return a.Start - b.Start })
	return reading
}

// hasParts reports whether a text has several sentences, or signs that part it.
func hasParts(text string) bool {
	inner := strings.TrimRight(text, " .?!;:\n")
	return strings.ContainsAny(inner, ":=;\n") || strings.Contains(inner, ". ") || strings.Contains(inner, "? ") ||
		strings.Contains(inner, ", exclude ") || strings.Contains(inner, ", require ") ||
		strings.Contains(inner, ", ") && (strings.Contains(inner, " versus ") || strings.Contains(inner, " vs "))
}

// cut parts the question at its labels; false where something stands behind none.
func (l *plan) cut() bool {
	hard := false
	for i := 0; i < len(l.p.toks); {
		one, sure := l.partAt(i)
		hard = hard || sure
		i = one.to
		for one.to > max(one.value, one.from+1) && l.endsNothing(one.to-1) {
			one.to--
		}
		switch {
		case one.role == "" && one.from > 0 && l.p.seq(one.from-1, ";") && len(l.parts) > 0 && !l.startsPart(one):
			l.parts[len(l.parts)-1].to = one.to // "Exclude: men; stroke before index"
			continue
		case one.role == "" && l.isTitle(one):
			span := l.p.span(one.from, one.to)
			l.titles = append(l.titles, Word{span.Text, span.Start, span.End, asTalk, ""})
			continue
		case one.role == "":
			if !l.unlabelled(&one) {
				return false
			}
		case one.value >= one.to:
			return false
		}
		l.asksOpenly(&one)
		l.parts = append(l.parts, one)
		if by := l.byIn(one); one.role == "report" && by > one.value && len(l.of("split")) == 0 {
			l.parts[len(l.parts)-1].to = by
			value := by
			for !l.p.seq(value, "by|per") {
				value++
			}
			l.parts = append(l.parts, labelPart{"split", by, value + 1, one.to})
		}
	}
	return hard || len(l.of("exclude", "include")) > 0 || l.term.to > 0
}

// byIn is where "by sex" begins in a part that says what is reported; 0 where it does not.
func (l *plan) byIn(one labelPart) int {
	for i := one.value; i+1 < one.to; i++ {
		if l.p.seq(i, "by") || l.p.seq(i, "per", "year") || l.p.seq(i, "per", "calendar", "year") {
			for i > one.value && (l.p.seq(i-1, "stratified|split|separately|tabulated|divided") || l.p.seq(i-1, ",")) {
				i--
			}
			return i
		}
	}
	return 0
}

// colonAt reports whether a colon stands at a token, or a dash before it.
func (l *plan) colonAt(i int) bool {
	if i <= 0 || i >= len(l.p.toks) {
		return false
	}
	between := l.p.text[l.p.toks[i-1].end:l.p.toks[i].start]
	return l.p.seq(i, ":|=") || strings.Contains(between, " - ") || strings.Contains(between, " – ")
}

// endOf is where the part ends in which token i stands: at a sentence, a semicolon or the next label.
func (l *plan) endOf(i int) int {
	depth := 0
	for ; i < len(l.p.toks); i++ {
		if l.p.toks[i-1].low == "(" {
			depth++
		} else if l.p.toks[i-1].low == ")" {
			depth--
		}
		between := l.p.text[l.p.toks[i-1].end:l.p.toks[i].start]
		if l.p.seq(i-1, ";|?|!") || strings.Contains(between, ". ") || strings.Contains(between, "\n") {
			return i
		}
		if _, n := l.labels.longest(i, "label"); n > 0 && l.p.seq(i+n, ":|=") && l.p.seq(i-1, ",|/|and") && depth <= 0 {
			return i
		}
	}
	return len(l.p.toks)
}

// isTitle reports whether a part says only what it is: "Protocol extract."
func (l *plan) isTitle(one labelPart) bool {
	m := l.p.remark(one.from, one.to)
	for i := 0; i < len(m.p.toks); {
		n, _ := m.talkAt(i)
		if _, k := m.p.longest(i, "noise", "article", "labelword", "titleword"); k > n {
			n = k
		}
		if n == 0 && slices.Contains([]string{"extract", "extraction", "excerpt", "count", ":"}, m.p.toks[i].low) {
			n = 1
		}
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}

// of are the parts that play one of the roles.
func (l *plan) of(roles ...string) []labelPart {
	var found []labelPart
	for _, one := range l.parts {
		if slices.Contains(roles, one.role) {
			found = append(found, one)
		}
	}
	return found
}

// only is the one part of the roles; false where there are more.
func (l *plan) only(roles ...string) (one labelPart, said, ok bool) {
	all := l.of(roles...)
	if len(all) == 0 {
		return one, false, true
	}
	return all[0], true, len(all) == 1
}

// dates reports whether a part names the event from which days are counted.
func (l *plan) dates() bool {
	return len(l.of("index", "people")) > 0 ||
		len(l.of("exposure")) > 0 && len(l.of("outcome", "question", "follow", "covariate", "washout", "exclude")) > 0 ||
		len(l.of("cohort")) > 0 && len(l.of("outcome", "question", "exclude", "covariate")) > 0 ||
		len(l.of("cohort")) > 0 && len(l.of("thing", "period", "exposure")) == 0
}

// says are the words of a stretch, with others in the place of the day from which the plan counts.
func (l *plan) says(from, to int, instead order) order {
	var said order
	at := from
	keep := func(to int) {
		if to > at {
			start, end := l.p.toks[at].start, l.p.toks[to-1].end
			said = append(said, piece{said: l.p.text[start:end], from: start})
		}
	}
	for i := from; i < to; i++ {
		if use, ok := l.windowAt(i); ok && use.at.to <= to {
			keep(i)
			said = append(said, use.instead...)
			at, i = use.at.to, use.at.to-1
			continue
		}
		_, n := l.labels.longest(i, "anchorword")
		if n == 0 {
			n = l.ownNoun(i, to)
		}
		if n == 0 || i == from || i+n > to {
			continue
		}
		k := i
		for k > from && (isArticle[l.p.toks[k-1].low] || l.p.seq(k-1, "that|this|their")) {
			k--
		}
		if k > from && l.p.seq(k-1, anchorLeads) {
			keep(k)
			said = append(said, instead...)
			at, i = i+n, i+n-1
		}
	}
	keep(to)
	return said
}

// anchorLeads stand before the day from which a plan counts.
const anchorLeads = "before|after|of|from|at|on|to|following|since|by|preceding|until"

func words(text string) piece { return piece{said: text, from: -1} }
