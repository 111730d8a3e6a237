package graph

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/schema"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with a file's.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what is made now; go test ./omop/graph -update writes it anew:\n%s", path, firstDifference(got, want))
	}
}

func ontology(t *testing.T, version string) *Ontology {
	t.Helper()
	s, err := schema.For(version)
	if err != nil {
		t.Fatal(err)
	}
	return Of(s, Base)
}

func TestTheDocsHoldTheOntology(t *testing.T) {
	var page, turtle bytes.Buffer
	o := ontology(t, "5.4")
	if err := o.WritePage(&page); err != nil {
		t.Fatal(err)
	}
	if err := o.WriteTurtle(&turtle); err != nil {
		t.Fatal(err)
	}
	docs := filepath.Join("..", "..", "docs")
	golden(t, filepath.Join(docs, "ontology.md"), page.Bytes())
	golden(t, filepath.Join(docs, "ontology.ttl"), turtle.Bytes())
}

// TestEveryColumnIsAProperty holds that nothing of the tables that are classes is left out, but for their keys.
func TestEveryColumnIsAProperty(t *testing.T) {
	for _, version := range schema.Versions() {
		o := ontology(t, version)
		for _, c := range o.Classes {
			for _, column := range c.Table.Columns {
				found := slices.ContainsFunc(o.Properties, func(p *Property) bool {
					return p.Table == c.Table.Name && (p.Object == column.Name && p.own() || p.Subject == column.Name && p.Reverse())
				})
				if !found && column.Name != c.Key {
					t.Errorf("CDM %s: %s.%s is no property", version, c.Table.Name, column.Name)
				}
			}
		}
	}
}

// TestPropertiesAreToldApart holds that no class has two properties of one name.
func TestPropertiesAreToldApart(t *testing.T) {
	for _, version := range schema.Versions() {
		seen := map[string]string{}
		for _, p := range ontology(t, version).Properties {
			key := p.IRI + " of " + p.Domain.Name
			if p.Reverse() {
				key += " to " + p.Range.Name
			}
			if was, ok := seen[key]; ok {
				t.Errorf("CDM %s: %s is %s and %s", version, key, was, p.Table+"."+p.Object)
			}
			seen[key] = p.Table + "." + p.Object
		}
	}
}

func TestNamesAreThePublishedOnes(t *testing.T) {
	o := ontology(t, "5.4")
	for column, want := range map[string]string{
		"drug_exposure.drug_exposure_start_date": "omop:start_date", "condition_occurrence.condition_start_date": "omop:start_date", "measurement.measurement_date": "omop:date",
		"person.gender_concept_id": "omop:has_gender", "drug_exposure.drug_concept_id": "omop:has_concept", "drug_era.drug_concept_id": "omop:has_concept",
		"condition_occurrence.condition_type_concept_id": "omop:has_type", "measurement.value_as_concept_id": "omop:has_value_as_concept", "death.cause_concept_id": "omop:has_cause",
		"person.year_of_birth": "omop:year_of_birth", "concept.concept_name": "skos:prefLabel", "person.location_id": "omop:has_location", "visit_occurrence.visit_concept_id": "omop:has_concept",
	} {
		found := slices.ContainsFunc(o.Descriptions(), func(d Description) bool { return d.Name == want && slices.Contains(d.Columns, column) })
		if !found {
			t.Errorf("%s is not %s", column, want)
		}
	}
	if !strings.HasPrefix(OMOP, "https://w3id.org/omop/ontology/") {
		t.Error("the namespace is not the published one")
	}
}

func firstDifference(got, want []byte) string {
	a, b := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(a), len(b)) {
		if x, y := at(a, i), at(b, i); x != y {
			return "now: " + x + "\nwas: " + y
		}
	}
	return ""
}
