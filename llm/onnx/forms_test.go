package onnx

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
)

// files writes the files of a model's folder.
func files(t *testing.T, all map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range all {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	plainModules = `[{"idx":0,"name":"0","path":"","type":"sentence_transformers.models.Transformer"},{"idx":1,"name":"1","path":"1_Pooling","type":"sentence_transformers.models.Pooling"},{"idx":2,"name":"2","path":"2_Normalize","type":"sentence_transformers.models.Normalize"}]`
	clsFlags     = `{"word_embedding_dimension":1024,"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":false,"pooling_mode_max_tokens":false,"pooling_mode_mean_sqrt_len_tokens":false}`
	meanFlags    = `{"word_embedding_dimension":384,"pooling_mode_cls_token":false,"pooling_mode_mean_tokens":true,"pooling_mode_max_tokens":false,"pooling_mode_mean_sqrt_len_tokens":false}`
)

// The configurations as the models that people take lie on the hub.
func TestConfigurationsOfTheHubAreReadAsTheyAreMeant(t *testing.T) {
	for _, c := range []struct {
		name    string
		all     map[string]string
		options Options
		pooling Pooling
		prefix  string
		tokens  int
		file    string
	}{
		{"bge-large-en-v1.5", map[string]string{
			"onnx/model.onnx": "", "config.json": `{"architectures":["BertModel"],"hidden_size":1024,"max_position_embeddings":512,"model_type":"bert","type_vocab_size":2}`,
			"modules.json": plainModules, "1_Pooling/config.json": clsFlags, "sentence_bert_config.json": `{"max_seq_length":512,"do_lower_case":true}`,
			"config_sentence_transformers.json": `{"__version__":{"sentence_transformers":"2.2.2","transformers":"4.28.1","pytorch":"1.13.0"}}`,
		}, Options{}, PoolCLS, "", 512, "onnx/model.onnx"},
		{"SapBERT, which says nothing of its pooling", map[string]string{
			"model.onnx": "", "config.json": `{"architectures":["BertModel"],"hidden_size":768,"max_position_embeddings":512,"model_type":"bert"}`,
		}, Options{Pooling: PoolCLS}, PoolCLS, "", 512, "model.onnx"},
		{"all-MiniLM-L6-v2", map[string]string{
			"onnx/model.onnx": "", "config.json": `{"max_position_embeddings":512}`, "modules.json": plainModules,
			"1_Pooling/config.json": meanFlags, "sentence_bert_config.json": `{"max_seq_length":256,"do_lower_case":false}`,
		}, Options{}, PoolMean, "", 256, "onnx/model.onnx"},
		{"a model with a prompt for queries", map[string]string{
			"model.onnx": "", "1_Pooling/config.json": `{"embedding_dimension":768,"pooling_mode":"cls","include_prompt":true}`,
			"config_sentence_transformers.json": `{"prompts":{"query":"Represent this sentence for searching relevant passages: ","document":""},"default_prompt_name":null,"similarity_fn_name":"cosine"}`,
		}, Options{}, PoolCLS, "Represent this sentence for searching relevant passages: ", 512, "model.onnx"},
		{"a model with a default prompt", map[string]string{
			"model.onnx": "", "1_Pooling/config.json": meanFlags, "config.json": `{"max_position_embeddings":514}`, "sentence_bert_config.json": `{"max_seq_length":null}`,
			"config_sentence_transformers.json": `{"prompts":{"query":"query: ","sts":"same: "},"default_prompt_name":"sts"}`,
		}, Options{}, PoolMean, "same: ", 514, "model.onnx"},
		{"what is asked for goes before", map[string]string{
			"model.onnx": "", "1_Pooling/config.json": clsFlags, "config_sentence_transformers.json": `{"prompts":{"query":"query: "}}`,
		}, Options{Pooling: PoolMean, QueryPrefix: "q: ", MaxTokens: 32}, PoolMean, "q: ", 32, "model.onnx"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := files(t, c.all)
			m, err := readModel(dir, c.options)
			if err != nil {
				t.Fatal(err)
			}
			if m.pooling != c.pooling || m.prefix != c.prefix || m.maxTokens != c.tokens || m.file != filepath.Join(dir, filepath.FromSlash(c.file)) {
				t.Errorf("read %+v", m)
			}
		})
	}
}

// message is a protocol buffer's message of fields, in ONNX's numbers.
func message(fields ...[]byte) []byte {
	var all []byte
	for _, f := range fields {
		all = append(all, f...)
	}
	return all
}

func number(field, n uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(nil, field<<3), n)
}

func bytesOf(field uint64, data []byte) []byte {
	return append(binary.AppendUvarint(binary.AppendUvarint(nil, field<<3|2), uint64(len(data))), data...)
}

func text(field uint64, s string) []byte { return bytesOf(field, []byte(s)) }

// tensorType is a named value of numbers of a type, with the last dimension where it is fixed.
func tensorType(name string, numbers uint64, fixed uint64) []byte {
	shape := message(bytesOf(1, text(2, "texts")), bytesOf(1, text(2, "tokens")))
	if fixed > 0 {
		shape = append(shape, bytesOf(1, number(1, fixed))...)
	}
	return message(text(1, name), bytesOf(2, bytesOf(1, message(number(1, numbers), bytesOf(2, shape)))))
}

// tinyModel is a model that gives each token a row of a table, whatever else it is given.
func tinyModel(table [][]float32, inputs ...string) string {
	var raw []byte
	for _, row := range table {
		for _, x := range row {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
		}
	}
	dim := uint64(len(table[0]))
	graph := message(
		bytesOf(1, message(text(1, "table"), text(1, inputIDs), text(2, "last_hidden_state"), text(4, "Gather"))),
		text(2, "tiny"),
		bytesOf(5, message(number(1, uint64(len(table))), number(1, dim), number(2, 1), text(8, "table"), bytesOf(9, raw))))
	for _, name := range inputs {
		graph = append(graph, bytesOf(11, tensorType(name, 7, 0))...)
	}
	graph = append(graph, bytesOf(12, tensorType("last_hidden_state", 1, dim))...)
	return string(message(number(1, 8), bytesOf(7, graph), bytesOf(8, message(text(1, ""), number(2, 13)))))
}

func TestModelsWithAndWithoutTokenTypes(t *testing.T) {
	library := needs.Env(t, "ASKOMOP_TEST_ONNX_LIBRARY", "ONNX Runtime (.ci/embedder gets it)")
	table := [][]float32{{9, 9}, {9, -9}, {1, 0}, {0, 2}, {0, 1}} // of [PAD] [UNK] [CLS] [SEP] gout
	const words = "[PAD]\n[UNK]\n[CLS]\n[SEP]\ngout\n"
	for _, c := range []struct {
		inputs  []string
		pooling Pooling
		want    []float32 // the direction of the vector of "gout", in a batch with a longer text
		refused string
	}{
		{[]string{inputIDs, inputMask, inputTypes}, PoolCLS, []float32{1, 0}, ""},
		{[]string{inputIDs, inputMask}, PoolCLS, []float32{1, 0}, ""},
		{[]string{inputMask, inputIDs}, PoolMean, []float32{1, 3}, ""}, // the padding is not counted
		{[]string{inputIDs}, PoolMean, []float32{1, 3}, ""},
		{[]string{inputIDs, inputMask, "position_ids"}, PoolCLS, nil, `wants an input "position_ids"`},
	} {
		t.Run(strings.Join(c.inputs, " "), func(t *testing.T) {
			dir := files(t, map[string]string{"model.onnx": tinyModel(table, c.inputs...), "vocab.txt": words})
			e, err := Open(dir, Options{Library: library, Pooling: c.pooling})
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("opening gives %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			vecs, err := e.Embed(t.Context(), []string{"gout", "gout gout gout gout"})
			if err != nil {
				t.Fatal(err)
			}
			length := float32(math.Hypot(float64(c.want[0]), float64(c.want[1])))
			for i, x := range c.want {
				if d := vecs[0][i] - x/length; d > 1e-6 || d < -1e-6 {
					t.Errorf("the vector is %v, want the direction of %v", vecs[0], c.want)
				}
			}
		})
	}
}
