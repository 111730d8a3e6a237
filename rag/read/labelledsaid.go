package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// The parts of a plan may be said in sentences, without a colon: "New users of warfarin. The index date is the first
// fill. Exclude anyone with a stroke before it. How many remain?" A sentence without a label says who the people are,
// where it reads as people do, or what is asked of them.

// partAt is the part that begins at a token; sure where its label has a sign or a verb behind it.
func (l *plan) partAt(i int) (one labelPart, sure bool) {
	one.from = i
	start := l.lead(i)
	if at := l.freeOf(start); at > 0 && start > 0 && l.p.seq(start-1, ",") {
		return labelPart{"free", i, at, l.endOf(at)}, false
	}
	one.role, one.value, sure = l.labelAt(start)
	if one.role == "" {
		one.value = max(one.value, start)
	}
	one.to = l.endOf(max(one.value, start+1))
	if up := l.takenUp(start, one.to); one.role == "" && up > start {
		if role, value, _ := l.labelAt(up); role == "report" {
			one.role, up = role, value
		}
		one.value = up
		return one, sure
	}
	if one.role != "question" && one.role != "report" && one.role != "split" {
		one.to = l.asksFrom(one, start)
	}
	return one, sure
}

// lead skips what numbers a part: "Step 1:", "(a)", "then".
func (l *plan) lead(i int) int {
	for {
		switch {
		case l.p.seq(i, "step") && i+1 < len(l.p.toks) && l.p.toks[i+1].isNum:
			i += 2
		case l.p.seq(i, "then|finally|next|also|and|first,|;"):
			i++
		case i > 0 && l.p.seq(i, ":|.|)") && i < len(l.p.toks)-1:
			i++
		default:
			return i
		}
	}
}

// labelVerbs stand between the label of a part and what it says.
const labelVerbs = "is|are|was|were|requires|require|being"

// labelAt is the role of the label at a token, and where what it labels begins.
func (l *plan) labelAt(i int) (role string, value int, sure bool) {
	at := i
	defines := l.p.seq(i, "define|take|set|let", "the|our|each|index|cohort|outcome|exposure")
	if defines {
		at++
	}
	if l.p.seq(at, "the|our|we") && at+1 < len(l.p.toks) {
		at++
	}
	ph, n := l.labels.longest(at, "label")
	if n > 0 && l.colonAt(at+n) {
		value = at + n
		if l.p.seq(value, ":|=") {
			value++
		}
		return ph.value, value, true
	}
	switch ph.value {
	case "index", "outcome", "exposure", "follow", "washout", "include", "exclude", "cohort", "covariate":
		if n > 0 && (l.p.seq(at+n, labelVerbs) || defines && l.p.seq(at+n, "as|be")) &&
			!l.p.seq(at, "include|included|includes|exclude|excluded|excludes|group") {
			value = at + n + 1
			for l.p.seq(value, "defined|taken|set", "as|at|to") {
				value += 2
			}
			return ph.value, value, true
		}
	}
	if l.p.seq(at, "baseline", "characteristics", "of|in|among") || l.p.seq(at, "follow-up|followup", "of") {
		for !l.p.seq(at, "of|in|among") {
			at++
		}
		return "", at + 1, true
	}
	if open, m := l.labels.longest(at, "openlabel"); m > 0 {
		return open.value, at + m, false
	}
	return "", 0, false
}

// asksFrom is where a part goes over into what is asked for: "exclude men, and give the number who remain".
func (l *plan) asksFrom(one labelPart, start int) int {
	for i := max(one.value, start) + 1; i < one.to; i++ {
		if !l.p.seq(i-1, ",|and|:|–|-") && !(i > 1 && l.p.seq(i-2, ",", "then")) {
			continue
		}
		if _, n := l.p.longest(i, "howmany", "share", "whatis"); n > 0 || l.p.seq(i-1, ":") && l.startsFigure(i) {
			return i
		}
		open, n := l.labels.longest(i, "openlabel")
		if n > 0 && open.value == "report" && !l.p.seq(i, "by") || l.turnsAt(i, open.value) {
			return i
		}
	}
	return one.to
}

// turnsAt reports whether a sentence goes over into whom to leave out or to keep, or into what is the index date: "…,
// exclude anyone with a stroke", "…, the index date being the first fill".
func (l *plan) turnsAt(i int, open string) bool {
	if (open == "exclude" || open == "include") && l.p.seq(i, "exclude|require|restrict|keep|retain|drop|remove|we") {
		return true
	}
	if l.p.seq(i-1, ",") && l.freeOf(i) > 0 {
		return true
	}
	role, _, sure := l.labelAt(i)
	return sure && l.p.seq(i-1, ",|and|:") && slices.Contains([]string{"index", "washout", "follow"}, role)
}

// freeOf is where a plan says what its people must not have, "among those free of stroke before index"; 0 where token
// i begins something else.
func (l *plan) freeOf(i int) int {
	if !l.p.seq(i, "among|in", "those|people|persons|patients|subjects|individuals|users|initiators") {
		return 0
	}
	if i += 2; l.p.seq(i, "who", "had|have|were|are") && l.p.seq(i+2, "no|not|never|free|without") {
		return i + 1
	}
	if l.p.seq(i, "free|without") || l.p.seq(i, "with", "no") {
		return i
	}
	return 0
}

// endsNothing reports whether a token at the end of a part belongs to what follows.
func (l *plan) endsNothing(i int) bool {
	low := l.p.toks[i].low
	return isSign(low) && low != ")" || low == "and" || low == "then"
}

// startsPart reports whether an unlabelled part behind a semicolon asks for something.
func (l *plan) startsPart(one labelPart) bool {
	from := max(one.value, one.from)
	return l.p.seq(from, "among|of|in|for") ||
		l.p.part(from, one.to).sees("howmany", "whatis", "share", "rate", "stat", "prevalence")
}

// unlabelled finds what a part without a label says; false where it says neither who is meant nor what is asked.
func (l *plan) unlabelled(one *labelPart) bool {
	start := max(one.value, one.from)
	if l.defines(one, start) {
		return true
	}
	asked := l.takenUp(start, one.to)
	if l.ranks(asked, one.to) || l.p.part(asked, one.to).sees("howmany", "whatis", "share", "rate", "stat", "prevalence") {
		one.role, one.value = "question", l.takenUp(start, one.to)
		short := *one
		if by := l.byIn(short); by > 0 {
			short.to = by
		}
		if len(l.of("thing")) == 0 && l.reports(short, &report{said: map[string]bool{}}) {
			one.role = "report"
		}
		return one.value < one.to
	}
	for l.p.seq(start, "we|please|identify|find|take|select|consider|include|use|among|in|for|of|all|every|any|the|a|"+
		"remaining|other|cohort|cohorts|restrict|to|study|sample|from") && start+1 < one.to {
		start++
	}
	among := order{words("among")}
	if l.p.seq(start, "population|group|everyone|everybody", "with|who|having|aged|whose") {
		start++ // "from the population with asthma"
		among = order{words("among people")}
	}
	one.role, one.value = "people", start
	return l.asksWho(slices.Concat(among, l.says(start, one.to, order{words("it")}))) != nil
}

// ranks reports whether a part asks which records come most often: "which five drugs were most often started after it".
func (l *plan) ranks(from, to int) bool {
	_, whom := l.p.longest(from+1, "people", "usersof", "peopleof")
	return l.p.seq(from, "which|what") && whom == 0 && slices.ContainsFunc(l.p.toks[from:to], func(t token) bool {
		return isAmong(t.low, "most|commonest|top")
	})
}

// findPeople finds who is meant where no part says from what the plan counts: "Eligible: aged 18 or older at first
// fill".
func (l *plan) findPeople() {
	if l.dates() || len(l.of("thing", "period")) > 0 {
		return
	}
	at := slices.IndexFunc(l.parts, func(one labelPart) bool { return one.role == "population" || one.role == "include" })
	if at < 0 || len(l.of("population", "include")) > 1 {
		return
	}
	one := l.parts[at]
	said := l.says(one.value, one.to, order{words("it")})
	for _, way := range []order{{words("among")}, {words("among people")}, {words("among people with")}} {
		reading := l.asksWho(slices.Concat(way, said))
		if reading == nil || reading.Question.Population.Entry == nil {
			continue
		}
		if len(l.of("outcome")) == 0 || reading.Question.Population.Entry.Which == study.First {
			l.parts[at].role = "people"
			return
		}
	}
}

// ownNoun is how many tokens from i on call the event of the plan by its kind: "after the surgery".
func (l *plan) ownNoun(i, to int) int {
	if l.entry == nil || i == 0 {
		return 0
	}
	nouns := map[study.Domain]string{study.Procedure: "surgery|operation|procedure|intervention",
		study.Condition: "diagnosis", study.Drug: "initiation|exposure|prescription|fill|dispensing"}[l.entry.Domain]
	first := 0
	if l.p.seq(i, "first") {
		first = 1
	} else if l.entry.Domain == study.Drug && !l.p.seq(i-1, "that|this") && !l.p.seq(i, "initiation") {
		return 0
	}
	if nouns != "" && l.p.seq(i+first, nouns) && (i+first+1 >= to || isSign(l.p.toks[i+first+1].low)) {
		return first + 1
	}
	return 0
}

// defines reads who is meant by a word: "new users are defined as people with a first fill", "define cases as …".
func (l *plan) defines(one *labelPart, from int) bool {
	led := l.p.seq(from, "we|define", "define|new|incident")
	for l.p.seq(from, "we|define|here|the|a|an") {
		led = led || l.p.seq(from, "define")
		from++
	}
	for i := from + 1; i < one.to-1 && i < from+8; i++ {
		to := i
		switch {
		case l.p.seq(i, "is|are|were", "defined", "as|to") && l.p.seq(i+3, "be"):
			to += 4
		case l.p.seq(i, "is|are|were", "defined", "as"):
			to += 3
		case led && l.p.seq(i, "as"):
			to++
		case l.p.seq(i, "are|means|=") && l.p.ahead(func() bool { l.p.pos = i + 1; _, ok := l.p.lex("people"); return ok }):
			to++
		default:
			continue
		}
		for l.p.seq(to, "all|any|every|the|a|an|those|persons|people|patients") && l.p.seq(to, "all|any|every|the|a|an") {
			to++
		}
		one.role, one.value = "people", to
		if l.asksWho(slices.Concat(order{words("among")}, l.says(to, one.to, order{words("it")}))) == nil {
			return false
		}
		l.term = stretch{from, i}
		return true
	}
	return false
}

// takenUp skips the words that take up the people of a plan: "among them, …", "of these, …".
func (l *plan) takenUp(from, to int) int {
	if !l.p.seq(from, "among|of|in|for|within") {
		return from
	}
	i := from + 1
	for i < to && l.p.seq(i, "all|the|them|these|those|this|such|remaining|same|eligible|included|cohort|group") {
		i++
	}
	if ph, n := l.p.longest(i, "people", "usersof"); i > from+1 && n > 0 && l.p.seq(i+n, ",") &&
		(ph.value == "" || ph.value == "drug") {
		i += n // "among the women," is of those alone
	}
	if i == from+1 || i >= to {
		return from
	}
	if l.p.seq(i, ",") {
		return i + 1
	}
	if _, n := l.p.longest(i, "howmany", "share", "whatis"); n > 0 {
		return i
	}
	return from
}

// askedOf are the words of a question, without those that take up the people of the plan.
func (l *plan) askedOf(one labelPart) order {
	if k, n := l.ownPeople(one); n > 0 {
		return slices.Concat(l.says(one.value, k, order{words("it")}), l.says(k+n, one.to, order{words("it")}))
	}
	for i := one.value; i+2 < one.to; i++ {
		ph, n := l.p.longest(i+1, "people")
		if l.p.seq(i, "of") && n > 0 && (ph.value == "" || ph.value == "drug") && i > one.value &&
			l.p.seq(i-1, "share|percentage|proportion|percent|fraction") &&
			l.p.seq(i+1+n, "had|have|has|were|was|received|took|started|died|developed|got|are|filled|used") {
			return slices.Concat(l.says(one.value, i, order{words("it")}), l.says(i+1+n, one.to, order{words("it")}))
		}
		if l.p.seq(i, "of", "them|these|those") && (!l.p.seq(i+2, "who|with|that|whose|on") || l.leftAt(i+2) > i+2) {
			head := l.says(one.value, i, order{words("it")})
			k := i + 2
			if _, n := l.p.longest(k, "people", "usersof"); n > 0 {
				k += n
			}
			k = l.leftAt(k)
			return slices.Concat(head, l.says(k, one.to, order{words("it")}))
		}
	}
	return l.says(one.value, one.to, order{words("it")})
}

// asksOpenly makes a part that is to be reported a question where it is one: "tell me how many had a stroke".
func (l *plan) asksOpenly(one *labelPart) {
	if one.role != "report" {
		return
	}
	_, n := l.p.longest(one.value, "howmany", "share")
	short := *one
	if by := l.byIn(short); by > 0 {
		short.to = by
	}
	if n > 0 && !l.reports(short, &report{said: map[string]bool{}}) {
		one.role = "question"
	}
}

// leftAt skips words for those who are left: "of those remaining, …", "of those who remain".
func (l *plan) leftAt(i int) int {
	for _, left := range [][]string{{"remaining|left"}, {"who|that", "remain|remained"}, {"who", "are|were", "left"}} {
		if l.p.seq(i, left...) {
			return i + len(left)
		}
	}
	return i
}

// ownPeople is where a question calls the people of a plan by what they are: "how many initiators had a stroke?"
func (l *plan) ownPeople(one labelPart) (at, n int) {
	_, k := l.p.longest(one.value, "howmany")
	if k == 0 || l.entry == nil || l.entry.Domain != study.Drug || l.entry.Which != study.First {
		return 0, 0
	}
	ph, n := l.p.longest(one.value+k, "usersof")
	if n == 0 || ph.value == "" || l.p.seq(one.value+k+n, "of") || one.value+k+n >= one.to {
		return 0, 0
	}
	return one.value + k, n
}

// saidBefore reports whether a word for people is used of those whom the plan is about: "the number of women".
func (l *plan) saidBefore(value string, at stretch) bool {
	if hasWord(value, "first") {
		return l.p.holdsAny(stretch{0, at.from}, []string{"first", "new", "newly", "incident", "start", "starting"})
	}
	for i := range at.from {
		if ph, n := l.p.longest(i, "people"); n > 0 && i+n <= at.from && ph.value == value {
			return true
		}
	}
	return false
}

// isTerm is how many tokens from i on say the word that the plan defines.
func (l *plan) isTerm(i int) int {
	n := l.term.to - l.term.from
	if n == 0 || i < l.term.to || i+n > len(l.p.toks) {
		return 0
	}
	for k := range n {
		if !sameStem(l.p.toks[i+k].low, l.p.toks[l.term.from+k].low) {
			return 0
		}
	}
	return n
}

// requiredOf reads an exclusion of people without something, which all others then have: "exclude persons without
// atrial fibrillation before it". Of "no prior stroke" alone it is open whom it leaves out.
func (l *plan) requiredOf(b *base, one labelPart) ([]more, bool) {
	from := one.value
	for l.p.seq(from, "all|any|every") {
		from++
	}
	switch {
	case l.p.seq(from, "people|persons|patients|subjects|individuals|those|anyone|anybody|everyone|everybody"):
		from++
	case from < 2 || !l.p.seq(from-1, "with|had"):
		return nil, false
	}
	if l.p.seq(from, "who", "had|have") {
		from += 2
	}
	if l.p.seq(from, "with", "no") {
		from++
	}
	if !l.p.seq(from, "without|no|lacking") {
		return nil, false
	}
	for from++; l.p.seq(from, "a|an|any"); {
		from++
	}
	for i := from; i < one.to; i++ {
		if l.p.seq(i, ",|;|or|and|no|not|without|never|nor") && !l.p.seq(i-1, "on|before|to", "or|and",
			"before|on|including") {
			return nil, false
		}
	}
	needed := labelPart{"include", from, from, one.to}
	all, ok := l.narrowed(b, needed, []string{"{people} who had {}", "{people} with {}"})
	return all, ok && l.timed(needed, all)
}

// longEnough reads an exclusion of those who were not observed for long, as what all others are: "less than 180 days of
// observation before it".
func (l *plan) longEnough(b *base, one labelPart) ([]more, bool) {
	from := one.value
	switch {
	case l.p.seq(from, "less|fewer|shorter", "than"):
		from += 2
	case l.p.seq(from, "<|under"):
		from++
	default:
		return nil, false
	}
	if !slices.ContainsFunc(l.p.toks[from:one.to], func(t token) bool {
		return strings.HasPrefix(t.low, "observ") || strings.HasPrefix(t.low, "enrol")
	}) {
		return nil, false
	}
	said := slices.Concat(order{words("at least")}, l.says(from, one.to, order{words("it")}))
	all, ok := l.narrowedBy(b, said, []string{"{people} with {}"})
	if slices.ContainsFunc(all, more.followsUp) {
		return nil, false
	}
	return all, ok
}
