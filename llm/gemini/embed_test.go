package gemini_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/gemini"
	"github.com/askomop/askomop/llm/llmtest"
)

// embedServer answers with vectors of n dimensions made from the texts' bytes.
func embedServer(t *testing.T, n int, asked *[]int) *httptest.Server {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req struct {
			Requests []struct {
				Model    string
				TaskType any
				Content  content
			}
		}
		json.NewDecoder(r.Body).Decode(&req)
		if r.URL.Path != "/v1beta/models/embed-test:batchEmbedContents" ||
			r.Header.Get("X-Goog-Api-Key") != llmtest.Key ||
			strings.Contains(r.URL.RawQuery, "key=") {
			refuse(w, http.StatusForbidden, "PERMISSION_DENIED", "wrong path or key", "")
			return
		}
		*asked = append(*asked, len(req.Requests))
		var out []any
		for _, q := range req.Requests {
			if q.Model != "models/embed-test" || q.TaskType == nil || strings.TrimSpace(q.Content.text()) == "" {
				refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "wrong request", "")
				return
			}
			v := make([]float64, n)
			for j, b := range []byte(q.Content.text()) {
				v[j%n] += float64(b) * float64(j+1)
			}
			out = append(out, map[string]any{"values": v})
		}
		json.NewEncoder(w).Encode(map[string]any{"embeddings": out})
	}))
	t.Cleanup(srv.Close)
	return srv
}

func openEmbedder(t *testing.T, base string) *gemini.Embedder {
	t.Helper()
	e, err := gemini.NewEmbedder(
		t.Context(),
		gemini.Config{Model: "models/embed-test", Key: llmtest.Key, BaseURL: base},
	)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestEmbedderKeepsTheContract(t *testing.T) {
	var asked []int
	llmtest.TestEmbedder(t, openEmbedder(t, embedServer(t, 12, &asked).URL))
}

func TestEmbedderFails(t *testing.T) {
	llmtest.TestEmbedderFails(t, func(t *testing.T, b llmtest.Behavior) llm.Embedder {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			var req struct{ Requests []struct{ Content content } }
			json.NewDecoder(r.Body).Decode(&req)
			var texts []string
			for _, q := range req.Requests {
				texts = append(texts, q.Content.text())
			}
			as := b
			if slices.Equal(texts, []string{"dimension"}) {
				as = "a vector as it should be"
			}
			if !strings.HasPrefix(string(as), "a vector") && as != llmtest.NoVectors {
				behave(w, r, as, "", generate{})
				return
			}
			out := []any{}
			for _, v := range llmtest.Vectors(as, texts) {
				out = append(out, map[string]any{"values": v})
			}
			json.NewEncoder(w).Encode(map[string]any{"embeddings": out})
		}))
		t.Cleanup(srv.Close)
		return openEmbedder(t, srv.URL)
	})
}

func TestEmbedderEndpoint(t *testing.T) {
	llmtest.TestEndpoint(t, func(ctx context.Context, base string, client *http.Client) error {
		_, err := gemini.NewEmbedder(ctx, gemini.Config{Model: "m", Key: llmtest.Key, BaseURL: base, HTTP: client})
		return err
	})
}

func TestEmbedderSendsNoMoreThanARequestMayCarry(t *testing.T) {
	var asked []int
	e := openEmbedder(t, embedServer(t, 12, &asked).URL)
	texts := slices.Repeat([]string{"word"}, gemini.MaxBatch+1)
	vecs, err := e.Embed(t.Context(), texts)
	if err != nil || len(vecs) != len(texts) || !slices.Equal(asked, []int{1, gemini.MaxBatch, 1}) {
		t.Errorf("%d vectors from requests of %v texts, %v", len(vecs), asked, err)
	}
}

func TestEmbedderRefusesAModelThatDoesNotEmbed(t *testing.T) {
	_, err := gemini.NewEmbedder(t.Context(), gemini.Config{Model: "m", Key: "k", BaseURL: answering(t, `{}`)})
	if !errors.Is(err, llm.ErrInvalid) || !strings.Contains(err.Error(), "embeds") {
		t.Errorf("err = %v", err)
	}
}
