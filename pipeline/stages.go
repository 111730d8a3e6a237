package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/rag"
)

func (p *Pipeline) mask(ctx context.Context, r *work) (err error) {
	defer r.stage("mask")()
	kept := func(name string) (bool, error) { return p.isCohort(ctx, name) }
	about, err := splitCohort(r.Question, kept)
	if err == nil && about.name == "" && p.parts.Cohort != nil {
		about, err = splitNamedCohort(r.Question, kept)
	}
	if err != nil {
		return err
	}
	if about.name == "" && p.parts.Phenotype != nil {
		about, err = splitPhenotype(r.Question, func(words string) (string, error) {
			return p.parts.Phenotype(ctx, words)
		})
		if err != nil {
			return err
		}
	}
	r.Masked, err = p.parts.Masker.Mask(ctx, about.rest)
	r.Masked.Cohort, r.inline = about.name, about.inline
	return err
}

// isCohort reports whether a cohort of the name is kept; without anybody who knows, every name is one.
func (p *Pipeline) isCohort(ctx context.Context, name string) (bool, error) {
	if p.parts.Cohort == nil {
		return true, nil
	}
	return p.parts.Cohort(ctx, name)
}

// wantsExamples is a Writer that judges more examples than it is worth showing.
type wantsExamples interface{ Examples() int }

func (p *Pipeline) retrieve(ctx context.Context, r *work) error {
	defer r.stage("retrieve")()
	vecs, err := p.encoder.Encode(ctx, []rag.Masked{r.Masked})
	if err != nil {
		return err
	}
	k := p.opt.K
	if w, ok := p.parts.Writer.(wantsExamples); ok {
		k = max(k, w.Examples())
	}
	most := k
	if w, ok := p.parts.Templates.(wantsExamples); ok && p.opt.Method != "" {
		most = max(k, w.Examples())
	}
	found, err := p.parts.Store.Search(ctx, vecs[0], most+mostOwn, p.opt.Filter)
	r.alike = verified(found)
	r.retrieved = ownFirst(found[:min(k+mostOwn, len(found))], k)
	r.Examples = r.retrieved[:min(p.opt.K, len(r.retrieved))]
	return err
}

// verified are the pairs that somebody has verified.
func verified(found []rag.Match) []rag.Match {
	return slices.DeleteFunc(slices.Clone(found), func(m rag.Match) bool { return m.Pair.Verified == "" })
}

const (
	mostOwn = 10   // how far below the shown examples the user's own pairs are looked for
	ownNear = 0.15 // how much less similar than the best one an own pair may be to come before it
)

// ownFirst puts the user's own pairs before the curated ones that are hardly more similar, and leaves k.
func ownFirst(found []rag.Match, k int) []rag.Match {
	if len(found) == 0 {
		return nil
	}
	near := func(m rag.Match) bool { return m.Pair.Own && m.Score >= found[0].Score-ownNear }
	sorted := slices.Clone(found)
	slices.SortStableFunc(sorted, func(a, b rag.Match) int {
		switch {
		case near(a) == near(b):
			return 0
		case near(a):
			return -1
		}
		return 1
	})
	return sorted[:min(k, len(sorted))]
}

func (p *Pipeline) write(ctx context.Context, r *work, fix *rag.Fix) error {
	defer r.stage("write")()
	t, err := p.parts.Writer.Write(ctx, r.Masked, r.retrieved, fix)
	if untranslated(err) {
		r.Template = t
		r.SQL, r.Native, r.Concepts, r.Warnings, r.Table = "", "", nil, nil, nil
		return err
	}
	if err != nil {
		r.Template.Prompt, r.Template.Steps = cmp.Or(t.Prompt, r.Template.Prompt),
			slices.Concat(r.Template.Steps, t.Steps)
		return err
	}
	for _, a := range t.Assumptions {
		if !slices.Contains(r.assumed, a) {
			r.assumed = append(r.assumed, a)
		}
	}
	t.Assumptions = slices.Clone(r.assumed) // those of an earlier attempt hold for what was kept of it
	t.Steps = slices.Concat(r.Template.Steps, t.Steps)
	r.Template = t
	r.SQL, r.Native, r.Concepts, r.Warnings, r.Table = "", "", nil, nil, nil // of the attempt before
	r.show(t.PairID)
	return p.limitToCohort(ctx, r)
}

func (p *Pipeline) check(ctx context.Context, r *work) error {
	defer r.stage("check")()
	findings, err := p.findings(ctx, r)
	if err != nil {
		return err
	}
	r.Warnings = findings
	var broken []string
	line, words := 0, false
	for _, f := range findings {
		if f.Severity == omop.SeverityError || r.doubtable && doubts(f) {
			broken = append(broken, fmt.Sprintf("%s (line %d): %s", f.Rule, f.Line, f.Message))
			line, words = cmp.Or(line, f.Line), words || f.Rule == unsaidWords
		}
	}
	if len(broken) > 0 {
		return &ruleViolation{strings.Join(broken, "\n"), line, words}
	}
	return nil
}

// The rules that hold a statement against its question. What they say goes back to a writer that can mend it, once: one
// that writes the same again is answered with, and the remark stands beside the answer.
const (
	otherQuestion = "other-question"
	unsaidWords   = "unsaid-words" // of SQL that others are to agree with
)

func doubts(f omop.Finding) bool {
	return (f.Rule == otherQuestion || f.Rule == unsaidWords) && f.Severity == omop.SeverityWarning
}

// doubt is an objection of the question's words to the template; "" for nothing.
func (r *work) doubt() string {
	if i := slices.IndexFunc(r.Warnings, doubts); i >= 0 {
		return strings.TrimRight(r.Warnings[i].Message, ".")
	}
	return ""
}

// comparable reports whether the template is compared with the question, too: what was compiled from it, or comes from
// a pair that somebody has read, is not.
func (r *work) comparable() bool {
	return r.Template.PairID == "" && r.Template.Writer != writerCompiler
}

// findings are the findings of the rules in a template.
func (p *Pipeline) findings(ctx context.Context, r *work) ([]omop.Finding, error) {
	findings, err := p.ruled(ctx, r)
	if err != nil || !r.others {
		return findings, err
	}
	if why := p.namedIn(ctx, r.Question, r.Template).unsaid(r.Run); why != "" {
		unsaid := omop.Finding{Rule: unsaidWords, Severity: omop.SeverityWarning, Line: 1, Message: why}
		findings = append(findings, unsaid)
	}
	return findings, nil
}

// ruled are the findings of the Checker.
func (p *Pipeline) ruled(ctx context.Context, r *work) ([]omop.Finding, error) {
	c, compares := p.parts.Checker.(QuestionChecker)
	if compares && r.comparable() {
		return c.CheckFor(ctx, r.Question, r.Template.SQL)
	}
	return p.parts.Checker.Check(ctx, r.Template.SQL)
}

func (p *Pipeline) code(ctx context.Context, r *work) error {
	defer r.stage("code")()
	return p.codeAll(ctx, r)
}

func (p *Pipeline) bind(ctx context.Context, r *work) error {
	defer r.stage("execute")()
	err := p.parts.Engine.Check(ctx, r.SQL)
	if err == nil {
		p.writeNative(ctx, r)
	}
	return err
}

func (p *Pipeline) execute(ctx context.Context, r *work) (err error) {
	defer r.stage("execute")()
	r.Table, err = p.query(ctx, r)
	if err == nil {
		p.writeNative(ctx, r)
	}
	if !repairable(err) {
		return err
	}
	if unbound := p.parts.Engine.Check(ctx, r.SQL); unbound != nil {
		return unbound
	}
	return p.ranInto(ctx, r, err)
}

func (p *Pipeline) answer(ctx context.Context, r *work) error {
	defer r.stage("answer")()
	r.raw = cloned(r.Table)
	if p.opt.Raw {
		r.Raw = r.raw
	}
	p.hide(r)
	r.mask(p.opt.MinCell)
	r.Groups = r.groups()
	r.addIntervals(p.opt.Confidence, p.opt.Round, p.opt.MinCell)
	r.Answer = newHeadline(r.Run).String()
	p.word(ctx, r)
	return nil
}

// ruleViolation is SQL that breaks a rule whose severity is error.
type ruleViolation struct {
	findings string
	line     int  // of the first finding
	words    bool // the question has words for which nothing certain stands
}

func (e *ruleViolation) Error() string { return e.findings }
