package gemini_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/google/generative-ai-go/genai"
	"google.golang.org/api/option"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/gemini"
	"github.com/askomop/askomop/llm/llmtest"
)

// sent is a request as a server gets it.
type sent struct {
	Path string
	Body map[string]any
}

// recorder answers every request with body and keeps the last one.
func recorder(t *testing.T, body string) (base string, last *sent) {
	t.Helper()
	last = &sent{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*last = sent{Path: r.URL.Path}
		if err := json.NewDecoder(r.Body).Decode(&last.Body); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, body)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, last
}

// module is Google's own client, which repeats the model in the body and writes words as their numbers.
func module(t *testing.T, base string) *genai.Client {
	t.Helper()
	c, err := genai.NewClient(t.Context(), option.WithAPIKey("k"), option.WithHTTPClient(&http.Client{}), option.WithEndpoint(base))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// numbered replaces the words of a request by the numbers that Google's module writes.
func numbered(v any) any {
	words := map[string]float64{"STRING": 1, "NUMBER": 2, "INTEGER": 3, "BOOLEAN": 4, "ARRAY": 5, "OBJECT": 6, "SEMANTIC_SIMILARITY": 3}
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if word, ok := value.(string); ok && words[word] != 0 && (key == "type" || key == "taskType") {
				v[key] = words[word]
				continue
			}
			v[key] = numbered(value)
		}
	case []any:
		for i := range v {
			v[i] = numbered(v[i])
		}
	}
	return v
}

const schemaText = `{"type":"object","description":"a verdict","required":["id","why"],"properties":{
	"id":{"type":"integer"},"why":{"type":"string","description":"in a word"},"kind":{"type":"string","enum":["a","b"]},
	"scores":{"type":"array","items":{"type":"number"}},"sure":{"type":"boolean"}}}`

// What is sent is what Google's module sends for the same, and what comes back is read as it reads it.
func TestSpeaksAsGooglesModule(t *testing.T) {
	const answer = `{"candidates":[{"content":{"role":"model","parts":[{"text":"{\"id\":1,"},{"text":"\"why\":\"x\"}"}]},"finishReason":"STOP"}],
		"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":5,"totalTokenCount":12,"cachedContentTokenCount":2}}`
	base, last := recorder(t, answer)
	parsed, err := llm.ParseSchema(schemaText)
	if err != nil {
		t.Fatal(err)
	}
	gm := module(t, base).GenerativeModel("gemini-test")
	gm.SetTemperature(0.5)
	gm.SetCandidateCount(1)
	gm.SetMaxOutputTokens(100)
	gm.SystemInstruction = &genai.Content{Parts: []genai.Part{genai.Text("S")}}
	gm.ResponseMIMEType, gm.ResponseSchema = "application/json", moduleSchema(parsed)
	theirs, err := gm.GenerateContent(t.Context(), genai.Text("Q"))
	if err != nil {
		t.Fatal(err)
	}
	want := *last
	delete(want.Body, "model")
	ours, err := open(t, base).Generate(t.Context(), llm.Request{System: "S", User: "Q", Temperature: 0.5, MaxTokens: 100, Seed: 3, Schema: schemaText})
	if err != nil {
		t.Fatal(err)
	}
	got := *last
	config := got.Body["generationConfig"].(map[string]any)
	if config["seed"] != 3.0 { // which the module does not know
		t.Errorf("seed %v", config["seed"])
	}
	delete(config, "seed")
	numbered(got.Body)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("sent %v\nwant %v", got, want)
	}
	text := ""
	for _, p := range theirs.Candidates[0].Content.Parts {
		text += string(p.(genai.Text))
	}
	u := theirs.UsageMetadata
	if ours.Text != text || ours.PromptTokens != int(u.PromptTokenCount) || ours.CompletionTokens != int(u.CandidatesTokenCount) ||
		ours.CachedTokens != int(u.CachedContentTokenCount) || ours.Finish != "STOP" {
		t.Errorf("read %+v, the module %q %+v", ours, text, u)
	}
}

func moduleSchema(s *llm.Schema) *genai.Schema {
	if s == nil {
		return nil
	}
	types := map[string]genai.Type{"object": genai.TypeObject, "array": genai.TypeArray, "string": genai.TypeString,
		"number": genai.TypeNumber, "integer": genai.TypeInteger, "boolean": genai.TypeBoolean}
	g := &genai.Schema{Type: types[s.Type], Description: s.Description, Required: s.Required, Items: moduleSchema(s.Items), Enum: s.Enum}
	if len(s.Enum) > 0 {
		g.Format = "enum"
	}
	for name, p := range s.Properties {
		if g.Properties == nil {
			g.Properties = map[string]*genai.Schema{}
		}
		g.Properties[name] = moduleSchema(p)
	}
	return g
}

func TestEmbedsAsGooglesModule(t *testing.T) {
	base, last := recorder(t, `{"embeddings":[{"values":[0.5,0.25]}]}`)
	em := module(t, base).EmbeddingModel("embed-test")
	em.TaskType = genai.TaskTypeSemanticSimilarity
	theirs, err := em.BatchEmbedContents(t.Context(), em.NewBatch().AddContent(genai.Text("word")))
	if err != nil {
		t.Fatal(err)
	}
	want := *last
	delete(want.Body, "model")
	e, err := gemini.NewEmbedder(t.Context(), gemini.Config{Model: "embed-test", Key: llmtest.Key, BaseURL: base})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Embed(t.Context(), []string{"word"}); err != nil {
		t.Fatal(err)
	}
	numbered(last.Body)
	for _, r := range want.Body["requests"].([]any) {
		delete(r.(map[string]any)["content"].(map[string]any), "role")
	}
	if !reflect.DeepEqual(*last, want) || len(theirs.Embeddings[0].Values) != 2 {
		t.Errorf("sent %v\nwant %v", *last, want)
	}
}
