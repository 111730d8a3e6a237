// Package command makes any program a model: it gets the prompt on standard input
// and answers on standard output.
package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/askomop/askomop/llm"
)

// The forms of a conversation with a program.
const (
	Text = "text" // the prompt in, the answer out
	JSON = "json" // one JSON object in, one out: see Request and Answer
)

// Placeholders in a command's words, each replaced by its text. What a word holds is left out of standard input.
const (
	systemWord = "{system}"
	userWord   = "{user}"
)

const (
	maxAnswer = 16 << 20        // bytes of standard output that are read
	maxNoise  = 2 << 10         // bytes of standard error that are kept: its end
	patience  = 2 * time.Second // for a killed program's children to let go of its output
	tempFail  = 75              // EX_TEMPFAIL of sysexits.h: try again later
)

// Config says which program to run.
type Config struct {
	Line   string // the command line, as in: ollama run llama3; words with spaces in quotes, no shell
	Format string // Text or JSON; empty is Text
}

// Model implements llm.Model.
type Model struct {
	name  string
	words []string
	json  bool
}

// New returns the model. It fails where the line is none, or its program is not there.
func New(cfg Config) (*Model, error) {
	name := "command:" + strings.TrimSpace(cfg.Line)
	words, err := split(cfg.Line)
	if err == nil && len(words) == 0 {
		err = errors.New("no program is named")
	}
	if err != nil {
		return nil, &llm.Error{Model: name, Kind: llm.ErrRequest, Err: err,
			Fix: `give the command line, as in "command:ollama run llama3"`}
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return nil, &llm.Error{Model: name, Kind: llm.ErrRequest, Err: err,
			Fix: "install the program, or give its whole path"}
	}
	switch cfg.Format {
	case "", Text, JSON:
	default:
		return nil, &llm.Error{Model: name, Kind: llm.ErrRequest,
			Detail: fmt.Sprintf("format %q is not known", cfg.Format), Fix: "use text or json"}
	}
	return &Model{name: name, words: words, json: cfg.Format == JSON}, nil
}

// Name implements llm.Model: command: and the command line, which therefore should hold no key.
func (m *Model) Name() string { return m.name }

// Generate implements llm.Model. It runs the program once; when ctx ends, the program and what it has started are
// killed.
func (m *Model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	if err := llm.Interrupted(ctx, m.name); err != nil {
		return llm.Response{}, err
	}
	args, input, err := m.prompt(req)
	if err != nil {
		return llm.Response{}, &llm.Error{Model: m.name, Kind: llm.ErrRequest, Err: err}
	}
	cmd := exec.CommandContext(ctx, m.words[0], args...)
	cmd.Stdin = strings.NewReader(input)
	out, noise := &limited{max: maxAnswer}, &tail{max: maxNoise}
	cmd.Stdout, cmd.Stderr = out, noise
	cmd.WaitDelay = patience
	killWithChildren(cmd)
	if err := cmd.Run(); err != nil {
		return llm.Response{}, m.failed(ctx, err, out, noise)
	}
	if m.json {
		return m.readJSON(req, out.buf.Bytes())
	}
	return llm.Accept(m.name, req, llm.Response{Text: out.buf.String()})
}

// prompt is the program's arguments and its standard input.
func (m *Model) prompt(req llm.Request) (args []string, input string, err error) {
	if !m.json {
		req.System = llm.SchemaPrompt(req)
	}
	system, user := req.System, req.User
	for _, w := range m.words[1:] {
		if strings.Contains(w, systemWord) {
			system = ""
		}
		if strings.Contains(w, userWord) {
			user = ""
		}
		args = append(args, strings.NewReplacer(systemWord, req.System, userWord, req.User).Replace(w))
	}
	if m.json {
		input, err = requestJSON(req)
		return args, input, err
	}
	if system != "" && user != "" {
		system += "\n\n"
	}
	return args, system + user, nil
}

// failed is the error of a program that could not be run, was killed, or did not succeed.
func (m *Model) failed(ctx context.Context, err error, out *limited, noise *tail) error {
	if ended := llm.Interrupted(ctx, m.name); ended != nil {
		return ended
	}
	e := &llm.Error{Model: m.name, Kind: llm.ErrRequest, Detail: blot(strings.TrimSpace(noise.String()), os.Environ())}
	var exit *exec.ExitError
	switch {
	case out.full:
		e.Kind, e.Detail = llm.ErrInvalid, fmt.Sprintf("it is longer than %d MB", maxAnswer>>20)
	case errors.As(err, &exit) && exit.ExitCode() == tempFail:
		e.Kind, e.Err = llm.ErrUnavailable, err
	case errors.Is(err, exec.ErrWaitDelay):
		e.Kind, e.Err, e.Fix = llm.ErrInvalid, err,
			"the program ended and something it started did not: let it wait for its children"
	default:
		e.Err, e.Fix = err, "run the program by hand to see what it lacks"
	}
	return e
}

// limited takes no more than max bytes.
type limited struct {
	buf  bytes.Buffer
	max  int
	full bool
}

func (l *limited) Write(p []byte) (int, error) {
	if l.buf.Len()+len(p) > l.max {
		l.full = true
		return 0, io.ErrShortWrite
	}
	return l.buf.Write(p)
}

// tail keeps the last max bytes.
type tail struct {
	buf []byte
	max int
}

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - t.max; over > 0 {
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return strings.ToValidUTF8(string(t.buf), "") }
