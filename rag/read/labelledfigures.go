package read

import (
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// A plan may ask for a list of figures of its people: "Report N, the median age at index and the percentage with asthma
// before it." Each is asked of the same people, and all stand in one answer.

// sameAsked reports whether a question is asked of the people of the plan.
func (b *base) sameAsked(found []*Reading) bool {
	e := found[0].Question.Population.Entry
	return e != nil && b.sameEntry(e)
}

// eachFigure reads a list of figures; nil where one is not read.
func (l *plan) eachFigure(b *base, one labelPart, split order) []*Reading {
	var all []*Reading
	l.figures = nil
	for _, each := range l.figuresIn(one) {
		found := l.figureOf(b, each, split)
		if found == nil {
			return nil
		}
		if len(all) > 0 && tells(all[0].Question, found[0].Question) && len(l.figures) == 1 {
			continue // "the number and the mean age": the mean is told with how many they are
		}
		span := l.p.span(each.value, each.to)
		l.figures = append(l.figures, span.Text)
		all = append(all, found[0])
	}
	if len(all) > 1 && len(split) > 0 {
		return nil // a table of the last, or of each?
	}
	return all
}

// countAnd reads how many people a plan has and one figure of them: "How many are there, and what is their median age?"
func (l *plan) countAnd(b *base, count, question labelPart) []*Reading {
	all := l.howMany(b, nil)
	if _, n := l.p.longest(question.value, "whatis"); n > 0 {
		question.value += n
	}
	figure := l.figureOf(b, question, nil)
	if all == nil || figure == nil {
		return nil
	}
	l.figures = []string{l.p.span(count.value, count.to).Text, l.p.span(question.value, question.to).Text}
	return append(all, figure[0])
}

// figuresIn cuts a list where a figure begins.
func (l *plan) figuresIn(one labelPart) []labelPart {
	var all []labelPart
	from := one.value
	for i := one.value + 1; i <= one.to; i++ {
		if i < one.to && !(l.p.seq(i-1, ",|and|;") && l.startsFigure(i)) {
			continue
		}
		each := labelPart{one.role, from, from, i}
		for each.to > each.value+1 && l.endsNothing(each.to-1) {
			each.to--
		}
		if each.value < each.to {
			all = append(all, each)
		}
		from = i
	}
	return all
}

// startsFigure reports whether a figure begins at a token.
func (l *plan) startsFigure(i int) bool {
	for l.p.seq(i, "the|their|its|a|an") {
		i++
	}
	if _, n := l.p.longest(i, "stat", "howmany", "share", "quantity"); n > 0 {
		return true
	}
	_, n := l.labels.longest(i, "reportstat")
	return n > 0
}

// figureOf reads one figure of the plan's people.
func (l *plan) figureOf(b *base, one labelPart, split order) []*Reading {
	rep := &report{said: map[string]bool{}}
	if l.reports(one, rep) && rep.counts() {
		return l.howMany(b, split)
	}
	from := one.value
	for l.p.seq(from, "the|their|a|an") && from+1 < one.to {
		from++
	}
	among := slices.Concat(order{words("among")}, b.people, order{words(",")})
	ways := []order{slices.Concat(among, l.says(from, one.to, order{words("it")}))}
	if n := l.percentAt(from); n > 0 && from+n < one.to {
		said := l.says(from+n, one.to, order{words("it")})
		if l.p.seq(from+n, "with") && from+n+1 < one.to {
			ways = []order{slices.Concat(among, order{words("what percentage had")}, l.says(from+n+1, one.to,
				order{words("it")}))}
		} else {
			ways = []order{slices.Concat(among, order{words("what percentage were")}, said),
				slices.Concat(among, order{words("what percentage")}, said)}
		}
	} else if said := l.thoseWho(labelPart{one.role, from, from, one.to}); said != nil {
		for _, way := range said {
			ways = append(ways, slices.Concat(among, order{words("how many")}, way))
		}
	} else if l.p.seq(one.to-2, "at") && l.p.seq(one.to-3, "age") {
		ways = append(ways, slices.Concat(among, l.says(from, one.to, order{words("index")})))
	} else if l.p.seq(one.to-1, "age") {
		ways = []order{slices.Concat(ways[0], order{words("at index")})}
	} else if l.p.seq(from, "number", "who|with") {
		ways = append(ways, slices.Concat(among, order{words("how many had")}, l.says(from+2, one.to, order{words("it")})),
			slices.Concat(among, order{words("how many")}, l.says(from+2, one.to, order{words("it")})))
	}
	for _, way := range ways {
		if found := l.all(slices.Concat(way, split)); found != nil && b.figureFits(found[0]) {
			return found
		}
	}
	return nil
}

// figureFits reports whether a figure is of the people of the plan, and of all of them.
func (b *base) figureFits(r *Reading) bool {
	q := r.Question
	if e := q.Population.Entry; e == nil || !b.sameEntry(e) {
		return false
	}
	if slices.ContainsFunc(r.Others, func(o Other) bool { return o.Asked }) {
		return false
	}
	was := b.q.Population.Criteria
	return len(q.Population.Criteria) == len(was) && (len(was) == 0 || reflect.DeepEqual(q.Population.Criteria, was)) &&
		(q.Outcome == nil || q.Outcome.Is != nil || hasTime(q.Outcome) || q.Measure.Kind != study.Share)
}

// percentAt is how many tokens from i on ask for a percentage.
func (l *plan) percentAt(i int) int {
	ph, n := l.labels.longest(i, "reportstat")
	if n == 0 || ph.value != "percent" || strings.HasPrefix(l.p.toks[i].low, "risk") {
		return 0
	}
	for l.p.seq(i+n, "who|that|of", "are|were|them") {
		n += 2
	}
	return n
}

// thoseWho are ways of saying what is told of some of the people of a plan: "those given metformin within 90 days".
func (l *plan) thoseWho(one labelPart) []order {
	from := one.value
	for l.p.seq(from, "all|any|every|the|number|of") {
		from++
	}
	switch {
	case l.p.seq(from, "those|anyone|anybody|everyone|everybody"):
		from++
	default:
		ph, n := l.p.longest(from, "people")
		if n == 0 || ph.value != "" {
			return nil
		}
		from += n
	}
	said := order{}
	if from < one.to {
		said = l.says(from, one.to, order{words("it")})
	}
	if l.p.seq(one.to-1, "after|before|following") { // "in the 30 days after"
		said = append(said, words("it"))
	}
	switch {
	case from+1 >= one.to:
		return nil
	case l.p.seq(from, "who|that"):
		said[0] = piece{said: said[0].said[len(l.p.span(from, from+1).Text):], from: l.p.toks[from+1].start}
		said[0].said = strings.TrimLeft(said[0].said, " ")
		return []order{said}
	case l.p.seq(from, "with|having"):
		rest := slices.Concat(order{words("had")}, l.says(from+1, one.to, order{words("it")}))
		if l.p.seq(one.to-1, "after|before|following") {
			rest = append(rest, words("it"))
		}
		return []order{rest}
	}
	return []order{slices.Concat(order{words("were")}, said), said}
}

// shareWho is the percentage of the people of a plan of whom something is told.
func (l *plan) shareWho(b *base, said []order, split order) []*Reading {
	for _, way := range said {
		share := l.all(slices.Concat(order{words("among")}, b.people, order{words(", what percentage")}, way, split))
		if share != nil && b.figureFits(share[0]) && share[0].Question.Measure.Kind == study.Share &&
			share[0].afterIndex() {
			return share
		}
	}
	return nil
}
