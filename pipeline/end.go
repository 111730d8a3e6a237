package pipeline

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/rag"
)

// end writes into the run how it ended.
func (r *Run) end(err error) *Run {
	if err == nil {
		r.Status = Answered
		return r
	}
	r.Err = err
	r.Table, r.Raw, r.Groups = nil, nil, nil // nothing of it may have been hidden yet
	var abstention *rag.Abstention
	var rule *ruleViolation
	var query *omop.QueryError
	var odd *implausible
	var model *llm.Error
	var miss *coding.NoConceptError
	switch {
	case errors.As(err, &abstention):
		r.Status, r.Reason, r.Message = Abstained, abstention.Reason, abstention.Message
	case errors.As(err, &miss):
		r.Status, r.Reason, r.Message = Abstained, ReasonNoConcept, miss.Sentence()
	case errors.Is(err, coding.ErrNoConcept):
		r.Status, r.Reason, r.Message = Abstained, ReasonNoConcept, err.Error()
	case errors.As(err, &rule) && r.Question != "":
		r.Status, r.Reason = Abstained, ReasonRuleViolation
		r.Message = "The SQL for this question breaks a rule, and its number could be wrong:\n" + rule.findings
	case errors.As(err, &rule):
		r.Status, r.Reason, r.Message = Failed, ReasonRuleViolation, rule.findings
	case errors.As(err, &odd):
		r.Status, r.Reason = Abstained, ReasonRuleViolation
		r.Message = "No number that the SQL for this question gives can be right: " + odd.What +
			". Word the question differently, or look at the SQL: --explain"
	case errors.Is(err, llm.ErrTimeout):
		r.Status, r.Reason, r.Message = Failed, ReasonTimeout, err.Error()
	case errors.As(err, &model) || errors.Is(err, llm.ErrPending):
		r.Status, r.Reason, r.Message = Failed, ReasonModelError, err.Error()
	case errors.Is(err, omop.ErrTimeout) || errors.Is(err, context.DeadlineExceeded):
		r.Status, r.Reason, r.Message = Failed, ReasonTimeout,
			"The time limit was reached. Ask for less (a year, a narrower condition), or give it more time: --timeout 10m"
	case errors.Is(err, omop.ErrTooLarge):
		r.Status, r.Reason, r.Message = Failed, ReasonTooLarge,
			"The query needs more memory than it may use. Ask for less: a year, a narrower condition, fewer groups. ("+err.Error()+")"
	case errors.Is(err, context.Canceled):
		r.Status, r.Reason, r.Message = Failed, "", "interrupted"
	case untranslated(err):
		r.Status, r.Reason, r.Message = Failed, ReasonSQLError, err.Error()
	case errors.As(err, &query):
		r.Status, r.Reason, r.Message = Failed, ReasonSQLError, query.Error()
		if r.Study != nil {
			r.Message = query.Err.Error() // its place is one in SQL that nobody wrote
		}
	default:
		r.Status, r.Reason, r.Message = Failed, "", err.Error()
	}
	r.Message = cut(r.Message, longestMessage)
	return r
}

// longestMessage is how many letters of why there is no answer are told: a question may be quoted in it, and be long.
const longestMessage = 4000

func cut(text string, letters int) string {
	if all := []rune(text); len(all) > letters {
		return string(all[:letters]) + "…"
	}
	return text
}

// stage starts the clock of a stage and returns the function that stops it.
func (r *work) stage(name string) func() {
	start := time.Now()
	if r.progress != nil {
		r.progress(name)
	}
	return func() {
		took := time.Since(start)
		if i := slices.IndexFunc(r.Took, func(s StageTime) bool { return s.Stage == name }); i >= 0 {
			r.Took[i].Took += took // a later attempt
			return
		}
		r.Took = append(r.Took, StageTime{name, took})
	}
}

// show puts the example that the template was adapted from among those shown.
func (r *work) show(id string) {
	if id == "" || slices.ContainsFunc(r.Examples, func(m rag.Match) bool { return m.Pair.ID == id }) {
		return
	}
	for _, m := range r.retrieved {
		if m.Pair.ID == id {
			r.Examples = append(slices.Clone(r.Examples[:max(0, len(r.Examples)-1)]), m)
			return
		}
	}
}
