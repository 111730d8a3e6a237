package read

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// The grammar gives every word a place, and resolve hangs the pieces on the question. A piece that was read and then
// hung nowhere would change the number without a word: "in 2009" of a prevalence. So what a question must hold is
// looked for in it once more, by what it says and not by who should have put it there: its entities, its numbers and
// years, whose sex and race.

// lost returns the first stretch of the words that has left no trace in the question, or "".
func (p *parser) lost(words []Word, q *study.Question) string {
	t, err := newTraces(q)
	if err != nil {
		return ""
	}
	for _, w := range words {
		if strings.HasPrefix(w.As, "entity ") && !t.names(w.Text) && (w.Meant == "" || !t.names(w.Meant)) {
			return w.Text
		}
	}
	if what := p.which(); what != "" && q.Top == nil && !strings.Contains(t.text, `"concept"`) {
		return what
	}
	for i, tok := range p.toks {
		// the 1 of "Table 1"
		if strings.HasPrefix(p.role[i], "entity ") || p.role[i] == "unmapped" || p.role[i] == "withzeros" ||
			p.role[i] == "date" && tok.isNum && tok.num <= 31 && p.bySide(i) || p.role[i] == "withday" ||
			p.role[i] == "notday" || p.role[i] == "characteristics" || p.role[i] == "years" || p.role[i] == "inperiod" {
			continue
		}
		next := ""
		if i+1 < len(p.toks) {
			next = p.toks[i+1].low
		}
		if tok.low == "each" && q.Measure.Stat == study.Sum && len(q.Strata) == 0 && q.Top == nil && len(p.toks) > i+1 {
			if _, n := p.longest(i+1, "listdomain"); n > 0 {
				return p.text[tok.start:p.toks[i+n].end] // "total cost for each drug" is not a sum over all drugs
			}
		}
		if tok.low == "zero" && i > 0 && p.seq(i-1, "with|had|have|has|having") && !strings.Contains(t.text, `"not":`) {
			return p.text[tok.start:tok.end] // "with zero prescriptions" is without any
		}
		if slices.Contains(ranking, tok.low) && q.Top == nil && len(q.Strata) == 0 {
			return p.text[tok.start:tok.end] // "rank the statins by number of users"
		}
		if d := p.periods[i]; p.role[i] == "period" && d != nil && (d.From == "" || d.To == "") &&
			!t.holdsEnd(d.From+d.To) {
			return p.text[tok.start:p.toks[min(i+1, len(p.toks)-1)].end] // "in 2010, after 2011"
		}
		if p.seq(i, "by|before|until|after|since") && (p.role[i] == "period" || p.seq(i+1, "that|this", "day|date")) &&
			onThatDayOnly(q) {
			return p.text[tok.start:tok.end] // "on 1 July 2009, … had been diagnosed by that day"
		}
		if p.role[i] == "followupnoun" && !overTime(t.text) ||
			p.role[i] == "whichrec" && slices.Contains(latest, tok.low) && !strings.Contains(t.text, `"last`) &&
				!p.noneLater && q.Measure.Quantity != study.ValueChange { // which is from the last value before
			return p.text[tok.start:tok.end]
		}
		if p.role[i] == "sameday" && !strings.Contains(t.text, "{}") &&
			!strings.Contains(t.text, `"place"`) {
			return p.text[tok.start:tok.end] // of which day: "on the same day: survival of patients with X"
		}
		if _, n := p.longest(i, "mostpatients"); n > 1 && q.Top != nil && q.Measure.Of == study.Records {
			return p.text[tok.start:p.toks[i+n-1].end] // what most people have is not a count of records
		}
		if (slices.Contains(wholly, tok.low) || p.fromStart(i)) && strings.Contains(t.text, `"touching"`) {
			return p.text[tok.start:tok.end] // "observed for the whole year" is on all its days
		}
		if next == "s" && isYear(tok) && slices.Contains(t.numbers, tok.num+9) { // "the 1950s to the 2000s"
			continue
		}
		if tok.num == 1 && (next == "or" || i > 0 && p.role[i-1] == "cmp") { // at least one
			continue
		}
		if p.role[i] == "date" && isYear(tok) && !slices.Contains(t.numbers, tok.num) && !p.bySide(i) ||
			len(tok.low) == 10 && isISODate(tok.low) && !t.date(tok.low) ||
			tok.isNum && !t.number(tok.num, next) || tok.isWord && !t.person(tok.low) {
			return p.text[tok.start:tok.end]
		}
	}
	return ""
}

// onThatDayOnly reports whether records of one day are looked for, and none up to a day or from one on.
func onThatDayOnly(q *study.Question) bool {
	oneDay := false
	for _, s := range spotsOf(q) {
		if d := s.ev.During; d != nil && (d.From == "" || d.To == "") {
			return false
		}
		oneDay = oneDay || isDay(s.ev.During)
	}
	return oneDay
}

// which is what one of a class is asked for: "which statin did they start with", "what anticoagulant do they take". The
// number of those who took any of it is no answer.
func (p *parser) which() string {
	for i := range p.toks {
		if !p.seq(i, "which|what") || i > 0 && !isSign(p.toks[i-1].low) { // "a visit during which"
			continue
		}
		k := i + 1
		if k < len(p.toks) && strings.HasPrefix(p.role[k], "entity ") {
			last := k
			for last+1 < len(p.toks) && p.role[last+1] == p.role[k] && p.group[last+1] == p.group[k] {
				last++
			}
			return p.span(i, last+1).Text
		}
	}
	return ""
}

// fromStart reports whether "from the start" stands at token i: "observed from the start of 2008 to the end of 2010".
func (p *parser) fromStart(i int) bool {
	return p.seq(i, "from", "start|beginning") || p.seq(i, "from", "the", "start|beginning")
}

// latest are words for the last record.
var latest = []string{"last", "latest", "final"}

// overTime reports whether a question's JSON speaks of observation, or is of people for as long as they are observed.
func overTime(text string) bool {
	return slices.ContainsFunc([]string{"observ", "follow", "prior", "person_time", `"rate"`, "survival", "incidence",
		"proportion", "prevalence", "persistence", "at_risk"}, func(s string) bool { return strings.Contains(text, s) })
}

// ranking are words for an order of several things.
var ranking = []string{"rank", "ranks", "ranked", "ranking", "rankings"}

// wholly are words for all of a time.
var wholly = []string{"whole", "entire", "entirely", "throughout"}

// isYear reports whether a token is a year written whole.
func isYear(t token) bool { return t.isNum && len(t.low) == 4 && t.num >= 1800 && t.num < 2200 }

// bySide reports whether the year at token i is told by the one beside it: "before 2009" is up to 2008.
func (p *parser) bySide(i int) bool {
	return slices.ContainsFunc(p.toks[max(0, i-6):i], func(t token) bool {
		return slices.Contains([]string{"before", "after", "prior", "than", "following", "preceding", "including",
			"post", "pre", "beyond", "previous"}, t.low)
	})
}

// traces are what a question's JSON holds.
type traces struct {
	text    string // in lower case
	numbers []float64
}

// date reports whether a date is in the question, or the day beside it, where a period ends before it or begins after.
func (t *traces) date(iso string) bool {
	return slices.ContainsFunc([]int{-1, 0, 1}, func(days int) bool {
		return strings.Contains(t.text, shiftDate(iso, days))
	})
}

// holdsEnd looks for an end of a time, as a day or as a year of which there are rows.
func (t *traces) holdsEnd(iso string) bool {
	return iso == "" || t.date(iso) || strings.Contains(t.text, `"`+iso[:4])
}

func newTraces(q *study.Question) (*traces, error) {
	doc, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	t := &traces{text: strings.ToLower(string(doc))}
	for _, field := range strings.FieldsFunc(t.text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' }) {
		if n, err := strconv.ParseFloat(strings.Trim(field, "."), 64); err == nil {
			t.numbers = append(t.numbers, n)
		}
	}
	for which, n := range map[study.Which]float64{study.Second: 2, study.Third: 3} { // "after at least 3 visits"
		if strings.Contains(t.text, `"which":"`+string(which)+`"`) {
			t.numbers = append(t.numbers, n)
		}
	}
	return t, nil
}

// names looks for an entity as it was written, or for the code in "ICD-9-CM code 250.00".
func (t *traces) names(entity string) bool {
	if name := cohortName(entity); name != "" {
		entity = name
	}
	quoted, err := json.Marshal(strings.ToLower(entity))
	if err != nil || strings.Contains(t.text, strings.Trim(string(quoted), `"`)) {
		return err == nil
	}
	if one, ok := strings.CutSuffix(strings.ToLower(entity), "y"); ok && strings.Contains(t.text, one+"ies") {
		return true // "the colonoscopy" of colonoscopies
	}
	words := strings.Fields(strings.ToLower(entity))
	return slices.ContainsFunc(words, func(w string) bool {
		return strings.ContainsAny(w, "0123456789") &&
			(strings.Contains(t.text, `"`+w+`"`) || strings.Contains(t.text, `"`+w+`-`))
	})
}

// daysOf are the days of the units in which durations are written.
var daysOf = map[string]float64{"week": 7, "weeks": 7, "month": 30, "months": 30, "year": 365, "years": 365}

// number looks for a number as it was written, beside it (fewer than 3 are up to 2, before 2009 is up to 2008), in
// percent as a fraction, and in days where a unit of time follows.
func (t *traces) number(n float64, next string) bool {
	if n == 0 && slices.Contains([]string{"to", "-", "and", "days"}, next) { // from the day itself on
		return true
	}
	return slices.ContainsFunc(t.numbers, func(have float64) bool {
		return math.Abs(have-n) <= 1 || next == "s" && have == n+9 || // the end of the 2000s
			math.Abs(have-n/100) < 1e-9 || daysOf[next] > 0 && have == daysOf[next]*n ||
			slices.Contains(hourWords, next) && have*24 == n ||
			strings.HasPrefix(next, "month") && have == float64(daysLong(study.Offset{Months: int(n)}))
	})
}

// ofWomen and ofMen are what a question that minds the sex says; one of women says nothing of men.
var (
	ofWomen = []string{`"sex":"female"`, `"kind":"sex"`}
	ofMen   = []string{`"sex":"male"`, `"kind":"sex"`}
)

// properties are words for sex, race and ethnicity, and what a question that minds them says.
var properties = map[string][]string{
	"women": ofWomen, "woman": ofWomen, "female": ofWomen, "females": ofWomen,
	"men": ofMen, "man": ofMen, "male": ofMen, "males": ofMen,
	"black": {"black", `"race"`}, "asian": {"asian", `"race"`}, "caucasian": {"white", `"race"`}, "hispanic": {"hispanic", "ethnicity"},
}

func (t *traces) person(word string) bool {
	signs, ok := properties[word]
	return !ok || slices.ContainsFunc(signs, func(s string) bool { return strings.Contains(t.text, s) })
}
