package check

import (
	_ "embed" // the table of words
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

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
	p.judgeWordColumns()
	p.judgeSides()
	p.judgeOrderWords()
	p.judgeWords()
}

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
		at := slices.IndexFunc(w.words, func(s string) bool { return p.asks(s) })
		if at < 0 || slices.ContainsFunc(w.reads, p.readsColumn) || slices.ContainsFunc(p.meaning.Named,
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
// function that looks along the records of a person, "(twice)" are two relations of one table.
func (p *pass) readsColumn(name string) bool {
	switch name {
	case "(window)":
		return p.looksAlong()
	case "(twice)":
		return p.readsSoOften(2)
	}
	table, column, ok := strings.Cut(name, ".")
	return slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return (table == "*" || r.Table.Name == table) && (!ok || p.Mentions(r, column) || p.readsAll(r))
	})
}

// judgeColumnOf reports a trait that the question names, or by which it groups, and whose columns are not read.
func (p *pass) judgeColumnOf(l Limit) {
	what := l.Kind
	if what == limitGroup && len(l.Values) > 0 {
		what, _, _ = strings.Cut(l.Values[0], ",")
	}
	columns := columnsOf[what]
	reads := func(r *relation) bool { return p.Mentions(r, columns...) || p.readsAll(r) }
	if len(columns) == 0 || slices.ContainsFunc(p.Bases, reads) ||
		l.Kind == limitAge && !p.asks(ageWords...) && p.limitsValue(l) {
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
	if l.Kind != "sex" || len(l.Values) != 1 || l.Values[0] == "" || len(p.findings) > 0 {
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

// heldNumbers are the numbers that a statement writes, those of its dates as years; no numbers within labels.
type heldNumbers struct {
	all   map[float64]bool
	years map[int]bool // with those at whose turn a date lies: 2009 of '2010-01-01' and of '2008-12-31'
	exact map[int]bool // without them
}

func (p *pass) held() heldNumbers {
	h := heldNumbers{map[float64]bool{}, map[int]bool{}, map[int]bool{}}
	idle := p.listsOfExists()
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Placeholder:
			return false
		case *sqltree.Item:
			return !idle[n]
		case *sqltree.Interval:
			first, _, _ := strings.Cut(strings.TrimSpace(n.Value), " ")
			h.add(first)
		case *sqltree.Constant:
			h.add(n.Text)
		}
		return true
	})
	return h
}

// listsOfExists are what EXISTS selects, which says nothing: SELECT 1.
func (p *pass) listsOfExists() map[*sqltree.Item]bool {
	out := map[*sqltree.Item]bool{}
	for _, s := range p.Scopes {
		if s.Role == sqltree.RoleExists {
			for _, i := range s.Tree.List {
				out[i] = true
			}
		}
	}
	return out
}

// add takes a number, a date or an interval that is written as a text.
func (h heldNumbers) add(text string) {
	if len(text) >= len(time.DateOnly) {
		if day, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)]); err == nil {
			h.exact[day.Year()] = true
			for _, off := range []int{-1, 0, 1} {
				h.years[day.AddDate(0, 0, off).Year()] = true
			}
			return
		}
	}
	first, _, _ := strings.Cut(strings.Trim(text, " %_.^$*"), " ")
	if n, err := strconv.ParseFloat(first, 64); err == nil {
		h.all[n] = true
		if namesYear(int(n)) {
			h.years[int(n)], h.exact[int(n)] = true, true
		}
	}
}

// limits reports whether a number is held as the limit that an operator makes of it: "more than 3" is >= 4, too.
func (h heldNumbers) limits(op string, n float64) bool {
	switch op {
	case ">", "<=":
		return h.all[n] || h.all[n+1]
	case "<", ">=":
		return h.all[n] || h.all[n-1]
	case "=":
		return h.all[n]
	}
	return h.all[n] || h.all[n-1] || h.all[n+1]
}

// product reports whether two of the numbers give a third, as 100.0 * 10.
func (h heldNumbers) product(n float64) bool {
	for m := range h.all {
		if m > 1 && h.all[n/m] {
			return true
		}
	}
	return false
}

// lasts reports whether a length of time is held, in its own unit or another, a day more or less.
func (h heldNumbers) lasts(n, days float64) bool {
	for m := range h.all {
		for _, per := range []float64{1.0 / 24, 1, 7, 30, 30.4375, 31, 91, 365, 365.25, 366} {
			if m > 0 && math.Abs(m*per-n*days) <= max(1, n*days/50) {
				return true
			}
		}
	}
	return h.all[n]
}

// traces reports whether a number of the question is held, as its kind can be written.
func (h heldNumbers) traces(l Limit, n float64) bool {
	switch l.Kind {
	case limitAge: // a year of birth stands for an age
		for y := range h.years {
			for x := range h.years {
				if math.Abs(float64(y-x)-n) <= 1 {
					return true
				}
			}
		}
		return h.limits(l.Op, n)
	case limitYear, limitBirthYear:
		y := int(n)
		if l.Op == "=" && h.years[y-1] && h.years[y+1] { // "2008, 2009 and 2010" is BETWEEN 2008 AND 2010
			return true
		}
		return h.years[y] || l.Op != "=" && (h.years[y-1] || h.years[y+1]) || l.Kind == limitBirthYear && h.all[n-1900]
	case limitDuration:
		return h.lasts(n, float64(daysIn[l.Unit]))
	case limitNumber:
		return h.limits(l.Op, n) || h.all[n/100] || h.all[100*n] || h.all[1-n/100] || h.product(n)
	}
	return h.limits("", n)
}

// judgeTraceOf reports a number of the question that the statement has in no form.
func (p *pass) judgeTraceOf(l Limit, h heldNumbers) {
	years := len(h.years) > 0
	if l.Kind == limitNumber && p.wordsFor("numbers of parts of time") {
		return // "in which month (1 to 12)"
	}
	for _, v := range l.Values {
		n, err := strconv.ParseFloat(v, 64)
		if err != nil || h.traces(l, n) || p.bornThen(l, n, h) || p.isPartOfName(v) || n <= 1 ||
			n == 2 && p.comparesEnds() ||
			l.Kind == limitNumber && p.readsSoOften(int(n)) {
			continue
		}
		switch {
		case l.Kind == limitYear && (!years || p.seesToday()), // another judge's: no time is chosen at all
			l.Kind == limitNumber && l.Unit != "" && p.readsUnits(), // converted
			l.Kind == limitDuration && (h.years != nil && years && p.hasNoSpan() || p.seesToday()),
			l.Kind == limitNumber && p.isConcept(int64(n)), p.writesParameters(), p.listsAll(int(n)):
			continue
		}
		p.report(p.main(), "the question names %s, and it does not stand here", strings.TrimSpace(v+" "+l.Unit))
		return
	}
}

// isPartOfName reports whether a number stands only behind a word and a hyphen in the question, as part of a name:
// ICD-9, omega-3.
func (p *pass) isPartOfName(number string) bool {
	found := false
	for i := 0; ; {
		at := strings.Index(p.asked[i:], number)
		if at < 0 {
			return found
		}
		at += i
		i = at + len(number)
		if at < 2 || p.asked[at-1] != '-' || !isLetter(p.asked[at-2]) {
			return false
		}
		found = true
	}
}

func isLetter(b byte) bool { return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' }

// bornThen reports whether a year of birth that is held is what an age of the question leaves of a year of the
// question.
//
// Example: of "older than 70 in 2010", year_of_birth < 1940 has both numbers.
func (p *pass) bornThen(l Limit, n float64, h heldNumbers) bool {
	other := map[string]string{limitAge: limitYear, limitYear: limitAge}[l.Kind]
	for _, o := range p.meaning.Limits {
		for _, v := range o.Values {
			m, err := strconv.ParseFloat(v, 64)
			if o.Kind != other || other == "" || err != nil {
				continue
			}
			for born := range h.years {
				if math.Abs(max(n, m)-min(n, m)-float64(born)) <= 1 {
					return true
				}
			}
		}
	}
	return false
}

// listsAll reports whether a number only says how many things the question lists: "all three".
func (p *pass) listsAll(n int) bool {
	names := []string{strconv.Itoa(n)}
	for word, m := range numberWords {
		if m == n {
			names = append(names, word)
		}
	}
	return slices.ContainsFunc(names, func(name string) bool {
		return p.asks("all "+name, "these "+name)
	})
}

// comparesEnds reports whether the smallest of something is compared with the largest: of at least two they differ.
func (p *pass) comparesEnds() bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok {
			return false
		}
		a, isA := sqltree.Bare(c.Left).(*sqltree.Func)
		b, isB := sqltree.Bare(c.Right).(*sqltree.Func)
		return isA && isB && (a.Name == "min" && b.Name == "max" || a.Name == "max" && b.Name == "min")
	})
}

// isConcept reports whether a number is the id of a concept: "sex concept 8507".
func (p *pass) isConcept(n int64) bool {
	if p.opt.Vocabulary == nil || n < 1000 {
		return false
	}
	_, known, err := p.opt.Vocabulary.Concept(p.ctx, n)
	return known && err == nil
}

// readsSoOften reports whether a table is read so many times: two records of a person can be two relations.
func (p *pass) readsSoOften(n int) bool {
	times := map[string]int{}
	for _, r := range p.Bases {
		times[r.Table.Name]++
		if times[r.Table.Name] >= n {
			return true
		}
	}
	return n == 2 && p.looksAlong()
}

// hasNoSpan reports whether times are only named by dates: 90 days from a day that is named can be written as a date.
func (p *pass) hasNoSpan() bool { return len(p.bounds) == 0 }

func (p *pass) readsUnits() bool {
	return slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return p.Mentions(r, "unit_concept_id", "unit_source_value", "range_high", "range_low")
	})
}

// writesParameters reports whether values are left open.
func (p *pass) writesParameters() bool {
	return strings.Contains(p.Tree.Text, "$") || strings.Contains(p.Tree.Text, "parameter.")
}

// grains are the parts of a date by which groups are made, coarse ones first.
var grains = []string{"year", "quarter", "month", "week", "day"}

// judgeGroupTrace reports one number where the question names groups, and groups of another part of the date.
func (p *pass) judgeGroupTrace(l Limit) {
	s := p.Result.Scope
	if len(l.Values) == 0 || s == nil || p.countsAgesByYear() {
		return
	}
	if p.singleRow(s) && len(s.Tree.List) == 1 && len(p.Sets) == 0 && formsNumber(p.formOf(s.Tree.List[0].Expr)) {
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

// countsAgesByYear reports whether "by year" says how ages are counted, as in "aged 65 to 69 by calendar year".
func (p *pass) countsAgesByYear() bool {
	return p.asks("by calendar year", "by calendar years", "by year of birth", "by birth year") &&
		slices.ContainsFunc(p.meaning.Limits, func(l Limit) bool { return l.Kind == limitAge })
}

func formsNumber(f form) bool { return f != noNumber }
