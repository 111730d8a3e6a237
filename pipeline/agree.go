package pipeline

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/rag"
)

// unconfirmed is the agreement on what the reader of the words answers, and the model neither confirms nor contests.
const unconfirmed = 0.5

// The rules by which candidates are settled.

// first answers with the first candidate; the others only say how far they agree.
func first(all []candidate) verdict {
	v := verdict{chosen: 0}
	if all[0].answered() {
		v.agreement = share(all, 0)
	}
	return v
}

// confirmed answers with a study question that the model filled in, unless the reader of the words answers otherwise.
func confirmed(all []candidate) verdict {
	witness, filled := all[0], all[1]
	switch {
	case witness.answered() && filled.answered() && !SameResult(witness.run.Run, filled.run.Run):
		return verdict{chosen: -1, agreement: 0.5}
	case witness.answered() && filled.answered():
		return verdict{chosen: 0, agreement: 1}
	case filled.answered():
		return verdict{chosen: 1}
	}
	return verdict{chosen: 1} // its error; a reader alone is no answer of the model's
}

// twoAlike answers with what two readings agree on.
func twoAlike(all []candidate) verdict {
	group := agreeing(all)
	switch {
	case len(group) >= 2:
		return verdict{chosen: group[0], agreement: part(len(group), all)}
	case readerAlone(all):
		// as without a model, which had nothing to say against it
		return verdict{chosen: group[0], agreement: unconfirmed}
	}
	return verdict{chosen: -1, agreement: part(len(group), all)}
}

// readerAlone reports whether the reader of the words came to a result and nobody else did.
func readerAlone(all []candidate) bool {
	alone := false
	for _, c := range all {
		if c.answered() && c.by != readerName {
			return false
		}
		alone = alone || c.answered()
	}
	return alone
}

// twoAlikeOrVoted is twoAlike where votes were taken as well: those of one writer count as one, and as none without a
// majority of them.
func twoAlikeOrVoted(all []candidate) verdict {
	group := agreeing(all)
	votes, alike, others := 0, 0, 0
	for i, c := range all {
		vote := c.byWriter()
		in := slices.Contains(group, i)
		switch {
		case vote && in:
			votes, alike = votes+1, alike+1
		case vote:
			votes++
		case in:
			others++
		}
	}
	won := 2*alike > votes && alike >= 2
	if readerAlone(all) {
		return verdict{chosen: group[0], agreement: unconfirmed}
	}
	if len(group) < 2 || others == 0 && !(won && coversQuestion(all[group[0]].run.Run)) {
		return verdict{chosen: -1, agreement: part(len(group), all)}
	}
	return verdict{chosen: group[0], agreement: part(len(group), all)}
}

// majority answers with the result of more than half of those that came to one.
func majority(all []candidate) verdict {
	group := agreeing(all)
	answered := 0
	for _, c := range all {
		if c.answered() {
			answered++
		}
	}
	if len(group) < 2 && len(all) > 1 || 2*len(group) <= answered {
		return verdict{chosen: -1, agreement: part(len(group), all)}
	}
	return verdict{chosen: group[0], agreement: part(len(group), all)}
}

// agreeing is the largest group of candidates with one result, those that the compiler wrote first.
func agreeing(all []candidate) []int {
	var best []int
	for i, c := range all {
		if !c.answered() {
			continue
		}
		group := []int{i}
		for k, o := range all {
			if k != i && o.answered() && SameResult(c.run.Run, o.run.Run) {
				group = append(group, k)
			}
		}
		if len(group) > len(best) {
			best = group
		}
	}
	slices.SortStableFunc(best, func(a, b int) int { return rankOf(all[a].run.Run) - rankOf(all[b].run.Run) })
	return best
}

func rankOf(r *Run) int {
	if r.Plan != nil {
		return 0
	}
	return 1
}

// part is the part of those that came to a result which agree; candidates that came to none don't count.
func part(n int, all []candidate) float64 {
	answered := 0
	for _, c := range all {
		if c.answered() {
			answered++
		}
	}
	if answered == 0 {
		return 0
	}
	return float64(n) / float64(answered)
}

// share is the part that agrees with one of them.
func share(all []candidate, i int) float64 {
	n := 0
	for _, c := range all {
		if c.answered() && SameResult(all[i].run.Run, c.run.Run) {
			n++
		}
	}
	return part(n, all)
}

// SameResult reports whether two runs are answered and come to the same result: the numbers that answer are the same,
// and stand beside the same groups. What else one of them shows, such as numerators, is of no account.
func SameResult(a, b *Run) bool {
	if a.raw == nil || b.raw == nil {
		return false
	}
	x, y := meaningfulRows(a.raw), meaningfulRows(b.raw)
	if len(x) != len(y) || a.raw.Truncated || b.raw.Truncated {
		return false
	}
	if len(x) == 0 {
		return true
	}
	for _, i := range answerColumns(a) {
		for _, k := range answerColumns(b) {
			if sameColumn(x, y, i, k) && sameGroups(x, y, i, k) {
				return true
			}
		}
	}
	return false
}

// meaningfulRows leaves out, of several rows, those in which nothing was counted: a year without anybody can be shown
// or not.
func meaningfulRows(t *omop.Table) [][]any {
	if len(t.Rows) == 1 {
		return t.Rows
	}
	var out [][]any
	for _, row := range t.Rows {
		something := len(row) < 2
		for i, v := range row {
			x, ok := cell.Number(v)
			something = something || ok && x != 0 && i > 0
		}
		if something {
			out = append(out, row)
		}
	}
	return out
}

// answerColumns are the columns with the number that answers: the compiler says which; of others' SQL it can be any
// that is no label, and of a single row with one the last.
func answerColumns(r *Run) []int {
	if r.Plan != nil {
		if i := r.Plan.FirstNumber(); i >= 0 && i < len(r.raw.Columns) {
			return []int{i}
		}
	}
	var out []int
	for i := range r.raw.Columns {
		numbers, label := 0, len(r.raw.Rows) > 1 && i == 0 && len(r.raw.Columns) > 1
		for _, row := range r.raw.Rows {
			switch row[i].(type) {
			case int64, float64, nil:
				numbers++
			case time.Time:
				numbers++
			}
		}
		if numbers == len(r.raw.Rows) && !label {
			out = append(out, i)
		}
	}
	return out
}

// sameColumn compares the numbers of a column of each, whatever the order of the rows.
func sameColumn(x, y [][]any, i, k int) bool {
	a, okA := valuesOf(x, i)
	b, okB := valuesOf(y, k)
	if !okA || !okB {
		return false
	}
	slices.Sort(a)
	slices.Sort(b)
	same := true
	for n := range a {
		same = same && sameNumber(a[n], b[n])
	}
	if same {
		return true
	}
	for _, factor := range []float64{100, 0.01} { // a share and its percentage
		all := true
		for n := range a {
			all = all && sameNumber(a[n]*factor, b[n]) && (math.Abs(a[n]) <= 1 || math.Abs(b[n]) <= 1)
		}
		if all {
			return true
		}
	}
	return false
}

// valuesOf are the numbers of a column; a date is its day. NULL is a number of its own.
func valuesOf(rows [][]any, i int) ([]float64, bool) {
	var out []float64
	for _, row := range rows {
		switch v := row[i].(type) {
		case nil:
			out = append(out, math.MaxFloat64)
		case time.Time:
			out = append(out, float64(v.Unix()/86400))
		default:
			x, ok := cell.Number(v)
			if !ok {
				return nil, false
			}
			out = append(out, x)
		}
	}
	return out, true
}

// rounding is how far rounding to two digits may part two numbers.
const rounding = 0.006

// sameNumber reports whether two numbers are the same but for how they are rounded.
func sameNumber(a, b float64) bool {
	if a == b {
		return true
	}
	if a == math.Trunc(a) && b == math.Trunc(b) {
		return false
	}
	return math.Abs(a-b) <= max(rounding, 1e-4*max(math.Abs(a), math.Abs(b)))
}

// sameGroups reports whether the numbers stand beside the same groups, where both results name their groups by the same
// words.
func sameGroups(x, y [][]any, i, k int) bool {
	a, b := byGroup(x, i), byGroup(y, k)
	if a == nil || b == nil {
		return true
	}
	for name, v := range a {
		w, ok := b[name]
		if !ok {
			return true // other words: ids for names, bands in another form
		}
		if !sameNumber(v, w) && !sameNumber(v*100, w) && !sameNumber(v, w*100) {
			return false
		}
	}
	return true
}

// byGroup is a column's numbers by the words of their rows; nil where the words don't tell the rows apart.
func byGroup(rows [][]any, i int) map[string]float64 {
	out := map[string]float64{}
	for _, row := range rows {
		var words []string
		for k, v := range row {
			if s, ok := v.(string); ok && k != i {
				words = append(words, cell.SameSex(strings.ToLower(strings.TrimSpace(s))))
			}
		}
		name := strings.Join(words, " | ")
		x, ok := cell.Number(row[i])
		if _, twice := out[name]; twice || name == "" || !ok {
			return nil
		}
		out[name] = x
	}
	return out
}

// leftOut is the first entity of the question that SQL does not name; "" for none.
func leftOut(r *Run) string {
	holders, err := sqltree.Placeholders(r.Template.SQL)
	if err != nil {
		return ""
	}
	for _, e := range r.Masked.Entities {
		text := strings.ToLower(e.Text)
		if e.Domain != "visit" && !slices.ContainsFunc(holders, func(h sqltree.Placeholder) bool {
			own := strings.ToLower(h.Text)
			return strings.Contains(own, text) || strings.Contains(text, own) || slices.Contains(e.Members, h.Text)
		}) {
			return e.Text
		}
	}
	return ""
}

// coversQuestion reports whether SQL names every entity of the question and every number of it that limits something. A
// writer that agrees with itself can agree on half of the question.
func coversQuestion(r *Run) bool {
	if leftOut(r) != "" {
		return false
	}
	holders, err := sqltree.Placeholders(r.Template.SQL)
	if err != nil || len(holders) == 0 && len(r.Masked.Reading.Unknown) > 0 {
		return false // a word that nobody understands may be all that is asked
	}
	question := strings.ToLower(r.Question)
	for _, h := range holders { // nothing that the question does not speak of, as where an example's entity stayed
		if !strings.Contains(h.Text, ":") && !slices.ContainsFunc(strings.Fields(strings.ToLower(h.Text)), func(w string) bool {
			return len(w) > 2 && strings.Contains(question, strings.TrimSuffix(w, "s"))
		}) {
			return false
		}
	}
	for _, c := range r.Masked.Constraints {
		for _, v := range c.Values {
			if len(v) > 0 && v[0] >= '0' && v[0] <= '9' && !strings.Contains(r.Template.SQL, v) {
				return false
			}
		}
	}
	return true
}

// difference says in words how two readings differ.
func difference(a, b *Run) string {
	if a.Study != nil && b.Study != nil {
		return fmt.Sprintf("One is %q, the other %q", a.Study.String(), b.Study.String())
	}
	var said []string
	tell := func(what string, one, other []string) {
		if x, y := missingIn(one, other), missingIn(other, one); len(x)+len(y) > 0 {
			said = append(said, fmt.Sprintf("%s: %s, against %s", what, orNothing(x), orNothing(y)))
		}
	}
	tell("tables", wordsOf(a, tableWord), wordsOf(b, tableWord))
	tell("concepts", placeholdersOf(a), placeholdersOf(b))
	tell("numbers and dates", wordsOf(a, numberWord), wordsOf(b, numberWord))
	tell("words of SQL", wordsOf(a, keyWord), wordsOf(b, keyWord))
	if len(said) == 0 {
		return "They read the same tables, concepts and numbers, and join or group them otherwise"
	}
	return "They differ in " + strings.Join(said, "; ")
}

// DifferenceOfSQL says in words how two templates differ.
func DifferenceOfSQL(one, other string) string {
	return difference(&Run{Template: rag.Template{SQL: one}}, &Run{Template: rag.Template{SQL: other}})
}

func missingIn(all, other []string) []string {
	var out []string
	for _, s := range all {
		if !slices.Contains(other, s) {
			out = append(out, s)
		}
	}
	return out
}

func orNothing(all []string) string {
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all[:min(len(all), 6)], ", ")
}

func placeholdersOf(r *Run) []string {
	holders, err := sqltree.Placeholders(r.Template.SQL)
	if err != nil {
		return nil
	}
	var out []string
	for _, h := range holders {
		if s := strings.ToLower(h.String()); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// wordsOf are the words of a run's SQL of one sort, each once.
func wordsOf(r *Run, is func(sqltree.Token) bool) []string {
	var out []string
	for _, t := range sqltree.Tokens(r.Template.SQL) {
		if s := strings.ToLower(t.Text); is(t) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func tableWord(t sqltree.Token) bool {
	return t.Kind == sqltree.WordToken && slices.ContainsFunc(eventTableNames(), func(name string) bool { return strings.EqualFold(name, t.Text) })
}

func numberWord(t sqltree.Token) bool {
	return t.Kind == sqltree.NumberToken && len(t.Text) > 1 || t.Kind == sqltree.StringToken
}

func keyWord(t sqltree.Token) bool {
	return t.Kind == sqltree.WordToken && slices.Contains([]string{"distinct", "min", "max", "avg", "median", "sum", "left", "exists", "not", "count"}, strings.ToLower(t.Text))
}

func eventTableNames() []string {
	var out []string
	for _, t := range eventTables() {
		out = append(out, t.Name)
	}
	return append(out, "person", "death", "observation_period", "drug_era", "condition_era", "provider", "care_site", "cost")
}
