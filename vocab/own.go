package vocab

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/tsv"
)

// Extend adds wordings of a person's own, rows in the form of terms.tsv: kind, domain_id, target and wordings,
// separated by tabs. A target is a concept's name (several separated by | are tried in turn), a concept id, or
// a code such as ICD10CM:N18.6. Lookups find them before the vocabulary's own terms. It returns what is wrong with
// rows that are left out, and must be called before the Vocabulary is used.
func (v *Vocabulary) Extend(rows string) []error {
	var wrong []error
	own := map[string][]Hit{}
	for n, fields := range tsv.Rows(rows) {
		if err := v.extend(own, fields); err != nil {
			wrong = append(wrong, fmt.Errorf("line %d: %w", n, err))
		}
	}
	v.own = own
	return wrong
}

func (v *Vocabulary) extend(own map[string][]Hit, fields []string) error {
	if len(fields) != 4 {
		return fmt.Errorf("%d columns, want 4 with tabs between them: kind, domain, target, wordings", len(fields))
	}
	kind, ok := ownKinds()[strings.TrimSpace(fields[0])]
	if !ok {
		return fmt.Errorf("unknown kind %q; use name, abbreviation, lay or brand", fields[0])
	}
	targets := v.targets(strings.TrimSpace(fields[1]), fields[2])
	if len(targets) == 0 {
		return fmt.Errorf("this vocabulary has no %s concept for %q", fields[1], fields[2])
	}
	for wording := range strings.SplitSeq(fields[3], ";") {
		text := Normalize(wording)
		if text == "" {
			continue
		}
		for _, c := range targets {
			own[text] = append(own[text], Hit{Concept: c, Term: strings.TrimSpace(wording), Kind: kind, Score: 1})
		}
	}
	return nil
}

func ownKinds() map[string]TermKind {
	return map[string]TermKind{"name": KindSynonym, "abbreviation": KindAbbreviation, "lay": KindLay,
		"brand": KindBrand}
}

// targets finds the concepts that a row's target names in a domain: those of the first of its names that the vocabulary
// holds.
func (v *Vocabulary) targets(domain, target string) []Concept {
	inDomain := func(concepts []Concept) []Concept {
		return slices.DeleteFunc(concepts, func(c Concept) bool { return !strings.EqualFold(c.Domain, domain) })
	}
	if id, err := strconv.ParseInt(strings.TrimSpace(target), 10, 64); err == nil {
		return inDomain(v.Concepts([]int64{id}))
	}
	if system, code, ok := strings.Cut(target, ":"); ok {
		if found, err := v.ByCode(strings.TrimSpace(system), strings.TrimSpace(code)); !errors.Is(err, ErrNotFound) {
			return inDomain(found)
		}
	}
	for name := range strings.SplitSeq(target, "|") {
		var best []Concept
		for _, h := range v.Lookup(Normalize(name)) {
			if strings.EqualFold(h.Concept.Domain, domain) && h.Kind <= KindSynonym &&
				(len(best) == 0 || h.Concept.Invalid == "" && h.Concept.IsStandard()) {
				best = append(best, h.Concept)
			}
		}
		if len(best) > 0 {
			return best[:1]
		}
	}
	return nil
}
