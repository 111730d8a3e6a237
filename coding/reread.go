package coding

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// found is a reading that names something.
type found struct {
	reading reading
	choices []choice
	left    []knownTest // of the same component, where the choices are tests
	group   bool        // all of the choices are meant together
}

// reread codes what the text says in full words: with its shorthand written out, its words
// cut short completed, and without what adds nothing. ok is false where no reading names a concept of the domain.
func (s *session) reread(ctx context.Context) (picked []choice, ok bool, err error) {
	all := s.rereadings()
	if len(all) == 0 {
		return nil, false, nil
	}
	first := all[0]
	if len(first.reading.wider) > 0 { // "CT chest without contrast" is the CT of chest without contrast
		if picked, ok, err := s.evident(ctx, true); ok && err == nil {
			return picked, true, nil
		}
	}
	if w := s.writtenOnce(); s.domain == "Drug" && len(w.amounts) > 0 && w.amounts[0].unit != "" && slices.Contains(first.reading.kinds, "dose") {
		return nil, true, &NoConceptError{Entity: s.entity, Reason: notAsWritten, Nearest: membersOf(first.choices)}
	}
	if picked = first.choices; !first.group {
		if picked, err = s.pick(ctx, first.choices); err != nil {
			return nil, true, err
		}
	}
	for _, other := range all[1:] {
		if first.group || other.group || other.reading.cost > first.reading.cost+s.doubt(first.reading) ||
			len(other.reading.wider) > len(first.reading.wider) {
			continue
		}
		if same, err := s.agree(ctx, picked, other.choices); err != nil {
			return nil, true, err
		} else if !same {
			return nil, true, s.ambiguous(append(picked, other.choices...), fmt.Sprintf("it may be read as %q or %q", first.reading.text, other.reading.text))
		}
	}
	if reason := s.refusal(first.reading); reason != "" {
		e := &NoConceptError{Entity: s.entity, Reason: reason}
		for _, c := range picked {
			e.Nearest = append(e.Nearest, member(c.concept, c.why, c.score))
		}
		return nil, true, e
	}
	if closer, err := s.sayingAll(ctx, first.reading, picked); err != nil {
		return nil, true, err
	} else if len(closer) > 0 {
		return nil, true, s.ambiguous(append(closer, picked...), fmt.Sprintf(
			"a concept may say all of it; without the words that narrow it, it would be %q", first.reading.text))
	}
	if first.group {
		s.note("%q is taken as the tests that measure it, of whatever method and unit", s.entity.Text)
		s.tests, s.left = true, first.left
	}
	s.noteReading(first.reading)
	return picked, true, nil
}

// refusal says why a reading must not be coded without a person's word, or nothing.
func (s *session) refusal(r reading) string {
	switch {
	case r.refuse != "":
		return r.refuse + codeItself
	case s.options.Wider || !r.widens():
		return ""
	}
	return fmt.Sprintf("nothing is as narrow; without the words that narrow it, it would be %q", r.text)
}

const codeItself = "; code the disease itself, or an observation of its history, where that is meant"

// sayingAll are standard concepts whose names say all of a reading and the words that were taken away from it, too:
// what is left without these is not what is meant.
func (s *session) sayingAll(ctx context.Context, r reading, picked []choice) ([]choice, error) {
	if len(r.wider) == 0 || s.domain == "Drug" || s.domain == "Visit" {
		return nil, nil
	}
	e := equivalentsOf()[s.domain]
	hits, err := s.search(ctx, s.ofDomain(), evidenceHits, &bar{hits: evidenceHits})
	if err != nil {
		return nil, err
	}
	wanted := allStems(e.meaningOf(r.text))
	found, err := s.belowSayingAll(ctx, e, r, picked)
	if err != nil {
		return nil, err
	}
	for _, h := range bestHits(hits, evidenceHits) {
		is := func(c choice) bool { return c.concept.ID == h.Concept.ID }
		said := allStems(e.meaningOf(vocab.Normalize(h.Concept.Name)))
		says := func(stem string) bool { return slices.Contains(said, stem) }
		words := append(said, strings.Fields(vocab.Normalize(h.Concept.Name))...) // with those that join its parts
		if !slices.ContainsFunc(wanted, func(w string) bool { return !says(w) }) &&
			!slices.ContainsFunc(r.wider, func(w string) bool { return !saysCut(words, w) }) &&
			!slices.ContainsFunc(picked, is) && !slices.ContainsFunc(found, is) {
			found = append(found, choice{h.Concept, "says all that is written", h.Score, rankLay})
		}
	}
	return found, nil
}

// belowSayingAll are the concepts below the picked ones whose names say what was taken away from a reading and nothing
// more, whatever else they call the rest: "thrombosis of deep vein of left leg" below deep venous thrombosis.
func (s *session) belowSayingAll(ctx context.Context, e *equivalents, r reading, picked []choice) ([]choice, error) {
	known := allStems(e.meaningOf(r.text + " " + strings.Join(r.wider, " ")))
	ids := make([]int64, len(picked))
	for i, p := range picked {
		ids[i] = p.concept.ID
		known = append(known, allStems(e.meaningOf(vocab.Normalize(p.concept.Name)))...)
	}
	closure, err := s.vocabulary.Descendants(ctx, ids)
	if err != nil {
		return nil, err
	}
	var found []choice
	for _, d := range closure.Descendants {
		said := allStems(e.meaningOf(vocab.Normalize(d.Concept.Name)))
		if d.Concept.IsStandard() && d.Concept.Invalid == "" &&
			!slices.ContainsFunc(r.wider, func(w string) bool { return !saysCut(said, w) }) &&
			!slices.ContainsFunc(said, func(w string) bool {
				return !slices.Contains(known, w) && !saysCut([]string{w}, strings.Join(r.wider, " "))
			}) {
			found = append(found, choice{d.Concept, "says all that is written", 1 - r.cost, rankLay})
		}
	}
	return found[:min(evidenceHits, len(found))], nil
}

// saysCut reports whether stems say words that may be cut short: "bilat", or "l" for left.
func saysCut(stems []string, words string) bool {
	for w := range strings.FieldsSeq(vocab.Normalize(words)) {
		if len(w) <= shortestSide {
			for side := range listed().sides {
				if side[0] == w[0] {
					w = side
				}
			}
		}
		if !slices.ContainsFunc(stems, func(s string) bool { return strings.HasPrefix(s, stem(w)) }) {
			return false
		}
	}
	return true
}

// shortestSide is how long a word for a side is at most that is no longer its begin: l, lt, bil.
const shortestSide = 3

// doubt is how near another reading must be to put one in doubt: guesses are doubted by all other guesses.
func (s *session) doubt(r reading) float64 {
	if r.guess > 0 {
		return nearGuesses
	}
	return nearReadings
}

// rereadings are the readings other than the text itself that name concepts of the domain, nearest first.
func (s *session) rereadings() []found {
	var all []found
	for _, r := range s.readings() {
		if slices.Contains(r.kinds, "unknown") || s.tooShort(r) || slices.Contains(r.kinds, "ending") && s.domain != "Measurement" {
			continue // an ending makes another thing of some: "acute respiratory distress" is not the syndrome
		}
		if tests, left := s.labTests(r.text); len(tests) > 0 && r.guess == 0 {
			all = append(all, found{r, tests, left, true})
			continue
		}
		hits := s.lookup(r.text)
		if len(hits) == 0 {
			hits = s.joined(r)
		}
		hits = slices.DeleteFunc(hits, func(h vocab.Hit) bool {
			return isClass(h) || h.Ambiguous || r.guess > 0 && h.Kind == vocab.KindAbbreviation
		})
		choices := s.choices(hits)
		if len(choices) == 0 {
			continue
		}
		for i := range choices {
			choices[i].score = min(choices[i].score, 1-r.cost)
			if r.cost > 0 {
				choices[i].why = fmt.Sprintf("read as %q: %s", r.text, choices[i].why)
			}
		}
		all = append(all, found{reading: r, choices: choices})
	}
	return all
}

// tooShort reports whether too little is written for what was made of it, or the bar is above guesses:
// a word that stands alone may be cut short in the name of a drug only.
func (s *session) tooShort(r reading) bool {
	if r.guess == 0 {
		return false
	}
	alone := len(strings.Fields(vocab.Normalize(s.entity.Text))) == 1
	return 1-costGuess < s.options.Bar || r.guess > 2 || alone && s.domain != "Drug" && slices.Contains(r.kinds, "cut")
}

// agree reports whether other choices are the picked ones, or lie below one of them.
func (s *session) agree(ctx context.Context, picked, others []choice) (bool, error) {
	best := slices.DeleteFunc(slices.Clone(others), func(c choice) bool { return c.rank != others[0].rank })
	together := append(slices.Clone(picked), best...)
	top, err := s.ancestorOfAll(ctx, together)
	if err != nil || top != nil {
		return top != nil && top.concept.ID == picked[0].concept.ID, err
	}
	return slices.ContainsFunc(best, func(c choice) bool {
		return slices.ContainsFunc(picked, func(p choice) bool { return p.concept.ID == c.concept.ID })
	}), nil
}

// noteReading says what was taken away from the text that would have narrowed it.
func (s *session) noteReading(r reading) {
	for _, w := range r.wider {
		s.note("%q is not in the set's terms: this vocabulary has no concept that says so, and the wider one is taken", w)
	}
	if slices.Contains(r.kinds, "dose") {
		s.note(noteEveryForm)
	}
}

// joined finds terms of the same words whatever joins them, where the text joins them by "with": "ketoacidosis in
// type 1 diabetes" is type 1 diabetes with ketoacidosis.
func (s *session) joined(r reading) []vocab.Hit {
	if !strings.Contains(r.text, " with ") || strings.Contains(r.text, "without") {
		return nil
	}
	text := strings.ReplaceAll(r.text, " with ", " ")
	if slices.ContainsFunc(strings.Fields(text), directs) {
		return nil
	}
	hits := s.vocabulary.SameWords(text, vocab.Filter{Domains: []string{s.domain}}, func(w string) bool {
		return fills(w) || w == "with" || w == "due" || w == "to" || w == "and" || w == "caused" || w == "by"
	})
	for i := range hits {
		hits[i].Score = joinedOtherwise
	}
	return hits
}

// noteEveryForm is the note for a dose with its form that was read and not used.
const noteEveryForm = "strength, form and route are not looked at: every product of the ingredient is in"
