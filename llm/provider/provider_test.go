package provider_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/anthropic"
	"github.com/askomop/askomop/llm/batch"
	"github.com/askomop/askomop/llm/command"
	"github.com/askomop/askomop/llm/gemini"
	"github.com/askomop/askomop/llm/llmtest"
	"github.com/askomop/askomop/llm/openai"
	"github.com/askomop/askomop/llm/provider"
)

var models = provider.Models{
	"openai": openai.Open, "azure": openai.OpenAzure, "anthropic": anthropic.Open, "gemini": gemini.Open, "command": command.Open, "batch": batch.Open,
}

var embedders = provider.Embedders{"openai": openai.OpenEmbedder, "gemini": gemini.OpenEmbedder}

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestOpenSaysWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		spec string
		env  []string
		says []string
	}{
		{"openai:gpt-4.1", nil, []string{"OPENAI_API_KEY"}},
		{"anthropic:claude-sonnet-5-5", nil, []string{"ANTHROPIC_API_KEY"}},
		{"gemini:gemini-2.5-flash", nil, []string{"GEMINI_API_KEY"}},
		{"azure:dep", nil, []string{"AZURE_OPENAI_ENDPOINT"}},
		{"azure:dep", []string{"AZURE_OPENAI_ENDPOINT", "https://r.openai.azure.com"}, []string{"AZURE_OPENAI_API_KEY"}},
		{"command:no-such-program-anywhere", nil, []string{"install the program"}},
		{"gpt-4.1", nil, []string{"PROVIDER:MODEL", "anthropic, azure, batch, command, gemini, openai"}},
		{"openai", nil, []string{"openai:MODEL"}},
		{"openai: ", nil, []string{"openai:MODEL"}},
		{"openai:m@localhost:11434", nil, []string{"not one", "http:// for a server of your own"}},
		{"openai:m@localhost", nil, []string{"not one", "http://"}},
		{"openai:m@gpu.example.org:8000/v1", nil, []string{"not one", "http://"}},
		{"openai:m@10.0.0.7/v1", nil, []string{"not one", "http://"}},
		{"openai:m@[::1]:8000", nil, []string{"not one", "http://"}},
		{"openai:m@//localhost:11434", nil, []string{"not one", "http://"}},
		{"anthropic:m@localhost:8080", nil, []string{"not one", "http://"}},
		{"gemini:m@localhost:8080", nil, []string{"not one", "http://"}},
		{"openai:m@ftp://host/v1", nil, []string{"not one", "http://"}},
		{"mistral:large", nil, []string{`"mistral" is not known`}},
	} {
		m, err := models.Open(c.spec, provider.Settings{Getenv: env(c.env...)})
		if err == nil || m != nil {
			t.Errorf("Open(%q) = %v, %v", c.spec, m, err)
			continue
		}
		for _, want := range c.says {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("Open(%q): %v, want %q in it", c.spec, err, want)
			}
		}
	}
}

func TestOpenedModelsAreNamedAsAskedFor(t *testing.T) {
	dir := t.TempDir()
	keys := env("OPENAI_API_KEY", "k", "ANTHROPIC_API_KEY", "k", "GOOGLE_API_KEY", "k")
	for spec, want := range map[string]string{
		"openai:gpt-4.1": "openai:gpt-4.1",
		"openai:llama3:8b@http://localhost:11434/v1": "openai:llama3:8b@localhost:11434/v1",
		"anthropic:claude-sonnet-5-5":                "anthropic:claude-sonnet-5-5",
		"openai:@cf/meta/llama-3.1-8b-instruct":      "openai:@cf/meta/llama-3.1-8b-instruct",
		"openai:claude-sonnet-4@20250514":            "openai:claude-sonnet-4@20250514",
		"gemini:models/gemini-2.5-flash":             "gemini:gemini-2.5-flash",
		"command:cat":                                "command:cat",
		"command:cat me@localhost:22":                "command:cat me@localhost:22",
		"batch:" + dir:                               "batch:" + dir,
	} {
		m, err := models.Open(spec, provider.Settings{Getenv: keys})
		if err != nil {
			t.Errorf("Open(%q): %v", spec, err)
			continue
		}
		if m.Name() != want {
			t.Errorf("Open(%q) is named %q, want %q", spec, m.Name(), want)
		}
	}
}

// A key of one provider must not be sent to a host that the user names beside a model.
func TestKeysStayWithTheirProvider(t *testing.T) {
	var header http.Header
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header = r.Header
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer srv.Close()
	getenv := env("OPENAI_API_KEY", llmtest.Key, "AZURE_OPENAI_API_KEY", llmtest.Key, "ANTHROPIC_API_KEY", llmtest.Key, "GEMINI_API_KEY", llmtest.Key)
	for _, name := range []string{"openai", "azure", "anthropic", "gemini"} {
		m, err := models.Open(name+":m@"+srv.URL, provider.Settings{Getenv: getenv})
		if name == "azure" { // which always wants a key
			if err == nil || !strings.Contains(err.Error(), provider.KeyVar) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Generate(t.Context(), llm.Request{User: "Q"})
		if !errors.Is(err, llm.ErrAuth) || !strings.Contains(err.Error(), provider.KeyVar) {
			t.Errorf("%s: err = %v, want one that names %s", name, err, provider.KeyVar)
		}
		if strings.Contains(fmt.Sprint(header), llmtest.Key) {
			t.Errorf("%s sent its key to another host: %v", name, header)
		}
	}
	m, err := models.Open("openai:m@"+srv.URL, provider.Settings{Getenv: env(provider.KeyVar, "its-own-key")})
	if err != nil {
		t.Fatal(err)
	}
	m.Generate(t.Context(), llm.Request{User: "Q"})
	if got := header.Get("Authorization"); got != "Bearer its-own-key" {
		t.Errorf("Authorization = %q", got)
	}
}

func TestOpenDecorates(t *testing.T) {
	var asked int
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if asked++; asked == 1 {
			w.Header().Set("Retry-After", "0.01")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		io.WriteString(w, `{"choices":[{"finish_reason":"stop","message":{"content":"SELECT 1"}}]}`)
	}))
	defer srv.Close()
	dir := t.TempDir()
	m, err := models.Open("openai:m@"+srv.URL, provider.Settings{Getenv: env(), Options: llm.Options{CacheDir: dir, CacheMode: llm.CacheWrite, Retry: llm.RetryOptions{Base: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		resp, err := m.Generate(t.Context(), llm.Request{User: "Q"})
		if err != nil || resp.Text != "SELECT 1" || resp.FromCache != (i == 1) {
			t.Errorf("Generate = %+v, %v", resp, err)
		}
	}
	if asked != 2 {
		t.Errorf("asked %d times, want once refused and once answered", asked)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*", "*.json")); len(files) != 1 {
		t.Errorf("cache holds %v", files)
	}
}

func TestEmbeddersOpen(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"data":[{"index":0,"embedding":[1,2,3]}]}`)
	}))
	defer srv.Close()
	e, err := embedders.Open(context.Background(), "openai:m@"+srv.URL+"/v1", provider.Settings{Getenv: env()})
	if err != nil || !strings.HasSuffix(e.Name(), ":3") {
		t.Fatalf("Open = %v, %v", e, err)
	}
	if _, err := embedders.Open(context.Background(), "gemini:m", provider.Settings{Getenv: env()}); err == nil || !strings.Contains(err.Error(), "GEMINI_API_KEY") {
		t.Errorf("err = %v", err)
	}
	if _, err := embedders.Open(context.Background(), "onnx:dir", provider.Settings{}); err == nil || !strings.Contains(err.Error(), "--embedder onnx:dir") {
		t.Errorf("err = %v", err)
	}
}
