package tools

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/write"
)

// ofAgent are the tools that askomop's own agent has. It is to work out the answer, not to ask for it, and needs
// nothing of what is kept but cohorts.
var ofAgent = []string{"read_question", "run_question", "find_concepts", "concept_set", "check_sql", "run_sql",
	"compute", "describe_table", "describe_database",
	"library_search", "cohort_list", "cohort_show"}

// OfAgent are the tools of askomop's own agent, on the App and with the filter of the question at hand.
func OfAgent(a *app.App, filter rag.Filter) []write.Tool {
	s := Session{App: a, By: "agent", Filter: filter}
	s.Filter.Verified = true // what nobody has verified is not remembered
	var out []write.Tool
	for _, t := range All() {
		if !slices.Contains(ofAgent, t.Name) {
			continue
		}
		schema, err := json.Marshal(t.Input)
		if err != nil {
			continue // it was made of a Go type
		}
		out = append(out, write.Tool{Name: t.Name, About: t.Description, Input: string(schema),
			Call: func(ctx context.Context, input json.RawMessage) (write.ToolResult, error) {
				return callForAgent(ctx, s, t, input)
			}})
	}
	return out
}

func callForAgent(ctx context.Context, s Session, t Tool, input json.RawMessage) (write.ToolResult, error) {
	out, err := t.Call(ctx, s, input)
	if err != nil {
		return write.ToolResult{}, err
	}
	text, err := json.Marshal(out)
	if err != nil {
		return write.ToolResult{}, err
	}
	result := write.ToolResult{Text: string(text)}
	if answer, ok := out.(Answer); ok {
		brief, err := json.Marshal(answer.brief())
		if err != nil {
			return write.ToolResult{}, err
		}
		result = write.ToolResult{Text: string(brief), Failed: answer.Reason, OnData: answer.FailedOnData()}
	}
	return result, nil
}

// mostBriefRows are the rows of a result that the agent sees: more would fill its prompt.
const mostBriefRows = 15

// brief is an answer without what the agent has no use for, or has written itself: the concepts one by one, the SQL of
// SQL.
func (a Answer) brief() Answer {
	a.Concepts, a.Intervals, a.Question = nil, nil, nil
	if len(a.Rows) > mostBriefRows {
		a.Rows, a.Truncated = a.Rows[:mostBriefRows], true
	}
	return a
}
