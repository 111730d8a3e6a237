package changes_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/vocab/changes"
)

// A small vocabulary: diabetes mellitus with two types and a complication, and source concepts that map to them.
const before = `
	CREATE TABLE concept AS SELECT * FROM (VALUES
		(201820, 'Diabetes mellitus', 'Condition', 'SNOMED', 'S', '73211009', NULL::VARCHAR),
		(201826, 'Type 2 diabetes mellitus', 'Condition', 'SNOMED', 'S', '44054006', NULL),
		(201254, 'Type 1 diabetes mellitus', 'Condition', 'SNOMED', 'S', '46635009', NULL),
		(443238, 'Diabetic - poor control', 'Condition', 'SNOMED', 'S', '268519009', NULL),
		(440674, 'Gout', 'Condition', 'SNOMED', 'S', '90560007', NULL),
		(45547622, 'Gout, unspecified', 'Condition', 'ICD10CM', NULL, 'M10.9', NULL),
		(44829882, 'Diabetes mellitus without mention of complication', 'Condition', 'ICD9CM', NULL, '250.0', NULL)
	) AS t(concept_id, concept_name, domain_id, vocabulary_id, standard_concept, concept_code, invalid_reason);
	CREATE TABLE concept_ancestor AS SELECT * FROM (VALUES
		(201820, 201820, 0), (201826, 201826, 0), (201254, 201254, 0), (443238, 443238, 0), (440674, 440674, 0),
		(201820, 201826, 1), (201820, 201254, 1), (201820, 443238, 1)
	) AS t(ancestor_concept_id, descendant_concept_id, min_levels_of_separation);
	CREATE TABLE concept_relationship AS SELECT * FROM (VALUES
		(44829882, 201820, 'Maps to', NULL::VARCHAR), (201820, 201820, 'Maps to', NULL)
	) AS t(concept_id_1, concept_id_2, relationship_id, invalid_reason);
	CREATE TABLE vocabulary AS SELECT 'None' AS vocabulary_id, 'v5.0 01-JAN-25' AS vocabulary_version`

// after is what the next version does to it.
const after = before + `;
	UPDATE vocabulary SET vocabulary_version = 'v5.0 01-JAN-26';
	DELETE FROM concept WHERE concept_id = 201254;
	DELETE FROM concept_ancestor WHERE descendant_concept_id IN (201254, 443238);
	INSERT INTO concept_ancestor VALUES (443238, 443238, 0), (440674, 443238, 1);
	UPDATE concept SET standard_concept = NULL, invalid_reason = 'U' WHERE concept_id = 201826;
	INSERT INTO concept VALUES (435216, 'Disorder due to type 1 diabetes mellitus', 'Condition', 'SNOMED', 'S', '420868002', NULL);
	INSERT INTO concept_ancestor VALUES (435216, 435216, 0), (201820, 435216, 1);
	UPDATE concept SET concept_name = 'Gouty arthropathy', domain_id = 'Observation' WHERE concept_id = 440674;
	INSERT INTO concept_relationship VALUES (45547622, 440674, 'Maps to', NULL), (201826, 201820, 'Maps to', NULL), (44829882, 435216, 'Maps to', NULL)`

func database(t *testing.T, statements string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "v.duckdb")
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
	return path
}

func compare(t *testing.T, old, now string, sets ...changes.Set) *changes.Report {
	t.Helper()
	r, err := changes.Between(context.Background(), old, now, changes.Options{Dir: t.TempDir(), Sets: sets})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func ids(list []changes.Change) []int64 {
	out := []int64{}
	for _, c := range list {
		out = append(out, c.ID)
	}
	slices.Sort(out)
	return out
}

func TestEveryKindOfChangeIsFound(t *testing.T) {
	r := compare(t, database(t, before), database(t, after))
	for kind, want := range map[string][]int64{
		changes.Gone: {201254}, changes.NotStandard: {201826}, changes.Moved: {443238}, changes.Domain: {440674}, changes.Renamed: {440674},
		changes.New: {435216}, changes.Mapped: {201826, 45547622}, changes.Remapped: {44829882}, changes.Unmapped: {}, changes.Standard: {},
	} {
		i := slices.IndexFunc(r.Kinds, func(k changes.Kind) bool { return k.Kind == kind })
		if i < 0 || !slices.Equal(ids(r.Kinds[i].Examples), want) || totalOf(r, kind) != int64(len(want)) {
			t.Errorf("%s: %+v, want %v", kind, r.Kinds[i], want)
		}
	}
	for _, k := range r.Kinds {
		for _, c := range k.Examples {
			switch k.Kind {
			case changes.NotStandard:
				if !strings.Contains(c.Now, "Diabetes mellitus (201820)") {
					t.Errorf("what replaces %d is %q", c.ID, c.Now)
				}
			case changes.Moved:
				if c.Was != "Diabetes mellitus" || c.Now != "Gouty arthropathy" {
					t.Errorf("moved from %q to %q", c.Was, c.Now)
				}
			case changes.Domain:
				if c.Was != "Condition" || c.Now != "Observation" {
					t.Errorf("domain from %q to %q", c.Was, c.Now)
				}
			}
		}
	}
	if r.Old.Version != "v5.0 01-JAN-25" || r.New.Version != "v5.0 01-JAN-26" || r.Old.Concepts != 7 || r.New.Standard != 4 {
		t.Errorf("%+v, %+v", r.Old, r.New)
	}
}

func TestASetInUseIsToldWhatItGainsAndLosesAndWhy(t *testing.T) {
	r := compare(t, database(t, before), database(t, after), changes.WithDescendants("diabetes", []int64{201820}),
		changes.Set{Name: "only itself", Items: []changes.Item{{Concept: 201820}}},
		changes.Set{Name: "without type 2", Items: []changes.Item{{Concept: 201820, Descendants: true}, {Concept: 201826, Descendants: true, Excluded: true}}})
	if r.SetsCompared != 3 || len(r.Sets) != 3 {
		t.Fatalf("%d compared, %+v", r.SetsCompared, r.Sets)
	}
	s := r.Sets[0]
	why := map[int64]string{}
	for _, c := range append(slices.Clone(s.Lost), s.Gained...) {
		why[c.ID] = c.Why
	}
	if s.Before != 4 || s.After != 2 || !slices.Equal(ids(s.Lost), []int64{201254, 201826, 443238}) || !slices.Equal(ids(s.Gained), []int64{435216}) {
		t.Errorf("%+v", s)
	}
	for id, want := range map[int64]string{201254: changes.Gone, 201826: changes.NotStandard, 443238: changes.Moved, 435216: changes.New} {
		if why[id] != want {
			t.Errorf("%d: why %q, want %q", id, why[id], want)
		}
	}
	if !slices.Equal(ids(s.Mapped), []int64{201826, 44829882}) || len(s.Unmapped) != 0 {
		t.Errorf("mapped %+v, unmapped %+v", s.Mapped, s.Unmapped)
	}
	if s := r.Sets[1]; s.Before != 1 || s.After != 1 || len(s.Lost)+len(s.Gained) != 0 || !slices.Equal(ids(s.Mapped), []int64{201826}) {
		t.Errorf("%+v", s)
	}
	if s := r.Sets[2]; s.Before != 3 || s.After != 2 || slices.Contains(ids(s.Lost), 201826) {
		t.Errorf("%+v", s)
	}
}

func TestTheSameVocabularyHasNoChanges(t *testing.T) {
	r := compare(t, database(t, before), database(t, before), changes.WithDescendants("diabetes", []int64{201820}))
	for _, k := range r.Kinds {
		if k.Concepts != 0 {
			t.Errorf("%+v", k)
		}
	}
	if len(r.Sets) != 0 || r.SetsCompared != 1 {
		t.Errorf("%+v", r.Sets)
	}
}

func TestWithoutAHierarchyTheRestIsCompared(t *testing.T) {
	r := compare(t, database(t, before), database(t, after+"; DROP TABLE concept_ancestor; DROP TABLE vocabulary"))
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "CONCEPT_ANCESTOR") || totalOf(r, changes.Gone) != 1 || totalOf(r, changes.Moved) != 0 {
		t.Errorf("%+v", r)
	}
}

func TestAFileThatIsNoVocabularyIsRefused(t *testing.T) {
	_, err := changes.Between(context.Background(), database(t, before), database(t, "CREATE TABLE person (person_id BIGINT)"), changes.Options{Dir: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "concept") {
		t.Errorf("error %v", err)
	}
}

func totalOf(r *changes.Report, kind string) int64 {
	for _, k := range r.Kinds {
		if k.Kind == kind {
			return k.Concepts
		}
	}
	return 0
}
