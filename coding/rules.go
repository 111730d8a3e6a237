package coding

import (
	"cmp"
	"context"
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
}

// Options of Rules.
type Options struct {
	// Usage, where given, spares an abstention over concepts that no record has.
	Usage Usage
	// Bar is the similarity below which a misspelt text is not accepted, in (0, 1]; 0 means 0.8.
	Bar float64
	// Lenient takes a concept alone where its descendants cannot be known,
	// with a note, instead of abstaining when others look like descendants.
	Lenient bool
	Logger  *slog.Logger
}

// Rules codes without a model: by exact names, synonyms, abbreviations and
// codes, and by what differs from one only in the order of words or by a slip of the
// pen. Where that leaves a doubt it abstains.
type Rules struct {
	vocabulary *vocab.Vocabulary
	options    Options
}

// NewRules returns a Coder over a vocabulary.
func NewRules(v *vocab.Vocabulary, options Options) *Rules {
	if options.Bar == 0 {
		options.Bar = 0.8
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	return &Rules{vocabulary: v, options: options}
}

// domains maps the domains of placeholders to domain_id.
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
	s := &session{Rules: r, entity: e, domain: domain}
	set, err := s.code(ctx)
	if err != nil {
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
}

// choice is a concept that the entity's words stand for.
type choice struct {
	concept vocab.Concept
	why     string
	score   float64
	rank    int // the lower the better; only the best rank counts
}

func (s *session) code(ctx context.Context) (ConceptSet, error) {
	if vocabulary, code, ok := s.sourceCode(); ok {
		choices, err := s.fromCode(vocabulary, code)
		switch {
		case err != nil:
			return ConceptSet{}, err
		case s.domain == "Drug":
			return s.expandDrug(ctx, choices)
		}
		return s.expand(ctx, choices, true)
	}
	if s.domain == "Drug" {
		if set, ok, err := s.drug(ctx); ok || err != nil {
			return set, err
		}
	}
	choices, err := s.fromText(ctx)
	if err != nil {
		return ConceptSet{}, err
	}
	return s.expand(ctx, choices, false)
}

// fromText finds what the words stand for: exactly, else the same words in
// another order, else misspelt.
func (s *session) fromText(ctx context.Context) ([]choice, error) {
	text := vocab.Normalize(s.entity.Text)
	elsewhere := ""
	for _, find := range []func(string) []vocab.Hit{s.vocabulary.Lookup, s.sameWords, s.misspelt} {
		hits := find(text)
		if choices := s.choices(slices.DeleteFunc(slices.Clone(hits), isClass)); len(choices) > 0 {
			return s.pick(ctx, choices)
		}
		if classed := slices.DeleteFunc(slices.Clone(hits), isNoClass); len(s.choices(classed)) > 0 {
			return s.class(classed)
		}
		if len(hits) > 0 && elsewhere == "" {
			elsewhere = s.whereElse(hits)
		}
	}
	return nil, s.abstain(elsewhere)
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

// choices turns hits into standard concepts of the domain, each once with its best reason.
func (s *session) choices(hits []vocab.Hit) []choice {
	best := map[int64]choice{}
	var order []int64
	for _, h := range hits {
		for _, c := range s.standard(h) {
			old, seen := best[c.concept.ID]
			if !seen {
				order = append(order, c.concept.ID)
			}
			if !seen || c.rank < old.rank {
				best[c.concept.ID] = c
			}
		}
	}
	var out []choice
	for _, id := range order {
		out = append(out, best[id])
	}
	slices.SortStableFunc(out, func(a, b choice) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.concept.ID, b.concept.ID))
	})
	return out
}

// Ranks of choices: a name of a standard concept is better than a synonym or the name of a concept that maps to it.
const (
	rankName = iota
	rankSynonym
	rankAbbreviation
	rankLay
	rankAmbiguous
)

// standard returns the valid standard concepts of the domain that a hit stands for: itself, or what it maps to.
func (s *session) standard(h vocab.Hit) []choice {
	rank, why := rankName, "exact name"
	switch h.Kind {
	case vocab.KindSynonym:
		rank, why = rankSynonym, fmt.Sprintf("synonym %q", h.Term)
	case vocab.KindAbbreviation:
		rank, why = rankAbbreviation, fmt.Sprintf("abbreviation %q", h.Term)
	case vocab.KindLay, vocab.KindBrand, vocab.KindProduct:
		rank, why = rankLay, fmt.Sprintf("%s %q", h.Kind, h.Term)
	}
	if h.Ambiguous {
		rank = rankAmbiguous
	}
	if h.Score < 1 {
		why = fmt.Sprintf("similar to %q", h.Term)
	}
	if h.Concept.IsStandard() {
		if h.Concept.Invalid != "" || h.Concept.Domain != s.domain {
			return nil
		}
		return []choice{{h.Concept, why, h.Score, rank}}
	}
	var out []choice
	for _, target := range s.vocabulary.MapsTo(h.Concept.ID) {
		if target.IsStandard() && target.Invalid == "" && target.Domain == s.domain && target.ID != h.Concept.ID {
			why := fmt.Sprintf("mapped from %s %s %q", h.Concept.Vocabulary, h.Concept.Code, h.Concept.Name)
			out = append(out, choice{target, why, h.Score, max(rank, rankSynonym)})
		}
	}
	if len(out) > 1 {
		return nil // the source concept means all of its targets together, and a set cannot say so
	}
	return out
}

// pick chooses among the choices of the best rank, or abstains as ambiguous.
func (s *session) pick(ctx context.Context, choices []choice) ([]choice, error) {
	best := choices[:0:0]
	for _, c := range choices {
		if c.rank == choices[0].rank {
			best = append(best, c)
		}
	}
	if best[0].rank == rankAmbiguous {
		return nil, s.ambiguous(best, "this abbreviation has several meanings in clinical use; write it out")
	}
	if len(best) == 1 {
		return best, nil
	}
	if best[0].rank == rankName && differentVocabularies(best) {
		s.note("%d vocabularies have a standard concept of this name; all are in", len(best))
		return best, nil
	}
	top, err := s.ancestorOfAll(ctx, best)
	if err != nil {
		return nil, err
	}
	if top != nil {
		return []choice{*top}, nil
	}
	return nil, s.ambiguous(best, "")
}

// differentVocabularies reports whether no two of the concepts are of one vocabulary.
func differentVocabularies(choices []choice) bool {
	seen := map[string]bool{}
	for _, c := range choices {
		if seen[c.concept.Vocabulary] {
			return false
		}
		seen[c.concept.Vocabulary] = true
	}
	return true
}

// ancestorOfAll returns the choice that all others descend from, or nil.
func (s *session) ancestorOfAll(ctx context.Context, choices []choice) (*choice, error) {
	for i, c := range choices {
		closure, err := s.vocabulary.Descendants(ctx, []int64{c.concept.ID})
		if err != nil {
			return nil, err
		}
		below := map[int64]bool{c.concept.ID: true}
		for _, d := range closure.Descendants {
			below[d.Concept.ID] = true
		}
		if !slices.ContainsFunc(choices, func(o choice) bool { return !below[o.concept.ID] }) {
			return &choices[i], nil
		}
	}
	return nil, nil
}

func (s *session) note(format string, args ...any) {
	if note := fmt.Sprintf(format, args...); !slices.Contains(s.notes, note) {
		s.notes = append(s.notes, note)
	}
}

// nearestShown is how many near misses an abstention names.
const nearestShown = 5

// abstain says that nothing is close enough, and names what came nearest.
func (s *session) abstain(reason string) error {
	e := &NoConceptError{Entity: s.entity, Reason: reason}
	for _, h := range s.vocabulary.Search(s.entity.Text, vocab.Filter{Domains: []string{s.domain}, Standard: true}, nearestShown) {
		if h.Score >= 0.3 {
			e.Nearest = append(e.Nearest, member(h.Concept, "similar", h.Score))
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
