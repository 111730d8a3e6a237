package privacy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// aggregate is the value of an aggregate.
func (v *env) aggregate(f *sqltree.Func) column {
	if count := v.asCount(f); count != nil {
		return severalTimes(v.aggregate(count))
	}
	if v.givesTotal(f) {
		return v.expr(argument(f))
	}
	inside := v.inside
	v.inside = true
	arg := v.expr(argument(f))
	for _, other := range f.Args[min(1, len(f.Args)):] {
		c := v.expr(other)
		arg.headcounts = append(arg.headcounts[:len(arg.headcounts):len(arg.headcounts)], c.headcounts...)
		if c.kind > arg.kind && kindOf(f.Name) == listing || c.kind == Unproven {
			arg.kind, arg.why = c.kind, c.why
		}
	}
	filter := v.condition(f.Filter)
	v.inside = inside
	out := v.aggregated(f, arg, filter)
	out.from, out.numbers = v.sel, v.numbersOf(f, out)
	v.addPrints(f, arg, out)
	out.tells = arg.tells || out.kind.aggregated() && kindOf(f.Name) != extreme
	return out
}

func (v *env) aggregated(f *sqltree.Func, arg, filter column) column {
	switch {
	case filter.kind == Unproven:
		return filter
	case arg.kind == Unproven:
		return arg
	case f.Distinct && (kindOf(f.Name) == summing || kindOf(f.Name) == averaging) && v.rows != plainRows:
		return unproven(f.Name + "(DISTINCT …) tells what few people have whom nobody is like; without DISTINCT it is shown")
	case kindOf(f.Name) == opaque && v.rows != plainRows:
		return unproven("how much one person weighs in " + f.Name +
			" can't be told; AVG, SUM, STDDEV and quantiles are shown")
	case v.rows == personRows && v.countsNobody(f):
		return unproven(ofNobody)
	case v.rows == personRows:
		return v.ofPersonsAndGroups(f, arg, filter)
	case len(arg.headcounts) > 0 || len(filter.headcounts) > 0 || arg.kind.aggregated() || v.rows == groupRows:
		return v.ofGroups(f, arg, filter)
	}
	return column{kind: arg.kind, attributes: arg.attributes}
}

// ofPersonsAndGroups is an aggregate over rows of people, in which numbers of groups of people may stand, such as that
// of all.
func (v *env) ofPersonsAndGroups(f *sqltree.Func, arg, filter column) column {
	others := append(slices.Clone(arg.headcounts), filter.headcounts...)
	if arg.kind.aggregated() && arg.attributes == nil && kindOf(f.Name) != counting {
		out := v.ofGroups(f, arg, filter)
		if out.kind.aggregated() {
			out.headcounts = append(out.headcounts, v.peopleWhere(and(f.Filter, present(argument(f)))))
		}
		return out
	}
	if arg.kind.aggregated() {
		arg.kind = Value
	}
	out := v.ofPersons(f, arg)
	for _, at := range others {
		out.headcounts = append(out.headcounts, v.wrapped("min", at, nil).bounding())
	}
	return out
}

// ofPersons is an aggregate over rows of people.
func (v *env) ofPersons(f *sqltree.Func, arg column) column {
	expr, k := argument(f), kindOf(f.Name)
	if !v.single {
		if why := v.selected(); why != "" {
			return unproven(why)
		}
		v.noteAggregate(f, arg)
		if v.tellsByConstants(f) {
			return unproven(spreadOfFew)
		}
	}
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
	var score *number
	adds := sqltree.Expr(nil) // who adds nothing is not among the people behind a sum
	isMode := strings.EqualFold(f.Name, "mode")
	switch {
	case arg.kind == Key && arg.attributes == nil && (kindOf(f.Name) == extreme || isMode): // of the vocabulary
	case isMode && arg.kind == Key && v.recordedForm(expr) != "":
	case isMode:
		return unproven("MODE is shown of what many people share, as it is recorded")
	default:
		var why string
		if pins, score, why = v.aggregable(f); why != "" {
			return unproven(why)
		}
		for _, other := range f.Args[min(1, len(f.Args)):] {
			conditions = append(conditions, present(other))
		}
	}
	if kindOf(f.Name) == summing {
		adds, out.sum = sign(expr, "<>"), true
	}
	condition := and(conditions...)
	var within []*headcount
	for _, p := range pins {
		switch {
		case p.isWhole:
		case p.isLeft && kindOf(f.Name) != extreme:
			within = append(within, v.ofWhatIsLeft(condition, p))
		case p.isLeft:
		case !p.isValue:
			within = append(within, v.peoplePinned(condition, p.at))
		case kindOf(f.Name) != extreme:
			within = append(within, v.fewestAlike(condition, p))
		}
	}
	if score != nil {
		within = append(within, v.ofScore(and(condition, adds), score)...)
	}
	if v.a.closed {
		within = append(within, v.ofParts(f, condition, pins)...)
		within = append(within, v.ofSumsBeside(f, condition)...)
		within = append(within, v.ofFewKinds(f, condition)...)
		if at := v.coarsen(f, condition); at != nil {
			within = append(within, at)
		}
	}
	each, why := v.eachWay(f, condition)
	if why != "" {
		return unproven(why)
	}
	within = append(within, each...)
	for _, at := range within {
		at.within = true
	}
	out.headcounts = append([]*headcount{v.peopleWhere(and(condition, adds))}, within...)
	if kindOf(f.Name) != extreme {
		out.headcounts = append(out.headcounts, v.joinPins(condition)...)
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
	out := column{kind: Measure, headcounts: []*headcount{part, whole},
		ratios: []ratio{{part, whole, restOf(v, whole.of, part.of)}}}
	if !isTruth {
		out.headcounts = append(out.headcounts, v.joinPins(and(f.Filter, present(expr)))...)
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
	return column{kind: Measure, headcounts: []*headcount{v.peopleWhere(and(f.Filter, present(expr)))}}
}

// aggregable says which further conditions have to hold for enough people where numbers are averaged or summed up, and
// for those of a score, or why that can't be told.
func (v *env) aggregable(f *sqltree.Func) (pins []pin, score *number, why string) {
	if why := v.multiplied(); why != "" && kindOf(f.Name) != extreme {
		return nil, nil, why
	}
	args := []sqltree.Expr{argument(f)}
	if isQuantile(f) && !v.a.mayAsk(f) {
		return nil, nil, manyQuantiles
	} else if !isQuantile(f) && len(f.Args) > 1 {
		args = f.Args
	}
	ns := v.numbers(args)
	sharesColumn := func(c string) bool { return slices.Contains(ns[0].columns, c) }
	if ns == nil || v.a.closed && slices.ContainsFunc(ns, (*number).multipliesCounts) ||
		len(ns) > 1 && slices.ContainsFunc(ns[1].columns, sharesColumn) {
		return nil, nil, notAggregable(f)
	}
	if kindOf(f.Name) != extreme && (!v.a.mayAdd(ns) || !v.mayCut(f) || !v.mayStandBeside(f)) {
		return nil, nil, cutTwice
	}
	if (kindOf(f.Name) == extreme || isQuantile(f)) && (!ns[0].isOne() || v.a.closed && !v.isOneValue(args[0])) {
		return nil, nil, fmt.Sprintf(ofSeveralValues, strings.ToUpper(f.Name))
	}
	if v.a.closed && kindOf(f.Name) != extreme && slices.ContainsFunc(args, v.countsAgain) {
		return nil, nil, addedAgain
	}
	for i, n := range ns { // of a list that was joined: there are as many as people meet
		if n.common && !n.constant && v.readsKnown(args[i]) {
			varies := *n
			varies.common = false
			ns[i] = &varies
		}
	}
	if v.a.closed && kindOf(f.Name) != extreme && slices.ContainsFunc(ns, (*number).isOfConstants) {
		return nil, nil, ofConstants
	}
	if v.a.closed && kindOf(f.Name) != extreme && !isQuantile(f) && ns[0].shifted && v.isCountOfPerson(args[0]) {
		return nil, nil, ofShiftedCounts
	}
	v.noteSpread(f, ns)
	v.noteStatistics(f, ns)
	if len(ns) == 1 && ns[0].score != nil {
		score = ns[0]
	} else {
		for _, n := range ns {
			pins = append(pins, aboutAll(n.pins, v.about(n))...)
		}
	}
	pins = withoutManyValues(pins)
	if len(ns) == 1 && !isQuantile(f) && kindOf(f.Name) != extreme {
		pins = append(pins, aboutAll(ns[0].wholePins(args[0]), v.about(ns[0]))...)
	}
	return pins, score, ""
}

const cutTwice = "numbers that are cut to whole years, months or the like in two ways, or of two dates, tell by their difference of few people; one is shown, or days"

const ofShiftedCounts = "of a number of each person's records to which a constant is added, as SUM(n + 1), everybody has one, and who has no records can't be told from the others; it is shown of the number itself"

const manyQuantiles = "a quantile is shown at a twentieth of the people, such as 0.05, at a third (0.3333), or at 0.01, 0.02, 0.025 and their counterparts, and at 9 of them in all: at others, or at many, it tells of single people's values"

func notAggregable(f *sqltree.Func) string {
	return "what " + strings.ToUpper(f.Name) +
		" is made of could pick few people's numbers; it is shown of a number as it is recorded, a difference of two, or such a number in other units"
}
