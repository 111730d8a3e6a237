package coding

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/vocab"
)

var codeForm = lazyregexp.New(`^([A-Za-z][A-Za-z0-9 _-]{1,20}?)\s*:\s*(\S[^\s:]*)$`)

// codeTargets returns the concepts of the domain that a coded concept stands for, or why there are none.
func (s *session) codeTargets(c vocab.Concept) ([]choice, string) {
	if c.IsStandard() && c.Invalid == "" {
		if c.Domain != s.domain {
			return nil, fmt.Sprintf("%s %s is %s (%d), of the domain %s", c.Vocabulary, c.Code, c.Name, c.ID, c.Domain)
		}
		return []choice{{c, fmt.Sprintf("code %s %s", c.Vocabulary, c.Code), 1, rankName}}, ""
	}
	if s.classifies(c) {
		return []choice{{c, fmt.Sprintf("code %s %s", c.Vocabulary, c.Code), 1, rankName}}, ""
	}
	var choices []choice
	var others []string
	for _, target := range s.vocabulary.MapsTo(c.ID) {
		switch {
		case !target.IsStandard() || target.Invalid != "":
		case target.Domain != s.domain:
			others = append(others, fmt.Sprintf("%s (%d) of the domain %s", target.Name, target.ID, target.Domain))
		default:
			choices = append(choices, choice{target, fmt.Sprintf("mapped from %s %s", c.Vocabulary, c.Code), 1, rankName})
		}
	}
	switch {
	case len(choices) > 0 && len(others) > 0:
		s.note("%s %s also maps to %s", c.Vocabulary, c.Code, strings.Join(others, ", "))
	case len(others) > 0:
		return nil, fmt.Sprintf("%s %s maps to %s", c.Vocabulary, c.Code, strings.Join(others, ", "))
	case len(choices) == 0:
		s.source = append(s.source, member(c, "source code", 1))
		return nil, fmt.Sprintf("%s %s (%s) has no mapping to a standard concept in this vocabulary", c.Vocabulary, c.Code, c.Name)
	}
	s.mapped = append(s.mapped, member(c, "source code", 1))
	return choices, ""
}

// codeList codes a list of codes. Codes by which records are kept whose standard concepts no record has stand beside
// these: a database may code the ingredient where the vocabulary maps to the package.
func (s *session) codeList(ctx context.Context, items []codeItem) (set ConceptSet, err error) {
	choices, err := s.fromCodes(items)
	if err != nil {
		return ConceptSet{}, err
	}
	if s.domain == "Drug" {
		set, err = s.expandDrug(ctx, choices)
	} else {
		set, err = s.expand(ctx, choices, true)
	}
	if err != nil || s.options.Usage == nil || len(s.mapped) == 0 {
		return set, err
	}
	used, err := s.options.Usage.Used(ctx, set.IDs())
	if err != nil || len(used) > 0 {
		return set, err
	}
	sources := ConceptSet{Concepts: s.mapped}.IDs()
	if used, err = s.options.Usage.UsedAsSource(ctx, sources); err != nil {
		return set, fmt.Errorf("code %s: look for source concepts in the data: %w", s.entity, err)
	}
	for _, m := range s.mapped {
		if used[m.ID] > 0 {
			set.Source = append(set.Source, m)
		}
	}
	return set, nil
}
