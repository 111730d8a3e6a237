// Package batch is a model whose answers come later. It writes requests to a folder as JSONL, for a provider's batch
// interface, for a site without a network, or for a person, and goes on when the answers lie there.
//
// In the folder, requests.jsonl holds what waits for an answer. Whoever picks it up for answering renames it to
// requests-1.jsonl, requests-2.jsonl and so on, so that nothing is asked twice. Every other .jsonl file holds answers,
// in the form of the provider that gave them or as {"custom_id": "…", "text": "…"}. A run can be broken off at any
// moment and repeated as often as one likes.
package batch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/askomop/askomop/llm"
)

// The forms of requests.
const (
	OpenAI    = "openai"    // as /v1/chat/completions in OpenAI's batch interface, which Azure shares
	Mistral   = "mistral"   // as in Mistral's, which takes no parameter that it does not know
	Anthropic = "anthropic" // as in Anthropic's Message Batches
	Plain     = "plain"     // system, user and schema, for people and for other tools
)

// Config says where requests go and in which form.
type Config struct {
	Dir        string
	Format     string // OpenAI, Mistral, Anthropic or Plain; empty is Plain
	Model      string // that the provider is to ask; needed but for Plain
	NoSampling bool   // leave temperature and seed out: newer models refuse them
}

// Model implements llm.Model.
type Model struct {
	cfg    Config
	name   string
	folder *folder
}

// New returns the model and makes its folder.
func New(cfg Config) (*Model, error) {
	if cfg.Format == "" {
		cfg.Format = Plain
	}
	name := "batch:" + cfg.Model
	if cfg.Model == "" {
		name = "batch:" + cfg.Dir
	}
	wrong := func(detail, fix string) (*Model, error) {
		return nil, &llm.Error{Model: name, Kind: llm.ErrRequest, Detail: detail, Fix: fix}
	}
	switch {
	case cfg.Dir == "":
		return wrong("no folder is named", "name one, as in batch:DIR")
	case cfg.Format != OpenAI && cfg.Format != Mistral && cfg.Format != Anthropic && cfg.Format != Plain:
		return wrong(fmt.Sprintf("format %q is not known", cfg.Format), "use openai, mistral, anthropic or plain")
	case cfg.Format != Plain && cfg.Model == "":
		return wrong("the "+cfg.Format+" format names the model to ask, and none is given",
			"give the model, or use the plain format")
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, &llm.Error{Model: name, Kind: llm.ErrRequest, Err: err, Fix: "name a folder that can be written"}
	}
	return &Model{cfg: cfg, name: name, folder: newFolder(cfg.Dir)}, nil
}

// Name implements llm.Model: batch: and the model to ask, or else the folder.
func (m *Model) Name() string { return m.name }

// Generate implements llm.Model. Where the answer is not there yet, it sees to it that the
// request is written once and returns an *llm.PendingError that names the file it waits in.
func (m *Model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	if err := llm.Interrupted(ctx, m.name); err != nil {
		return llm.Response{}, err
	}
	id := m.id(req)
	found, err := m.folder.find(ctx, id)
	if err == nil && found.answer == nil && !found.known() {
		found, err = m.folder.add(ctx, id, func() ([]byte, error) { return m.line(id, req) })
	}
	switch {
	case err != nil:
		if ended := llm.Interrupted(ctx, m.name); ended != nil {
			return llm.Response{}, ended
		}
		return llm.Response{}, &llm.Error{Model: m.name, Kind: llm.ErrRequest, Err: err,
			Fix: "mend the file, and run the same command again"}
	case found.answer != nil:
		return m.read(req, *found.answer)
	case found.waiting:
		return llm.Response{}, &llm.PendingError{Model: m.name, File: filepath.Join(m.cfg.Dir, requestsFile),
			Waiting: found.queue}
	}
	return llm.Response{}, &llm.PendingError{Model: m.name, File: found.sentIn, Sent: true}
}

// id names a request; the same one for the same model, parameters and prompt, whatever the
// folder is called. Providers take ids of at most 64 letters, digits, - and _.
func (m *Model) id(req llm.Request) string {
	return "askomop-" + llm.Key("batch:"+m.cfg.Model, req)[:40]
}
