package mcp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/study"
)

// addResources adds what an agent can read: the study question's schema, the rules, the library.
func addResources(s *mcp.Server, a *app.App) {
	add := func(uri, name, description, kind string, read func(context.Context) (string, error)) {
		s.AddResource(&mcp.Resource{URI: uri, Name: name, Description: description, MIMEType: kind},
			func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				text, err := read(ctx)
				if err != nil {
					return nil, fmt.Errorf("read %s: %w", uri, err)
				}
				return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: kind,
					Text: text}}}, nil
			})
	}
	add("askomop://study-question/schema", "study-question-schema", "JSON Schema of a study question, for run_question",
		"application/schema+json",
		func(context.Context) (string, error) { return indented(study.Schema()) })
	add("askomop://rules", "rules", "The OMOP rules of check_sql, with a wrong and a right example each",
		"application/json",
		func(context.Context) (string, error) { return indented(rules()) })
	add("askomop://library", "library", "The reviewed questions, by id", "application/json",
		func(ctx context.Context) (string, error) {
			pairs, err := a.Library(ctx)
			if err != nil {
				return "", err
			}
			questions := map[string]string{}
			for _, p := range pairs {
				questions[p.ID] = p.Question
			}
			return indented(questions)
		})
}

type rule struct {
	ID, Summary, Instead, Wrong, Right string
}

func rules() []rule {
	var out []rule
	for _, r := range check.Rules() {
		out = append(out, rule{r.ID, r.Summary, r.Instead, r.Wrong, r.Right})
	}
	return out
}

func indented(value any) (string, error) {
	text, err := json.MarshalIndent(value, "", "  ")
	return string(text), err
}

// addPrompts adds the way from a question to a report.
func addPrompts(s *mcp.Server) {
	s.AddPrompt(&mcp.Prompt{
		Name: "study", Title: "A study from a question to a report",
		Description: "Leads from a question through its reading, codes and numbers to a short report",
		Arguments: []*mcp.PromptArgument{{Name: "question", Description: "the question in plain words",
			Required: true}},
	}, func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		text := fmt.Sprintf("Answer this question from the OMOP database: %s\n\n"+
			"1. describe_database: which years and how many people there are, and what is missing.\n"+
			"2. read_question: check that what was understood is what was meant; if not, edit the study question.\n"+
			"3. concept_set for each term: look whether a concept is missing or does not belong.\n"+
			"4. run_question (or ask): take the numbers with their intervals as they are; do not compute hidden ones.\n"+
			"5. Report: the question, what was understood, the definitions and codes, the numbers, what the database lacks, and the SQL. "+
			"Never speak of cause where only counts, shares or rates are compared.", req.Params.Arguments["question"])
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user",
			Content: &mcp.TextContent{Text: text}}}}, nil
	})
}
