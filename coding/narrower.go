package coding

import (
	_ "embed"
	"strings"

	"github.com/askomop/askomop/internal/tsv"
	"github.com/askomop/askomop/vocab"
)

//go:embed narrower.tsv
var narrowerTSV string

// knownNarrower returns the standard concepts of the domain that are known to be
// kinds of a chosen one, though their names do not show it.
func (s *session) knownNarrower(choices []choice) []vocab.Concept {
	chosen := map[string]bool{}
	for _, c := range choices {
		chosen[vocab.Normalize(c.concept.Name)] = true
	}
	var found []vocab.Concept
	for _, fields := range tsv.Rows(narrowerTSV) {
		if len(fields) != 2 || !chosen[vocab.Normalize(fields[0])] {
			continue
		}
		for kind := range strings.SplitSeq(fields[1], ";") {
			for _, h := range s.vocabulary.Lookup(vocab.Normalize(kind)) {
				if h.Kind == vocab.KindName && h.Concept.IsStandard() && h.Concept.Invalid == "" && h.Concept.Domain == s.domain {
					found = append(found, h.Concept)
				}
			}
		}
	}
	return found
}
