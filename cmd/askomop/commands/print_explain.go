package commands

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/pipeline"
)

// stages prints a run stage by stage, as far as it got.
func (p *printer) stages(b *strings.Builder, r *pipeline.Run) {
	parts := []struct {
		stage string
		print func(*strings.Builder, *pipeline.Run)
	}{
		{
			"mask",
			p.stageMask,
		}, {"retrieve", p.stageRetrieve}, {"read", p.stageRead}, {"write", p.stageWrite}, {"check", p.stageCheck},
		{"code", p.stageCode}, {"execute", p.stageExecute}, {"answer", p.stageAnswer}, {"readings", p.stageReadings},
	}
	step := 0
	for _, part := range parts {
		took, ran := stageTook(r.Took, part.stage)
		if !ran {
			continue
		}
		step++
		p.heading(b, fmt.Sprintf("%d. %s (%s ms)", step, part.stage, took))
		part.print(b, r)
	}
	fmt.Fprintf(b, "\n%s ms in all, %s", app.Milliseconds(r.Took.Total()), plural(r.Attempts, "attempt", "attempts"))
	if r.PromptTokens+r.CompletionTokens > 0 {
		fmt.Fprintf(b, ", %d tokens asked and %d answered", r.PromptTokens, r.CompletionTokens)
	}
	b.WriteByte('\n')
}

// stageTook is the time of all runs of a stage: repair passes a stage again.
func stageTook(took pipeline.Timings, stage string) (ms string, ran bool) {
	var of pipeline.Timings
	for _, s := range took {
		if s.Stage == stage {
			of = append(of, s)
		}
	}
	return app.Milliseconds(of.Total()), len(of) > 0
}

func (p *printer) stageMask(b *strings.Builder, r *pipeline.Run) {
	fmt.Fprintf(b, "  %s\n", r.Masked.Text)
	for _, e := range r.Masked.Entities {
		fmt.Fprintf(b, "  %s: %q at %d–%d\n", e.Domain, e.Text, e.Start, e.End)
		if len(e.Members) > 0 {
			fmt.Fprintf(b, "    a class: %s\n", strings.Join(e.Members, ", "))
		}
	}
	for _, c := range r.Masked.Constraints {
		fmt.Fprintf(b, "  %s: %q at %d–%d\n", c, c.Text, c.Start, c.End)
	}
}

func (p *printer) stageRetrieve(b *strings.Builder, r *pipeline.Run) {
	for _, m := range r.Examples {
		fmt.Fprintf(b, "  %.3f  %s: %s\n", m.Score, m.Pair.ID, m.Pair.Wordings()[m.Wording])
	}
}

// stageRead prints how each stretch of the question was read, and what came of it.
func (p *printer) stageRead(b *strings.Builder, r *pipeline.Run) {
	if r.Reading == nil {
		return
	}
	for _, w := range r.Reading.Words {
		fmt.Fprintf(b, "  %-30s %s\n", w.Text, w.As)
	}
	for _, u := range r.Reading.Unread {
		fmt.Fprintf(b, "  %-30s not understood\n", u.Text)
	}
	if q := r.Understood(); q != nil {
		fmt.Fprintf(b, "  understood as: %s\n", q)
	}
	if r.Plan != nil {
		b.WriteString("  compiled\n" + indent(p.sql(r.Template.SQL), "    "))
	}
	if _, ran := stageTook(r.Took, "readings"); !ran { // they are those of other writers
		p.stageReadings(b, r)
	}
}

// stageReadings prints the other readings of the question that have a result of their own.
func (p *printer) stageReadings(b *strings.Builder, r *pipeline.Run) {
	for _, other := range r.Readings {
		fmt.Fprintf(b, "  read otherwise (%s): %s\n", other.What, other.Sentence())
	}
}

func (p *printer) stageWrite(b *strings.Builder, r *pipeline.Run) {
	t := r.Template
	if t.Prompt != "" {
		b.WriteString("  the model was told:\n" + indent(t.Prompt, "    | "))
	}
	p.steps(b, r)
	p.givenUp(b, r)
	if t.SQL == "" {
		return
	}
	by := "by " + t.Writer
	if t.PairID != "" {
		by = "from the pair " + t.PairID
	}
	b.WriteString("  " + by + "\n" + indent(p.sql(t.SQL), "    "))
	for _, a := range t.Assumptions {
		fmt.Fprintf(b, "  - %s\n", a)
	}
}

// steps prints what an agent did, step by step.
func (p *printer) steps(b *strings.Builder, r *pipeline.Run) {
	by, n := "", 0
	for _, s := range r.StepsBy() {
		if s.By != by {
			by, n = s.By, 0
		}
		n++
		fmt.Fprintf(b, "  %s, step %d: %s\n", by, n, s.Thought)
		b.WriteString(indent(strings.TrimSpace(s.Tool+" "+s.Input), "    "))
		if s.Result != "" {
			b.WriteString(indent("→ "+s.Result, "    "))
		}
	}
}

// givenUp prints the attempts before the last, and why each was given up.
func (p *printer) givenUp(b *strings.Builder, r *pipeline.Run) {
	for i, t := range r.Tries[:max(0, len(r.Tries)-1)] {
		fmt.Fprintf(b, "  attempt %d, given up:\n%s", i+1, indent(p.sql(t.Template.SQL), "    "))
		b.WriteString(indent("problem: "+t.Problem, "    "))
		if t.Cause != "" {
			b.WriteString(indent("cause: "+t.Cause, "    "))
		}
	}
}

func (p *printer) stageCheck(b *strings.Builder, r *pipeline.Run) {
	if len(r.Warnings) == 0 {
		b.WriteString("  nothing found\n")
	}
	for _, f := range r.Warnings {
		fmt.Fprintf(b, "  - %s\n", f.String())
	}
}

func (p *printer) stageCode(b *strings.Builder, r *pipeline.Run) {
	for _, s := range r.Concepts {
		fmt.Fprintf(b, "  %s, %s\n", app.Placeholder(s.Entity), plural(len(s.Concepts), "concept", "concepts"))
		b.WriteString(memberLines(s.Concepts))
		for _, n := range s.Notes {
			fmt.Fprintf(b, "    - %s\n", n)
		}
	}
}

func (p *printer) stageExecute(b *strings.Builder, r *pipeline.Run) {
	if r.SQL != "" {
		b.WriteString(indent(p.sql(r.ShownSQL()), "  "))
	}
}

func (p *printer) stageAnswer(b *strings.Builder, r *pipeline.Run) { p.result(b, r) }
