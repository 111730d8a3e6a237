package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// entity consumes the longest name that has one of the domains; nil is any domain.
func (p *parser) entity(domains []string) (candidate, bool) {
	start := p.pos
	p.skip()
	if c, ok := p.heldTogether(domains); ok {
		return c, true
	}
	if c, ok := p.elidedAcross(domains); ok {
		return c, true
	}
	for _, c := range p.candidates(p.pos) {
		if p.splits(p.pos, c) {
			continue
		}
		if within := preferred(c.domains, domains); len(within) > 0 {
			if longer, ok := p.longerLoose(c, domains); ok {
				return longer, true
			}
			p.consume(c, within[0])
			c.text, c.domains = p.spelt(p.pos-c.n, c.n), within
			return c, true
		}
	}
	if c, ok := p.elided(domains); ok {
		return c, true
	}
	if c, ok := p.elidedHead(domains); ok {
		return c, true
	}
	if c, ok := p.elidedAgain(domains); ok {
		return c, true
	}
	if c, ok := p.loose(domains); ok {
		return c, true
	}
	p.pos = start
	return candidate{}, false
}

// heldTogether reads ingredients that some product holds together: "amoxicillin/clavulanate", "lisinopril-HCTZ". Where
// none does, the slash may stand for anything.
func (p *parser) heldTogether(domains []string) (candidate, bool) {
	terms, ok := p.r.terms.(LooseTerms)
	if !ok || domains != nil && !slices.Contains(domains, "drug") {
		return candidate{}, false
	}
	drugAt := func(i int) int {
		if i >= len(p.toks) {
			return 0
		}
		c := p.entityAt(i)
		if !slices.Contains(c.domains, "drug") {
			return 0
		}
		return c.n
	}
	n, whole := drugAt(p.pos), 0
	for n > 0 && p.pos+n < len(p.toks) {
		next := p.pos + n
		if p.toks[next].low == "/" {
			next++
		} else if p.text[p.toks[next-1].end:p.toks[next].start] != "-" {
			break
		}
		m := drugAt(next)
		if m == 0 {
			break
		}
		n = next + m - p.pos
		whole = n
	}
	if whole == 0 {
		return candidate{}, false
	}
	text := p.spelt(p.pos, whole)
	if !slices.Contains(domainsOf(terms.Loose(text), text, whole), "drug") {
		return candidate{}, false
	}
	p.consume(candidate{n: whole}, "drug")
	return candidate{whole, text, []string{"drug"}}, true
}

func (p *parser) consume(c candidate, domain string) {
	p.mark(p.pos, p.pos+c.n, "entity "+domain)
	p.pos += c.n
}

// preferred orders the domains of an entity by those that are wanted, and drops the others; with none wanted
// they stay.
func preferred(has, wanted []string) []string {
	if wanted == nil {
		return has
	}
	var within []string
	for _, d := range wanted {
		if slices.Contains(has, d) {
			within = append(within, d)
		}
	}
	return within
}

// splits reports whether a name is better read as grammar and a shorter name: "history of stroke", "metformin
// therapy", "first stroke".
func (p *parser) splits(i int, c candidate) bool {
	if c.n < 2 {
		return false
	}
	if _, n := p.longest(i, "whichrec", "priorword", "eventnoun", "startnoun", "neg", "without", "cmp"); n > 0 &&
		n < c.n {
		rest := i + n
		for rest < i+c.n && (p.toks[rest].low == "of" || isArticle[p.toks[rest].low]) {
			rest++
		}
		if rest < i+c.n && p.covers(rest, i+c.n) {
			return true
		}
	}
	for n := 1; n < c.n; n++ { // "metformin therapy": the noun says the domain that the name has without it
		ph, m := p.longest(i+n, "eventnoun", "startnoun", "visit")
		if m != c.n-n {
			continue
		}
		domain, _, _ := strings.Cut(ph.value, " ")
		for _, short := range p.candidates(i) {
			if short.n == n && (slices.Contains(short.domains, domain) ||
				ph.cat == "visit" && slices.Contains(short.domains, "condition") ||
				domain == "any" || strings.HasSuffix(ph.value, " any")) {
				return true
			}
		}
	}
	return false
}

// covers reports whether one name stretches from token i to token j.
func (p *parser) covers(i, j int) bool {
	return slices.ContainsFunc(p.candidates(i), func(c candidate) bool { return c.n == j-i })
}

// elided reads the first part of a coordination whose last part has the common word: "type 1" in "type 1 or
// type 2 diabetes".
func (p *parser) elided(domains []string) (candidate, bool) {
	for n := 1; n <= 3 && p.pos+n+1 < len(p.toks); n++ {
		joint := p.toks[p.pos+n].low
		if joint != "or" && joint != "and" && joint != "/" && joint != "," {
			continue
		}
		for _, c := range p.candidates(p.pos + n + 1) {
			for k := 1; k < c.n; k++ {
				first := p.pos + n + 1 + c.n - k
				text := p.spelt(p.pos, n) + " " + p.spelt(first, k)
				found := preferred(domainsOf(p.r.lookup(text), text, n+k), domains)
				if len(found) > 0 && (!p.ownWords(p.pos, n) || p.toks[p.pos+n-1].isNum || p.sees("whichrec")) {
					p.consume(candidate{n: n}, found[0])
					return candidate{n, text, found}, true
				}
			}
		}
	}
	return candidate{}, false
}

// elidedAcross reads the first part of a coordination that by itself is a name of something else: "systolic" in
// "systolic or diastolic heart failure" is not a blood pressure.
func (p *parser) elidedAcross(domains []string) (candidate, bool) {
	own := p.entityAt(p.pos)
	if own.n == 0 {
		return candidate{}, false
	}
	start := p.pos
	c, ok := p.elided(domains)
	alike := func(d string) bool { return slices.Contains(own.domains, d) }
	if !ok || c.n < own.n || slices.ContainsFunc(c.domains, alike) {
		p.pos = start
		return candidate{}, false
	}
	return c, true
}

// elidedHead reads the last part of a coordination whose first part has the common words: "stage 5" in "CKD stage 4 or
// stage 5".
func (p *parser) elidedHead(domains []string) (candidate, bool) {
	j := p.pos - 1
	if j < 1 || p.pos >= len(p.toks) || !slices.Contains([]string{"or", "and", ",", "/"}, p.toks[j].low) ||
		p.toks[p.pos].low == "" {
		return candidate{}, false
	}
	last := j - 1
	if !strings.HasPrefix(p.role[last], "entity ") {
		return candidate{}, false
	}
	for ; ; last = p.group[last] - 2 { // of "fracture of forearm, clavicle or rib", the first has the words
		from := p.group[last]
		for n := min(3, len(p.toks)-p.pos); n > 0; n-- {
			words := p.toks[p.pos : p.pos+n]
			if slices.ContainsFunc(words, func(t token) bool { return !t.isWord && !t.isNum }) {
				continue
			}
			open := p.saysNothingAlone(p.pos) || slices.ContainsFunc(words, func(t token) bool { return t.isNum })
			for k := last - from; k > 0; k-- {
				if !open && !p.headEnds(from+k) {
					continue // "heart failure or stroke" has nothing in common
				}
				if c, ok := p.joinedName(p.spelt(from, k), n, domains); ok {
					return c, true
				}
			}
		}
		if from < 2 || !slices.Contains([]string{"or", "and", ",", "/"}, p.toks[from-1].low) ||
			!strings.HasPrefix(p.role[from-2], "entity ") {
			return candidate{}, false
		}
	}
}

// joinedName consumes n words as a name with a head that they share: "detemir" and "regular" of insulins.
func (p *parser) joinedName(head string, n int, domains []string) (candidate, bool) {
	own := p.spelt(p.pos, n)
	for _, text := range []string{head + " " + own, own + " " + head} {
		found := preferred(domainsOf(p.r.lookup(text), text, n+len(strings.Fields(head))), domains)
		if len(found) > 0 {
			p.consume(candidate{n: n}, found[0])
			return candidate{n, text, found}, true
		}
	}
	return candidate{}, false
}

// saysNothingAlone reports whether a token begins no name and is no word of the grammar, as "detemir" in "insulin
// glargine or detemir" is where no drug is called so.
func (p *parser) saysNothingAlone(i int) bool {
	letter := p.text[p.toks[i].start:p.toks[i].end]
	isLetter := len(letter) == 1 && letter != p.toks[i].low // the V of "penicillin G or V" is no "versus"
	return p.toks[i].isWord && (!p.r.lex.words[p.toks[i].low] || isLetter) && len(p.candidates(i)) == 0
}

// elidedAgain reads a word that stands in the place of the last one of a procedure named before: "removal" behind "IUD
// insertion".
func (p *parser) elidedAgain(domains []string) (candidate, bool) {
	if p.pos >= len(p.toks) || !p.toks[p.pos].isWord || p.r.lex.words[p.toks[p.pos].low] {
		return candidate{}, false
	}
	for last := p.pos - 1; last > 0; last-- {
		k := last - p.group[last]
		if p.role[last] != "entity procedure" || k < 1 {
			continue
		}
		text := p.spelt(p.group[last], k) + " " + p.spelt(p.pos, 1)
		found := preferred(domainsOf(p.r.lookup(text), text, k+1), domains)
		if slices.Contains(found, "procedure") {
			p.consume(candidate{n: 1}, "procedure")
			return candidate{1, text, []string{"procedure"}}, true
		}
	}
	return candidate{}, false
}

// headEnds reports whether what stands before token i can be the words in common: "fracture of", "fracture of the".
func (p *parser) headEnds(i int) bool {
	return p.toks[i-1].low == "of" || i > 1 && isArticle[p.toks[i-1].low] && p.toks[i-2].low == "of"
}

// loose reads a name whose words stand in another order or are misspelt. Only a stretch that begins with a word
// that nothing else explains is tried.
func (p *parser) loose(domains []string) (candidate, bool) { return p.looseFrom(1, domains) }

// longerLoose reads a name whose begin is a name by itself, where nothing else explains what stands behind its "of":
// "transfusion of packed red cells".
func (p *parser) longerLoose(c candidate, domains []string) (candidate, bool) {
	of := p.pos + c.n
	next := of + 1
	for next < len(p.toks) && isArticle[p.toks[next].low] {
		next++
	}
	if next >= len(p.toks) || p.toks[of].low != "of" || !p.saysNothingAlone(next) {
		return candidate{}, false
	}
	return p.looseFrom(next+1-p.pos, domains)
}

// looseFrom reads a loose name of at least so many words.
func (p *parser) looseFrom(least int, domains []string) (candidate, bool) {
	terms, ok := p.r.terms.(LooseTerms)
	if !ok || p.pos >= len(p.toks) || !p.toks[p.pos].isWord ||
		p.r.lex.words[p.toks[p.pos].low] && !slices.Contains([]string{"left", "home"}, p.toks[p.pos].low) {
		return candidate{}, false
	}
	end := p.pos + 1
	for end < len(p.toks) && end-p.pos < 8 && p.loosely(end) {
		end++
	}
	for ; end-p.pos >= least; end-- {
		if last := p.toks[end-1].low; !p.toks[end-1].isWord && !p.toks[end-1].isNum || last == "of" || isArticle[last] {
			continue
		}
		text := p.spelt(p.pos, end-p.pos)
		if p.ledAsKnown(p.pos) && p.headReadBefore(text) {
			return candidate{}, false // "the fracture" of people with a hip fracture is that one
		}
		if found := preferred(domainsOf(terms.Loose(vocab.WithoutArticles(text)), text, end-p.pos),
			domains); len(found) > 0 {
			c := candidate{end - p.pos, text, found}
			p.consume(c, found[0])
			return c, true
		}
	}
	return candidate{}, false
}

// loosely reports whether a token can lie inside a name: an unknown word, or a small one between two.
func (p *parser) loosely(i int) bool {
	low := p.toks[i].low
	if p.toks[i].isNum {
		return true
	}
	return p.toks[i].isWord &&
		(!p.r.lex.single[low] || slices.Contains([]string{"of", "the", "in", "to", "left", "right", "vaccine", "vaccination"}, low) ||
			len(p.candidates(i)) > 0)
}

// systemBefore is the name of a vocabulary with the word code behind it; code is one of its codes or a range of them.
var (
	systemBefore = lazyregexp.New(`(?i)^(` + vocab.CodeSystemNames(true) + `)(?:\s+(?:diagnosis\s+|procedure\s+|source\s+)?(?:codes?|class|group|subgroup))?\s*[:(]?\s*`)
	codeText     = lazyregexp.New(`(?i)^([A-Z]{0,2}[0-9][0-9A-Z]*(?:[.-][0-9A-Z]+)?\*?)\b(?:\s*(through|thru|to|-|–)\s*([A-Z]{0,2}[0-9][0-9A-Z]*(?:\.[0-9A-Z]+)?))?`)
	codeJoint    = lazyregexp.New(`(?i)^(?:\s*,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+)`)
)

// code consumes source codes with the name of their vocabulary: "ICD-10-CM codes I50, I11 or N18", "ICD-9-CM
// codes (584.5 through 584.9)".
func (p *parser) code(e *event) bool {
	start := p.pos
	for p.skip(); p.word("code", "codes", "of"); {
	}
	if p.pos >= len(p.toks) {
		p.pos = start
		return false
	}
	at := p.toks[p.pos].start
	m := systemBefore.FindStringSubmatchIndex(p.text[at:])
	if m == nil {
		p.pos = start
		return false
	}
	system := vocab.CodeSystemOf(p.text[at+m[2] : at+m[3]])
	end := at + m[1]
	var codes []study.Entity
	for {
		c := codeText.FindStringSubmatch(p.text[end:])
		if c == nil || len(codes) > 0 && strings.TrimLeft(c[1], "0123456789") == c[1] && !digitAt(c[1], 0) {
			break
		}
		code := strings.ToUpper(c[1])
		if c[3] != "" {
			code += "-" + strings.ToUpper(c[3])
		}
		codes = append(codes, study.Entity{Vocabulary: system.ID, Code: code})
		end += len(c[0])
		joint := codeJoint.FindString(p.text[end:])
		if joint == "" || !codeText.MatchString(p.text[end+len(joint):]) {
			break
		}
		end += len(joint)
	}
	if len(codes) == 0 {
		p.pos = start
		return false
	}
	first := p.pos
	for p.pos < len(p.toks) && p.toks[p.pos].start < end {
		p.pos++
	}
	p.mark(first, p.pos, "entity "+system.Domain)
	e.Concepts, e.domains = append(e.Concepts, codes...), []string{system.Domain}
	return true
}

// quoted reports whether what is next stands in quotation marks: 'the device record "Wheelchair"'.
func (p *parser) quoted() bool {
	return p.pos > 0 && p.pos < len(p.toks) &&
		strings.ContainsAny(p.text[p.toks[p.pos-1].end:p.toks[p.pos].start], "\"“")
}
