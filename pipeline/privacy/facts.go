package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// A sum of years of birth is an equation of how many people were born in which year, and so is each other number that a
// statement tells of these years. Of 11 people who were born after 1975
//
//	COUNT(*)  COUNT(*) FILTER (WHERE year_of_birth = 1979)  SUM(year_of_birth)
//	      11                                             5               21755
//
// says that 6 * 1976 + 4 are the years of the other 6: 4 of them were born in 1977 if none in 1978. So a number is
// shown where there are more different values than the statement has facts about them, or enough people have each.

// fact is something that a statement tells of values beside how many they are and what they come to.
type fact struct {
	about, what string
	look        bool // a condition or a key
}

// look is a condition or a key by values, from which others follow that are not facts where they hold of all.
type look struct {
	fact
	in    *env
	place lookPlace
}

// isOfSpan reports whether it is one by how long something lasted.
func (l look) isOfSpan() bool {
	return len(strings.Fields(l.about)) > 1 || l.about == "days_supply"
}

// lookPlace is where a look stands.
type lookPlace uint8

const (
	inCell  lookPlace = iota // a FILTER, a CASE, an entry of the list
	inWhere                  // WHERE and ON
	inKey                    // GROUP BY
)

// anyKind is a fact that tells of each value by itself, and knownKinds that it can be seen which values there are:
// those that a table without people has. Of five patients of providers who were born in 1942, 1945 and 1946 a mean of
// 1944.6 tells how many each of them has.
const (
	anyKind    = "each"
	knownKinds = "known"
)

// mostTold is how many different values a statement could tell the people of.
func (a *analysis) mostTold(about string) int64 {
	most := int64(2)
	if a.picks {
		most++
	}
	facts := int64(0)
	for f := range a.facts {
		switch {
		case f.about != about:
		case f.what == anyKind:
			return residues + 1
		case f.what == knownKinds:
			facts = residues
		default:
			facts++
		}
	}
	if a.closed && facts > 0 {
		facts++ // whole numbers are few, too
	}
	return min(most+facts, residues)
}

// about names what numbers are made of, as far as facts about one tell of the other: all that is recorded of a birth is
// one. Outside of the language all numbers are taken together.
func (v *env) about(n *number) string {
	if !v.a.closed {
		return ""
	}
	return kin(n.columns)
}

// aboutAll are pins of what they are made of.
func aboutAll(pins []pin, about string) []pin {
	var out []pin
	for _, p := range pins {
		p.about = about
		out = append(out, p)
	}
	return out
}

// ofBirth is what the parts of a date of birth are.
const ofBirth = "birth"

func kin(columns []string) string {
	var out []string
	for _, c := range columns {
		c = strings.ToLower(c)
		if strings.HasSuffix(c, "_of_birth") || c == "birth_datetime" {
			c = ofBirth
		}
		out = append(out, strings.Replace(c, "_datetime", "_date", 1))
	}
	return strings.Join(union(out, nil), " ")
}

func (a *analysis) note(f fact) {
	if a.facts == nil {
		a.facts = map[fact]bool{}
	}
	a.facts[f] = true
}

// noteSpread notes an aggregate that tells more of numbers than how many they are and what they come to.
func (v *env) noteSpread(f *sqltree.Func, ns []*number) {
	known := slices.ContainsFunc(f.Args, v.readsKnown)
	for i, n := range ns {
		about := v.about(n)
		if known {
			v.a.note(fact{about: about, what: knownKinds})
		}
		switch name := strings.ToLower(f.Name); {
		case name == "avg" || name == "mean" || name == "sum":
		case !isQuantile(f) && kindOf(name) != extreme:
			v.a.note(fact{about: about, what: name})
		case v.a.closed && isQuantile(f):
			v.a.note(fact{about: about, what: v.form(f)})
		case v.a.closed:
			v.a.note(fact{about: about, what: "extremes"})
		}
		if n.isSquare() && !(i < len(f.Args) && v.addsUp(f.Args[i])) {
			v.a.note(fact{about: about, what: "square"})
		}
	}
}

// readsKnown reports whether an expression is made of what a table without people holds, and not the same in a group.
func (v *env) readsKnown(e sqltree.Expr) bool {
	return v.a.closed && holdsIn(e, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		if !ok {
			return false
		}
		src, _, ok := v.findSource(c)
		return ok && (src.rows() == plainRows && !src.isOneRow() && !v.groupsBy(src) || v.resolve(c).joined) &&
			!v.isGrouped(c)
	})
}

// noteLooks notes by what values the SELECT chooses, counts and groups.
func (v *env) noteLooks() {
	for _, e := range append(joinConditions(v.sel.From), v.sel.Where, v.sel.Qualify) {
		v.lookInto(e, inWhere)
	}
	keys := slices.Clone(v.sel.GroupBy.Exprs)
	for i := range keys {
		keys[i] = v.groupedExpr(keys[i])
	}
	for _, item := range v.sel.List {
		if v.agg && !aggregates(item.Expr) {
			keys = append(keys, item.Expr)
		} else {
			v.lookInto(item.Expr, inCell)
		}
	}
	for _, e := range keys {
		v.lookInto(e, inKey)
		if c, isCase := e.(*sqltree.Case); (!isCase || c.Operand != nil) && !isCondition(e) {
			v.addLook(e, inKey)
		}
	}
	v.lookInto(v.sel.Having, inCell)
}

// lookInto notes the comparisons in an expression.
func (v *env) lookInto(e sqltree.Expr, place lookPlace) {
	if e == nil {
		return
	}
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			return false
		case *sqltree.Compare, *sqltree.Between, *sqltree.In:
			v.addLook(n.(sqltree.Expr), place)
		case *sqltree.Case:
			if n.Operand != nil {
				v.addLook(n, place)
			}
		case *sqltree.Func:
			if n.Name == "nullif" {
				v.addLook(n, place)
			}
			if k := kindOf(n.Name); k == counting && n.Distinct {
				for _, arg := range n.Args {
					v.addLook(&sqltree.Func{Name: "kinds", Args: []sqltree.Expr{arg}}, place)
				}
			}
		}
		return true
	})
}

// addLook notes what an expression says of values.
func (v *env) addLook(e sqltree.Expr, place lookPlace) {
	var columns []string
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			return false
		case *sqltree.Column:
			switch c := v.resolve(n); {
			case c.number != nil:
				columns = union(columns, c.number.columns)
			case c.recorded != "":
				columns = append(columns, c.recorded)
			}
		}
		return true
	})
	if len(columns) == 0 {
		return
	}
	what := v.form(e)
	if place == inKey && !isCondition(e) {
		what = anyKind
	}
	v.a.looks = append(v.a.looks, look{fact: fact{kin(columns), what, true}, in: v, place: place})
}

// settleLooks makes facts of the looks that are some: those that don't hold of all numbers of the statement.
func (a *analysis) settleLooks() {
	for _, l := range a.looks {
		if l.place == inCell || l.place == inKey && !a.isOneSelect() || l.place == inWhere && !a.isEverywhere(l) {
			a.note(l.fact)
		}
	}
}

// looksAt is by how many conditions and keys the statement tells of values; of each, it is more than one.
func (a *analysis) looksAt(about string) int {
	n := 0
	for f := range a.facts {
		switch {
		case f.about != about || !f.look:
		case f.what == anyKind:
			n += 2
		default:
			n++
		}
	}
	return n
}

// looksAtAll reports whether the statement tells by a condition or a key of all that a number is made of.
func (a *analysis) looksAtAll(columns []string) bool {
	for f := range a.facts {
		words := strings.Fields(f.about)
		isOther := func(c string) bool { return !slices.Contains(words, c) }
		if f.look && len(columns) > 0 && !slices.ContainsFunc(strings.Fields(kin(columns)), isOther) {
			return true
		}
	}
	return false
}

// isOneSelect reports whether all numbers of people stand in one SELECT, each of whose rows has others' values.
func (a *analysis) isOneSelect() bool { return len(a.counting) == 1 && !a.totals && !a.sumsOver }

// isEverywhere reports whether a condition chooses what all numbers are made of.
func (a *analysis) isEverywhere(l look) bool {
	if a.isOneSelect() {
		return true
	}
	return !slices.ContainsFunc(a.counting, func(v *env) bool {
		return !slices.ContainsFunc(a.looks, func(o look) bool {
			return o.in == v && o.place == inWhere &&
				o.fact == l.fact
		})
	})
}

// ofParts are the people that must be enough for what numbers of parts leave of a whole: SUM(x) less SUM(x) FILTER
// (WHERE y) is the sum of the others; and for quantiles that stand close by each other.
func (v *env) ofParts(f *sqltree.Func, condition sqltree.Expr, pins []pin) []*headcount {
	var out []*headcount
	e := argument(f)
	var without []sqltree.Expr
	if f.Filter != nil {
		without = append(without, f.Filter)
	}
	if c, ok := e.(*sqltree.Case); ok && c.Operand == nil && len(c.Whens) == 1 && (c.Else == nil || isNull(c.Else)) {
		e, without = c.Whens[0].Then, append(without, c.Whens[0].If)
	}
	if n := v.number(e); len(without) > 0 && n != nil && !n.constant && !n.common && kindOf(f.Name) != extreme {
		others := and(&sqltree.Not{Expr: isTrue(and(without...))}, present(e))
		for _, p := range aboutAll(append(slices.Clone(n.pins), n.wholePins(e)...), v.about(n)) {
			if p.isValue {
				out = append(out, v.fewestAlike(others, p))
			}
		}
	}
	hasAll := slices.ContainsFunc(pins, func(p pin) bool { return p.isAll })
	for _, q := range pins {
		for _, p := range pins {
			// What is told of those in q is what their whole numbers come to. What a part of these does, as the first
			// of two dates, follows from another sum alone, that of the part, whose own pins look at it. All parts for
			// each q would be hundreds of numbers of different people, 2 GB.
			isPart := p.isValue && !p.isAll && !p.isCut
			if isPart && hasAll || q.isValue || q.isLeft || q.isHalf || !p.isValue || kindOf(f.Name) == extreme {
				continue
			}
			out = append(out, q.at.made(func(of sqltree.Expr) (sqltree.Expr, error) {
				if v.a.mostTold(p.about) == 2 {
					return &sqltree.Constant{Kind: sqltree.Null}, nil
				}
				return v.fewestAlike(and(condition, of), p).people()
			}))
		}
	}
	if n := v.number(e); n != nil {
		switch k := kindOf(f.Name); {
		case k == extreme:
			out = append(out, v.ofPeak(f, condition, n))
		case isQuantile(f):
			out = append(out, v.betweenQuantiles(condition, n.columns))
		case (k == averaging || k == summing) && n.score == nil && len(n.wholePins(e)) > 0:
			out = append(out, v.fewKinds(e, condition))
		}
		out = append(out, v.beyondStatistics(condition, n.columns))
		if at := v.manyForSpread(f, condition, n); at != nil {
			out = append(out, at)
		}
	}
	return out
}
