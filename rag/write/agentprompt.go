package write

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag/prompt"
)

// agentView is what the templates of an agent's prompts are filled with.
type agentView struct {
	view
	Tools     []shownTool
	Steps     []shownStep
	StepsLeft int
}

type shownTool struct{ Name, About, Input string }

type shownStep struct {
	Number                int
	Thought, Call, Result string
}

// request words the next step: everything that was done so far stands in it, since there is no hidden conversation.
func (w *work) request(ctx context.Context) (llm.Request, error) {
	v := agentView{view: w.prompted.view(ctx, w.masked, w.examples, w.fix), StepsLeft: w.left.Steps}
	for _, t := range w.tools {
		v.Tools = append(v.Tools, shownTool{t.Name, t.About, strings.Join(t.fields(), "; ")})
	}
	all := w.all()
	for i, s := range all {
		shown := shownStep{i + 1, s.Thought, strings.TrimSpace(s.Tool + " " + s.Input), s.Result}
		if i < len(all)-recentSteps {
			shown.Result = prompt.Clip(s.Result, longestOld)
		}
		v.Steps = append(v.Steps, shown)
	}
	req, err := prompt.Fill("agent.tmpl", "agenttask.tmpl", v)
	req.Schema, req.MaxTokens, req.Seed, req.Temperature = w.schema(), stepTokens, w.seed, w.temperature
	return req, err
}

// property is a field of a tool's input.
type property struct {
	Type        json.RawMessage `json:"type"`
	Description string          `json:"description"`
}

// kind is the property's type as a schema of a model can have it: what is not a simple value is written as JSON in a
// text.
func (p property) kind() string {
	var one string
	if json.Unmarshal(p.Type, &one) != nil ||
		!slices.Contains([]string{"string", "integer", "number", "boolean"}, one) {
		return "string"
	}
	return one
}

func (p property) isObject() bool { return strings.Contains(string(p.Type), "object") }

func (t Tool) properties() map[string]property {
	var schema struct {
		Properties map[string]property `json:"properties"`
	}
	if json.Unmarshal([]byte(t.Input), &schema) != nil {
		return nil
	}
	return schema.Properties
}

// fields word the input of a tool, a phrase a field.
func (t Tool) fields() []string {
	all := t.properties()
	var out []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		phrase := name + ": " + all[name].Description
		if all[name].isObject() {
			phrase += ", as JSON"
		}
		out = append(out, phrase)
	}
	return out
}

// schema is the schema of a step: the tools by name, and the fields of all of them.
func (w *work) schema() string {
	fields := map[string]*llm.Schema{
		"sql": {Type: "string"}, "assumptions": {Type: "array", Items: &llm.Schema{Type: "string"}},
		"text": {Type: "string"}, "reason": {Type: "string"},
	}
	for _, t := range w.tools {
		for name, p := range t.properties() {
			if fields[name] == nil {
				fields[name] = &llm.Schema{Type: p.kind()}
			}
		}
	}
	text, err := json.Marshal(&llm.Schema{Type: "object", Required: []string{"thought", "tool", "input"},
		Properties: map[string]*llm.Schema{
			"thought": {Type: "string", Description: "one sentence: what is known, and what this step is for"},
			"tool":    {Type: "string", Enum: w.names()},
			"input":   {Type: "object", Properties: fields},
		}})
	if err != nil {
		return "" // no schema of ours fails
	}
	return string(text)
}

// input is the input of a tool as a step gives it: only the fields that the tool has, and objects out of the texts that
// they were written in.
func (t Tool) input(said map[string]json.RawMessage) json.RawMessage {
	own := map[string]json.RawMessage{}
	for name, p := range t.properties() {
		value, there := said[name]
		if !there {
			continue
		}
		var text string
		if p.isObject() && json.Unmarshal(value, &text) == nil && json.Valid([]byte(text)) {
			value = json.RawMessage(text)
		}
		own[name] = value
	}
	out, err := json.Marshal(own)
	if err != nil {
		return json.RawMessage("{}")
	}
	return out
}
