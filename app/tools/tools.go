// Package tools is what an agent may do with askomop: ask, read a question, run one, find concepts, check and run SQL,
// describe the database, look at cohorts, schedules and the library. One registry serves the Model Context Protocol and
// askomop's own agent.
//
// Every tool reads only. No tool can show rows of people, lower the minimal cell, or write to the database: they call
// package app with suppression on, whatever they are asked. A refusal is a result, with its reason and what can be
// asked instead.
package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/rag"
)

// Tool is one thing that an agent can call.
type Tool struct {
	Name, Title, Description string
	Input, Output            *jsonschema.Schema // of JSON objects
	call                     func(context.Context, Session, json.RawMessage) (any, error)
}

// Session is who calls tools, and on what.
type Session struct {
	*app.App
	By     string     // what the log calls the caller: mcp, agent
	Filter rag.Filter // of the pairs that the library shows
}

// ErrInput is wrapped by the error of a call whose input does not fit the tool's schema.
var ErrInput = errors.New("the input does not fit")

// Call runs the tool on the App's database. The result is of the Output schema.
func (t Tool) Call(ctx context.Context, s Session, input json.RawMessage) (any, error) {
	return t.call(ctx, s, input)
}

// All lists the tools by the order of a study: from the question to its numbers.
func All() []Tool {
	return []Tool{
		define("ask", "Ask a question",
			"Answer an epidemiological question in plain words from the OMOP database: the number, what was understood, the SQL and every medical code. "+
				"Where it cannot be answered, the result says why and what can be asked instead.", ask),
		define("read_question", "Read a question",
			"Read a question into a study question (a typed value) and the sentence that says back what was understood, without running it.", readQuestion),
		define("run_question", "Run a study question",
			"Answer a study question: edit what read_question returned, or write one by the schema in askomop://study-question/schema.", runQuestion),
		define("find_concepts", "Find concepts",
			"Find concepts of the vocabulary by name, synonym, abbreviation or code.", findConcepts),
		define("concept_set", "Code a term",
			"Turn a medical term or source code into a set of standard concepts with descendants, each with the reason why it is in.", conceptSet),
		define("check_sql", "Check SQL",
			"Apply the OMOP rules to SQL: what would give wrong numbers, where, and what to do.", checkSQL),
		define("run_sql", "Run SQL",
			"Run one SELECT over the database, small counts hidden. Placeholders such as [condition@type 2 diabetes] inside IN (…) become concept ids.", runSQL),
		define("compute", "Compute",
			"Compute an arithmetic expression of numbers: + - * / ( ), as in (120 - 35) / 4.5.", compute),
		define("describe_table", "Describe a table",
			"The columns of a table of the data model that questions have a use for, and what they mean.",
			describeTable),
		define("describe_database", "Describe the database",
			"What the database holds: people, dates, tables, how well it is mapped, and what is missing.", describe),
		define("library_search", "Search the library", "Find reviewed pairs of question and SQL.", searchLibrary),
		define("cohort_list", "List cohorts",
			"The kept cohorts and phenotypes with the size of their newest generation. Questions can be asked of one: \"In cohort NAME, how many …?\"", listCohorts),
		define("cohort_show", "Show a cohort",
			"What a kept cohort asks, its SQL, its generations and how many people are left after each criterion.",
			showCohort),
		define("cohort_export", "Write a cohort for ATLAS",
			"The cohort of a kept definition, or of a question in plain words, as the JSON that ATLAS imports.",
			exportCohort),
		define("schedule_list", "List schedules", "The scheduled questions and how often they ran.", listSchedules),
		define("schedule_show", "Show a schedule",
			"A scheduled question with its SQL and its last runs: status, number, alerts.", showSchedule),
	}
}

// define makes a tool of a function. The schemas are made from the function's types; a mistake in them is the
// program's.
func define[In, Out any](name, title, description string, f func(context.Context, Session, In) (Out, error)) Tool {
	input, err := jsonschema.For[In](nil)
	if err != nil {
		panic(fmt.Sprintf("tool %s: %v", name, err))
	}
	output, err := jsonschema.For[Out](nil)
	if err != nil {
		panic(fmt.Sprintf("tool %s: %v", name, err))
	}
	resolved, err := input.Resolve(nil)
	if err != nil {
		panic(fmt.Sprintf("tool %s: %v", name, err))
	}
	return Tool{name, title, description, input, output,
		func(ctx context.Context, s Session, raw json.RawMessage) (any, error) {
			if len(raw) == 0 {
				raw = json.RawMessage("{}")
			}
			var value any
			if err := json.Unmarshal(raw, &value); err != nil {
				return nil, fmt.Errorf("%s: %w: %w", name, ErrInput, err)
			}
			if err := resolved.Validate(value); err != nil {
				return nil, fmt.Errorf("%s: %w: %w; %s", name, ErrInput, err, takes(input))
			}
			var in In
			if err := json.Unmarshal(raw, &in); err != nil {
				return nil, fmt.Errorf("%s: %w: %w", name, ErrInput, err)
			}
			out, err := f(ctx, s, in)
			if err != nil {
				return nil, toldToAgent{fmt.Errorf("%s: %w", name, err)}
			}
			return out, nil
		}}
}

// takes says what a tool takes.
func takes(input *jsonschema.Schema) string {
	if len(input.Properties) == 0 {
		return "it takes nothing"
	}
	return "it takes " + strings.Join(slices.Sorted(maps.Keys(input.Properties)), ", ")
}

// toldToAgent is an error whose next step an agent can take.
type toldToAgent struct{ error }

func (e toldToAgent) Error() string { return forAgents(e.error.Error()) }
func (e toldToAgent) Unwrap() error { return e.error }
