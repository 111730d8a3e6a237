package write

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/prompt"
)

// Agent is the Writer that works in steps. In each step the model calls one tool and sees its result; with the last it
// hands in the SQL. No number that it has seen or says is an answer: what it hands in is checked, coded and run like
// any other Writer's.
//
// Source: Shi et al. (2024), EHRAgent, whose long-term memory and explained errors are here, too.
type Agent struct {
	model  llm.Model
	tools  []Tool
	limits AgentLimits

	seed        int64
	temperature float64
	prompted    *Prompted // says what is likely wrong with SQL that failed
}

// Tool is one thing that an Agent can do in a step.
type Tool struct {
	Name, About string
	Input       string // JSON schema of an object
	// Call runs the tool. Its result is JSON and holds nothing that the user may not see. An error is of the call, and
	// is told to the model.
	Call func(ctx context.Context, input json.RawMessage) (ToolResult, error)
}

// ToolResult is what came of a call.
type ToolResult struct {
	Text string
	// why there is no answer, by its reason: sql_error, rule_violation, no_concept, …; empty where there is one
	Failed string
	OnData bool // the statement failed on what is recorded: that alone tells something of the records
}

// Defaults of AgentLimits.
const (
	AgentSteps  = 12
	AgentTokens = 60_000
	AgentTime   = 5 * time.Minute
)

// AgentLimits bound one reading of a question by an Agent. Zero fields take the defaults above.
type AgentLimits struct {
	Steps  int // calls of the model
	Tokens int // of prompts and answers together
	Time   time.Duration
	Money  float64    // in the currency of Price; 0 for no bound
	Price  *llm.Price // of the model; needed by Money
}

func (l AgentLimits) filled() AgentLimits {
	if l.Steps <= 0 {
		l.Steps = AgentSteps
	}
	if l.Tokens <= 0 {
		l.Tokens = AgentTokens
	}
	if l.Time <= 0 {
		l.Time = AgentTime
	}
	return l
}

const (
	mendSteps    = 4    // to mend SQL that failed
	mostBad      = 3    // steps in a row that call no tool
	mostOnData   = 3    // statements that may fail on what is recorded
	longestStep  = 1600 // bytes of a result that the model sees
	longestOld   = 300  // of one that lies more than recentSteps back
	recentSteps  = 4
	stepTokens   = 1500
	shownToAgent = 3 // examples
	mostInputs   = 8000
)

// NewAgent returns an Agent over a model and its tools.
func NewAgent(model llm.Model, facts Facts, tools []Tool, limits AgentLimits) *Agent {
	return &Agent{model: model, tools: tools, limits: limits.filled(),
		prompted: NewPrompted(model, facts, Advanced)}
}

// Define has the questions of examples said with their definitions.
func (a *Agent) Define(define func(ctx context.Context, question string) string) {
	a.prompted.Define = define
}

// Language is the name of the query language, for people.
func (a *Agent) Language() string { return "agent" }

// Sample returns the Agent with a seed and a temperature, so that several of its answers can be voted on.
func (a *Agent) Sample(seed int64, temperature float64) rag.Writer {
	other := *a
	other.seed, other.temperature = seed, temperature
	return &other
}

// Cause says what is most likely wrong with SQL that failed.
func (a *Agent) Cause(ctx context.Context, m rag.Masked, fix rag.Fix) (string, error) {
	return a.prompted.Cause(ctx, m, fix)
}

// Write implements Writer. The Template holds the steps, also where it is returned with an error. The error is a
// *rag.Abstention where the model gives up or comes to no SQL within its limits, else the model's own.
func (a *Agent) Write(ctx context.Context, m rag.Masked, examples []rag.Match, fix *rag.Fix) (rag.Template, error) {
	w := &work{Agent: a, masked: m, examples: verifiedOnly(examples), fix: fix, left: a.limits,
		until: time.Now().Add(a.limits.Time)}
	if fix != nil {
		w.left.Steps, w.before = min(mendSteps, w.left.Steps), fix.Steps
	}
	outer := ctx
	ctx, cancel := context.WithDeadline(ctx, w.until)
	defer cancel()
	t := rag.Template{Writer: a.model.Name()}
	sql, err := w.steps(ctx)
	t.Steps, t.Prompt, t.Assumptions, t.Probability = w.done, w.prompt, w.assumptions, w.probability
	t.StandIns = standInsOf(strings.Join(w.assumptions, "\n"))
	if err != nil && ctx.Err() != nil && outer.Err() == nil {
		return t, w.gaveUp(fmt.Sprintf("within %s", a.limits.Time))
	}
	t.SQL = sql
	return t, err
}

// verifiedOnly is the agent's memory: answers that somebody has verified, most similar first.
func verifiedOnly(examples []rag.Match) []rag.Match {
	var out []rag.Match
	for _, e := range examples {
		if e.Pair.Verified != "" && len(out) < shownToAgent {
			out = append(out, e)
		}
	}
	return out
}

// work is an Agent at one question.
type work struct {
	*Agent
	masked   rag.Masked
	examples []rag.Match
	fix      *rag.Fix

	left        AgentLimits
	until       time.Time
	before      []rag.Step // that led to what is to be mended
	done        []rag.Step
	bad, onData int
	prompt      string
	assumptions []string
	probability float64
}

// call is one step as the model words it.
type call struct {
	Thought string                     `json:"thought"`
	Tool    string                     `json:"tool"`
	Input   map[string]json.RawMessage `json:"input"`
}

// The tools that end the work.
const (
	toolAnswer = "answer"
	toolCannot = "cannot"
)

// steps lets the model work until it hands in SQL, gives up, or has used up a limit.
func (w *work) steps(ctx context.Context) (string, error) {
	for w.left.Steps > 0 {
		c, err := w.next(ctx)
		switch {
		case errors.Is(err, llm.ErrInvalid) || errors.Is(err, llm.ErrTruncated):
			if w.bad++; w.bad >= mostBad {
				return "", w.gaveUp(fmt.Sprintf("and %d of its answers in a row called no tool", mostBad))
			}
			continue
		case err != nil:
			return "", err
		}
		switch c.Tool {
		case toolAnswer:
			if sql, ok := w.handIn(c); ok {
				return sql, nil
			}
		case toolCannot:
			w.note(c, "", "")
			return "", &rag.Abstention{Reason: reasonOf(c.text("reason")), Message: messageOf(c.text("text"))}
		default:
			if err := w.use(ctx, c); err != nil {
				return "", err
			}
		}
		if w.bad >= mostBad {
			return "", w.gaveUp(fmt.Sprintf("and %d of its steps in a row were of no use", mostBad))
		}
	}
	return "", w.gaveUp(fmt.Sprintf("within %d steps", len(w.done)))
}

// gaveUp is the abstention of an agent that came to no SQL.
func (w *work) gaveUp(why string) error {
	return &rag.Abstention{Reason: "model_error",
		Message: fmt.Sprintf("The agent came to no SQL %s. Look at its steps: --explain; or ask without it", why)}
}

// next asks the model for its next step.
func (w *work) next(ctx context.Context) (call, error) {
	req, err := w.request(ctx)
	if err != nil {
		return call{}, err
	}
	w.prompt = req.System + "\n\n" + req.User
	if need := roughTokens(w.prompt); need > w.left.Tokens || w.left.Money < 0 {
		return call{}, w.gaveUp(fmt.Sprintf("for the tokens or the money that it may spend (%d steps)", len(w.done)))
	}
	w.left.Steps--
	started := time.Now()
	resp, err := w.model.Generate(ctx, req)
	spent := resp
	var failed *llm.Error
	if errors.As(err, &failed) {
		spent = failed.Partial
	}
	tokens := w.pay(req, spent)
	var c call
	if err == nil {
		w.probability = resp.Probability
		err = prompt.Named(llm.JSONBlock(resp.Text, &c), w.model.Name())
	}
	if errors.Is(err, llm.ErrInvalid) || errors.Is(err, llm.ErrTruncated) {
		w.done = append(w.done, rag.Step{Tool: "?",
			Result: "This was not one JSON object that names a tool and its input.", Failed: "model_error",
			Tokens: tokens, Took: time.Since(started)})
		return c, err
	}
	if err != nil {
		return c, fmt.Errorf("working on the question: %w", err)
	}
	w.done = append(w.done, rag.Step{Thought: prompt.Clip(oneLine(c.Thought), longestMessage),
		Tool: prompt.Clip(oneLine(c.Tool), longestAssumption), Tokens: tokens, Took: time.Since(started)})
	return c, nil
}

// pay books what a request cost and returns its tokens.
func (w *work) pay(req llm.Request, spent llm.Response) int {
	tokens := spent.PromptTokens + spent.CompletionTokens
	if tokens == 0 {
		tokens = roughTokens(req.System) + roughTokens(req.User) + roughTokens(spent.Text)
	}
	w.left.Tokens -= tokens
	if w.left.Money > 0 && w.left.Price != nil {
		if w.left.Money -= w.left.Price.Cost(spent); w.left.Money == 0 {
			w.left.Money = -1
		}
	}
	return tokens
}

// roughTokens takes tokens to be four bytes long.
func roughTokens(text string) int { return (len(text) + 3) / 4 }

// note writes what came of the last step into it.
func (w *work) note(c call, result, failed string) {
	s := &w.done[len(w.done)-1]
	if input, err := json.Marshal(c.Input); err == nil && len(c.Input) > 0 {
		s.Input = prompt.Clip(string(input), mostInputs)
	}
	s.Result, s.Failed = result, failed
	if failed == "" {
		w.bad = 0
	}
}

// useless notes a step that did nothing: the model is told why, and may not do it for ever.
func (w *work) useless(c call, why string) {
	w.note(c, why, "model_error")
	w.bad++
}

// handIn takes the SQL of the step, if it holds any.
func (w *work) handIn(c call) (string, bool) {
	sql := strings.TrimRight(strings.TrimSpace(c.text("sql")), "; \n\t")
	if sql == "" {
		w.useless(c, "answer needs the whole query in \"sql\".")
		return "", false
	}
	var assumed []string
	if json.Unmarshal(c.Input["assumptions"], &assumed) == nil {
		for _, text := range assumed[:min(len(assumed), mostAssumptions)] {
			if text = oneLine(text); text != "" {
				w.assumptions = append(w.assumptions, prompt.Clip(text, longestAssumption))
			}
		}
	}
	w.note(c, "", "")
	return sql, true
}

// text is a text of the input; "" where it has none of that name.
func (c call) text(name string) string {
	var s string
	if json.Unmarshal(c.Input[name], &s) != nil {
		return ""
	}
	return s
}

// use calls a tool and notes its result, or why there is none, with what to do about it.
func (w *work) use(ctx context.Context, c call) error {
	i := slices.IndexFunc(w.tools, func(t Tool) bool { return t.Name == c.Tool })
	if i < 0 {
		w.useless(c, fmt.Sprintf("There is no tool of this name. The tools are %s.", strings.Join(w.names(), ", ")))
		return nil
	}
	input := w.tools[i].input(c.Input)
	if at := w.asked(c.Tool, input); at > 0 {
		w.useless(c, fmt.Sprintf("This is step %d again, and gives the same. Do something else, or hand in the answer.",
			at))
		return nil
	}
	if w.onData >= mostOnData && c.Tool == "run_sql" {
		w.useless(c, "Three statements have failed on what is recorded, and no more may run. Hand in the answer, or say that you cannot.")
		return nil
	}
	result, err := w.tools[i].Call(ctx, input)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.Input = nil
	s := &w.done[len(w.done)-1]
	if err != nil {
		w.useless(c, "The call failed: "+prompt.Clip(oneLine(err.Error()), longestMessage))
		s.Input = prompt.Clip(string(input), mostInputs)
		return nil
	}
	if result.OnData {
		w.onData++
	}
	text := prompt.Clip(result.Text, longestStep)
	if cause := causes[result.Failed]; cause != "" {
		text += "\nThe cause: " + cause
	}
	w.note(c, text, result.Failed)
	s.Input = prompt.Clip(string(input), mostInputs)
	return nil
}

// causes say, by the reason of a failure, what is most likely wrong and what to do about it.
var causes = map[string]string{
	"sql_error":        "the SQL names a table or column that is not there, or a function that this database lacks. describe_table tells the columns.",
	"rule_violation":   "the SQL breaks a rule of the data model, which the message names: it would fail or give a wrong number. Keep what the question asks and mend that.",
	"no_concept":       "the words in a placeholder name nothing in the vocabulary. find_concepts looks for other names; use one only if it means the same.",
	"timeout":          "the query reads too much. Count by ids first and join names last.",
	"too_large":        "the query needs too much memory: join fewer rows, and count before joining.",
	"slots_do_not_fit": "a part of the study question can't be computed. Write SQL instead.",
	"out_of_scope":     "this is not in such a database, or would show single people.",
	"low_agreement":    "several readings of the question differ.",
}

// asked is the number of an earlier step that called the tool with the same input; 0 for none.
func (w *work) asked(tool string, input json.RawMessage) int {
	for i, s := range w.all()[:len(w.before)+len(w.done)-1] {
		if s.Tool == tool && s.Input == prompt.Clip(string(input), mostInputs) && s.Tool != "?" {
			return i + 1
		}
	}
	return 0
}

// all are the steps that the model is shown.
func (w *work) all() []rag.Step { return slices.Concat(w.before, w.done) }

func (w *work) names() []string {
	var out []string
	for _, t := range w.tools {
		out = append(out, t.Name)
	}
	return append(out, toolAnswer, toolCannot)
}
