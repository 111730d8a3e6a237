package rag

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Adapter is the Writer that needs no model. It looks among the examples for one
// that asks the same of other entities and numbers, and carries this question's into its SQL through the
// parse tree. Every word of the question must be accounted for; where one is
// not, or where a value cannot be placed for certain, it abstains.
type Adapter struct{ parser sqltree.Serializer }

// NewAdapter returns an Adapter that parses SQL with the given engine.
func NewAdapter(parser sqltree.Serializer) *Adapter { return &Adapter{parser} }

// Examples is how many examples the adapter wants to see: it judges them by
// structure, so that one that fits is worth more than one that is similar.
func (a *Adapter) Examples() int { return 80 }

// similarEnough is the score below which the nearest question has nothing to do with what was asked.
const similarEnough = 0.30

// Write implements Writer. The error is an *Abstention, ErrNoRepair, or the context's.
func (a *Adapter) Write(ctx context.Context, m Masked, examples []Match, fix *Fix) (Template, error) {
	if fix != nil {
		return Template{}, ErrNoRepair
	}
	if err := understood(m); err != nil {
		return Template{}, err
	}
	sk := skeletonOf(m)
	var why []error
	for _, swap := range []bool{false, true} { // examples of the same domains first
		for _, f := range fits(m, sk, examples, swap) {
			if err := ctx.Err(); err != nil {
				return Template{}, err
			}
			t, err := a.carry(ctx, m, f)
			if err == nil {
				for _, slip := range m.Reading.Mended {
					t.Assumptions = append(t.Assumptions, fmt.Sprintf("%q is read as %q", slip.Written, slip.Read))
				}
				return t, nil
			}
			var misfit *misfit
			if !errors.As(err, &misfit) {
				return Template{}, err
			}
			why = append(why, err)
		}
	}
	return Template{}, nothingFits(sk, examples, why)
}

// understood abstains on a question with words that mean nothing to askomop, or with a matter outside of the database.
func understood(m Masked) error {
	if m.Reading.Outside != "" {
		return &Abstention{Reason: "out_of_scope", Message: "This question " + m.Reading.Outside + "."}
	}
	if len(m.Reading.Unknown) == 0 {
		return nil
	}
	quoted := make([]string, len(m.Reading.Unknown))
	for i, w := range m.Reading.Unknown {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	list := enumerate(quoted)
	if m.besideEntity() {
		return &Abstention{Reason: "slots_do_not_fit", Message: fmt.Sprintf(
			"I can't account for %s in this question, and leaving it out could change the answer. Ask without it, or name a concept that holds it (askomop vocab search %s).",
			list, quoted[0])}
	}
	return &Abstention{Reason: "no_concept", Message: fmt.Sprintf(
		"I don't know %s: neither a name in this database's vocabulary nor a word I understand. Check the spelling, or look for it with: askomop vocab search %s",
		list, quoted[0])}
}

// besideEntity reports whether every unknown word stands next to an entity: a qualifier such as "severe".
func (m Masked) besideEntity() bool {
	items := m.Reading.items
	for i, it := range items {
		if it.token != tokenUnknown {
			continue
		}
		if (i == 0 || items[i-1].entity < 0) && (i+1 == len(items) || items[i+1].entity < 0) {
			return false
		}
	}
	return true
}

// misfit says why an example of the same skeleton could not be carried over.
type misfit struct{ why string }

func (e *misfit) Error() string { return e.why }

func noFit(format string, args ...any) error { return &misfit{fmt.Sprintf(format, args...)} }

// nothingFits is the abstention that shows the nearest questions that could be answered.
func nothingFits(sk skeleton, examples []Match, why []error) error {
	if !slices.ContainsFunc(sk.tokens, func(t string) bool { return slices.Contains(intents, t) }) {
		return &Abstention{Reason: "slots_do_not_fit", Message: "I can't tell what this question asks for: a number of people or records, a share, an average, a ranking. Ask, for example: \"How many patients …?\""}
	}
	if len(examples) == 0 || examples[0].Score < similarEnough {
		return &Abstention{Reason: "no_similar_pair", Message: "No question of the library is similar to this one. See what can be asked: askomop library list"}
	}
	var b strings.Builder
	b.WriteString("No question of the library asks quite this")
	if len(why) > 0 {
		b.WriteString(" (" + why[0].Error() + ")")
	}
	b.WriteString(". The nearest that can be answered, with your own entities and numbers:")
	for _, e := range examples[:min(3, len(examples))] {
		b.WriteString("\n  " + e.Pair.Question)
	}
	return &Abstention{Reason: "slots_do_not_fit", Message: b.String()}
}

// fit is an example whose skeleton is the question's.
type fit struct {
	pair     Pair
	example  Masked
	slots    []int // example's entity → placeholder
	holders  []sqltree.Placeholder
	asked    skeleton
	model    skeleton
	cost     int // values of other domains, filters added or dropped
	position int
}

// fits lists the examples that ask the same, those with the least to change first:
// either those with entities of the question's domains, or those of others. One with nothing to change stands alone.
func fits(m Masked, asked skeleton, examples []Match, swap bool) []fit {
	var out []fit
	want := domainsOf(asked)
	for pos, e := range examples {
		holders, err := distinct(e.Pair.SQL)
		if err != nil {
			continue // library verify reports it
		}
		if have := domainsIn(holders); len(have) != len(want) || slices.Equal(have, want) == swap {
			continue // told apart without reading the wordings, which takes longer
		}
		best := -1
		var exact *fit
		for _, w := range e.Pair.Wordings() {
			example, slots, ok := readWording(w, holders)
			if !ok {
				continue
			}
			model := skeletonOf(example)
			cost, same := distance(asked, model)
			cost += widths(m, asked, example, model)
			if !same || best >= 0 && out[best].cost <= cost {
				continue
			}
			f := fit{e.Pair, example, slots, holders, asked, model, cost, pos}
			if cost == 0 { // nothing to change but values
				if len(asked.filters) == 0 || sameSentence(m, example) {
					return []fit{f}
				}
				if exact == nil {
					exact = &f
				}
				continue
			}
			if best < 0 {
				best = len(out)
				out = append(out, f)
			} else {
				out[best] = f
			}
		}
		if exact != nil {
			return []fit{*exact}
		}
	}
	slices.SortStableFunc(out, func(a, b fit) int { return a.cost - b.cost })
	return out
}

// timeless are the tokens of questions in which a visit is like any other event.
var timeless = []string{"count", "share", "joint", "not", "and", ",", "or", "either"}

// domainsOf lists the domains of a skeleton's entities, sorted.
func domainsOf(sk skeleton) []string {
	var ds []string
	for i, s := range sk.slots {
		if s.entity >= 0 {
			ds = append(ds, strings.Trim(sk.tokens[i], "<>"))
		}
	}
	slices.Sort(ds)
	return ds
}

func domainsIn(holders []sqltree.Placeholder) []string {
	var ds []string
	for _, h := range holders {
		ds = append(ds, string(h.Domain))
	}
	slices.Sort(ds)
	return ds
}

// distance tells whether two skeletons are the same but for the domains of
// entities, and what it costs to bring one's filters and domains to the other's.
func distance(asked, model skeleton) (cost int, same bool) {
	if len(asked.tokens) != len(model.tokens) {
		return 0, false
	}
	visits := false
	for i, t := range asked.tokens {
		if t == model.tokens[i] {
			continue
		}
		if asked.slots[i].entity < 0 || model.slots[i].entity < 0 {
			return 0, false
		}
		if t == "<visit>" || model.tokens[i] == "<visit>" {
			visits = true
		}
		cost += 2
	}
	if visits && slices.ContainsFunc(asked.tokens, func(t string) bool { return !strings.HasPrefix(t, "<") && !slices.Contains(timeless, t) }) {
		return 0, false // "within 30 days of" a visit counts from its end
	}
	if cost > 0 && (!mayMove(asked.tokens) || slices.Contains(asked.tokens, "or") && len(asked.tokens) > 4) {
		return 0, false // with "X and Y or Z", which belong together is read off the domains
	}
	kinds := map[Kind]int{}
	for _, f := range asked.filters {
		kinds[f.Kind]++
	}
	for _, f := range model.filters {
		kinds[f.Kind]--
	}
	for _, n := range kinds {
		cost += 2 * max(n, -n)
	}
	for _, f := range asked.filters {
		if i := slices.IndexFunc(model.filters, func(g Constraint) bool { return g.Kind == f.Kind }); i >= 0 && model.filters[i].Op != f.Op {
			cost++
		}
	}
	return cost, true
}

// widths counts the groupings of which only one side names a width: "by age group" and "by 10-year age group".
func widths(m Masked, asked skeleton, example Masked, model skeleton) int {
	n := 0
	for i, s := range asked.slots {
		if s.constraint < 0 || i >= len(model.slots) || model.slots[i].constraint < 0 {
			continue
		}
		x, y := m.Constraints[s.constraint], example.Constraints[model.slots[i].constraint]
		if x.Kind == KindGroup && len(x.Values) != len(y.Values) {
			n++
		}
	}
	return n
}

func enumerate(xs []string) string {
	switch len(xs) {
	case 0:
		return ""
	case 1:
		return xs[0]
	}
	return strings.Join(xs[:len(xs)-1], ", ") + " and " + xs[len(xs)-1]
}
