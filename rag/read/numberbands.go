package read

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// How many people or records there are of each number may be asked in one question: "how many had exactly one fall, how
// many two, and how many three or more?", "inpatient stays of one night, two nights, and three or more". The question
// is read once for each number, and what is read is joined to the rows of one answer:
//
//	how many had exactly 1 fall
//	how many had exactly 2 falls
//	how many had at least 3 falls

// numberBand is a number or a range of numbers.
type numberBand struct {
	stretch
	low, high int
	open      bool   // without an upper end
	below     bool   // without a lower end
	unit      string // days, nights
}

// said is a band in the words of the grammar.
func (b numberBand) said() string {
	unit := ""
	if b.unit != "" {
		unit = " " + b.unit
	}
	switch {
	case b.open:
		return fmt.Sprintf("at least %d%s", b.low, unit)
	case b.high == 0 && unit == "":
		return "no"
	case b.low < b.high:
		return fmt.Sprintf("between %d and %d%s", b.low, b.high, unit)
	}
	return fmt.Sprintf("exactly %d%s", b.low, unit)
}

// name is a band as a row is called.
func (b numberBand) name() string {
	name := fmt.Sprint(b.low)
	if b.open {
		name += " or more"
	} else if b.low < b.high {
		name += "-" + fmt.Sprint(b.high)
	}
	switch unit := strings.TrimSuffix(b.unit, "s"); {
	case unit == "":
	case b.high == 1 && !b.open:
		name += " " + unit
	default:
		name += " " + unit + "s"
	}
	return name
}

// bandUnits are the units that numbers of the bands may have.
var bandUnits = []string{"day", "days", "night", "nights", "times"}

// bandAt reads a band at token i.
func (p *parser) bandAt(i int) (b numberBand, ok bool) {
	was := p.pos
	defer func() { p.pos = was }()
	if p.pos = i; i < len(p.toks) && isArticle[p.toks[i].low] {
		return b, false
	}
	b.from = i
	unit := func() {
		if b.unit == "" && slices.Contains(bandUnits, p.at(0)) {
			b.unit = p.at(0)
			p.pos++
		}
	}
	if p.seq(i, "no|none|zero") {
		p.pos++
		unit()
		b.to = p.pos
		return b, !p.seq(p.pos, "more|longer|less|fewer")
	}
	if n := slices.Index([]string{"once", "twice"}, p.at(0)); n >= 0 {
		b.low, b.high, b.unit, b.to = n+1, n+1, "times", i+1
		return b, true
	}
	r, bare, ok := p.comparison()
	if !ok {
		return b, false
	}
	unit()
	if bare {
		if v, after := p.lex("cmpafter"); after {
			r = compared(v, *r.Min)
			unit()
		}
	}
	if zero := 0.0; r.Min == nil {
		r.Min, b.below = &zero, true // "under 30 days"
	}
	if *r.Min != float64(int(*r.Min)) || *r.Min > 1000 {
		return b, false
	}
	b.low, b.open = int(*r.Min), r.Max == nil
	if r.MinOpen {
		b.low++
	}
	if b.high = b.low; r.Max != nil {
		b.high = int(*r.Max)
		if r.MaxOpen {
			b.high--
		}
	}
	b.to = p.pos
	return b, !p.sees("agetail", "munit")
}

// bandSeparator is where what parts two bands ends, from token i on, and whether a number is asked for there: ", how
// many had", "and with". It is i where nothing does.
func (p *parser) bandSeparator(i int) (end int, asks bool) {
	k := i
	for k < len(p.toks) && (p.seq(k, ",|and|;|plus") || p.seq(k, "or") && !p.seq(k+1, "more|less|fewer|longer")) {
		k++
	}
	ph, n := p.longest(k, "howmany", "share")
	if asks = n > 0 && (k > i || ph.value == ""); asks {
		k += n
		if _, m := p.longest(k, "people"); m > 0 {
			k += m
		}
	}
	if k == i {
		return i, false
	}
	for k < len(p.toks) && p.seq(k, "had|have|has|with|for|lasted|lasting|of|made|those|who|the") {
		k++
	}
	return k, asks
}

// numberBands are bands that follow each other without a gap or an overlap, with the words between each and the next;
// none where the question has no such list.
func (p *parser) numberBands() (bands []numberBand, between []stretch) {
	for i := range p.toks {
		first, ok := p.bandAt(i)
		if !ok || i > 0 && p.seq(i-1, "stage|stages|type|types|grade|class|part|age|aged|"+soonWord) {
			continue
		}
		asked, parted := false, 0
		bands, between = []numberBand{first}, nil
		for at := first.to; at < len(p.toks); {
			end, asks := p.bandSeparator(at)
			next, ok := p.bandAt(end)
			last := &bands[len(bands)-1]
			or := end > at && !next.open &&
				slices.ContainsFunc(p.toks[at:end], func(t token) bool { return t.low == "or" })
			if end == at || !ok || next.low != last.high+1 || last.open || or { // "one, two or three": any of them
				if parted = at - last.to; parted > 12 || p.seq(at, "?|.") || last.open {
					break
				}
				at++
				continue
			}
			between = append(between, stretch{last.to, at})
			bands, asked, at = append(bands, next), asked || asks, next.to
		}
		if n := len(bands); (n > 2 || n == 2 && (asked || bands[1].open)) && lendUnit(bands) {
			return bands, between
		}
	}
	return nil, nil
}

// lendUnit gives bands the unit that stands behind one of them; false where there are two, or where one is wanting.
func lendUnit(bands []numberBand) bool {
	unit := ""
	for _, b := range bands {
		if b.unit != "" && unit != "" && !sameStem(b.unit, unit) {
			return false
		}
		unit = cmp.Or(b.unit, unit)
	}
	if bands[0].below && unit == "" {
		return false // "fewer than 2 falls" may be those with one, or with none, too
	}
	for i := range bands {
		bands[i].unit = unit
	}
	return true
}

// inBands reads a question that asks for the people or records of each of several numbers; nil where it asks for none.
func (r *Reader) inBands(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	bands, between := p.numberBands()
	if bands == nil {
		return nil
	}
	var qs []*study.Question
	var first *Reading
	for i, said := range p.bandsSaid(bands, between) {
		if ctx.Err() != nil || Outside(said) != "" {
			return nil
		}
		one := r.readPlainly(ctx, said)
		if one == nil || !holdsBand(one.Question, bands[i]) {
			return nil
		}
		if first == nil {
			first = one
		}
		qs = append(qs, one.Question)
	}
	if len(qs) == 0 {
		return nil
	}
	return first.inRows(p, qs, bands)
}

// holdsBand reports whether a question says the number, so that it was read of what is counted and of nothing else.
func holdsBand(q *study.Question, b numberBand) bool {
	is := func(r *study.Range) bool {
		return r != nil && r.Min != nil && *r.Min == float64(b.low) && !r.MinOpen && (r.Max == nil) == b.open &&
			(b.open || *r.Max == float64(b.high) && !r.MaxOpen)
	}
	return slices.ContainsFunc(criteriaOf(q), func(c *study.Criterion) bool {
		return c.Has != nil && is(c.Has.Times) || c.Record != nil && is(c.Record.Days) || b.high == 0 && c.Not != nil
	}) || slices.ContainsFunc(spotsOf(q), func(s spot) bool { return s.ev.Where != nil && is(s.ev.Where.Days) })
}

// bandsSaid are the questions of each band by itself; none where it is not clear of what the numbers are.
func (p *parser) bandsSaid(bands []numberBand, between []stretch) (said []string) {
	last := bands[len(bands)-1]
	end := len(p.toks)
	for end > last.to && (p.seq(end-1, "?|.") || p.seq(end-1, ")") && !slices.ContainsFunc(p.toks[last.to:end],
		func(t token) bool { return t.low == "(" })) {
		end--
	}
	tail := stretch{last.to, end}
	noun := between[0]
	for i, s := range between {
		if i > 0 && !p.repeats(s, noun) {
			return nil
		}
	}
	head, suffix := p.saidIn(stretch{0, bands[0].from}), ""
	if things, ok := p.lengthsOf(bands[0].from); ok && bands[0].unit != "" {
		if head = things + " lasting"; !newParser(context.Background(), p.r, things).is("howmany") {
			head = "number of " + head
		}
	}
	switch {
	case noun.to > noun.from: // "one fall, how many two, and how many three or more"
		if !p.repeats(tail, noun) {
			if !p.seq(tail.from, ",|by|in|during") {
				return nil
			}
			suffix = " " + p.saidIn(tail)
		}
	case tail.to > tail.from: // "one, two, and three or more falls"
		noun = tail
	case bands[0].unit == "":
		if thing, of, ok := p.numberTold(bands[0].from); ok {
			head, noun = p.saidIn(of), thing
			break
		}
		return p.bandsBehind(bands)
	}
	for _, b := range bands {
		said = append(said, head+" "+b.said()+" "+p.saidIn(noun)+suffix)
	}
	return said
}

// numberTold reads of what the numbers at token to are, which is told before it is asked how many have them:
// "distribution of the number of visits per person: how many people had".
func (p *parser) numberTold(to int) (thing, asks stretch, ok bool) {
	i := 0
	for p.seq(i, "distribution|of|the|number") {
		i++
	}
	thing = stretch{i, i}
	for thing.to < to && !p.seq(thing.to, "per|:|,") {
		thing.to++
	}
	k := thing.to + 2
	if !p.seq(thing.to, "per", "person|patient|member", ":|,|-") || thing.to == i {
		return thing, asks, false
	}
	_, n := p.longest(k+1, "howmany")
	return thing, stretch{k + 1, to}, n > 0
}

// lengthsOf reads whose lengths are told before the numbers at token to: "Distribution of length of stay of inpatient
// visits: number of visits lasting".
func (p *parser) lengthsOf(to int) (things string, ok bool) {
	i := 0
	for p.seq(i, "distribution|of|the") {
		i++
	}
	for k := 1; k < to && i == 0; k++ { // "warfarin eras by length"
		if !p.seq(k, "by") {
			continue
		}
		at := k + 1
		for p.seq(at, "their|the") {
			at++
		}
		ph, n := p.longest(at, "quantity")
		for end := at + n; n > 0 && (ph.value == "stay" || ph.value == "duration"); end++ {
			if end == to {
				return p.saidIn(stretch{0, k}), true
			}
			if !p.seq(end, ":|,|(|in|days") {
				break
			}
		}
	}
	ph, n := p.longest(i, "quantity")
	if n == 0 || ph.value != "stay" && ph.value != "duration" || !p.seq(i+n, "of|for") {
		return "", false
	}
	from := i + n + 1
	for i = from; i < to && !p.seq(i, ":|,|;|("); i++ {
	}
	things = p.saidIn(stretch{from, i})
	for i < to && p.seq(i, ":|,|;|(|show|give|the|number|count|of|visits|stays|admissions|records|eras|lasting|with|that|lasted") {
		i++
	}
	return things, i == to && things != ""
}

// repeats reports whether words say nothing but what others said before: "such visits" of "ER visit that year".
func (p *parser) repeats(s, noun stretch) bool {
	for i := s.from; i < s.to; i++ {
		same := slices.ContainsFunc(p.toks[noun.from:noun.to], func(t token) bool {
			return sameStem(t.low, p.toks[i].low)
		})
		if !same && !p.seq(i, "such|of|them|these|those|each") {
			return false
		}
	}
	return true
}

func (p *parser) saidIn(s stretch) string {
	if s.to <= s.from {
		return ""
	}
	return strings.Trim(p.text[p.toks[s.from].start:p.toks[s.to-1].end], " ")
}

// bandsBehind are the questions of bands that stand behind what they are the number of: "patients with asthma by number
// of ER visits (0, 1, 2 or more)".
func (p *parser) bandsBehind(bands []numberBand) (said []string) {
	to := bands[0].from
	for to > 0 && p.seq(to-1, "(|:|,|as|into|in") {
		to--
	}
	for i := range to {
		_, n := p.longest(i, "howmany")
		if n == 0 || i == 0 {
			continue
		}
		things := stretch{i + n, to}
		if p.seq(i-1, "their|the") {
			i--
		}
		whom := p.saidIn(stretch{0, i - 1})
		switch {
		case i < 2 && !p.seq(0, "distribution"):
			continue
		case p.seq(i-1, "by"):
			if i == 1 {
				continue
			}
		case p.seq(i-1, "of") && p.seq(0, "distribution") && i <= 2:
			whom = "number of people"
			k := things.from
			for k < to && !p.seq(k, "per|for|of|in|among", "each|person|patient|people|patients|persons|member") {
				k++
			}
			if k == to {
				continue
			}
			rest := stretch{k + 2, to}
			if things.to = k; !p.seq(rest.from, "in|during") {
				whom += " " + p.saidIn(rest)
			} else {
				for _, b := range bands {
					said = append(said, whom+" who had "+b.said()+" "+p.saidIn(things)+" "+p.saidIn(rest))
				}
				return said
			}
		default:
			continue
		}
		for _, b := range bands {
			said = append(said, whom+" who had "+b.said()+" "+p.saidIn(things))
		}
		return said
	}
	return nil
}

// inRows joins the questions of several bands; as figures below each other where they are not rows.
func (r *Reading) inRows(p *parser, qs []*study.Question, bands []numberBand) *Reading {
	whole := rowsOfBands(qs, bands)
	if whole == nil && qs[0].Measure.Kind == study.Count {
		return nil
	}
	list := p.span(bands[0].from, bands[len(bands)-1].to)
	reading := &Reading{Question: whole, Mentions: nil, built: r.built,
		Words: []Word{{p.text, 0, len(p.text), "asked of each number", list.Text}}}
	for _, m := range r.Mentions {
		if at := strings.Index(lower(p.text), lower(m.Text)); at >= 0 {
			m.Start, m.End = at, at+len(m.Text)
			reading.Mentions = append(reading.Mentions, m)
		}
	}
	if whole != nil {
		return reading
	}
	reading.Question = qs[0]
	for i, q := range qs[1:] {
		if !sameButBand(q, qs[0]) {
			return nil
		}
		reading.Others = append(reading.Others, Other{What: bands[i+1].name(), Question: q, Always: true, Asked: true})
	}
	return reading
}

// rowsOfBands is one question with a row for each of several that differ in one number alone; nil where they differ in
// more.
func rowsOfBands(qs []*study.Question, bands []numberBand) *study.Question {
	whole := qs[0].Clone()
	st := study.Stratum{Kind: study.Groups}
	for i, q := range qs {
		one := q.Clone()
		g := study.Group{Name: bands[i].name()}
		if n := len(one.Population.Criteria); one.Outcome == nil && one.Measure.Of == study.Persons && n > 0 {
			one.Outcome, one.Population.Criteria = &one.Population.Criteria[n-1], one.Population.Criteria[:n-1]
		}
		switch {
		case whole.Measure.Kind != study.Count:
			return nil
		case one.Outcome != nil:
			g.Name, g.Is = strings.TrimPrefix(one.Part("asked"), "had "), *one.Outcome
			one.Outcome = nil
		case one.Measure.Of == study.Records && one.Population.Entry != nil:
			g.Entry, one.Population.Entry = one.Population.Entry, nil
		default:
			return nil
		}
		if i == 0 {
			whole = one
		} else if !whole.Equal(one) || reflect.DeepEqual(st.Groups[0], g) {
			return nil
		}
		st.Groups = append(st.Groups, g)
	}
	whole.Strata = append([]study.Stratum{st}, whole.Strata...)
	if whole.Validate() != nil {
		return nil
	}
	return whole
}

// sameButBand reports whether two shares differ in what is asked of the people alone.
func sameButBand(a, b *study.Question) bool {
	if a.Measure.Kind != study.Share || a.Outcome == nil || b.Outcome == nil {
		return false
	}
	x, y := a.Clone(), b.Clone()
	x.Outcome, y.Outcome = nil, nil
	return x.Equal(y) && !a.Equal(b)
}
