package compile

import (
	"slices"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/study"
)

// domain is where the records of a domain stand, and how people call them.
type domain struct {
	table       string
	short       string // alias
	placeholder string // the domain of its concept sets; empty where it has none
	records     string // the column that counts them
	name        string // the column that names their concepts
	cost        string // cost_domain_id
}

var domains = map[study.Domain]domain{
	study.Condition:    {"condition_occurrence", "co", "condition", "records", "condition", "Condition"},
	study.Drug:         {"drug_exposure", "de", "drug", "prescriptions", "drug", "Drug"},
	study.Procedure:    {"procedure_occurrence", "po", "procedure", "procedures", "procedure", "Procedure"},
	study.Measurement:  {"measurement", "me", "measurement", "measurements", "measurement", "Measurement"},
	study.Observation:  {"observation", "ob", "observation", "records", "observation", "Observation"},
	study.Device:       {"device_exposure", "dv", "device", "records", "device", "Device"},
	study.Visit:        {"visit_occurrence", "vo", "visit", "visits", "visit_type", "Visit"},
	study.DrugEra:      {"drug_era", "er", "drug", "eras", "ingredient", ""},
	study.ConditionEra: {"condition_era", "ce", "condition", "eras", "condition", ""},
	study.Death:        {"death", "d", "", "deaths", "cause_of_death", ""},
	study.VisitDetail:  {"visit_detail", "vd", "visit", "parts", "visit_type", ""},
	study.Specimen:     {"specimen", "sp", "", "specimens", "specimen", ""},
	study.DoseEra:      {"dose_era", "dose", "drug", "eras", "ingredient", ""},
	study.PayerPlan:    {"payer_plan_period", "pp", "", "periods", "payer", ""},
	study.Observed:     {"observation_period", "op", "", "periods", "", ""},
	study.KeptCohort:   {"cohort", "ch", "cohort", "entries", "", ""},
}

// role says what a column of an event table holds.
type role int

const (
	personID role = iota
	recordID
	startDate
	endDate // NULL where none is recorded
	concept
	sourceConcept
	sourceValue
	typeConcept
	visitID
	providerID
	value
	valueConcept
	unitConcept
	daysSupply
	quantity
	refills
	conditionStatus
	rangeHigh
	rangeLow
	eraRecords   // how many records an era is made of
	lastDate     // as record.until has it
	observedFrom // the first day of the observation period of the start
	observedTo
	rawID // the key in its own table, where recordID tells tables apart
	routeConcept
	operatorConcept
	qualifierConcept
	modifierConcept
	siteConcept
	diseaseConcept
	careSiteID
	planConcept
	sponsorConcept
	stopConcept
	planSource
	sponsorSource
	stopSource
	stopReason
	lotNumber
	valueString
	gapDays
	doseValue
	planName
	unitSource
)

// roleNames are the columns' names in subqueries.
var roleNames = [...]string{"person_id", "record_id", "start_date", "end_date", "concept_id", "source_concept_id",
	"source_value", "type_concept_id",
	"visit_occurrence_id", "provider_id", "value_as_number", "value_as_concept_id", "unit_concept_id", "days_supply",
	"quantity", "refills", "condition_status_concept_id", "range_high", "range_low", "record_count", "last_date",
	"observed_from", "observed_to", "raw_id", "route_concept_id", "operator_concept_id", "qualifier_concept_id",
	"modifier_concept_id", "anatomic_site_concept_id", "disease_status_concept_id", "care_site_id", "plan_concept_id",
	"sponsor_concept_id", "stop_reason_concept_id", "plan_source_concept_id", "sponsor_source_concept_id",
	"stop_reason_source_concept_id", "stop_reason", "lot_number", "value_as_string", "gap_days", "dose_value",
	"plan_source_value", "unit_source_value"}

// columnOf finds the column of a role in an event table; empty where it has none.
func columnOf(t *schema.Table, r role) string {
	if t.Name == "cohort" {
		return map[role]string{personID: "subject_id", startDate: "cohort_start_date", endDate: "cohort_end_date",
			concept: "cohort_definition_id"}[r]
	}
	switch r {
	case recordID, rawID:
		if len(t.Key) == 1 {
			return t.Key[0]
		}
		return "person_id" // death: one a person
	case startDate:
		return t.StartDate
	case endDate:
		return t.EndDate
	case concept:
		return t.ConceptColumn
	case sourceConcept:
		return t.SourceConceptColumn
	case sourceValue:
		return t.SourceValueColumn
	case typeConcept:
		return t.TypeColumn
	case eraRecords:
		return map[string]string{"drug_era": "drug_exposure_count",
			"condition_era": "condition_occurrence_count"}[t.Name]
	}
	if c, ok := t.Column(roleNames[r]); ok {
		return c.Name
	}
	return ""
}

// hasOpenEnds reports whether end dates of a table may be missing: those of derived tables and observation periods
// never are.
func hasOpenEnds(t *schema.Table) bool {
	return t.Group != "derived" &&
		!slices.Contains([]string{"observation_period", "visit_detail", "payer_plan_period", "cohort"}, t.Name)
}
