package read

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// How the parts of a plan are read and put together.

// base is the event that dates everybody in a plan.
type base struct {
	index  order // as it is said
	people order // "people with" it
	q      *study.Question
	leaves bool // it is the end of a stay
}

// whoAsks ends the small questions that are asked of the people of a plan, and what they are read as.
const whoAsks = ", how many were female ?"

// asksWho reads a small question about the people of a plan; nil where it is another one.
func (l *plan) asksWho(o order) *Reading {
	reading := l.try(append(o, words(whoAsks)), l.r.readReworded)
	if reading == nil || reading.Question.Outcome == nil || !reflect.DeepEqual(reading.Question.Outcome,
		&study.Criterion{Is: &study.Trait{Sex: "female"}}) {
		return nil
	}
	q := reading.Question
	if q.Measure.Kind != study.Count || q.Measure.Of != study.Persons || len(q.Strata) > 0 || q.Period != nil {
		return nil
	}
	return reading
}

// try reads an order of words; nil where it is refused.
func (l *plan) try(o order, read func(context.Context, string) *Reading) *Reading {
	said := o.text()
	if l.ctx.Err() != nil || Outside(said) != "" {
		return nil
	}
	reading := read(l.ctx, said)
	if reading == nil {
		return nil
	}
	return o.restore(reading, l.p.text)
}

// readAnyhow reads a text in any way in which a question is read; nil where it is refused.
func (r *Reader) readAnyhow(ctx context.Context, text string) *Reading {
	one, err := r.understand(ctx, text)
	if err != nil || one == nil || one.Question == nil {
		return nil
	}
	return one
}

// readReworded reads a text, in other words if need be; nil where it is refused.
func (r *Reader) readReworded(ctx context.Context, text string) *Reading {
	one, err := r.read(ctx, text)
	if err == nil && one.Question == nil {
		one = r.reworded(ctx, text)
	}
	if err != nil || one == nil || one.Question == nil {
		return nil
	}
	return one
}

// take adds what a reading names that has its place in the whole.
func (l *plan) take(reading *Reading) {
	for _, m := range reading.Mentions {
		if !slices.ContainsFunc(l.words, func(o Mention) bool { return o.Start == m.Start && o.End == m.End }) {
			l.words = append(l.words, m)
		}
	}
}

// index reads the event that dates everybody.
func (l *plan) index() *base {
	one, said, ok := l.only("index", "exposure")
	if ok && !said {
		one, said, ok = l.only("cohort")
	}
	if ok && !said {
		one, said, ok = l.only("people")
	}
	if !ok || !said {
		return nil
	}
	from, to := one.value, one.to
	if _, n := l.labels.longest(from, "dateof"); n > 0 {
		from += n
	}
	_, people := l.p.longest(from, "people", "usersof")
	if one.role == "people" {
		people = 1 // they were read as such
	}
	if comma := slices.IndexFunc(l.p.toks[from:to], func(t token) bool { return t.low == "," }); comma > 0 && people == 0 &&
		(one.role == "cohort" && !l.denies(one) || l.saysBefore(from+comma+1, to)) {
		// "Cohort: stroke in 2009, survived 30 days", "Index date: first fill, with no fall before it"
		if l.p.seq(from+comma+1, "with") {
			comma++
		}
		l.parts = append(l.parts, labelPart{"include", from + comma + 1, from + comma + 1, to})
		if to = from + comma; l.p.seq(to, "with") {
			to--
		}
	}
	b := &base{index: l.says(from, to, order{words("it")})}
	if l.whom != nil {
		b.index = l.whom
	}
	if when, said, ok := l.only("indexperiod"); !ok {
		return nil
	} else if said {
		b.index = append(b.index, l.during(when)...)
	}
	for k := from; k < to; k++ {
		b.leaves = b.leaves || strings.HasPrefix(l.p.toks[k].low, "discharge") || l.p.toks[k].low == "end"
	}
	ways := []order{{words("people with")}, {words("people who")}, {words("new users of")}, nil}
	if people > 0 {
		ways = []order{nil}
	}
	if one.role == "people" {
		ways = []order{nil, {words("people")}, {words("people with")}}
	} else if one.role == "exposure" && len(l.of("outcome", "question", "covariate")) == 0 {
		ways = slices.Concat([]order{{words("new users of")}}, ways)
	}
	for _, way := range ways {
		b.people = slices.Concat(way, b.index)
		if reading := l.asksWho(slices.Concat(order{words("among")}, b.people)); reading != nil &&
			reading.Question.Population.Entry != nil && reading.Question.AtRisk == nil {
			if people == 0 && one.role != "people" && l.p.holdsAny(stretch{from, to}, []string{"with", "without"}) &&
				hasUntimed(reading.Question) {
				return nil
			}
			l.take(reading)
			b.q = reading.Question
			l.entry = b.q.Population.Entry
			return b
		}
	}
	return nil
}

// hasUntimed reports whether the people of an index need something else of which no time is said: insulin, of "first
// metformin fill, with insulin", may be meant on that day, before it or at any time.
func hasUntimed(q *study.Question) bool {
	return slices.ContainsFunc(q.Population.Criteria, func(c study.Criterion) bool {
		if c.Not != nil {
			c = *c.Not
		}
		return c.Has != nil && c.Has.Relation == nil && c.Has.Event.During == nil && c.Has.Event.Touching == nil
	})
}

// saysBefore reports whether words say what people have before the event of a plan: "with 180 days of observation".
func (l *plan) saysBefore(from, to int) bool {
	return l.p.seq(from, "with") && from+1 < to && slices.ContainsFunc(l.p.toks[from+1:to], func(t token) bool {
		return isAmong(t.low, "before|prior|preceding|previous")
	})
}

// denies reports whether a part says that something is not there: its commas may be those of a list.
func (l *plan) denies(one labelPart) bool {
	return slices.ContainsFunc(l.p.toks[one.value:one.to], func(t token) bool {
		return isAmong(t.low, "no|not|without|never|none|free|neither|nor|or")
	})
}

// during are the words of a calendar time.
func (l *plan) during(one labelPart) order {
	said := l.says(one.value, one.to, nil)
	if first := l.p.toks[one.value]; first.isNum ||
		first.isWord && !isAmong(first.low, "in|between|from|during|until|since|on|before|after") {
		said = append(order{words("in")}, said...)
	}
	return said
}

// more is what a part adds to the people of a plan.
type more struct {
	age      *study.Range
	which    study.Which // of several events, where the part is counted from one
	with     []study.Criterion
	criteria []study.Criterion
}

// dated reads a plan with an event that dates everybody.
func (l *plan) dated() *Reading {
	b := l.index()
	if b == nil || len(l.of("period", "thing")) > 0 {
		return nil
	}
	var adds []more
	for _, one := range l.parts {
		added, ok := []more(nil), true
		switch one.role {
		case "population":
			added, ok = l.peopled(b, one)
		case "people":
			if len(l.of("index", "exposure", "cohort")) > 0 || len(l.of("people")) > 1 {
				added, ok = l.peopled(b, one)
			}
		case "cohort":
			if len(l.of("index", "exposure")) > 0 {
				added, ok = l.peopled(b, one)
			}
		case "include", "age", "sex":
			added, ok = l.included(b, one)
		case "free":
			added, ok = l.included(b, one)
			ok = ok && l.timed(one, added)
		case "exclude":
			added, ok = l.excluded(b, one)
		case "washout":
			added, ok = l.washedOut(b, one)
		}
		if !ok {
			return nil
		}
		adds = append(adds, added...)
	}
	found := l.measured(b)
	if found == nil || l.always && slices.ContainsFunc(spotsOf(found[0].Question), func(s spot) bool {
		return s.rel != nil && *s.rel != nil
	}) {
		return nil
	}
	whole := &Reading{Question: l.put(b, found[0].Question, adds)}
	loose := slices.Clone(adds)
	for i := range loose {
		loose[i].which = "" // another reading may count from others
	}
	for _, o := range found[0].Others {
		if q := l.put(b, o.Question, loose); q != nil {
			o.Question = q
			whole.Others = append(whole.Others, o)
		}
	}
	var asked []Other
	for i, also := range found[1:] {
		q := l.put(b, also.Question, adds)
		if q == nil {
			return nil
		}
		what := "As a rate"
		if i+1 < len(l.figures) {
			what = l.figures[i+1]
		}
		asked = append(asked, Other{What: what, Question: q, Always: true, Asked: true})
	}
	whole.Others = append(asked, whole.Others...)
	return whole
}

// put puts what the parts add to the people into a question that asks something of them; nil where it has no place.
func (l *plan) put(b *base, asked *study.Question, adds []more) *study.Question {
	q := asked.Clone()
	e := q.Population.Entry
	if e == nil || !b.sameEntry(e) {
		return nil
	}
	for _, one := range adds {
		switch {
		case one.which == "" || one.which == e.Which:
		case e.Which != "":
			return nil
		default:
			e.Which = one.which
		}
		if one.age != nil {
			if e.Age != nil {
				return nil
			}
			e.Age = one.age
		}
		e.With = append(e.With, one.with...)
		q.Population.Criteria = append(q.Population.Criteria, one.criteria...)
	}
	if e.Domain == study.Visit && !b.leaves && (q.AtRisk != nil || q.Measure.Kind == study.CumulativeIncidence ||
		slices.ContainsFunc(spotsOf(q), func(s spot) bool { return s.rel != nil && *s.rel != nil && (*s.rel).End })) {
		return nil // an admission dates everybody, and no discharge
	}
	q.Canonicalize()
	if q.Validate() != nil || contradiction(q) != "" {
		return nil
	}
	return q
}

// sameEntry reports whether an event is the one that dates everybody, be it that it is said from which of several.
func (b *base) sameEntry(e *study.Event) bool {
	is, was := *e, *b.q.Population.Entry
	if was.Which == "" {
		is.Which = ""
	}
	return reflect.DeepEqual(is, was)
}

// adds is what a small question adds to the people of the plan; false where it adds nothing, or changes them otherwise.
func (b *base) adds(q *study.Question) (m more, ok bool) {
	was, is := b.q.Population, q.Clone().Population
	if is.Entry == nil || len(is.Criteria) < len(was.Criteria) {
		return m, false
	}
	if was.Entry.Which == "" {
		m.which, is.Entry.Which = is.Entry.Which, ""
	}
	if is.Entry.Age != nil && was.Entry.Age == nil {
		m.age, is.Entry.Age = is.Entry.Age, nil
	}
	if n := len(was.Entry.With); len(is.Entry.With) > n && reflect.DeepEqual(is.Entry.With[:n], was.Entry.With[:n:n]) {
		m.with = slices.Clone(is.Entry.With[n:])
		is.Entry.With = was.Entry.With
	}
	for _, c := range is.Criteria {
		if !slices.ContainsFunc(was.Criteria, func(o study.Criterion) bool { return reflect.DeepEqual(c, o) }) {
			m.criteria = append(m.criteria, c)
		}
	}
	is.Criteria = was.Criteria
	return m, reflect.DeepEqual(is, was) && (m.age != nil || len(m.with)+len(m.criteria) > 0)
}
