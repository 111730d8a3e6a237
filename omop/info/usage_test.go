package info

import (
	"slices"
	"testing"
)

func TestOneTableIsCountedForEachDomain(t *testing.T) {
	var got []string
	for _, table := range codedTables() {
		got = append(got, table.Name+"."+table.ConceptColumn+"/"+table.SourceConceptColumn)
	}
	slices.Sort(got)
	want := []string{
		"condition_occurrence.condition_concept_id/condition_source_concept_id", "device_exposure.device_concept_id/device_source_concept_id",
		"drug_exposure.drug_concept_id/drug_source_concept_id", "measurement.measurement_concept_id/measurement_source_concept_id",
		"observation.observation_concept_id/observation_source_concept_id", "procedure_occurrence.procedure_concept_id/procedure_source_concept_id",
		"visit_occurrence.visit_concept_id/visit_source_concept_id",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
