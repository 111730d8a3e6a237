package circe_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study/circe"
)

// sets are the concept sets of all definitions below, by their ids.
const sets = `[
	{"id": 0, "name": "type 2 diabetes", "expression": {"items": [{"concept": {"CONCEPT_ID": 201826, "CONCEPT_NAME": "Type 2 diabetes mellitus"}, "includeDescendants": true}]}},
	{"id": 1, "name": "metformin", "expression": {"items": [{"concept": {"CONCEPT_ID": 1503297, "CONCEPT_NAME": "metformin"}, "includeDescendants": true}]}},
	{"id": 2, "name": "haemoglobin", "expression": {"items": [{"concept": {"CONCEPT_ID": 3000963, "CONCEPT_NAME": "Hemoglobin [Mass/volume] in Blood"}}]}},
	{"id": 3, "name": "inpatient", "expression": {"items": [{"concept": {"CONCEPT_ID": 9201, "CONCEPT_NAME": "Inpatient Visit"}, "includeDescendants": true}]}},
	{"id": 4, "name": "fall", "expression": {"items": [{"concept": {"CONCEPT_ID": 436583, "CONCEPT_NAME": "Fall"}, "includeDescendants": true}]}},
	{"id": 5, "name": "wheelchair", "expression": {"items": [{"concept": {"CONCEPT_ID": 4045112, "CONCEPT_NAME": "Manual wheelchair"}, "includeDescendants": true}]}},
	{"id": 6, "name": "MRI", "expression": {"items": [{"concept": {"CONCEPT_ID": 4013636, "CONCEPT_NAME": "Magnetic resonance imaging"}, "includeDescendants": true}]}},
	{"id": 7, "name": "hypertension but essential", "expression": {"items": [{"concept": {"CONCEPT_ID": 316866, "CONCEPT_NAME": "Hypertensive disorder"}, "includeDescendants": true, "includeMapped": true},
		{"concept": {"CONCEPT_ID": 320128, "CONCEPT_NAME": "Essential hypertension"}, "isExcluded": true}]}},
	{"id": 8, "name": "two drugs", "expression": {"items": [{"concept": {"CONCEPT_ID": 1310149, "CONCEPT_NAME": "warfarin"}}, {"concept": {"CONCEPT_ID": 1503297, "CONCEPT_NAME": "metformin"}}]}}]`

// made is a definition of our own. Where parts of it cannot be said, refused are their places.
type made struct {
	name    string
	primary string // the criteria of the entry event
	limit   string // of the primary criteria [All]
	rest    string // what else the expression has
	refused []string
}

func (d made) json() json.RawMessage {
	limit, rest := d.limit, d.rest
	if limit == "" {
		limit = "All"
	}
	if rest != "" {
		rest = ", " + rest
	}
	if !strings.Contains(rest, "ExpressionLimit") {
		rest += `, "ExpressionLimit": {"Type": "All"}`
	}
	if !strings.Contains(rest, "QualifiedLimit") {
		rest += `, "QualifiedLimit": {"Type": "All"}`
	}
	return json.RawMessage(fmt.Sprintf(`{"ConceptSets": %s, "PrimaryCriteria": {"CriteriaList": [%s], "ObservationWindow": {"PriorDays": 10, "PostDays": 5},
		"PrimaryCriteriaLimit": {"Type": %q}}, "CensoringCriteria": [], "CollapseSettings": {"CollapseType": "ERA", "EraPad": 0}, "InclusionRules": []%s}`, sets, d.primary, limit, rest))
}

const (
	diabetes = `{"ConditionOccurrence": {"CodesetId": 0}}`
	drugs    = `{"DrugExposure": {"CodesetId": 8}}`
)

// around is a window of days around the index date, "All" for an open end.
func around(before, after int) string {
	return fmt.Sprintf(`"StartWindow": {"Start": {"Days": %d, "Coeff": -1}, "End": {"Days": %d, "Coeff": 1}}`, before, after)
}

// seen is a criterion with its window and a number of occurrences: kind 0 is exactly, 1 at most, 2 at least.
func seen(criterion, window string, kind, count int, more ...string) string {
	occurrence := fmt.Sprintf(`"Occurrence": {"Type": %d, "Count": %d%s}`, kind, count, strings.Join(more, ""))
	return fmt.Sprintf(`{"Criteria": %s, %s, %s}`, criterion, window, occurrence)
}

// together is a group of criteria.
func together(kind string, parts ...string) string {
	return fmt.Sprintf(`{"Type": %q, "CriteriaList": [%s], "DemographicCriteriaList": [], "Groups": []}`, kind, strings.Join(parts, ", "))
}

// rules are inclusion rules, one for each group.
func rules(groups ...string) string {
	var all []string
	for i, g := range groups {
		all = append(all, fmt.Sprintf(`{"name": "rule %d", "expression": %s}`, i+1, g))
	}
	return `"InclusionRules": [` + strings.Join(all, ", ") + `]`
}

const distinct = `, "IsDistinct": true, "CountColumn": `

// definitions use what the sample of OHDSI's phenotypes does not, or does seldom.
var definitions = []made{
	{name: "a window for all calendar time", primary: diabetes, rest: `"CensorWindow": {"StartDate": "2019-02-01", "EndDate": "2019-08-31"}`},
	{name: "an end of calendar time", primary: drugs, rest: `"CensorWindow": {"EndDate": "2019-04-15"}, "EndStrategy": {"DateOffset": {"DateField": "EndDate", "Offset": 20}}`},
	{name: "nested groups", primary: diabetes, rest: rules(fmt.Sprintf(`{"Type": "ANY", "CriteriaList": [], "DemographicCriteriaList": [], "Groups": [%s, {"Type": "AT_LEAST", "Count": 2, "CriteriaList": [%s, %s, %s], "DemographicCriteriaList": [], "Groups": []}]}`,
		together("ALL", seen(drugs, around(60, 60), 2, 1), seen(diabetes, around(90, 0), 1, 2)),
		seen(`{"Measurement": {"CodesetId": 2}}`, around(30, 30), 2, 1), seen(`{"Observation": {"CodesetId": 4}}`, around(365, 0), 2, 1), seen(`{"VisitOccurrence": {"CodesetId": 3}}`, around(5, 5), 0, 0)))},
	{name: "a group of which one at most holds", primary: diabetes, rest: rules(strings.Replace(together("AT_MOST", seen(drugs, around(40, 40), 2, 1), seen(`{"Observation": {"CodesetId": 4}}`, around(40, 40), 2, 1), seen(`{"VisitOccurrence": {"CodesetId": 3}}`, around(9, 9), 2, 1)), `"Type"`, `"Count": 1, "Type"`, 1))},
	{name: "different concepts", primary: diabetes, rest: rules(together("ALL", seen(drugs, around(300, 300), 2, 2, distinct+`"DOMAIN_CONCEPT"`)))},
	{name: "different days", primary: diabetes, rest: rules(together("ALL", seen(drugs, around(200, 200), 2, 2, distinct+`"START_DATE"`)))},
	{name: "different visits, one at most", primary: diabetes, rest: rules(together("ALL", seen(`{"DrugExposure": {"CodesetId": 1}}`, around(200, 200), 1, 1, distinct+`"VISIT_ID"`)))},
	{name: "exactly two", primary: drugs, rest: rules(together("ALL", seen(diabetes, around(400, 400), 0, 2)))},
	{name: "at most two", primary: drugs, rest: rules(together("ALL", seen(diabetes, around(400, 400), 1, 2)))},
	{name: "none before", primary: drugs, rest: rules(together("ALL", seen(diabetes, `"StartWindow": {"Start": {"Coeff": -1}, "End": {"Days": 1, "Coeff": -1}}`, 0, 0)))},
	{name: "supply with a gap", primary: drugs, rest: `"EndStrategy": {"CustomEra": {"DrugCodesetId": 8, "GapDays": 14, "Offset": 5}}`},
	{name: "supply of a fixed length", primary: drugs, rest: `"EndStrategy": {"CustomEra": {"DrugCodesetId": 1, "GapDays": 30, "Offset": 0, "DaysSupplyOverride": 21}}`},
	{name: "days after the end of the record", primary: diabetes, rest: `"EndStrategy": {"DateOffset": {"DateField": "EndDate", "Offset": 10}}`},
	{name: "days after the start", primary: diabetes, rest: `"EndStrategy": {"DateOffset": {"DateField": "StartDate", "Offset": 30}}, "CollapseSettings": {"CollapseType": "ERA", "EraPad": 45}`},
	{name: "an observation with a value and a unit", primary: `{"Observation": {"CodesetId": 4, "ValueAsNumber": {"Value": 3, "Extent": 9, "Op": "bt"}, "Unit": [{"CONCEPT_ID": 8512, "CONCEPT_NAME": "day"}]}}`},
	{name: "an observation with a value outside of a range", primary: `{"Observation": {"CodesetId": 4, "ValueAsNumber": {"Value": 3, "Extent": 9, "Op": "!bt"}}}`},
	{name: "an observation with a coded value", primary: `{"Observation": {"CodesetId": 4, "ValueAsConcept": [{"CONCEPT_ID": 4188539, "CONCEPT_NAME": "Yes"}], "ObservationType": [{"CONCEPT_ID": 32817, "CONCEPT_NAME": "EHR"}], "ObservationTypeExclude": true}}`},
	{name: "a measurement above its range", primary: `{"Measurement": {"CodesetId": 2, "RangeHighRatio": {"Value": 1.5, "Op": "gt"}}}`},
	{name: "a measurement below its range", primary: `{"Measurement": {"CodesetId": 2, "RangeLowRatio": {"Value": 0.8, "Op": "lte"}, "Unit": [{"CONCEPT_ID": 8504, "CONCEPT_NAME": "gram"}]}}`, limit: "First"},
	{name: "a measurement with a value of one of two units", primary: `{"Measurement": {"CodesetId": 2, "ValueAsNumber": {"Value": 7, "Op": "gte"}, "First": true, "Unit": [{"CONCEPT_ID": 8504, "CONCEPT_NAME": "gram"}, {"CONCEPT_ID": 8512, "CONCEPT_NAME": "day"}]}}`},
	{name: "people", primary: diabetes, rest: rules(`{"Type": "ALL", "CriteriaList": [], "Groups": [], "DemographicCriteriaList": [{"Age": {"Value": 20, "Extent": 70, "Op": "bt"}, "Gender": [{"CONCEPT_ID": 8532, "CONCEPT_NAME": "FEMALE"}]},
		{"Race": [{"CONCEPT_ID": 8527, "CONCEPT_NAME": "White"}, {"CONCEPT_ID": 8516, "CONCEPT_NAME": "Black or African American"}], "Ethnicity": [{"CONCEPT_ID": 38003564, "CONCEPT_NAME": "Not Hispanic or Latino"}]}]}`)},
	{name: "people of one or another kind at a time", primary: drugs, rest: rules(`{"Type": "ANY", "CriteriaList": [], "Groups": [], "DemographicCriteriaList": [{"Age": {"Value": 50, "Op": "lt"}}, {"OccurrenceStartDate": {"Value": "2019-03-15", "Op": "gte"}},
		{"OccurrenceEndDate": {"Value": "2019-01-01", "Extent": "2019-02-01", "Op": "bt"}}]}`)},
	{name: "ages outside of a range", primary: `{"ConditionOccurrence": {"CodesetId": 0, "Age": {"Value": 30, "Extent": 60, "Op": "!bt"}, "Gender": [{"CONCEPT_ID": 8507, "CONCEPT_NAME": "MALE"}]}}`},
	{name: "the last of the entry events", primary: diabetes + ", " + drugs, limit: "Last"},
	{name: "the first, judged afterwards", primary: diabetes + ", " + drugs, limit: "First", rest: `"QualifiedLimit": {"Type": "Last"}, "AdditionalCriteria": ` + together("ALL", seen(drugs, around(0, 90), 2, 1))},
	{name: "all judged, the last kept", primary: diabetes, rest: `"QualifiedLimit": {"Type": "Last"}, "AdditionalCriteria": ` + together("ANY", seen(drugs, around(30, 90), 2, 1), seen(`{"Observation": {"CodesetId": 4}}`, around(365, 365), 2, 1))},
	{name: "the last that meets the rules", primary: drugs, rest: `"ExpressionLimit": {"Type": "Last"}, ` + rules(together("ALL", seen(diabetes, around(365, 0), 2, 1)), together("ALL", seen(drugs, around(0, 365), 1, 3)))},
	{name: "the same visit", primary: diabetes, rest: rules(together("ALL", strings.Replace(seen(drugs, around(100, 100), 2, 1), `{"Criteria"`, `{"RestrictVisit": true, "Criteria"`, 1)))},
	{name: "outside of observation, too", primary: diabetes, rest: rules(together("ALL", strings.Replace(seen(drugs, around(2000, 2000), 2, 1), `{"Criteria"`, `{"IgnoreObservationPeriod": true, "Criteria"`, 1)))},
	{name: "a window on the ends", primary: diabetes, rest: rules(together("ALL", seen(drugs, around(200, 200)+`, "EndWindow": {"Start": {"Days": 0, "Coeff": -1}, "End": {"Days": 90, "Coeff": 1}, "UseIndexEnd": true, "UseEventEnd": true}`, 2, 1)))},
	{name: "a window from the end of the entry event", primary: diabetes, rest: rules(together("ALL", seen(drugs, `"StartWindow": {"Start": {"Days": 0, "Coeff": 1}, "End": {"Days": 60, "Coeff": 1}, "UseIndexEnd": true}`, 2, 1)))},
	{name: "eras of a drug", primary: `{"DrugEra": {"CodesetId": 8, "EraLength": {"Value": 20, "Op": "gte"}, "OccurrenceCount": {"Value": 2, "Op": "gte"}}}`, rest: `"EndStrategy": {"DateOffset": {"DateField": "EndDate", "Offset": 0}}`},
	{name: "eras of a condition", primary: `{"ConditionEra": {"CodesetId": 0, "AgeAtStart": {"Value": 40, "Op": "gte"}, "EraStartDate": {"Value": "2018-12-01", "Op": "gt"}, "First": true}}`},
	{name: "observation itself", primary: `{"ObservationPeriod": {"First": true, "PeriodLength": {"Value": 300, "Op": "gt"}, "AgeAtStart": {"Value": 18, "Op": "gte"}}}`},
	{name: "death of a cause", primary: `{"Death": {"CodesetId": 0, "Age": {"Value": 20, "Op": "gt"}}}`},
	{name: "devices and procedures in numbers", primary: `{"DeviceExposure": {"CodesetId": 5, "Quantity": {"Value": 2, "Op": "gte"}}}, {"ProcedureOccurrence": {"CodesetId": 6, "Quantity": {"Value": 1, "Op": "gt"}}}`},
	{name: "a drug's supply", primary: `{"DrugExposure": {"CodesetId": 8, "DaysSupply": {"Value": 14, "Op": "gte"}, "Refills": {"Value": 1, "Op": "gte"}, "Quantity": {"Value": 30, "Op": "lte"}, "DrugType": [{"CONCEPT_ID": 32817, "CONCEPT_NAME": "EHR"}], "DrugTypeExclude": true}}`},
	{name: "long visits with something in them", primary: `{"VisitOccurrence": {"CodesetId": 3, "VisitLength": {"Value": 2, "Op": "gte"}, "CorrelatedCriteria": ` + together("ALL", seen(diabetes, around(0, 3), 2, 1)) + `}}`},
	{name: "the status, the visit and the specialty of a diagnosis", primary: `{"ConditionOccurrence": {"CodesetId": 0, "ConditionStatus": [{"CONCEPT_ID": 32902, "CONCEPT_NAME": "Primary diagnosis"}]}},
		{"ConditionOccurrence": {"CodesetId": 0, "VisitType": [{"CONCEPT_ID": 9201, "CONCEPT_NAME": "Inpatient Visit"}]}}, {"ConditionOccurrence": {"CodesetId": 0, "First": true, "ProviderSpecialty": [{"CONCEPT_ID": 38004451, "CONCEPT_NAME": "Cardiology"}]}}`,
		rest: rules(together("ALL", seen(`{"VisitOccurrence": {"CodesetId": 3}}`, around(300, 300), 2, 1)))},
	{name: "source concepts", primary: `{"ConditionOccurrence": {"ConditionSourceConcept": 7}}, {"DrugExposure": {"DrugSourceConcept": 1}}`},
	{name: "what is mapped, and what is left out", primary: `{"ConditionOccurrence": {"CodesetId": 7}}`, rest: rules(together("ALL", seen(`{"ConditionOccurrence": {"CodesetId": 7}}`, around(300, 1), 2, 2)))},
	{name: "censored by two kinds of events", primary: drugs, rest: `"CensoringCriteria": [` + diabetes + `, {"Death": {}}], "CollapseSettings": {"CollapseType": "ERA", "EraPad": 60}`},
	{name: "criteria of criteria", primary: `{"ConditionOccurrence": {"CodesetId": 0, "CorrelatedCriteria": ` + together("ALL", seen(`{"DrugExposure": {"CodesetId": 8, "CorrelatedCriteria": `+together("ANY", seen(`{"Measurement": {"CodesetId": 2}}`, around(30, 30), 2, 1), seen(diabetes, around(0, 20), 2, 2))+`}}`, around(60, 60), 2, 1)) + `}}`},
	{name: "any record at a time", primary: `{"ConditionOccurrence": {"OccurrenceStartDate": {"Value": "2019-01-15", "Extent": "2019-06-30", "Op": "bt"}}}`, rest: rules(together("ALL", seen(drugs, around(100, 100), 2, 1)))},

	{name: "visit detail", primary: `{"VisitDetail": {"CodesetId": 3}}`, refused: []string{"PrimaryCriteria.CriteriaList[0].VisitDetail"}},
	{name: "specimens, and payers in a rule", primary: `{"Specimen": {"CodesetId": 0}}`, rest: rules(together("ALL", seen(`{"PayerPlanPeriod": {"First": true}}`, around(0, 30), 2, 1))),
		refused: []string{"PrimaryCriteria.CriteriaList[0].Specimen", "InclusionRules[0].expression.CriteriaList[0].Criteria.PayerPlanPeriod"}},
	{name: "a region and a dose", primary: diabetes, rest: rules(together("ALL", seen(`{"LocationRegion": {"CodesetId": 0}}`, around(0, 0), 2, 1), seen(`{"DoseEra": {"CodesetId": 1}}`, around(9, 9), 2, 1))),
		refused: []string{"InclusionRules[0].expression.CriteriaList[0].Criteria.LocationRegion", "InclusionRules[0].expression.CriteriaList[1].Criteria.DoseEra"}},
	{name: "moved dates", primary: `{"ConditionOccurrence": {"CodesetId": 0, "DateAdjustment": {"StartWith": "START_DATE", "StartOffset": 1, "EndWith": "END_DATE", "EndOffset": 0}}}`,
		refused: []string{"PrimaryCriteria.CriteriaList[0].ConditionOccurrence.DateAdjustment"}},
	{name: "operators of a measurement", primary: `{"Measurement": {"CodesetId": 2, "Operator": [{"CONCEPT_ID": 4172703, "CONCEPT_NAME": "="}], "RangeLow": {"Value": 1, "Op": "gt"}, "Abnormal": true}}`,
		refused: []string{"PrimaryCriteria.CriteriaList[0].Measurement.Abnormal", "PrimaryCriteria.CriteriaList[0].Measurement.Operator", "PrimaryCriteria.CriteriaList[0].Measurement.RangeLow"}},
	{name: "words of an observation", primary: diabetes, rest: `"CensoringCriteria": [{"Observation": {"CodesetId": 4, "ValueAsString": {"Text": "x", "Op": "contains"}, "Qualifier": [{"CONCEPT_ID": 4188539, "CONCEPT_NAME": "Yes"}]}}]`,
		refused: []string{"CensoringCriteria[0].Observation.Qualifier", "CensoringCriteria[0].Observation.ValueAsString"}},
	{name: "a route and a dose", primary: `{"DrugExposure": {"CodesetId": 1, "RouteConcept": [{"CONCEPT_ID": 4132161, "CONCEPT_NAME": "Oral"}], "EffectiveDrugDose": {"Value": 5, "Op": "gt"}}}`,
		refused: []string{"PrimaryCriteria.CriteriaList[0].DrugExposure.EffectiveDrugDose", "PrimaryCriteria.CriteriaList[0].DrugExposure.RouteConcept"}},
	{name: "a period of one's own", primary: `{"ObservationPeriod": {"UserDefinedPeriod": {"StartDate": "2019-01-01", "EndDate": "2019-02-01"}}}`, refused: []string{"PrimaryCriteria.CriteriaList[0].ObservationPeriod.UserDefinedPeriod"}},
	{name: "ages and gaps of eras", primary: `{"DrugEra": {"CodesetId": 1, "AgeAtEnd": {"Value": 50, "Op": "gt"}, "GapDays": {"Value": 5, "Op": "lt"}, "GenderCS": {"CodesetId": 0, "IsExclusion": false}}}`,
		refused: []string{"PrimaryCriteria.CriteriaList[0].DrugEra.AgeAtEnd", "PrimaryCriteria.CriteriaList[0].DrugEra.GapDays", "PrimaryCriteria.CriteriaList[0].DrugEra.GenderCS"}},
}

// more gives the records of a world the columns that these definitions ask of.
var more = []string{
	"UPDATE person SET ethnicity_concept_id = CASE WHEN hash(person_id) % 2 = 0 THEN 38003564 ELSE 38003563 END",
	"INSERT INTO provider (provider_id, specialty_concept_id) VALUES (1, 38004451), (2, 38004446)",
	"UPDATE measurement SET unit_concept_id = CASE hash(measurement_id) % 3 WHEN 0 THEN 8504 WHEN 1 THEN 8512 END, value_as_number = hash(measurement_id, 1) % 20, range_low = 6, range_high = CASE WHEN hash(measurement_id, 2) % 3 > 0 THEN 8 END",
	"UPDATE observation SET unit_concept_id = CASE hash(observation_id) % 2 WHEN 0 THEN 8512 END, value_as_number = hash(observation_id, 1) % 12, value_as_concept_id = CASE hash(observation_id, 2) % 2 WHEN 0 THEN 4188539 END, observation_type_concept_id = CASE hash(observation_id, 3) % 2 WHEN 0 THEN 32817 ELSE 32812 END",
	"UPDATE drug_exposure SET quantity = hash(drug_exposure_id) % 60, refills = hash(drug_exposure_id, 1) % 4, drug_type_concept_id = CASE hash(drug_exposure_id, 2) % 3 WHEN 0 THEN 32817 ELSE 32838 END",
	"UPDATE device_exposure SET quantity = hash(device_exposure_id) % 4",
	"UPDATE procedure_occurrence SET quantity = hash(procedure_occurrence_id) % 4",
	"UPDATE condition_occurrence SET condition_status_concept_id = CASE hash(condition_occurrence_id) % 3 WHEN 0 THEN 32902 END, provider_id = 1 + hash(condition_occurrence_id, 1) % 2",
}

// Definitions of our own, with what the sample does not use, have Circe's people, dates and numbers; what cannot be said is named,
// every part of it and nothing else.
func TestDefinitionsHaveCircesPeopleOrNameTheirParts(t *testing.T) {
	readable := 0
	for _, d := range definitions {
		text := d.json()
		if !json.Valid(text) {
			t.Fatalf("%s: the test's own JSON is broken: %s", d.name, text)
		}
		_, err := circe.Read(text)
		var no *circe.UnsupportedError
		var places []string
		if errors.As(err, &no) {
			for _, p := range no.Parts {
				places = append(places, p.Path)
			}
		} else if err != nil {
			t.Errorf("%s: %v", d.name, err)
		}
		slices.Sort(places)
		slices.Sort(d.refused)
		if !slices.Equal(places, d.refused) {
			t.Errorf("%s: named are %q, want %q", d.name, places, d.refused)
		}
		if len(d.refused) == 0 {
			readable++
		}
	}
	if readable < 40 {
		t.Errorf("only %d can be read", readable)
	}
	if t.Failed() {
		return
	}
	o := newOracle(t)
	some, rows := 0, 0
	for i, d := range definitions {
		if len(d.refused) > 0 {
			continue
		}
		t.Run(d.name, func(t *testing.T) {
			read, err := circe.Read(d.json())
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(21, uint64(i)))
			path := newDatabase(t, append(wantedBy(&read.Cohort).world(r, 250), more...))
			if n := compare(t, o, openReadOnly(t, path), path, compiled(t, &read.Cohort), d.json()); n > 0 {
				some, rows = some+1, rows+n
			}
		})
	}
	t.Logf("%d of %d can be read, %d of them have members, %d rows", readable, len(definitions), some, rows)
	if some < readable-3 {
		t.Error("too few have members: the test proves little")
	}
}
