package pipeline

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/edit"
	questions "github.com/askomop/askomop/pipeline/asked"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/rag"
)

// Contrast is what a statement's result has other than that of the question which it is to answer. It is made of what
// is shown of both, small cells hidden: who sees it learns nothing that the two results by themselves would not tell.
type Contrast struct {
	Reading string // the question, as it was understood
	// the numbers, empty where they can't stand beside each other
	Asked, Given string
	Group        string // of several rows, the first that differs
	// another question whose result is the statement's, and whether the words of the question allow it
	Meant   string
	Allowed bool
	// Concepts tells that nothing is other but the concepts: the question gives the statement's result with these.
	Concepts bool
	Same     bool   // nothing is other: both come to the same number, which is not 0, and nothing of them is hidden
	Runs     []*Run // that were made for it
}

// namingTime is how long it is tried to name what a statement does otherwise.
const namingTime = 5 * time.Second

// Beside is a statement beside the question that it is to answer.
type Beside struct {
	Question, Template string
	// Own are the concepts by which the statement chooses what a text of the question names.
	Own map[string]study.Entity
	// Trial tells that the database is not the statement's own: the concepts of the two are not held together, as
	// which ones are recorded is a matter of the database.
	Trial bool
}

// Contrast runs a statement, and the question that it is to answer, and compares what they come to. It is nil where
// nothing can be told: the question is not understood, a small number is hidden, one of them has groups and the other
// has not.
func (p *Pipeline) Contrast(ctx context.Context, b Beside) *Contrast {
	var found *Contrast
	r := p.start(ctx, Run{Question: b.Question}, func(ctx context.Context, r *work) (err error) {
		found, err = p.withoutModel().contrast(ctx, r, b)
		return err
	})
	if r.Status != Answered {
		return nil
	}
	return found
}

func (p *Pipeline) contrast(ctx context.Context, r *work, b Beside) (*Contrast, error) {
	compiled, err := p.understandWords(ctx, r)
	plain := questions.WithoutAsides(r.Question)
	whole := compiled || plain == r.Question
	if !whole {
		r.Question = plain
		compiled, err = p.understandWords(ctx, r)
	}
	if err != nil || !compiled {
		return nil, err
	}
	understood := r.Study
	if b.Trial {
		own, all := edit.Recode(r.Study, b.Own)
		if !all {
			return nil, nil
		}
		q, plan, err := p.compile(ctx, own)
		if err != nil {
			return nil, err
		}
		p.answerBy(ctx, r, r.Reading, q, plan)
	}
	r.Attempts = 1
	if err := p.run(ctx, r); err != nil {
		return nil, err
	}
	given := &work{Run: &Run{Template: rag.Template{SQL: b.Template}, Attempts: 1}}
	if err := p.runAsIs(ctx, given); err != nil {
		return nil, err
	}
	group, differs := p.parted(r.Run, given.Run)
	if !differs {
		if whole && alike(r.Run, given.Run) { // what stands in brackets can ask for another number
			return &Contrast{Reading: r.Study.String(), Same: true, Runs: []*Run{r.Run, given.Run}}, nil
		}
		return nil, nil
	}
	if b.Trial && p.thatGives(ctx, r, []*study.Question{understood}, given.Run) != nil {
		return nil, nil // with the question's own concepts, and their units, both come to the same
	}
	c := &Contrast{Reading: r.Study.String(), Group: group, Runs: []*Run{r.Run, given.Run}}
	if p.wouldShowBoth(ctx, r.Run, given.Run) {
		c.Asked, c.Given = shownNumber(r.Run), shownNumber(given.Run)
	}
	if countsBothEnds(c, r.Study.Measure) {
		c.Meant, c.Allowed = strings.TrimSuffix(c.Reading, ".")+", the first and the last day both counted", true
		return c, nil
	}
	p.explain(ctx, c, r, given.Run, b)
	if !whole && c.Meant == "" { // what stands in brackets can be why
		return nil, nil
	}
	return c, nil
}

// countsBothEnds reports whether a statement's number of days under observation is one more than its question's:
// whether the first and the last day both count is a convention.
func countsBothEnds(c *Contrast, m study.Measure) bool {
	asked, err := strconv.ParseFloat(strings.ReplaceAll(c.Asked, ",", ""), 64)
	given, err2 := strconv.ParseFloat(strings.ReplaceAll(c.Given, ",", ""), 64)
	days := []study.Quantity{study.ObservedDays, study.FollowUpDays, study.PriorDays}
	return err == nil && err2 == nil && given == asked+1 && m.Kind == study.Number && slices.Contains(days, m.Quantity)
}

// wouldShowBoth reports whether two results of one row can be shown beside each other: whether both would be in one
// result. Visits of all, and those of all but one man, differ by his 15.
func (p *Pipeline) wouldShowBoth(ctx context.Context, a, b *Run) bool {
	switch {
	case len(a.Table.Rows) != 1 || len(b.Table.Rows) != 1 || !p.farApart(a, b):
		return false
	case p.opt.MinCell <= 1:
		return true
	}
	both := &work{Run: &Run{Attempts: 1, Template: rag.Template{SQL: BesideEachOther(a.Template.SQL, b.Template.SQL)}}}
	return p.runAsIs(ctx, both) == nil && !both.RowLevel && both.Suppressed+both.LeftOut == 0
}

// BesideEachOther is a statement with the numbers of two statements of one row each, in one row.
func BesideEachOther(a, b string) string {
	in := func(sql string) string { return "(" + strings.TrimRight(sql, "; \t\n") + "\n)" }
	return "SELECT * FROM " + in(a) + " AS one CROSS JOIN " + in(b) + " AS other"
}

// Comparison compares the results of two statements.
type Comparison struct {
	Known        bool // both are shown in full
	Same         bool
	Given, Other string // the numbers, empty where they differ by fewer people than may be shown
}

// Compare runs two statements and compares what they come to.
func (p *Pipeline) Compare(ctx context.Context, statement, other string) Comparison {
	var c Comparison
	p.start(ctx, Run{}, func(ctx context.Context, _ *work) error {
		var runs []*Run
		for _, sql := range []string{statement, other} {
			r := &work{Run: &Run{Template: rag.Template{SQL: sql}, Attempts: 1}}
			if err := p.runAsIs(ctx, r); err != nil {
				return err
			}
			if r.RowLevel || r.Table.Truncated || r.Suppressed+r.LeftOut > 0 {
				return nil
			}
			runs = append(runs, r.Run)
		}
		a, b := shown(runs[0]), shown(runs[1])
		c.Known, c.Same = true, sameResult(a, b, sameRounded) && sameResult(b, a, sameRounded)
		if !c.Same && p.wouldShowBoth(ctx, runs[0], runs[1]) {
			c.Given, c.Other = shownNumber(runs[0]), shownNumber(runs[1])
		}
		return nil
	})
	return c
}

// explain looks for the question whose result a statement has: with the statement's own concepts, by another reading of
// the words, or with a mistake.
func (p *Pipeline) explain(ctx context.Context, c *Contrast, r *work, given *Run, b Beside) {
	own := r.Study
	if !b.Trial && len(b.Own) > 0 {
		own, _ = edit.Recode(r.Study, b.Own)
		if holdsNumber(given) && p.thatGives(ctx, r, []*study.Question{own}, given) != nil {
			c.Concepts = true
			return
		}
	}
	if of := p.withUnits(ctx, r.Study, b.Template); of != nil {
		same := r.Study
		if !sameResult(shown(r.Run), shown(of), sameRounded) {
			same = p.reading(ctx, r, of, b)
		}
		if same != nil {
			c.Meant, c.Allowed = strings.TrimSuffix(same.String(), ".")+", with values that have no unit", true
			return
		}
	}
	if same := p.reading(ctx, r, given, b); same != nil {
		c.Meant, c.Allowed = same.String(), true
	} else if same := p.mistaken(ctx, r, own, given); same != nil && holdsNumber(given) {
		c.Meant = same.String()
	}
}

// alike reports whether two results are shown in full, and are the same.
func alike(asked, given *Run) bool {
	return !asked.RowLevel && !given.RowLevel && !asked.Table.Truncated && !given.Table.Truncated &&
		asked.Suppressed+asked.LeftOut+given.Suppressed+given.LeftOut == 0 && holdsNumber(given) &&
		sameResult(shown(asked), shown(given), sameAsRounded(asked))
}

// understandWords reads a run's question.
func (p *Pipeline) understandWords(ctx context.Context, r *work) (bool, error) {
	if err := p.mask(ctx, r); err != nil {
		return false, err
	}
	return p.understand(ctx, r)
}

// runAsIs runs a statement without a look at whether its result is likely: that is what is asked.
func (p *Pipeline) runAsIs(ctx context.Context, r *work) error {
	for _, stage := range []func(context.Context, *work) error{p.check, p.code, p.guard, p.execute, p.answer} {
		if err := stage(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// reading is the reading that the question's words allow beside the one that was answered, and whose result a
// statement has, with the concepts of the one or the other.
func (p *Pipeline) reading(ctx context.Context, r *work, given *Run, b Beside) *study.Question {
	var others []*study.Question
	for _, o := range r.Reading.Others {
		others = append(others, o.Question)
	}
	others = append(others, edit.Open(r.Study, strings.FieldsFunc(strings.ToLower(b.Question),
		func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }))...)
	for _, q := range others[:len(others):len(others)] {
		if recoded, _ := edit.Recode(q, b.Own); len(b.Own) > 0 {
			others = append(others, recoded)
		}
	}
	return p.thatGives(ctx, r, others, given)
}

// mistaken is the question near to the one that was asked, and whose result a statement has.
func (p *Pipeline) mistaken(ctx context.Context, r *work, own *study.Question, given *Run) *study.Question {
	ctx, cancel := context.WithTimeout(ctx, namingTime)
	defer cancel()
	all := edit.Near(own)
	if own != r.Study {
		all = append(all, edit.Near(r.Study)...)
	}
	return p.thatGives(ctx, r, all, given)
}

// thatGives is the first of the questions that has a result.
func (p *Pipeline) thatGives(ctx context.Context, r *work, all []*study.Question, given *Run) *study.Question {
	for _, q := range all {
		q, plan, err := p.compile(ctx, q)
		if err != nil {
			continue
		}
		other := &work{Run: &Run{Question: r.Question, Masked: r.Masked, Study: q, Plan: plan, Attempts: 1,
			Template: rag.Template{SQL: plan.SQL, Writer: writerCompiler}}}
		if p.runAsIs(ctx, other) == nil && sameResult(shown(other.Run), shown(given), sameAsRounded(other.Run)) {
			return q
		}
	}
	return nil
}

// holdsNumber reports whether a result has a number other than 0: of nobody many questions are the question.
func holdsNumber(r *Run) bool {
	for _, row := range r.Table.Rows {
		for _, v := range row {
			if n, ok := cell.Number(v); ok && n != 0 {
				return true
			}
		}
	}
	return false
}

// shown is a run of which no more is known than what is shown.
func shown(r *Run) *Run { return &Run{Plan: r.Plan, masked: r.Table} }

// parted reports whether two runs are known to come to different results, and in which group.
func (p *Pipeline) parted(asked, given *Run) (group string, differs bool) {
	if asked.RowLevel || given.RowLevel || asked.Table.Truncated || given.Table.Truncated {
		return "", false
	}
	if asked.Suppressed+asked.LeftOut+given.Suppressed+given.LeftOut > 0 {
		return "", p.smallAgainstLarge(asked, given) || p.smallAgainstLarge(given, asked)
	}
	a, b := shown(asked), shown(given)
	column := a.Plan.FirstNumber()
	if column < 0 || len(answerColumns(b)) == 0 || sameResult(a, b, sameAsRounded(asked)) {
		return "", false
	}
	x, y := asked.Table.Rows, given.Table.Rows
	switch {
	case len(x) == 1 && len(y) == 1 && givesNamesAlone(namesOf(asked.Plan, x[0]), y[0]):
		return "", false // of "in which year were the most", the year and not its number
	case len(x) == 1 && len(y) == 1:
		_, number := cell.Number(x[0][column])
		return "", number && p.farApart(asked, given) // that they differ would tell that there are these few
	case len(x) > 1 && len(y) > 1:
		return groupThatDiffers(a, b, p.opt.MinCell)
	}
	return "", false
}

// smallAgainstLarge reports whether a single count is hidden for being small, where the other result has no small one.
func (p *Pipeline) smallAgainstLarge(small, large *Run) bool {
	if len(small.Table.Rows) != 1 || len(small.Table.Columns) != 1 || len(large.Table.Rows) != 1 ||
		len(large.Table.Columns) != 1 || large.Suppressed+large.LeftOut > 0 {
		return false
	}
	text, hidden := small.Table.Rows[0][0].(string)
	n, whole := large.Table.Rows[0][0].(int64)
	return hidden && strings.HasPrefix(text, "<") && whole && (n == 0 || n >= int64(p.opt.MinCell))
}

// groupThatDiffers compares two results with several rows by the words and numbers that name the rows. Rows are held
// together where a row of the other has all that names one. Counts that differ by fewer people than may be shown are
// taken for the same.
func groupThatDiffers(asked, given *Run, minCell int) (string, bool) {
	column := asked.Plan.FirstNumber()
	best, differing, same := 0, "", sameAsRounded(asked)
	for _, k := range answerColumns(given) {
		alike, matched, first := 0, 0, ""
		for _, row := range asked.masked.Rows {
			names := namesOf(asked.Plan, row)
			at := slices.IndexFunc(given.masked.Rows, func(o []any) bool { return holdsNames(o, k, names) })
			n, ok := cell.Number(row[column])
			m, also := 0.0, false
			if at >= 0 {
				m, also = cell.Number(given.masked.Rows[at][k])
			}
			switch {
			case len(names) == 0 || !ok || !also:
				continue
			case same(n, m) || sameRounded(100*n, m) || sameRounded(n, 100*m),
				n == math.Trunc(n) && m == math.Trunc(m) && math.Abs(n-m) < float64(minCell):
				alike++
			default:
				first = cmp.Or(first, strings.Join(names, ", "))
			}
			matched++
		}
		if first == "" && matched > 0 || 2*matched < len(asked.masked.Rows) {
			return "", false // what is there is the same, or is named otherwise
		}
		if alike >= best {
			best, differing = alike, first
		}
	}
	return differing, differing != ""
}

// sameRounded reports whether two numbers are the same where each may be rounded to fewer digits than the other.
func sameRounded(a, b float64) bool { return sameAtDigits(a, b, 1) }

// sameAtDigits is sameRounded where the first number is known to have so many decimals: 4.9 may be 4.90.
func sameAtDigits(a, b float64, known int) bool {
	if a == b {
		return true
	}
	if a == math.Trunc(a) && b == math.Trunc(b) {
		return false
	}
	large := math.Max(math.Abs(a), math.Abs(b))
	digits := min(max(digitsOf(a), known), digitsOf(b))
	return math.Abs(a-b) <= max(summingError*large, 0.51*math.Pow10(-digits))
}

// sameAsRounded compares the numbers of a compiled run with others at the two decimals to which its SQL rounds means
// and percentages, though those may end in 0. What is rounded otherwise, such as a ratio that is given in percent, is
// compared at the digits that it shows.
func sameAsRounded(asked *Run) func(a, b float64) bool {
	known := 1
	if asked.Plan != nil && roundsToTwo(asked.Plan.SQL) {
		known = 2
	}
	return func(a, b float64) bool { return sameAtDigits(a, b, known) }
}

// roundsToTwo reports whether all ROUNDs of a statement are to two decimals, and there is one.
func roundsToTwo(sql string) bool {
	parts := strings.Split(sql, "ROUND(")
	for _, part := range parts[1:] {
		depth, end := 1, 0
		for depth > 0 && end < len(part) {
			switch part[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
			end++
		}
		if !strings.HasSuffix(part[:end], ", 2)") {
			return false
		}
	}
	return len(parts) > 1
}

// summingError is the relative error of a sum of many numbers in another order. It must be small beside a year of
// birth: means of 1926.2 and 1926.3 are of other people.
const summingError = 1e-9

// digitsOf is how many decimals a number is rounded to, 1 at least and 6 at most.
func digitsOf(x float64) int {
	_, after, _ := strings.Cut(strconv.FormatFloat(x, 'f', 6, 64), ".")
	return max(1, len(strings.TrimRight(after, "0")))
}

// namesOf are the values that name a row of a compiled result: its strata.
func namesOf(plan *compile.Plan, row []any) []string {
	var out []string
	for i, c := range plan.Columns {
		if c.Role == compile.Stratum && i < len(row) {
			out = append(out, nameOf(row[i]))
		}
	}
	return out
}

func nameOf(v any) string {
	if t, ok := v.(time.Time); ok {
		return t.Format(time.DateOnly)
	}
	return cell.SameSex(strings.ToLower(strings.TrimSpace(strings.ReplaceAll(cell.Text(v), ",", ""))))
}

func holdsNames(row []any, number int, names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		for i, v := range row {
			if i != number && nameOf(v) == name {
				return false
			}
		}
		return true
	})
}

// givesNamesAlone reports whether a row holds what names a row of the other result, and nothing else.
func givesNamesAlone(names []string, row []any) bool {
	return len(names) == len(row) && holdsNames(row, -1, names)
}

// shownNumber is the number of a result with one row, as it is shown.
func shownNumber(r *Run) string {
	column := 0
	if r.Plan != nil {
		column = max(0, r.Plan.FirstNumber())
	} else if all := answerColumns(shown(r)); len(all) > 0 {
		column = all[len(all)-1]
	}
	return cell.Text(r.Table.Rows[0][column])
}
