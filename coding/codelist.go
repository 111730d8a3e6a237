package coding

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/vocab"
)

// codeItem is one code of a list, or a range of them.
type codeItem struct {
	vocabulary  string // as written; empty where none was
	first, last string // the same for one code
	below       bool   // with the codes below it: "E11.*"
}

func (i codeItem) String() string {
	text := i.first
	if i.last != i.first {
		text += "–" + i.last
	} else if i.below {
		text += ".*"
	}
	return strings.TrimSpace(i.vocabulary + " " + text)
}

var (
	systemBefore = lazyregexp.New(`(?i)^(` + vocab.CodeSystemNames(false) + `)(?:\s+codes?)?\s*[: ]\s*(\S.*)$`)
	conceptForm  = lazyregexp.New(`(?i)^concept(?:\s+id)?\s*[:#]?\s*(\d+)$`)
	bareCode     = lazyregexp.New(`^(?:[A-Za-z]{1,2}\d[0-9A-Za-z]*(?:\.[0-9A-Za-z]+)?|\d{2,}[0-9A-Za-z]*(?:\.[0-9A-Za-z]+)?|\d+-\d)$`)
	icdCode      = lazyregexp.New(`^(?:[A-Za-z]\d[0-9A-Za-z]\.[0-9A-Za-z]{1,4}|\d{3}\.\d{1,2}|[EVev]\d{2,3}\.\d{1,2})$`)
	wildcard     = lazyregexp.New(`^([0-9A-Za-z]+?(?:\.[0-9A-Za-z]+?)??)\.?(?:[*%]|[xX]{1,4})$|^([0-9A-Za-z]+)\.-$`)
	codeRange    = lazyregexp.New(`(?i)^(\S+?)\s*(?:-|–|—|\.\.|\s+to\s+|\s+through\s+|\s+thru\s+)\s*(\S+)$`)
	listBreak    = lazyregexp.New(`\s*(?:[,;|\n]|\s+and\s+|\s+or\s+|\s&\s)\s*`)
)

// codeItems reads a list of codes in any mix: "250.00, 250.02; E11.9", "ICD-9 584.5-584.9",
// "ICD10CM:N18.6". ok is false where any part of the text is not a code: then it is words. Codes without a vocabulary's
// name must be codes of this vocabulary; with one they may be unknown.
func (s *session) codeItems() (items []codeItem, ok bool) {
	system := ""
	for _, part := range listBreak.Split(strings.TrimSpace(s.entity.Text), -1) {
		if part == "" {
			continue
		}
		if name, rest, named := s.system(part); named {
			system, part = name, rest
		}
		item, ok := s.codeItem(system, part)
		if !ok {
			return nil, false
		}
		items = append(items, item)
	}
	if len(items) == 1 && items[0].vocabulary == "" && len(s.vocabulary.Lookup(vocab.Normalize(s.entity.Text))) > 0 {
		return nil, false // a name that looks like a code
	}
	return items, len(items) > 0
}

// system parts the name of a vocabulary from the code behind it.
func (s *session) system(part string) (name, rest string, ok bool) {
	if name, rest, ok := strings.Cut(part, ":"); ok && isConceptID(name) {
		return name, strings.TrimSpace(rest), true
	}
	if m := conceptForm.FindStringSubmatch(part); m != nil {
		return "concept", m[1], true
	}
	m := codeForm.FindStringSubmatch(part)
	if m != nil && (s.vocabulary.HasVocabulary(m[1]) || vocab.CodeSystemOf(m[1]) != nil) {
		return m[1], m[2], true
	}
	if m := systemBefore.FindStringSubmatch(part); m != nil {
		return m[1], m[2], true
	}
	return "", "", false
}

func (s *session) codeItem(system, part string) (codeItem, bool) {
	whole := codeItem{vocabulary: system, first: part, last: part}
	if system != "" && !strings.ContainsAny(part, " –—*%") {
		if _, err := s.vocabulary.ByCode(system, part); err == nil ||
			!codeRange.MatchString(part) && !wildcard.MatchString(part) {
			return whole, true
		}
	}
	if m := wildcard.FindStringSubmatch(part); m != nil && s.knows(system, part) == nil {
		stem := m[1] + m[2]
		return codeItem{vocabulary: system, first: stem, last: stem, below: true}, system != "" || s.starts(stem)
	}
	if system == "" && (icdCode.MatchString(part) || bareCode.MatchString(part) && len(s.knows("", part)) > 0) {
		return whole, true
	}
	if m := codeRange.FindStringSubmatch(part); m != nil && bareCode.MatchString(m[1]) &&
		bareCode.MatchString(m[2]) &&
		alike(m[1], m[2]) {
		return codeItem{vocabulary: system, first: m[1], last: m[2]}, true
	}
	return whole, system != "" && !strings.Contains(part, " ")
}

// isConceptID reports whether what stands before the colon says that a concept id follows: concept:201826.
func isConceptID(system string) bool { return strings.EqualFold(strings.TrimSpace(system), "concept") }

func (s *session) conceptByID(i codeItem) ([]vocab.Concept, string) {
	id, err := strconv.ParseInt(i.first, 10, 64)
	if err != nil {
		return nil, fmt.Sprintf("%q is not a concept id", i.first)
	}
	c, err := s.vocabulary.Concept(id)
	if err != nil {
		return nil, fmt.Sprintf("this vocabulary has no concept %d", id)
	}
	return []vocab.Concept{c}, ""
}

// alike reports whether two codes can bound a range: both begin with the same letter, or with digits.
func alike(a, b string) bool {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	return digit(a[0]) && digit(b[0]) || strings.EqualFold(a[:1], b[:1])
}

// knows are the concepts of a code, in one vocabulary or in any.
func (s *session) knows(system, code string) []vocab.Concept {
	concepts, err := s.vocabulary.ByCode(system, code)
	if err != nil {
		return nil
	}
	return concepts
}

// starts reports whether any code of the common source vocabularies begins so.
func (s *session) starts(stem string) bool {
	return slices.ContainsFunc(
		sourceSystems(),
		func(v string) bool { return len(s.vocabulary.CodesBetween(v, stem, stem)) > 0 },
	)
}

// sourceSystems are the vocabularies in which ranges and beginnings of codes without a name are looked for.
func sourceSystems() []string {
	return []string{"ICD10CM", "ICD10", "ICD9CM", "ICD9Proc", "ICD10PCS", "ATC", "CPT4", "HCPCS"}
}

// concepts returns what an item of a list stands for, or why there is nothing.
func (s *session) concepts(i codeItem) ([]vocab.Concept, string) {
	if isConceptID(i.vocabulary) {
		return s.conceptByID(i)
	}
	if i.first == i.last && !i.below {
		concepts, err := s.vocabulary.ByCode(i.vocabulary, i.first)
		if i.vocabulary == "" {
			concepts = slices.DeleteFunc(concepts, func(c vocab.Concept) bool { return otherDot(c.Code, i.first) })
		}
		switch {
		case len(concepts) > 0:
			return concepts, ""
		case i.vocabulary == "":
			return nil, fmt.Sprintf("this vocabulary has no code %s, and so no mapping of it", i.first)
		case !errors.Is(err, vocab.ErrNotFound):
			return nil, err.Error()
		case !s.vocabulary.HasVocabulary(i.vocabulary):
			return nil, fmt.Sprintf("this vocabulary has no codes of %s, and so no mapping of %s", i.vocabulary, i.first)
		}
		return nil, fmt.Sprintf("this vocabulary has no %s code %s, and so no mapping of it", i.vocabulary, i.first)
	}
	systems := sourceSystems()
	if i.vocabulary != "" {
		systems = []string{i.vocabulary}
	}
	for _, v := range systems {
		if found := s.vocabulary.CodesBetween(v, i.first, i.last); len(found) > 0 {
			return found, ""
		}
	}
	return nil, fmt.Sprintf("this vocabulary has no code in %s", i)
}

// otherDot reports whether two codes that are the same without dots have them in different places: 40.19 is not 401.9.
func otherDot(a, b string) bool {
	return strings.Contains(a, ".") && strings.Contains(b, ".") && strings.Index(a, ".") != strings.Index(b, ".")
}

// fromCodes finds the standard concepts of the domain that the codes of a list stand for. What
// has none is told in the notes; only where nothing has any it abstains.
func (s *session) fromCodes(items []codeItem) ([]choice, error) {
	var choices []choice
	var reasons []string
	coded, all := 0, 0
	var dropped []string // codes that are written out and would be lost
	for _, item := range items {
		concepts, reason := s.concepts(item)
		if reason != "" {
			reasons, dropped = append(reasons, reason), append(dropped, reason)
			all++
		}
		if err := s.oneReading(item, concepts); err != nil {
			return nil, err
		}
		for _, c := range concepts {
			sources := len(s.source)
			found, reason := s.codeTargets(c)
			all++
			if reason != "" {
				reasons = append(reasons, reason)
				if len(s.source) == sources && item.first == item.last && !item.below {
					dropped = append(dropped, reason)
				}
				continue
			}
			coded++
			for _, f := range found {
				if !slices.ContainsFunc(choices, func(o choice) bool { return o.concept.ID == f.concept.ID }) {
					choices = append(choices, f)
				}
			}
		}
	}
	if len(choices) == 0 || len(dropped) > 0 && !s.options.Wider {
		miss := &NoConceptError{Entity: s.entity, Reason: firstFew(reasons)}
		if len(dropped) == 0 {
			miss.Source = s.source
		} else if len(choices) > 0 {
			miss.Reason = fmt.Sprintf("%d of %d codes can't be looked for with the others, and none is left out unasked: %s", len(dropped), all, firstFew(dropped))
		}
		return nil, miss
	}
	s.noteCodes(items, choices, reasons, coded, all)
	return choices, nil
}

// oneReading abstains where a code without a vocabulary's name means different things in several.
func (s *session) oneReading(item codeItem, concepts []vocab.Concept) error {
	if item.vocabulary != "" || item.first != item.last {
		return nil
	}
	notes, source, mapped := s.notes, s.source, s.mapped
	first := map[int64]bool{}
	var different []choice
	vocabularies := map[string]bool{}
	for _, c := range concepts {
		found, _ := s.codeTargets(c)
		if len(found) > 0 {
			vocabularies[c.Vocabulary] = true
		}
		for _, f := range found {
			if !first[f.concept.ID] {
				first[f.concept.ID] = true
				different = append(different, f)
			}
		}
	}
	s.notes, s.source, s.mapped = notes, source, mapped
	if len(vocabularies) < 2 || len(different) < 2 {
		return nil
	}
	return s.ambiguous(different, fmt.Sprintf("the code %s means different things in several vocabularies; write the vocabulary before it, such as ICD10CM:%[1]s", item.first))
}

func (s *session) noteCodes(items []codeItem, choices []choice, reasons []string, coded, all int) {
	if len(items) == 1 && items[0].first == items[0].last && !items[0].below {
		if len(choices) > 1 {
			s.note("%s maps to %d concepts; a record of any of them counts", items[0], len(choices))
		}
		return
	}
	s.note("%d of %d codes stand for %d concepts", coded, all, len(choices))
	if len(reasons) > 0 {
		s.note("without a concept: %s", firstFew(reasons))
	}
}

// firstFew joins reasons and counts those beyond a handful.
func firstFew(reasons []string) string {
	if n := len(reasons) - nearestShown; n > 0 {
		reasons = append(slices.Clone(reasons[:nearestShown]), fmt.Sprintf("and %d more", n))
	}
	return strings.Join(reasons, "; ")
}
