package coding

import (
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/vocab"
)

// class codes the name of a class by the members of it that the vocabulary has:
// the ingredients of a class of drugs, the tests that measure one thing.
func (s *session) class(hits []vocab.Hit) ([]choice, error) {
	name := hits[0].Term
	var choices []choice
	for _, h := range hits {
		h.Kind = vocab.KindName
		for _, c := range s.standard(h) {
			c.why = "member of the class " + name
			if s.domain == "Drug" {
				c.why = "ingredient of the class " + name
				if c.concept.Class != "Ingredient" {
					c.why = "contains an ingredient of the class " + name
				}
			}
			if !slices.ContainsFunc(choices, func(o choice) bool { return o.concept.ID == c.concept.ID }) {
				choices = append(choices, c)
			}
		}
	}
	if len(choices) == 0 {
		return nil, s.abstain("no member of the class " + name + " has a standard concept in this vocabulary")
	}
	s.noteClass(name)
	return choices, nil
}

// noteClass says which members of a class the vocabulary has, which it lacks, and where the line is drawn.
func (s *session) noteClass(name string) {
	key := vocab.Normalize(name)
	for _, class := range vocab.Classes() {
		if class.Domain != s.domain ||
			!slices.ContainsFunc(class.Names, func(n string) bool { return vocab.Normalize(n) == key }) {
			continue
		}
		var found, missing []string
		for _, member := range class.Members {
			if len(s.vocabulary.Lookup(vocab.Normalize(member))) > 0 {
				found = append(found, member)
			} else {
				missing = append(missing, member)
			}
		}
		s.note("class %s: %s", name, strings.Join(found, ", "))
		if len(missing) > 0 && s.domain == "Drug" {
			s.note("of the class %s this vocabulary lacks %s", name, strings.Join(missing, ", "))
		}
		if class.Note != "" {
			s.note("class %s: %s", name, class.Note)
		}
	}
}

// classNames are the normalised names of the classes that classes.tsv knows, by domain_id and name.
var classNames = sync.OnceValue(func() map[[2]string]bool {
	names := map[[2]string]bool{}
	for _, c := range vocab.Classes() {
		for _, n := range c.Names {
			names[[2]string{c.Domain, vocab.Normalize(n)}] = true
		}
	}
	return names
})

// knownClass reports whether the text is the name of a class that classes.tsv knows.
func (s *session) knownClass() bool {
	return classNames()[[2]string{s.domain, vocab.Normalize(s.entity.Text)}]
}
