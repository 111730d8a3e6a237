package onnx_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/onnx"
)

// realModel opens the model of the test's environment, all-MiniLM-L6-v2. Without
// one the test is skipped, but not in CI.
func realModel(t testing.TB, options onnx.Options) *onnx.Embedder {
	t.Helper()
	dir := needs.Env(t, "ASKOMOP_TEST_ONNX", "the folder of a model (.ci/embedder makes one)")
	options.Library = needs.Env(t, "ASKOMOP_TEST_ONNX_LIBRARY", "ONNX Runtime (.ci/embedder gets it)")
	e, err := onnx.Open(dir, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func embed(t testing.TB, e llm.Embedder, texts ...string) []llm.Vector {
	t.Helper()
	vecs, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	return vecs
}

func TestVectorsAreTheReferenceImplementations(t *testing.T) {
	e := realModel(t, onnx.Options{})
	// What sentence-transformers gives for this model.
	want := []float32{0.0676569, 0.0634959, 0.0487131, 0.0793049, 0.0374480, 0.0026528, 0.0393749, -0.0070984}
	v := embed(t, e, "This is an example sentence")[0]
	if len(v) != 384 {
		t.Fatalf("%d dimensions, want 384", len(v))
	}
	for i, x := range want {
		if math.Abs(float64(v[i]-x)) > 2e-6 {
			t.Errorf("number %d is %.7f, want %.7f", i, v[i], x)
		}
	}
	if n := v.Dot(v); math.Abs(n-1) > 1e-5 {
		t.Errorf("its length is %f, want 1", n)
	}
}

func TestBatchesGiveWhatSingleTextsGive(t *testing.T) {
	e := realModel(t, onnx.Options{})
	var texts []string
	for i := range 70 {
		texts = append(texts, strings.Repeat("how many patients with asthma ", i%9)+"took albuterol "+strings.Repeat("x", i))
	}
	together := embed(t, e, texts...)
	for i, text := range texts {
		if c := embed(t, e, text)[0].Dot(together[i]); c < 0.99999 {
			t.Errorf("text %d has cosine %f with itself in a batch", i, c)
		}
	}
}

func TestMeaningCountsMoreThanWords(t *testing.T) {
	e := realModel(t, onnx.Options{})
	v := embed(t, e, "heart attack", "myocardial infarction", "heart transplant list")
	if v[0].Dot(v[1]) < v[0].Dot(v[2]) {
		t.Errorf("heart attack is %.3f near myocardial infarction and %.3f near heart transplant list", v[0].Dot(v[1]), v[0].Dot(v[2]))
	}
}

func TestTextsAtTheEdges(t *testing.T) {
	e := realModel(t, onnx.Options{})
	v := embed(t, e, "", " \n\t", strings.Repeat("word ", 5000), strings.Repeat("word ", 6000), "[MASK]", "\x00\xff\xfe", strings.Repeat("x", 100_000))
	for i, want := range []float64{0, 0, 1, 1, 1, 1, 1} {
		if n := v[i].Dot(v[i]); math.Abs(n-want) > 1e-5 {
			t.Errorf("text %d: the square of the length is %f, want %f", i, n, want)
		}
	}
	if c := v[2].Dot(v[3]); c < 0.99999 {
		t.Errorf("texts that are alike up to the limit have cosine %f", c)
	}
	if got := embed(t, e); len(got) != 0 {
		t.Errorf("no text gives %d vectors", len(got))
	}
}

func TestTheNameChangesWithWhatTheVectorsDependOn(t *testing.T) {
	names := map[string]string{}
	for what, o := range map[string]onnx.Options{
		"plain": {}, "cls": {Pooling: onnx.PoolCLS}, "prefix": {QueryPrefix: "query: "}, "short": {MaxTokens: 16},
	} {
		name := realModel(t, o).Name()
		if other, taken := names[name]; taken {
			t.Errorf("%s and %s are both named %s", what, other, name)
		}
		names[name] = what
		if !strings.HasPrefix(name, "onnx:") || !strings.HasSuffix(name, ":384") {
			t.Errorf("the name %s does not say onnx: and the dimension", name)
		}
	}
	if a, b := realModel(t, onnx.Options{}).Name(), realModel(t, onnx.Options{Threads: 1, MaxTokens: 256}).Name(); a != b {
		t.Errorf("one model has the names %s and %s", a, b)
	}
}

func TestOptionsChangeTheVectors(t *testing.T) {
	plain := embed(t, realModel(t, onnx.Options{}), "query: asthma in children", "asthma")
	prefixed := embed(t, realModel(t, onnx.Options{QueryPrefix: "query: "}), "asthma in children")
	if c := plain[0].Dot(prefixed[0]); c < 0.99999 {
		t.Errorf("a prefix by option and in the text have cosine %f", c)
	}
	cls := embed(t, realModel(t, onnx.Options{Pooling: onnx.PoolCLS}), "asthma")
	if c := plain[1].Dot(cls[0]); c > 0.999 {
		t.Errorf("CLS and mean pooling have cosine %f", c)
	}
	short := embed(t, realModel(t, onnx.Options{MaxTokens: 4}), "asthma in children", "asthma in adults")
	if c := short[0].Dot(short[1]); c < 0.99999 {
		t.Errorf("two texts that are alike up to the limit of tokens have cosine %f", c)
	}
}

func TestEmbeddingEndsWithTheContext(t *testing.T) {
	e := realModel(t, onnx.Options{})
	texts := make([]string, 2000)
	for i := range texts {
		texts[i] = strings.Repeat("a long text about many things ", 60)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := e.Embed(ctx, texts); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v", err)
	}
	if late := time.Since(start) - 300*time.Millisecond; late > 500*time.Millisecond {
		t.Errorf("it ended %s after the context", late)
	}
	embed(t, e, "and it goes on working")
}

func TestEmbeddingFromManyGoroutines(t *testing.T) {
	e := realModel(t, onnx.Options{Threads: 1})
	want := embed(t, e, "asthma", "gout")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			got, err := e.Embed(t.Context(), []string{"asthma", "gout"})
			if err != nil || got[0].Dot(want[0]) < 0.99999 || got[1].Dot(want[1]) < 0.99999 {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
	wg.Wait()
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if _, err := e.Embed(t.Context(), []string{"asthma"}); !errors.Is(err, onnx.ErrClosed) {
		t.Errorf("after Close the error is %v", err)
	}
}

// folder writes files, by name, into a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// noModel is a folder that is complete, but for its model.
var noModel = map[string]string{"model.onnx": "no model", "vocab.txt": "[PAD]\n[UNK]\n[CLS]\n[SEP]\n", "1_Pooling/config.json": `{"pooling_mode": "cls"}`}

// A folder that cannot be used is refused with what to do, before any library is loaded.
func TestFoldersThatAreRefused(t *testing.T) {
	const tokenizer = `{"added_tokens": [{"id": 0, "content": "[PAD]"}, {"id": 1, "content": "[UNK]"}, {"id": 2, "content": "[CLS]"}, {"id": 3, "content": "[SEP]"}],
		"normalizer": {"type": "BertNormalizer", "lowercase": true}, "pre_tokenizer": {"type": "BertPreTokenizer"},
		"model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "vocab": {"a": 4}}}`
	const mean = `{"pooling_mode_mean_tokens": true}`
	for _, c := range []struct {
		name, want string
		files      map[string]string
		options    onnx.Options
	}{
		{"empty", "has no model.onnx", nil, onnx.Options{}},
		{"without pooling", "say how the tokens' vectors are pooled", map[string]string{"model.onnx": "", "tokenizer.json": tokenizer}, onnx.Options{}},
		{"with two poolings", `["cls" "mean"]`, map[string]string{"onnx/model.onnx": "", "1_Pooling/config.json": `{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": true}`}, onnx.Options{}},
		{"with another pooling", "can be cls or mean", map[string]string{"model.onnx": "", "1_Pooling/config.json": `{"pooling_mode": "lasttoken"}`}, onnx.Options{}},
		{"with another layer", "names the layer Dense", map[string]string{"model.onnx": "", "modules.json": `[{"type": "sentence_transformers.models.Transformer"}, {"type": "sentence_transformers.models.Dense"}]`}, onnx.Options{}},
		{"without a tokenizer", "neither tokenizer.json nor vocab.txt", map[string]string{"model.onnx": "", "1_Pooling/config.json": mean}, onnx.Options{}},
		{"with another tokenizer", "not a BERT WordPiece", map[string]string{"model.onnx": "", "1_Pooling/config.json": mean, "tokenizer.json": `{"model": {"type": "BPE"}}`}, onnx.Options{}},
		{"with half a tokenizer", `no token "[`, map[string]string{"model.onnx": "", "1_Pooling/config.json": mean, "vocab.txt": "[PAD]\na\n"}, onnx.Options{}},
		{"with broken JSON", "reading", map[string]string{"model.onnx": "", "1_Pooling/config.json": `{`}, onnx.Options{}},
		{"without room for a text", "2 tokens hold no text", map[string]string{"model.onnx": "", "1_Pooling/config.json": mean}, onnx.Options{MaxTokens: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := onnx.Open(folder(t, c.files), c.options); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("opening gives %v, want %q in it", err, c.want)
			}
		})
	}
}

// A process loads one library for good, so each case has a process of its own.
func TestALibraryThatIsNotThere(t *testing.T) {
	if library, child := os.LookupEnv("ONNX_TEST_CHILD"); child {
		_, err := onnx.Open(os.Getenv("ONNX_TEST_FOLDER"), onnx.Options{Library: library})
		fmt.Println("opening gives:", err)
		return
	}
	dir := folder(t, noModel)
	for _, library := range []string{filepath.Join(dir, "absent.so"), filepath.Join(dir, "vocab.txt")} {
		child := exec.Command(os.Args[0], "-test.run", "^TestALibraryThatIsNotThere$")
		child.Env = append(os.Environ(), "ONNX_TEST_CHILD="+library, "ONNX_TEST_FOLDER="+dir)
		out, err := child.CombinedOutput()
		for _, want := range []string{"opening gives: loading ONNX Runtime", library, "npm pack onnxruntime-node"} {
			if err != nil || !strings.Contains(string(out), want) {
				t.Errorf("with %s: %s (%v), want %q in it", library, out, err, want)
			}
		}
	}
}

func TestAModelThatIsNoneIsRefused(t *testing.T) {
	realModel(t, onnx.Options{}) // loads the library
	dir := folder(t, noModel)
	if _, err := onnx.Open(dir, onnx.Options{}); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "model.onnx")) {
		t.Errorf("opening gives %v", err)
	}
}

func BenchmarkEmbed(b *testing.B) {
	e := realModel(b, onnx.Options{})
	texts := make([]string, 32)
	for i := range texts {
		texts[i] = "How many patients with type 2 diabetes took metformin in the first year?"
	}
	b.Run("one text", func(b *testing.B) {
		for b.Loop() {
			embed(b, e, texts[0])
		}
	})
	b.Run("32 texts", func(b *testing.B) {
		for b.Loop() {
			embed(b, e, texts...)
		}
	})
}
