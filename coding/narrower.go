package coding

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/tsv"
	"github.com/askomop/askomop/vocab"
)

//go:embed narrower.tsv
var narrowerTSV string

// knownNarrower returns the standard concepts of the domain that OHDSI's public samples place below a chosen one,
// though their names do not show it: Epilepsy below Seizure disorder. A database without a hierarchy can't tell.
func (s *session) knownNarrower(choices []choice) []vocab.Concept {
	var below []int64
	for _, c := range choices {
		below = append(below, publicDescendants(narrowerTSV, c.concept.ID)...)
	}
	var found []vocab.Concept
	for _, c := range s.vocabulary.Concepts(below) {
		if c.IsStandard() && c.Invalid == "" && c.Domain == s.domain {
			found = append(found, c)
		}
	}
	return found
}

// publicDescendants are the concepts that narrower.tsv has below a concept.
func publicDescendants(table string, id int64) []int64 {
	wider := strconv.FormatInt(id, 10)
	for _, fields := range tsv.Rows(table) {
		if len(fields) != 2 || fields[0] != wider {
			continue
		}
		var below []int64
		for one := range strings.SplitSeq(fields[1], ";") {
			if n, err := strconv.ParseInt(one, 10, 64); err == nil {
				below = append(below, n)
			}
		}
		return below
	}
	return nil
}
