package demo

import (
	"archive/zip"
	"bufio"
	"io"
	"path"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
)

// rows reads a list as maps from column to cell.
func rows(t *testing.T, name string) []map[string]string {
	t.Helper()
	text, err := files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	head := strings.Split(lines[0], "\t")
	var out []map[string]string
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != len(head) {
			t.Errorf("%s:%d has %d cells, its head %d", name, i+2, len(cells), len(head))
			continue
		}
		row := map[string]string{}
		for j, h := range head {
			row[h] = cells[j]
		}
		out = append(out, row)
	}
	return out
}

// concepts reads every concept of the lists, by list.
func concepts(t *testing.T) map[string][]map[string]string {
	t.Helper()
	entries, err := files.ReadDir("vocabulary")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]map[string]string{}
	for _, e := range entries {
		list := rows(t, path.Join("vocabulary", e.Name()))
		if _, ok := list[0]["concept_id"]; ok {
			out[strings.TrimSuffix(e.Name(), ".tsv")] = list
		}
	}
	return out
}

func TestVocabularyNamesResolve(t *testing.T) {
	ids, standard := map[string]string{}, map[string]int{}
	lists := concepts(t)
	for list, all := range lists {
		for _, c := range all {
			if other, ok := ids[c["concept_id"]]; ok {
				t.Errorf("%s: id %s is also that of %s", c["concept_name"], c["concept_id"], other)
			}
			ids[c["concept_id"]] = c["concept_name"]
			if c["standard_concept"] != "" {
				standard[list+"/"+c["concept_name"]]++
				standard[c["vocabulary_id"]+"/"+c["concept_name"]]++
			}
		}
	}
	for list, all := range lists {
		for _, c := range all {
			if n := standard[c["vocabulary_id"]+"/"+c["concept_name"]]; n > 1 {
				t.Errorf("%s: %d standard concepts of %s have this name", c["concept_name"], n, c["vocabulary_id"])
			}
			for column, place := range map[string]string{"parents": list, "maps_to": "SNOMED", "ingredients": "RxNorm", "tradename_of": "RxNorm", "classes": "ATC"} {
				for name := range strings.SplitSeq(c[column], " | ") {
					if name != "" && standard[place+"/"+name] != 1 {
						t.Errorf("%s, %s: %s names %q, which %d concepts of %s have", list, c["concept_name"], column, name, standard[place+"/"+name], place)
					}
				}
			}
		}
	}
	if len(ids) < 1000 || len(ids) > 2000 {
		t.Errorf("%d concepts", len(ids))
	}
}

func TestVocabularySynonymsAreUnambiguous(t *testing.T) {
	meant := map[string]string{}
	for _, all := range concepts(t) {
		for _, c := range all {
			for s := range strings.SplitSeq(c["synonyms"], " | ") {
				key := c["domain_id"] + "/" + strings.ToLower(s)
				if other, ok := meant[key]; ok && s != "" {
					t.Errorf("%q means both %s and %s", s, c["concept_name"], other)
				}
				meant[key] = c["concept_name"]
				if strings.EqualFold(s, c["concept_name"]) {
					t.Errorf("%s has its own name as a synonym", c["concept_name"])
				}
			}
		}
	}
}

func TestVocabularyHierarchyIsClosed(t *testing.T) {
	db := generate(t, Options{Persons: 1})
	for what, query := range map[string]string{
		"standard concepts without themselves": `SELECT count(*) FROM concept WHERE standard_concept IS NOT NULL
			AND concept_id NOT IN (SELECT ancestor_concept_id FROM concept_ancestor WHERE ancestor_concept_id = descendant_concept_id AND min_levels_of_separation = 0)`,
		"circles": `SELECT count(*) FROM concept_ancestor AS a JOIN concept_ancestor AS b
			ON a.ancestor_concept_id = b.descendant_concept_id AND a.descendant_concept_id = b.ancestor_concept_id WHERE a.ancestor_concept_id <> a.descendant_concept_id`,
		"grandparents left out": `SELECT count(*) FROM concept_ancestor AS a JOIN concept_ancestor AS b ON b.ancestor_concept_id = a.descendant_concept_id
			ANTI JOIN concept_ancestor AS c ON c.ancestor_concept_id = a.ancestor_concept_id AND c.descendant_concept_id = b.descendant_concept_id`,
		"relationships without their reverse": `SELECT count(*) FROM concept_relationship AS r JOIN relationship AS k USING (relationship_id)
			ANTI JOIN concept_relationship AS b ON b.concept_id_1 = r.concept_id_2 AND b.concept_id_2 = r.concept_id_1 AND b.relationship_id = k.reverse_relationship_id`,
		"source codes that map to nothing":  `SELECT count(*) FROM concept WHERE vocabulary_id LIKE 'ICD%' AND concept_id NOT IN (SELECT concept_id_1 FROM concept_relationship WHERE relationship_id = 'Maps to')`,
		"maps to what is not standard":      `SELECT count(*) FROM concept_relationship JOIN concept ON concept_id = concept_id_2 WHERE relationship_id = 'Maps to' AND standard_concept IS DISTINCT FROM 'S'`,
		"clinical drugs with no ingredient": `SELECT count(*) FROM concept WHERE concept_class_id LIKE '%Drug' AND concept_id NOT IN (SELECT drug_concept_id FROM drug_strength)`,
	} {
		if n := number(t, db, query); n != 0 {
			t.Errorf("%s: %v", what, n)
		}
	}
	for what, pair := range map[string][2]int64{
		"NSTEMI is an infarction": {4329847, 4270024}, "atorvastatin tablets are statins": {21601855, 1545958},
		"ESRD is chronic kidney disease": {46271022, 193782}, "Lipitor is atorvastatin": {1545958, 1545999},
	} {
		var n int
		if err := db.QueryRow("SELECT count(*) FROM concept_ancestor WHERE ancestor_concept_id = ? AND descendant_concept_id = ?", pair[0], pair[1]).Scan(&n); err != nil || n != 1 {
			t.Errorf("%s: %d rows, %v", what, n, err)
		}
	}
}

func TestModelNamesResolve(t *testing.T) {
	lists := concepts(t)
	names := func(list, column string) map[string]bool {
		out := map[string]bool{}
		for _, c := range lists[list] {
			out[strings.ToLower(c[column])] = true
		}
		return out
	}
	column := func(list, column string) map[string]bool {
		out := map[string]bool{}
		for _, row := range rows(t, "model/"+list+".tsv") {
			out[strings.ToLower(row[column])] = true
		}
		return out
	}
	diseases := column("diseases", "disease")
	diseases["*"] = true
	for _, c := range []struct {
		list, column string
		known        map[string]bool
	}{
		{"consequences", "event", diseases}, {"consequences", "disease", diseases},
		{"diagnoses", "disease", diseases}, {"diagnoses", "source", names("sources", "concept_code")}, {"diagnoses", "concept", names("conditions", "concept_name")},
		{"treatments", "disease", diseases}, {"treatments", "therapy", column("products", "therapy")},
		{"products", "therapy", column("treatments", "therapy")}, {"products", "drug", names("drugs", "concept_name")},
		{"procedure_rules", "disease", diseases}, {"procedure_rules", "procedure", names("procedures", "concept_name")}, {"procedure_rules", "source", names("sources", "concept_code")},
		{"measurement_rules", "measurement", names("measurements", "concept_name")},
		{"shifts", "disease", diseases}, {"shifts", "panel", column("measurement_rules", "panel")}, {"shifts", "measurement", column("measurement_rules", "measurement")},
		{"effects", "therapy", column("treatments", "therapy")}, {"effects", "measurement", column("measurement_rules", "measurement")},
		{"observation_rules", "disease", diseases}, {"observation_rules", "observation", names("observations", "concept_name")},
		{"device_rules", "disease", diseases}, {"device_rules", "device", names("devices", "concept_name")},
		{"referrals", "disease", diseases}, {"referrals", "specialty", column("specialty_mix", "specialty")},
	} {
		for i, row := range rows(t, "model/"+c.list+".tsv") {
			if cell := row[c.column]; cell != "" && !c.known[strings.ToLower(cell)] {
				t.Errorf("model/%s.tsv:%d: no %s %q", c.list, i+2, c.column, cell)
			}
		}
	}
	for _, row := range rows(t, "model/diseases.tsv") {
		for risk := range strings.FieldsSeq(row["risks"]) {
			a, b, _ := strings.Cut(risk, ":")
			if a == "needs" {
				a = b
			}
			if !diseases[a] {
				t.Errorf("model/diseases.tsv: %s: no disease %q", row["disease"], a)
			}
		}
	}
}

// extract opens CONCEPT.csv of the shared extract of the vocabularies, or skips the test.
func extract(t *testing.T) io.Reader {
	t.Helper()
	archive, err := zip.OpenReader(needs.Sample(t, needs.Athena))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { archive.Close() })
	for _, f := range archive.File {
		if strings.EqualFold(path.Base(f.Name), "CONCEPT.csv") && !strings.Contains(f.Name, "__MACOSX") {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { r.Close() })
			return r
		}
	}
	t.Fatal("the extract holds no CONCEPT.csv")
	return nil
}

func TestVocabularyAgreesWithTheExtract(t *testing.T) {
	lines := bufio.NewScanner(extract(t))
	lines.Buffer(nil, 1<<20)
	lines.Scan()
	head := strings.Split(strings.ToLower(strings.TrimRight(lines.Text(), "\r")), "\t")
	real := map[string]map[string]string{}
	for lines.Scan() {
		c := map[string]string{}
		for i, cell := range strings.Split(strings.TrimRight(lines.Text(), "\r"), "\t") {
			c[head[i]] = cell
		}
		real[c["concept_id"]] = c
	}
	if len(real) < 10000 {
		t.Fatalf("read only %d concepts of the extract", len(real))
	}
	checked, unchecked := 0, 0
	for list, all := range concepts(t) {
		for _, c := range all {
			r, ok := real[c["concept_id"]]
			if !ok {
				unchecked++
				t.Logf("%s: %s %s is not in the extract", list, c["concept_id"], c["concept_name"])
				continue
			}
			checked++
			for _, column := range []string{"concept_name", "domain_id", "vocabulary_id", "concept_class_id", "standard_concept", "concept_code"} {
				if c[column] != r[column] {
					t.Errorf("%s: %s: %s is %q, in the extract %q", list, c["concept_id"], column, c[column], r[column])
				}
			}
		}
	}
	t.Logf("%d concepts checked, %d not in the extract", checked, unchecked)
	if unchecked > 60 {
		t.Errorf("%d concepts are not in the extract: leave out what cannot be checked", unchecked)
	}
}
