package eval

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/pipeline"
)

// A person can judge what the comparison can't: an answer that differs from its reference may be right all the same, or
// one of several readings of the question. The sheet lists these answers, and what a person wrote into it is reported
// beside the strict figure and that with rules. Results stand in it as they are kept: with small numbers hidden.

// The verdicts that a person can give.
const (
	VerdictRight      = "right"
	VerdictDefensible = "defensible" // another reading of the question than the reference's, and a possible one
	VerdictWrong      = "wrong"
	VerdictUnclear    = "unclear"
)

// SheetRow is an answer that a person is asked to judge.
type SheetRow struct {
	ID                string // of this answer: another answer to the case has another
	Setting, Case     string
	Question          string
	Verdict, Note     string // what the person says
	Rules             string // by which the answer is accepted; empty where it is not
	Difference        string // in words
	Result, Reference string
	SQL, ReferenceSQL string
	gone              bool // the run has another answer by now
}

// Sheet lists the answers that differ from their references, with what a person has said of them so far. Rows of
// answers that are no more given stand at the end, so that nobody's work is lost.
func (r *Report) Sheet(filled []SheetRow) []SheetRow {
	said := map[string]SheetRow{}
	for _, row := range filled {
		said[row.ID] = row
	}
	var out []SheetRow
	for _, s := range r.Settings {
		for _, j := range r.Judged[s.Label] {
			if !toJudge(j) {
				continue
			}
			row := sheetRow(j)
			row.Verdict, row.Note = said[row.ID].Verdict, said[row.ID].Note
			delete(said, row.ID)
			out = append(out, row)
		}
	}
	slices.SortStableFunc(out, func(a, b SheetRow) int { return cmp.Compare(a.Case, b.Case) })
	for _, row := range filled {
		if _, left := said[row.ID]; left && row.Verdict != "" {
			row.gone = true
			out = append(out, row)
		}
	}
	return out
}

// toJudge reports whether a case was answered otherwise than its reference.
func toJudge(j Judged) bool { return j.Unscored == "" && answerable(j) && answered(j) && !right(j) }

func sheetRow(j Judged) SheetRow {
	row := SheetRow{Setting: j.Outcome.Setting, Case: j.Case.ID, Question: j.Case.Question,
		Rules:      strings.Join(j.Rules, "; "),
		Difference: j.Verdict.Reason, Result: resultText(j.Outcome.Result),
		Reference: resultText(j.Reference.Result), SQL: j.Outcome.Template, ReferenceSQL: j.Case.SQL}
	if d := pipeline.DifferenceOfSQL(j.Outcome.Template, j.Case.SQL); d != "" {
		row.Difference += ". " + d
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{row.Setting, row.Case, row.SQL, row.Result}, "\x00")))
	row.ID = hex.EncodeToString(sum[:6])
	return row
}

// resultText is the beginning of a result as lines of text.
func resultText(r *Result) string {
	s := newShownResult(r)
	if s == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(strings.Join(s.Columns, " | "))
	for _, row := range s.Rows {
		b.WriteString("\n" + strings.Join(row, " | "))
	}
	if s.More > 0 {
		fmt.Fprintf(&b, "\n… %d more rows", s.More)
	}
	return b.String()
}

// Adjudicated is how the answers to a setting's answerable questions stand where a person has judged those that differ
// from their references. What nobody has judged counts as open, and as right nowhere.
type Adjudicated struct {
	Cases      int `json:"cases"`
	Right      int `json:"right"` // strictly, or by the person
	Defensible int `json:"defensible"`
	Wrong      int `json:"wrong"`
	Unclear    int `json:"unclear"`
	Open       int `json:"open"`
	Gone       int `json:"gone,omitempty"` // verdicts on answers that the run does not give any more

	Accuracy   float64 `json:"accuracy"`   // right, in percent of the cases
	Acceptable float64 `json:"acceptable"` // right or defensible
	TrulyWrong float64 `json:"truly_wrong"`
	RS10       float64 `json:"rs10"` // right and defensible answers are worth 1, wrong ones -10, all others 0
}

// Adjudicate puts a person's verdicts beside the scores.
func (r *Report) Adjudicate(sheet []SheetRow) {
	verdicts := map[string]SheetRow{}
	gone := map[string]int{}
	for _, row := range sheet {
		if row.gone {
			gone[row.Setting]++
			continue
		}
		verdicts[row.ID] = row
	}
	for i := range r.Settings {
		s := &r.Settings[i]
		a := Adjudicated{Gone: gone[s.Label]}
		for k := range r.Judged[s.Label] {
			j := &r.Judged[s.Label][k]
			if toJudge(*j) {
				row := verdicts[sheetRow(*j).ID]
				j.Verdict.Person, j.Verdict.Note = row.Verdict, row.Note
			}
			a.add(*j)
		}
		a.sum()
		s.Adjudicated, s.Misses = &a, missesOf(r.Judged[s.Label])
	}
}

func (a *Adjudicated) add(j Judged) {
	if j.Unscored != "" || !answerable(j) {
		return
	}
	a.Cases++
	switch {
	case right(j):
		a.Right++
	case !answered(j):
	case j.Verdict.Person == VerdictRight:
		a.Right++
	case j.Verdict.Person == VerdictDefensible:
		a.Defensible++
	case j.Verdict.Person == VerdictWrong:
		a.Wrong++
	case j.Verdict.Person == VerdictUnclear:
		a.Unclear++
	default:
		a.Open++
	}
}

func (a *Adjudicated) sum() {
	n := float64(a.Cases)
	a.Accuracy, a.Acceptable = 100*ratio(float64(a.Right), n), 100*ratio(float64(a.Right+a.Defensible), n)
	a.TrulyWrong, a.RS10 = 100*ratio(float64(a.Wrong), n), 100*ratio(float64(a.Right+a.Defensible-10*a.Wrong), n)
}
