package circe_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study/circe"
)

var update = flag.Bool("update", false, "rewrite the table of docs/cohorts.md")

// What a field of Circe's criteria holds, by an example.
const (
	concepts = `[{"CONCEPT_ID": 8532, "CONCEPT_NAME": "x"}]`
	set      = `{"CodesetId": 0, "IsExclusion": false}`
	sexSet   = `{"CodesetId": 1, "IsExclusion": true}`
	numbers  = `{"Value": 5, "Op": "gte"}`
	dates    = `{"Value": "2010-01-01", "Op": "gte"}`
	words    = `{"Text": "x", "Op": "contains"}`
	group    = `{"Type": "ALL", "CriteriaList": [{"Criteria": {"Death": {}}, "Occurrence": {"Type": 2, "Count": 1}}]}`
	adjust   = `{"StartWith": "START_DATE", "StartOffset": 1, "EndWith": "END_DATE", "EndOffset": 0}`
)

// field is one field of a kind of criteria.
type field struct{ name, value string }

func fields(value string, names ...string) []field {
	var all []field
	for _, n := range names {
		all = append(all, field{n, value})
	}
	return all
}

// common are the fields that most kinds have; of records with a visit and a provider, further ones.
var (
	common  = slices.Concat(fields("0", "CodesetId"), fields("true", "First"), fields(concepts, "Gender"), fields(sexSet, "GenderCS"), fields(adjust, "DateAdjustment"), fields(group, "CorrelatedCriteria"))
	records = slices.Concat(common, fields(dates, "OccurrenceStartDate"), fields(numbers, "Age"), fields(concepts, "VisitType", "ProviderSpecialty"), fields(set, "VisitTypeCS", "ProviderSpecialtyCS"))
	eras    = slices.Concat(common, fields(dates, "EraStartDate", "EraEndDate"), fields(numbers, "OccurrenceCount", "EraLength", "AgeAtStart", "AgeAtEnd"))
)

// criteria are the kinds of criteria that Circe has (version 1.11), with their fields.
var criteria = []struct {
	kind   string
	fields []field
}{
	{"ConditionEra", eras},
	{"ConditionOccurrence", slices.Concat(records, fields(dates, "OccurrenceEndDate"), fields("0", "ConditionSourceConcept"), fields(concepts, "ConditionType", "ConditionStatus"), fields(set, "ConditionTypeCS", "ConditionStatusCS"), fields(words, "StopReason"))},
	{"Death", slices.Concat(common, fields(dates, "OccurrenceStartDate"), fields(numbers, "Age"), fields("0", "DeathSourceConcept"), fields(concepts, "DeathType"), fields(set, "DeathTypeCS"))},
	{"DeviceExposure", slices.Concat(records, fields(dates, "OccurrenceEndDate"), fields("0", "DeviceSourceConcept"), fields(concepts, "DeviceType"), fields(set, "DeviceTypeCS"), fields(numbers, "Quantity"), fields(words, "UniqueDeviceId"))},
	{"DoseEra", slices.Concat(common, fields(dates, "EraStartDate", "EraEndDate"), fields(concepts, "Unit"), fields(set, "UnitCS"), fields(numbers, "DoseValue", "EraLength", "AgeAtStart", "AgeAtEnd"))},
	{"DrugEra", slices.Concat(eras, fields(numbers, "GapDays"))},
	{"DrugExposure", slices.Concat(records, fields(dates, "OccurrenceEndDate"), fields("0", "DrugSourceConcept"), fields(concepts, "DrugType", "RouteConcept", "DoseUnit"), fields(set, "DrugTypeCS", "RouteConceptCS", "DoseUnitCS"),
		fields(numbers, "Refills", "Quantity", "DaysSupply", "EffectiveDrugDose"), fields(words, "StopReason", "LotNumber"))},
	{"LocationRegion", nil},
	{"Measurement", slices.Concat(records, fields("0", "MeasurementSourceConcept"), fields(concepts, "MeasurementType", "Operator", "ValueAsConcept", "Unit"), fields(set, "MeasurementTypeCS", "OperatorCS", "ValueAsConceptCS", "UnitCS"),
		fields(numbers, "ValueAsNumber", "RangeLow", "RangeHigh", "RangeLowRatio", "RangeHighRatio"), fields("true", "Abnormal"))},
	{"Observation", slices.Concat(records, fields("0", "ObservationSourceConcept"), fields(concepts, "ObservationType", "ValueAsConcept", "Qualifier", "Unit"), fields(set, "ObservationTypeCS", "ValueAsConceptCS", "QualifierCS", "UnitCS"),
		fields(numbers, "ValueAsNumber"), fields(words, "ValueAsString"))},
	{"ObservationPeriod", slices.Concat(fields("true", "First"), fields(dates, "PeriodStartDate", "PeriodEndDate"), fields(concepts, "PeriodType"), fields(set, "PeriodTypeCS"), fields(numbers, "PeriodLength", "AgeAtStart", "AgeAtEnd"),
		fields(`{"StartDate": "2010-01-01", "EndDate": "2011-01-01"}`, "UserDefinedPeriod"), fields(adjust, "DateAdjustment"), fields(group, "CorrelatedCriteria"))},
	{"PayerPlanPeriod", slices.Concat(fields("true", "First"), fields(concepts, "Gender"), fields(sexSet, "GenderCS"), fields(adjust, "DateAdjustment"), fields(group, "CorrelatedCriteria"), fields(dates, "PeriodStartDate", "PeriodEndDate"),
		fields(numbers, "PeriodLength", "AgeAtStart", "AgeAtEnd"), fields(`{"StartDate": "2010-01-01", "EndDate": "2011-01-01"}`, "UserDefinedPeriod"),
		fields("0", "PayerConcept", "PlanConcept", "SponsorConcept", "StopReasonConcept", "PayerSourceConcept", "PlanSourceConcept", "SponsorSourceConcept", "StopReasonSourceConcept"))},
	{"ProcedureOccurrence", slices.Concat(records, fields(dates, "OccurrenceEndDate"), fields("0", "ProcedureSourceConcept"), fields(concepts, "ProcedureType", "Modifier"), fields(set, "ProcedureTypeCS", "ModifierCS"), fields(numbers, "Quantity"))},
	{"Specimen", slices.Concat(common, fields(dates, "OccurrenceStartDate"), fields(concepts, "SpecimenType", "Unit", "AnatomicSite", "DiseaseStatus"), fields(set, "SpecimenTypeCS", "UnitCS", "AnatomicSiteCS", "DiseaseStatusCS"),
		fields(numbers, "Quantity", "Age"), fields("0", "SpecimenSourceConcept"), fields(words, "SourceId"))},
	{"VisitDetail", slices.Concat(common, fields(dates, "VisitDetailStartDate", "VisitDetailEndDate"), fields("0", "VisitDetailSourceConcept", "PlaceOfServiceLocation"), fields(numbers, "VisitDetailLength", "Age"),
		fields(set, "VisitDetailTypeCS", "ProviderSpecialtyCS", "PlaceOfServiceCS"))},
	{"VisitOccurrence", slices.Concat(records, fields(dates, "OccurrenceEndDate"), fields("0", "VisitSourceConcept"), fields(numbers, "VisitLength"), fields(concepts, "PlaceOfService"), fields(set, "PlaceOfServiceCS"), fields("0", "PlaceOfServiceLocation"))},
}

// refused is what Read says of a criterion of a kind with one field, "" where it reads it.
func refused(t *testing.T, kind string, f field) string {
	t.Helper()
	body := "{}"
	if f.name != "" {
		body = fmt.Sprintf("{%q: %s}", f.name, f.value)
	}
	definition := fmt.Sprintf(`{"ConceptSets": [{"id": 0, "name": "x", "expression": {"items": [{"concept": {"CONCEPT_ID": 201826, "CONCEPT_NAME": "x"}, "includeDescendants": true}]}},
			{"id": 1, "name": "women", "expression": {"items": [{"concept": {"CONCEPT_ID": 8532, "CONCEPT_NAME": "FEMALE"}}]}}],
		"PrimaryCriteria": {"CriteriaList": [{%q: %s}], "ObservationWindow": {"PriorDays": 0, "PostDays": 0}, "PrimaryCriteriaLimit": {"Type": "All"}}}`, kind, body)
	if !json.Valid([]byte(definition)) {
		t.Fatalf("%s.%s: the test's own JSON is broken", kind, f.name)
	}
	_, err := circe.Read([]byte(definition))
	var cannot *circe.UnsupportedError
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &cannot):
		t.Fatalf("%s.%s: %v", kind, f.name, err)
	}
	for _, p := range cannot.Parts {
		if !strings.HasPrefix(p.Path, strings.TrimSuffix("PrimaryCriteria.CriteriaList[0]."+kind+"."+f.name, ".")) {
			t.Errorf("%s.%s: another part is named: %s", kind, f.name, p)
		}
	}
	return cannot.Parts[0].Why
}

const (
	begins = "<!-- made by go test ./omop/study/circe -run TestTheParts -update -->\n"
	stops  = "<!-- end -->\n"
)

// TestThePartsThatAreReadAreThoseOfTheDocument asks the reader of each field of each kind of Circe's criteria, and
// holds that docs/cohorts.md says the same.
func TestThePartsThatAreReadAreThoseOfTheDocument(t *testing.T) {
	var b strings.Builder
	b.WriteString("| criteria | read | not read |\n| --- | --- | --- |\n")
	readable := 0
	for _, c := range criteria {
		var in, out []string
		for _, f := range c.fields {
			if refused(t, c.kind, f) == "" {
				in = append(in, f.name)
			} else {
				out = append(out, f.name)
			}
		}
		switch why := refused(t, c.kind, field{}); {
		case why != "" && len(in) > 0:
			t.Errorf("%s is refused, and some of its fields are not", c.kind)
		case why != "":
			out = []string{"the kind itself"}
		default:
			readable++
		}
		slices.Sort(in)
		slices.Sort(out)
		fmt.Fprintf(&b, "| %s | %s | %s |\n", c.kind, strings.Join(in, ", "), strings.Join(out, ", "))
	}
	if readable < 14 {
		t.Errorf("only %d kinds are read", readable)
	}
	const file = "../../../docs/cohorts.md"
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := bytes.Cut(doc, []byte(begins))
	old, after, closed := bytes.Cut(rest, []byte(stops))
	if !found || !closed {
		t.Fatalf("%s has no place for the table", file)
	}
	if string(old) == b.String() {
		return
	}
	if !*update {
		t.Fatalf("%s says other than the reader does; run this test with -update. The reader:\n%s", file, b.String())
	}
	if err := os.WriteFile(file, slices.Concat(before, []byte(begins), []byte(b.String()), []byte(stops), after),
		0o644); err != nil {
		t.Fatal(err)
	}
}
