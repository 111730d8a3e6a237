package coding

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/llm"
)

//go:embed prompts/verify.txt
var verifyPrompt string

// VerifyOptions of a Verified. Zero fields take the defaults in brackets.
type VerifyOptions struct {
	Candidates int    // shown to the model for one entity [50]
	Finder     Finder // of the candidates [the vocabulary's names, synonyms and other terms]
}

// Verified codes with a model's word: it shows the model the concepts most similar
// to the entity's words, takes those that the model accepts and completes them with
// their descendants. Source codes say what they mean, and are coded by the rules.
//
// What was coded once is not asked for again, so that mending a query costs no
// second verification. It is safe for concurrent use where its model is.
type Verified struct {
	rules   *Rules
	model   llm.Model
	options VerifyOptions

	mu    sync.Mutex
	coded map[Entity]ConceptSet
}

// NewVerified returns a Coder over the vocabulary of the rules.
func NewVerified(rules *Rules, model llm.Model, options VerifyOptions) *Verified {
	if options.Candidates <= 0 {
		options.Candidates = 50
	}
	if options.Finder == nil {
		options.Finder = byName{rules}
	}
	return &Verified{rules: rules, model: model, options: options, coded: map[Entity]ConceptSet{}}
}

// Code implements Coder. Where the model accepts none of the candidates the error
// wraps ErrNoConcept. A model that gives no answer, or one that does not decide on every candidate, is an
// *llm.Error: no candidate passes unjudged.
func (c *Verified) Code(ctx context.Context, e Entity) (ConceptSet, error) {
	domain, ok := domainID(e.Domain)
	s := &session{Rules: c.rules, entity: e, domain: domain, found: &lookups{}}
	if !ok {
		return c.rules.Code(ctx, e) // which says what is wrong with it
	}
	if _, ok := s.codeItems(); ok {
		return c.rules.Code(ctx, e)
	}
	if set, ok := c.before(e); ok {
		return set, nil
	}
	set, err := c.code(ctx, s)
	if err == nil {
		c.keep(e, set)
	}
	return set, err
}

// before returns the set of an entity that was coded before.
func (c *Verified) before(e Entity) (ConceptSet, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	set, ok := c.coded[e]
	return set, ok
}

func (c *Verified) keep(e Entity, set ConceptSet) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.coded[e] = set
}

func (c *Verified) code(ctx context.Context, s *session) (ConceptSet, error) {
	found, err := s.candidates(ctx, c.options.Finder, c.options.Candidates)
	if err != nil {
		return ConceptSet{}, fmt.Errorf("code %s: %w", s.entity, err)
	}
	if len(found) == 0 {
		return ConceptSet{}, s.abstain("nothing in it is similar")
	}
	verdicts, err := c.verify(ctx, s, found)
	if err != nil {
		return ConceptSet{}, fmt.Errorf("code %s: verify the candidates: %w", s.entity, err)
	}
	return s.judged(ctx, found, verdicts)
}

// decisionSchema is the JSON schema of the model's answer.
const decisionSchema = `{"type": "object", "properties": {"decisions": {"type": "array", "items": {"type": "object",
"properties": {"id": {"type": "integer"}, "accept": {"type": "boolean"}, "why": {"type": "string"}},
"required": ["id", "accept", "why"], "additionalProperties": false}}}, "required": ["decisions"], "additionalProperties": false}`

// verdict is the model's decision on a candidate.
type verdict struct {
	accept bool
	why    string
}

// verify has the model decide on every candidate. Those that its first answer passes over are shown once more.
func (c *Verified) verify(ctx context.Context, s *session, found []candidate) (map[int64]verdict, error) {
	verdicts := map[int64]verdict{}
	left := found
	for range 2 {
		if err := c.ask(ctx, s, left, verdicts); err != nil {
			return nil, err
		}
		left = slices.DeleteFunc(
			slices.Clone(left),
			func(k candidate) bool { _, ok := verdicts[k.concept.ID]; return ok },
		)
		if len(left) == 0 {
			return verdicts, nil
		}
	}
	return nil, c.unusable("it decides on %d of %d candidates", len(found)-len(left), len(found))
}

// ask puts the model's decisions on the candidates into verdicts. Ids that were not shown are refused, and noted.
func (c *Verified) ask(ctx context.Context, s *session, candidates []candidate, verdicts map[int64]verdict) error {
	req, err := request(s.entity, candidates)
	if err != nil {
		return err
	}
	resp, err := c.model.Generate(ctx, req)
	if err != nil {
		return err
	}
	var answer struct {
		Decisions []struct {
			ID     int64  `json:"id"`
			Accept *bool  `json:"accept"`
			Why    string `json:"why"`
		} `json:"decisions"`
	}
	if err := llm.JSONBlock(resp.Text, &answer); err != nil {
		return c.named(err)
	}
	if len(answer.Decisions) == 0 {
		return c.unusable("it holds no decision")
	}
	for _, d := range answer.Decisions {
		old, again := verdicts[d.ID]
		switch {
		case !slices.ContainsFunc(candidates, func(k candidate) bool { return k.concept.ID == d.ID }):
			s.note("the model named concept %d, which was no candidate: refused", d.ID)
		case d.Accept == nil:
			return c.unusable("its decision on %d is neither yes nor no", d.ID)
		case again && old.accept != *d.Accept:
			return c.unusable("it both accepts and rejects %d", d.ID)
		default:
			verdicts[d.ID] = verdict{*d.Accept, fewWords(d.Why)}
		}
	}
	return nil
}

// request shows the entity and the candidates as JSON, which no name can break out of.
func request(e Entity, candidates []candidate) (llm.Request, error) {
	var b strings.Builder
	lines := []any{struct {
		Words  string `json:"words"`
		Domain string `json:"domain"`
	}{e.Text, e.Domain}}
	for _, k := range candidates {
		lines = append(lines, k.shown())
	}
	for i, line := range lines {
		text, err := json.Marshal(line)
		if err != nil {
			return llm.Request{}, err
		}
		if i == 1 {
			b.WriteString("\nCandidates:\n")
		}
		b.WriteString(llm.Plain(string(text)) + "\n")
	}
	return llm.Request{System: verifyPrompt, User: b.String(), Schema: decisionSchema}, nil
}

// judged makes the set of the accepted candidates and what lies below them.
func (s *session) judged(ctx context.Context, found []candidate, verdicts map[int64]verdict) (ConceptSet, error) {
	var accepted []choice
	for _, k := range found {
		if v := verdicts[k.concept.ID]; v.accept {
			k.why = "accepted by the model: " + v.why + foundBy(k.choice)
			accepted = append(accepted, k.choice)
		}
	}
	if len(accepted) == 0 {
		return ConceptSet{}, s.rejected(found, verdicts)
	}
	expand := func() (ConceptSet, error) { return s.expand(ctx, accepted, true) }
	if s.domain == "Drug" {
		expand = func() (ConceptSet, error) { return s.expandDrug(ctx, accepted) }
	}
	set, err := expand()
	if err != nil {
		return ConceptSet{}, err
	}
	for _, m := range set.Concepts {
		if v, judged := verdicts[m.ID]; judged && !v.accept {
			set.Notes = append(set.Notes, fmt.Sprintf("%s (%d) is in (%s), though the model would leave it out: %s", m.Name, m.ID, m.Why, v.why))
		}
	}
	return set, nil
}

// foundBy says how a candidate that bears another name came before the model.
func foundBy(c choice) string {
	if c.why == "exact name" || strings.Contains(c.why, c.concept.Name) {
		return ""
	}
	return " (found as " + c.why + ")"
}

// rejected says that the model accepted none, with its words on the nearest.
func (s *session) rejected(found []candidate, verdicts map[int64]verdict) error {
	e := &NoConceptError{Entity: s.entity, Reason: fmt.Sprintf("the model rejects all %d that are similar", len(found))}
	for _, k := range found[:min(nearestShown, len(found))] {
		e.Nearest = append(e.Nearest, member(k.concept, "rejected by the model: "+verdicts[k.concept.ID].why, k.score))
	}
	return e
}

// longestReason is in bytes.
const longestReason = 120

// fewWords is a model's reason on one line and of bounded length.
func fewWords(why string) string {
	why = strings.Join(strings.Fields(why), " ")
	if len(why) > longestReason {
		why = strings.ToValidUTF8(why[:longestReason], "") + "…"
	}
	if why == "" {
		return "no reason given"
	}
	return why
}

func (c *Verified) unusable(format string, args ...any) error {
	return &llm.Error{Model: c.model.Name(), Kind: llm.ErrInvalid, Detail: fmt.Sprintf(format, args...)}
}

// named puts the model's name into an error about its answer.
func (c *Verified) named(err error) error {
	var e *llm.Error
	if errors.As(err, &e) && e.Model == "" {
		own := *e
		own.Model = c.model.Name()
		return &own
	}
	return err
}
