package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag"
)

// named is what a template chooses by and reads.
//
// Example: of "… JOIN location AS l … WHERE l.state = 'TX' AND x.drug_concept_id IN ([drug@metformin])" the
// placeholder, the text tx, and the words location, state, drug, concept and id. What a column of the result is called
// is none of it.
type named struct {
	holders []sqltree.Placeholder
	texts   []string // constants of conditions, in small letters
	words   []string // of these, and of the data model's tables and columns
	told    []rag.StandIn
}

// namedIn reads a template; without a parser, or where it does not parse, only its placeholders are known.
func (p *Pipeline) namedIn(ctx context.Context, question string, t rag.Template) named {
	var n named
	n.holders, _ = sqltree.Placeholders(t.SQL) // none in a template that is broken
	if p.parts.Parser == nil {
		return n
	}
	stmt, err := sqltree.Parse(ctx, p.parts.Parser, t.SQL)
	if err != nil {
		return n
	}
	columns := map[string]bool{}
	for _, t := range tablesRead(stmt) {
		n.words = append(n.words, splitWords(t)...)
		columnsOf(t, columns)
	}
	sqltree.Walk(stmt, func(node sqltree.Node) bool {
		switch x := node.(type) {
		case *sqltree.Column:
			if name := strings.ToLower(x.Name()); columns[name] {
				n.words = append(n.words, splitWords(name)...)
			}
		case *sqltree.Compare:
			n.addTexts(x.Left, x.Right)
			n.addTexts(x.Right, x.Left)
		case *sqltree.Like:
			n.addTexts(x.Expr, x.Pattern)
		case *sqltree.In:
			n.addTexts(x.Expr, x.List...)
		}
		return true
	})
	query, asked := lettersOf(cmp.Or(t.SPARQL, t.SQL)), lettersOf(question)
	for _, s := range t.StandIns {
		words, part := lettersOf(s.Words), lettersOf(s.Part)
		if strings.Contains(asked, words) && len(strings.Fields(words)) <= longestStandIn &&
			strings.Contains(query, part) && len(strings.Fields(part)) > 1 && !strings.HasPrefix(part, " as ") {
			n.told = append(n.told, s)
		}
	}
	return n
}

// longestStandIn is of how many words at most a part of a query may stand: for a whole question any part would.
const longestStandIn = 6

// lettersOf is a text in small letters with a blank for what is neither a letter nor a digit, and around it.
func lettersOf(text string) string {
	return " " + strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ") + " "
}

// tells reports whether the writer says by which part of the query a word of the question is answered.
func (n named) tells(word string) bool {
	return slices.ContainsFunc(n.told, func(s rag.StandIn) bool {
		return strings.Contains(lettersOf(s.Words), lettersOf(word))
	})
}

// addTexts adds the constants with which an expression of a column is compared.
func (n *named) addTexts(column sqltree.Expr, with ...sqltree.Expr) {
	chooses := false
	sqltree.Walk(column, func(node sqltree.Node) bool {
		_, is := node.(*sqltree.Column)
		chooses = chooses || is
		return !chooses
	})
	for _, e := range with {
		if !chooses {
			return
		}
		if c, ok := sqltree.Bare(e).(*sqltree.Constant); ok {
			text := strings.ToLower(c.Text)
			n.texts, n.words = append(n.texts, text), append(n.words, splitWords(text)...)
		}
	}
}

// columnsOf adds the columns of a table of the data model, in any of its versions.
func columnsOf(table string, to map[string]bool) {
	for _, v := range schema.Versions() {
		s, err := schema.For(v)
		if err != nil {
			continue // a version that is listed can be had
		}
		if t, ok := s.Table(table); ok {
			for _, c := range t.Columns {
				to[c.Name] = true
			}
		}
	}
}

var notWord = lazyregexp.New(`[^\pL\pN.]+`)

func splitWords(text string) []string {
	return strings.Fields(strings.ToLower(notWord.ReplaceAllString(text, " ")))
}

// has reports whether an entity of the question is named.
func (n named) has(e rag.Mention) bool {
	text := strings.ToLower(e.Text)
	if slices.ContainsFunc(n.holders, func(h sqltree.Placeholder) bool {
		own := strings.ToLower(h.Text)
		return strings.Contains(own, text) || strings.Contains(text, own) || slices.Contains(e.Members, h.Text) ||
			wordsAlike(own, text) || wordsAlike(text, own)
	}) {
		return true
	}
	if _, code, is := strings.Cut(text, ":"); is { // of a source vocabulary, or a concept's id
		return slices.Contains(n.texts, code)
	}
	return slices.ContainsFunc(n.texts,
		func(own string) bool { return strings.Contains(own, strings.TrimSuffix(text, "s")) })
}

// leftOut is the first entity of the question that the template does not name; "" for none.
func (n named) leftOut(r *Run) string {
	for _, e := range r.Masked.Things() {
		if e.Domain != "visit" && !n.has(e) && !n.tells(e.Text) {
			return e.Text
		}
	}
	return ""
}

// unsaid is what keeps a template from being certain to answer the whole question: an entity, a word or a limiting
// number of the question that it does not name, or an entity of which the question does not speak. "" for nothing. A
// writer that agrees with itself can agree on half of the question. What its query names in other words the writer can
// tell: a part of the query, copied. That the part is there is checked, what it means is the writer's word.
func (n named) unsaid(r *Run) string {
	if missed := n.leftOut(r); missed != "" {
		return fmt.Sprintf("the SQL leaves out %q", missed)
	}
	if len(n.holders) == 0 && len(r.Masked.Entities) == 0 {
		for _, w := range r.Masked.Reading.Unknown { // a word that nobody understands may be all that is asked
			if !containsAlike(n.words, strings.ToLower(w)) && !n.tells(w) {
				return fmt.Sprintf("nothing in the SQL is certain to stand for %q", w)
			}
		}
	}
	asked, whole := splitWords(r.Question), lettersOf(r.Question)
	for _, h := range n.holders { // as where an example's entity stayed
		if !strings.Contains(h.Text, ":") && !strings.Contains(whole, lettersOf(h.Text)) &&
			!slices.ContainsFunc(splitWords(h.Text), func(w string) bool {
				return len(w) > 2 && containsAlike(asked, w)
			}) && !slices.ContainsFunc(n.told, func(s rag.StandIn) bool {
			return strings.Contains(s.Part, h.Text)
		}) {
			return fmt.Sprintf("the question does not speak of %q", h.Text)
		}
	}
	for _, c := range r.Masked.Constraints {
		for _, v := range c.Values {
			isOne := c.Kind == rag.KindNumber && v == "1" // "at least one" is what any query asks for
			if len(v) > 0 && v[0] >= '0' && v[0] <= '9' && !isOne && !limits(r.Template.SQL, c, v) &&
				!n.tells(v) && !n.tells(c.Text) {
				return fmt.Sprintf("the SQL leaves out %q", v)
			}
		}
	}
	return ""
}

// limits reports whether SQL has a value of a constraint: as it stands, or, of a duration, in smaller units.
func limits(sql string, c rag.Constraint, v string) bool {
	n, err := strconv.Atoi(v)
	return strings.Contains(sql, v) || err == nil && c.Kind == rag.KindDuration &&
		slices.ContainsFunc(sameSpans[c.Unit], func(per int) bool {
			return slices.Contains(splitWords(sql), strconv.Itoa(n*per))
		})
}

// sameSpans are the numbers of smaller units that a duration is also written as: a week as 7 days, a year as 365 days,
// 366 with both ends, 52 weeks or 12 months.
var sameSpans = map[string][]int{"week": {7}, "month": {30, 31}, "year": {12, 52, 365, 366}}

// wordsAlike reports whether each word of a name has its like in another, in any order: head CT, CT of the head.
func wordsAlike(name, other string) bool {
	there := splitWords(other)
	return !slices.ContainsFunc(splitWords(name), func(w string) bool {
		return w != "of" && w != "the" && !containsAlike(there, w)
	})
}

// containsAlike reports whether one of the words has the stem of w: two thirds of it, and of short words all but an s.
func containsAlike(words []string, w string) bool {
	stem := strings.TrimSuffix(w, "s")
	if len(w) > 5 {
		stem = w[:len(w)-len(w)/3]
	}
	return slices.ContainsFunc(words, func(o string) bool {
		if len(w) > 5 {
			return strings.HasPrefix(o, stem)
		}
		return o == w || strings.TrimSuffix(o, "s") == stem
	})
}
