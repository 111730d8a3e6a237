package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/read"
)

// Reader reads what a question means. It is a *read.Reader, or what a test puts in its place.
type Reader interface {
	Read(ctx context.Context, question string) (*read.Reading, error)
}

// writerCompiler is the Template.Writer of SQL that was compiled from a study question.
const writerCompiler = "compiler"

// understand reads the question's words as a study question and compiles that. It reports whether the run has a
// template now. What lies outside of what askomop does, or contradicts itself, ends the run; what the reader or the
// compiler cannot say yet is left to the writer.
func (p *Pipeline) understand(ctx context.Context, r *work) (bool, error) {
	if p.parts.Reader == nil {
		return false, nil
	}
	defer r.stage("read")()
	if done, err := p.understandEntry(ctx, r); done || err != nil {
		return done, err
	}
	var err error
	if r.Reading, err = p.parts.Reader.Read(ctx, r.Masked.Question); err != nil {
		return false, err
	}
	if why := r.Reading.Refusal; why != nil {
		return false, p.refuse(ctx, r)
	}
	question, plan, err := p.compile(ctx, amongCohort(r.Reading.Question, r.Masked.Cohort))
	var unsupported *compile.Unsupported
	if errors.As(err, &unsupported) {
		r.uncompiled = err
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if r.Masked.Cohort == "" {
		p.answerBy(ctx, r, r.Reading, question, plan)
		return true, nil
	}
	if !namesCohort(plan) {
		return false, &rag.Abstention{Reason: ReasonSlotsDoNotFit,
			Message: "This question can't be asked of a cohort: it is not about people."}
	}
	p.answerBy(ctx, r, r.Reading, question, plan, cohortNote(r.Masked.Cohort))
	return true, nil
}

// answerBy makes the plan of a question that was read the run's template, with what is to be said of it.
func (p *Pipeline) answerBy(ctx context.Context, r *work, reading *read.Reading, q *study.Question, plan *compile.Plan,
	notes ...string) {
	r.Reading, r.Study, r.Plan = reading, q, plan
	r.Template = rag.Template{SQL: p.laidOut(ctx, plan.SQL), Writer: writerCompiler,
		Assumptions: slices.Concat(reading.Notes, plan.Notes, notes)}
}

// namesCohort reports whether a plan looks into a kept cohort.
func namesCohort(plan *compile.Plan) bool { return strings.Contains(plan.SQL, "[cohort@") }

// understandEntry reads a question about a kept cohort with the entry into it as an event of its own: survival from it,
// the age at it, what came after it. It reports whether that was understood; else the cohort only limits whose records
// count.
func (p *Pipeline) understandEntry(ctx context.Context, r *work) (bool, error) {
	inline := r.inline
	r.inline = ""
	if inline == "" {
		return false, nil
	}
	reading, err := p.parts.Reader.Read(ctx, inline)
	if err != nil || reading.Refusal != nil {
		return false, err
	}
	question, plan, err := p.compile(ctx, reading.Question)
	var unsupported *compile.Unsupported
	if errors.As(err, &unsupported) {
		return false, nil
	}
	if err != nil || !namesCohort(plan) {
		return false, err
	}
	r.inline = inline
	p.answerBy(ctx, r, reading, question, plan, "the cohort "+r.Masked.Cohort+" as it was last made")
	return true, nil
}

// laidOut is a template as sqltree lays SQL out; as it is where that cannot be done.
func (p *Pipeline) laidOut(ctx context.Context, template string) string {
	if p.parts.Parser == nil {
		return template
	}
	stmt, err := sqltree.Parse(ctx, p.parts.Parser, template)
	if err != nil {
		return template
	}
	if text, err := sqltree.Format(stmt); err == nil {
		return text
	}
	return template
}

// compile compiles a question, and returns it with what the database settles of it: the unit of values.
func (p *Pipeline) compile(ctx context.Context, q *study.Question) (*study.Question, *compile.Plan, error) {
	recorded := p.recordedOnce(ctx)
	q, err := inMainUnit(q, recorded)
	if err != nil {
		return nil, nil, err
	}
	var unknown error // in which units the values are
	opt := compile.Options{Recorded: func(of []study.Entity) compile.Recorded {
		found, err := recorded(of)
		unknown = errors.Join(unknown, err)
		return found
	}, Plans: func() []string {
		found, err := p.plans(ctx)
		unknown = errors.Join(unknown, err)
		return found
	}}
	if p.parts.CDM != nil {
		if opt.CDM, err = p.parts.CDM(ctx); err != nil {
			return nil, nil, err
		}
	}
	plan, err := compile.Compile(q, opt)
	if unknown != nil {
		return nil, nil, unknown
	}
	var unsupported *compile.Unsupported
	if errors.As(err, &unsupported) && unsupported.Data {
		return nil, nil, &rag.Abstention{Reason: ReasonOutOfScope, Message: capital(unsupported.Why) + "."}
	}
	return q, plan, err
}

// refuse is the abstention for what the reader refuses for good; nil where a reviewed pair may still say it.
func (p *Pipeline) refuse(ctx context.Context, r *work) error {
	why := r.Reading.Refusal
	switch why.Kind {
	case read.OutOfScope: // "asks for advice"
		return &rag.Abstention{Reason: ReasonOutOfScope, Message: "This question " + why.Why + "." + p.offers(ctx, r)}
	case read.Contradiction, read.Ambiguous: // "it asks for people with and without stroke"
		return &rag.Abstention{Reason: ReasonOutOfScope, Message: capital(why.Why) + "." + p.offers(ctx, r)}
	}
	return nil
}

// explainUnread puts what the reader understood, what it did not, and what can be asked instead, in place of a writer's
// abstention; that one stays where nothing can be offered.
func (p *Pipeline) explainUnread(ctx context.Context, r *work, err error) error {
	var abstention *rag.Abstention
	if r.Reading == nil || !errors.As(err, &abstention) {
		return err
	}
	offered := p.offers(ctx, r)
	var said []string
	if q := r.Reading.Partial; q != nil {
		said = append(said, "Understood so far: "+q.String()+".")
	}
	switch {
	case r.uncompiled != nil:
		said = append(said, "Understood as: "+r.Reading.Question.String()+".", "That is not computed yet.")
	case len(r.Reading.Unread) > 0:
		said = append(said, "Not understood: "+quoteAll(r.Reading.Unread)+".")
	case r.Reading.Refusal != nil:
		said = append(said, capital(r.Reading.Refusal.Why)+".")
	}
	if len(said) == 0 {
		return err
	}
	if name := unknownCohort(r.Question, r.Reading.Unread); name != "" {
		said = append(said, fmt.Sprintf("No cohort %q is kept: askomop cohort list shows those that are.", name))
	}
	message := strings.Join(said, " ")
	if offered != "" {
		return &rag.Abstention{Reason: abstention.Reason, Message: message + offered}
	}
	hint := abstention.Message
	if unread := r.Reading.Unread; len(unread) > 0 && abstention.Reason == ReasonNoConcept {
		hint = unreadHint(unread[0])
	}
	return &rag.Abstention{Reason: abstention.Reason, Message: message + "\n" + hint}
}

// unreadHint is what to do about words without a place: the reader knows more of them than the writer, which would call
// "hospital" unknown.
func unreadHint(unread read.Span) string {
	if unread.Known {
		return "Each of these words is known, but not where it stands: say it in other words, or leave it out."
	}
	return fmt.Sprintf("Check the spelling, or look for it with: askomop vocab search %q",
		cut(unread.Text, longestQuoted))
}

// mostQuoted is how many phrases a message quotes, and longestQuoted how many letters of each.
const (
	mostQuoted    = 10
	longestQuoted = 120
)

func quoteAll(spans []read.Span) string {
	var texts []string
	for _, s := range spans[:min(mostQuoted, len(spans))] {
		texts = append(texts, fmt.Sprintf("%q", cut(s.Text, longestQuoted)))
	}
	more := ""
	if n := len(spans) - mostQuoted; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(texts, ", ") + more
}
