package rag

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/sqltree"
)

// inCohort is how a question begins that is about the people of a kept cohort.
var inCohort = lazyregexp.New(`(?i)^\s*(?:in|among|within|for|of)\s+(?:the\s+)?cohort\s+([a-z0-9]+(?:[-_][a-z0-9]+)*)\s*[,:]?\s+`)

// SplitCohort takes "in cohort NAME, …" off a question. Without it, name is empty and
// the question comes back as it is. It is about a kept cohort where kept says that there is one of the name, or where
// the name is set off by a sign, so that a slip in it is told; else the words are plain ones: "the cohort of patients with gout".
func SplitCohort(question string, kept func(name string) (bool, error)) (name, rest string, err error) {
	at := inCohort.FindStringSubmatchIndex(question)
	if at == nil {
		return "", question, nil
	}
	name, rest = strings.ToLower(question[at[2]:at[3]]), question[at[1]:]
	if strings.ContainsAny(question[at[3]:at[1]], ",:") {
		return name, rest, nil
	}
	is, err := kept(name)
	if err != nil || !is {
		return "", question, err
	}
	return name, rest, nil
}

// WithinCohort limits a template to the people of a cohort, as if the database held
// nobody else: every SELECT that reads records of people reads theirs alone, by
// person_id IN ([cohort@NAME]). A template that names the cohort already stays as it is. The error is an
// *Abstention where the SQL has no certain place for the limit.
func WithinCohort(ctx context.Context, parser sqltree.Serializer, template, name string) (string, error) {
	found, err := sqltree.Placeholders(template)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(found, func(p sqltree.Placeholder) bool { return p.Domain == sqltree.Cohort && p.Text == name }) {
		return template, nil
	}
	stmt, err := sqltree.Parse(ctx, parser, template)
	if err != nil {
		return "", err
	}
	q := &query{stmt}
	err = q.restrictPeople(&Constraint{Kind: kindCohort, Op: "=", Values: []string{name}, Text: "cohort " + name})
	var no *misfit
	if errors.As(err, &no) {
		return "", &Abstention{Reason: "slots_do_not_fit", Message: "This question can't be asked of a cohort: " + no.Error() + ". Write the SQL with person_id IN ([cohort@" + name + "])."}
	}
	if err != nil {
		return "", err
	}
	return sqltree.Format(stmt)
}
