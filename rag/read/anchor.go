package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

func (p *parser) anchored(r *relation) (*relation, bool) {
	p.word("of", "from", "to", "that")
	p.try(func() bool { return p.word("date") && p.word("of") })
	p.try(func() bool { return p.word("date", "day") && p.sees("subjpron", "startana") })
	if p.try(func() bool { return p.is("or") && p.onTheDay() }) { // "before or on the day of it"
		r.letInDay()
	}
	r.strict = p.try(func() bool { return p.word("day") && p.word("of") })
	end := p.try(func() bool { return p.word("end") && p.word("of") })
	begins := !end && p.try(p.startOfIt)
	from := p.pos
	anchor, ana, ok := p.anchor()
	if !ok {
		return nil, false
	}
	begins = begins || !end && (anchor != nil && anchor.Domain == study.Visit && anchor.started ||
		anchor == nil && ana == "start" && slices.ContainsFunc(p.toks[from:p.pos], func(t token) bool {
			return strings.HasPrefix(t.low, "start") || strings.HasPrefix(t.low, "begin")
		}))
	r.End, r.begins = end, begins
	if ana == "its visit" && p.visitsNamed(from) > 1 {
		r.open = "it does not say which visit is meant"
	}
	if (anchor != nil && anchor.Domain == study.Visit || ana == "discharge") && p.inEachAhead() {
		r.open = "each year may be that of the stay or of what is counted after it; say “by year”, or ask for one year"
	}
	if anchor == nil && (ana == "start" || ana == "dx") && p.ahead(func() bool { _, ok := p.period(); return ok }) {
		r.open = "a time right behind a start or a diagnosis may be its own, or that of what is counted; " +
			"say of whom it is (“people who started … in 2009”), or put it before “within”"
	}
	r.anchor, r.ana = anchor, ana
	r.ofOne = ana == "dx" && slices.Contains([]string{"a", "an", "any"}, p.toks[from].low) && !p.saidSince(from, "first")
	if anchor != nil && anchor.open != "" {
		r.open = anchor.open
	}
	r.byName = anchor == nil && ana == "index" && (begins || end || !slices.Contains(pronouns, p.lastPhrase()))
	p.orOnIt(r)
	if anchor != nil && anchor.Domain == study.Visit && r.To != nil &&
		(r.To.Days < 0 || r.To.Months < 0 || r.To.Years < 0) {
		r.begins = true
	}
	return r, true
}

// theVisit consumes "the visit", which is the one that was named: no visit of any kind.
func (p *parser) theVisit() bool {
	if !slices.Contains([]string{"the", "that", "this"}, p.at(0)) ||
		!slices.Contains([]string{"visit", "encounter", "attendance"}, p.at(1)) ||
		slices.Contains([]string{"to", "with", "for", "of", "at", "by", "in", "where", "when", "that", "which"}, p.at(2)) {
		return false
	}
	p.mark(p.pos, p.pos+2, "it")
	p.pos += 2
	return true
}

// visitsNamed counts the visits that were named before token i.
func (p *parser) visitsNamed(i int) (n int) {
	for k := range i {
		if (p.role[k] == "visit" || p.role[k] == "visitverb") &&
			(k == 0 || p.role[k-1] != p.role[k] || p.group[k-1] != p.group[k]) {
			n++
		}
	}
	return n
}

// startOfIt consumes "the start of" before a visit, a record or a pronoun. A treatment's start is read with its drug.
func (p *parser) startOfIt() bool {
	if !p.word("start", "beginning", "begin", "onset", "commencement", "outset", "opening") || !p.word("of") {
		return false
	}
	return p.ofRecord || p.sees("it") || p.ahead(func() bool {
		e, ok := p.bareEvent([]string{"visit"})
		return ok && (e.Domain == study.Visit || e.Domain == study.VisitDetail)
	})
}

// dischargeFrom reads which stay a discharge is from, and when it was: the year behind "within 30 days of discharge in
// 2009" is the stay's. It is nil where nothing is said of it.
func (p *parser) dischargeFrom() (of *event) {
	inpatient := func() *event {
		return &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: "inpatient visit"}}},
			record: true}
	}
	p.try(func() bool { // "discharge from a hospital stay"
		if p.toks[p.pos-1].low != "hospital" ||
			!p.takeOne("stay", "stays", "visit", "visits", "admission", "hospitalisation", "hospitalization") {
			return false
		}
		of = inpatient()
		p.visitReason(of)
		return true
	})
	if of == nil {
		p.try(func() bool {
			if !p.word("from", "of", "after") {
				return false
			}
			e, ok := p.bareEvent([]string{"visit"})
			if ok = ok && e.Domain == study.Visit; ok {
				of = e
			}
			return ok
		})
	}
	if of != nil {
		p.try(func() bool { return p.lasting(of) })
	}
	ofYear := p.at(0) == "of" // "their first stay of 2009" is not the first ever
	if p.sees("stratumstrong") || of != nil && of.During != nil {
		return of
	}
	if d, ok := p.period(); ok {
		if of == nil { // the day of the discharge is in it
			of = inpatient()
			of.where().Finish = d
		} else if of.During = d; ofYear && !of.ever {
			of.Which = ofThese(of.Which)
		}
	}
	return of
}

// inEachAhead reports whether "in each of 2008 and 2009", "in every year" follows.
func (p *parser) inEachAhead() bool {
	return slices.Contains([]string{"in", "during", "for"}, p.at(0)) && slices.Contains([]string{"each", "every"}, p.at(1))
}

// pronouns are the words for an event that do not name it, as "the index date" and "the operation" do.
var pronouns = []string{"it", "them", "this", "those", "that", "that one", "one", "that date", "that day"}

// anchor consumes what a relation is counted from: an event phrase, a clause ("they were diagnosed with X",
// "starting X"), or an anaphor ("diagnosis", "it").
func (p *parser) anchor() (*event, string, bool) {
	if p.ofRecord && p.word("record") {
		return nil, "index", true
	}
	if !p.ofRecord {
		p.try(func() bool { return p.word("date", "time") && p.word("of") })
	}
	if p.try(p.theVisit) {
		return nil, "its visit", true
	}
	any, indefinite := p.at(0) == "any", p.at(0) == "a" || p.at(0) == "an"
	if e, ok := p.anchorEvent(); ok {
		e.one = e.one || e.Which == study.Any && (any || indefinite && e.isAct())
		e.anyOne, e.indefinite = any, indefinite
		return e, "", true
	}
	if p.try(p.oneOfTheirs) || any && p.try(func() bool { p.skip(); return p.is("eventnoun") && p.nothingOf() }) {
		return nil, "each", true
	}
	if of, ok := p.theRecord(); ok && !p.ofRecord {
		if indefinite && (slices.Contains(of, study.Drug) || slices.Contains(of, study.Measurement)) {
			p.unclear = "“a " + p.lastPhrase() + "” may be any of theirs or the first; say “their first …”, or name what it is of"
		}
		return nil, kindOfRecord(of), true
	}
	switch {
	case p.is("startana"):
		p.is("it")
		return nil, "start", true
	case p.is("dxana"):
		p.is("passive")
		return nil, "dx", true
	case p.is("discharge"):
		return p.dischargeFrom(), "discharge", true
	case !p.ofRecord && (p.theNamed() || p.is("firstana", "it")):
		p.try(func() bool { // "after it was first diagnosed"
			p.is("aux")
			p.is("whichrec")
			return p.is("passive")
		})
		return nil, "index", true
	}
	return nil, "", false
}

// isAct reports whether it names records of single acts: "a warfarin fill" is any of them, whatever is asked. Who has a
// disease, takes a drug or has had an operation goes on from the first, which "at any time after a stroke" is counted
// from.
func (e *event) isAct() bool {
	return e.Domain == study.Measurement || e.Domain == study.Drug && e.noun == "drug record"
}

// kindOfRecord is how the index is named by the kind of its records: "dx" and "start" are of conditions and of what is
// taken or done.
func kindOfRecord(of []study.Domain) string {
	switch {
	case slices.Contains(of, study.Drug):
		return "start"
	case slices.Contains(of, study.Condition):
		return "dx"
	case len(of) == 0:
		return "index"
	}
	return "its " + string(of[0])
}

// suits reports whether an anaphor can mean an index of the domain: no drug has a diagnosis.
func (r *relation) suits(index study.Domain) bool {
	switch kind, domain, _ := strings.Cut(r.ana, " "); kind {
	case "dx":
		return index == study.Condition || index == study.ConditionEra || index == study.Observation ||
			index == study.Measurement
	case "start":
		return index != study.Condition && index != study.ConditionEra && index != study.Death
	case "its":
		return string(index) == domain
	case "recent":
		return false
	}
	return true
}

// anchorEvent reads an anchor with an entity of its own.
func (p *parser) anchorEvent() (*event, bool) {
	start := p.pos
	subject := p.is("subjpron")
	first := false
	subject = p.try(func() bool {
		first = p.at(0) == "first"
		return p.word("first", "being") && p.sees("verb", "aux", "visitverb")
	}) || subject
	if p.is("deathverb") {
		return &event{Event: study.Event{Domain: study.Death}}, true
	}
	for p.is("aux") {
		if !subject { // "in the year before had a stroke": another clause begins
			p.pos = start
			return nil, false
		}
	}
	if value, ok := p.lex("visitverb"); ok {
		e := &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: value}}}, record: true,
			admitted: strings.Contains(p.lastPhrase(), "admitted")}
		said := slices.ContainsFunc(p.toks[start:p.pos], func(t token) bool { return t.low == "first" })
		if said { // "within a year of first being admitted"
			e.Which = study.First
		}
		if d, ok := p.period(); ok { // "within 60 days of being admitted in 2009"
			if e.During = d; said {
				e.Which = study.FirstOfThese
			}
		}
		return e, true
	}
	v := verb{}
	noun := slices.Contains([]string{"a", "an", "any", "each", "every"}, p.at(0)) // "a fill of warfarin"
	if value, ok := p.lexIf(!noun, "verb"); ok {
		v = verbOf(value)
		if !subject && !first && (v.form == "fin" || v.form == "have") && p.lastPhraseFinite() {
			p.pos = start
			return nil, false
		}
		p.word("with", "of")
	}
	p.countedFrom = true
	list, ok := p.eventList(v.domains, false)
	p.countedFrom = false
	if !ok {
		p.pos = start
		return nil, false
	}
	e, ok := list.merged()
	for _, of := range list.events() {
		if ok && e.open == "" {
			e.open = of.open
		}
	}
	p.try(func() bool { // "after the gout was diagnosed", "after warfarin was started"
		if !p.is("aux") {
			return false
		}
		if p.is("passive") {
			if p.objectOf(p.lastPhrase()) { // "after a warfarin fill were given metformin"
				return false
			}
			e.madeThere = true
			p.anchorCare(e)
			return true
		}
		value, said := p.lex("verb")
		begun := ok && said && verbOf(value).first && verbOf(value).form == "fin"
		if begun {
			e.started = true
		}
		return begun
	})
	if ok {
		e.started = e.started || v.first || first && v.domains != nil
		e.one = e.one || v.issued && v.form == "ing" && e.Which == study.Any && !e.started // each filling is an act
	}
	if !ok || len(e.Concepts) == 0 && e.Domain != study.Death && e.Domain != study.Visit {
		p.pos = start
		return nil, false
	}
	return e, true
}
