package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/pipeline"
)

// Contrast runs a statement beside the question that it is to answer, on this database, and says what their results
// tell of it. Both runs are recorded. No model is asked.
func (a *App) Contrast(ctx context.Context, question, statement string) (check.Results, error) {
	if err := a.stillThere(); err != nil {
		return check.Results{}, err
	}
	stages, err := a.contrastStages(ctx)
	if err != nil {
		return check.Results{}, err
	}
	opt := a.Options()
	opt.Method = ""
	found := pipeline.New(stages, opt).Contrast(ctx, question, statement)
	if found == nil {
		return check.Results{}, nil
	}
	for _, r := range found.Runs {
		if err := a.record(ctx, "check", r, opt); err != nil {
			return check.Results{}, err
		}
	}
	if found.Same {
		return check.Results{Same: true}, nil
	}
	return check.Results{Message: contrastText(found), Allowed: found.Allowed}, nil
}

// contrastStages are those of a template, with what reads a question.
func (a *App) contrastStages(ctx context.Context) (pipeline.Parts, error) {
	s, err := a.parts.templates.get(ctx, a.templateStages)
	if err != nil {
		return s, err
	}
	s, s.Coder, err = a.withReader(ctx, s)
	return s, err
}

// contrastText says what the results of a statement and of its question tell.
func contrastText(c *pipeline.Contrast) string {
	var b strings.Builder
	switch {
	case c.Asked != "":
		fmt.Fprintf(&b, "this gives %s, and its question %s", c.Given, c.Asked)
	case c.Group != "":
		fmt.Fprintf(&b, "this gives another number than its question for %s", c.Group)
	default:
		b.WriteString("this gives another number than its question")
	}
	fmt.Fprintf(&b, ", which is understood as: %s.", strings.TrimSuffix(c.Reading, "."))
	if c.Meant != "" {
		fmt.Fprintf(&b, " It is the answer to: %s", strings.TrimSuffix(c.Meant, "."))
		if c.Allowed {
			b.WriteString(", as the words allow too")
		}
		b.WriteString(".")
	}
	return strings.TrimSuffix(b.String(), ".")
}
