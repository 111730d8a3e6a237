package read

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// People say what they look at first and what they want of it behind: "Stroke admissions: mean length of stay",
// "warfarin among stroke patients, %", "HbA1c in percent by year (mean)". The grammar has the measure before what it is
// of, so a question that it could not read is put into that order: the measure of one part is moved to the front, and
// the topic to every place in it where a reading has room. Every word is kept, and where two orders mean different
// things the question stays refused.

// part is a stretch of the question between two signs, by its bytes.
type part struct {
	from, to int
	sign     string // before it
}

// arranged reads a question in other orders of its parts; nil where none can be read, or where the readings differ.
func (r *Reader) arranged(ctx context.Context, text string) *Reading {
	if p := newParser(ctx, r, text); p.endsInDistinct() || p.sharesTested() {
		return nil // in front, "n distinct" and "% of persons tested" would be said of what follows
	}
	orders := r.orders(ctx, text)
	found, differ := r.agreed(ctx, orders, text, readBy(func(ctx context.Context, said string) *parser {
		return newParser(ctx, r, said)
	}))
	if found == nil && !differ {
		found, _ = r.agreed(ctx, orders, text, readBy(r.rephrased))
	}
	return found
}

// sharesTested reports whether a share is one "of persons tested", without a word for what: of these, and not of all.
func (p *parser) sharesTested() bool {
	for i := range p.toks {
		_, n := p.longest(i, "share")
		if n == 0 {
			continue
		}
		k := i + n
		for p.seq(k, "of|all|the|those") {
			k++
		}
		if _, m := p.longest(k, "people"); p.seq(k+m, "tested|measured|screened|exposed|treated|diagnosed|affected") {
			if k += m + 1; k == len(p.toks) || isSign(p.toks[k].low) {
				return true
			}
		}
	}
	return false
}

// readWhole reads a text as a question of its own; nil where the context is done.
func (r *Reader) readWhole(ctx context.Context, said string) *Reading {
	again, err := r.read(ctx, said)
	if err != nil {
		return nil
	}
	return again
}

// readBy reads a text by the parser that is made of it.
func readBy(parse func(context.Context, string) *parser) func(context.Context, string) *Reading {
	return func(ctx context.Context, said string) *Reading {
		if p := parse(ctx, said); p != nil {
			return p.read()
		}
		return nil
	}
}

// agreed is the reading of all orders that can be read; none where they differ.
func (r *Reader) agreed(ctx context.Context, orders []order, text string,
	read func(context.Context, string) *Reading) (found *Reading, differ bool) {
	var meaning []byte
	for _, o := range orders {
		said := o.text()
		if ctx.Err() != nil || Outside(said) != "" {
			return nil, true
		}
		again := read(ctx, said)
		if again == nil || again.Question == nil {
			continue
		}
		doc, err := json.Marshal(again.Question)
		if err != nil || found != nil && !bytes.Equal(meaning, doc) {
			return nil, true
		}
		found, meaning = o.restore(again, text), doc
	}
	if ctx.Err() != nil {
		return nil, true
	}
	found.asSaid(text)
	return found, false
}

// asSaid takes another reading for the one that is meant where the question is the very sentence that says it.
func (r *Reading) asSaid(text string) {
	if r == nil || r.Question == nil {
		return
	}
	for i, o := range r.Others {
		if o.Question != nil && !o.Asked && o.Question.String() == strings.TrimRight(text, ".?! ") {
			r.Question, r.Others = o.Question, slices.Delete(slices.Clone(r.Others), i, i+1)
			return
		}
	}
}

// order is the question's text with its pieces in another order; a piece that was put in has a negative place.
type order []piece

type piece struct {
	said    string
	from    int // its place in the question
	instead int // how many bytes of the question it stands for, where it says them in other words
}

func (o order) text() string {
	var words []string
	for _, one := range o {
		words = append(words, one.said)
	}
	return strings.Join(words, " ")
}

// restore gives what was read its places in the question as it was asked.
func (o order) restore(r *Reading, text string) *Reading {
	var words []Word
	for _, w := range r.Words {
		o.places(w.Start, w.End, func(from, to int) {
			w.Text, w.Start, w.End = text[from:to], from, to
			words = append(words, w)
		})
	}
	slices.SortStableFunc(words, func(a, b Word) int { return a.Start - b.Start })
	var mentions []Mention
	for _, m := range r.Mentions {
		o.places(m.Start, m.End, func(from, to int) {
			m.Start, m.End = from, to
			mentions = append(mentions, m)
		})
	}
	var unread []Span
	for _, u := range r.Unread {
		o.places(u.Start, u.End, func(from, to int) {
			unread = append(unread, Span{text[from:to], from, to, u.Known})
		})
	}
	r.Words, r.Mentions, r.Unread = words, mentions, unread
	return r
}

// places calls f with each stretch of the question that a stretch of the arranged text stands for.
func (o order) places(start, end int, f func(from, to int)) {
	at := 0
	for _, one := range o {
		from, to := max(start, at), min(end, at+len(one.said))
		switch {
		case from >= to || one.from < 0:
		case one.instead > 0:
			f(one.from, one.from+one.instead)
		default:
			f(one.from+from-at, one.from+to-at)
		}
		at += len(one.said) + 1
	}
}

// mostOrders bounds how many orders of a question are tried.
const mostOrders = 40

// relating are phrases that tie together what stands beside them, so that another order may tie other things: "at the
// same time".
var relating = []category{"overlapping", "sameday", "samevisit", "sameyear", "thenword"}

// tailWords begin what may follow the name of a measure and what it is of: "rate | per 1000 person-years", "age | at
// first diagnosis".
var tailWords = []string{"per", "at", "in", "after", "before", "within", "from", "on", "by", "among", "for", "with",
	"who", "during", "since", "until", "to", "("}

// pointing are words that stand for what was said before; where they point to in another order is not known.
var pointing = []string{"one", "ones", "it", "them", "either", "both", "neither", "this", "that", "these", "those",
	"each", "other"}

// frontWords begin a part that stands before its measure by rights: "Among women, …", "In 2009, …".
var frontWords = []string{"among", "amongst", "in", "of", "for", "after", "before", "within", "during", "from", "since",
	"at", "on", "by", "per", "when", "while",
	"if", "out", "restricted", "given", "considering", "between", "under", "with", "without"}

// orders are the orders in which a question may be read: for each part that begins with a measure, the part in front
// and what stands before it at each place within.
func (r *Reader) orders(ctx context.Context, text string) []order {
	parts := partsOf(text)
	if len(parts) < 2 || len(parts) > 6 {
		return nil
	}
	base := newParser(ctx, r, text[parts[0].from:parts[0].to]).baseFrom()
	if base == 0 && slices.Contains(frontWords, lower(strings.Fields(text[parts[0].from:])[0])) {
		return nil
	}
	whole := newParser(ctx, r, text)
	if whole.namesInBrackets() {
		return nil
	}
	for _, cat := range relating {
		if whole.said(cat) {
			return nil
		}
	}
	var found []order
	for i := 1; i < len(parts); i++ {
		m := newParser(ctx, r, text[parts[i].from:parts[i].to])
		begins := m.beginsMeasure
		if base > 0 {
			begins = m.beginsStatistic
		}
		if !begins() || slices.Contains(pointing, m.toks[len(m.toks)-1].low) {
			continue
		}
		t := newParser(ctx, r, text[parts[0].from:parts[i-1].to])
		if m.seq(0, "and") && t.seq(0, "total") {
			continue // "total paid for drugs, and the mean per person" asks for two figures
		}
		named := i == 1 && t.entityAt(0).n == len(t.toks)
		topic := piecesOf(text, parts[:i])
		if base > 0 {
			topic = topic.cut(t.toks[base].start, len(topic.text()))
		}
		rest := piecesOf(text, parts[i+1:])
		if len(rest) > 0 {
			rest = append(order{{said: ",", from: -1}}, rest...)
		}
		if n := m.howManyWereDone(); n > 0 && t.namesRecordsFirst() {
			tail := order(nil)
			if n < len(m.toks) {
				from := parts[i].from + m.toks[n].start
				tail = order{{said: text[from:parts[i].to], from: from}}
			}
			found = append(found, slices.Concat(order{{said: "number of", from: -1}}, topic, tail, rest))
			continue
		}
		if r.asksAt(ctx, text) {
			found = append(found, slices.Concat(topic, order{m.behind(text, parts[i])}, rest))
		}
		for k := len(m.toks); k > 0; k-- {
			cut := parts[i].to
			if k < len(m.toks) {
				cut = parts[i].from + m.toks[k].start
			}
			head, tail := piece{said: strings.TrimSpace(text[parts[i].from:cut]), from: parts[i].from}, order(nil)
			if cut < parts[i].to {
				tail = order{{said: text[cut:parts[i].to], from: cut}}
			}
			var links []order
			if tail == nil || slices.Contains(tailWords, m.toks[k].low) {
				links = append(links, order{{said: "of", from: -1}})
			}
			if tail == nil || named {
				links = append(links, nil) // "how many" + "stroke" + "patients"
			}
			for _, link := range links {
				found = append(found, slices.Concat(order{head}, link, topic, tail, rest))
			}
		}
	}
	return found[:min(len(found), mostOrders)]
}

// howManyWereDone is where "how many were given", "how many were performed" ends, which asks for the records of the
// topic and not for people: "red cell transfusions by year: how many were given?"
func (p *parser) howManyWereDone() int {
	if !p.is("howmany") || !p.word("were", "are") || !p.word("given", "done", "performed", "filled", "dispensed",
		"recorded", "issued", "administered", "made") {
		return 0
	}
	if p.pos < len(p.toks) && !isSign(p.at(0)) && !slices.Contains(tailWords, p.at(0)) {
		return 0
	}
	return p.pos
}

// namesRecordsFirst reports whether a topic begins with records: "warfarin fills by year", "mammographies".
func (p *parser) namesRecordsFirst() bool {
	return p.ahead(func() bool {
		e, ok := p.event(nil)
		return ok && (e.record || p.pluralAt(e))
	})
}

// namesInBrackets reports whether brackets right behind a name hold names alone, which say what it is: "on a beta
// blocker (metoprolol or atenolol)". In another order they would be others beside it.
func (p *parser) namesInBrackets() bool {
	return slices.ContainsFunc(p.brackets(), func(b stretch) bool {
		if p.nameEnds(b.from) == 0 {
			return false
		}
		for i := b.from + 1; i < b.to-1; {
			n := p.entityAt(i).n
			if n == 0 && !isArticle[p.toks[i].low] && !slices.Contains(listSeps, p.toks[i].low) {
				return false
			}
			i += max(n, 1)
		}
		return true
	})
}

// asksAt reports whether the question begins with a word that asks for a number, so that a statistic behind it is an
// adverb.
func (r *Reader) asksAt(ctx context.Context, text string) bool {
	p := newParser(ctx, r, text)
	return p.sees("howold", "whatage", "howlong", "howlongpass", "howhigh", "howmany", "whatis")
}

// measureHeads are the categories with which the name of a measure begins.
var measureHeads = []category{"howmany", "share", "stat", "quantity", "rate", "prevalence", "incprop", "mortality",
	"survival", "distribution", "percentile",
	"daysfrom", "daysto", "statage", "howoften"}

// beginsMeasure reports whether a measure begins here: "mean length of stay", "one-year survival", "% on warfarin".
func (p *parser) beginsMeasure() bool {
	p.is("and")
	if p.sees(measureHeads...) || p.sees("inpercent") {
		return true
	}
	return p.ahead(func() bool {
		_, ok := p.duration()
		return ok && p.sees("survival", "mortality", "incprop", "rate")
	})
}

// behind is a measure as an adverb behind its topic: "How long does it last, median".
func (p *parser) behind(text string, at part) piece {
	said := text[at.from:at.to]
	if _, n := p.longest(0, "stat"); n > 0 && n == len(p.toks) {
		switch p.toks[0].low {
		case "median", "medians":
			return piece{said: "as a median", from: -1}
		case "mean", "average", "averages", "means", "avg":
			return piece{said: "on average", from: -1}
		}
	}
	return piece{said: said, from: at.from}
}

// piecesOf are the parts with the signs between them, but for a colon before the last of them.
func piecesOf(text string, parts []part) order {
	var pieces order
	for i, one := range parts {
		if i > 0 {
			pieces = append(pieces, piece{said: ",", from: -1})
		}
		pieces = append(pieces, piece{said: text[one.from:one.to], from: one.from})
	}
	return pieces
}

// partsOf cuts a question at its signs: commas, colons, semicolons, brackets, dashes, question marks and ends of
// sentences.
func partsOf(text string) []part {
	var parts []part
	from, sign := 0, ""
	add := func(to int, next string, skip int) {
		if a, b := trimmed(text, from, to); a < b {
			parts = append(parts, part{a, b, sign})
		}
		from, sign = to+skip, next
	}
	for i, r := range text {
		switch {
		case strings.ContainsRune(":;?()!", r):
			add(i, string(r), 1)
		case r == ',' && !(digitAt(text, i-1) && digitAt(text, i+1)):
			add(i, ",", 1)
		case (r == '-' || r == '–' || r == '—') && i > 0 && text[i-1] == ' ' &&
			strings.HasPrefix(strings.TrimLeft(text[i:], "-–—"), " "):
			add(i, "-", len(string(r)))
		case r == '.' && endsSentence(text, i):
			add(i, ".", 1)
		}
	}
	add(len(text), "", 0)
	return parts
}

// endsSentence reports whether the point at i ends a sentence: "… in 2009. Give the mean", not "E. coli" or "1.5".
func endsSentence(text string, i int) bool {
	if i+1 >= len(text) {
		return true
	}
	word := text[strings.LastIndexAny(text[:i], " (")+1 : i]
	return text[i+1] == ' ' && len(word) > 2 && strings.TrimLeftFunc(text[i+1:], unicode.IsSpace) != ""
}

// trimmed are the ends of a stretch without the spaces at them.
func trimmed(text string, from, to int) (int, int) {
	s := text[from:to]
	a := len(s) - len(strings.TrimLeft(s, " \t\n"))
	return from + a, max(from+a, from+len(strings.TrimRight(s, " \t\n")))
}
