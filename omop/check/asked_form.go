package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// judgeForm compares the form of the result with that which the question asks for: a count, a share, a statistic of
// something, one number or one for each group.
func (p *pass) judgeForm(q *study.Question, mentions []mention) {
	p.judgeKind(q)
	p.judgeQuantity(q)
	p.judgeAgeAtDeath(q)
	p.judgeExtraGroups(q)
	p.judgeHiddenGroups(q)
	p.judgeRankOfAll(q)
	p.judgeObserved(q)
	p.judgeTop(q)
	p.judgeNumberOfPick(mentions)
	p.judgeExtreme(q)
	p.judgeExtraTraits(q)
	p.judgeTablesRead(q, mentions)
	p.judgePeriodThere(q)
	p.judgePeriodEnds(q, mentions)
	p.judgeScale(q)
	p.judgeProducts(q)
	p.judgeGrain(q)
	p.judgeStatistic(q)
	p.judgeFollowUp(q)
	p.judgeYearOff(mentions)
	p.judgeTogether(mentions)
}

// judgeKind reports a number of another kind than is asked for.
func (p *pass) judgeKind(q *study.Question) {
	s := p.Result.Scope
	if s == nil || len(s.Tree.List) == 0 || len(p.findings) > 0 {
		return
	}
	var counts, divides, others bool
	for _, item := range s.Tree.List {
		switch p.formOf(item.Expr) {
		case aCount:
			counts = true
		case aQuotient:
			divides = true
		case aStatistic:
			others = true
		}
	}
	switch q.Measure.Kind {
	case study.Count:
		if !counts && (divides || others) && len(q.Strata) == 0 && !q.Measure.Change {
			p.report(p.main(), "the question asks how many there are, and nothing here is a count")
		}
	case study.Share:
		if counts && !divides && !others {
			p.report(p.main(), "the question asks for a share, and this is only counted")
		}
	case study.Number:
		if counts && !divides && !others && q.Measure.Stat != "" && len(s.Tree.List) == 1 &&
			q.Measure.Stat != study.Sum && p.readsRecordsOnly(q) {
			p.report(p.main(), "the question asks for the %s of something, and this is only counted", q.Measure.Stat)
		}
	}
}

// readsRecordsOnly reports whether the number asked for is none that a count is.
func (p *pass) readsRecordsOnly(q *study.Question) bool {
	return !slices.Contains([]study.Quantity{study.Occurrences, study.Distincts, study.Total, study.DaysCovered,
		study.ObservedDays},
		q.Measure.Quantity)
}

// form is what kind of number an expression is.
type form int

const (
	noNumber form = iota
	aCount
	aQuotient
	aStatistic
)

// formOf tells what kind of number an expression is.
func (p *pass) formOf(e sqltree.Expr) form {
	e = p.essence(e)
	if w, ok := e.(*sqltree.Window); ok {
		if isRank(w) {
			return noNumber
		}
		e = w.Func
	}
	if sub, ok := e.(*sqltree.Subquery); ok {
		if r := p.Subs[sub.Query]; r != nil && len(r.Columns) == 1 && r.Columns[0].Expr != nil {
			return p.formOf(r.Columns[0].Expr)
		}
		return aStatistic
	}
	f, ok := e.(*sqltree.Func)
	switch {
	case !ok:
		return noNumber
	case f.Name == "/" || f.Name == "//" || f.Name == "divide":
		return aQuotient
	case p.countsRows(f), p.largestRank(f, "dense_rank") != nil, strings.HasPrefix(f.Name, "count"),
		strings.HasPrefix(f.Name, "approx_count"):
		return aCount
	case f.Name == "+" || f.Name == "-":
		if slices.ContainsFunc(f.Args, func(a sqltree.Expr) bool { return p.formOf(a) == aQuotient }) {
			return aQuotient // 1 - part / whole
		}
		return aCount
	case f.Name == "sum":
		if len(f.Args) == 1 && p.sharesOfGroups(f.Args[0]) {
			return aQuotient
		}
		return aCount // of counts, or of ones
	case f.Name == "avg" || f.Name == "mean":
		if p.isFlag(f.Args[0]) {
			return aQuotient
		}
		return aStatistic
	}
	if !aggregates[f.Name] {
		return noNumber // of lists and maps, it can be a count
	}
	return aStatistic
}

// sharesOfGroups reports whether an expression is a number over another, as 100.0 * COUNT(x) / n is; 1.0 / n is a
// weight.
func (p *pass) sharesOfGroups(e sqltree.Expr) bool {
	f, ok := p.essence(e).(*sqltree.Func)
	return ok && f.Name == "/" && len(f.Args) == 2 && !isConstant(f.Args[0])
}

// judgeQuantity reports a statement that does not read that of which the question asks a number.
func (p *pass) judgeQuantity(q *study.Question) {
	needs := map[study.Quantity][]string{
		study.Value:      {"value_as_number", "value_source_value", "value_as_string"},
		study.DaysSupply: {"days_supply", "drug_exposure_end_date", "drug_era_end_date"},
		study.Amount:     {"quantity"},
		study.Refills:    {"refills"},
		study.AgeYears:   {"year_of_birth", "birth_datetime"},
		study.BirthYear:  {"year_of_birth", "birth_datetime"},
		study.Paid: {"total_paid", "paid_by_payer", "paid_by_patient", "paid_by_primary", "paid_patient_copay",
			"paid_patient_coinsurance", "paid_patient_deductible", "paid_ingredient_cost", "total_cost"},
		study.PaidByPatient: {"paid_by_patient", "paid_patient_copay", "paid_patient_coinsurance", "paid_patient_deductible"},
		study.PaidByPayer:   {"paid_by_payer", "paid_by_primary"},
		study.Charged:       {"total_charge"},
	}[q.Measure.Quantity]
	if q.Measure.Kind != study.Number && q.Measure.Kind != study.Distribution || len(needs) == 0 {
		return
	}
	if q.Measure.Quantity == study.Paid && !p.asks("patient", "patients", "pocket", "copay", "themselves") {
		needs = slices.DeleteFunc(needs, func(c string) bool { return strings.Contains(c, "patient") })
	}
	if q.Measure.Quantity == study.PaidByPatient && p.readsColumn("cost.total_paid") && p.readsColumn("cost.paid_by_payer") {
		return // the whole less the payer's part
	}
	if !slices.ContainsFunc(p.Bases, func(r *relation) bool { return p.Mentions(r, needs...) || p.readsAll(r) }) {
		p.report(p.main(), "the question asks for a number of %s, and nothing here reads %s",
			strings.ReplaceAll(string(q.Measure.Quantity), "_", " "), needs[0])
	}
}

// judgeAgeAtDeath reports ages at another event where the question's are those at death.
func (p *pass) judgeAgeAtDeath(q *study.Question) {
	atDeath := q.Measure.On == "death" || q.Population.Entry != nil && q.Population.Entry.Domain == study.Death
	if q.Measure.Quantity != study.AgeYears || !atDeath || len(p.findings) > 0 {
		return
	}
	read := slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return r.Table.Name == "death" && p.Mentions(r, "death_date", "death_datetime")
	})
	if !read {
		p.report(p.main(), "the question is of the age at death, and no date of death is read")
	}
}

// readsAll reports whether a SELECT * passes all columns of a table on.
func (p *pass) readsAll(r *relation) bool {
	return slices.ContainsFunc(r.Scope.Tree.List,
		func(i *sqltree.Item) bool { _, star := i.Expr.(*sqltree.Star); return star })
}

// judgeExtraGroups reports one number for each group where the question asks for one.
func (p *pass) judgeExtraGroups(q *study.Question) {
	s := p.Result.Scope
	if s == nil || len(q.Strata) > 0 || q.Top != nil || s.Tree.Limit != nil ||
		!slices.Contains([]study.Kind{study.Count, study.Share, study.Number, study.Rate}, q.Measure.Kind) ||
		p.asks("each", "every", "per patient", "per person", "list", "by", "per year", "per month", "distribution",
			"patients", "which") &&
			!p.asks("how many patients", "how many people", "what percentage", "what proportion", "what share",
				"average", "mean") {
		return
	}
	if p.asks("each", "every", "per patient", "per person", "list") {
		return
	}
	for _, e := range s.Tree.GroupBy.Exprs {
		e = numbered(e, s)
		// amounts of another unit are another number
		byUnit := q.Measure.Quantity == study.Value || q.Measure.Quantity.IsPaid()
		if isConstant(e) || byUnit || len(p.Origins(e)) == 0 && !p.seesBirth(e) {
			continue
		}
		p.report(e, "the question asks for one number, and this gives one in each group")
		return
	}
}

// judgeExtraTraits reports people of one sex only where the question is of all.
func (p *pass) judgeExtraTraits(q *study.Question) {
	asked := slices.ContainsFunc(traitsOf(q), func(t *study.Trait) bool { return t.Sex != "" }) ||
		sexIn(p.question.words) != "" ||
		slices.ContainsFunc(q.Strata,
			func(s study.Stratum) bool { return s.Kind == study.Sex || s.Kind == study.Groups }) ||
		q.Measure.Kind == study.Ratio || q.Measure.StandardSex
	if asked || p.asks("sex", "gender", "girls", "boys", "pregnant", "pregnancy", "mothers", "men", "women") {
		return
	}
	for i := range p.selections {
		sel := &p.selections[i]
		if of := p.chosenSex(*sel); of != "" && sel.must && !sel.exclude &&
			(sel.clause == inWhere || sel.clause == inOn) && p.demandedBy(sel.scope) {
			p.report(sel.expr, "the question is of people of either sex, and these are %s", of)
			return
		}
	}
}

// demandedBy reports whether a SELECT's rows are all that the statement is about, and not those of one part of it.
func (p *pass) demandedBy(s *scope) bool {
	return s == p.Result.Scope || s.Role == sqltree.RoleIn || len(p.Scopes) < 3
}

// standIns are further tables in which what a domain's table holds is recorded, too.
var standIns = map[study.Domain][]string{
	study.Condition:   {"observation", "cohort"},
	study.Procedure:   {"measurement", "observation", "device_exposure"},
	study.Measurement: {"observation", "procedure_occurrence"},
	study.Observation: {"condition_occurrence", "measurement", "procedure_occurrence"},
	study.Device:      {"procedure_occurrence"},
	study.Drug:        {"procedure_occurrence"},
	study.Visit:       {"cost"},
	study.Death:       {"visit_occurrence", "observation", "condition_occurrence", "person"},
	study.Observed:    {"visit_occurrence", "payer_plan_period", "observation"},
}

// judgeTablesRead reports events that the question speaks of, and whose table the statement does not read.
func (p *pass) judgeTablesRead(q *study.Question, mentions []mention) {
	if len(p.findings) > 0 {
		return
	}
	for _, s := range q.Strata {
		if s.Event != nil && s.Kind == study.Concept {
			mentions = append(mentions, mention{event: s.Event})
		}
	}
	for _, m := range mentions {
		tables := slices.Concat(tablesOf[m.event.Domain], standIns[m.event.Domain])
		if q.Measure.Quantity.IsPaid() {
			tables = append(tables, "cost") // it says of which domain its amounts are
		}
		if m.event.Domain == study.Visit && len(m.event.Concepts) == 0 {
			tables = append(tables, p.tablesWithVisits()...)
		}
		if len(tables) == 0 || p.takesPeriods([]mention{m}) || len(m.event.Or)+len(m.event.AnyOf) > 0 || m.alternative {
			continue
		}
		if !slices.ContainsFunc(p.Bases, func(r *relation) bool { return slices.Contains(tables, r.Table.Name) }) {
			p.report(p.main(), "the question is of %s, and %s is not read", m.name(), tables[0])
			return
		}
	}
}

// judgePeriodThere reports a question of some time whose statement looks at all, and the other way round.
func (p *pass) judgePeriodThere(q *study.Question) {
	if len(p.findings) > 0 ||
		slices.ContainsFunc(p.question.words,
			func(w string) bool { return w == "today" || w == "current" || w == "now" }) {
		return
	}
	asked := p.asksPeriod(q)
	held := p.holdsPeriod()
	switch {
	case asked && held == nil && !p.writesYear() && !p.seesToday() &&
		!slices.ContainsFunc(p.thresholds(), func(h threshold) bool { return h.of == ofYears }):
		p.report(p.main(), "the question is of a time, and nothing here chooses by a date")
	case !asked && held != nil && len(q.Strata) == 0 &&
		!slices.ContainsFunc(p.question.words, func(w string) bool { n, ok := asNumber(w); return ok && namesYear(n) }):
		p.report(held, "the question is of all time, and this chooses by a date")
	}
}

// asksPeriod reports whether the question names calendar time.
func (p *pass) asksPeriod(q *study.Question) bool {
	if q.Period != nil {
		return true
	}
	return slices.ContainsFunc(mentionsOf(q), func(m mention) bool {
		return m.event.During != nil || m.event.Touching != nil ||
			m.event.Where != nil && (m.event.Where.Start != nil || m.event.Where.Finish != nil)
	})
}

// holdsPeriod returns a condition that compares an event's date with a literal date or year.
func (p *pass) holdsPeriod() sqltree.Expr {
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || t.clause == inLabel || t.clause == inValue {
			continue
		}
		for _, w := range with {
			if _, ok := p.yearOf(what, w); ok &&
				all(p.Origins(sqltree.Bare(what)), func(o origin) bool { return isEvent(o.Relation.Table) }) {
				return t.expr
			}
		}
	}
	return nil
}

// writesYear reports whether a year or a date is written anywhere.
func (p *pass) writesYear() bool {
	for n := range p.numbers() {
		if namesYear(n) {
			return true
		}
	}
	return false
}

// seesToday reports whether the statement asks what day it is, or makes dates of numbers, or reads them from a table of
// its own.
func (p *pass) seesToday() bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return slices.Contains([]string{"current_date", "today", "now", "make_date", "date_from_parts", "datefromparts",
			"generate_series", "range", "strftime", "to_char", "substr", "substring", "left", "format"}, f.Name)
	}) || slices.ContainsFunc(p.Scopes, func(s *scope) bool {
		return slices.ContainsFunc(s.Relations, func(r *relation) bool {
			return r.Table == nil && (r.Inner == nil || len(r.Inner.Columns) > 0 && r.Inner.Columns[0].Expr == nil)
		})
	})
}

// judgePeriodEnds reports a period that begins or ends in another year than the question's.
func (p *pass) judgePeriodEnds(q *study.Question, mentions []mention) {
	want := q.Period
	for _, m := range mentions {
		switch {
		case m.event.During == nil:
		case want != nil && *want != *m.event.During || m.missing:
			return
		default:
			want = m.event.During
		}
	}
	if want == nil || len(p.findings) > 0 {
		return
	}
	var low, high *limit
	for _, t := range p.tests {
		for _, l := range p.limits(t) {
			switch {
			case t.not || !t.must || t.clause != inWhere && t.clause != inOn ||
				!isEvent(l.at.rel.Table) && (l.at.rel.Table == nil || l.at.rel.Table.Name != "death") ||
				isPeriod(origin{Relation: l.at.rel}):
				return
			case l.op[0] == '>' && low == nil:
				low = &l
			case l.op[0] == '<' && l.op != "<>" && high == nil:
				high = &l
			default:
				return
			}
		}
	}
	if low == nil || high == nil {
		return
	}
	day := high.day
	if high.op == "<" {
		day = day.AddDate(0, 0, -1)
	}
	year := func(iso string) int { n, _ := strconv.Atoi(iso[:min(4, len(iso))]); return n }
	if want.To != "" && year(want.To) != day.Year() && year(want.To) != high.day.Year() {
		p.report(high.test.expr, "the question's time ends in %d, and this in %d", year(want.To), day.Year())
	} else if want.From != "" && year(want.From) != low.day.Year() {
		p.report(low.test.expr, "the question's time begins in %d, and this in %d", year(want.From), low.day.Year())
	}
}

// tablesWithVisits lists the tables whose visit_occurrence_id the statement reads: visits can be counted by them.
func (p *pass) tablesWithVisits() []string {
	var out []string
	for _, r := range p.Bases {
		if p.Mentions(r, "visit_occurrence_id") {
			out = append(out, r.Table.Name)
		}
	}
	return out
}
