package app

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/pipeline"
)

// Contrast runs a statement beside the question that it is to answer, and says what their results tell of it: on this
// database, and where nothing can be told there, on the demonstration database. Its people are made up, so that every
// result may be looked at; that two of them differ is all that is told. Every run is recorded. No model is asked.
func (a *App) Contrast(ctx context.Context, asked check.Asked) (check.Results, error) {
	if err := a.stillThere(); err != nil {
		return check.Results{}, err
	}
	found, err := a.contrast(ctx, asked, !a.NamesDatabase())
	if err != nil || found != (check.Results{}) || !a.NamesDatabase() {
		return found, err
	}
	if m, err := a.meaning(ctx, asked.Question); err != nil || m.Question == nil {
		return check.Results{}, err
	}
	demo := a
	if !sameFile(a.build.DB, a.DemoFile()) {
		if demo, err = a.parts.demo.get(ctx, func(context.Context) (*App, error) { return a.on("") }); err != nil {
			return check.Results{}, err
		}
	}
	return demo.contrast(ctx, asked, true)
}

// sameFile reports whether two names are of one file that is there.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, other)
}

// contrast is Contrast on one database; a trial is on made-up people, of whom nothing is hidden.
func (a *App) contrast(ctx context.Context, asked check.Asked, trial bool) (check.Results, error) {
	stages, err := a.contrastStages(ctx)
	if err != nil {
		return check.Results{}, err
	}
	opt := a.Options()
	opt.Method = ""
	if trial {
		opt.MinCell, opt.Round, opt.Rows = 1, 0, true
	}
	found := pipeline.New(stages, opt).Contrast(ctx,
		pipeline.Beside{Question: asked.Question, Template: asked.Statement, Own: asked.Own, Trial: trial})
	if found == nil {
		return check.Results{}, nil
	}
	for _, r := range found.Runs {
		if err := a.record(ctx, "check", r, opt); err != nil {
			return check.Results{}, err
		}
	}
	if found.Same {
		return check.Results{Same: !trial}, nil
	}
	text := contrastText(found)
	if trial {
		text = "on the people of the demonstration database, who are made up, " + text
	}
	return check.Results{Message: text, Allowed: found.Allowed, Concepts: found.Concepts, Trial: trial,
		Nobody: found.Asked == "0" && !countsZeros(found), Far: farMore(found.Asked, found.Given),
		Short: farMore(found.Given, found.Asked)}, nil
}

// countsZeros reports whether a question's number is one of people of whom those without any count: 0 is then a number
// of records, as the median can be, and not that nobody was found.
func countsZeros(c *pipeline.Contrast) bool {
	return len(c.Runs) > 0 && c.Runs[0].Study != nil && c.Runs[0].Study.Measure.Zeros
}

// muchMore is how many times larger a question's number must be than its statement's for other concepts to matter: of a
// concept alone, that a few of its kinds are left out is mostly meant.
const muchMore = 1.25

// farMore reports whether a number that is shown is much larger than another.
func farMore(asked, given string) bool {
	a, err := strconv.ParseFloat(strings.ReplaceAll(asked, ",", ""), 64)
	g, err2 := strconv.ParseFloat(strings.ReplaceAll(given, ",", ""), 64)
	return err == nil && err2 == nil && a >= muchMore*g
}

// Compare runs two statements on this database and says whether they come to the same.
func (a *App) Compare(ctx context.Context, statement, other string) (check.Comparison, error) {
	stages, err := a.contrastStages(ctx)
	if err != nil {
		return check.Comparison{}, err
	}
	opt := a.Options()
	opt.Method = ""
	c := pipeline.New(stages, opt).Compare(ctx, statement, other)
	return check.Comparison{Known: c.Known, Same: c.Same, Given: c.Given, Other: c.Other}, nil
}

// contrastStages are those of a template, with what reads a question. The statement is a person's: what only a program
// may not write, such as a concept's name, is run.
func (a *App) contrastStages(ctx context.Context) (pipeline.Parts, error) {
	s, err := a.parts.templates.get(ctx, a.templateStages)
	if err != nil {
		return s, err
	}
	rules := func(ctx context.Context) (*check.Checker, error) { return a.Checker(ctx, false) }
	if s.Checker, err = a.parts.written.get(ctx, rules); err != nil {
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
	if c.Concepts {
		b.WriteString(" Nothing is other but the concepts by which the records are chosen.")
	}
	if c.Meant != "" {
		fmt.Fprintf(&b, " It is the answer to: %s", strings.TrimSuffix(c.Meant, "."))
		if c.Allowed {
			b.WriteString(", as the words allow too")
		}
		b.WriteString(".")
	}
	return strings.TrimSuffix(b.String(), ".")
}
