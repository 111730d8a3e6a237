package coding_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// TestCommonTestsAreWhole compares the sets of common tests with those that were looked through one by one.
func TestCommonTestsAreWhole(t *testing.T) {
	b, err := os.ReadFile("testdata/labtests.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rules := coding.NewRules(vocabtest.Open(t, vocabtest.Sample(t, needs.Athena)), coding.Options{Lenient: true})
	tests := 0
	for line := range strings.Lines(string(b)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 || strings.HasPrefix(line, "#") {
			continue
		}
		tests++
		set, err := rules.Code(t.Context(), coding.Entity{Domain: "measurement", Text: fields[0]})
		if err != nil {
			t.Errorf("%s: %v", fields[0], err)
			continue
		}
		var want []int64
		for id := range strings.SplitSeq(fields[1], "|") {
			var n int64
			if _, err := fmt.Sscan(id, &n); err != nil {
				t.Fatal(err)
			}
			want = append(want, n)
		}
		got := set.IDs()
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s is %v, want %v (%s)", fields[0], got, want, fields[2])
		}
	}
	if tests < 40 {
		t.Errorf("%d tests were compared, want 40", tests)
	}
}

// local are ids of the range that OMOP leaves to sites, for LOINC's tests that the public extract lacks.
const local = 2_000_000_000

// european is a vocabulary with the tests that hospitals on either side of the Atlantic record. The names are LOINC's
// and SNOMED's.
func european() vocabtest.Tables {
	test := func(id int64, name, code string) vocab.Concept {
		return vocab.Concept{ID: id, Name: name, Domain: "Measurement", Vocabulary: "LOINC", Class: "Lab Test", Standard: "S", Code: code}
	}
	return vocabtest.Tables{Concepts: []vocab.Concept{
		test(3016723, "Creatinine [Mass/volume] in Serum or Plasma", "2160-0"),
		test(local+1, "Creatinine [Moles/volume] in Serum or Plasma", "14682-9"),
		test(local+2, "Creatinine [Moles/volume] in Blood", "59826-8"),
		test(3051825, "Creatinine [Mass/volume] in Blood", "38483-4"),
		test(3017250, "Creatinine [Mass/volume] in Urine", "2161-8"),
		test(local+3, "Creatinine [Moles/volume] in Urine", "14683-7"),
		test(3004501, "Glucose [Mass/volume] in Serum or Plasma", "2345-7"),
		test(local+4, "Glucose [Moles/volume] in Serum or Plasma", "14749-6"),
		test(local+5, "Glucose [Moles/volume] in Capillary blood by Glucometer", "14743-9"),
		test(local+6, "Fasting glucose [Moles/volume] in Serum or Plasma", "14771-0"),
		test(local+7, "Glucose [Moles/volume] in Serum or Plasma --2 hours post meal", "14760-3"),
		test(local+8, "Lithium [Moles/volume] in Serum or Plasma", "14334-7"),
		test(local+9, "Lithium [Mass/volume] in Serum or Plasma", "3719-2"),
		{ID: local + 10, Name: "Lithium", Domain: "Measurement", Vocabulary: "CPT4", Class: "CPT4", Standard: "S", Code: "80178"},
		{ID: 4324383, Name: "Creatinine measurement", Domain: "Measurement", Vocabulary: "SNOMED", Class: "Procedure", Standard: "S", Code: "70901006"},
		test(local+11, "Carbon dioxide [Partial pressure] in Blood", "11557-6"),
		test(3015632, "Carbon dioxide, total [Moles/volume] in Serum or Plasma", "2028-9"),
		test(local+12, "Bicarbonate [Moles/volume] in Serum or Plasma", "1963-8"),
	}}
}

func TestATestHoldsAllUnitsAndVocabularies(t *testing.T) {
	rules := coding.NewRules(european().Open(t), coding.Options{})
	for text, want := range map[string][]int64{
		"creatinine":        {3016723, local + 1, local + 2, 3051825, 4324383},
		"serum creatinine":  {3016723, local + 1, local + 2, 3051825},
		"urine creatinine":  {3017250, local + 3},
		"glucose":           {3004501, local + 4, local + 5, local + 6},
		"capillary glucose": {local + 5},
		"fasting glucose":   {local + 6},
		"lithium":           {local + 8, local + 9, local + 10},
		"bicarbonate":       {3015632, local + 12},
	} {
		set, err := rules.Code(t.Context(), coding.Entity{Domain: "measurement", Text: text})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := set.IDs()
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}

// TestPeopleMeasuredInMolesAreCounted asks for creatinine where 26 of 28 people have it in µmol/L.
func TestPeopleMeasuredInMolesAreCounted(t *testing.T) {
	db := european().DB(t)
	vocabtest.Exec(t, db, `CREATE TABLE measurement AS SELECT i AS person_id,
		CASE WHEN i < 2 THEN 3016723 WHEN i < 26 THEN 2000000001 ELSE 2000000002 END AS measurement_concept_id FROM range(28) t(i)`)
	rules := coding.NewRules(vocabtest.Open(t, db), coding.Options{})
	set, err := rules.Code(t.Context(), coding.Entity{Domain: "measurement", Text: "serum creatinine"})
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Trim(strings.ReplaceAll(fmt.Sprint(set.IDs()), " ", ", "), "[]")
	var people int
	if err := db.QueryRow("SELECT count(DISTINCT person_id) FROM measurement WHERE measurement_concept_id IN (" + list + ")").Scan(&people); err != nil {
		t.Fatal(err)
	}
	if people != 28 {
		t.Errorf("%d people have a serum creatinine, want 28", people)
	}
}

// people has records of what it is told of.
type people map[int64]string

func (p people) People(_ context.Context, ids []int64) (string, error) {
	for _, id := range ids {
		if p[id] != "" {
			return p[id], nil
		}
	}
	return "", nil
}

func TestWhatATestLeavesOutIsTold(t *testing.T) {
	told := func(options coding.Options) string {
		t.Helper()
		set, err := coding.NewRules(european().Open(t), options).Code(t.Context(), coding.Entity{Domain: "measurement", Text: "creatinine"})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(set.Notes, "\n")
	}
	if got, want := told(coding.Options{}), "not in the set: creatinine in urine (2 concepts)"; !strings.Contains(got, want) {
		t.Errorf("notes are %q, want %q", got, want)
	}
	if got, want := told(coding.Options{People: people{local + 3: "1,204"}}), "not in the set: creatinine in urine, which 1,204 people have"; !strings.Contains(got, want) {
		t.Errorf("notes are %q, want %q", got, want)
	}
	if got := told(coding.Options{People: people{}}); strings.Contains(got, "urine") {
		t.Errorf("notes are %q, though nobody has it in urine", got)
	}
}
