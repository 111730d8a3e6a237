package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// eventList consumes events joined by commas, and, or, nor: "A, B and C", "either A or B but not both", "at
// least 2 of A, B and C".
// mods tells whether relations may follow the events; periods and ages always may.
func (p *parser) eventList(domains []string, mods bool) (*predicate, bool) {
	start := p.pos
	overlap := p.try(func() bool {
		if !p.is("overlapword") {
			return false
		}
		domains = []string{"drug"}
		if p.is("eventnoun") {
			return p.word("to", "of", "with")
		}
		p.skip()
		return slices.ContainsFunc(p.candidates(p.pos),
			func(c candidate) bool { return slices.Contains(c.domains, "drug") })
	})
	noun := ""
	led := p.try(func() bool {
		v, ok := p.lex("eventnoun")
		noun = v
		return ok && p.word("of", "for") && p.ahead(func() bool { lead, _ := p.listLead(); return lead != "" })
	})
	// "fills of both A and B"
	if d, _, _ := strings.Cut(noun, " "); led && d != "any" && d != "drug_era" && d != "condition_era" {
		domains = []string{d}
	}
	lead, n := p.listLead()
	kids, joint, ok := p.conjuncts(domains, mods, &lead)
	for _, k := range kids {
		if led && k.kind == leaf {
			k.ev.record, k.ev.noun = true, noun
		}
	}
	if !ok {
		p.pos = start
		return nil, false
	}
	// each so long, or both together?
	if last := kids[len(kids)-1]; len(kids) > 1 && last.kind == leaf && last.ev.lasted {
		p.pos = start
		return nil, false
	}
	if joint != "or" && joint != "nor" && mods {
		if q, ok := p.inOrder(kids); ok {
			return q, true
		}
	}
	// "who had dermatitis first": before what?
	if slices.ContainsFunc(kids, func(k *predicate) bool { return k.kind == leaf && k.ev.leads }) {
		p.pos = start
		return nil, false
	}
	shareNoun(kids)
	apart := p.commaApart(kids, joint)
	kids = p.ofItsKind(kids, joint)
	if !p.shareValue(kids, joint) {
		p.pos = start
		return nil, false
	}
	own := ownTimes(kids)
	p.shareMods(kids, joint)
	if alone := p.deniedAlone(start, kids, joint, own); alone != nil {
		return alone, true
	}
	if lead == "" && len(kids) > 1 {
		lead, n = p.listTrail(len(kids))
	}
	overlap = overlap || joint != "or" && joint != "nor" && p.takenTogether(start, kids)
	if last := kids[len(kids)-1]; overlap {
		if last.kind != leaf || len(last.ev.rels) > 0 {
			p.pos = start
			return nil, false
		}
		ana := "same"
		if len(kids) == 1 {
			ana = "index"
		}
		last.ev.rels = []*relation{{Relation: study.Relation{Place: study.Overlapping}, ana: ana}}
	}
	q := grouped(map[string]kind{"or": anyKind, "nor": anyKind}[joint], kids)
	if q.kind == "" {
		q.kind = allKind
	}
	q.comma, q.plain = apart, lead == "" && !overlap
	if len(kids) == 1 && p.seq(start, "both") { // "both knees replaced" is more than one
		p.pos = start
		return nil, false
	}
	if len(kids) > 1 && joint == "or" {
		p.orBoth()
	}
	if len(kids) > 1 && p.try(func() bool {
		p.try(func() bool { return p.at(0) == "," && p.take() })
		return p.is("notboth")
	}) {
		one := 1.0
		q = &predicate{kind: someKind, kids: kids, n: study.Range{Min: &one, Max: &one}}
	}
	switch lead {
	case "any":
		if len(kids) > 1 && q.kind != someKind {
			q.kind = anyKind
		}
	case "all":
		if len(kids) > 1 {
			q.kind = allKind
		} else if kids[0].kind == leaf && kids[0].ev.hasValue() { // "all their tests below 7" is more than one of them
			p.unclear = "it asks for people all of whose values lie so; ask for those without a value beyond the limit"
		}
	case "none":
		if len(kids) > 1 && (joint == "or" || !slices.ContainsFunc(kids, isDenied)) {
			q.kind = anyKind
		}
		q = p.deny(q)
	case "some":
		q = &predicate{kind: someKind, kids: kids, n: n}
	}
	return q, true
}

// conjuncts reads the members of a list, and the conjunction that joins the last two. Of "both A or B and C or D" the
// members are two lists.
func (p *parser) conjuncts(domains []string, mods bool, lead *string) (kids []*predicate, joint string, ok bool) {
	slashed, joints := false, []string{""}
	for {
		k, ok := p.conjunct(domains, mods, kids)
		if !ok {
			return kids, joint, len(kids) > 0
		}
		kids = append(kids, k)
		if mods {
			n := len(kids)
			if kids = p.whatFollows(kids, joint); len(kids) < n { // "A or B followed by C" is one member
				joint, joints = "", joints[:1]
			}
		}
		at := p.pos
		p.try(func() bool { return p.at(0) == "," && p.take() })
		if len(kids) > 0 && p.is("or") && p.is("both") &&
			!p.ahead(func() bool { _, ok := p.bareEvent(domains); return ok }) {
			return kids, "or", true
		}
		p.pos = at
		if mods && len(kids) == 2 && kids[0].kind == leaf && kids[1].kind == leaf &&
			p.ahead(func() bool { return p.whichFirst(kids) >= 0 }) {
			break // "A and B, the A first"
		}
		next, found := p.jointWord()
		p.prepositionAgain(kids)
		if !found || !p.ahead(func() bool { _, ok := p.conjunct(domains, mods, kids); return ok }) ||
			p.deniesApart(at, domains, kids) {
			p.pos = at
			break
		}
		switch {
		case next == "/":
			slashed = true
		case next == ",":
		case joint == "" || joint == next:
			joint = next
		}
		joints = append(joints, next)
		if slashed && (*lead == "" || *lead == "all" && joint != "") { // "both a beta blocker and an ACE inhibitor/ARB"
			p.unclear = "“/” may mean “and” or “or”; say which"
		}
	}
	if slices.Contains(joints, "and") && slices.Contains(joints, "or") {
		groups := p.listsOf(kids, joints, *lead)
		if groups == nil {
			p.unclear = "“and” and “or” stand in one list; say which belong together"
			return kids, joint, true
		}
		var members []*predicate
		for _, k := range kids {
			if members = append(members, k); k.kind == anyKind && !k.closed {
				members = append(members[:len(members)-1], k.kids...)
			}
		}
		p.shareMods(members, "and")
		shareWhen(groups, "and")
		*lead = "all"
		return groups, "and", true
	}
	for i := 1; i < len(kids) && joint == "and"; i++ { // "A and neither B nor C in 2009"
		shareTime(kids[i-1], kids[i])
	}
	if joint == "and" {
		shareDenied(kids)
		shareOfLists(kids)
	}
	return kids, joint, true
}

// listsOf makes lists of the members of a list with "and" and "or": "both A or B and C or D", "either A or B, and
// either C or D". It is nil where it is open which belong together.
func (p *parser) listsOf(kids []*predicate, joints []string, lead string) (groups []*predicate) {
	from := 0
	for i := 1; i <= len(kids); i++ {
		if i < len(kids) && joints[i] != "and" {
			continue
		}
		group := kids[from:i]
		if lead == "any" && from > 0 && (len(group) != 1 || group[0].kind != anyKind) {
			return nil // "either A or B and C"
		}
		if len(group) == 1 {
			groups = append(groups, group[0])
		} else {
			groups = append(groups, grouped(anyKind, group))
		}
		from = i
	}
	if lead != "all" && lead != "any" || slices.Contains(joints, ",") || lead == "all" && len(groups) != 2 {
		return nil
	}
	return groups
}

// jointWord consumes a comma, a conjunction, or both.
func (p *parser) jointWord() (string, bool) {
	slash := p.at(0) == "/" && p.take()
	comma := !slash && (p.at(0) == "," || p.at(0) == ";") && p.take()
	p.is("either")
	switch {
	case p.at(0) == "+" && p.take():
		return "and", true
	case p.is("or"):
		return "or", true
	case p.is("nor"):
		return "nor", true
	case p.is("and"):
		return "and", true
	}
	if slash {
		return "/", true
	}
	return ",", comma
}

// prepositionAgain consumes the preposition of a noun before another of its list: "a diagnosis of asthma or of COPD".
func (p *parser) prepositionAgain(kids []*predicate) {
	if kids[0].kind != leaf || kids[0].ev.times != nil { // two of either, or two of each?
		return
	}
	from := kids[0].ev.from
	if from > 0 && p.role[from-1] == "verb" && p.seq(from-1, "of|for") { // "have a diagnosis of"
		p.takeOne(p.toks[from-1].low)
		return
	}
	for i := from; i+1 < len(p.toks) && i < kids[0].ev.to; i++ {
		if (p.role[i] == "eventnoun" || p.role[i] == "recordnoun") && p.seq(i+1, "of|for") {
			p.takeOne(p.toks[i+1].low)
			return
		}
	}
}

// conjunct is a member of a list: an event, or a list with a word of its own ("any of X, Y or Z").
func (p *parser) conjunct(domains []string, mods bool, before []*predicate) (*predicate, bool) {
	if len(before) > 0 && p.sees("anyof", "either", "noneof", "neither") {
		return p.eventList(domains, mods)
	}
	if p.sees("eventnoun") && len(before) > 0 &&
		p.ahead(func() bool { return p.is("eventnoun") && p.sees("relpron") }) {
		return nil, false
	}
	if q, ok := p.bracketedEvent(domains, mods); ok {
		return q, true
	}
	e, ok := p.anotherValue(before)
	if !ok {
		e, ok = p.bareEvent(domains)
	}
	if !ok {
		return nil, false
	}
	e.ahead, e.ownArticle = len(e.rels), p.seq(e.from, "a|an|any")
	if len(before) > 0 && before[0].kind == leaf && !before[0].closed {
		before[0].ev.lendHead(e, e.ownArticle || p.saysOne(e))
	}
	numbered := e.times != nil
	p.allOfThemThen(before)
	if mods {
		e.leads = len(before) == 0 &&
			p.try(func() bool { return p.word("first") && (p.sees("and", "followedby") || p.at(0) == ",") })
		p.eventMods(e)
	} else {
		p.anchorMods(e)
	}
	e.to, e.timesBehind = p.pos, !numbered && e.times != nil
	return p.moreTimes(e), true
}

// saysOne reports whether an event has a number of its own that asks for no more than one: "2 stays or one ER visit".
func (p *parser) saysOne(e *event) bool {
	return p.seq(e.from, "one|1") || p.seq(e.from, "at") && p.seq(e.from+1, "least") && p.seq(e.from+2, "one|1")
}

// anchorMods reads what may follow an anchor without another relation: when, at which age, how long, where, by whom.
func (p *parser) anchorMods(e *event) {
	for range 6 {
		if p.is("firsttime") {
			e.Which, e.among = study.First, e.among || e.hasValue()
		} else if d, ok := p.period(); ok && e.During == nil {
			e.During = d
		} else if r, ok := p.atAge(); ok && e.Age == nil {
			e.Age = &r
		} else if suits, ok := p.lex("passive"); ok {
			p.takeDomainOf(e, suits)
			e.madeThere = true
		} else if p.at(0) == "at" && p.tryAge(e) {
			continue
		} else if !p.recordedFirst(e) && !(p.countedFrom && p.anchorCare(e)) {
			return
		}
	}
}

// anchorCare reads how long what a time is counted from lasted, where it was recorded or by whom: "within 30 days after
// a stay of more than 7 days", "after a diagnosis of asthma at an outpatient visit", "after a visit to a cardiologist".
// Behind "after starting X" a place may be that of what happened then.
func (p *parser) anchorCare(e *event) bool {
	lasts := e.Domain == study.Visit || e.Domain == study.DrugEra || e.Domain == study.ConditionEra
	if lasts && (e.Where == nil || e.Where.Days == nil) && p.try(func() bool { return p.lasting(e) }) {
		return true
	}
	made := e.record && e.Domain != study.Drug || e.madeThere || e.Domain == study.Visit
	care := e.clone()
	switch {
	case e.Domain == study.Death || e.Domain == study.Observed:
		return false
	case p.try(func() bool { return p.bySpecialist(care) }):
	case e.Domain != study.Visit && (e.Where == nil || len(e.Where.Visit) == 0) &&
		p.try(func() bool { return p.atVisitOf(care) }):
	default:
		return false
	}
	if !made {
		care.open = "it may be said of what the time is counted from or of what happened then; say “diagnosed at …”, " +
			"or put it right behind what it is of"
	}
	*e = *care
	return true
}

// recordedFirst reads "was first diagnosed", "had been first recorded": the first record of what stands before it.
func (p *parser) recordedFirst(e *event) bool {
	return e.Which == study.Any && p.try(func() bool {
		for p.is("aux") {
		}
		w, ok := p.lex("whichrec")
		if !ok || w != "first" || !p.is("passive") && !strings.HasSuffix(p.lastPhrase(), "ed") {
			return false
		}
		e.Which = study.First
		return true
	})
}

// takenTogether reports whether drugs are said to be taken together: "A together with B", "A and B in combination".
// That is at the same time, and not each at some time.
func (p *parser) takenTogether(start int, kids []*predicate) bool {
	if len(kids) != 2 || slices.ContainsFunc(kids, func(k *predicate) bool {
		return k.kind != leaf || len(k.ev.rels) > 0 || k.ev.Domain != study.Drug && (k.ev.Domain != "" ||
			len(k.ev.domains) == 0 || k.ev.domains[0] != string(study.Drug))
	}) {
		return false
	}
	behind := p.try(func() bool {
		if p.at(0) == "in" {
			p.take()
			return p.word("combination")
		}
		return p.takeOne("together", "combined")
	})
	return behind || slices.ContainsFunc(p.toks[start:p.pos], func(t token) bool {
		return t.low == "together" || t.low == "combination" || t.low == "combined"
	})
}
