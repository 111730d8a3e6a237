package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// traitConcepts are the concepts of the traits that a study question names by a word of its own.
var traitConcepts = map[string]string{
	"black": "8516", "white": "8527", "asian": "8515", "hispanic": "38003563", "not hispanic": "38003564",
}

// judgeTraits reports people of another sex, race or ethnicity than those of whom the question is.
func (p *pass) judgeTraits(q *study.Question) {
	for _, t := range traitsOf(q) {
		asked := t.Sex + t.Race + t.Ethnicity
		if t.Sex != "" && p.deniesSex() {
			continue
		}
		var other *selection
		for i, s := range p.selections {
			are, ok := p.areOthers(s, t)
			if ok && !are {
				return
			}
			if are && s.must {
				other = &p.selections[i]
			}
		}
		if other != nil {
			p.report(other.expr, "the question is of %s people, and these are others", asked)
			return
		}
	}
}

// areOthers reports whether a selection is of people without a trait; ok is false where it is of something else.
func (p *pass) areOthers(s selection, t *study.Trait) (others, ok bool) {
	if t.Sex != "" {
		of := p.chosenSex(s)
		gender := all(s.column, func(o origin) bool { return strings.HasPrefix(o.Column.Name, "gender_") })
		return of != "" && of != sex(t.Sex), of != "" || gender
	}
	column, want := "race_concept_id", traitConcepts[strings.ToLower(t.Race+t.Ethnicity)]
	if t.Ethnicity != "" {
		column = "ethnicity_concept_id"
	}
	if want == "" || !all(s.column, func(o origin) bool { return o.Column.Name == column }) {
		return false, false
	}
	known := func(c *sqltree.Constant) bool {
		for _, id := range traitConcepts {
			if c.Text == id && id != want {
				return true
			}
		}
		return false
	}
	mine := slices.ContainsFunc(s.constants, func(c *sqltree.Constant) bool { return !known(c) })
	return !mine && len(s.placeholders) == 0 && !s.exclude, true
}

// judgeStatistic reports a statement that computes no mean, no median or another percentile than the question asks for.
func (p *pass) judgeStatistic(q *study.Question) {
	ranks, middle := p.calls(rankings...), p.calls(middles...)
	switch m := q.Measure; {
	case m.Kind != study.Number || len(p.findings) > 0 || ranks:
	case m.Stat == study.Mean && !p.calls("avg", "mean", "/", "//", "favg", "sum"):
		p.report(p.main(), "the question asks for a mean, and none is computed")
	case m.Stat != study.Median && m.Stat != study.Quantile:
	case !middle:
		p.report(p.main(), "the question asks for a %s, and none is computed", m.Stat)
	case m.Stat == study.Quantile:
		if computed := p.percentiles(); len(computed) > 0 && slices.ContainsFunc(m.Percentiles(),
			func(x float64) bool { return !slices.Contains(computed, int(x*100+0.5)) }) {
			p.report(p.main(), "the question asks for another percentile than is computed")
		}
	}
}

// percentiles lists the percentiles that a statement computes, in percent.
func (p *pass) percentiles() []int {
	var out []int
	for _, f := range p.Calls {
		if f.Name == "median" {
			out = append(out, 50)
		}
		if !strings.Contains(f.Name, "quantile") && !strings.Contains(f.Name, "percentile") {
			continue
		}
		for _, a := range f.Args {
			if x, ok := number(a); ok && x > 0 && x < 1 {
				out = append(out, int(x*100+0.5))
			}
		}
	}
	return out
}

// judgeCompletedYears reports the number of turns of the year since birth where the question is of completed years. On
// the last day of a year both are the same.
func (p *pass) judgeCompletedYears() {
	if !p.asksCompletedYears() || p.wordsFor("end of a year") || p.comparesBirthdays() || p.asksWhoComesOfAge() {
		return
	}
	for _, f := range p.Calls {
		if !p.seesBirth(f) || strings.Contains(f.Name, "sub") {
			continue
		}
		years := f.Name == "-" && len(f.Args) == 2 &&
			(p.Within(f.Args[0], isYear) || isYearNumber(f.Args[0])) &&
			all(p.Origins(f.Args[1]), func(o origin) bool { return o.Column.Name == "year_of_birth" })
		if years || countsTurns(f) {
			const says = "this counts the turns of the year since birth, and the question is of completed years; write DATE_SUB"
			if p.sameByCompletedYears(f) {
				p.reportAs(omop.SeverityInfo, f, says)
				return
			}
			p.report(f, says)
			if countsTurns(f) && p.opt.BirthDates != nil && p.opt.BirthDates(p.ctx) {
				p.regardless = append(p.regardless, says)
			}
			return
		}
	}
}

// asksCompletedYears reports whether the question is of completed years: "who had completed 18 years", too.
func (p *pass) asksCompletedYears() bool {
	if p.wordsFor("completed years") {
		return true
	}
	w := p.question.words
	for i := 0; i+2 < len(w); i++ {
		if _, number := asNumber(w[i+1]); w[i] == "completed" && number && daysIn[w[i+2]] >= 365 {
			return p.wordsFor("speaks of age") && p.asks("age", "aged", "old", "older", "life")
		}
	}
	return false
}

// countsTurns reports whether a function counts the turns of the year between two dates.
func countsTurns(f *sqltree.Func) bool {
	if !isDateDiff(f) || strings.Contains(f.Name, "sub") {
		return false
	}
	unit, ok := f.Args[0].(*sqltree.Constant)
	return ok && strings.HasPrefix(strings.ToLower(unit.Text), "y")
}

// judgeAgeOnDay reports the number of turns of the year since a full date of birth where the question is how old people
// were on the day of something: who has the birthday later in the year is not that old yet.
func (p *pass) judgeAgeOnDay() {
	if !p.wordsFor("age on a day") || !p.wordsFor("speaks of age") || p.comparesBirthdays() ||
		p.asks("year of birth", "birth year", "calendar year", "calendar years", "turned", "turn") ||
		p.opt.BirthDates != nil && !p.opt.BirthDates(p.ctx) {
		return
	}
	born := func(e sqltree.Expr) bool {
		return p.Within(e, func(x sqltree.Expr) bool {
			return all(p.Origins(x), func(o origin) bool { return o.String() == "person.birth_datetime" })
		})
	}
	for _, f := range p.Calls {
		ofYears := f.Name == "-" && len(f.Args) == 2 && p.Within(f.Args[0], isYear) && p.Within(f.Args[1], isYear)
		if (countsTurns(f) || ofYears) && slices.ContainsFunc(f.Args, born) {
			const says = "this counts the turns of the year since birth, and the question is of the age on a day: " +
				"who has the birthday later in that year is a year younger; write DATE_SUB"
			if p.sameByCompletedYears(f) {
				p.reportAs(omop.SeverityInfo, f, says)
				return
			}
			p.report(f, says)
			p.regardless = append(p.regardless, says)
			return
		}
	}
}

// takesAgeOnDay reports whether the question is of the age on a day, or of completed years, and the statement takes it
// from full dates of birth: the question's own number, which is by the year of birth, may be another.
func (p *pass) takesAgeOnDay() bool {
	return p.wordsFor("speaks of age") && (p.wordsFor("age on a day") || p.wordsFor("completed years")) &&
		p.readsColumn("person.birth_datetime") && !p.readsColumn("person.year_of_birth") &&
		!slices.ContainsFunc(p.Calls, countsTurns) &&
		!slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
			return f.Name == "-" && len(f.Args) == 2 && p.Within(f.Args[0], isYear) && p.seesBirth(f.Args[1])
		})
}

// sameByCompletedYears reports whether completed years give the same number on the database.
func (p *pass) sameByCompletedYears(f *sqltree.Func) bool {
	at := f.Pos()
	if p.opt.Compare == nil || !countsTurns(f) || at < 0 || len(p.Tree.Text) < at+len(f.Name) ||
		!strings.EqualFold(p.Tree.Text[at:at+len(f.Name)], f.Name) {
		return false
	}
	c, err := p.opt.Compare(p.ctx, p.Tree.Text, p.Tree.Text[:at]+"date_sub"+p.Tree.Text[at+len(f.Name):])
	p.err = err
	return err == nil && c.Known && c.Same
}

// asksWhoComesOfAge reports whether the question is who has a birthday within some time, which the year of birth tells:
// "who turned 70 in 2009".
func (p *pass) asksWhoComesOfAge() bool {
	w := p.question.words
	for i := 0; i+2 < len(w); i++ {
		_, age := asNumber(w[i+1])
		behind := strings.Join(w[i+2:min(len(w), i+6)], " ") + " " // "turned 65 at some time in 2009"
		if age && isWordFor("comes of an age", w[i]) && slices.ContainsFunc(phrases()["within some time"],
			func(x string) bool { return strings.HasPrefix(behind, x+" ") }) {
			return true
		}
	}
	return p.asksBirthdaysOfYear() || p.asksYearOfBirthday()
}

// asksBirthdaysOfYear reports whether the question is whose birthday of an age falls in a calendar year: "had their
// 65th birthday in the course of 2009".
func (p *pass) asksBirthdaysOfYear() bool {
	w := p.question.words
	for i := 0; i+1 < len(w); i++ {
		if w[i] != "birthday" && w[i] != "birthdays" {
			continue
		}
		behind := strings.Join(w[i+1:], " ")
		for _, within := range phrases()["within a year"] {
			rest, ok := strings.CutPrefix(behind, within+" ")
			next, _, _ := strings.Cut(rest, " ")
			if n, number := asNumber(next); ok && number && namesYear(n) {
				return true
			}
		}
	}
	return false
}

// judgeAgeAt reports an age at the beginning of observation where the question names another event, as in "mean age at
// the first diagnosis".
func (p *pass) judgeAgeAt() {
	if !p.asks("age at", "age in completed years at", "age in years at", "how old") || p.wordsFor("observation") {
		return
	}
	for _, f := range p.Calls {
		if !p.seesBirth(f) || !isDateDiff(f) && f.Name != "-" && f.Name != "age" {
			continue
		}
		for _, a := range f.Args {
			if all(p.Origins(sqltree.Bare(a)), func(o origin) bool { return o.TableName() == "observation_period" && hasDate(o) }) {
				p.report(f, "this is the age at %s, of which the question says nothing", p.Origins(sqltree.Bare(a))[0].Column.Name)
				return
			}
		}
	}
}

// isYearNumber reports whether an expression is a calendar year that is written as a number.
func isYearNumber(e sqltree.Expr) bool {
	n, ok := number(e)
	return ok && namesYear(int(n))
}

// comparesBirthdays reports whether the month of birth is compared with that of a date.
func (p *pass) comparesBirthdays() bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		return ok && (t.clause == inLabel || t.clause == inValue || t.clause == inCount) && p.seesColumn(c, "month_of_birth")
	})
}

// judgeTogether reports events that have only the person in common where the question wants them at one visit, or one
// within the other.
func (p *pass) judgeTogether(mentions []mention) {
	wanted := slices.ContainsFunc(mentions, func(m mention) bool {
		return m.event.Where != nil && len(m.event.Where.Visit) > 0 ||
			m.relation != nil && (m.relation.Place == study.SameVisit || m.relation.Place == study.During)
	})
	if events := p.untiedEvents(); wanted && len(events) > 0 && len(p.findings) == 0 {
		p.reportUntied(events)
	}
}

func (p *pass) reportUntied(events []*relation) {
	p.report(p.main(), "the question wants both at the same time, and %s and %s have only the person in common; join by visit_occurrence_id, or by date",
		events[0].Table.Name, events[1].Table.Name)
}

// untiedEvents are the events of a statement where there are several that have only the person in common.
func (p *pass) untiedEvents() []*relation {
	var events []*relation
	for _, b := range p.Bases {
		if isEvent(b.Table) && !isPeriod(origin{Relation: b}) || b.Table.Name == "death" {
			events = append(events, b)
		}
	}
	tied := slices.ContainsFunc(p.deepBounds, func(b bound) bool {
		f, s := p.Origins(b.first), p.Origins(b.second)
		return len(f) > 0 && len(s) > 0 && f[0].Relation != s[0].Relation
	}) || slices.ContainsFunc(events, func(r *relation) bool {
		return r.Table.Name != "visit_occurrence" && p.Mentions(r, "visit_occurrence_id", "visit_detail_id")
	})
	if len(events) < 2 || tied || p.datesJoined() {
		return nil
	}
	return events
}

// judgeRecordedAtVisits reports visits and records that have only the person in common where the question is at how
// many visits something was recorded.
func (p *pass) judgeRecordedAtVisits() {
	w := p.question.words
	at := func(x string) bool { return slices.Contains([]string{"at", "in", "during"}, x) }
	if len(p.findings) > 0 || len(w) < 6 || !at(w[0]) || w[1] != "how" || w[2] != "many" ||
		!slices.ContainsFunc(w[3:6], func(x string) bool { return isWordFor("visits", x) }) {
		return
	}
	if events := p.untiedEvents(); slices.ContainsFunc(events,
		func(r *relation) bool { return r.Table.Name == "visit_occurrence" }) {
		p.reportUntied(events)
	}
}

// judgeYearOff reports the same calendar year taken for the year that follows or goes before.
func (p *pass) judgeYearOff(mentions []mention) {
	long := func(o *study.Offset) bool { d := days(o); return d > 300 || d < -300 }
	if len(p.findings) > 0 || !slices.ContainsFunc(mentions, func(m mention) bool {
		return m.relation != nil && m.relation.Place == study.Distance && (long(m.relation.From) || long(m.relation.To))
	}) || slices.ContainsFunc(p.bounds, func(b bound) bool { return b.fixed && (b.days > 300 || b.days < -300) }) {
		return
	}
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if ok && c.Op == "=" && t.clause.chooses() && p.Within(c.Left, isYear) && p.Within(c.Right, isYear) {
			p.report(c, "this is the same calendar year, and the question is of the time that follows; compare with + INTERVAL '1' YEAR")
			return
		}
	}
}

// judgeFollowUp reports a time of observation that is wanted on the other side of the index date than the question
// says.
func (p *pass) judgeFollowUp(q *study.Question) {
	for _, c := range append(deref(q.Outcome), q.Population.Criteria...) {
		o := c.Observed
		if o == nil || (o.Before > 0) == (o.After > 0) || len(p.findings) > 0 {
			continue
		}
		right, wrong := false, sqltree.Expr(nil)
		for _, b := range p.bounds {
			if b.op == "<" || b.op == "<=" {
				b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
			}
			from, to := all(p.Origins(b.second), isPeriod), all(p.Origins(b.first), isPeriod)
			if b.op[0] != '>' || !b.fixed || b.days < 30 || from == to { // first - second >= days
				continue
			}
			if from == (o.Before > 0) {
				right = true
			} else {
				wrong = b.test.expr
			}
		}
		if wrong != nil && !right {
			p.report(wrong, "the question wants observation on the other side of the event")
		}
	}
}
