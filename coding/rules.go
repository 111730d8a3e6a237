package coding

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// Usage tells which concepts occur in the data that the concept sets are for.
type Usage interface {
	// Used returns the number of records of each of the concepts that has any.
	Used(ctx context.Context, ids []int64) (map[int64]int, error)
	// UsedAsSource returns the number of records of each of the source concepts that any record was coded with.
	UsedAsSource(ctx context.Context, ids []int64) (map[int64]int, error)
}

// Options of Rules.
type Options struct {
	// Usage, where given, spares an abstention over concepts that no record has.
	Usage Usage
	// People, where given, tells how many people have what a set leaves out.
	People People
	// Bar is the similarity below which a misspelt text is not accepted, in (0, 1]; 0 means 0.8.
	Bar float64
	// Lenient takes a concept alone where its descendants cannot be known,
	// with a note, instead of abstaining when others look like descendants.
	Lenient bool
	// Wider takes the wider concept, with a note, where the text says more than any concept
	// does: a side, the strength of a drug. Otherwise that is an abstention that names it.
	Wider bool
	// Suggest, where given, finds what to name beside the nearest names where nothing is sure. It
	// never decides: a set holds no concept that is only near.
	Suggest Finder
	Logger  *slog.Logger
}

// Rules codes without a model: by exact names, synonyms, abbreviations and
// codes, and by what differs from one only in the order of words or by a slip of the
// pen. Where that leaves a doubt it abstains.
type Rules struct {
	vocabulary *vocab.Vocabulary
	options    Options
	around     string      // the normalised words of the question that entities stand in; empty for none
	loose      *vocab.Kept // what Loose has found
}

// mostTexts is more than one question makes Loose look for: a long one of many unknown words about a thousand.
const mostTexts = 10_000

// NewRules returns a Coder over a vocabulary.
func NewRules(v *vocab.Vocabulary, options Options) *Rules {
	if options.Bar == 0 {
		options.Bar = 0.8
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	return &Rules{vocabulary: v, options: options, loose: vocab.NewKept(mostTexts)}
}

// domainID is the domain_id that a placeholder's domain stands for.
func domainID(domain string) (string, bool) {
	switch domain {
	case "condition", "drug", "procedure", "measurement", "observation", "device", "visit":
		return strings.ToUpper(domain[:1]) + domain[1:], true
	}
	return "", false
}

// Code implements Coder.
func (r *Rules) Code(ctx context.Context, e Entity) (ConceptSet, error) {
	domain, ok := domainID(e.Domain)
	if !ok {
		return ConceptSet{}, fmt.Errorf("code %s: unknown domain %q; use condition, drug, procedure, measurement, observation, device or visit", e, e.Domain)
	}
	s := &session{Rules: r, entity: e, domain: domain, found: &lookups{}}
	set, err := s.code(ctx)
	if err != nil {
		return ConceptSet{}, s.suggest(ctx, err)
	}
	if err := s.tellLeft(ctx, &set); err != nil {
		return ConceptSet{}, err
	}
	r.options.Logger.Debug("coded", "entity", e.String(), "concepts", len(set.Concepts), "notes", set.Notes)
	return set, nil
}

// session is the coding of one entity.
type session struct {
	*Rules
	entity Entity
	domain string // domain_id
	notes  []string
	read   []reading // of the text, once made
	dosage *dosage   // of strength and form, once read

	rewritten map[stretch][]rewriting // once made
	tests     bool                    // what was chosen are all tests of something
	left      []knownTest             // tests of what is asked for that the set leaves out
	below     []int64                 // what the hierarchy has below the tests of the set
	found     *lookups
	source    []Member // codes that have no standard concept
	mapped    []Member // codes that have one
}

func (s *session) code(ctx context.Context) (ConceptSet, error) {
	if items, ok := s.codeItems(); ok {
		return s.codeList(ctx, items)
	}
	if questioned.MatchString(s.entity.Text) {
		return ConceptSet{}, &NoConceptError{Entity: s.entity, Reason: notCertain + codeItself}
	}
	if picked, ok, err := s.inContext(); err != nil {
		return ConceptSet{}, err
	} else if ok {
		return s.expand(ctx, picked, false)
	}
	if s.domain == "Drug" {
		if set, ok, err := s.drug(ctx); err != nil {
			return set, err
		} else if ok {
			return s.ofRoute(set)
		}
	}
	if set, ok, err := s.testSet(ctx); ok || err != nil {
		return set, err
	}
	choices, err := s.fromText(ctx)
	if err != nil {
		return ConceptSet{}, err
	}
	if s.tests {
		return s.setOfTests(ctx, choices)
	}
	return s.expand(ctx, choices, false)
}

// fromText finds what the words stand for: exactly, else the same words in
// another order, else misspelt.
func (s *session) fromText(ctx context.Context) ([]choice, error) {
	text := vocab.Normalize(s.entity.Text)
	elsewhere := ""
	for _, find := range []func(string) []vocab.Hit{s.lookup, s.misspelt} {
		hits := find(text)
		if choices := s.choices(slices.DeleteFunc(slices.Clone(hits), isClass)); len(choices) > 0 {
			if choices[0].rank == rankAmbiguous && s.domain != "Condition" {
				break // an abbreviation that the domain may settle
			}
			picked, err := s.pick(ctx, choices)
			if err == nil && (choices[0].rank == rankAbbreviation || isInitials(s.entity.Text)) {
				err = s.contested(ctx, picked)
			}
			return picked, err
		}
		if classed := slices.DeleteFunc(slices.Clone(hits), isNoClass); len(s.choices(classed)) > 0 {
			return s.class(classed)
		}
		if len(hits) > 0 && elsewhere == "" {
			elsewhere = s.whereElse(hits)
		}
	}
	if picked, ok, err := s.reread(ctx); ok || err != nil {
		return picked, err
	}
	if picked, ok, err := s.evident(ctx, false); ok || err != nil {
		return picked, err
	}
	if kinds := s.kinds(ctx); len(kinds) > 0 && elsewhere == "" {
		return kinds, s.noteKinds(ctx, kinds)
	}
	return nil, s.abstainAmong(ctx, elsewhere)
}

// abstainAmong says that nothing is sure, and names the candidates that a person may choose from.
func (s *session) abstainAmong(ctx context.Context, reason string) error {
	err := s.abstain(reason)
	if s.domain == "Drug" || s.domain == "Visit" {
		return err
	}
	hits, failed := s.search(ctx, s.ofDomain(), evidenceHits, &bar{hits: evidenceHits, tests: s.domain == "Measurement"})
	if failed != nil {
		return failed
	}
	var e *NoConceptError
	if errors.As(err, &e) && len(hits) > 0 {
		e.Nearest = nil
		for _, h := range bestHits(hits, nearestShown) {
			if h.Score >= leastNear {
				e.Nearest = append(e.Nearest, member(h.Concept, similar, h.Score))
			}
		}
	}
	return err
}

// ofDomain admits the standard concepts of the domain asked for.
func (s *session) ofDomain() vocab.Filter {
	return vocab.Filter{Domains: []string{s.domain}, Standard: true}
}

func isClass(h vocab.Hit) bool   { return h.Kind == vocab.KindClass }
func isNoClass(h vocab.Hit) bool { return h.Kind != vocab.KindClass }

// whereElse says what the words mean when it is nothing of the domain asked for.
func (s *session) whereElse(hits []vocab.Hit) string {
	if h := hits[0]; h.Concept.IsStandard() && h.Concept.Domain != s.domain {
		return fmt.Sprintf("%s (%d) is of the domain %s", h.Concept.Name, h.Concept.ID, h.Concept.Domain)
	} else if !h.Concept.IsStandard() {
		return fmt.Sprintf("%s (%s %s) does not map to a standard concept of the domain %s",
			h.Concept.Name, h.Concept.Vocabulary, h.Concept.Code, s.domain)
	}
	return ""
}

func (s *session) note(format string, args ...any) {
	if note := fmt.Sprintf(format, args...); !slices.Contains(s.notes, note) {
		s.notes = append(s.notes, note)
	}
}

// similar is the reason of what an abstention names.
const similar = "similar"

// nearestShown is how many near misses an abstention names.
const nearestShown = 5

// abstain says that nothing is close enough, and names what came nearest.
func (s *session) abstain(reason string) error {
	if info := s.vocabulary.Info(); reason == "" && info.Synonyms == 0 && info.Concepts > 0 {
		reason = "it has no synonyms: only names, codes and common wordings are known"
	}
	e := &NoConceptError{Entity: s.entity, Reason: reason}
	for _, h := range s.vocabulary.Search(s.entity.Text, s.ofDomain(), nearestShown) {
		if h.Score >= leastNear {
			e.Nearest = append(e.Nearest, member(h.Concept, similar, h.Score))
		}
	}
	return e
}

func (s *session) ambiguous(choices []choice, reason string) error {
	e := &NoConceptError{Entity: s.entity, Ambiguous: true, Reason: reason}
	for _, c := range choices {
		e.Nearest = append(e.Nearest, member(c.concept, c.why, c.score))
	}
	return e
}

func member(c vocab.Concept, why string, score float64) Member {
	return Member{ID: c.ID, Name: c.Name, Vocabulary: c.Vocabulary, Code: c.Code, Why: why, Score: score}
}
