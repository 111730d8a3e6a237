package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// Smallest and largest values of groups that overlap tell whose they are:
//
//	MAX(birth_datetime)  FILTER (WHERE gender_concept_id = 8507)  FILTER (WHERE race_concept_id = 8527)
//	         1967-04-15                               1966-01-08                              1966-01-08
//
// The first is that of a woman who is not White, and there may be one. What is seen so are the people who are in some
// of the groups and not in the others, so that in each such way there must be enough of them, or nobody. Their numbers
// follow from no numbers in sight: how many are in two of the groups is not among these.

// mostExtremes is of how many groups of one SELECT that is counted.
const mostExtremes = 4

// peak is a smallest or largest value that the statement tells.
type peak struct {
	env *env
	of  string // what is recorded
	who *population
}

// ofPeak are the people who are in a group of which the smallest or largest value is told, and in each way in others of
// which one is told: the smallest number of them that is not 0.
func (v *env) ofPeak(f *sqltree.Func, condition sqltree.Expr, n *number) *headcount {
	own := peak{env: v, of: kin(n.columns), who: v.populationWhere(and(f.Filter, chosenIn(argument(f))))}
	v.a.peaks = append(v.a.peaks, own)
	return &headcount{within: true, people: func() (sqltree.Expr, error) {
		others, known := own.others()
		switch {
		case !known:
			return sqltree.NewInt(1), nil
		case len(others) == 0:
			return &sqltree.Constant{Kind: sqltree.Null}, nil
		}
		var tests []sqltree.Expr
		for way := range 1 << len(others) {
			var terms []sqltree.Expr
			for i, e := range others {
				terms = append(terms, &sqltree.IsTruth{Not: way>>i&1 == 0, Value: true, Expr: sqltree.Clone(e)})
			}
			tests = append(tests, and(terms...))
		}
		return v.fewestOf(condition, tests).people()
	}}
}

// chosenIn is the condition under which CASE WHEN … THEN x END is a value; nil for all else.
func chosenIn(e sqltree.Expr) sqltree.Expr {
	if c, ok := e.(*sqltree.Case); ok && (c.Else == nil || isNull(c.Else)) {
		return present(c)
	}
	return nil
}

// others are the conditions of the other groups of the same SELECT; known is false where there are others with which it
// can't be counted.
func (p peak) others() (out []sqltree.Expr, known bool) {
	lists := p.env.overlapping()
	if p.env.a.divided || len(lists) > 0 && p.env.isChained(lists) {
		return nil, false
	}
	for _, o := range p.env.a.peaks {
		isSame := func(e sqltree.Expr) bool { return sqltree.Equal(e, o.who.all) }
		switch {
		case o.of != p.of:
		case o.env != p.env:
			if !p.who.nests(o.who) {
				return nil, false
			}
		case o.who.all != nil && !slices.ContainsFunc(append(out, p.who.all), isSame):
			out = append(out, o.who.all)
		}
	}
	return out, len(out) < mostExtremes
}

// nests reports whether the people of one of two populations are all among those of the other, or none is.
func (p *population) nests(o *population) bool {
	a, ok1 := p.chosen()
	b, ok2 := o.chosen()
	if !ok1 || !ok2 {
		return false
	}
	within := func(x, y []string) bool {
		return !slices.ContainsFunc(x, func(key string) bool { return !slices.Contains(y, key) })
	}
	return (a.covers(b) || b.covers(a)) && (within(a.groups, b.groups) || within(b.groups, a.groups)) ||
		within(a.tables, b.tables) && within(b.tables, a.tables) && p.excludes(o)
}

// excludes reports whether a column must be one constant for the people of one population, and another one for those of
// the other.
func (p *population) excludes(o *population) bool {
	for _, x := range p.equals() {
		for _, y := range o.equals() {
			a, ok1 := x.Right.(*sqltree.Constant)
			b, ok2 := y.Right.(*sqltree.Constant)
			if ok1 && ok2 && a.Kind == b.Kind && a.Text != b.Text && p.text(x.Left) == o.text(y.Left) {
				return true
			}
		}
	}
	return false
}

// equals are the conditions that a column is something.
func (p *population) equals() []*sqltree.Compare {
	var out []*sqltree.Compare
	for _, e := range append(sqltree.Conjuncts(p.env.sel.Where), p.where...) {
		if x, ok := e.(*sqltree.Compare); ok && x.Op == "=" {
			out = append(out, x)
		}
	}
	return out
}
