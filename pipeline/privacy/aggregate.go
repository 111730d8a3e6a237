package privacy

import (
	"maps"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// aggregate is the value of an aggregate.
func (v *env) aggregate(f *sqltree.Func) column {
	inside := v.inside
	v.inside = true
	arg := v.expr(argument(f))
	for _, other := range f.Args[min(1, len(f.Args)):] {
		c := v.expr(other)
		arg.atoms = append(arg.atoms[:len(arg.atoms):len(arg.atoms)], c.atoms...)
		if c.kind > arg.kind && kindOf(f.Name) == listing || c.kind == Unproven {
			arg.kind, arg.why = c.kind, c.why
		}
	}
	filter := v.filter(f.Filter)
	v.inside = inside
	out := v.aggregated(f, arg, filter)
	out.from, out.numbers = v.sel, v.numbersOf(f, out)
	out.tells = arg.tells || out.kind.aggregated() && kindOf(f.Name) != extreme
	return out
}

// numbersOf are the numbers that an aggregate tells: itself, where it counts or sums up, and the sum, where it is an average of so many.
func (v *env) numbersOf(f *sqltree.Func, c column) []*atom {
	own := sqltree.Clone(f)
	switch name := strings.ToLower(f.Name); {
	case !c.kind.aggregated():
		return nil
	case c.kind.counts() || c.sum:
	case name == "avg" || name == "mean" || name == "favg" || name == "fsum":
		own.Name = "sum"
	case len(c.atoms) > 0 && c.atoms[0].of != nil:
		return []*atom{{over: v.argumentForm(f), behind: c.atoms[0], of: c.atoms[0].of, people: c.atoms[0].people}}
	default:
		return nil
	}
	at := &atom{sum: c.kind != People, people: func() (sqltree.Expr, error) { return sqltree.Clone(own), nil }}
	switch {
	case c.sum: // those who have 0 are among them
		at.behind = v.peopleWhere(and(f.Filter, present(argument(f))))
		at.of = at.behind.of
	case len(c.atoms) > 0:
		at.behind, at.of = c.atoms[0], c.atoms[0].of
	}
	return []*atom{at}
}

// argumentForm is what an aggregate is computed of, without its condition.
func (v *env) argumentForm(f *sqltree.Func) string {
	if f.WithinGroup() {
		return v.form(argument(f))
	}
	own := sqltree.Clone(f)
	own.Name, own.Filter, own.Distinct, own.OrderBy = "of", nil, false, nil
	if isQuantile(f) {
		own.Args = own.Args[:1]
	}
	return v.form(own)
}

// filter is the condition of an aggregate.
func (v *env) filter(e sqltree.Expr) column {
	c := v.expr(e)
	if c.kind == Ident {
		v.a.singles = true
	}
	return c
}

func (v *env) aggregated(f *sqltree.Func, arg, filter column) column {
	switch {
	case filter.kind == Unproven:
		return filter
	case arg.kind == Unproven:
		return arg
	case kindOf(f.Name) == opaque && v.rows != plainRows:
		return unproven("how much one person weighs in " + f.Name + " can't be told; AVG, SUM, STDDEV and quantiles are shown")
	case v.rows == personRows:
		return v.ofPersonsAndGroups(f, arg, filter)
	case len(arg.atoms) > 0 || len(filter.atoms) > 0 || arg.kind.aggregated() || v.rows == groupRows:
		return v.ofGroups(f, arg, filter)
	}
	return column{kind: arg.kind, attributes: arg.attributes}
}

// ofPersonsAndGroups is an aggregate over rows of people, in which numbers of groups of people may stand, such as that of all.
func (v *env) ofPersonsAndGroups(f *sqltree.Func, arg, filter column) column {
	others := append(slices.Clone(arg.atoms), filter.atoms...)
	if arg.kind.aggregated() && arg.attributes == nil && kindOf(f.Name) != counting {
		out := v.ofGroups(f, arg, filter)
		if out.kind.aggregated() {
			out.atoms = append(out.atoms, v.peopleWhere(and(f.Filter, present(argument(f)))))
		}
		return out
	}
	if arg.kind.aggregated() {
		arg.kind = Value
	}
	out := v.ofPersons(f, arg)
	for _, at := range others {
		out.atoms = append(out.atoms, v.wrapped("min", at, nil).bounding())
	}
	return out
}

// ofPersons is an aggregate over rows of people.
func (v *env) ofPersons(f *sqltree.Func, arg column) column {
	expr, k := argument(f), kindOf(f.Name)
	switch {
	case v.single && k == listing && !givesOne(f): // of one person: all that they had, which describes them
		return column{kind: max(arg.kind, Value), attributes: union(arg.attributes, []string{"of the person"})}
	case v.single && (k == extreme || k == listing): // of one person: their own smallest is a value as any
		return column{kind: arg.kind, person: arg.person, attributes: arg.attributes}
	case v.single:
		return column{kind: Value, attributes: []string{"of the person"}}
	case k == counting:
		return v.count(f, expr, arg)
	case k == listing:
		return v.list(f, expr, arg)
	case k == extreme && arg.kind == Key && v.isGrouped(expr):
		return column{attributes: arg.attributes}
	case k == extreme && (arg.kind == Ident || len(f.Args) > 1):
		return column{kind: Ident, person: arg.person && v.groupedByPerson()}
	case v.indicates(expr):
		return v.ofFlags(f, expr)
	case k == summing && isConstant(expr):
		return v.records(f.Filter, f.Filter != nil)
	}
	return v.ofNumbers(f, expr, arg)
}

// ofNumbers is a sum, an average, a quantile or the like of numbers that people have.
func (v *env) ofNumbers(f *sqltree.Func, expr sqltree.Expr, arg column) column {
	out := column{kind: Measure, own: kindOf(f.Name) == extreme && arg.kind == Value}
	conditions := []sqltree.Expr{f.Filter, present(expr)}
	var pins []pin
	isMode := strings.EqualFold(f.Name, "mode")
	switch {
	case arg.kind == Key && arg.attributes == nil && (kindOf(f.Name) == extreme || isMode): // of the vocabulary
	case isMode && arg.kind == Key:
	case isMode:
		return unproven("the most frequent of values that few people share is one person's")
	default:
		var why string
		if pins, why = v.aggregable(f); why != "" {
			return unproven(why)
		}
		for _, other := range f.Args[min(1, len(f.Args)):] {
			conditions = append(conditions, present(other))
		}
	}
	if kindOf(f.Name) == summing {
		conditions = append(conditions, &sqltree.Compare{Op: "<>", Left: expr, Right: sqltree.NewInt(0)})
		out.sum = true
	}
	condition := and(conditions...)
	out.atoms = append(out.atoms, v.peopleWhere(condition))
	for _, p := range pins {
		switch {
		case !p.isValue:
			out.atoms = append(out.atoms, v.peoplePinned(condition, p.at))
		case kindOf(f.Name) != extreme:
			out.atoms = append(out.atoms, v.fewestAlike(condition, p.at))
		}
	}
	if kindOf(f.Name) != extreme {
		out.atoms = append(out.atoms, v.joinPins(condition)...)
	}
	return out
}

// ofFlags is an aggregate over what is 1 for some records and 0 for the others.
func (v *env) ofFlags(f *sqltree.Func, expr sqltree.Expr) column {
	isTruth := strings.HasPrefix(f.Name, "bool_") || kindOf(f.Name) == extreme
	if kindOf(f.Name) == summing {
		return v.records(and(f.Filter, holds(expr)), true)
	}
	if why := v.multiplied(); why != "" && !isTruth {
		return unproven(why)
	}
	if len(f.Args) > 1 && !isConstantList(f.Args[1]) {
		return unproven(notAggregable(f))
	}
	part, whole := v.peopleWhere(and(f.Filter, holds(expr))), v.peopleWhere(and(f.Filter, present(expr)))
	out := column{kind: Measure, atoms: []*atom{part, whole}, ratios: []ratio{{part, whole, restOf(v, whole.of, part.of)}}}
	if !isTruth {
		out.atoms = append(out.atoms, v.joinPins(and(f.Filter, present(expr)))...)
	}
	return out
}

// list is an aggregate that puts out values as they are.
func (v *env) list(f *sqltree.Func, expr sqltree.Expr, arg column) column {
	switch {
	case arg.kind == Value || arg.kind == Ident || givesEach(f):
		return column{kind: Ident}
	case givesOne(f) && arg.attributes != nil:
		return unproven(f.Name + " shows what belongs to one of the people")
	}
	return column{kind: Measure, atoms: []*atom{v.peopleWhere(and(f.Filter, present(expr)))}}
}

// aggregable says which further conditions have to hold for enough people where numbers are averaged or summed up, or why that can't be told.
func (v *env) aggregable(f *sqltree.Func) (pins []pin, why string) {
	if why := v.multiplied(); why != "" && kindOf(f.Name) != extreme {
		return nil, why
	}
	args := []sqltree.Expr{argument(f)}
	if isQuantile(f) && !v.a.mayAsk(f) {
		return nil, "a quantile is shown at a fixed part of the people, and at 9 of them in all: with many, they are everybody's values"
	} else if !isQuantile(f) && len(f.Args) > 1 {
		args = f.Args
	}
	ns := v.numbers(args)
	if ns == nil {
		return nil, notAggregable(f)
	}
	if kindOf(f.Name) != extreme && !v.a.mayAdd(ns) {
		return nil, "a number that is cut to whole years, months or the like in two ways is that of few people; one way is shown, or days"
	}
	v.a.noteSpread(f, ns)
	for _, n := range ns {
		pins = append(pins, n.pins...)
	}
	return pins, ""
}

func notAggregable(f *sqltree.Func) string {
	return "what " + strings.ToUpper(f.Name) + " is made of could pick few people's numbers; it is shown of a number as it is recorded, a difference of two, or such a number in other units"
}

// mostQuantiles is how many quantiles a statement asks for: with many, they are everybody's values.
const mostQuantiles = 9

func isQuantile(f *sqltree.Func) bool {
	name := strings.ToLower(f.Name)
	return name == "median" || strings.Contains(name, "quantile") || strings.Contains(name, "percentile")
}

// mayAsk reports whether the statement may ask for one quantile or list of them beside those that it asks for already.
func (a *analysis) mayAsk(f *sqltree.Func) bool {
	var parts []sqltree.Expr
	switch {
	case strings.EqualFold(f.Name, "median"):
		parts = []sqltree.Expr{&sqltree.Constant{Text: "0.5"}}
	case f.WithinGroup():
		parts = f.Args[:1]
	case len(f.Args) > 1:
		parts = f.Args[1:2]
	}
	if len(parts) == 0 {
		return false
	}
	if list, ok := parts[0].(*sqltree.Func); ok && list.Name == "list_value" {
		parts = list.Args
	}
	asked := maps.Clone(a.quantiles)
	for _, e := range parts {
		part, ok := literal(e)
		if !ok {
			return false
		}
		if asked == nil {
			asked = map[float64]bool{}
		}
		asked[part] = true
	}
	if len(asked) > mostQuantiles {
		return false
	}
	a.quantiles = asked
	return true
}

func isConstantList(e sqltree.Expr) bool {
	list, ok := e.(*sqltree.Func)
	if !ok || list.Name != "list_value" {
		return isConstant(e)
	}
	return len(list.Args) <= mostQuantiles && !slices.ContainsFunc(list.Args, func(e sqltree.Expr) bool { return !isConstant(e) })
}

// count is COUNT in one of its forms: of people, of their records, or of something else.
func (v *env) count(f *sqltree.Func, expr sqltree.Expr, arg column) column {
	_, isCase := expr.(*sqltree.Case)
	part := f.Filter != nil || isCase || arg.part
	condition := and(f.Filter, present(expr))
	if f.Name == "count_if" || f.Name == "countif" {
		return v.records(and(f.Filter, expr), true)
	}
	switch {
	case f.Name == "approx_count_distinct" || f.Distinct && (arg.kind == Key || arg.kind == Value):
		return column{kind: Measure, atoms: []*atom{v.peopleWhere(condition)}}
	case v.linked() && (f.Distinct && arg.person || v.onePerPerson()):
		own := sqltree.Clone(f)
		whom := v.whom(condition)
		whom.some = part && f.Filter == nil
		at := &atom{self: true, of: whom, one: v.personWhere(condition), people: func() (sqltree.Expr, error) { return sqltree.Clone(own), nil }}
		return v.counted(People, at, part)
	case f.Distinct:
		return v.counted(Records, v.peopleWhere(condition), part)
	}
	return v.records(condition, part)
}

// records is a number of records that meet a condition, nil for all.
func (v *env) records(condition sqltree.Expr, part bool) column {
	if why := v.multiplied(); why != "" {
		return unproven(why)
	}
	c := v.counted(Records, v.peopleWhere(condition), part)
	c.atoms = append(c.atoms, v.joinPins(condition)...)
	return c
}

func (v *env) counted(kind Kind, at *atom, part bool) column {
	return column{kind: kind, atoms: []*atom{at}, part: part}
}

// peopleWhere is the number of people whose records meet a condition, nil for all. Where a row is made of several people's records, it is
// the smallest of their numbers.
func (v *env) peopleWhere(condition sqltree.Expr) *atom {
	return &atom{of: v.whom(condition), one: v.personWhere(condition), people: func() (sqltree.Expr, error) {
		persons, err := v.personExprs()
		if err != nil {
			return nil, err
		}
		var counts []sqltree.Expr
		for _, person := range persons {
			var filter sqltree.Expr
			if condition != nil {
				filter = sqltree.Clone(condition)
			}
			counts = append(counts, &sqltree.Func{Name: "count", Distinct: true, Args: []sqltree.Expr{person}, Filter: filter})
		}
		if len(counts) == 1 {
			return counts[0], nil
		}
		return &sqltree.Func{Name: "least", Args: counts}, nil
	}}
}

// personWhere is one of the people whose records meet a condition, by the person's id.
func (v *env) personWhere(condition sqltree.Expr) *atom {
	return &atom{people: func() (sqltree.Expr, error) {
		persons, err := v.personExprs()
		if err != nil {
			return nil, err
		}
		f := &sqltree.Func{Name: "min", Args: persons[:1]}
		if condition != nil {
			f.Filter = sqltree.Clone(condition)
		}
		return f, nil
	}}
}

// peoplePinned is the number of people for whom a condition and a pin hold.
func (v *env) peoplePinned(condition sqltree.Expr, pin *atom) *atom {
	pinned := func(of func(sqltree.Expr) *atom) func() (sqltree.Expr, error) {
		return func() (sqltree.Expr, error) {
			e, err := pin.people()
			if err != nil {
				return nil, err
			}
			return of(and(condition, e)).people()
		}
	}
	return &atom{people: pinned(v.peopleWhere), one: &atom{people: pinned(v.personWhere)}}
}

// whom is the people of the SELECT whose records meet a condition, nil for all.
func (v *env) whom(condition sqltree.Expr) *population {
	p := &population{env: v, all: condition}
	for _, term := range sqltree.Conjuncts(condition) {
		if is, ok := term.(*sqltree.IsNull); ok && is.Not {
			if _, isColumn := is.Expr.(*sqltree.Column); isColumn {
				continue // a key that every row has
			}
		}
		p.where = append(p.where, term)
	}
	return p
}

// ofGroups is an aggregate over rows that are groups of people already. What is made of all of them is shown where one of them is large,
// as a total is; what depends on each of them only where each is.
func (v *env) ofGroups(f *sqltree.Func, arg, filter column) column {
	if why := v.selected(); why != "" {
		return unproven(why)
	}
	out := column{kind: Measure, own: arg.own}
	across, k := "min", kindOf(f.Name)
	switch {
	case k != counting && arg.kind == Ident: // somebody's, whatever is made of them
		return column{kind: Ident}
	case k == counting && len(arg.atoms)+len(filter.atoms) == 0 && !arg.kind.aggregated():
		return v.countOfGroups(f, argument(f), arg)
	case k == summing && arg.kind.counts() && v.isPlainCount(argument(f)) && len(filter.atoms) == 0:
		out.kind = Records
		for _, at := range arg.atoms { // nobody may be in several of the groups: the largest is a bound
			if across = "max"; v.rows == groupRows {
				across = "sum"
				out.atoms = append(out.atoms, v.atLeast(at, f.Filter))
			}
		}
	case k == extreme && arg.kind.counts() && len(filter.atoms) == 0:
		out.kind, across = Records, f.Name
	case k == summing && len(filter.atoms) == 0 && !v.isMeasure(argument(f)) && v.treatsAlike(argument(f)):
		for _, at := range arg.atoms {
			out.atoms = append(out.atoms, v.atLeast(at, f.Filter))
		}
		if len(out.atoms) > 0 {
			return out
		}
	case k == listing && len(f.Args) == 2 && givesOne(f) && arg.kind != Unproven:
		return v.ofChosenGroup(f)
	}
	if len(arg.atoms) == 0 && !arg.kind.aggregated() { // of the groups' keys
		out.atoms = v.everyGroup(f.Filter)
	}
	for _, at := range append(slices.Clone(arg.atoms), filter.atoms...) {
		if at.bound && across == "sum" {
			continue
		}
		w := v.wrapped(across, at, f.Filter)
		w.self = at.self && k == extreme && arg.kind == People && len(filter.atoms) == 0
		out.atoms = append(out.atoms, w)
	}
	if len(out.atoms) == 0 {
		return unproven("the people behind the rows that it is made of can't be counted")
	}
	return out
}

// atLeast is a number of people who are behind several groups for certain: those of the largest, or one of each, as far as they are not the same.
func (v *env) atLeast(at *atom, filter sqltree.Expr) *atom {
	return &atom{bound: true, one: v.wrappedOne(at, filter), people: func() (sqltree.Expr, error) {
		most, err := v.wrapped("max", at, filter).people()
		if err != nil || at.one == nil {
			return most, err
		}
		different, err := v.wrapped("count", at.one, filter).people()
		if err != nil {
			return most, nil
		}
		different.(*sqltree.Func).Distinct = true
		return &sqltree.Func{Name: "greatest", Args: []sqltree.Expr{most, different}}, nil
	}}
}

func (v *env) wrappedOne(at *atom, filter sqltree.Expr) *atom {
	if at.one == nil {
		return nil
	}
	return &atom{people: func() (sqltree.Expr, error) {
		e, err := at.one.people()
		if err != nil {
			return nil, err
		}
		f := &sqltree.Func{Name: "min", Args: []sqltree.Expr{e}}
		if filter != nil {
			f.Filter = sqltree.Clone(filter)
		}
		return f, nil
	}}
}

// treatsAlike reports whether an expression is made of numbers of each group in the same way for all, as rates are that are summed up with
// their weights, and holds nothing by which a group could be picked: no key, no condition, no other constant than powers of ten, and
// nothing that is large where a group is small.
func (v *env) treatsAlike(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column:
		c := v.resolve(x)
		return c.kind.aggregated() && c.kind != Unproven || c.number != nil && c.number.constant
	case *sqltree.Constant:
		switch f, ok := literal(x); f {
		case 0, 1, 10, 100, 1000, 10_000, 100_000, 365.25:
			return ok
		}
	case *sqltree.Cast:
		return isNumeric(x.Type) && v.treatsAlike(x.Expr)
	case *sqltree.Func:
		switch x.Name {
		case "/":
			if len(x.Args) != 2 || !v.isShare(x.Args[0], x.Args[1]) {
				return false
			}
		case "*":
			if v.areCounts(x.Args) {
				return false
			}
		case "+", "-", "ln", "nullif", "coalesce":
		default:
			return isAggregate(x.Name)
		}
		return !slices.ContainsFunc(x.Args, func(e sqltree.Expr) bool { return !v.treatsAlike(e) })
	}
	return false
}

// areCounts reports whether several numbers of people are multiplied by each other: a sum of squares tells of each of the parts.
func (v *env) areCounts(args []sqltree.Expr) bool {
	n := 0
	for _, e := range args {
		if c := v.expr(e); c.kind.counts() {
			n++
		}
	}
	return n > 1
}

// isMeasure reports whether an expression is an average, a share or the like, in its own units: summed up without a weight, that of few people
// counts as much as that of many.
func (v *env) isMeasure(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column:
		return v.resolve(x).kind == Measure
	case *sqltree.Cast:
		return v.isMeasure(x.Expr)
	}
	return false
}

// isShare reports whether something is divided by a constant, or by a number that was counted together with another one above.
func (v *env) isShare(above, below sqltree.Expr) bool {
	if f, ok := below.(*sqltree.Func); ok && f.Name == "nullif" {
		below = f.Args[0]
	}
	if isConstant(below) {
		return true
	}
	whole, ok := below.(*sqltree.Column)
	if !ok {
		return false
	}
	from, together := v.resolve(whole).from, false
	sqltree.Walk(above, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		together = together || ok && from != nil && c.Name() != whole.Name() && v.resolve(c).from == from
		return !together
	})
	return together
}

// ofChosenGroup is what a group has of which a number is the largest or the smallest: the people behind it are those of that group.
func (v *env) ofChosenGroup(f *sqltree.Func) column {
	out := column{kind: Measure}
	for _, src := range v.sources {
		if src.q == nil || src.q.rows != groupRows || src.q.group == nil {
			continue
		}
		at := v.through(src, src.q.group)
		out.atoms = append(out.atoms, &atom{people: func() (sqltree.Expr, error) {
			e, err := at.people()
			if err != nil {
				return nil, err
			}
			chosen := sqltree.Clone(f)
			chosen.Args[0] = e
			return chosen, nil
		}})
	}
	if len(out.atoms) == 0 {
		return unproven("the people behind the rows that it is made of can't be counted")
	}
	return out
}

// isPlainCount reports whether an expression is a column, or one in other units.
func (v *env) isPlainCount(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column, *sqltree.Subquery:
		return true
	case *sqltree.Cast:
		return isNumeric(x.Type) && v.isPlainCount(x.Expr)
	case *sqltree.Func:
		switch x.Name {
		case "coalesce":
			return len(x.Args) == 2 && v.isPlainCount(x.Args[0]) && isConstant(x.Args[1])
		case "*", "/":
			return len(x.Args) == 2 && (v.isPlainCount(x.Args[0]) && isConstant(x.Args[1]) || isConstant(x.Args[0]) && v.isPlainCount(x.Args[1]))
		}
		return isAggregate(x.Name)
	}
	return false
}

// everyGroup are the people behind the rows of FROM, the smallest number of them.
func (v *env) everyGroup(filter sqltree.Expr) []*atom {
	return v.groupAtoms("min", filter)
}

func (v *env) groupAtoms(across string, filter sqltree.Expr) []*atom {
	var out []*atom
	for _, src := range v.sources {
		if src.q != nil && src.q.rows == groupRows && src.q.group != nil {
			out = append(out, v.wrapped(across, v.through(src, src.q.group), filter))
		}
	}
	return out
}

// countOfGroups is a number of groups, such as of conditions that anybody had: it is shown where enough people are in one of them.
func (v *env) countOfGroups(f *sqltree.Func, expr sqltree.Expr, arg column) column {
	out := column{kind: Measure, atoms: v.groupAtoms("max", and(f.Filter, present(expr)))}
	if len(out.atoms) == 0 {
		return unproven("the people behind the groups that it counts can't be told")
	}
	return out
}

// wrapped is an atom of the rows that are read, aggregated.
func (v *env) wrapped(function string, at *atom, filter sqltree.Expr) *atom {
	return &atom{one: v.wrappedOne(at, filter), people: func() (sqltree.Expr, error) {
		e, err := at.people()
		if err != nil {
			return nil, err
		}
		f := &sqltree.Func{Name: function, Args: []sqltree.Expr{e}}
		if filter != nil {
			f.Filter = sqltree.Clone(filter)
		}
		if function == "min" { // nobody is not few
			f.Filter = and(f.Filter, &sqltree.Compare{Op: ">", Left: sqltree.Clone(e), Right: sqltree.NewInt(0)})
		}
		return f, nil
	}}
}
