package onnx

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// tokenizerFile holds the parts of tokenizer.json that are read.
type tokenizerFile struct {
	AddedTokens []struct {
		ID         int64  `json:"id"`
		Content    string `json:"content"`
		Normalized bool   `json:"normalized"`
	} `json:"added_tokens"`
	Normalizer *struct {
		Type               string `json:"type"`
		CleanText          bool   `json:"clean_text"`
		HandleChineseChars bool   `json:"handle_chinese_chars"`
		StripAccents       *bool  `json:"strip_accents"`
		Lowercase          bool   `json:"lowercase"`
	} `json:"normalizer"`
	PreTokenizer *struct {
		Type string `json:"type"`
	} `json:"pre_tokenizer"`
	Model struct {
		Type        string           `json:"type"`
		Vocab       map[string]int64 `json:"vocab"`
		Unknown     string           `json:"unk_token"`
		Prefix      string           `json:"continuing_subword_prefix"`
		LongestWord int              `json:"max_input_chars_per_word"`
	} `json:"model"`
}

// readTokenizer reads tokenizer.json, or where there is none the older vocab.txt
// with tokenizer_config.json. Other tokenizers than BERT's are refused: they would cut text wrongly without a sign.
func readTokenizer(dir string) (*tokenizer, error) {
	t, err := readTokenizerFile(filepath.Join(dir, "tokenizer.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t, err = readVocabulary(dir)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has neither tokenizer.json nor vocab.txt; copy the model's tokenizer files there",
			dir)
	}
	return t, err
}

func readTokenizerFile(file string) (*tokenizer, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	f := tokenizerFile{}
	f.Model.LongestWord = 100
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("reading %s: %w", file, err)
	}
	// Older files leave the model's type out.
	if f.Model.Type != "WordPiece" && f.Model.Type != "" || f.Normalizer == nil ||
		f.Normalizer.Type != "BertNormalizer" ||
		f.PreTokenizer == nil || f.PreTokenizer.Type != "BertPreTokenizer" {
		return nil, fmt.Errorf("%s is not a BERT WordPiece tokenizer; take a model that has one, such as bge, SapBERT or MiniLM", file)
	}
	n := f.Normalizer
	t := &tokenizer{
		vocabulary: f.Model.Vocab, prefix: f.Model.Prefix, longestWord: f.Model.LongestWord,
		cleanText: n.CleanText, lowercase: n.Lowercase, stripAccents: n.Lowercase, spaceChinese: n.HandleChineseChars,
	}
	if n.StripAccents != nil {
		t.stripAccents = *n.StripAccents
	}
	for _, a := range f.AddedTokens {
		if t.vocabulary == nil {
			break
		}
		t.vocabulary[a.Content] = a.ID
		if !a.Normalized && a.Content != "" {
			t.special = append(t.special, a.Content)
		}
	}
	return t, t.complete(file, f.Model.Unknown)
}

// readVocabulary reads the files of the tokenizer's older form: a token a line, whose number is the id.
func readVocabulary(dir string) (*tokenizer, error) {
	file := filepath.Join(dir, "vocab.txt")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	config := struct {
		Lowercase bool  `json:"do_lower_case"`
		Accents   *bool `json:"strip_accents"`
		Chinese   bool  `json:"tokenize_chinese_chars"`
	}{Lowercase: true, Chinese: true}
	if err := readJSON(filepath.Join(dir, "tokenizer_config.json"), &config); err != nil &&
		!errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	t := &tokenizer{
		vocabulary: map[string]int64{}, prefix: "##", longestWord: 100,
		cleanText: true, lowercase: config.Lowercase, stripAccents: config.Lowercase, spaceChinese: config.Chinese,
		special: []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"},
	}
	if config.Accents != nil {
		t.stripAccents = *config.Accents
	}
	for i, token := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		t.vocabulary[strings.TrimSuffix(token, "\r")] = int64(i)
	}
	return t, t.complete(file, "[UNK]")
}

// complete looks up the tokens that every text needs.
func (t *tokenizer) complete(file, unknown string) error {
	sortSpecial(t.special)
	for token, id := range map[string]*int64{unknown: &t.unknown, "[CLS]": &t.first, "[SEP]": &t.last,
		"[PAD]": &t.padding} {
		found, ok := t.vocabulary[token]
		if !ok {
			return fmt.Errorf("%s has no token %q; it is not a complete BERT tokenizer", file, token)
		}
		*id = found
	}
	return nil
}

func readJSON(file string, into any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("reading %s: %w", file, err)
	}
	return nil
}
