package read

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// numbers reads statistics of a quantity: "average age at first diagnosis of X", "median days from A to B",
// "90th percentile of HbA1c in percent",
// "how long do inpatient visits last on average", "how old are patients on average when they start X".
func (p *parser) numbers(s *sentence) bool {
	s.measure.Kind = study.Number
	forms := []func(*sentence) bool{
		p.ageOfOldest, p.howMuchEach, p.eachPays, p.daysEach, p.changedBy, p.howLongIs, p.unitsPass, p.statLast,
		p.higherIn,
	}
	for _, form := range forms {
		before := *s
		if p.try(func() bool { return form(s) }) {
			return true
		}
		*s = before
	}
	switch {
	case p.is("howold"):
		return p.howOld(s)
	case p.is("whatage"), p.try(func() bool { return p.atWhatStatAge(s) }):
		return p.atWhatAge(s)
	case p.is("howlongpass"):
		s.measure.Stat, s.assumed = study.Mean, true
		p.onAverage(s)
		p.is("daysfrom")
		p.word("from", "between", "after")
		return p.between2(s)
	case p.is("howhigh"):
		return p.howHigh(s)
	case p.tryOn(s, p.paidFor):
		return true
	case p.tryOn(s, p.howLongBetween):
		return true
	case p.sees("howlong"):
		if p.try(func() bool { s.measure.Stat = ""; return p.is("howlong") && p.daysCovered(s) }) {
			return true
		}
		return p.lastsLong(s)
	}
	if p.tryOn(s, p.spent) {
		return true
	}
	if !p.try(func() bool { return p.statistic(s) }) {
		return p.bareQuantity(s)
	}
	if s.measure.Stat == study.Sum && p.ahead(func() bool { return p.is("howmany") }) {
		return false
	}
	from := p.pos
	ok := p.quantity(s)
	if s.measure.Stat == study.Sum && s.measure.Quantity == study.Value && p.roleSince(from, "eventnoun") {
		return false // "total HbA1c measurements" are counted
	}
	return ok
}

// roleSince reports whether a token from i on was read as the category.
func (p *parser) roleSince(i int, as string) bool { return slices.Contains(p.role[i:p.pos], as) }

// bareQuantity reads a length of stay or an age at an event of which no statistic is named: all that a summary tells.
func (p *parser) bareQuantity(s *sentence) bool {
	p.try(func() bool { // "patients' age at …"
		v, ok := p.lex("people")
		return ok && v == "" && strings.HasSuffix(p.toks[p.pos-1].low, "'")
	})
	s.measure.Stat, s.assumed = study.Summary, true
	s.totals = s.totals || p.ahead(func() bool { // "hospital days in 2009"
		v, ok := p.lex("quantity")
		return ok && v == "stay" && p.inDays() && !hasWord(p.lastPhrase(), "in")
	})
	return p.namedQuantity(s) && s.records != nil &&
		(s.measure.Quantity == study.AgeYears || s.measure.Quantity == study.Duration)
}

// statistic reads "average", "median", "90th percentile of", "mean and standard deviation".
func (p *parser) statistic(s *sentence) bool {
	if v, ok := p.lex("statage"); ok {
		return p.byAge(s, v)
	}
	p.word("overall")
	if p.sees("stat") {
		return p.statisticNext(s) && (p.totalsNext(s) || true)
	}
	if p.is("distribution") {
		s.measure.Kind = study.Distribution
		p.tryOn(s, p.statisticsAside)
		return p.word("of", "in", "for") && p.totalsNext(s) && !p.sees("raceword", "ethnicityword") &&
			(p.sees("quantity") || !p.ahead(func() bool { v, ok := p.lex("stratum"); return ok && v != "age_group" }))
	}
	return p.statisticNext(s) && p.totalsNext(s)
}

// statisticsAside reads "(median and IQR)" behind "distribution": what is told of it.
func (p *parser) statisticsAside(s *sentence) bool {
	if p.at(0) != "(" || !p.take() {
		return false
	}
	stat, ok := p.statistics()
	if ok && p.toks[p.pos-1].low != ")" {
		ok = p.at(0) == ")" && p.take()
	}
	s.measure.Kind, s.measure.Stat = study.Number, stat
	return ok
}

// statisticNext reads statistics before what they are of.
func (p *parser) statisticNext(s *sentence) (ok bool) {
	s.measure.Stat, s.totals, ok = p.statisticsOf()
	p.word("of")
	return ok
}

// byAge reads what is told of ages, and of years of birth, by who has them: "youngest", "youngest, median and oldest".
func (p *parser) byAge(s *sentence, who string) bool {
	list := []study.Stat{study.Stat(who)}
	if who == "minmax" {
		list = []study.Stat{study.Min, study.Max}
	}
	list, _ = p.moreStatistics(list)
	stat, ok := shownTogether(list)
	of := ""
	p.ahead(func() bool { of, _ = p.lex("quantity"); return true })
	switch {
	case len(list) > 1:
		ok = ok && of == string(study.AgeYears)
	case of == string(study.BirthYear): // of the oldest
		stat = map[study.Stat]study.Stat{study.Min: study.Max, study.Max: study.Min}[stat]
	}
	s.measure.Stat = stat
	return ok && of != ""
}

func (p *parser) onAverage(s *sentence) {
	if v, ok := p.lex("statadv"); ok {
		s.measure.Stat, s.average, s.assumed = study.Stat(v), true, false
	}
}

// howLongBetween reads "how long from A to B", "how many days between A and B", "how long until B after A": of the time
// all that a summary tells, unless a statistic is named.
func (p *parser) howLongBetween(s *sentence) bool {
	s.measure.Stat, s.assumed = study.Summary, true
	if !p.is("howlong") {
		return false
	}
	p.lengthAside(s)
	for p.is("aux") || p.is("passive") {
	}
	p.onAverage(s)
	p.try(func() bool { return p.word("it") && p.word("take") })
	p.onAverage(s)
	if p.is("after") {
		return p.howLongAfter(s)
	}
	if p.word("until", "till", "to") {
		return p.timeTo(s)
	}
	return (p.word("from", "between") || p.is("between")) && p.between2(s)
}

// lengthAside reads ", in days," behind "how long".
func (p *parser) lengthAside(s *sentence) {
	p.tryOn(s, func(s *sentence) bool {
		comma := p.at(0) == "," && p.take()
		return p.inLength(s) && (!comma || p.at(0) == "," && p.take())
	})
}

// howLongAfter reads "X do patients die on average", "starting X do women have a first Y" behind "how long after".
func (p *parser) howLongAfter(s *sentence) bool {
	from, ok := p.timedEvent()
	if !ok || len(from.rels) > 0 || !p.is("aux") {
		return false
	}
	if p.try(func() bool { // "how long after the first stroke is the next admission?"
		p.skip()
		if !p.takeOne("next") {
			return false
		}
		to, ok := p.timedEvent()
		if !ok || to.Domain == study.Death || to.Which != study.First || len(to.rels) > 0 {
			return false
		}
		p.onAverage(s)
		to.Which, s.records = study.FirstOfThese, from
		s.measure.Quantity, s.measure.Event = study.DaysTo, &to.Event
		s.measure.Relation = &study.Relation{From: &study.Offset{Days: 1}}
		return true
	}) {
		return true
	}
	g, ok := p.people()
	p.onAverage(s)
	q, _, did := p.onePredicate(nil)
	if !ok || !did || q.kind != leaf || len(q.ev.rels) > 0 || q.ev.times != nil || q.ev.Domain == "" {
		return false
	}
	if q.ev.Which == study.Any && q.ev.Domain != study.Death {
		q.ev.Which = study.First
	}
	p.onAverage(s)
	s.people, s.records = g, from
	s.measure.Quantity, s.measure.Event = study.DaysTo, &q.ev.Event
	s.measure.Relation = &study.Relation{From: &study.Offset{}}
	if q.ev.Domain != study.Death {
		s.measure.Relation.From = p.chooseDay("after", 1)
	}
	return true
}

// quantity reads what the statistic is of, and of whom.
func (p *parser) quantity(s *sentence) bool {
	if p.try(func() bool {
		return p.is("daysfrom") && (p.try(func() bool { p.onAverage(s); return p.between2(s) }) || p.daysCovered(s))
	}) {
		return true
	}
	length := s.length
	if p.try(func() bool { // "years from A to B", "years of follow-up"
		if p.word("time", "interval", "delay", "number") { // "time in years from"
			if !p.inLength(s) && !(p.word("of") && p.takeLengthNext(s)) {
				return false
			}
		} else if !p.takeLengthNext(s) {
			return false
		}
		if p.word("of") {
			return p.sees("quantity") && p.namedQuantity(s) && s.measure.Quantity.IsOfDays()
		}
		return (p.word("from", "between") || p.is("between")) && p.between2(s) ||
			(p.word("to", "until") || p.is("daysto")) && p.timeTo(s)
	}) {
		return true
	}
	s.length = length
	if p.tryOn(s, p.inpatientStay) {
		return true
	}
	forms := []func(*sentence) bool{
		p.useQuantity, p.daysTo, p.namedQuantity, p.occurrences, p.recordsEach, p.valueOf, p.costOf,
		p.valueChange,
	}
	for _, form := range forms {
		at := p.pos
		before := *s
		if form(s) {
			return true
		}
		*s = before
		p.pos = at
	}
	return false
}

// inpatientStay reads "longest inpatient stay": how long it lasts.
func (p *parser) inpatientStay(s *sentence) bool {
	v, ok := p.lex("visit")
	if !ok || v != "inpatient visit" || !hasWord(p.lastPhrase(), "stay") {
		return false
	}
	s.records = &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: v}}}, record: true}
	s.measure.Quantity = study.Duration
	p.visitReason(s.records)
	p.eventMods(s.records)
	if r := s.records; len(r.With)+len(r.rels)+len(r.judged) == 0 && r.Which == study.Any {
		p.tryOn(s, p.ofTheirStays)
	}
	return true
}

// inLength reads the unit in which days are told: "in years".
func (p *parser) inLength(s *sentence) bool {
	if !p.word("in") {
		return false
	}
	u, ok := p.lex("unit")
	return ok && s.takeLength(u)
}

func (p *parser) takeLengthNext(s *sentence) bool {
	u, ok := p.lex("unit")
	return ok && s.takeLength(u)
}

// takeLength notes the unit in which days are told; false where another was said before.
func (s *sentence) takeLength(unit string) bool {
	if s.length != "" && s.length != unit || unit == "hour" || unit == "minute" {
		return false
	}
	s.length = unit
	return true
}

// lengths are the units in which days can be told.
var lengths = map[string]study.Length{"": "", "day": "", "week": study.Weeks, "month": study.Months,
	"year": study.Years}

// settleLength tells a quantity of days in the unit that was said.
func (b *builder) settleLength() {
	m := &b.q.Measure
	in, known := lengths[b.s.length]
	switch {
	case m.Quantity == study.AgeYears && b.s.length == "year", in == "" && known:
	case known && m.Quantity.IsOfDays() && m.Kind == study.Number:
		m.In = in
	default:
		b.refuse(Unsupported, "this is not told in "+b.s.length+"s")
	}
}

// percentiles reads "90th percentile of", "10th, 50th and 90th percentile", "percentiles 25 and 75", "p90".
func (p *parser) percentiles(s *sentence) bool {
	return p.try(func() bool {
		named := p.is("percentile")
		open := named && p.at(0) == "(" && p.take()
		listed := p.pos > 0 && slices.Contains([]string{"(", ",", ":"}, p.toks[p.pos-1].low)
		var ranks []float64
		quartiles := false
		for {
			p.skip()
			q, ok := p.quartileRank()
			if quartiles = quartiles || ok; !ok {
				q, ok = p.rank(named)
			}
			if !ok {
				break
			}
			ranks = append(ranks, q/100)
			if p.at(0) == "," {
				p.pos++
			}
			p.is("and")
		}
		if len(ranks) == 0 || !named && !p.is("percentile") && !quartiles && p.toks[p.pos-1].low[0] != 'p' &&
			!(listed && len(ranks) > 2) { // "min, 25th, 50th, 75th, max"
			return false
		}
		if open && (p.at(0) != ")" || !p.take()) {
			return false
		}
		s.measure.Stat, s.measure.Quantile, s.measure.Quantiles = study.Quantile, ranks[0], nil
		if slices.Sort(ranks); len(ranks) > 1 {
			s.measure.Quantile, s.measure.Quantiles = 0, slices.Compact(ranks)
		}
		p.word("of")
		return true
	})
}

// rank reads "90th", "p90", and a bare number behind "percentiles".
func (p *parser) rank(bare bool) (float64, bool) {
	if p.pos >= len(p.toks) {
		return 0, false
	}
	t := p.toks[p.pos]
	low := t.low
	switch n := len(low); {
	case t.isNum && bare:
	case n > 1 && low[0] == 'p' && digitAt(low, 1):
		low = low[1:]
	case n > 2 && digitAt(low, 0) && !digitAt(low, n-1) && t.isWord:
		low = low[:n-2]
	default:
		return 0, false
	}
	q, err := strconv.ParseFloat(low, 64)
	if err != nil || q <= 0 || q >= 100 {
		return 0, false
	}
	p.take()
	return q, true
}

// lastsLong reads "how many days does an inpatient visit last on average", "how long are patients observed on
// average", and sums: "how many days did patients spend in hospital".
func (p *parser) lastsLong(s *sentence) bool {
	p.is("howlong")
	s.measure.Stat = ""
	p.onAverage(s)
	is := p.is("aux")
	p.onAverage(s)
	if g, ok := p.people(); ok {
		s.people = g
		return p.peopleLast(s)
	}
	q, ok := p.eventList(nil, true)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok {
		return false
	}
	s.measure.Quantity, s.records = study.Duration, e
	if p.try(p.sexes) {
		s.strata = append(s.strata, study.Stratum{Kind: study.Sex})
	}
	lasts := p.is("lasts")
	if !lasts && !(is && e.Domain == study.Visit) {
		return false
	}
	p.onAverage(s)
	if p.is("everywhere") && s.measure.Stat == "" {
		s.measure.Stat = study.Sum
	}
	if s.measure.Stat == "" && lasts { // all that a summary tells, unless a statistic is named behind
		s.measure.Stat, s.assumed = study.Summary, true
	}
	return s.measure.Stat != ""
}

// peopleLast reads how long people stay in hospital or are observed.
func (p *parser) peopleLast(s *sentence) bool {
	inHospital := p.is("stayverb")
	if inHospital || p.try(func() bool { return p.is("spendverb") && p.word("in", "at", "on") }) {
		s.measure.Quantity, s.records = study.Duration, inpatientStay()
		if !inHospital {
			e, ok := inpatientStays(), p.word("hospital")
			if !ok {
				e, ok = p.event(nil)
			}
			if !ok || e.Domain != study.Visit || e.times != nil {
				return false
			}
			s.records, s.measure.Stat = e, study.Sum
		}
		p.onAverage(s)
		s.totals = s.totals || !inHospital && s.average // "spend in hospital", all stays together
		if s.measure.Stat == "" && inHospital {
			s.measure.Stat, s.assumed = study.Summary, true
		}
		return s.measure.Stat != "" && (!inHospital || s.staysWith(p))
	}
	g := s.people
	if !p.is("observedverb") &&
		!(len(g.preds) == 1 && len(g.preds[0].events()) == 1 && g.preds[0].events()[0].Domain == study.Observed) {
		return false
	}
	if len(g.preds) > 0 {
		g.preds = g.preds[:len(g.preds)-1]
	}
	s.measure.Quantity = study.ObservedDays
	p.onAverage(s)
	if p.is("after") {
		e, ok := p.timedEvent()
		if !ok {
			return false
		}
		s.measure.Quantity, s.records = study.FollowUpDays, e
	}
	p.onAverage(s)
	return s.measure.Stat != ""
}

// inPercent makes a share of people who are counted "in percent": of those who are looked at.
func (s *sentence) inPercent() {
	if s.percent && s.measure.Kind == study.Count && s.measure.Of == study.Persons && s.main != nil &&
		s.records == nil && s.numbers == nil && !s.measure.Change && !s.measure.Cumulative {
		s.measure.Kind, s.percent = study.Share, false
	}
}

// leftOver says which words were read and have no effect on the question, as in "how many patients per patient".
func (s *sentence) leftOver() string {
	m := s.measure.Kind
	switch {
	case s.average && m != study.Number:
		return "an average of what is not clear"
	case s.per && m != study.Number && m != study.Distribution:
		return "“per patient” has no place here"
	case s.totals && !s.ofTotals() && s.measure.Quantity != study.Occurrences && s.measure.Quantity != study.Distincts:
		return "what adds up to a total of each person is not clear"
	case s.per && s.measure.Stat == study.Sum && m == study.Number && !s.ofTotals() &&
		s.measure.Quantity != study.Occurrences:
		return "the total of each patient is asked for: ask for the total of all, or for the mean of each record"
	case s.per && m == study.Number && !s.ofTotals() && s.records != nil && s.records.Which == study.Any &&
		slices.Contains([]study.Quantity{study.Value, study.Duration, study.DaysSupply, study.Amount, study.Refills},
			s.measure.Quantity):
		return "“per patient” may mean what each patient's records add up to, or their mean: ask for the mean of each record"
	case s.percent && m == study.Count && (len(s.strata) == 0 || s.measure.Change) && !s.measure.Change:
		return "it does not say of what the percentage is"
	}
	return ""
}

func hasWord(text, word string) bool { return strings.Contains(" "+lower(text)+" ", " "+word+" ") }
