package gemini

import (
	"encoding/json"
	"strconv"

	"github.com/askomop/askomop/llm"
)

// request is the body of generateContent.
type request struct {
	Contents          []content `json:"contents"`
	SystemInstruction *content  `json:"systemInstruction,omitempty"`
	GenerationConfig  config    `json:"generationConfig"`
}

type content struct {
	Role  string `json:"role,omitempty"`
	Parts []part `json:"parts"`
}

// part is a piece of text. Thought marks what a model says to itself, of which an answer may hold a summary.
type part struct {
	Text    string `json:"text"`
	Thought bool   `json:"thought,omitempty"`
}

type config struct {
	Temperature      float64 `json:"temperature"`
	Seed             int32   `json:"seed"` // the API's seeds have 32 bits
	CandidateCount   int     `json:"candidateCount"`
	MaxOutputTokens  int     `json:"maxOutputTokens,omitempty"`
	ResponseMimeType string  `json:"responseMimeType,omitempty"`
	ResponseSchema   *schema `json:"responseSchema,omitempty"`
	ResponseLogprobs bool    `json:"responseLogprobs,omitempty"`
}

// schema is a JSON schema as the API has it: a part of OpenAPI's.
type schema struct {
	Type        string             `json:"type"`
	Format      string             `json:"format,omitempty"`
	Description string             `json:"description,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	Items       *schema            `json:"items,omitempty"`
	Properties  map[string]*schema `json:"properties,omitempty"`
	Required    []string           `json:"required,omitempty"`
}

// newRequest is the body that asks what req does.
func newRequest(req llm.Request) (*request, error) {
	r := &request{
		Contents: []content{{Role: "user", Parts: []part{{Text: req.User}}}},
		GenerationConfig: config{
			Temperature: req.Temperature, Seed: int32(req.Seed), CandidateCount: 1,
			MaxOutputTokens: min(max(0, req.MaxTokens), 1<<30),
		},
	}
	if req.System != "" {
		r.SystemInstruction = &content{Parts: []part{{Text: req.System}}}
	}
	if req.Schema != "" {
		s, err := llm.ParseSchema(req.Schema)
		if err != nil {
			return nil, err
		}
		r.GenerationConfig.ResponseMimeType, r.GenerationConfig.ResponseSchema = "application/json", toSchema(s)
	}
	return r, nil
}

// types are the API's words for those of JSON schemas.
var types = map[string]string{"object": "OBJECT", "array": "ARRAY", "string": "STRING", "number": "NUMBER",
	"integer": "INTEGER", "boolean": "BOOLEAN"}

func toSchema(s *llm.Schema) *schema {
	if s == nil {
		return nil
	}
	out := &schema{Type: types[s.Type], Description: s.Description, Required: s.Required, Items: toSchema(s.Items),
		Enum: s.Enum}
	if len(s.Enum) > 0 {
		out.Format = "enum"
	}
	for name, p := range s.Properties {
		if out.Properties == nil {
			out.Properties = map[string]*schema{}
		}
		out.Properties[name] = toSchema(p)
	}
	return out
}

// answer is what generateContent answers.
type answer struct {
	Candidates     []candidate
	PromptFeedback struct{ BlockReason reason }
	UsageMetadata  struct{ PromptTokenCount, CandidatesTokenCount, TotalTokenCount, CachedContentTokenCount int }
}

type candidate struct {
	Content        content
	FinishReason   reason
	AvgLogprobs    *float64
	LogprobsResult struct {
		ChosenCandidates []struct{ LogProbability float64 }
	}
}

// reason is a word of the API's, or the number that stands for it: servers may write either.
type reason string

// UnmarshalJSON implements json.Unmarshaler.
func (r *reason) UnmarshalJSON(data []byte) error {
	var n int
	if json.Unmarshal(data, &n) == nil {
		*r = reason(strconv.Itoa(n))
		return nil
	}
	return json.Unmarshal(data, (*string)(r))
}

// given reports whether there is a reason.
func (r reason) given() bool { return r != "" && r != "0" && r != "BLOCK_REASON_UNSPECIFIED" }

// finishWords are the API's words for why an answer ends, by their numbers.
var finishWords = [...]string{"FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "OTHER",
	"LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MALFORMED_FUNCTION_CALL"}

// finish is the word for why an answer ended.
func (r reason) finish() string {
	n, err := strconv.Atoi(string(r))
	switch {
	case r == "":
		return finishWords[0]
	case err == nil && n >= 0 && n < len(finishWords):
		return finishWords[n]
	}
	return string(r)
}
