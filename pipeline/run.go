package pipeline

import (
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/read"
)

// Status is how a run ended.
type Status string

// The three ends of a run; the command line exits with 0, 3 and 1.
const (
	Answered  Status = "answered"
	Abstained Status = "abstained"
	Failed    Status = "failed"
)

// Reasons of a run that did not answer. These strings are the contract of `ask --json`.
const (
	ReasonNoSimilarPair = "no_similar_pair"
	ReasonSlotsDoNotFit = "slots_do_not_fit"
	ReasonNoConcept     = "no_concept"
	ReasonOutOfScope    = "out_of_scope"
	ReasonRuleViolation = "rule_violation"
	ReasonSQLError      = "sql_error"
	ReasonTimeout       = "timeout"
	ReasonTooLarge      = "too_large"
	ReasonModelError    = "model_error"
	ReasonLowAgreement  = "low_agreement"
)

// Run is everything that happened to one question, stage by stage: the audit
// record, and what every output format is made from. A run that ended early holds
// the stages it reached.
type Run struct {
	Question string
	Status   Status
	Reason   string // one of the Reason constants; empty when answered
	Message  string // for the user: what to do next
	Masked   rag.Masked
	Examples []rag.Match
	Template rag.Template
	Concepts []coding.ConceptSet // in order of first appearance in the template
	SQL      string              // what was executed, ids in place of placeholders
	Native   string              // the same in the SQL of the server that ran it; empty where that is SQL itself
	Warnings []omop.Finding
	Attempts int
	Tries    []Try // the attempts at a question's template, in order; the last is the run's own

	Reading    *read.Reading   // how the question's words were read; nil where nothing reads them
	Offers     []string        // questions that can be asked in place of a refused one, each of which is answered
	Study      *study.Question // what was answered, where the SQL was compiled of it
	Plan       *compile.Plan   // of Study: the roles of the columns, and who is behind the rows
	Readings   []OtherReading  // other meanings whose numbers differ
	Candidates []Candidate     // the readings that the answer was settled among, where there were several
	Agreement  float64         // the part of the readings that agree; 0 where there was one
	Intervals  []Interval      // of the shares and rates of Table

	Table      *omop.Table // suppressed
	Raw        *omop.Table // not suppressed, where Options.Raw asks for it: nothing may show or keep it
	Suppressed int         // cells hidden because they tell of fewer people than MinCell
	LeftOut    int         // more than 0 where rows may be left out since they tell of fewer people than MinCell
	RowLevel   bool        // the result shows single people
	Groups     []string    // the columns of Table that its rows are grouped by; nil where small numbers are not hidden
	Answer     string      // one sentence

	Calls            int // requests that models answered or failed at, retries not counted; what the cache had is none
	PromptTokens     int // all of the prompts, the two cached parts included
	CachedTokens     int // of PromptTokens, those read from the provider's prompt cache
	CacheWriteTokens int // of PromptTokens, those kept in it
	CompletionTokens int
	Took             Timings
	DryRun           bool
	Err              error // what ended a run that did not answer; nil when answered

	raw    *omop.Table // Table before small cells were hidden; it is never shown
	masked *omop.Table // what is compared of it with other runs
}

// StepsBy are the steps of an agent under who took them, in order; a run without one has none.
func (r *Run) StepsBy() []AgentStep {
	var out []AgentStep
	for _, c := range r.Candidates {
		for _, s := range c.Steps {
			out = append(out, AgentStep{c.By, s})
		}
	}
	return out
}

// AgentStep is a step of one of the agents that worked on a question.
type AgentStep struct {
	By string
	rag.Step
}

// Timings are the durations of the stages that ran, in the order in which they ran.
type Timings []StageTime

// StageTime is how long one stage took.
type StageTime struct {
	Stage string // mask, retrieve, read, write, check, code, execute, answer, readings
	Took  time.Duration
}

// Total is the time of all stages.
func (t Timings) Total() time.Duration {
	var sum time.Duration
	for _, s := range t {
		sum += s.Took
	}
	return sum
}

// Understood is what the question was taken for, as far as it was: the question that was answered, else what its reader
// made of it. It is nil where nothing was understood.
func (r *Run) Understood() *study.Question {
	switch {
	case r.Study != nil:
		return r.Study
	case r.Reading == nil || r.Status == Answered: // by a pair, whose meaning nobody has said
		return nil
	case r.Reading.Question != nil:
		return r.Reading.Question
	}
	return r.Reading.Partial
}
