package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// People ask loosely first and then exactly: "How long do people stay on X? Median duration in days of the first X
// era." "Do men have more strokes than women? Share with a stroke by sex." The first question is a title of the second
// (titles.go): whatever it names must stand in the second, and how it asks must fit what the second asks for.

// asks reports whether the remark is a loose question, which asks for no number of its own.
func (m *remark) asks() bool {
	last := len(m.p.toks) - 1
	return m.p.toks[last].low == "?" && !m.p.saysAny(stretch{0, last}, "howmany", "share", "stat", "rate")
}

// saysAny reports whether a phrase of one of the categories begins in a stretch.
func (p *parser) saysAny(s stretch, cats ...category) bool {
	for i := s.from; i < s.to; i++ {
		if _, n := p.longest(i, cats...); n > 0 {
			return true
		}
	}
	return false
}

// looseWords is how many tokens from i on may stand in a loose question: words that only ask (category "looseword"), a
// visit that the core names, or one whose "non-" or "re-" the core says as "without" or "second".
func (m *remark) looseWords(core *parser, i int) int {
	if _, n := m.p.longest(i, "looseword"); n > 0 {
		return n
	}
	if m.p.said("looseword") && m.saysHowLong(core, i) {
		return 1
	}
	if ph, n := m.p.longest(i, "visitverb"); n > 0 && core.saysOf("visit", ph.value) {
		return n
	}
	if ph, n := m.p.longest(i, "sex", "people"); n > 0 && (ph.value == "female" || ph.value == "male") && m.bothSexes() {
		return n
	}
	whole := stretch{0, len(core.toks)}
	rest, negated := strings.CutPrefix(m.p.toks[i].low, "non-")
	rest, repeated := strings.CutPrefix(rest, "re-")
	if negated && core.holdsAny(whole, negations) || repeated && core.holdsAny(whole, again) {
		if slices.ContainsFunc(core.toks, func(t token) bool { return sameStem(t.low, rest) }) {
			return 1
		}
	}
	return 0
}

// saysHowLong reports whether token i of a loose question that asks how long something takes says from where on, of
// whom or what happens: all of which the exact one says by the time between the two that it names.
func (m *remark) saysHowLong(core *parser, i int) bool {
	if !m.asksHowLong() || !core.said("daysfrom") && !core.said("daysto") {
		return false
	}
	w := m.p.toks[i].low
	_, bled := core.namedBy(0, len(core.toks), w)
	return slices.Contains(verbsOf, w) && bled == 1 ||
		slices.Contains([]string{"who", "after", "following", "since", "starting", "initiating", "beginning"}, w)
}

// asksHowLong reports whether a loose question asks for a length of time.
func (m *remark) asksHowLong() bool {
	for i := range m.p.toks {
		if ph, n := m.p.longest(i, "looseword"); n > 0 && ph.value == "long" {
			return true
		}
	}
	return false
}

// longSince is the name behind the "after" of a loose question that asks how long something takes; "" without.
func (m *remark) longSince() string {
	if !m.asksHowLong() {
		return ""
	}
	after := false
	for i := range m.p.toks {
		after = after || m.p.seq(i, "after|following|since")
		if c := m.outer.entityAt(i); after && c.n > 0 {
			return c.text
		}
	}
	return ""
}

// isTimeBetween reports whether the question asks for the days from one thing to another.
func (h *held) isTimeBetween() bool {
	return h.q.Measure.Kind == study.Number && h.q.Measure.Quantity == study.DaysTo && h.q.Population.Entry != nil
}

// bothSexes reports whether women and men are named, so that they are compared.
func (m *remark) bothSexes() bool {
	named := map[string]bool{}
	for i := range m.p.toks {
		ph, _ := m.p.longest(i, "sex", "people")
		named[ph.value] = true
	}
	return named["female"] && named["male"]
}

var negations = []string{"without", "no", "not", "never"}

// asksTheSame holds how a loose question asks against what the exact one asks for: "how long" wants a time.
func (m *remark) asksTheSame() func(*held) *Refusal {
	var ways []string
	if m.bothSexes() {
		ways = append(ways, "sexes")
	}
	for i := range m.p.toks {
		if ph, n := m.p.longest(i, "looseword"); n > 0 && ph.value != "" {
			ways = append(ways, ph.value)
		}
	}
	from := m.longSince()
	return func(h *held) *Refusal {
		if from != "" && h.isTimeBetween() && !h.r.refersTo(from, h.q.Population.Entry) {
			return unsaid("it counts from something else than the words before it")
		}
		if from != "" && m.p.holdsAny(stretch{0, len(m.p.toks)}, []string{"who"}) && h.isTimeBetween() && h.q.Measure.Relation == nil {
			return unsaid("it does not ask for what comes after the other")
		}
		for _, way := range ways {
			if !fitsWay[way](h.q) {
				return unsaid("it asks something else than the words before it")
			}
		}
		return nil
	}
}

// fitsWay says of each way of asking which questions it may stand before.
var fitsWay = map[string]func(*study.Question) bool{
	"long": func(q *study.Question) bool {
		return q.Measure.Kind == study.Persistence || q.Measure.Kind == study.Survival ||
			q.Measure.Kind == study.Number && q.Measure.Quantity.IsOfDays()
	},
	"often": func(q *study.Question) bool {
		switch q.Measure.Kind {
		case study.Number:
			return q.Measure.Quantity == study.Occurrences
		case study.Count, study.Share, study.Rate, study.Proportion, study.Prevalence:
			return true
		}
		return false
	},
	"dies": func(q *study.Question) bool {
		return q.Measure.Kind == study.Survival || q.Measure.Event != nil && q.Measure.Event.Domain == study.Death
	},
	"which": func(q *study.Question) bool {
		return slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return s.Kind == study.Concept })
	},
	"sexes": func(q *study.Question) bool {
		return slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return s.Kind == study.Sex })
	},
	"compare": func(q *study.Question) bool { return len(q.Strata) > 0 },
}

// completed reads an exact question that leaves the name to what stands before it, a loose question or a topic: "How
// long are people on X? Median duration of an era in days." "For X, how many people started it?" The name is put behind
// what happens or the people, or in the place of "it"; where that means different things, the question stays refused.
func (r *Reader) completed(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	from, name := p.topicName()
	if name == "" {
		return nil
	}
	whole := p.withTopicTime(from)
	if len(whole) > 1 {
		p = newParser(ctx, r, whole.text())
	}
	for _, behind := range []struct {
		noun category
		link string
	}{{"", ""}, {"eventnoun", "of "}, {"people", "with "}, {"people", "of "},
		{"usersof", "of "}} {
		var ways []order
		for i := from; i < len(p.toks); i++ {
			from, to, n := p.toks[i].start, p.toks[i].end, 0
			if behind.noun == "" && (slices.Contains([]string{"it", "its"}, p.toks[i].low) || p.isOneOfThem(i)) {
				n = 1
			} else if _, n = p.longest(i, behind.noun); n > 0 {
				from, to = p.toks[i+n-1].end, p.toks[i+n-1].end
			}
			if n > 0 {
				way := append(whole.cut(0, from), piece{said: behind.link + name, from: -1})
				ways = append(ways, append(way, whole.cut(to, len(p.text))...))
				i += n - 1
			}
		}
		found, differ := r.agreed(ctx, ways, text, func(ctx context.Context, said string) *Reading {
			reading := newParser(ctx, r, said).explained()
			if reading == nil || reading.Question == nil || len(spotsNamed(spotsOf(reading.Question), name)) > 1 {
				return nil // the topic has a place of its own
			}
			return reading
		})
		if found != nil || differ {
			return found
		}
	}
	return nil
}

// withTopicTime is the question with the date or the year of its topic in the place of "that day": "Statin use on
// 1 July 2009: percent of people observed that day".
func (p *parser) withTopicTime(from int) order {
	whole := order{{said: p.text}}
	topic := p.part(0, from)
	for i := range topic.toks {
		topic.pos = i
		d, ok := topic.date()
		if !ok || topic.pos == i || d.year == 0 {
			continue
		}
		said := "that month"
		switch from, to := d.from(), d.to(); {
		case from == to:
			said = "that day"
		case strings.HasSuffix(from, "-01-01") && strings.HasSuffix(to, "-12-31"):
			said = "that year"
		}
		time := p.text[p.toks[i].start:p.toks[topic.pos-1].end]
		for k := from; k+1 < len(p.toks); k++ {
			if p.toks[k].low+" "+p.toks[k+1].low != said {
				continue
			}
			link := "in "
			if said == "that day" {
				link = "on "
			}
			if p.seq(k-1, "on|in|during|of") {
				link = ""
			}
			at := p.toks[k+1].end
			return append(append(order{{said: p.text[:p.toks[k].start]}}, words(link+time)),
				piece{said: p.text[at:], from: at})
		}
	}
	return whole
}

// behindOne are words behind a "one" that stands for a name; others are what it is one of, "one fill".
const behindOne = "by|then|that|in|on|before|after|at|during|within|when|while|since|between|under"

// isOneOfThem reports whether token i is "one" in the place of a name: "who were taking one, by sex".
func (p *parser) isOneOfThem(i int) bool {
	if p.toks[i].low != "one" || i == 0 || i+1 < len(p.toks) && !isSign(p.toks[i+1].low) && !p.seq(i+1, behindOne) {
		return false
	}
	_, verb := p.longest(i-1, "verb")
	return verb == 1 || p.seq(i-1, "on")
}

// topicName is the one name of the question where it stands in a loose question or a topic at its beginning, and the
// token behind that.
func (p *parser) topicName() (from int, name string) {
	if len(p.toks) > mostWords {
		return 0, ""
	}
	for i := range p.toks {
		if i > 0 && (p.boundary(i) == strong || p.boundary(i) == weak && p.seq(0, topicLeads)) {
			from = i
			break
		}
	}
	if from == 0 || p.saysAny(stretch{0, from}, "howmany", "share", "stat", "rate") ||
		p.remark(0, from).p.saysAny(stretch{0, from}, "lookfor") {
		return 0, ""
	}
	for i := 0; i < len(p.toks); i++ {
		if c := p.entityAt(i); c.n > 0 {
			if name != "" || i > from {
				return 0, ""
			}
			name = p.text[p.toks[i].start:p.toks[i+c.n-1].end]
			i += c.n - 1
		}
	}
	return from, name
}

// topicLeads begin a topic that ends at a comma.
const topicLeads = "for|about|regarding|concerning|with|in|looking|turning|focusing|as"
