package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
	"github.com/askomop/askomop/llm/openai"
)

// embedServer answers with vectors of n dimensions made from the texts' bytes, last text first.
func embedServer(t *testing.T, n int, asked *[]int) *httptest.Server {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req struct {
			Model      string
			Input      []string
			Dimensions int
		}
		json.NewDecoder(r.Body).Decode(&req)
		if r.URL.Path != "/v1/embeddings" || req.Model != "embed-test" || slices.ContainsFunc(req.Input, func(s string) bool { return strings.TrimSpace(s) == "" }) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		*asked = append(*asked, len(req.Input))
		if req.Dimensions != 0 {
			n = req.Dimensions
		}
		var data []any
		for i, text := range slices.Backward(req.Input) {
			v := make([]float64, n)
			for j := range len(text) {
				v[j%n] += float64(text[j]) * float64(j+1)
			}
			data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": v})
		}
		json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data, "usage": map[string]int{"prompt_tokens": 1}})
	}))
	t.Cleanup(srv.Close)
	return srv
}

func TestEmbedderKeepsTheContract(t *testing.T) {
	for _, dim := range []int{0, 24} {
		var asked []int
		e, err := openai.NewEmbedder(t.Context(), openai.Config{Model: "embed-test", BaseURL: embedServer(t, 16, &asked).URL + "/v1"}, dim)
		if err != nil {
			t.Fatal(err)
		}
		llmtest.TestEmbedder(t, e)
	}
}

func TestEmbedderFails(t *testing.T) {
	llmtest.TestEmbedderFails(t, func(t *testing.T, b llmtest.Behavior) llm.Embedder {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var req struct{ Input []string }
			json.NewDecoder(r.Body).Decode(&req)
			if r.Header.Get("Authorization") != "Bearer "+llmtest.Key {
				t.Errorf("Authorization = %q", r.Header.Get("Authorization"))
			}
			if b == llmtest.TooLong {
				refuse(w, http.StatusBadRequest, "", "This model's maximum context length is 8192 tokens, however you requested 9000 tokens.")
				return
			}
			if strings.HasPrefix(string(b), "a vector") || b == llmtest.NoVectors {
				data := []any{}
				for i, v := range llmtest.Vectors(b, req.Input) {
					data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": v})
				}
				json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data})
				return
			}
			behave(w, r, b, "", nil)
		}))
		t.Cleanup(srv.Close)
		e, err := openai.NewEmbedder(t.Context(), openai.Config{Model: "m", Key: llmtest.Key, BaseURL: srv.URL}, llmtest.EmbedDim)
		if err != nil {
			t.Fatal(err)
		}
		return e
	})
}

func TestEmbedderEndpoint(t *testing.T) {
	llmtest.TestEndpoint(t, func(ctx context.Context, base string, client *http.Client) error {
		_, err := openai.NewEmbedder(ctx, openai.Config{Model: "m", Key: llmtest.Key, BaseURL: base, HTTP: client}, 0)
		return err
	})
}

func TestEmbedderSendsNoMoreThanARequestMayCarry(t *testing.T) {
	var asked []int
	e, err := openai.NewEmbedder(t.Context(), openai.Config{Model: "embed-test", BaseURL: embedServer(t, 8, &asked).URL + "/v1"}, 8)
	if err != nil {
		t.Fatal(err)
	}
	texts := make([]string, openai.MaxBatch+10)
	for i := range texts {
		texts[i] = strings.Repeat("word ", i%7+1)
	}
	vecs, err := e.Embed(t.Context(), texts)
	if err != nil || len(vecs) != len(texts) {
		t.Fatalf("%d vectors, %v", len(vecs), err)
	}
	if !slices.Equal(asked, []int{openai.MaxBatch, 10}) {
		t.Errorf("requests of %v texts", asked)
	}
}

func TestEmbedderRefusesDamagedAnswers(t *testing.T) {
	for name, body := range map[string]string{
		"one vector too few":         `{"data":[{"index":0,"embedding":[1,2]}]}`,
		"an index twice":             `{"data":[{"index":0,"embedding":[1,2]},{"index":0,"embedding":[1,2]}]}`,
		"an index beyond":            `{"data":[{"index":0,"embedding":[1,2]},{"index":7,"embedding":[1,2]}]}`,
		"another dimension":          `{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1,2,3]}]}`,
		"a zero vector":              `{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[0,0]}]}`,
		"nothing":                    `{}`,
		"text for a number":          `{"data":[{"index":0,"embedding":"AACAPw=="}]}`,
		"a number that is too large": `{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1e300,2]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) }))
			defer srv.Close()
			e, err := openai.NewEmbedder(t.Context(), openai.Config{Model: "m", BaseURL: srv.URL}, 2)
			if err != nil {
				t.Fatal(err)
			}
			if vecs, err := e.Embed(t.Context(), []string{"a", "b"}); !errors.Is(err, llm.ErrInvalid) {
				t.Errorf("Embed = %v, %v, want ErrInvalid", vecs, err)
			}
		})
	}
}
