package write

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/mask"
	"github.com/askomop/askomop/vocab"
)

// Pairs is the Writer that needs no model. It answers a question that one of the examples words alike: the same words
// in the same order, with other entities, numbers, dates or sexes in their places. These are filled into the pair's
// SQL; nothing else is changed. "How many women took warfarin in 2010?" fills the slots of "How many men took aspirin
// in 2009?", and not those of "How many men took aspirin?".
type Pairs struct{ parser sqltree.Serializer }

// NewPairs returns a Pairs that parses SQL with the given engine.
func NewPairs(parser sqltree.Serializer) *Pairs { return &Pairs{parser} }

// Examples is how many examples Pairs wants to see: one that is worded alike need not be among the most similar.
func (p *Pairs) Examples() int { return 80 }

// Write implements Writer. The error is an *Abstention, ErrNoRepair, or the context's.
func (p *Pairs) Write(ctx context.Context, m rag.Masked, examples []rag.Match, fix *rag.Fix) (rag.Template, error) {
	if fix != nil {
		return rag.Template{}, rag.ErrNoRepair
	}
	unclear := understood(m)
	if unclear != nil && len(m.Reading.Unknown) == 0 {
		return rag.Template{}, unclear
	}
	var why error
	for _, e := range examples {
		// words that nobody knows mean what the user has verified that they mean
		if unclear != nil && (!e.Pair.Own || e.Pair.Verified == "") {
			continue
		}
		holders, err := mask.Placeholders(e.Pair.SQL)
		if err != nil {
			continue // library verify reports it
		}
		for _, wording := range e.Pair.Wordings() {
			if err := ctx.Err(); err != nil {
				return rag.Template{}, err
			}
			example, slots, ok := mask.ReadWording(wording, holders)
			if !ok && (unclear == nil || !namesEach(wording, holders, slots)) || !wordedAlike(m, example) {
				continue
			}
			t, err := p.fill(ctx, m, alike{e.Pair, example, slots, holders})
			if err == nil {
				for _, slip := range m.Reading.Mended {
					t.Assumptions = append(t.Assumptions, fmt.Sprintf("%q is read as %q", slip.Written, slip.Read))
				}
				return t, nil
			}
			var misfit *misfit
			if !errors.As(err, &misfit) {
				return rag.Template{}, err
			}
			why = err
		}
	}
	if unclear != nil {
		return rag.Template{}, unclear
	}
	return rag.Template{}, nothingFits(examples, why)
}

// namesEach reports whether a wording names each entity of its pair by the pair's own words, so that none is a guess.
func namesEach(wording string, holders []sqltree.Placeholder, slots []int) bool {
	low := strings.ToLower(wording)
	return len(slots) == len(holders) && !slices.ContainsFunc(holders, func(h sqltree.Placeholder) bool {
		return !strings.Contains(low, strings.ToLower(h.Text))
	})
}

// alike is a wording of a pair that is the question's but for its entities and values.
type alike struct {
	pair    rag.Pair
	example rag.Masked
	slots   []int // example's entity → placeholder
	holders []sqltree.Placeholder
}

// wordedAlike reports whether two questions are the same word by word but for what is named: entities of the same
// domains, and constraints of the same kinds.
func wordedAlike(m, example rag.Masked) bool {
	return slices.EqualFunc(m.Reading.Pieces, example.Reading.Pieces, func(a, b rag.Piece) bool {
		switch {
		case a.Entity >= 0 || b.Entity >= 0:
			return a.Entity >= 0 && b.Entity >= 0 && m.Entities[a.Entity].Domain == example.Entities[b.Entity].Domain
		case a.Constraint >= 0 && b.Constraint >= 0:
			return sameSlot(m.Constraints[a.Constraint], example.Constraints[b.Constraint])
		}
		return a.Text == b.Text && a.Token == b.Token
	})
}

// sameSlot reports whether two constraints differ in their values at most. What a question groups by is not a value of
// it.
func sameSlot(a, b rag.Constraint) bool {
	if a.Kind == rag.KindGroup && !slices.Equal(a.Values, b.Values) {
		return false
	}
	return a.Kind == b.Kind && a.Op == b.Op && a.Unit == b.Unit && len(a.Values) == len(b.Values)
}

// fill writes the question's entities and values into the SQL of the pair. The error is a *misfit where a value has no
// certain place.
func (p *Pairs) fill(ctx context.Context, m rag.Masked, of alike) (rag.Template, error) {
	swaps, err := of.entities(m)
	if err != nil {
		return rag.Template{}, err
	}
	t := rag.Template{Writer: "pair", PairID: of.pair.ID, SQL: of.pair.SQL}
	changed := of.changed(m)
	if len(changed) > 0 {
		stmt, err := sqltree.Parse(ctx, p.parser, of.pair.SQL)
		if err != nil {
			return rag.Template{}, noFit("the example %s does not parse: %v", of.pair.ID, err)
		}
		for _, c := range changed {
			if err := fillSlot(stmt, c.was, c.is); err != nil {
				return rag.Template{}, err
			}
		}
		if t.SQL, err = sqltree.Format(stmt); err != nil {
			return rag.Template{}, err
		}
	}
	t.SQL, err = sqltree.Render(t.SQL, func(h sqltree.Placeholder) (string, error) {
		return swaps[h.String()].String(), nil
	})
	t.Assumptions = of.notes(m)
	return t, err
}

// entities maps each placeholder of the pair, as written, to what the question asks of.
func (of alike) entities(m rag.Masked) (map[string]sqltree.Placeholder, error) {
	swaps := map[string]sqltree.Placeholder{}
	for i, ask := range m.Entities {
		old := of.holders[of.slots[i]]
		swap := sqltree.Placeholder{Domain: sqltree.Domain(ask.Domain), Text: ask.Text}
		prev, again := swaps[old.String()]
		if again && vocab.Normalize(prev.Text) != vocab.Normalize(swap.Text) {
			return nil, noFit("%q stands for two different things", old.Text)
		}
		if !again {
			swaps[old.String()] = swap
		}
	}
	if len(swaps) != len(of.holders) {
		return nil, noFit("the example %s needs %d entities, the question names %d", of.pair.ID, len(of.holders),
			len(swaps))
	}
	return swaps, nil
}

// change is a constraint of the example, and the question's in its place.
type change struct{ was, is rag.Constraint }

// changed lists the constraints whose values differ.
func (of alike) changed(m rag.Masked) []change {
	var out []change
	for i, is := range m.Constraints {
		if was := of.example.Constraints[i]; !slices.Equal(was.Values, is.Values) {
			out = append(out, change{was, is})
		}
	}
	return out
}

// notes are the notes of the pair that are true of the question, too: one that names what was replaced is not.
func (of alike) notes(m rag.Masked) []string {
	var gone []string
	for i, e := range of.example.Entities {
		if !strings.EqualFold(e.Text, m.Entities[i].Text) {
			gone = append(gone, strings.ToLower(e.Text), strings.ToLower(of.holders[of.slots[i]].Text))
		}
	}
	for _, c := range of.changed(m) {
		gone = append(gone, c.was.Values...)
		gone = append(gone, strings.ToLower(c.was.Text))
	}
	return slices.DeleteFunc(of.pair.Assumptions(), func(note string) bool {
		low := strings.ToLower(note)
		return slices.ContainsFunc(gone, func(s string) bool { return len(s) > 1 && strings.Contains(low, s) })
	})
}

// misfit says why the question could not be filled into a pair that is worded alike.
type misfit struct{ why string }

func (e *misfit) Error() string { return e.why }

func noFit(format string, args ...any) error { return &misfit{fmt.Sprintf(format, args...)} }
