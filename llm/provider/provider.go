// Package provider opens models and embedders by the names that users give them on the command line. It names no
// provider itself: package app passes it a table of them.
package provider

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/llm"
)

// KeyVar is the environment variable for the key of an endpoint that is named together
// with the model. A provider's own variable is never used there: its key would go to another host.
const KeyVar = "ASKOMOP_LLM_KEY"

// Settings are what providers are opened with beside the model's name.
type Settings struct {
	Getenv        func(string) string // nil is os.Getenv
	HTTP          *http.Client        // nil is the default
	CommandFormat string              // of command: models, text or json
	Options       llm.Options         // what the model is wrapped in
}

// Env returns an environment variable.
func (s Settings) Env(name string) string {
	if s.Getenv == nil {
		return os.Getenv(name)
	}
	return s.Getenv(name)
}

// Opener opens a provider's model, undecorated.
type Opener func(model string, s Settings) (llm.Model, error)

// Models are the providers of models by name.
type Models map[string]Opener

// Open opens PROVIDER:MODEL and wraps it in s.Options. For providers that speak HTTP, the
// model may be followed by @URL, the address of another endpoint.
func (m Models) Open(spec string, s Settings) (llm.Model, error) {
	open, model, err := pick(m, "--llm", spec)
	if err != nil {
		return nil, err
	}
	opened, err := open(model, s)
	if err != nil {
		return nil, err
	}
	return llm.Decorate(opened, s.Options)
}

// EmbedderOpener opens a provider's embedder, undecorated, and tells how many texts one request may carry.
type EmbedderOpener func(ctx context.Context, model string, s Settings) (e llm.Embedder, batch int, err error)

// Embedders are the providers of embedders by name.
type Embedders map[string]EmbedderOpener

// Open opens PROVIDER:MODEL and wraps it in s.Options. It may ask the provider for the model's
// dimension, which is repeated like other requests.
func (m Embedders) Open(ctx context.Context, spec string, s Settings) (llm.Embedder, error) {
	open, model, err := pick(m, "--embedder", spec)
	if err != nil {
		return nil, err
	}
	var e llm.Embedder
	batch := 0
	err = s.Options.Retry.Repeat(ctx, spec, func() (err error) {
		e, batch, err = open(ctx, model, s)
		return err
	})
	if err != nil {
		return nil, err
	}
	return llm.DecorateEmbedder(e, batch, s.Options)
}

// pick finds the provider of a spec in a table.
func pick[T any](table map[string]T, flag, spec string) (T, string, error) {
	name, model, ok := strings.Cut(spec, ":")
	open, known := table[name]
	names := strings.Join(slices.Sorted(maps.Keys(table)), ", ")
	switch {
	case !known:
		return open, "", fmt.Errorf("%s %s: provider %q is not known; use PROVIDER:MODEL with one of %s", flag, spec,
			name, names)
	case !ok || strings.TrimSpace(model) == "":
		return open, "", fmt.Errorf("%s %s: no model is named; use %s:MODEL", flag, spec, name)
	}
	return open, strings.TrimSpace(model), nil
}

// Endpoint is where a model is, and with which key it is asked.
type Endpoint struct {
	Model   string
	BaseURL string // empty for the provider's own
	Key     string
	KeyVar  string // the environment variable of Key
}

// bareAddress is a host after a model's name.
var bareAddress = lazyregexp.New(`@(?:(?:localhost|\[[0-9a-fA-F:]+\]|[\w.-]+:\d+|\d+(?:\.\d+){3})(?:[:/].*)?$|(?:\w+:)?//)`)

// Endpoint reads MODEL or MODEL@URL. Without a URL the address comes from urlVar, and the key
// from the first of keyVars that is set; with one, the key comes from KeyVar alone. An address that lacks its
// scheme is a BaseURL too, which nothing can be opened with, rather than a part of the model's name.
func (s Settings) Endpoint(model, urlVar string, keyVars ...string) Endpoint {
	for _, scheme := range []string{"@http://", "@https://"} {
		if i := strings.LastIndex(model, scheme); i >= 0 {
			return Endpoint{Model: model[:i], BaseURL: model[i+1:], Key: s.Env(KeyVar), KeyVar: KeyVar}
		}
	}
	if at := bareAddress.FindStringIndex(model); at != nil {
		return Endpoint{Model: model[:at[0]], BaseURL: model[at[0]+1:], Key: s.Env(KeyVar), KeyVar: KeyVar}
	}
	e := Endpoint{Model: model, BaseURL: s.Env(urlVar), KeyVar: keyVars[0]}
	for _, name := range keyVars {
		if key := strings.TrimSpace(s.Env(name)); key != "" {
			e.Key, e.KeyVar = key, name
			break
		}
	}
	return e
}
