package read

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/study"
)

// Near is a question near to one that was refused. It was read before it is offered.
type Near struct {
	Text     string
	Question *study.Question
	gist     string
}

// mended are the kinds of requests out of scope whose subject can be counted: not who somebody is, nor what changes
// data.
var mended = []string{"an effect", "a model", "a statistical test", "a forecast", "asks for advice"}

const (
	mostNear  = 3  // questions offered
	mostTries = 40 // readings to find them
	mostWords = 60 // of a question from which something is left out
)

// near are questions near to a refused one, in its own words and with its own entities, numbers and periods: first what
// is left of it without the phrases that have no place, then what is usually asked of its entities.
func (r *Reader) near(ctx context.Context, text string, why *Reading) []Near {
	found := offers{r: r, ctx: ctx, asked: text}
	if why.Refusal.Kind == OutOfScope &&
		!slices.ContainsFunc(mended, func(kind string) bool { return strings.Contains(why.Refusal.Why, kind) }) {
		return nil
	}
	if len(why.Unread) > 0 {
		found.without(why.Unread)
		if len(found.list) > 0 { // what is left of the question is what was understood of it
			why.Partial = found.list[0].Question
		}
	}
	found.usual()
	return found.list
}

// offers collects questions that can be read.
type offers struct {
	r     *Reader
	ctx   context.Context
	asked string
	list  []Near
	tries int
}

// add offers a question where it can be read and names something.
func (o *offers) add(text string) bool {
	if len(o.list) >= mostNear || o.tries >= mostTries || strings.EqualFold(text, o.asked) || breaksOff(text) {
		return false
	}
	o.tries++
	if p := newParser(o.ctx, o.r, text); !slices.ContainsFunc(measureWords, p.said) {
		return false
	}
	reading, err := o.r.read(o.ctx, text)
	if err != nil || reading.Question == nil || len(reading.Mentions) == 0 {
		return false
	}
	n := Near{text, reading.Question, gistOf(reading, text)}
	if slices.ContainsFunc(o.list, func(other Near) bool { return other.gist == n.gist }) {
		return false
	}
	o.list = append(o.list, n)
	return true
}

// brokenOff are words that are followed by nothing of what they lead in: "For the, how many", "Our how many".
var brokenOff = lazyregexp.New(`(?i)\b(a|an|the|our|my|your|their|its|for|of|in|with|by|and|or|than|to|at)\s*([,.;:?!)]|$)` +
	`|\b(a|an|the|our|my|your|their|its)\s+(how|what|which|in|of|for|with|and|or|by|at|to|who)\b|[(,]\s*[,.]|[,:]\s*\?|\(\s*\)` +
	`|\b(any|some|each|every|all|no)\s*[,.;:?!)]|^(have|has|do|does|did|is|are|was|were)\?|\bwho \w+ing\b|\b(a|an|the) (a|an|the)\b|\?,` +
	`|\b(how many|how long|what about|have|did|does|do|was|were|is|are|had|has|who)\s*[?.]?$` +
	`|\bhow many (a|an|the|our|my|your|their|its|his|her)\b` +
	`|\b(share|percentage|proportion|fraction|number|of)\s+(ever|who|had|has|received|took|got|did)\b`)

// breaksOff reports whether a question reads as if words were missing, though it can be understood.
func breaksOff(text string) bool {
	return strings.Count(text, "(") != strings.Count(text, ")") || brokenOff.MatchString(text)
}

// gistOf is what two questions share that differ only in their wording, as in "who took" and "took".
func gistOf(r *Reading, text string) string {
	parts := []string{string(r.Question.Measure.Kind)}
	for _, m := range r.Mentions {
		parts = append(parts, strings.ToLower(m.Text))
	}
	slices.Sort(parts)
	for _, t := range tokenize(text) {
		if t.isNum {
			parts = append(parts, t.low)
		}
	}
	if doc, err := json.Marshal(r.Question); err == nil && strings.Contains(string(doc), `"relation"`) {
		parts = append(parts, "related")
	}
	return strings.Join(parts, "|")
}

// measureWords are the categories of the words that say what is computed; a question without them is half a sentence.
var measureWords = []category{"howmany", "howoften", "share", "stat", "rate", "prevalence", "most", "survival",
	"mortality", "quantity", "howlong", "howold", "coverlead", "persistence"}

// without offers the question without its unread phrases, with as few words more as need to go with them.
func (o *offers) without(unread []Span) {
	toks := tokenize(o.asked)
	var groups [][2]int // tokens of unread phrases, those beside each other as one
	for _, u := range unread {
		i := slices.IndexFunc(toks, func(t token) bool { return t.start >= u.Start })
		j := i
		for j >= 0 && j < len(toks) && toks[j].start < u.End {
			j++
		}
		if i < 0 {
			continue
		}
		hyphen := func(k int) bool { return k > 0 && k < len(toks) && o.asked[toks[k-1].end:toks[k].start] == "-" }
		for hyphen(i) { // "drug-induced" goes as a whole
			i--
		}
		for hyphen(j) {
			j++
		}
		if n := len(groups); n > 0 && i-groups[n-1][1] <= 1 {
			groups[n-1][1] = j
		} else {
			groups = append(groups, [2]int{i, j})
		}
	}
	if len(groups) == 0 || len(groups) > 2 || len(toks) > mostWords {
		return
	}
	if o.add(o.cut(toks, o.strangeOf(toks, groups))) { // "simvastatin 40 mg" without "40 mg"
		return
	}
	for more := 0; more <= 7; more++ { // words that go beside the unread ones
		for left := more; left >= 0; left-- {
			cut := slices.Clone(groups)
			first := &cut[0]
			first[0], first[1] = max(0, first[0]-left), min(len(toks), first[1]+more-left)
			if o.add(o.cut(toks, cut)) {
				return
			}
			if len(cut) == 2 {
				second := &cut[1]
				second[0] = max(first[1], second[0]-left)
				if o.add(o.cut(toks, cut)) {
					return
				}
			}
		}
	}
}

// strangeOf are the stretches without the names that stand at their ends.
func (o *offers) strangeOf(toks []token, groups [][2]int) [][2]int {
	p := newParser(o.ctx, o.r, o.asked)
	var found [][2]int
	for _, g := range groups {
		i, j := g[0], g[1]
		if cs := p.candidates(i); len(cs) > 0 && i+cs[0].n < j {
			i += cs[0].n
		}
		for k := i + 1; k < j; k++ {
			if p.covers(k, j) {
				j = k
				break
			}
		}
		found = append(found, [2]int{i, j})
	}
	return found
}

// asking are the words that questions begin with.
var asking = []string{"how", "what", "which", "when", "in", "of", "among", "count", "list", "number"}

// cut is the text without stretches of tokens.
func (o *offers) cut(toks []token, stretches [][2]int) string {
	if len(stretches) > 0 && stretches[0][0] == 0 && stretches[0][1] > 0 && slices.Contains(asking, toks[0].low) {
		return "" // what is asked is gone
	}
	var b strings.Builder
	at := 0
	for _, s := range stretches {
		if s[0] < s[1] && !o.leavesWhole(toks, s) {
			return ""
		}
		if s[0] < s[1] && toks[s[0]].start >= at {
			b.WriteString(o.asked[at:toks[s[0]].start])
			at = toks[s[1]-1].end
		}
	}
	b.WriteString(o.asked[at:])
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, sign := range []string{"?", ",", "."} {
		text = strings.ReplaceAll(text, " "+sign, sign)
	}
	for _, twice := range [][2]string{{"??", "?"}, {" a a ", " a "}, {"-,", ","}, {"-?", "?"}, {", ?", "?"}, {",?", "?"},
		{":?", "?"}} {
		text = strings.ReplaceAll(text, twice[0], twice[1]) // of two questions of which one was left out
	}
	text = strings.TrimRight(strings.TrimLeft(text, ",;:. -–—"), ",;: –—")
	if text == "" {
		return text
	}
	if strings.HasSuffix(o.asked, "?") && !strings.HasSuffix(text, "?") {
		text += "?"
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// leadIn are words with which a part of a sentence begins that can go as a whole: "in the ICU", "who smoke".
var leadIn = strings.Fields(`with without in on at by within during before after since until for from per among who whose
	which that while when where under over using based to`)

// carriesOn are words that need what stands before them: "… were there" says nothing behind another clause.
var carriesOn = strings.Fields(`am is are was were be been has have had do does did there then of`)

// leavesWhole reports whether the text reads whole without a stretch of tokens: where it is a part from one sign to
// another, or begins as a part does and nothing behind it carries on.
func (o *offers) leavesWhole(toks []token, s [2]int) bool {
	i, j := s[0], s[1]
	begins := i == 0 || isSign(toks[i].low) || isSign(toks[i-1].low) || o.parts(toks, i) ||
		slices.Contains([]string{"and", "or", "but"}, toks[i].low)
	ends := j == len(toks) || isSign(toks[j].low) || o.parts(toks, j)
	switch {
	case begins && ends:
		return true
	case i > 0 && toks[i-1].low == "many" && !o.adjective(toks, s): // what is counted goes
		return false
	case ends:
		return slices.Contains(leadIn, toks[i].low) || toks[i].isNum || o.adjective(toks, s)
	case begins:
		return i == 0 && slices.Contains(asking, toks[j].low) || o.adjective(toks, s)
	}
	return !slices.Contains(carriesOn, toks[j].low) || slices.Contains(leadIn, toks[i].low) && toks[j].low != "of"
}

// parts reports whether a dash or the end of a sentence stands before token i.
func (o *offers) parts(toks []token, i int) bool {
	between := o.asked[toks[i-1].end:toks[i].start]
	return strings.ContainsAny(between, ".–—") || strings.Contains(between, " - ")
}

// adjective reports whether a stretch is a word or two that nobody knows, which only say more of the words beside them.
func (o *offers) adjective(toks []token, s [2]int) bool {
	return s[1]-s[0] <= 2 && !slices.ContainsFunc(toks[s[0]:s[1]], func(t token) bool { return o.r.lex.words[t.low] })
}

// usual offers what is usually asked of the entities of the question, in its time.
func (o *offers) usual() {
	p := newParser(o.ctx, o.r, o.asked)
	names := p.names()
	during, within := p.times()
	of := func(domain string) string {
		if len(names[domain]) == 0 {
			return ""
		}
		return names[domain][0]
	}
	c, d, m := of("condition"), of("drug"), of("measurement")
	switch {
	case c != "" && d != "":
		o.add("How many patients with " + c + " took " + d + during + "?")
		o.add("How many patients had " + c + " " + within + "after starting " + d + "?")
		o.add("What percentage of patients with " + c + " started " + d + " after diagnosis?")
	case len(names["condition"]) > 1:
		o.add("How many patients with " + c + " have " + names["condition"][1] + during + "?")
	case len(names["drug"]) > 1:
		o.add("How many patients took " + d + " and " + names["drug"][1] + during + "?")
	}
	if p.said("deathnoun") || p.said("deathverb") || p.said("mortality") || p.said("survival") {
		if d != "" {
			o.add("How many patients died after starting " + d + "?")
			o.add("What is the Kaplan-Meier survival 365 days after starting " + d + "?")
		} else if c != "" {
			o.add("What is the Kaplan-Meier survival of patients with " + c + " 365 days after diagnosis?")
		}
	}
	if c != "" {
		if p.said("listdomain") || p.said("eventnoun") {
			o.add("What are the 10 most common drugs of patients with " + c + "?")
		}
		o.add("How many patients were diagnosed with " + c + during + "?")
		o.add("How many patients with " + c + " were newly diagnosed, by year?")
	}
	if d != "" {
		o.add("How many patients took " + d + during + "?")
	}
	if x := of("procedure"); x != "" {
		o.add("How many patients underwent " + x + during + "?")
	}
	if m != "" {
		o.add("How many patients had " + m + " measured" + during + "?")
	}
}

// names are the entities of a text by their best domain, wherever they stand.
func (p *parser) names() map[string][]string {
	found := map[string][]string{}
	for i := 0; i < len(p.toks); {
		if cs := p.candidates(i); len(cs) > 0 {
			d := cs[0].domains[0]
			text := p.spelt(i, cs[0].n)
			named := func(other string) bool { return strings.EqualFold(other, text) || p.r.sameConcept(other, text) }
			short := len(text) < 4 && strings.ToUpper(text) != text
			if !short && !slices.ContainsFunc(found[d], named) {
				found[d] = append(found[d], text)
			}
			i += cs[0].n
			continue
		}
		i++
	}
	return found
}

// times are the calendar time and the days that a text names, as phrases: " in 2009", "within 90 days ".
func (p *parser) times() (during, within string) {
	for i := range p.toks {
		p.pos = i
		if during == "" && p.sees("in") {
			if d, ok := p.period(); ok && d != nil && p.pos > i {
				during = " " + p.text[p.toks[i].start:p.toks[p.pos-1].end]
			}
		}
		p.pos = i
		if within == "" && p.is("within") {
			if _, ok := p.duration(); ok {
				within = p.text[p.toks[i].start:p.toks[p.pos-1].end] + " "
			}
		}
	}
	p.pos = 0
	return during, within
}
