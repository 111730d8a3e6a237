package onnx

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/askomop/askomop/llm"
	ort "github.com/yalue/onnxruntime_go"
)

// model describes a model by its files.
type model struct {
	name      string // of the folder
	file      string // model.onnx
	pooling   Pooling
	prefix    string
	maxTokens int

	inputs []string // names, in the order that they are given
	output string
	pooled bool // the output is one vector a text already
	dim    int
}

// The inputs that a BERT model can have.
const (
	inputIDs   = "input_ids"
	inputMask  = "attention_mask"
	inputTypes = "token_type_ids"
)

// readModel reads a folder's configuration, as sentence-transformers lays it out; options go before it.
func readModel(dir string, options Options) (model, error) {
	whole, err := filepath.Abs(dir)
	if err != nil {
		return model{}, err
	}
	m := model{name: filepath.Base(whole), pooling: options.Pooling, prefix: options.QueryPrefix,
		maxTokens: options.MaxTokens}
	for _, name := range []string{"model.onnx", "onnx/model.onnx"} {
		if file := filepath.Join(dir, filepath.FromSlash(name)); exists(file) {
			m.file = file
			break
		}
	}
	if m.file == "" {
		return m, errors.New("it has no model.onnx; download the model's files with their folders, or export it: optimum-cli export onnx --model MODEL --task feature-extraction DIR")
	}
	if err := checkModules(dir); err != nil {
		return m, err
	}
	if m.pooling == "" {
		if m.pooling, err = readPooling(dir); err != nil {
			return m, err
		}
	}
	if m.pooling != PoolCLS && m.pooling != PoolMean {
		return m, fmt.Errorf("the pooling %q is not known; it can be %s or %s", m.pooling, PoolCLS, PoolMean)
	}
	if m.prefix == "" {
		if m.prefix, err = readPrefix(dir); err != nil {
			return m, err
		}
	}
	if m.maxTokens == 0 {
		if m.maxTokens, err = readMaxTokens(dir); err != nil {
			return m, err
		}
	}
	if m.maxTokens < 3 {
		return m, fmt.Errorf("%d tokens hold no text; the least is 3", m.maxTokens)
	}
	return m, nil
}

// checkModules refuses a model with further layers, which would be left out.
func checkModules(dir string) error {
	var modules []struct {
		Type string `json:"type"`
	}
	if err := readJSON(filepath.Join(dir, "modules.json"), &modules); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, m := range modules {
		switch name := m.Type[strings.LastIndex(m.Type, ".")+1:]; name {
		case "Transformer", "Pooling", "Normalize":
		default:
			return fmt.Errorf("modules.json names the layer %s, which is not supported; take a model of Transformer, Pooling and Normalize", name)
		}
	}
	return nil
}

// ErrPooling is in the error of a model whose folder does not tell what Options.Pooling would.
var ErrPooling = errors.New("say how the tokens' vectors are pooled")

// readPooling reads 1_Pooling/config.json in its older form, a flag a pooling, or its newer, one name.
func readPooling(dir string) (Pooling, error) {
	file := filepath.Join(dir, "1_Pooling", "config.json")
	all := map[string]any{}
	err := readJSON(file, &all)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("it has no 1_Pooling/config.json, so %w: %s (bge, SapBERT) or %s (MiniLM, e5)",
			ErrPooling, PoolCLS, PoolMean)
	} else if err != nil {
		return "", err
	}
	var found []string
	for key, value := range all {
		mode, isMode := strings.CutPrefix(key, "pooling_mode_")
		switch {
		case key == "pooling_mode":
			found = append(found, fmt.Sprint(value))
		case isMode && value == true:
			found = append(found, strings.TrimSuffix(strings.TrimSuffix(mode, "_tokens"), "_token"))
		}
	}
	if len(found) != 1 {
		slices.Sort(found)
		return "", fmt.Errorf("%s names the poolings %q; one of %s and %s is supported", file, found, PoolCLS, PoolMean)
	}
	return Pooling(found[0]), nil
}

// readPrefix returns the prompt that the model wants before a query, if it names one.
func readPrefix(dir string) (string, error) {
	config := struct {
		Prompts map[string]string `json:"prompts"`
		Default string            `json:"default_prompt_name"`
	}{}
	err := readJSON(filepath.Join(dir, "config_sentence_transformers.json"), &config)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if config.Default != "" {
		return config.Prompts[config.Default], nil
	}
	return config.Prompts["query"], nil
}

// readMaxTokens returns the length that the model was trained for, within what it has positions for.
func readMaxTokens(dir string) (int, error) {
	var sentence struct {
		Max int `json:"max_seq_length"`
	}
	var transformer struct {
		Max int `json:"max_position_embeddings"`
	}
	for name, into := range map[string]any{"sentence_bert_config.json": &sentence, "config.json": &transformer} {
		if err := readJSON(filepath.Join(dir, name), into); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		}
	}
	const usual = 512
	if transformer.Max == 0 {
		transformer.Max = usual
	}
	if sentence.Max == 0 {
		return transformer.Max, nil
	}
	return min(sentence.Max, transformer.Max), nil
}

// open loads the graph and notes its inputs and output.
func (m *model) open(threads int) (*ort.DynamicAdvancedSession, error) {
	inputs, outputs, err := ort.GetInputOutputInfo(m.file)
	if err != nil {
		return nil, err
	}
	for _, in := range inputs {
		if in.Name != inputIDs && in.Name != inputMask && in.Name != inputTypes {
			return nil, fmt.Errorf("the model wants an input %q; a BERT model has %s, %s and %s", in.Name, inputIDs,
				inputMask, inputTypes)
		}
		m.inputs = append(m.inputs, in.Name)
	}
	if err := m.chooseOutput(outputs); err != nil {
		return nil, err
	}
	options, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	defer options.Destroy()
	if err := options.SetIntraOpNumThreads(max(0, threads)); err != nil {
		return nil, err
	}
	return ort.NewDynamicAdvancedSession(m.file, m.inputs, []string{m.output}, options)
}

// chooseOutput takes the tokens' vectors, or where the model pools itself the texts'.
func (m *model) chooseOutput(outputs []ort.InputOutputInfo) error {
	for _, rank := range []int{3, 2} {
		for _, o := range outputs {
			if len(o.Dimensions) == rank && o.DataType == ort.TensorElementDataTypeFloat && o.Dimensions[rank-1] > 0 {
				m.output, m.pooled, m.dim = o.Name, rank == 2, int(o.Dimensions[rank-1])
				return nil
			}
		}
	}
	return errors.New("the model has no output of 4-byte numbers with a fixed dimension; export it with --task feature-extraction")
}

// pool makes unit vectors of the model's output for a batch.
func (m *model) pool(output ort.Value, batch [][]int64) ([]llm.Vector, error) {
	tensor, ok := output.(*ort.Tensor[float32])
	if !ok {
		return nil, fmt.Errorf("the model gave %T, not numbers of 4 bytes", output)
	}
	data, tokens := tensor.GetData(), 1
	if !m.pooled {
		tokens = int(tensor.GetShape()[1])
	}
	if len(data) != len(batch)*tokens*m.dim {
		return nil, fmt.Errorf("the model gave %d numbers for %d texts of %d tokens", len(data), len(batch), tokens)
	}
	vecs := make([]llm.Vector, len(batch))
	for k, ids := range batch {
		n := len(ids)
		if m.pooled || m.pooling == PoolCLS {
			n = 1
		}
		text := data[k*tokens*m.dim:]
		vecs[k] = unitMean(text[:n*m.dim], m.dim)
	}
	return vecs, nil
}

// unitMean is the direction of the mean of the vectors that follow one another in data.
func unitMean(data []float32, dim int) llm.Vector {
	sums := make([]float64, dim)
	for i, x := range data {
		sums[i%dim] += float64(x)
	}
	var square float64
	for _, x := range sums {
		square += x * x
	}
	v := make(llm.Vector, dim)
	if square > 0 {
		for i, x := range sums {
			v[i] = float32(x / math.Sqrt(square))
		}
	}
	return v
}

// fingerprint stands for everything that the vectors depend on. Of the weights, which
// can be gigabytes, the size and blocks at even distances are read.
func (m *model) fingerprint(dir string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%q\x00%d\x00", m.pooling, m.prefix, m.maxTokens)
	for _, name := range []string{"tokenizer.json", "vocab.txt", "tokenizer_config.json"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		fmt.Fprintf(h, "%d\x00%s", len(text), text)
	}
	weights, err := filepath.Glob(m.file + "*") // with model.onnx_data, where larger models keep theirs
	if err != nil {
		return "", err
	}
	for _, file := range weights {
		if err := sample(h, file); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:8], nil
}

// sample writes a file's size and 64 blocks of it, the whole of a small one.
func sample(w io.Writer, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	const blocks, size = 64, 64 << 10
	fmt.Fprintf(w, "%d\x00", info.Size())
	step := max(size, info.Size()/blocks)
	for at := int64(0); at < info.Size(); at += step {
		if _, err := io.Copy(w, io.NewSectionReader(f, at, size)); err != nil {
			return err
		}
	}
	return nil
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
