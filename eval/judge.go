package eval

import (
	"slices"
	"strconv"
	"strings"
)

// Judged is an outcome beside its case and its reference, and what is right about it.
type Judged struct {
	Case      Case
	Reference Reference // zero for a case that has to be refused
	Outcome   Outcome

	Score    int      // OutcomeRight, OutcomeNone or OutcomeWrong
	Verdict  Verdict  // of an answer, strictly
	Rules    []string // by which an answer that differs is accepted; none where it is not, or is the same strictly
	SQLRight bool     // the SQL gives the right result when it is coded as the reference is
	EX       bool
	LF, ST   bool
	Unscored string // why the case counts nowhere
}

// Judge judges every outcome of a record by a tolerance, relative to the reference.
// Outcomes of cases that the plan does not hold are passed over.
func Judge(r *Record, tolerance float64) []Judged {
	cases := make(map[string]Case, len(r.Plan.Cases))
	for _, c := range r.Plan.Cases {
		cases[c.ID] = c
	}
	var out []Judged
	for _, o := range r.Outcomes {
		if c, ok := cases[o.Case]; ok {
			out = append(out, judge(c, r.References[c.referenceID()], o, tolerance))
		}
	}
	return out
}

func judge(c Case, ref Reference, o Outcome, tolerance float64) Judged {
	j := Judged{Case: c, Outcome: o}
	if !c.Answerable() {
		switch {
		case o.Refused():
			j.Score = OutcomeRight
		case o.Answered():
			j.Score, j.Verdict.Reason = OutcomeWrong, "answered what has to be refused: "+c.Reason
		}
		return j
	}
	j.Reference = ref
	if ref.Problem != "" || ref.Result == nil {
		j.Unscored = "the reference gives no result: " + ref.Problem
		return j
	}
	j.LF, j.ST = LogicForm(c.SQL, o.Template), Structure(c.SQL, o.Template)
	if ref.ByColumn { // the reference holds ids: so does what ran
		j.LF, j.ST = LogicForm(c.SQL, o.SQL), Structure(c.SQL, o.SQL)
	}
	if o.SPARQL != "" {
		j.LF, j.ST = LogicFormSPARQL(o.Wanted, o.SPARQL), StructureSPARQL(o.Wanted, o.SPARQL)
	}
	if o.Compared != nil {
		j.judgeCompared()
		return j
	}
	want, rule := ref.Result.Table(), Rule{Tolerance: tolerance, Ordered: AsksForOrder(c.Question), Names: o.Names}
	j.SQLRight = o.Shared != nil && Equivalent(want, o.Shared.Table(), rule).Same
	if !o.Answered() {
		return j
	}
	got := o.Result.Table()
	j.EX = ExactExecution(want, got)
	j.Verdict = Equivalent(want, got, rule)
	if !j.Verdict.Same {
		j.Rules = acceptedBy(ref, got, rule, c.Question)
	}
	j.SQLRight = j.SQLRight || o.Shared == nil && j.Verdict.Same
	j.Score = OutcomeWrong
	if j.Verdict.Same {
		j.Score = OutcomeRight
	}
	return j
}

// End words how the case ended: right, wrong, refused or failed.
func (j Judged) End() string {
	switch {
	case j.Unscored != "":
		return "not scored"
	case j.Score == OutcomeRight:
		return "right"
	case j.Score == OutcomeWrong:
		return "wrong"
	case j.Outcome.Refused():
		return "refused"
	}
	return "failed"
}

// Why says in words why a case is not right.
func (j Judged) Why() string {
	if j.Unscored != "" {
		return j.Unscored
	}
	if j.Verdict.Reason != "" {
		return j.Verdict.Reason
	}
	if j.Outcome.Message == "" {
		return j.Outcome.Reason
	}
	return j.Outcome.Reason + ": " + j.Outcome.Message
}

// Confidence is how similar the example is that the answer follows, else the most similar one; by it answers can be
// held back.
func (j Judged) Confidence() float64 {
	best := 0.0
	for _, e := range j.Outcome.Examples {
		if e.ID == j.Outcome.TemplateOf {
			return e.Score
		}
		best = max(best, e.Score)
	}
	return best
}

// cluster names what a case was not asked independently of.
func (j Judged) cluster() string { return j.Case.referenceID() }

// Dimensions by which scores are told apart.
const (
	ByKind       = "kind"
	ByDifficulty = "difficulty"
	ByEntities   = "entities"
	ByTables     = "tables"
	ByTopic      = "topic"
	ByReason     = "reason to refuse"
)

// Dimensions lists them in the order of reports.
var Dimensions = []string{ByKind, ByDifficulty, ByEntities, ByTables, ByTopic, ByReason}

// group is where the case belongs in a dimension; "" for nowhere.
func (j Judged) group(dimension string) string {
	switch dimension {
	case ByKind:
		return j.Case.Kind
	case ByReason:
		return j.Case.Reason
	}
	if !j.Case.Answerable() {
		return ""
	}
	switch dimension {
	case ByDifficulty:
		return j.Reference.Traits.Difficulty()
	case ByEntities:
		if j.Reference.ByColumn {
			return "" // the SQL does not say how many its ids stand for
		}
		return upTo(len(j.Case.Entities), 4)
	case ByTables:
		return upTo(j.Reference.Traits.Tables, 5)
	case ByTopic:
		return j.Case.Topic
	}
	return ""
}

// upTo counts to most and then says so: "4 and more".
func upTo(n, most int) string {
	if n < most {
		return strconv.Itoa(n)
	}
	return strconv.Itoa(most) + " and more"
}

// groupOrder sorts the groups of a dimension as people expect them.
func groupOrder(a, b string) int {
	ranks := []string{KindQuestion, KindParaphrase, KindRefusal, Easy, Medium, Hard}
	if i, k := slices.Index(ranks, a), slices.Index(ranks, b); i >= 0 && k >= 0 {
		return i - k
	}
	return strings.Compare(a, b)
}
