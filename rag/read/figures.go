package read

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/study"
)

// A question may ask for several figures: "How many people had a stroke, how old were they at the first one, and how
// many of them took warfarin?" It is cut where a figure begins. The first is a question by itself; each of the others
// becomes one once it is told of whom it is:
//
//	figure 1   How many people had a stroke?
//	figure 2   Mean age at first stroke
//	figure 3   Among people with a stroke, how many took warfarin?
//
// Of whom a figure is, the words say that stand for the people before (ofwhom.go), or a line of figures.tsv. It has how
// a question goes on, as the turns of paraphrases.tsv have it, and the same as a question of its own, in which words in
// braces stand for what the first one says:
//
//	{people}   those whom it counts: "people with a first ever diagnosis of atrial fibrillation who had a stroke after it"
//	{base}     those of whom it counts some: "people with a first ever diagnosis of atrial fibrillation"
//	{index}    the event that they have: "diagnosis of atrial fibrillation"
//	{outcome}  what is asked of them: "diagnosis of stroke"
//	{event}    the outcome where it is counted from no other, or the index event where there is none
//	{the/x}    the one event that it names of the domain x
//	{outcomes/x}  its records, where x names the same; {dated/x} where they are of a time
//	{records}  the records that it counts
//	{of_observed}  "of" those whose time of observation it counts
//	{of_base}  "of" those of whom it counts some; nothing where these are all people
//	{said}     the first question itself; {said/x} with x in the place of what it names in that domain, {plain/x} where
//	           it says no time that may be that of x, too
//
// Figures that differ in the group alone are rows of one answer (joined.go); the others stand beside the first. Where a
// figure is not read, or could be of others, the whole question stays refused.

//go:embed figures.tsv
var figuresFile string

var figuresOnce = sync.OnceValue(func() []paraphrase {
	all := paraphrasesOf(figuresFile)
	for i := range all { // each goes up to the end
		all[i].turn = append(all[i].turn, slot{kind: '$'})
	}
	return all
})

// figure is one of those that a question asks for.
type figure struct {
	*Reading
	said string
	at   int // the byte of the question at which it begins
}

// figureWords ask for a figure.
var figureWords = []category{"howmany", "share", "howlong", "stat", "whatis", "howold", "whatage", "howmuch", "howhigh",
	"rate", "prevalence", "quantity", "most", "which"}

// mostFigures bounds how many places are tried at which a figure may begin.
const mostFigures = 8

// figures reads a question that asks for several; nil where it is none.
func (r *Reader) figures(ctx context.Context, text string) *Reading {
	if grouped := r.groupedFigures(ctx, text); grouped != nil {
		return grouped
	}
	all := r.figuresOf(ctx, text, r.readPlainly)
	if all == nil {
		all = r.figuresTurned(ctx, text)
	}
	switch {
	case all == nil || r.leavesGroups(ctx, all) || sharesOfParts(all):
		return nil
	case len(all[0].Question.Strata) == 0 && slices.ContainsFunc(all[1:], func(f figure) bool {
		return newParser(ctx, r, f.said).ofEach()
	}) || slices.ContainsFunc(all[1:], func(f figure) bool { return f.loosens(all[0].Question) }):
		return nil
	case newParser(ctx, r, all[0].said).isTopic() && !all[1].Question.Equal(all[0].Question):
		return r.ofTopic(all, text)
	}
	return r.together(all, text)
}

// sharesOfParts reports whether the first figure is none: in "what share of men and what share of women took it?" the
// verb behind the last is of both, and nobody asks how many were men.
func sharesOfParts(all []figure) bool {
	part := func(c *study.Criterion) bool { return c != nil && c.Is != nil && c.Is.Age == nil }
	first := all[0].Question
	if first.Measure.Kind != study.Share || !part(first.Outcome) {
		return false
	}
	return slices.ContainsFunc(all[1:], func(f figure) bool {
		return f.Question.Measure.Kind == study.Share && !part(f.Question.Outcome) &&
			slices.ContainsFunc(f.Question.Population.Criteria, func(c study.Criterion) bool { return part(&c) })
	})
}

// figuresOf cuts a question into its figures, of which the first is read so; nil where it asks for no further one.
func (r *Reader) figuresOf(ctx context.Context, text string,
	read func(ctx context.Context, said string) *Reading) []figure {
	cuts := newParser(ctx, r, text).cuts()
	for k, c := range cuts {
		said := text[:c.from]
		if ctx.Err() != nil || Outside(said) != "" {
			return nil
		}
		if !strings.Contains(said, " ") {
			continue // a word alone asks for nothing: "Total and mean cost"
		}
		first := read(ctx, said)
		if first == nil {
			continue
		}
		if all := r.moreFigures(ctx, text, []figure{{first, said, 0}}, cuts[k:]); all != nil {
			topic := newParser(ctx, r, said).isTopic()
			for i := 1; i < len(all); i++ {
				if r.openTime(ctx, all[i-1].Question, all[i], topic && i > 1) {
					return nil
				}
			}
			return all
		}
	}
	return nil
}

// openTime reports whether a time that is said of one of two figures may be meant of both: "how many were admitted, and
// how many died, in 2009", "how many later had a transplant, and how many surgery".
func (r *Reader) openTime(ctx context.Context, before *study.Question, last figure, ofTopic bool) bool {
	_, word := r.withoutPronouns(ctx, last.said)
	dated := isDated(last.Question) && !isDated(before)
	if (isDated(before) || isTimed(before.Outcome)) && newParser(ctx, r, last.said).asksNameAlone() {
		return true // "how many took A in 2009, how many B?", "how many later took A, how many B?"
	}
	timed := isTimed(before.Outcome) && last.Question.Outcome != nil && !isTimed(last.Question.Outcome)
	return dated && (ofTopic || newParser(ctx, r, last.said).endsWithTime(0)) || timed && word == ""
}

// asksNameAlone reports whether a figure has nothing but a name: "how many warfarin?".
func (p *parser) asksNameAlone() bool {
	p.is("and")
	return p.is("howmany", "share") && p.entityAt(p.pos).n > 0 && p.onlySigns(p.pos+p.entityAt(p.pos).n)
}

// isTimed reports whether what is asked of people is counted from their index date.
func isTimed(c *study.Criterion) bool { return c != nil && c.Has != nil && c.Has.Relation != nil }

// isDated reports whether a question says a time.
func isDated(q *study.Question) bool {
	return q.Period != nil || slices.ContainsFunc(spotsOf(q), func(s spot) bool {
		return s.ev.During != nil || s.ev.Touching != nil
	})
}

// endsWithTime reports whether what begins at a token ends with a time behind a comma.
func (p *parser) endsWithTime(from int) bool {
	for i := len(p.toks) - 1; i > from; i-- {
		if p.toks[i].low == "," {
			return p.ahead(func() bool {
				p.pos = i + 1
				_, ok := p.period()
				return ok && p.onlySigns(p.pos)
			})
		}
	}
	return false
}

// cuts are the places at which a figure may begin: from the end of the words before to its own first byte.
func (p *parser) cuts() []stretch {
	var cuts []stretch
	brackets := p.brackets()
	for i := 1; i < len(p.toks)-1 && len(cuts) < mostFigures; i++ {
		if slices.ContainsFunc(brackets, func(s stretch) bool { return i > s.from && i < s.to }) {
			continue
		}
		end := i
		for end > 0 && (isSign(p.toks[end-1].low) || p.seq(end-1, "and|&|plus|+|also|then")) {
			end--
		}
		if end < 1 || end == i && p.boundary(i) == none || isSign(p.toks[i].low) || p.seq(i, "and|also|then") {
			continue
		}
		if p.asksFigure(i) {
			cuts = append(cuts, stretch{p.toks[end-1].end, p.toks[i].start})
		}
	}
	return cuts
}

// asksFigure reports whether a figure is asked for at token i, or a turn goes from there to the end or the next sign.
func (p *parser) asksFigure(i int) bool {
	at := i
	if p.seq(at, "of|among|for") && p.seq(at+1, "them|these|those|whom|each") {
		at += 2
	}
	for ; at < len(p.toks); at++ {
		if _, n := p.longest(at, figureWords...); n > 0 ||
			p.seq(at, "how", soonWord) {
			return true
		}
		if !isArticle[p.toks[at].low] && !isSign(p.toks[at].low) &&
			!p.seq(at, "give|report|show|their|what|which|after|"+havingWords) {
			break
		}
	}
	rest := newParser(context.Background(), p.r, p.text[p.toks[i].start:])
	return slices.ContainsFunc(figuresOnce(), func(one paraphrase) bool {
		to, ok := rest.matches(one.turn, 0, map[string]stretch{})
		return ok && rest.onlySigns(to)
	})
}

// moreFigures reads all that follows those that were read; nil where some of it has no place.
func (r *Reader) moreFigures(ctx context.Context, text string, read []figure, cuts []stretch) []figure {
	if len(cuts) == 0 {
		return read
	}
	for k := range cuts {
		to := len(text)
		if k+1 < len(cuts) {
			to = cuts[k+1].from
		}
		said := strings.Trim(text[cuts[0].to:to], " ,;:?.!-–—")
		if ctx.Err() != nil || Outside(said) != "" {
			return nil
		}
		next := r.nextFigure(ctx, read, said)
		if next == nil {
			continue
		}
		all := append(slices.Clone(read), figure{next, said, cuts[0].to})
		if all = r.moreFigures(ctx, text, all, cuts[k+1:]); all != nil {
			return all
		}
	}
	return nil
}

// nextFigure reads a figure behind others; nil where it is not read, or where it is not clear of whom it is.
func (r *Reader) nextFigure(ctx context.Context, before []figure, said string) *Reading {
	first := before[0]
	if _, word := r.withoutPronouns(ctx, said); word != ofThem && slices.ContainsFunc(before, r.narrows) {
		return nil // "their": of all, or of those who were counted of them?
	}
	rest := newParser(ctx, r, said)
	alone := r.readPlainly(ctx, said)
	if alone == nil {
		alone = &Reading{}
	}
	if alone.Question.Equal(first.Question) {
		return alone // it is asked once more, in other words
	}
	if next := r.both(ctx, before, said); next != nil {
		return next
	}
	if next, open := r.onceMore(ctx, before, said); next != nil || open {
		return next
	}
	if q := r.anotherStatistic(ctx, first.Question, said); q != nil {
		return &Reading{Question: q}
	}
	if q := alone.Question; q != nil && sameButStatistic(q, first.Question) {
		return alone
	}
	if asksOtherShare(first.Question, rest) {
		return r.otherShare(ctx, first, said)
	}
	if next := r.ofItsRecords(ctx, first.Question, said); next != nil {
		return next
	}
	if q := alone.Question; q != nil && newParser(ctx, r, said).countsSomeRecords() &&
		ofLongerRecords(q, first.Question) {
		return alone
	}
	if namesPeople(first.Question) {
		if q := r.timeBetween(ctx, first.Question, said); q != nil {
			return &Reading{Question: q}
		}
		if next := r.ofThose(ctx, before, said); next != nil && !next.Question.SaysNothing() {
			return next
		}
	}
	next := r.furtherOf(ctx, rest, first.Question, first.said, first.Mentions)
	if next == nil {
		next = alone.ofTheSame(first.Question)
	}
	if q := alone.Question; next == nil && q != nil &&
		(tells(q, first.Question) || tells(first.Question, q) || ofTheSameRecords(q, first.Question)) {
		next = alone // "number of deaths, and mean age at death"
	}
	if _, word := r.withoutPronouns(ctx, said); next == nil && alone.Question != nil && word == "" &&
		!rest.asksNameAlone() && !rest.seq(rest.pos, "with|without") && sameButNames(alone.Question, first.Question) {
		next = alone // "prevalence of A, and prevalence of B"
	}
	if q := alone.Question; next == nil && q != nil && q.Measure.Kind == study.Number && isDated(q) &&
		isDated(first.Question) && sameButNames(ofEither(q), ofEither(first.Question)) {
		next = alone // "mean length of stay in 2008, and mean length of stay in 2010"
	}
	if next != nil && next.Question.SaysNothing() {
		return nil
	}
	return next
}

// isTopic reports whether the words before a figure ask for none, as a name alone does: "Patients with stroke: how many
// of them took warfarin?"
func (p *parser) isTopic() bool {
	return !p.saysAny(stretch{0, len(p.toks)}, append([]category{"which", "whatis", "list", "howlong", "daysfrom",
		"daysto"}, measureWords...)...)
}

// saysOfWhom reports whether the words before a figure say of whom it is, be it with a length that could be asked for:
// "For new users of warfarin with 365 days of prior observation, count those with …".
func (f figure) saysOfWhom() bool {
	lead, said, _ := strings.Cut(lower(f.said), " ")
	q := f.Question
	return isAmong(lead, "for|among|of|in") && q.Measure.Kind == study.Count && q.Outcome == nil &&
		!strings.Contains(said, "how many") && !strings.Contains(said, "number") && !strings.Contains(said, "count")
}

// ofTopic is the reading of figures behind a topic, which is none of them; nil where it is more than people.
func (r *Reader) ofTopic(all []figure, text string) *Reading {
	topic, first := all[0], all[1]
	if len(topic.Question.Strata) > 0 || topic.Question.Top != nil || !keepsNames(topic.Question, first.Question) {
		return nil
	}
	reading := *first.Reading
	reading.Words = []Word{{topic.said, 0, len(topic.said), "of whom it is", ""},
		{first.said, first.at, first.at + len(first.said), "asked", first.Question.String()}}
	reading.Mentions = topic.Mentions
	reading.names(first, text)
	return r.together(append([]figure{{&reading, first.said, first.at}}, all[2:]...), text)
}

// keepsNames reports whether everything that a topic names stands in the question behind it, too: "Stroke before the
// first warfarin fill: how many warfarin users?" is not of all who took warfarin.
func keepsNames(topic, q *study.Question) bool {
	spots := spotsOf(q)
	return !slices.ContainsFunc(spotsOf(topic), func(s spot) bool {
		lost := func(c study.Entity) bool { return len(spotsNamed(spots, c.Text)) == 0 }
		return slices.ContainsFunc(s.ev.Concepts, lost)
	})
}

// narrows reports whether a figure counts some of those who were counted before it.
func (r *Reader) narrows(f figure) bool {
	o := f.Question.Outcome
	_, word := r.withoutPronouns(context.Background(), f.said)
	return word == ofThem && o != nil && o.Is == nil
}

// ofTheSame is a figure that names the records or the people of the first once more: "mean length of an inpatient
// visit, and how many inpatient visits are there?"; nil for any other.
func (r *Reading) ofTheSame(first *study.Question) *Reading {
	q := r.Question
	if q == nil || q.Measure.Kind != study.Count || q.Population.Entry == nil || q.Outcome != nil ||
		len(q.Strata)+len(first.Strata) > 0 {
		return nil
	}
	if share := asShare(first, q); q.Measure.Of == study.Persons && share != first {
		return r
	}
	same := first.Clone()
	same.Measure, same.Strata = q.Measure, nil
	if q.Measure.Of != study.Records || !same.Equal(q) {
		return nil
	}
	return r
}

// both reads "and how many both" behind two numbers of people; nil for anything else.
func (r *Reader) both(ctx context.Context, before []figure, said string) *Reading {
	var counts []*study.Question
	for _, f := range before {
		counts = append(counts, outcomesOf(f.Question)...)
	}
	p := newParser(ctx, r, said)
	p.is("and")
	if len(counts) != 2 || !p.is("howmany") {
		return nil
	}
	p.is("people")
	for p.is("aux") || p.is("verb") || p.word("ever") {
	}
	if !p.is("both") {
		return nil
	}
	for p.takeOne("of", "them", "these", "those", "the", "two") || p.is("listdomain") || p.is("eventnoun") ||
		p.is("aux", "everywhere", "verb") {
	}
	a, b := counts[0], counts[1]
	if !p.end() || joined(counts) == nil {
		return nil
	}
	q := a.Clone()
	q.Outcome = &study.Criterion{All: []study.Criterion{*a.Outcome, *b.Outcome}}
	return &Reading{Question: q}
}

// together is the reading of a question that asks for several figures. Where the answer to the second has the first in
// it, it stands for both; figures that differ in the group alone are rows.
func (r *Reader) together(all []figure, text string) *Reading {
	if all[0].saysOfWhom() {
		return nil
	}
	asked := make([]*study.Question, len(all))
	for i, f := range all {
		asked[i] = f.Question
	}
	if r.byTheirNames(asked) {
		for i, q := range asked {
			one := *all[i].Reading
			one.Question, one.Others = q, nil
			all[i].Reading = &one
		}
	}
	whole := all[0].Reading
	var more []figure
	for _, f := range all[1:] {
		if f.Question.Equal(whole.Question) {
			whole.Words = append(whole.Words, Word{f.said, f.at, f.at + len(f.said), "the same again", ""})
		} else {
			more = append(more, f)
		}
	}
	all = append(all[:1:1], more...)
	rows := outcomesOf(whole.Question)
	for _, f := range all[1:] {
		rows = append(rows, outcomesOf(f.Question)...)
		whole.Words = append(whole.Words, Word{f.said, f.at, f.at + len(f.said), "asked for, too", f.Question.String()})
		whole.names(f, text)
	}
	rest := all[1:]
	if joint := joined(rows); joint != nil && (len(joint.Strata[0].Groups) == len(rows) ||
		joint.Strata[0].Kind == study.Sex && len(rows) == 2) {
		whole.Question, whole.Others, rest = joint, nil, nil
	} else {
		for i, f := range rest {
			next := asShare(f.Question, whole.Question)
			summary := (next.Measure.Stat == study.Summary || whole.assumesStatistic()) &&
				sameButStatistic(next, whole.Question)
			if summary || tells(next, whole.Question) {
				whole.Question, whole.Others, rest = next, f.Others, slices.Delete(rest, i, i+1)
				break
			}
			if share := asShare(whole.Question, f.Question); tells(share, f.Question) { // "… and how many are there?"
				whole.Question, rest = share, slices.Delete(rest, i, i+1)
				break
			}
			if ofTheSameRecords(f.Question, whole.Question) { // which tells how many have it, and not of how many
				count := figure{&Reading{Question: whole.Question}, all[0].said, 0}
				rest = append([]figure{count}, slices.Delete(rest, i, i+1)...)
				whole.Question, whole.Others = f.Question, f.Others
				break
			}
		}
	}
	var others []Other
	for _, f := range rest {
		others = append(others, Other{What: f.said, Question: f.Question, Always: true, Asked: true})
		others = append(others, f.wider...)
	}
	whole.Others = append(others, whole.Others...)
	return whole
}

// assumesStatistic reports whether no statistic was said: "how many days lay between the two? Give the median".
func (r *Reading) assumesStatistic() bool { return r.built != nil && r.built.s.assumed }

// names adds what a further figure names.
func (r *Reading) names(f figure, text string) {
	for _, m := range f.Mentions {
		if slices.ContainsFunc(r.Mentions, func(o Mention) bool { return strings.EqualFold(o.Text, m.Text) }) {
			continue
		}
		if i := strings.LastIndex(lower(text), lower(m.Text)); i >= f.at {
			m.Start, m.End = i, i+len(m.Text)
			r.Mentions = append(r.Mentions, m)
		}
	}
}

// readPlainly reads a text, in other words if need be; nil where it is refused.
func (r *Reader) readPlainly(ctx context.Context, text string) *Reading {
	one, err := r.read(ctx, text)
	if err == nil && one.Question == nil {
		one = r.paraphrased(ctx, text)
	}
	if err != nil || one == nil || one.Question == nil {
		return nil
	}
	return one
}
