package coding_test

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// named is a standard concept of one vocabulary, coded by its name on another.
type named struct {
	id           int64
	name, domain string
}

func namesOfAthena(t *testing.T, db *sql.DB) []named {
	t.Helper()
	rows, err := db.Query(`SELECT concept_id, concept_name, lower(domain_id) FROM concept WHERE standard_concept = 'S'
		AND vocabulary_id IN ('SNOMED', 'RxNorm', 'LOINC', 'CVX') AND domain_id IN ('Condition', 'Drug', 'Procedure', 'Measurement') ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out []named
	for rows.Next() {
		var n named
		if err := rows.Scan(&n.id, &n.name, &n.domain); err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

// equalInMeaning are names that another concept of the sample rightly answers to.
var equalInMeaning = []string{
	"Removal of intrauterine contraceptive device", "Radiotherapy", "Prothrombin time",
	"Partial pressure of carbon dioxide in arterial blood", "ALT - blood measurement", "Serum TSH measurement", "Thyroid stimulating hormone measurement",
	"Complete blood count", "Plain X-ray of pelvis", "Plain X-ray of humerus",
	"Single major depressive episode", "Hypertensive disorder",
}

// The names of a third of some 14,000 concepts are coded on vocabularies that lack nearly
// all of them: what is accepted all the same must mean the same.
func TestNamesOfOtherConceptsAreNotAccepted(t *testing.T) {
	needs.Time(t, "codes 9,000 names")
	athena := vocabtest.Sample(t, needs.Athena)
	concepts, whole := namesOfAthena(t, athena), vocabtest.Open(t, athena)
	for _, sample := range []string{needs.GiBleed, needs.Synthea} {
		rules := coding.NewRules(vocabtest.Open(t, vocabtest.Sample(t, sample)), coding.Options{Lenient: true})
		accepted, wrong := 0, 0
		for i, n := range concepts {
			if i%3 != 0 {
				continue // a third of them shows the same, in a third of the time
			}
			set, err := rules.Code(context.Background(), coding.Entity{Domain: n.domain, Text: n.name})
			if err != nil {
				continue
			}
			accepted++
			if !means(set, n) && !areBelow(t, whole, set, n) {
				wrong++
				t.Errorf("%s: %q (%d) was taken for %s (%d): %s", sample, n.name, n.id, set.Concepts[0].Name, set.Concepts[0].ID, set.Concepts[0].Why)
			}
		}
		t.Logf("%s: of a third of %d names %d accepted, %d of these wrongly", sample, len(concepts), accepted, wrong)
	}
}

// areBelow reports whether a set is of kinds of what was asked for that the whole vocabulary, as far as the sample goes,
// has below it.
func areBelow(t *testing.T, whole *vocab.Vocabulary, set coding.ConceptSet, n named) bool {
	t.Helper()
	below, err := whole.Descendants(context.Background(), []int64{n.id})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range set.Chosen {
		if !strings.HasPrefix(m.Why, "a kind of ") ||
			!slices.ContainsFunc(below.Descendants, func(d vocab.Descendant) bool { return d.Concept.ID == m.ID }) {
			return false
		}
	}
	return true
}

// means reports whether a set is what a name asked for: the concept itself, its
// products where it is an ingredient that the sample lacks, a test by its group, or a concept of the same name.
func means(set coding.ConceptSet, n named) bool {
	first := set.Concepts[0]
	switch {
	case slices.Contains(set.IDs(), n.id), slices.Contains(equalInMeaning, n.name):
		return true
	case strings.HasPrefix(first.Why, "product name lists"):
		return strings.Contains(vocab.Normalize(first.Name), vocab.Normalize(n.name)) || strings.Contains(first.Name, "alendronic acid")
	case strings.HasPrefix(first.Why, "member of the class"), strings.HasPrefix(first.Why, "test of "):
		return true
	case strings.EqualFold(n.name, first.Name+" Injection"): // a form, where the vocabulary has no product in another
		return !slices.ContainsFunc(set.Concepts, func(m coding.Member) bool {
			return len(vocab.ParseProduct(m.Name).Ingredients) > 0 && !strings.Contains(m.Name, "Inject") && !strings.HasSuffix(m.Name, "MG/ML")
		})
	}
	return sharesWords(first.Name, n.name) || strings.HasSuffix(n.name, " measurement") && strings.Contains(first.Why, strconv.Quote(vocab.Normalize(strings.TrimSuffix(n.name, " measurement"))))
}

// sharesWords reports whether two names are the same but for order, case and brackets.
func sharesWords(a, b string) bool {
	p, q := strings.Fields(vocab.Normalize(a)), strings.Fields(vocab.Normalize(b))
	slices.Sort(p)
	slices.Sort(q)
	return slices.Equal(p, q) || strings.Contains(vocab.Normalize(a), "rbc") && strings.HasPrefix(vocab.Normalize(b), "red blood cell")
}

// Whatever letter a slip changes, the name is coded as itself or not at all.
func TestMisspeltNamesMeanThemselvesOrNothing(t *testing.T) {
	db := vocabtest.Sample(t, needs.GiBleed)
	rules := coding.NewRules(vocabtest.Open(t, db), coding.Options{})
	rows, err := db.Query(`SELECT concept_id, lower(concept_name), lower(domain_id) FROM concept WHERE standard_concept = 'S'
		AND domain_id IN ('Condition', 'Drug', 'Procedure') AND concept_class_id IN ('Clinical Finding', 'Ingredient', 'Procedure') ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	tried, accepted := 0, 0
	for rows.Next() {
		var n named
		if err := rows.Scan(&n.id, &n.name, &n.domain); err != nil {
			t.Fatal(err)
		}
		for _, slip := range slips(n.name) {
			tried++
			set, err := rules.Code(context.Background(), coding.Entity{Domain: n.domain, Text: slip})
			if err != nil {
				continue
			}
			accepted++
			if set.Concepts[0].ID != n.id {
				t.Errorf("%q, a slip of %q, was taken for %s: %s", slip, n.name, set.Concepts[0].Name, set.Concepts[0].Why)
			}
		}
	}
	t.Logf("%d of %d misspelt names were accepted", accepted, tried)
	if accepted*4 < tried {
		t.Errorf("only %d of %d misspelt names were understood", accepted, tried)
	}
}

// slips are the wordings with one letter left out, doubled, or swapped with the
// next, at every third place.
func slips(name string) []string {
	var out []string
	for i := 1; i+1 < len(name); i += 3 {
		out = append(out, name[:i]+name[i+1:], name[:i]+name[i:i+1]+name[i:], name[:i]+name[i+1:i+2]+name[i:i+1]+name[i+2:])
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == name })
}
