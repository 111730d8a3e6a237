package form

import (
	"encoding/json"
	"maps"

	"github.com/askomop/askomop/omop/study"
)

// schema is a part of a JSON schema: of the kind that OpenAI's, Google's and Anthropic's models, and llama.cpp's
// servers, hold an answer to. It has no references, so that each of them takes it.
type schema struct {
	Type       string             `json:"type"`
	Properties map[string]*schema `json:"properties,omitempty"`
	Required   []string           `json:"required,omitempty"`
	Items      *schema            `json:"items,omitempty"`
	Enum       []string           `json:"enum,omitempty"`
}

func object(required []string, properties map[string]*schema) *schema {
	return &schema{Type: "object", Properties: properties, Required: required}
}

func list(of *schema) *schema { return &schema{Type: "array", Items: of} }

var (
	text   = &schema{Type: "string"}
	number = &schema{Type: "number"}
	whole  = &schema{Type: "integer"}
	truth  = &schema{Type: "boolean"}
	texts  = list(text)
)

func oneOf[T ~string](values ...T) *schema {
	s := &schema{Type: "string"}
	for _, v := range values {
		s.Enum = append(s.Enum, string(v))
	}
	return s
}

// quantities are those that a form can say.
var quantities = []study.Quantity{
	study.AgeYears, study.BirthYear, study.Value, study.Duration, study.DaysSupply, study.Amount,
	study.Refills, study.Paid, study.PaidByPatient, study.PaidByPayer, study.Charged, study.PatientShare,
	study.DaysTo, study.Occurrences, study.Distincts, study.Total, study.ObservedDays, study.FollowUpDays,
	study.PriorDays, study.Gap, study.PDC, study.DaysCovered, study.ValueChange,
}

// Schema is the JSON schema of a form.
func Schema() string {
	span := object(nil, map[string]*schema{"at_least": number, "above": number, "at_most": number, "below": number})
	dates := object(nil, map[string]*schema{"from": text, "to": text})
	people := object(nil, map[string]*schema{
		"sex": oneOf("female", "male"), "race": text, "ethnicity": text, "state": text, "born": dates, "age": span,
		"age_on": text, "observed_days_before": whole, "observed_days_after": whole, "observed_for": text,
		"observed_in": dates,
	})
	when := map[string]*schema{
		"events": texts, "from": text, "to": text, "after_end": truth, "other": truth,
		"place": oneOf(study.During, study.Covering, study.Overlapping, study.SameVisit, study.SameYear),
	}
	short := object([]string{"events"}, when)
	var adds []study.Quantity
	for _, q := range quantities {
		if q.CanBeSummed() {
			adds = append(adds, q)
		}
	}
	summed := oneOf(adds...)
	link := map[string]*schema{
		"summed": summed,
		"none":   truth, "times": span, "distinct": oneOf(study.ByDay, study.ByConcept, study.ByIngredient),
		"apart_days": whole, "how_many": span, "or_observed": text, "who": people,
	}
	maps.Copy(link, when)
	criterion := object(nil, link)
	event := object([]string{"name", "domain"}, map[string]*schema{
		"name": text, "concepts": texts, "except": texts, "value": span, "unit": text, "result": texts, "visit": texts,
		"specialty": texts, "abnormal": truth, "days": span, "days_supply": span, "age": span, "during": dates, "touching": dates,
		"with": list(short),
		"domain": oneOf(study.Condition, study.Drug, study.Procedure, study.Measurement, study.Observation,
			study.Device, study.Visit,
			study.DrugEra, study.ConditionEra, study.Death, study.Observed),
		"which": oneOf("any", study.First, study.Last, study.Second, study.Third, study.FirstOfThese,
			study.LastOfThese, study.FirstOfEach),
	})
	by := object([]string{"kind"}, map[string]*schema{
		"of": oneOf(study.OfIndex, study.OfOutcome, study.OfDeath), "width": whole, "bands": list(span), "event": text,
		"when": short, "level": oneOf("ingredient", "dose_form", "source_code", "source_value"), "zeros": truth,
		"only": texts, "on": text, "kind": oneOf(study.Sex, study.Race, study.Ethnicity, study.State, study.AgeGroup, study.Year,
			study.Quarter, study.Month, study.MonthOfYear,
			study.Week, study.Day, study.BornIn, study.BornDecade, study.Decade, study.VisitType, study.Specialty,
			study.CareSite, study.Concept),
	})
	root := object([]string{"measure"}, map[string]*schema{
		"cannot": text, "summed": summed, "unit": text, "within": span, "age_on": text, "to": short, "quantile": number, "per": number,
		"zeros": truth, "of_total": truth, "change": truth, "cumulative": truth,
		"prevalence": oneOf(study.Point, study.PeriodPrevalence, study.Lifetime), "after": texts, "washout": text,
		"risk_from": text, "risk_to": text, "risk_prior_observation_days": whole, "risk_repeat": truth,
		"risk_age": span,
		"events":   list(event), "index": text, "people": people, "criteria": list(criterion), "outcome": list(criterion),
		"by": list(by), "period": dates, "top": whole, "lowest": truth, "assumptions": texts,
		"measure": oneOf("count", "share", "mean", "median", "quartiles", "quantile", "min", "max", "sd", "sum",
			"summary", "distribution", "rate",
			"incidence_proportion", "prevalence", "person_time", "survival", "persistence", "coverage"),
		"of":       oneOf("persons", study.Records, study.Concepts, study.Ingredients, study.Providers, study.Stays),
		"quantity": oneOf(quantities...),
	})
	data, err := json.Marshal(root)
	if err != nil {
		return "" // strings and maps of them have a JSON
	}
	return string(data)
}
