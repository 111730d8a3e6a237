package mask

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/rag"
	qread "github.com/askomop/askomop/rag/read"
)

// read takes a question whose entities are known apart: it finds the constraints,
// reads the other words by the lexicon and masks the text.
func read(question string, entities []rag.Mention) rag.Masked {
	return readWords(question, split(question), entities)
}

// readWords reads a question that is split already, its slips perhaps mended.
func readWords(question string, ws []word, entities []rag.Mention) rag.Masked {
	r := reader{lex: words(), ws: ws, m: rag.Masked{Question: question, Entities: entities}}
	r.m.Reading.Outside = qread.Outside(question)
	for i := 0; i < len(r.ws); {
		i += r.step(i)
	}
	r.m.Text = r.mask()
	return r.m
}

type reader struct {
	lex  *lexicon
	ws   []word
	next int // the next entity that has not been met
	m    rag.Masked

	defined []string // the words that the question itself defines: "let severe gout be …"
}

// step reads what begins at word i and returns how many words it took.
func (r *reader) step(i int) int {
	if n := r.entity(i); n > 0 {
		return n
	}
	limit := r.upToEntity(i)
	if c, n := r.constraint(r.ws[:limit], i); n > 0 {
		r.m.Constraints = append(r.m.Constraints, c)
		r.push(rag.Piece{Token: rag.TokenConstraint, Text: join(r.ws[i : i+n]), Entity: -1,
			Constraint: len(r.m.Constraints) - 1})
		return n
	}
	if token, n := r.lex.phrase(r.ws[:limit], i); n > 0 {
		if unit := r.unit(token, i); unit != "" {
			start, end := r.ws[i].start, r.ws[i+n-1].end
			r.m.Constraints = append(r.m.Constraints,
				rag.Constraint{Kind: rag.KindUnit, Op: "=", Unit: unit, Text: r.m.Question[start:end], Start: start,
					End: end})
			r.push(rag.Piece{Token: rag.TokenConstraint, Text: join(r.ws[i : i+n]), Entity: -1,
				Constraint: len(r.m.Constraints) - 1})
			return n
		}
		r.push(rag.Piece{Token: token, Text: join(r.ws[i : i+n]), Entity: -1, Constraint: -1})
		return n
	}
	if w := r.ws[i].text; r.defines(w) || i+1 < len(r.ws) && r.ws[i+1].text == "=" {
		r.defined = append(r.defined, w)
		r.push(rag.Piece{Token: rag.TokenDefined, Text: w, Entity: -1, Constraint: -1})
		return 1
	}
	r.m.Reading.Unknown = append(r.m.Reading.Unknown, r.m.Question[r.ws[i].start:r.ws[i].end])
	r.push(rag.Piece{Token: rag.TokenUnknown, Text: r.ws[i].text, Entity: -1, Constraint: -1})
	return 1
}

// defines reports whether a word that says nothing by itself is one that the question defines, here or before.
func (r *reader) defines(w string) bool {
	if slices.Contains(r.defined, w) {
		return true
	}
	for k := len(r.m.Reading.Pieces) - 1; k >= 0; k-- {
		it := r.m.Reading.Pieces[k]
		if it.Token != rag.TokenDefined && (it.Token != rag.TokenNone || !slices.Contains(articles, it.Text)) {
			return it.Token == "define"
		}
	}
	return false
}

// unit returns the unit of measurement that a token names; "in percent" is one where something is measured.
func (r *reader) unit(token string, i int) string {
	if unit, ok := strings.CutPrefix(token, "unit:"); ok {
		return unit
	}
	if token == "share" && i > 0 && r.ws[i-1].text == "in" &&
		slices.ContainsFunc(r.m.Entities, func(e rag.Mention) bool { return e.Domain == "measurement" }) {
		return "%"
	}
	return ""
}

func (r *reader) push(it rag.Piece) { r.m.Reading.Pieces = append(r.m.Reading.Pieces, it) }

// entity reports how many words the entity that starts at word i has.
func (r *reader) entity(i int) int {
	if r.next >= len(r.m.Entities) || r.m.Entities[r.next].Start != r.ws[i].start {
		return 0
	}
	n := 1
	for i+n < len(r.ws) && r.ws[i+n].start < r.m.Entities[r.next].End {
		n++
	}
	r.push(rag.Piece{Token: rag.TokenEntity, Text: join(r.ws[i : i+n]), Entity: r.next, Constraint: -1})
	r.next++
	return n
}

// upToEntity returns the index of the first word of the next entity: no phrase reaches into it.
func (r *reader) upToEntity(i int) int {
	if r.next >= len(r.m.Entities) {
		return len(r.ws)
	}
	for i < len(r.ws) && r.ws[i].start < r.m.Entities[r.next].Start {
		i++
	}
	return i
}

// constraint finds the longest constraint at word i; of equally long ones the first in the table.
func (r *reader) constraint(ws []word, i int) (rag.Constraint, int) {
	var best rag.Constraint
	taken := 0
	for _, k := range r.lex.beginning(ws[i].text) {
		p := &r.lex.patterns[k]
		n, c, ok := p.match(r.lex, ws, i, r.back, func(at int, class string) bool { return r.ahead(ws, at, class) })
		if ok && n > taken {
			best = rag.Constraint{Kind: p.kind, Op: p.op, Values: p.fill(c), Unit: c.unit}
			if p.kind == rag.KindTop && len(best.Values) == 0 && i+n < len(ws) &&
				slices.Contains(singular, ws[i+n].text) {
				best.Values = []string{"1"} // "the most common drug" is one, "drugs" are as many as the example shows
			}
			if p.kind == rag.KindDuration && best.Unit == "" ||
				p.kind == rag.KindAge && slices.ContainsFunc(best.Values, isYear) {
				continue // "patients 2008-2009" are of no age
			}
			taken = n
		}
	}
	if c, n := r.state(ws, i); n > taken {
		best, taken = c, n
	}
	if _, n := r.lex.phrase(ws, i); taken > 0 && n > taken {
		return rag.Constraint{}, 0 // a longer phrase of the lexicon goes first: "first time", "one year survival"
	}
	if taken > 0 {
		best.Start, best.End = ws[i].start, ws[i+taken-1].end
		best.Text = r.m.Question[best.Start:best.End]
	}
	return best, taken
}

// state finds "in California", "from New York", "living in TX", "whose state of residence is TX". A two-letter code
// counts in capitals only.
func (r *reader) state(ws []word, i int) (rag.Constraint, int) {
	at := i
	for at < len(ws) && slices.Contains(residence, ws[at].text) {
		at++
	}
	if at == i {
		return rag.Constraint{}, 0
	}
	for n := min(3, len(ws)-at); n > 0; n-- {
		if code, ok := r.lex.states[join(ws[at:at+n])]; ok {
			return rag.Constraint{Kind: rag.KindState, Op: "=", Values: []string{code}}, at + n - i
		}
	}
	if at < len(ws) {
		written := r.m.Question[ws[at].start:ws[at].end]
		for _, code := range r.lex.states {
			if code == written {
				return rag.Constraint{Kind: rag.KindState, Op: "=", Values: []string{code}}, at + 1 - i
			}
		}
	}
	return rag.Constraint{}, 0
}

// articles may stand before the word that a question defines: "let a severe gout be …".
var articles = []string{"the", "of", "a", "an", "all", "any", "our", "total", "recorded", "distinct", "different",
	"documented"}

// singular nouns after "the most common".
var singular = []string{"condition", "disease", "diagnosis", "comorbidity", "drug", "medication", "medicine",
	"ingredient", "procedure", "measurement", "test", "device", "specialty", "state", "year", "month"}

// residence are the words before a state.
var residence = []string{"in", "from", "of", "the", "state", "living", "residing", "resident", "residents", "who",
	"whose", "live", "lives", "reside", "residence", "is"}

// back reports whether the item before is of the class: a lexicon token, an
// entity's domain, a constraint's kind, or "person" for everything that names people.
func (r *reader) back(class string) bool {
	verb := false
	for k := len(r.m.Reading.Pieces) - 1; k >= 0; k-- {
		it := r.m.Reading.Pieces[k]
		switch {
		case it.Token == "count" && verb && class == "person":
			return true // "how many were over 70"
		case it.Token == rag.TokenNone && (it.Text == "who" || it.Text == "is" || it.Text == "are" ||
			it.Text == "were" || it.Text == "was"):
			verb = verb || it.Text == "are" || it.Text == "were"
			continue
		case it.Entity >= 0:
			return r.m.Entities[it.Entity].Domain == class
		case it.Constraint >= 0:
			kind := r.m.Constraints[it.Constraint].Kind
			return string(kind) == class || class == "person" && r.m.Constraints[it.Constraint].OfPerson()
		default:
			return it.Token == class || class == "person" && it.Token == "child"
		}
	}
	return false
}

// ahead reports whether the next word begins a phrase with the token.
func (r *reader) ahead(ws []word, at int, token string) bool {
	said, n := r.lex.phrase(ws, at)
	return n > 0 && said == token
}

// mask replaces entities and constraints by their masks.
func (r *reader) mask() string {
	var b strings.Builder
	at := 0
	put := func(start, end int, mask string) {
		b.WriteString(r.m.Question[at:start])
		b.WriteString("<" + strings.ToUpper(mask) + ">")
		at = end
	}
	for _, it := range r.m.Reading.Pieces {
		switch {
		case it.Entity >= 0:
			e := r.m.Entities[it.Entity]
			put(e.Start, e.End, e.Domain)
		case it.Constraint >= 0:
			c := r.m.Constraints[it.Constraint]
			put(c.Start, c.End, string(c.Kind))
		}
	}
	return b.String() + r.m.Question[at:]
}
