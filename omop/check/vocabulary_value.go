package check

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// values.txt holds the values of the vocabulary's coded columns.
//
//go:embed values.txt
var valueList string

func vocabularyValue() Rule {
	return Rule{
		ID: "vocabulary-value", Group: groupConcepts, Severity: omop.SeverityError,
		Summary: "A domain, vocabulary, class or relationship is written in another case or form than the vocabulary's, so that nothing is found. A condition that leaves out the NULL by which a concept is valid, or not standard, is a warning.",
		Instead: "Write the value as the vocabulary does: 'Condition', 'ICD10CM', 'RxNorm', 'Maps to', standard_concept = 'S', invalid_reason IS NULL.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_concept_id WHERE c.domain_id = 'condition'`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_concept_id WHERE c.domain_id = 'Condition'`,
		check: func(p *pass) {
			p.judgeValidIsNull()
			known := knownValues()
			for _, s := range p.selections {
				if _, ok := p.Follow(s.what).(*sqltree.Column); !ok ||
					!all(s.column, func(o origin) bool {
						return valueKind(o) != "" && valueKind(o) == valueKind(s.column[0])
					}) {
					continue
				}
				kind := valueKind(s.column[0])
				for _, c := range s.constants {
					if c.Kind != sqltree.String || c.Text == "" {
						continue
					}
					if right, ok := known.correct(kind, c.Text); ok {
						p.report(c, "%s has no value '%s'; %s", s.column[0].Column.Name, c.Text, right)
						if value, ok := strings.CutPrefix(right, "it is written "); ok {
							p.mend(c.Pos(), quotedText, value)
						}
					} else if kind == "relationship" && !known.has(kind, c.Text) && !s.exclude {
						p.reportAs(omop.SeverityWarning, c,
							"the vocabularies of OHDSI have no relationship '%s': nothing is found, unless it is your own", c.Text)
					}
				}
			}
		},
	}
}

// valueKind tells which list of values.txt a column's values are in, or "".
func valueKind(o origin) string {
	switch o.String() {
	case "concept.domain_id", "domain.domain_id", "cost.cost_domain_id":
		return "domain"
	case "concept.vocabulary_id", "vocabulary.vocabulary_id", "source_to_concept_map.source_vocabulary_id",
		"source_to_concept_map.target_vocabulary_id":
		return "vocabulary"
	case "concept.concept_class_id", "concept_class.concept_class_id":
		return "class"
	case "concept_relationship.relationship_id", "relationship.relationship_id":
		return "relationship"
	case "concept.standard_concept":
		return "standard"
	case "concept.invalid_reason", "concept_relationship.invalid_reason", "drug_strength.invalid_reason":
		return "invalid"
	}
	return ""
}

// values are the known values of each kind, by their letters and digits.
type values map[string]map[string]string

var knownValues = sync.OnceValue(func() values {
	out := values{}
	kind := ""
	for line := range strings.Lines(valueList) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "## "); ok {
			kind = title
			out[kind] = map[string]string{}
			continue
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		written, means, other := strings.Cut(line, " = ")
		if !other {
			means = written
		}
		out[kind][letters(written)] = means
	}
	return out
})

// correct tells how a value should have been written. It is false for a value that is
// right, and for one that is unknown, which may be a site's own.
func (v values) correct(kind, text string) (string, bool) {
	if kind == "standard" {
		if text == "S" || text == "C" {
			return "", false
		}
		return "it is 'S', 'C' or NULL", true
	}
	if kind == "invalid" {
		if text == "D" || text == "U" || text == "R" {
			return "", false
		}
		return "it is NULL where the row is valid, else 'D', 'U' or 'R'", true
	}
	if v.has(kind, text) {
		return "", false
	}
	means, ok := v[kind][letters(text)]
	return "it is written '" + means + "'", ok
}

// has reports whether a value is one of the known, as it is written.
func (v values) has(kind, text string) bool { return v[kind][letters(text)] == text }

// letters reduces a value to its letters and digits in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, s)
}
