package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func noObservationPeriod() Rule {
	return Rule{
		ID: "no-observation-period", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "Follow-up, a washout or an incidence is computed without observation_period, as if everyone had been observed all the time.",
		Instead: "Join observation_period, and count from its start and up to its end.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) / 1000.0 AS incidence FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`,
		Right:   `SELECT 1000.0 * COUNT(DISTINCT co.person_id) / NULLIF(COUNT(DISTINCT op.person_id), 0) AS incidence FROM observation_period AS op LEFT JOIN condition_occurrence AS co ON co.person_id = op.person_id AND co.condition_concept_id IN ([condition@asthma]) AND co.condition_start_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date`,
		check: func(p *pass) {
			clinical := slices.ContainsFunc(p.Bases, func(r *relation) bool { return isEvent(r.Table) })
			if !clinical || slices.ContainsFunc(p.Bases, func(r *relation) bool {
				return slices.Contains([]string{"observation_period", "payer_plan_period", "cohort"}, r.Table.Name)
			}) {
				return
			}
			for _, s := range p.Scopes {
				for _, item := range s.Tree.List {
					ofRecords := p.countsOf(item.Expr) || p.lastsRecords(item.Expr)
					if namesFollowUp(item.Alias) && !(namesPersonTime(item.Alias) && ofRecords) {
						p.report(item.Expr, "%s needs observation_period: who was not observed can't be counted",
							item.Alias)
						return
					}
				}
			}
			for _, name := range p.CTENames {
				if namesFollowUp(name) {
					p.report(p.Tree, "%s needs observation_period: who was not observed can't be counted", name)
					return
				}
			}
			p.washouts()
		},
	}
}

// namesFollowUp reports whether a name promises follow-up, a washout, person-time or incidence.
func namesFollowUp(name string) bool {
	w := words(name)
	pair := func(a string, b ...string) bool { return namesPair(w, a, b...) }
	return slices.Contains(w, "incidence") || slices.Contains(w, "washout") || pair("wash", "out") ||
		namesPersonTime(name) || pair("at", "risk") ||
		len(w) <= 3 && (pair("follow", "up") || slices.Contains(w, "followup")) &&
			(len(w) == 2 || pair("up", "time", "days", "years") || slices.Contains(w, "time"))
}

// namesPersonTime reports whether a name promises person-time.
func namesPersonTime(name string) bool {
	return namesPair(words(name), "person", "years", "time", "days", "months")
}

// namesPair reports whether one of the second words follows the first.
func namesPair(w []string, first string, second ...string) bool {
	i := slices.Index(w, first)
	return i >= 0 && i+1 < len(w) && slices.Contains(second, w[i+1])
}

// countsOf reports whether an expression counts something, or adds up counts, as the days on which people had a visit:
// no time is summed.
func (p *pass) countsOf(e sqltree.Expr) bool {
	f, ok := p.essence(e).(*sqltree.Func)
	if !ok {
		return false
	}
	adds := f.Name == "sum" && len(f.Args) == 1 && (p.flags(f.Args[0]) || p.countsOf(p.Follow(sqltree.Bare(f.Args[0]))))
	return f.Name == "count" || p.countsRows(f) || adds || p.largestRank(f, "dense_rank") != nil
}

// lastsRecords reports whether an expression is how long records lasted, from their start to their end: days of use,
// and no follow-up.
func (p *pass) lastsRecords(e sqltree.Expr) bool {
	var starts, ends []*relation
	sqltree.Inspect(e, func(x sqltree.Expr) {
		for _, o := range p.Origins(x) {
			if isStart(o) {
				starts = append(starts, o.Relation)
			} else if isEnd(o) {
				ends = append(ends, o.Relation)
			}
		}
	})
	return slices.ContainsFunc(starts, func(r *relation) bool { return slices.Contains(ends, r) })
}

// washouts reports NOT EXISTS over the same events in a window before: who was not
// observed then looks new.
func (p *pass) washouts() {
	for _, t := range p.tests {
		e, ok := t.expr.(*sqltree.Exists)
		if !ok || e.Not == t.not || p.Subs[e.Query] == nil || p.Subs[e.Query].Scope == nil {
			continue
		}
		inner := p.Subs[e.Query].Scope
		if len(inner.Relations) != 1 || inner.Relations[0].Table == nil {
			continue
		}
		rel := inner.Relations[0]
		for _, b := range p.bounds {
			w, ok := asWindow(b) // outer - inner <= days: not longer ago than that
			if !ok || b.test.scope != inner || p.Refs[w.second].Relation != rel || !p.betweenEvents(w) {
				continue
			}
			if all(p.Origins(w.first), func(o origin) bool { return o.Relation.Table == rel.Table }) {
				severity := p.severity()
				if p.saysDaysWithout() {
					severity = omop.SeverityInfo
				}
				p.reportAs(severity, e, "a washout needs observation_period: who was not observed before looks new")
				return
			}
		}
	}
}

// saysDaysWithout reports whether the question says itself in which days before there is to be none, and nothing of who
// is new or observed: it is of the records alone.
//
// Example: "aspirin dispensed in 2009 and none in the 180 days before that".
func (p *pass) saysDaysWithout() bool {
	if len(p.question.words) == 0 || p.wordsFor("observation") || p.wordsFor("new or at risk") || !p.wordsFor("absent") {
		return false
	}
	for i, w := range p.question.words {
		n, ok := asNumber(w)
		if !ok || n < 1 || i+1 == len(p.question.words) || daysIn[p.question.words[i+1]] == 0 {
			continue
		}
		near := p.question.words[max(0, i-12):min(len(p.question.words), i+8)]
		if slices.ContainsFunc(near, func(x string) bool { return isWordFor("before it", x) }) {
			return true
		}
	}
	return false
}
