package read

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// People explain themselves: "in the year (365 days) before", "heart attacks (myocardial infarction)", "Feasibility: how many …",
// "…; follow-up ends at the first record or the end of observation". Such an aside is taken off the question where it says
// nothing that is not said beside it, or nothing but what the house does anyway. Every other stays, and has to be read.

// stretch is a part of the question by its tokens.
type stretch struct{ from, to int }

// withoutAsides is a parser of the question without its asides; nil where it has none.
func (r *Reader) withoutAsides(ctx context.Context, text string) *parser {
	p := newParser(ctx, r, text)
	var drop []stretch
	for _, b := range p.brackets() {
		if outer, ok := p.sameDuration(b); ok {
			drop = append(drop, outer, stretch{b.from, b.from + 1}, stretch{b.to - 1, b.to})
		} else if inner := (stretch{b.from + 1, b.to - 1}); p.glosses(inner, b.from) || p.houseRule(inner, b) {
			drop = append(drop, b)
		}
	}
	for _, s := range p.afterthoughts() {
		if p.saysNothing(s) || p.houseRule(s, s) {
			drop = append(drop, s)
		}
	}
	if label, ok := p.label(); ok {
		drop = append(drop, label)
	}
	if len(drop) == 0 {
		return nil
	}
	slices.SortFunc(drop, func(a, b stretch) int { return b.from - a.from })
	for i := 0; i < len(drop); i++ {
		s := drop[i]
		for i+1 < len(drop) && drop[i+1].to > s.from { // the next one reaches into this
			i++
			s = stretch{drop[i].from, max(s.to, drop[i].to)}
		}
		p.takeAside(s.from, s.to, "aside")
	}
	p.pos = 0
	clear(p.role)
	clear(p.group)
	return p
}

// left is the text that is left.
func (p *parser) left() string {
	var b strings.Builder
	for _, t := range p.toks {
		b.WriteString(p.text[t.start:t.end] + " ")
	}
	return b.String()
}

// brackets are the stretches in round brackets, with them.
func (p *parser) brackets() []stretch {
	var found []stretch
	open := -1
	for i, t := range p.toks {
		switch {
		case t.low == "(":
			open = i
		case t.low == ")" && open >= 0 && i > open+1:
			found = append(found, stretch{open, i + 1})
			open = -1
		}
	}
	return found
}

// afterthoughts are what stands behind the end of the first sentence, behind a semicolon, and behind a colon.
func (p *parser) afterthoughts() []stretch {
	var found []stretch
	from := -1
	for i := 1; i < len(p.toks); i++ {
		between := p.text[p.toks[i-1].end:p.toks[i].start]
		sentence := strings.ContainsRune(between, '.') && unicode.IsUpper(rune(p.text[p.toks[i].start]))
		clause := p.toks[i-1].low == "," && p.told(i)
		if clause || sentence || p.toks[i-1].low == ";" || p.toks[i-1].low == ":" || p.toks[i-1].low == "?" {
			if from >= 0 {
				found = append(found, stretch{from, i})
			}
			from = i
		}
	}
	if from >= 0 {
		found = append(found, stretch{from, len(p.toks)})
	}
	return found
}

// sameDuration finds the length of time before a bracket that says the same in days: "the year (365 days)". The days count.
func (p *parser) sameDuration(b stretch) (outer stretch, ok bool) {
	p.pos = b.from + 1
	inner, ok := p.duration()
	if !ok || p.pos != b.to-1 || inner.Months+inner.Years > 0 {
		return outer, false
	}
	for n := 1; n <= 3 && n <= b.from; n++ {
		p.pos = b.from - n
		if n > 1 && isArticle[p.toks[p.pos].low] {
			break
		}
		d, ok := p.duration()
		if !ok || p.pos != b.from {
			continue
		}
		days := d.Days + 365*d.Years + 30*d.Months
		if inner.Days >= days && inner.Days <= days+days/60+1 { // a leap day, or months of 31
			outer = stretch{b.from - n, b.from}
		}
	}
	return outer, outer.to > 0
}

// glosses reports whether a stretch only says again what ends at token i: a synonym or an abbreviation of it, or its unit.
func (p *parser) glosses(s stretch, i int) bool {
	if p.covers(s.from, s.to) {
		return p.sameThing(s, i)
	}
	return p.initials(s, i) || p.saysNothing(s) || p.sameQuantity(s, i) || p.firstAgain(s) || p.sameDays(s) || p.sameEvents(s, i)
}

// sameThing reports whether the name in the stretch and one that ends at token i are of one concept.
func (p *parser) sameThing(s stretch, i int) bool {
	of := func(from, to int) map[int64]bool {
		ids := map[int64]bool{}
		for _, h := range p.r.terms.Lookup(vocab.Normalize(p.spelt(from, to-from))) {
			ids[h.Concept.ID] = true
		}
		return ids
	}
	inner := of(s.from, s.to)
	for n := 1; n <= longestName && n <= i; n++ {
		if !p.covers(i-n, i) {
			continue
		}
		for id := range of(i-n, i) {
			if inner[id] {
				return true
			}
		}
	}
	return false
}

// initials reports whether a stretch is the initials of the words that end at token i: "length of stay (LOS)".
func (p *parser) initials(s stretch, i int) bool {
	if s.to != s.from+1 || !p.toks[s.from].isWord || len(p.toks[s.from].low) < 2 {
		return false
	}
	short := p.toks[s.from].low
	for skips := range 2 { // with the small words or without them
		k := len(short)
		for j := i - 1; j >= 0 && k > 0; j-- {
			low := p.toks[j].low
			if skips == 1 && (low == "of" || low == "the" || low == "and" || low == "to") {
				continue
			}
			if low == "" || low[0] != short[k-1] {
				break
			}
			k--
		}
		if k == 0 {
			return true
		}
	}
	return false
}

// sameQuantity reports whether a stretch names the quantity that ends at token i once more: "amount paid (total paid)".
func (p *parser) sameQuantity(s stretch, i int) bool {
	for n := 1; n <= 5 && n <= i; n++ {
		outer, m := p.longest(i-n, "quantity")
		if m != n {
			continue
		}
		at := s.from
		if p.toks[at].low == "total" {
			at++
		}
		if inner, m := p.longest(at, "quantity"); m > 0 && inner.value == outer.value && p.saysNothing(stretch{at + m, s.to}) {
			return true
		}
	}
	return false
}

// saysNothing reports whether a stretch holds nothing but courtesies, units and words for counting that the question says, too.
func (p *parser) saysNothing(s stretch) bool {
	counted := []category{"howmany"}
	if p.saidBeside(s, "share", "prevalence", "survival", "quantity") {
		counted = append(counted, "share", "inpercent")
	}
	for i := s.from; i < s.to; {
		n := 0
		for _, cat := range append([]category{"noise", "article", "everywhere", "unit", "plainword"}, counted...) {
			if _, m := p.longest(i, cat); m > n && i+m <= s.to {
				n = m
			}
		}
		if low := p.toks[i].low; n == 0 && (isSign(low) || low == "in" || low == "of" || low == "as") {
			n = 1
		}
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}

// saidBeside reports whether a phrase of the categories stands outside the stretch.
func (p *parser) saidBeside(s stretch, cats ...category) bool {
	for i := range p.toks {
		if _, n := p.longest(i, cats...); n > 0 && (i+n <= s.from || i >= s.to) {
			return true
		}
	}
	return false
}

// houseRule reports whether a stretch tells who is at risk from when to when as the house has it anyway, so that nothing changes:
// from the start of observation to the first outcome or the end of observation, whoever had it before left out. whole is the
// stretch with its brackets. Numbers and names must be said elsewhere in the question, too.
func (p *parser) houseRule(s, whole stretch) bool {
	if !slices.ContainsFunc([]category{"rate", "prevalence", "incprop", "survival", "mortality"}, p.said) {
		return false
	}
	told := false
	for i := s.from; i < s.to; {
		if cs := p.candidates(i); len(cs) > 0 && i+cs[0].n <= s.to && p.repeated(stretch{i, i + cs[0].n}, whole) {
			i += cs[0].n
			continue
		}
		if ph, n := p.longest(i, "riskword"); n > 0 && i+n <= s.to {
			told = told || ph.value == "risk"
			i += n
			continue
		}
		if !isArticle[p.toks[i].low] && !isSign(p.toks[i].low) && !p.repeated(stretch{i, i + 1}, whole) {
			return false
		}
		i++
	}
	return told
}

// told reports whether a word of time at risk begins at token i: "follow-up to …", "excluding those who …".
func (p *parser) told(i int) bool { ph, _ := p.longest(i, "riskword"); return ph.value == "risk" }

// repeated reports whether the words of a stretch stand elsewhere in the question, outside the whole.
func (p *parser) repeated(s, whole stretch) bool {
	n := s.to - s.from
	for i := 0; i+n <= len(p.toks); i++ {
		if i+n > whole.from && i < whole.to {
			continue
		}
		same := true
		for k := range n {
			same = same && sameStem(p.toks[i+k].low, p.toks[s.from+k].low)
		}
		if same {
			return true
		}
	}
	return false
}

// headWords are short words by which people call again what they named: "the bleed" of a haemorrhage.
var headWords = map[string]string{"bleed": "bleeding", "bleeds": "bleeding", "bled": "bleeding", "bleeding": "bleeding", "hemorrhage": "bleeding", "haemorrhage": "bleeding",
	"fracture": "fracture", "break": "fracture", "attack": "infarction", "infarction": "infarction", "cancer": "neoplasm", "tumor": "neoplasm", "tumour": "neoplasm",
	"carcinoma": "neoplasm", "neoplasm": "neoplasm"}

// sameStem reports whether two words differ in their endings only: "bleed" and "bleeding".
func sameStem(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if head := headWords[a]; head != "" && head == headWords[b] {
		return true
	}
	return a == b || a+"s" == b || len(a) > 3 && len(b)-len(a) <= 3 && strings.HasPrefix(b, strings.TrimSuffix(a, "s"))
}

// label finds what stands before a colon and only says what the question is for: "Feasibility:", "For statin sequencing:". What it
// names must be asked about behind the colon, too: people, times and numbers by the same words, entities by one of their domain.
func (p *parser) label() (stretch, bool) {
	i := slices.IndexFunc(p.toks, func(t token) bool { return t.low == ":" })
	if i < 1 || i > 10 || i+3 > len(p.toks) {
		return stretch{}, false
	}
	head := i - 1
	for head > 0 && (p.toks[head].low == "please" || p.toks[head].low == ",") {
		head--
	}
	if p.restates(i) {
		return stretch{0, i + 1}, true
	}
	if ph, n := p.longest(head, "labelword"); n != 1 || ph.value == "again" && !p.said("readmitnoun") && !p.said("whichrec") {
		return stretch{}, false
	}
	whole := stretch{0, i + 1}
	for k := 0; k < head; {
		if cs := p.candidates(k); len(cs) > 0 && k+cs[0].n <= head {
			if !p.hasOfDomain(cs[0].domains, i) {
				return stretch{}, false
			}
			k += cs[0].n
			continue
		}
		n := 0
		for _, cat := range []category{"noise", "article", "labelword"} {
			if _, m := p.longest(k, cat); m > n && k+m <= head+1 {
				n = m
			}
		}
		if low := p.toks[k].low; n == 0 && (low == "for" || low == "on" || low == "all" || low == "cause" || isSign(low) || p.repeated(stretch{k, k + 1}, whole)) {
			n = 1
		}
		if n == 0 && p.toks[0].low == "for" && p.toks[k].isWord && !p.r.lex.words[p.toks[k].low] { // the name of a study
			n = 1
		}
		if n == 0 {
			return stretch{}, false
		}
		k += n
	}
	return whole, true
}

// restates reports whether all that stands before token i, a colon, is said behind it again, with words for a measure beside.
func (p *parser) restates(i int) bool {
	whole, measured := stretch{0, i + 1}, false
	for k := 0; k < i; {
		if cs := p.candidates(k); len(cs) > 0 && k+cs[0].n <= i {
			if !p.repeated(stretch{k, k + cs[0].n}, whole) {
				return false
			}
			k += cs[0].n
			continue
		}
		p.pos = k
		if d, ok := p.duration(); ok && p.pos <= i {
			k = p.pos
			if !p.lastsBehind(i, d) {
				return false
			}
			continue
		}
		n := 0
		for _, cat := range []category{"noise", "article", "mortality", "survival", "share", "readmitnoun", "readmitrate", "eventnoun", "after", "stat", "crude"} {
			if _, m := p.longest(k, cat); m > n && k+m <= i {
				n = m
				measured = measured || cat != "noise" && cat != "article" && cat != "eventnoun" && cat != "after"
			}
		}
		if n == 0 && (p.toks[k].low == "crude" || isSign(p.toks[k].low) || p.repeated(stretch{k, k + 1}, whole)) {
			n = 1
		}
		if n == 0 {
			return false
		}
		k += n
	}
	return measured
}

// lastsBehind reports whether a length of time is named behind token i, too, be it in days.
func (p *parser) lastsBehind(i int, d study.Offset) bool {
	days := d.Days + 30*d.Months + 365*d.Years
	for p.pos = i; p.pos < len(p.toks); {
		at := p.pos
		if other, ok := p.duration(); ok && p.pos > at {
			if other == d || other.Days == days && days > 0 {
				return true
			}
			continue
		}
		p.pos = at + 1
	}
	return false
}

// hasOfDomain reports whether an entity of one of the domains is named behind token i.
func (p *parser) hasOfDomain(domains []string, i int) bool {
	for ; i < len(p.toks); i++ {
		for _, c := range p.candidates(i) {
			if slices.ContainsFunc(c.domains, func(d string) bool { return slices.Contains(domains, d) }) {
				return true
			}
		}
	}
	return false
}

// firstAgain reports whether a stretch says no more than "first record" where the question says first, too.
func (p *parser) firstAgain(s stretch) bool {
	if !p.saidBeside(s, "whichrec") && !p.startsBeside(s) {
		return false
	}
	for i := s.from; i < s.to; i++ {
		if !slices.Contains([]string{"first", "ever", "record", "records", "recorded", "only", "diagnosis", "event", "events", "new", "their", "fill", "the"}, p.toks[i].low) {
			return false
		}
	}
	return p.has2(s, "first") || p.has2(s, "new")
}

// startsBeside reports whether a verb of beginning stands outside the stretch.
func (p *parser) startsBeside(s stretch) bool {
	for i := range p.toks {
		if ph, n := p.longest(i, "verb", "people", "usersof"); n > 0 && (i+n <= s.from || i >= s.to) && strings.Contains(ph.value, "first") {
			return true
		}
	}
	return false
}

func (p *parser) has2(s stretch, word string) bool {
	return slices.ContainsFunc(p.toks[s.from:s.to], func(t token) bool { return t.low == word })
}

// sameDays reports whether a stretch says which days count as the house counts them: "discharge day included", "day 0 to 365" of
// 365 days, "0-7 days" of a week, "not on or before" behind "after".
func (p *parser) sameDays(s stretch) bool {
	var words []string
	last := 0.0
	for _, t := range p.toks[s.from:s.to] {
		switch {
		case t.isNum && t.num > 0:
			last = t.num
		case t.isNum, isArticle[t.low], isSign(t.low):
		default:
			words = append(words, t.low)
		}
	}
	only := func(of ...string) bool {
		return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool {
			return !slices.Contains(of, w) && !p.repeated(stretch{s.from + p.indexOf(s, w), s.from + p.indexOf(s, w) + 1}, s)
		})
	}
	chosen := p.choose("within") == "from_that_day"
	switch {
	case last == 0 && chosen && p.has2(s, "included") && only("day", "date", "included", "itself", "index", "same"):
		return p.saidBeside(s, "within")
	case last > 0 && chosen && p.toks[s.from].low != "-" && only("day", "days", "to", "through"):
		return p.has0(s) && p.lasts(s, last)
	case last == 0 && p.choose("after") == "later" && only("not", "on", "or", "before", "same", "day", "strictly", "the"):
		return p.has2(s, "before") && s.from > 1 && p.toks[s.from-2].low == "after"
	}
	return false
}

func (p *parser) indexOf(s stretch, word string) int {
	return slices.IndexFunc(p.toks[s.from:s.to], func(t token) bool { return t.low == word })
}

func (p *parser) has0(s stretch) bool {
	return slices.ContainsFunc(p.toks[s.from:s.to], func(t token) bool { return t.isNum && t.num == 0 })
}

// lasts reports whether the question names that many days, or as many weeks, before the stretch.
func (p *parser) lasts(s stretch, days float64) bool {
	defer func() { p.pos = 0 }()
	for p.pos = 0; p.pos < s.from; {
		at := p.pos
		if d, ok := p.duration(); ok && p.pos > at {
			if float64(d.Days) == days && d.Months+d.Years == 0 || d.Years == 1 && days == 365 {
				return true
			}
			continue
		}
		p.pos = at + 1
	}
	return false
}

// sameEvents reports whether a stretch names the records again that end at token i: "pneumonia hospitalisations (inpatient visits
// with a pneumonia diagnosis)".
func (p *parser) sameEvents(s stretch, i int) bool {
	parse := func(from, to int) (*event, bool) {
		q := newParser(context.Background(), p.r, p.text[p.toks[from].start:p.toks[to-1].end])
		e, ok := q.event(nil)
		for ok && (q.is("passive") || q.word("in", "at", "visit") || q.is("visit")) {
		}
		return e, ok && q.end()
	}
	inner, ok := parse(s.from, s.to)
	if !ok || len(inner.rels) > 0 || inner.times != nil {
		return false
	}
	for n := 1; n <= 8 && n <= i; n++ {
		outer, ok := parse(i-n, i)
		if ok && len(outer.rels) == 0 && outer.times == nil && sameStudyEvent(outer.Event, inner.Event) {
			return true
		}
	}
	return false
}

// sameStudyEvent compares two events as they would be written, whatever the capitals.
func sameStudyEvent(a, b study.Event) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && strings.EqualFold(string(x), string(y))
}
