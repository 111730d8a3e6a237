package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// Some ways of asking are others in disguise: "who bled" of a haemorrhage named before, "Lisinopril-to-amlodipine user
// ratio", "what does X cost on average". They are said in the words that the grammar has, where it could not read them
// as they stand.

// rephrased is a parser of the question in the grammar's words; nil where it has them already.
func (r *Reader) rephrased(ctx context.Context, text string) *parser {
	p := r.parser(ctx, text)
	changed := false
	for _, rule := range []func(*parser) bool{(*parser).plainWords, (*parser).namedAgain, (*parser).titleOfBoth,
		(*parser).userRatio,
		(*parser).timesOrMore, (*parser).meanPhrases, (*parser).yearsOfChange, (*parser).sameDayOf, (*parser).timedRisk,
		(*parser).followUpAfter, (*parser).perPatient, (*parser).hadOne,
		(*parser).countBehind, (*parser).countWithShare} {
		changed = rule(p) || changed
	}
	if !changed {
		return nil
	}
	return p
}

// parser is of a question whose things have their whole names.
func (r *Reader) parser(ctx context.Context, text string) *parser {
	p := newParser(ctx, r, text)
	p.sayWhole()
	return p
}

// say puts words in the place of tokens. The first stands for what was there, so that it can be shown how it was read.
func (p *parser) say(from, to int, text string) {
	start, end := len(p.text), len(p.text)
	if from < len(p.toks) {
		start, end = p.toks[from].start, p.toks[from].start
	}
	if to > from {
		end = p.toks[to-1].end
	}
	said := tokenize(text)
	for i := range said {
		said[i].was = text[said[i].start:said[i].end]
		said[i].start, said[i].end = end, end
	}
	if len(said) > 0 {
		said[0].start = start
	} else if to > from {
		p.aside = append(p.aside, Word{p.text[start:end], start, end, "aside", ""})
	}
	p.toks = slices.Replace(slices.Clone(p.toks), from, to, said...)
	p.role, p.group = make([]string, len(p.toks)), make([]int, len(p.toks))
	p.found, p.pos = map[int][]candidate{}, 0
}

// seq reports whether the words stand at token i; each may have alternatives, parted by a bar.
func (p *parser) seq(i int, words ...string) bool {
	for k, w := range words {
		if i+k >= len(p.toks) || !slices.Contains(strings.Split(w, "|"), p.toks[i+k].low) {
			return false
		}
	}
	return true
}

// entityAt is the longest name at a token, 0 tokens long where none is.
func (p *parser) entityAt(i int) candidate {
	if cs := p.candidates(i); len(cs) > 0 {
		return cs[0]
	}
	return candidate{}
}

// plainWords says single turns of phrase in the grammar's words.
func (p *parser) plainWords() (changed bool) {
	for _, turn := range []struct{ from, to string }{
		{"on all two|three|four|five of", "on all of"},
		{"in hospital deaths", "deaths in hospital"},
		{"relative change ( in % )", "percent change"}, {"relative change", "percent change"}, {"percentage change", "percent change"},
		{"age at which people|patients|persons|they died", "age at death"},
		{", on average ,", "on average"},
		{"same visit in which", "same visit as"},
		{"age distribution at", "distribution of age at"},
		{"a patient|person has been exposed to", "per patient"},
		{"death proportion for", "percentage of people who died for"},
		{"inpatient spend|spending|expenditure", "cost of inpatient visits"},
	} {
		words := strings.Fields(turn.from)
		for i := 0; i+len(words) <= len(p.toks); i++ {
			if p.seq(i, words...) {
				to := turn.to
				if i == 0 && strings.HasPrefix(to, "cost") {
					to = "total " + to
				}
				p.say(i, i+len(words), to)
				changed = true
			}
		}
	}
	if n := len(p.toks); n > 4 && p.seq(0, "on", "average", ",", "how") {
		for n > 4 && isSign(p.toks[n-1].low) {
			n--
		}
		p.say(n, n, "on average")
		p.say(0, 3, "")
		changed = true
	}
	return changed
}

// verbsOf are verbs that say again what a name says: "bled" of a haemorrhage.
var verbsOf = []string{"bled", "bleed", "bleeds", "fractured"}

// namedAgain puts the name in the place of its head, "the bleed", "any such infection", and of its verb, "who bled".
// Where the name stands in brackets behind the verb, the verb goes: "who bled (GI haemorrhage)".
func (p *parser) namedAgain() (changed bool) {
	for i := 1; i < len(p.toks); i++ {
		w := p.toks[i]
		if !w.isWord || len(w.low) < 4 {
			continue
		}
		isVerb := slices.Contains(verbsOf, w.low) && !isArticle[p.toks[i-1].low] && !p.inName(i)
		if isVerb && p.seq(i+1, "(") {
			if c := p.entityAt(i + 2); c.n > 0 && p.seq(i+2+c.n, ")") && p.headOf(c, i+2, w.low) {
				p.say(i+2+c.n, i+3+c.n, "")
				p.say(i, i+2, "had")
				changed = true
			}
			continue
		}
		definite := slices.Contains([]string{"the", "that", "such"}, p.toks[i-1].low)
		// "after infarction"
		bare := !isVerb && !definite && slices.Contains([]string{"after", "before", "following"}, p.toks[i-1].low) &&
			p.entityAt(i).n == 0
		if !isVerb && !definite && !bare || !isVerb && p.entityAt(i).n > 1 {
			continue
		}
		name, n := p.namedBy(i, w.low)
		switch {
		case n != 1:
			continue
		case isVerb:
			p.say(i, i+1, "had "+name)
		case bare:
			p.say(i, i+1, name)
		case p.toks[i-1].low == "such" && i > 1 && p.toks[i-2].low == "any":
			p.say(i-2, i+1, name)
		default:
			p.say(i-1, i+1, name)
		}
		changed = true
		i += len(strings.Fields(name)) // which ends with the word that was replaced
	}
	return changed
}

// inName reports whether a token is part of a name that begins before it: "bleed" of "GI bleed".
func (p *parser) inName(i int) bool {
	for k := max(0, i-longestName); k < i; k++ {
		if k+p.entityAt(k).n > i {
			return true
		}
	}
	return false
}

// sayWhole puts the whole name in the place of its last word where that is a name by itself: "the fracture" of a hip
// fracture is that fracture, and not any.
func (p *parser) sayWhole() {
	for i := 2; i < len(p.toks); i++ {
		c := p.entityAt(i)
		if c.n != 1 || !slices.Contains([]string{"the", "that", "this"}, p.toks[i-1].low) ||
			p.seq(i+1, "of|in|or|and|,") {
			continue
		}
		if _, n := p.longest(i+1, "people"); n > 0 {
			continue
		}
		switch name, n := p.namedBy(i, c.text); {
		case n > 1 && !strings.EqualFold(name, c.text):
			p.unclear = "it does not say which " + c.text + " is meant"
		case n == 1 && !strings.EqualFold(name, c.text):
			p.say(i, i+1, name)
		}
	}
}

// namedBy is the last name before token i whose head is the word, and how many such there are; 1 where the word is one
// of them.
func (p *parser) namedBy(i int, word string) (name string, n int) {
	word = lower(word)
	for k := 0; k < i; {
		c := p.entityAt(k)
		if c.n == 0 {
			k++
			continue
		}
		switch {
		case k+c.n > i:
		case lower(c.text) == word:
			return c.text, 1
		case p.headOf(c, k, word) && !strings.EqualFold(name, c.text):
			name = c.text
			n++
		}
		k += c.n
	}
	return name, n
}

// headOf reports whether a word is the last of a name at token i, or of the concept's own.
func (p *parser) headOf(c candidate, i int, word string) bool {
	if !slices.Contains(c.domains, "condition") && !slices.Contains(c.domains, "procedure") {
		return false
	}
	if sameStem(p.toks[i+c.n-1].low, word) {
		return true
	}
	hits := p.r.terms.Lookup(vocab.Normalize(p.spelt(i, c.n)))
	if len(hits) == 0 {
		return false
	}
	words := strings.Fields(strings.ToLower(hits[0].Concept.Name))
	return len(words) > 1 && sameStem(words[len(words)-1], word)
}

// titleOfBoth reads "[Overlap of] A and B: how many people have both?".
func (p *parser) titleOfBoth() bool {
	from := 0
	if p.seq(0, "overlap", "of|between") {
		from = 2
	}
	a := p.entityAt(from)
	if a.n == 0 || !p.seq(from+a.n, "and|&") {
		return false
	}
	b := p.entityAt(from + a.n + 1)
	colon := from + a.n + 1 + b.n
	if b.n == 0 || !p.seq(colon, ":") || len(p.toks) < 4 {
		return false
	}
	last := len(p.toks) - 1
	for last > colon && isSign(p.toks[last].low) {
		last--
	}
	if !p.seq(last-1, "have|with|had|on|took|take|using", "both") {
		return false
	}
	p.say(last-1, last+1, "")
	if from > 0 {
		p.say(0, from, "")
	}
	return true
}

// userRatio reads "A-to-B user ratio".
func (p *parser) userRatio() bool {
	a := p.entityAt(0)
	if a.n == 0 || !p.seq(a.n, "to") {
		return false
	}
	b := p.entityAt(a.n + 1)
	at := a.n + 1 + b.n
	if b.n == 0 || !p.seq(at, "user|users", "ratio") {
		return false
	}
	p.say(at, at+2, "users")
	p.say(a.n, a.n+1, "users to")
	p.say(0, 0, "ratio of")
	return true
}

// timesOrMore reads "three times or more" as at least three times, and "but never to B" behind "exposed to A".
func (p *parser) timesOrMore() (changed bool) {
	for i := range p.toks {
		_, isWord := numberWords[p.toks[i].low]
		if (isWord || p.toks[i].isNum) && p.seq(i+1, "times", "or", "more") {
			p.say(i+2, i+4, "")
			p.say(i, i, "at least")
			return true
		}
		if p.seq(i, "never|not", "to") && i > 0 && p.entityAt(i+2).n > 0 &&
			slices.ContainsFunc(p.toks[:i], func(t token) bool { return t.low == "exposed" }) {
			p.say(i+1, i+2, "exposed to")
			return true
		}
	}
	return changed
}

// meanPhrases reads "what does X cost on average", "per X user" where X was named before, "when X was first recorded".
func (p *parser) meanPhrases() bool {
	for i := range p.toks {
		if p.seq(i, "cost", "on", "average") && p.seq(0, "what", "does|do") {
			p.say(i, i+3, "")
			p.say(0, 2, "average cost of")
			return true
		}
		if c := p.entityAt(i); c.n > 0 && i > 0 && p.toks[i-1].low == "per" && p.seq(i+c.n, "user") &&
			p.repeated(stretch{i, i + c.n}, stretch{i - 1, i + c.n + 1}) {
			p.say(i, i+c.n, "")
			return true
		}
		if c := p.entityAt(i); c.n > 0 && i > 0 && p.toks[i-1].low == "when" &&
			p.seq(i+c.n, "was", "first", "recorded|diagnosed|documented") &&
			slices.Contains(c.domains, "condition") {
			p.say(i+c.n, i+c.n+3, "")
			p.say(i-1, i, "at first diagnosis of")
			return true
		}
		if c := p.entityAt(i); c.n > 0 && i > 0 && p.toks[i-1].low == "where" && p.seq(i+c.n, "was", "measured") {
			p.say(i+c.n, i+c.n+1, "")
			p.say(i-1, i, "with")
			for k := i; k < len(p.toks); k++ { // "as CKD was recorded", behind the same visit
				if d := p.entityAt(k); d.n > 0 && p.toks[k-1].low == "as" && p.seq(k+d.n, "was", "recorded|diagnosed") {
					p.say(k+d.n, k+d.n+2, "")
				}
			}
			return true
		}
	}
	return false
}

// yearsOfChange reads "percent change in X, 2008 vs 2009".
func (p *parser) yearsOfChange() bool {
	i := slices.IndexFunc(p.toks, func(t token) bool { return t.low == "change" })
	if i < 0 || i+1 >= len(p.toks) || p.toks[i+1].low != "in" {
		return false
	}
	changed := false
	if n := len(p.toks); n > 4 && p.seq(n-2, "vs|versus") && p.toks[n-1].isNum && p.toks[n-3].isNum &&
		p.toks[n-4].low == "," {
		p.say(n-2, n-1, "to")
		p.say(n-4, n-3, "from")
		changed = true
	}
	for k := i + 2; k+3 < len(p.toks); k++ {
		if p.seq(k, "between") && p.toks[k+1].isNum && p.seq(k+2, "and") && p.toks[k+3].isNum {
			p.say(k+2, k+3, "to")
			p.say(k, k+1, "from")
			changed = true
		}
	}
	p.pos = i + 2
	people := p.ahead(func() bool { g, ok := p.people(); return ok && len(g.preds) > 0 })
	p.role, p.group, p.pos = make([]string, len(p.toks)), make([]int, len(p.toks)), 0
	if changed && people {
		p.say(i+2, i+2, "number of")
	}
	return changed
}

// sameDayOf reads "Same-day A and B diagnoses".
func (p *parser) sameDayOf() bool {
	if !p.seq(0, "same", "day") {
		return false
	}
	a := p.entityAt(2)
	if a.n == 0 || !p.seq(2+a.n, "and") {
		return false
	}
	b := p.entityAt(3 + a.n)
	at := 3 + a.n + b.n
	if b.n == 0 || !p.seq(at, "diagnoses|records") {
		return false
	}
	p.say(at, at+1, "on the same day")
	p.say(0, 2, "")
	return true
}

// timedRisk reads "one-year risk of X after starting Y": the percentage of those who started with X by then. The
// "5-year cumulative incidence of X after Y" is one at 5 years.
func (p *parser) timedRisk() bool {
	p.pos = 0
	_, ok := p.duration()
	from := p.pos
	p.pos = 0
	p.role, p.group = make([]string, len(p.toks)), make([]int, len(p.toks))
	if !ok {
		return false
	}
	length := p.spelt(0, from)
	at := from
	crude := p.seq(at, "crude")
	if crude {
		at++
	}
	estimated := p.seq(at, "cumulative", "incidence", "of")
	switch {
	case estimated && !crude:
		at += 2
	case p.seq(at, "risk"):
		at++
	default:
		return false
	}
	for _, aside := range [][]string{{"(", "crude", "%", ")"}, {"(", "%", ")"}, {"(", "crude", ")"}} {
		if p.seq(at, aside...) {
			at += len(aside)
		}
	}
	x := p.entityAt(at + 1)
	after := at + 1 + x.n
	if !p.seq(at, "of") || x.n == 0 || !p.seq(after, "after|following") {
		return false
	}
	if estimated {
		p.say(after, after, "at "+length)
		p.say(0, from, "")
		return true
	}
	return p.riskAfter(stretch{at + 1, after}, length)
}

// riskAfter says a risk as the percentage of those who started, "after Y initiation", with the outcome within so long.
func (p *parser) riskAfter(outcome stretch, length string) bool {
	name := p.spelt(outcome.from, outcome.to-outcome.from)
	from := outcome.to + 1
	leads := 0
	if p.seq(from, "starting|initiating") {
		leads = 1
	}
	y := p.entityAt(from + leads)
	end := from + leads + y.n
	if y.n == 0 || !slices.Contains(y.domains, "drug") {
		return false
	}
	drug := p.spelt(from+leads, y.n)
	if p.seq(end, "initiation|start") {
		end++
	} else if leads == 0 {
		return false
	}
	p.say(0, end, "percentage of people starting "+drug+" with "+name+" within "+length+" after it")
	return true
}

// countBehind takes "…, number of people", "(count of persons)" and "…, N?" from the end and asks for it in front.
func (p *parser) countBehind() bool {
	last := len(p.toks)
	for last > 0 && (isSign(p.toks[last-1].low) || p.toks[last-1].low == "?") {
		last--
	}
	from := 0
	for k := last - 1; k > 1 && k >= last-4; k-- {
		between := p.text[p.toks[k-1].end:p.toks[k].start]
		if _, n := p.longest(k, "howmany"); n > 0 && (isSign(p.toks[k-1].low) || strings.ContainsAny(between, "-–—")) {
			from = k
		}
	}
	if from == 0 || from < 2 {
		return false
	}
	_, n := p.longest(from, "howmany")
	ph, m := p.longest(from+n, "people")
	if p.seq(from+n, "records") && from+n+1 == last && isSign(p.toks[from-1].low) {
		p.wantsRecords = true
		p.say(from-1, len(p.toks), "")
		return true
	}
	if m == 0 || from+n+m != last || ph.value != "" {
		return false
	}
	if isSign(p.toks[from-1].low) {
		from--
	}
	if _, measured := p.longest(0, "howmany", "share", "stat", "which", "whatis"); measured > 0 ||
		p.seq(0, "how|what|which") {
		return false // of something else, perhaps
	}
	p.say(from, len(p.toks), "")
	c := p.entityAt(0)
	if _, n := p.longest(c.n, "people", "usersof"); n == 0 {
		p.say(0, 0, "number of people with")
	}
	return true
}

// followUpAfter reads "after X, how many days of follow-up do we have on average" and the same with X at the end.
func (p *parser) followUpAfter() bool {
	for i := range p.toks {
		if !p.seq(i, "how", "many", "days", "of", "follow", "up", "do|are", "we|there") {
			continue
		}
		from, to := i, i+8
		if p.seq(to, "have") {
			to++
		}
		if !p.seq(to, "on", "average") {
			return false
		}
		if to += 2; i == 0 {
			p.say(0, to, "mean follow-up in days")
			return true
		}
		if p.seq(0, "after|following") && p.toks[i-1].low == "," {
			from = 0
			p.say(from, to, "mean follow-up in days after "+p.spelt(1, i-2))
			return true
		}
		return false
	}
	return false
}

// perPatient reads "per HF patient", and "records of any type" as records.
func (p *parser) perPatient() (changed bool) {
	for i := 1; i < len(p.toks); i++ {
		if p.seq(i, "records|diagnoses|prescriptions", "of", "any", "type|kind") {
			p.say(i+1, i+4, "")
			changed = true
		}
		if c := p.entityAt(i); c.n > 0 && p.toks[i-1].low == "per" && slices.Contains(c.domains, "condition") &&
			p.seq(i+c.n, "patient|person") {
			name := p.spelt(i, c.n)
			p.say(i, i+c.n+1, "patient with "+name)
			return true
		}
	}
	return changed
}

// hadOne puts the only name of a question in the place of "one" at its end: "Colonoscopy: how many people ever had
// one?".
func (p *parser) hadOne() bool {
	last := len(p.toks)
	for last > 0 && isSign(p.toks[last-1].low) {
		last--
	}
	if last < 3 || !p.seq(last-2, "had|have|received|underwent", "one") {
		return false
	}
	name := ""
	for k := 0; k < last-2; {
		c := p.entityAt(k)
		if c.n == 0 {
			k++
			continue
		}
		if name != "" {
			return false
		}
		name = c.text
		k += c.n
	}
	if name == "" {
		return false
	}
	p.say(last-1, last, name)
	if c := p.entityAt(0); c.n > 0 && p.seq(c.n, ":") {
		p.say(0, c.n+1, "")
	}
	return true
}
