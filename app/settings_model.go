package app

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag/write"
)

// Model says which language model is asked, how, and what it may cost.
type Model struct {
	LLM           string // NoModel or PROVIDER:MODEL [NoModel]
	CommandFormat string // what a command reads and writes, text or json [text]

	// what the model writes: question, sql, both, or with SPARQL in the place of SQL sparql, both-sparql [both]
	Writer string
	Votes  int // answers of the writer of SQL that are voted on where readings differ; 1 for none [3 under both]
	// answers of less agreement than this part, "0.7", are shown as readings only; AbstainCalibrated; or empty for none
	AbstainAt string

	Agent write.AgentLimits // of one reading by the agent; its Price is filled in

	Masker string // who finds a question's entities, MaskerVocabulary or MaskerModel [MaskerVocabulary]
	Prompt string // how much the model is told, simple or advanced [advanced]
	Cache  string // answers on disk: off, read or write [off]

	BudgetTokens int     // stop before so many are spent; 0 is not a limit
	BudgetMoney  float64 // the same in the currency of the model's price
	PricesFile   string  // prices beside those that are known
	PerMinute    int     // begin at most so many requests; 0 is not a limit
	Timeout      time.Duration
	LinkLocal    bool // models and embedders may be reached at link-local addresses
}

// What Model's fields can say.
const (
	NoModel          = "none"
	MaskerVocabulary = "vocabulary"
	MaskerModel      = "llm"

	WriterSPARQL     = "sparql"      // the model writes SPARQL
	WriterBothSPARQL = "both-sparql" // the study question and SPARQL, and two readings have to agree
)

// mostVotes bounds what a slip of a finger can cost.
const mostVotes = 20

// defaultVotes are taken under both, where the readings do not settle it.
const defaultVotes = 3

// writers are the values of Model.Writer: the pipeline's method, and whether SPARQL is written in the place of SQL.
var writers = map[string]struct {
	method string
	sparql bool
}{
	pipeline.MethodQuestion: {pipeline.MethodQuestion, false}, pipeline.MethodSQL: {pipeline.MethodSQL, false},
	pipeline.MethodBoth: {pipeline.MethodBoth, false},
	WriterSPARQL:        {pipeline.MethodSQL, true}, WriterBothSPARQL: {pipeline.MethodBoth, true},
}

func (m Model) method() string { return writers[m.Writer].method }

// agentVotes are the votes under MethodAgent.
func (m Model) agentVotes() int {
	if m.Votes == 0 {
		return defaultVotes
	}
	return m.Votes
}

func (m Model) votes() int {
	if m.Votes == 0 && m.method() == pipeline.MethodBoth {
		return defaultVotes
	}
	return m.Votes
}

// abstainAt is the agreement below which is abstained; -1 where what is set is not a number.
func (m Model) abstainAt() float64 {
	if m.AbstainAt == "" || m.AbstainAt == AbstainCalibrated {
		return 0
	}
	part, err := strconv.ParseFloat(m.AbstainAt, 64)
	if err != nil {
		return -1
	}
	return part
}

// Providers are those that Model.LLM can name.
func Providers() string {
	return strings.Join(slices.Sorted(maps.Keys(models())), ", ")
}

// filled takes the defaults where nothing is said.
func (m Model) filled() Model {
	for field, value := range map[*string]string{
		&m.LLM: NoModel, &m.CommandFormat: "text", &m.Masker: MaskerVocabulary, &m.Prompt: string(write.Advanced),
		&m.Cache: string(llm.CacheOff), &m.Writer: pipeline.MethodBoth,
	} {
		if *field == "" {
			*field = value
		}
	}
	return m
}

// Configured reports whether a language model is to be asked.
func (m Model) Configured() bool { return m.LLM != "" && m.LLM != NoModel }

// mayWord refuses to show a model what it must not see.
func (s Settings) mayWord() error {
	switch {
	case !s.Model.Configured():
		return usagef("--worded asks a model, and none is configured; name one with --llm PROVIDER:MODEL")
	case s.minCell() < 2:
		return usagef("--worded shows the result to a model, which must not see small counts; allow it with --min-cell 5")
	}
	return nil
}

// check refuses values that no part of the program can work with.
func (m Model) check() error {
	name, model, _ := strings.Cut(m.LLM, ":")
	if _, known := models()[name]; m.Configured() && (!known || model == "") {
		return usagef("--llm %s: write PROVIDER:MODEL, with one of the providers %s, as in openai:gpt-5-mini or \"command:ollama run llama3\"", m.LLM, Providers())
	}
	if _, err := llm.ParseCacheMode(m.Cache); err != nil {
		return usagef("--cache %s: use off, read or write", m.Cache)
	}
	switch {
	case m.method() == "":
		return usagef("--writer %s: use question, sql, both, sparql or both-sparql", m.Writer)
	case m.Votes < 0 || m.Votes > mostVotes:
		return usagef("--votes %d: use 0 to %d", m.Votes, mostVotes)
	case m.abstainAt() < 0 || m.abstainAt() > 1:
		return usagef("--abstain-at %s: it is a part of the readings that agree, from 0 to 1, or %s", m.AbstainAt,
			AbstainCalibrated)
	case m.Masker != MaskerVocabulary && m.Masker != MaskerModel:
		return usagef("--masker %s: use %s or %s", m.Masker, MaskerVocabulary, MaskerModel)
	case m.Masker == MaskerModel && !m.Configured():
		return usagef("--masker %s asks a model, and none is configured; name one with --llm PROVIDER:MODEL", m.Masker)
	case m.Prompt != string(write.Simple) && m.Prompt != string(write.Advanced):
		return usagef("--prompt %s: use %s or %s", m.Prompt, write.Simple, write.Advanced)
	case m.CommandFormat != "text" && m.CommandFormat != "json":
		return usagef("--llm-command-format %s: use text or json", m.CommandFormat)
	case m.Agent.Steps < 0 || m.Agent.Tokens < 0 || m.Agent.Time < 0 || m.Agent.Money < 0:
		return usagef("limits of the agent can't be negative: look at --agent-steps, --agent-tokens, --agent-time and --agent-money")
	case m.BudgetTokens < 0 || m.BudgetMoney < 0 || m.PerMinute < 0 || m.Timeout < 0:
		return usagef("limits of the model can't be negative: look at --budget-tokens, --budget-money, --llm-per-minute and --llm-timeout")
	}
	return m.checkPrices()
}

func (m Model) checkPrices() error {
	if m.PricesFile == "" {
		return nil
	}
	if _, err := os.Stat(m.PricesFile); errors.Is(err, fs.ErrNotExist) {
		return usagef("--prices %s: there is no such file", m.PricesFile)
	}
	return nil
}
