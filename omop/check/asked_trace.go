package check

import (
	_ "embed" // the table of words
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// Limit is a number, a time, a trait of people or a kind of groups that the words of a question name, whether or not
// the question can be read as a whole.
//
// Example: "women over 65" are two: {"sex", "=", ["F"]} and {"age", ">", ["65"]}.
type Limit struct {
	// sex, race, ethnicity, state, age, birthyear, year, date, duration, number, top or group
	Kind string
	Op   string // =, <, <=, >, >= or between; empty where the kind has none
	// numbers in digits, "F" or "M", words in lower case
	Values []string
	Unit   string // of a duration: day, week, month or year; of a number: that of its measurement
}

// The kinds of limits whose values are numbers.
const (
	limitAge       = "age"
	limitBirthYear = "birthyear"
	limitYear      = "year"
	limitDuration  = "duration"
	limitNumber    = "number"
	limitTop       = "top"
	limitGroup     = "group"
)

// judgeTraces reports what the question's words name and of which the statement has no trace: a number, a year, a time,
// a trait of people, a kind of groups. It needs nobody to have understood the question as a whole.
//
// Example: of "at least 3 visits", HAVING COUNT(*) >= 5 has no trace of the 3.
func (p *pass) judgeTraces() {
	if len(p.findings) > 0 || len(p.Lost) > 0 || p.readsOwnTables() {
		return
	}
	held := p.held()
	for _, l := range p.meaning.Limits {
		switch l.Kind {
		case limitAge, limitBirthYear, limitYear, limitDuration, limitNumber, limitTop:
			p.judgeTraceOf(l, held)
		case limitGroup:
			p.judgeGroupTrace(l)
		}
		p.judgeColumnOf(l)
		p.judgeRaces(l)
		p.judgeSexOf(l)
		if len(p.findings) > 0 {
			return
		}
	}
	p.judgeNamedDays(held)
	p.judgeDayNamed(held)
	p.judgeUnitChosen(held)
	p.judgeWordColumns()
	p.judgeSides()
	p.judgeOrderWords()
	p.judgeWords()
}

// saidAsIgnored reports whether the question says that something makes no difference: "deaths not considered".
func (p *pass) saidAsIgnored(word string) bool {
	return slices.ContainsFunc(phrases()["makes no difference"], func(x string) bool { return p.asks(word + " " + x) })
}

// judgeNamedDays reports a time that stands in the name of what is asked, and of which there is no trace: "30-day
// mortality".
func (p *pass) judgeNamedDays(held heldNumbers) {
	w := p.question.words
	for i := 0; i+2 < len(w) && len(p.findings) == 0; i++ {
		n, number := asNumber(w[i])
		named := number && n > 1 && daysIn[w[i+1]] > 0 && isWordFor("within a time", w[i+2])
		if named && !p.writesInterval() && !held.writes(float64(n*daysIn[w[i+1]])) && !held.all[float64(n)] {
			p.report(p.main(), "the question names %d %s, and it does not stand here", n, w[i+1])
		}
	}
}

// standsIn reports whether a node of a type stands anywhere in a tree.
func standsIn[T sqltree.Node](tree sqltree.Node) bool {
	found := false
	sqltree.Walk(tree, func(n sqltree.Node) bool {
		_, is := n.(T)
		found = found || is
		return !found
	})
	return found
}

// writesInterval reports whether a length of time is written with its unit.
func (p *pass) writesInterval() bool { return standsIn[*sqltree.Interval](p.Tree) }

// readsOwnTables reports whether rows come from elsewhere than the CDM: what is asked can have been chosen there.
func (p *pass) readsOwnTables() bool {
	return len(p.Others) > 0 || slices.ContainsFunc(p.Bases, func(r *relation) bool { return r.Table.Name == "cohort" })
}

// columnsOf are the columns of which one is read wherever people are told apart by a trait.
var columnsOf = map[string][]string{
	"sex":          {"gender_concept_id", "gender_source_value", "gender_source_concept_id"},
	"race":         {"race_concept_id", "race_source_value", "race_source_concept_id"},
	"ethnicity":    {"ethnicity_concept_id", "ethnicity_source_value", "ethnicity_source_concept_id"},
	"state":        {"state", "zip", "county", "city", "location_source_value", "address_1"},
	limitAge:       {"year_of_birth", "birth_datetime", "month_of_birth"},
	limitBirthYear: {"year_of_birth", "birth_datetime", "month_of_birth"},
	"birth year":   {"year_of_birth", "birth_datetime"},
	"birth decade": {"year_of_birth", "birth_datetime"},
}

// wordColumn is what is read wherever one of some words stands in a question.
type wordColumn struct{ words, reads []string }

// wordColumnList is the table of them.
//
//go:embed asked_columns.tsv
var wordColumnList string

var wordColumns = sync.OnceValue(func() []wordColumn {
	var out []wordColumn
	for line := range strings.Lines(wordColumnList) {
		said, reads, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if ok && !strings.HasPrefix(line, "#") {
			out = append(out, wordColumn{strings.Split(said, ", "), strings.Split(reads, ", ")})
		}

	}
	return out
})

// judgeWordColumns reports a word of the question for which a column stands that nothing reads.
func (p *pass) judgeWordColumns() {
	for _, w := range wordColumns() {
		at := slices.IndexFunc(w.words, p.saysPlainly)
		if at < 0 || p.saidAsIncluded(w.words[at]) || p.saidAsIgnored(w.words[at]) ||
			slices.ContainsFunc(w.reads, p.readsColumn) ||
			slices.ContainsFunc(p.meaning.Named,
				func(e study.Event) bool {
					return slices.Contains(words(e.Name()), w.words[at])
				}) {
			continue
		}
		p.report(p.main(), "the question says %q, and nothing here reads %s", w.words[at], strings.TrimPrefix(w.reads[0], "*."))
		return
	}
}

// readsColumn reports whether a table, a column of it, or a column of any table (*.column) is read; "(window)" is a
// function that looks along the records of a person, "(twice)" are two relations of one table, "(least)" is a choice of
// the smaller of two numbers, "(rest)" a cost less what the payer paid.
func (p *pass) readsColumn(name string) bool {
	switch name {
	case "(window)":
		return p.looksAlong()
	case "(least)":
		return p.calls("least", "min", "if", "iif") || p.cases()
	case "(twice)":
		return p.readsSoOften(2)
	case "(rest)":
		return p.readsColumn("cost.total_paid") && p.readsColumn("cost.paid_by_payer")
	}
	table, column, ok := strings.Cut(name, ".")
	return slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return (table == "*" || r.Table.Name == table) && (!ok || p.Mentions(r, column) || p.readsAll(r))
	})
}

// cases reports whether there is a CASE anywhere.
func (p *pass) cases() bool { return standsIn[*sqltree.Case](p.Tree) }

// judgeColumnOf reports a trait that the question names, or by which it groups, and whose columns are not read.
func (p *pass) judgeColumnOf(l Limit) {
	what := l.Kind
	if what == limitGroup && len(l.Values) > 0 {
		what, _, _ = strings.Cut(l.Values[0], ",")
	}
	columns := columnsOf[what]
	reads := func(r *relation) bool { return p.Mentions(r, columns...) || p.readsAll(r) }
	if len(columns) == 0 || slices.ContainsFunc(p.Bases, reads) ||
		l.Kind == limitAge && !p.asks(ageWords...) && p.limitsValue(l) ||
		l.Kind != limitGroup && p.asksEachTrait(what) {
		return
	}
	p.report(p.main(), "the question names %s, and nothing here reads %s",
		map[bool]string{true: "groups by " + what, false: "people by their " + what}[l.Kind == limitGroup], columns[0])
}

// ageWords are the words by which a number is surely an age.
var ageWords = []string{"age", "aged", "ages", "old", "older", "younger", "years", "year olds", "birthday"}

// limitsValue reports whether a value is compared with a number: of people "at 30 or above" it need not be the age.
func (p *pass) limitsValue(l Limit) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok {
			return false
		}
		for _, side := range []sqltree.Expr{c.Left, c.Right} {
			if k, ok := sqltree.Bare(side).(*sqltree.Constant); ok && slices.Contains(l.Values, strings.TrimSuffix(k.Text, ".0")) {
				return !p.seesBirth(t.expr)
			}
		}
		return false
	})
}

// judgeSexOf reports people who are all of the other sex than the one that the question names.
func (p *pass) judgeSexOf(l Limit) {
	if l.Kind != "sex" || p.deniesSex() || len(l.Values) != 1 || l.Values[0] == "" || len(p.findings) > 0 {
		return
	}
	both := func(o Limit) bool { return o.Kind == "sex" && !slices.Equal(o.Values, l.Values) }
	if slices.ContainsFunc(p.meaning.Limits, both) {
		return
	}
	var other sqltree.Expr
	for _, s := range p.selections {
		switch of := p.chosenSex(s); {
		case of == "":
		case strings.EqualFold(string(of[:1]), l.Values[0]):
			return
		case s.must:
			other = s.expr
		}
	}
	if other != nil {
		p.report(other, "the question is of people of the other sex")
	}
}

// judgeRaces reports people who are chosen by their race, and not by one that the question names.
func (p *pass) judgeRaces(l Limit) {
	column := map[string]string{"race": "race_concept_id", "ethnicity": "ethnicity_concept_id"}[l.Kind]
	if column == "" || len(l.Values) == 0 || traitConcepts[l.Values[0]] == "" {
		return
	}
	var other sqltree.Expr
	for _, s := range p.selections {
		switch {
		case !all(s.column, func(o origin) bool { return o.Column.Name == column }):
		case s.exclude || len(s.placeholders) > 0 || slices.ContainsFunc(s.constants,
			func(c *sqltree.Constant) bool { return c.Text == traitConcepts[l.Values[0]] }):
			return
		default:
			other = s.expr
		}
	}
	if other != nil {
		p.report(other, "the question is of %s people, and they are not among these", l.Values[0])
	}
}

// grains are the parts of a date by which groups are made, coarse ones first.
var grains = []string{"year", "quarter", "month", "week", "day"}

// judgeGroupTrace reports one number where the question names groups, and groups of another part of the date.
func (p *pass) judgeGroupTrace(l Limit) {
	s := p.Result.Scope
	if len(l.Values) == 0 || s == nil || p.countsAgesByYear() || p.wantsEachOfYears() ||
		p.sumsUpGroups() || p.dividesByConstant() {
		return
	}
	one := p.singleRow(s) && len(s.Tree.List) == 1 && !p.isExtreme(s.Tree.List[0].Expr)
	if one && len(p.Sets) == 0 && formsNumber(p.formOf(s.Tree.List[0].Expr)) {
		p.report(p.main(), "the question asks for a number in each group, by %s, and this gives one of all; write GROUP BY",
			l.Values[0])
		return
	}
	asked := strings.TrimPrefix(l.Values[0], "calendar ")
	if !slices.Contains(grains, asked) {
		return
	}
	var other sqltree.Expr
	for _, s := range p.Scopes {
		for _, e := range s.Tree.GroupBy.Exprs {
			by := p.Follow(numbered(e, s))
			i := slices.IndexFunc(grains, func(g string) bool { return isPartOfDate(by, g) })
			switch {
			case i >= 0 && grains[i] != asked:
				other = e
			case i >= 0 || p.Within(by, func(x sqltree.Expr) bool { return all(p.Origins(x), hasDate) }):
				return
			}
		}
	}
	if other != nil {
		p.report(other, "the question's groups are by %s, and these are not", asked)
	}
}

// wantsEachOfYears reports whether "each" is of years that the question lists, and can be meant of each person: "at
// least once in each of 2008 and 2009", "how many people had one in each of the years 2008, 2009 and 2010".
func (p *pass) wantsEachOfYears() bool {
	w := p.question.words
	once := p.asks("at least once", "at least one")
	for i := 0; i+2 < len(w); i++ {
		if !slices.Contains([]string{"each", "every", "one", "all"}, w[i]) || w[i+1] != "of" {
			continue
		}
		at := i + 2
		for at+1 < len(w) && slices.Contains(beforeYears, w[at]) {
			at++
		}
		n, ok := asNumber(w[at])
		if ok && namesYear(n) && (once || p.countsPeopleByQuestion() && p.yearsNamed() > 1) {
			return true
		}
	}
	return false
}

// beforeYears are the words that stand between "each of" and the years that it is said of.
var beforeYears = []string{"the", "calendar", "years", "two", "three", "four", "2", "3", "4"}

// isExtreme reports whether an expression is the largest or smallest of groups: "the highest share of any group".
func (p *pass) isExtreme(e sqltree.Expr) bool {
	f, ok := p.essence(e).(*sqltree.Func)
	return ok && (f.Name == "max" || f.Name == "min")
}

// countsAgesByYear reports whether "by year" says how ages are counted, as in "aged 65 to 69 by calendar year".
func (p *pass) countsAgesByYear() bool {
	return p.asks("by calendar year", "by calendar years", "by year of birth", "by birth year") && p.namesTrait(limitAge)
}

func formsNumber(f form) bool { return f != noNumber }
