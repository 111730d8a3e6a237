package app

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"time"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/audit"
	"github.com/askomop/askomop/pipeline/schedule"
)

// LogEntry is what the log keeps of a run. Of its result it has sizes only, and of
// an error its kind: an engine's message can quote a value.
type LogEntry struct {
	Kind       string          `json:"kind"` // "run"
	Time       time.Time       `json:"time"`
	User       string          `json:"user"`
	Host       string          `json:"host"`
	Program    string          `json:"program"`
	Command    string          `json:"command"`
	Question   string          `json:"question,omitempty"`
	Study      json.RawMessage `json:"study_question,omitempty"` // where that was asked, and Question only says it
	Database   string          `json:"database"`
	State      string          `json:"database_state,omitempty"` // changes with the file
	Vocabulary string          `json:"vocabulary,omitempty"`
	Model      string          `json:"model,omitempty"`
	Writer     string          `json:"writer,omitempty"`
	Examples   []string        `json:"examples,omitempty"`
	Template   string          `json:"template,omitempty"`
	Concepts   []loggedSet     `json:"concepts,omitempty"`
	SQL        string          `json:"sql,omitempty"`
	SQLHash    string          `json:"sql_sha256,omitempty"` // of the whole, where SQL is cut
	Status     string          `json:"status"`
	Reason     string          `json:"reason,omitempty"`
	Attempts   int             `json:"attempts,omitempty"`
	Rows       int             `json:"rows"`
	Columns    int             `json:"columns"`
	Truncated  bool            `json:"truncated,omitempty"`
	MinCell    int             `json:"min_cell"`
	Suppressed int             `json:"suppressed"`
	LeftOut    int             `json:"left_out,omitempty"`
	RowLevel   bool            `json:"row_level,omitempty"` // it showed single people
	DryRun     bool            `json:"dry_run,omitempty"`
	Steps      []string        `json:"steps,omitempty"` // the tools that an agent called
	Tokens     Tokens          `json:"tokens"`
	Took       Timings         `json:"took_ms"`
}

type loggedSet struct {
	Placeholder string `json:"placeholder"`
	Concepts    int    `json:"concepts"`
}

// longestLogged is how many bytes of a text go into the log.
const longestLogged = 64 << 10

// logFolder is where the log of runs is kept.
func (b builder) logFolder() string { return filepath.Join(b.Home, "log") }

// record appends a run to the log. A run that can't be recorded is not shown.
func (a *App) record(ctx context.Context, command string, r *pipeline.Run, opt pipeline.Options) error {
	return a.append(ctx, a.entry(command, r, opt))
}

// recordScheduled appends a run of a schedule to the log.
func (a *App) recordScheduled(ctx context.Context, s *schedule.Schedule, r *pipeline.Run) error {
	e := a.entry("schedule run "+s.Name, r, pipeline.Options{MinCell: s.MinCell})
	e.Question, e.Database, e.Model, e.Vocabulary = clipped(s.Frozen.Question), s.Database, "", s.Frozen.Vocabulary
	if state, err := Fingerprint(s.Database); err == nil {
		e.State = state
	}
	return a.append(ctx, e)
}

func (a *App) append(ctx context.Context, e LogEntry) error {
	if a.build.NoLog {
		return nil
	}
	// An interrupted run is recorded too.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	_, recovered, err := audit.Open(a.build.logFolder(), audit.Options{}).Append(ctx, e)
	if err != nil {
		return fmt.Errorf("%w; to go on without a record: --no-log", err)
	}
	if recovered != nil && recovered.Missing > 0 {
		a.build.Tell(fmt.Sprintf("The log has lost its last entries (%d); askomop log verify shows where.",
			recovered.Missing))
	}
	if recovered != nil && recovered.Removed > 0 {
		a.build.Tell(fmt.Sprintf("The log's last entry was being written when the machine stopped; its %s taken away.",
			plural(recovered.Removed, "byte was", "bytes were")))
	}
	return nil
}

func (a *App) entry(command string, r *pipeline.Run, opt pipeline.Options) LogEntry {
	e := LogEntry{
		Kind: "run", Time: time.Now().UTC(), Program: a.build.Version, Command: command, Question: clipped(r.Question),
		Database: a.databaseName(), Writer: withoutPassword(r.Template.Writer), Template: clipped(r.Template.SQL),
		SQL:    clipped(r.SQL),
		Status: string(r.Status), Reason: r.Reason, Attempts: r.Attempts, MinCell: opt.MinCell,
		Suppressed: r.Suppressed, LeftOut: r.LeftOut,
		RowLevel: r.RowLevel && r.Table != nil, DryRun: r.DryRun, Tokens: Tokens{r.PromptTokens, r.CompletionTokens},
		Took: Timings(r.Took),
	}
	e.User, e.Host = who()
	if q := r.Study; q != nil && r.Question == q.String() {
		if doc, err := json.Marshal(q); err == nil && len(doc) <= longestLogged {
			e.Study = doc
		}
	}
	if a.build.Model.Configured() {
		e.Model = withoutPassword(a.build.Model.LLM)
	}
	e.Vocabulary = a.vocabularyVersion()
	if state, err := Fingerprint(e.Database); err == nil {
		e.State = state
	}
	if e.SQL != r.SQL {
		sum := sha256.Sum256([]byte(r.SQL))
		e.SQLHash = hex.EncodeToString(sum[:])
	}
	for _, m := range r.Examples {
		e.Examples = append(e.Examples, m.Pair.ID)
	}
	for _, s := range r.StepsBy() {
		e.Steps = append(e.Steps, s.By+": "+s.Tool)
	}
	for _, s := range r.Concepts {
		e.Concepts = append(e.Concepts, loggedSet{Placeholder(s.Entity), len(s.Concepts)})
	}
	if t := r.Table; t != nil {
		e.Rows, e.Columns, e.Truncated = len(t.Rows), len(t.Columns), t.Truncated
	}
	return e
}

// databaseName is the database's file, or its URL without the password.
func (a *App) databaseName() string {
	name := cmp.Or(a.build.DB, a.build.demoFile())
	if strings.Contains(name, "://") {
		return serverName(name)
	}
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

// who is the user and the machine, as far as the system tells.
func who() (name, host string) {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	if u, err := user.Current(); err == nil {
		return u.Username, host
	}
	return cmp.Or(os.Getenv("USER"), os.Getenv("USERNAME"), "unknown"), host
}

var password = lazyregexp.New(`://[^/@\s]*@`)

// withoutPassword leaves out what stands before the @ of a URL in a model's name.
func withoutPassword(name string) string { return password.ReplaceAllString(name, "://…@") }

func clipped(text string) string {
	if len(text) <= longestLogged {
		return text
	}
	return strings.ToValidUTF8(text[:longestLogged], "") + " …"
}

// ReadEntry reads an entry of the log; entries of other kinds have their kind and time only.
func ReadEntry(r audit.Record) (LogEntry, error) {
	var e struct {
		LogEntry
		Took json.RawMessage `json:"took_ms"` // printed in the order of stages, which the reading would lose
	}
	if err := json.Unmarshal(r.Entry, &e); err != nil {
		return LogEntry{}, fmt.Errorf("reading entry %d of the log: %w", r.Seq, err)
	}
	return e.LogEntry, nil
}

// RunLog is the record of what was asked.
func (a *App) RunLog() *audit.Log { return audit.Open(a.build.logFolder(), audit.Options{}) }

// vocabularyVersion is the version of the vocabulary that questions are coded with, where it has been opened.
func (a *App) vocabularyVersion() string {
	if v, opened := a.parts.words.peek(); opened {
		return v.Info().Version
	}
	return ""
}
