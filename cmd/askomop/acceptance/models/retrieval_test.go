package models

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/llm/lexical"
)

const secret = "kept-s3cret"

func TestRetrievalThatCannotBeIsRefused(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--embedder", "word2vec"}, app.EmbedderForms},
		{[]string{"--embedder", "onnx:"}, app.EmbedderForms},
		{[]string{"--embedder", "anthropic:m"}, app.EmbedderForms},
		{[]string{"--onnx-pooling", "max"}, "cls"},
		{[]string{"--store", "mysql://u:" + secret + "@h/d"}, app.StoreForm},
		{[]string{"--store", "postgres:/u:" + secret + "@h/d"}, "PGPASSWORD"},
		{[]string{"--sotre=postgres://u:" + secret + "@h/d"}, "--store"},
	} {
		got := cmdtest.Run(t, append([]string{"ask", "x"}, c.args...)...)
		if got.Code != commands.ExitUsage || !strings.Contains(got.ErrOut, c.says) {
			t.Errorf("%v: exit code %d, %q, want %q", c.args, got.Code, got.ErrOut, c.says)
		}
		if strings.Contains(got.Out+got.ErrOut, secret) {
			t.Errorf("%v: the password is shown: %s%s", c.args, got.Out, got.ErrOut)
		}
	}
	if got := cmdtest.Run(t, "library", "index"); got.Code != commands.ExitUsage || !strings.Contains(got.ErrOut, "--store postgres://") {
		t.Errorf("library index without a server: exit code %d, %s", got.Code, got.ErrOut)
	}
}

// closedPort is an address on which nothing listens.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func TestWhatIsMissingForRetrievalSaysHowToGetIt(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	t.Setenv("OPENAI_BASE_URL", "")
	t.Setenv("GEMINI_API_KEY", "")
	t.Setenv("GOOGLE_API_KEY", "")
	store := "postgres://u:" + secret + "@" + closedPort(t) + "/d"
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"--store", store}, []string{"pg_isready", "--store memory"}},
		{[]string{"--embedder", "openai:m"}, []string{"OPENAI_API_KEY"}},
		{[]string{"--embedder", "gemini:m"}, []string{"GEMINI_API_KEY"}},
		{[]string{"--embedder", "onnx:" + t.TempDir()}, []string{"model.onnx", "optimum-cli"}},
	} {
		got := cmdtest.OnDemo(t, append([]string{"ask", cmdtest.FirstQuestion}, c.args...)...)
		doctor := cmdtest.OnDemo(t, append([]string{"doctor"}, c.args...)...)
		if got.Code != commands.ExitFailed || doctor.Code != commands.ExitFailed {
			t.Errorf("%v: exit codes %d and %d", c.args, got.Code, doctor.Code)
		}
		for _, want := range c.says {
			if !strings.Contains(got.ErrOut, want) {
				t.Errorf("ask %v: %q lacks %q", c.args, got.ErrOut, want)
			}
		}
		if !strings.Contains(doctor.Out, c.says[0]) {
			t.Errorf("doctor %v: %q lacks %q", c.args, doctor.Out, c.says[0])
		}
		if strings.Contains(got.Out+got.ErrOut+doctor.Out+doctor.ErrOut, secret) {
			t.Errorf("%v: the password is shown", c.args)
		}
	}
	help := func() string {
		t.Setenv("ASKOMOP_STORE", store)
		return cmdtest.Run(t, "--help").Out
	}
	if text := help(); strings.Contains(text, secret) || !strings.Contains(text, "--store") {
		t.Errorf("the help: %s", text)
	}
}

func TestTemplatesAndPairsNeedNoServer(t *testing.T) {
	cmdtest.UseDemo(t) // which is made without the server
	t.Setenv("ASKOMOP_STORE", "postgres://u@"+closedPort(t)+"/d")
	t.Setenv("ASKOMOP_EMBEDDER", "onnx:"+t.TempDir())
	const id = "condition-then-drug-within-days"
	file := filepath.Join(t.TempDir(), "a.sql")
	if err := os.WriteFile(file, []byte(cmdtest.OnDemo(t, "library", "show", id).Out), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"sql", file}, {"library", "verify", id}, {"code", "--domain", "drug", "metformin"}, {"library", "list"}} {
		if got := cmdtest.OnDemo(t, args...); got.Code != commands.ExitAnswered {
			t.Errorf("%v: exit code %d, %s", args, got.Code, got.ErrOut)
		}
	}
}

// embeddingServer speaks the protocol of OpenAI's embeddings. Its vectors are the
// lexical embedder's, so that what it finds is known. asked returns the texts since the last call.
func embeddingServer(t *testing.T) (base string, asked func() []string) {
	t.Helper()
	var mu sync.Mutex
	var texts []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req struct {
			Model string
			Input []string
		}
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil || r.URL.Path != "/v1/embeddings" || req.Model != "embed-test" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		mu.Lock()
		texts = append(texts, req.Input...)
		mu.Unlock()
		vecs, err := lexical.New().Embed(r.Context(), req.Input)
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		var data []map[string]any
		for i, v := range vecs {
			data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": v})
		}
		if err := json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data}); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL + "/v1", func() []string {
		mu.Lock()
		defer mu.Unlock()
		defer func() { texts = nil }()
		return texts
	}
}

// sameAnswer compares what users see of two answers.
func sameAnswer(t *testing.T, got, want cmdtest.Answer) {
	t.Helper()
	show := func(a cmdtest.Answer) string {
		var ids []string
		for _, e := range a.Examples {
			ids = append(ids, fmt.Sprintf("%s %.4f", e.ID, e.Score))
		}
		return fmt.Sprintln(a.Status, a.Message, ids, a.Template, a.SQL, a.Rows, a.Answer)
	}
	if show(got) != show(want) {
		t.Errorf("got\n%s\nwant\n%s", show(got), show(want))
	}
}

func TestAProvidersEmbedderEmbedsTheLibraryOnce(t *testing.T) {
	base, asked := embeddingServer(t)
	want := cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion)
	first := cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion, "--embedder", "openai:embed-test@"+base)
	if first.SQL != want.SQL || fmt.Sprint(first.Rows) != fmt.Sprint(want.Rows) {
		t.Errorf("got %s %v, want %s %v", first.SQL, first.Rows, want.SQL, want.Rows)
	}
	if n := len(asked()); n < 500 {
		t.Errorf("%d texts were embedded, want every wording of the library", n)
	}
	sameAnswer(t, cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion, "--embedder", "openai:embed-test@"+base), first)
	texts := asked()
	if len(texts) != 2 || !strings.Contains(texts[1], "took aspirin") || strings.Contains(strings.Join(texts, " "), "metformin") {
		t.Errorf("the second time %q were embedded, want a word for the dimension and the masked question", texts)
	}
	got := cmdtest.OnDemo(t, "doctor", "--embedder", "openai:embed-test@"+base)
	if !strings.Contains(got.Out, ":512; embeds in") {
		t.Errorf("doctor: %s", got.Out)
	}
}

func TestARunOfEvalHasOneEmbedder(t *testing.T) {
	base, _ := embeddingServer(t)
	run := []string{"eval", "--name", "one-embedder", "--topic", "cost", "--leave-in"}
	if got := cmdtest.OnDemo(t, run...); got.Code != commands.ExitAnswered {
		t.Fatalf("exit code %d: %s", got.Code, got.ErrOut)
	}
	got := cmdtest.OnDemo(t, append(run, "--embedder", "openai:embed-test@"+base)...)
	if got.Code != commands.ExitFailed || !strings.Contains(got.ErrOut, "one embedder") || !strings.Contains(got.ErrOut, "--restart") {
		t.Errorf("with another embedder: exit code %d, %s", got.Code, got.ErrOut)
	}
}

func TestAnONNXModelFindsTheQuestion(t *testing.T) {
	dir := needs.Env(t, "ASKOMOP_TEST_ONNX", "the folder of a model (.ci/embedder makes one)")
	library := needs.Env(t, "ASKOMOP_TEST_ONNX_LIBRARY", "ONNX Runtime (.ci/embedder gets it)")
	want := cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion)
	got := cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion, "--embedder", "onnx:"+dir, "--onnx-library", library)
	if fmt.Sprint(got.Rows) != fmt.Sprint(want.Rows) || got.Status != "answered" {
		t.Errorf("got %+v, want the answer %v", got, want.Rows)
	}
	again := cmdtest.OnDemo(t, "ask", cmdtest.FirstQuestion, "--embedder", "onnx:"+dir, "--onnx-library", library)
	if strings.Contains(again.ErrOut, "Embedding the library") {
		t.Errorf("the library was embedded again: %s", again.ErrOut)
	}
}

// ownHome is a home folder of the test's own, with the demo database of the others.
func ownHome(t *testing.T) []string {
	t.Helper()
	cmdtest.UseDemo(t)
	files, err := filepath.Glob(filepath.Join(cmdtest.Home(), "demo", "*.duckdb"))
	if err != nil || len(files) != 1 {
		t.Fatalf("demo databases %v, %v", files, err)
	}
	return []string{"--home", t.TempDir(), "--db", files[0]}
}
