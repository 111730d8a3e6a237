package circe_test

import (
	"fmt"
	"strings"
)

// ever is an end of a window that is open.
const ever = 1 << 20

// days is a window in days from the index date, negative before it.
func days(from, to int) string { return "\"StartWindow\": " + daysOf(from, to, false, false) }

// endDays is the same of the event's end.
func endDays(from, to int) string { return "\"EndWindow\": " + daysOf(from, to, false, true) }

func daysOf(from, to int, indexEnd, eventEnd bool) string {
	end := func(n int) string {
		switch {
		case n == ever || n == -ever:
			return fmt.Sprintf(`{"Coeff": %d}`, n/ever)
		case n < 0:
			return fmt.Sprintf(`{"Days": %d, "Coeff": -1}`, -n)
		}
		return fmt.Sprintf(`{"Days": %d, "Coeff": 1}`, n)
	}
	return fmt.Sprintf(`{"Start": %s, "End": %s, "UseIndexEnd": %v, "UseEventEnd": %v}`, end(from), end(to), indexEnd, eventEnd)
}

// before, after and so on are the windows that people choose most.
var (
	everBefore = days(-ever, -1)
	dayBefore  = days(-ever, 0)
	yearBefore = days(-365, -1)
	always     = days(-ever, ever)
)

// none, atLeastOf and atMostOf are criteria with their numbers.
func none(criterion, window string) string             { return seen(criterion, window, 0, 0) }
func some(criterion, window string) string             { return seen(criterion, window, 2, 1) }
func atLeastOf(n int, criterion, window string) string { return seen(criterion, window, 2, n) }
func atMostOf(n int, criterion, window string) string  { return seen(criterion, window, 1, n) }

// onVisit asks a criterion of the same visit, anywhere outside of observation, too.
func onVisit(k string) string {
	return strings.Replace(k, `{"Criteria"`, `{"RestrictVisit": true, "Criteria"`, 1)
}
func anywhere(k string) string {
	return strings.Replace(k, `{"Criteria"`, `{"IgnoreObservationPeriod": true, "Criteria"`, 1)
}

// nested is a group of groups; people are demographic criteria.
func nested(kind string, count int, criteria, people, groups []string) string {
	return fmt.Sprintf(`{"Type": %q, "Count": %d, "CriteriaList": [%s], "DemographicCriteriaList": [%s], "Groups": [%s]}`, kind, count,
		strings.Join(criteria, ", "), strings.Join(people, ", "), strings.Join(groups, ", "))
}

// Criteria as people build them.
const (
	hospital  = `{"VisitOccurrence": {"CodesetId": 3}}`
	falls     = `{"Observation": {"CodesetId": 4}}`
	scan      = `{"ProcedureOccurrence": {"CodesetId": 6}}`
	metformin = `{"DrugExposure": {"CodesetId": 1}}`
	hb        = `{"Measurement": {"CodesetId": 2}}`
	raised    = `{"ConditionOccurrence": {"CodesetId": 7}}`
	death     = `{"Death": {}}`
	adult     = `{"Age": {"Value": 18, "Op": "gte"}}`
	woman     = `{"Gender": [{"CONCEPT_ID": 8532, "CONCEPT_NAME": "FEMALE"}]}`
	inpatient = `"VisitType": [{"CONCEPT_ID": 9201, "CONCEPT_NAME": "Inpatient Visit"}]`
	gram      = `"Unit": [{"CONCEPT_ID": 8504, "CONCEPT_NAME": "gram"}]`
)

// fixed is an exit so many days after the start or the end of the index record, and a gap between eras.
func fixed(field string, offset, pad int) string {
	return fmt.Sprintf(`"EndStrategy": {"DateOffset": {"DateField": %q, "Offset": %d}}, "CollapseSettings": {"CollapseType": "ERA", "EraPad": %d}`, field, offset, pad)
}

func supply(set, gap, after int) string {
	return fmt.Sprintf(`"EndStrategy": {"CustomEra": {"DrugCodesetId": %d, "GapDays": %d, "Offset": %d}}`, set, gap, after)
}

func censor(by ...string) string { return `"CensoringCriteria": [` + strings.Join(by, ", ") + `]` }

const (
	firstOnly = `"ExpressionLimit": {"Type": "First"}`
	lastOnly  = `"ExpressionLimit": {"Type": "Last"}`
)

// users are definitions as the users of ATLAS build them, written before it was looked at what can be read.
var users = []made{
	{name: "new diabetes of adults, treated soon", observed: "365, 0", limit: "First", primary: `{"ConditionOccurrence": {"CodesetId": 0, "First": true}}`,
		rest: rules(nested("ALL", 0, nil, []string{adult}, nil), together("ALL", some(metformin, days(0, 90))), together("ALL", none(raised, everBefore))) + ", " + firstOnly},
	{name: "diabetes by two diagnoses a month apart or one in hospital", observed: "0, 0", primary: diabetes, rest: rules(nested("ANY", 0,
		[]string{some(diabetes, days(30, 365))}, nil, []string{together("ALL", onVisit(some(hospital, days(-30, 30))))})) + ", " + firstOnly},
	{name: "new users followed while they take it", observed: "180, 0", limit: "First", primary: metformin,
		rest: rules(together("ALL", some(diabetes, dayBefore)), together("ALL", none(drugs, days(-180, -1)))) + ", " + supply(1, 30, 0) + ", " + censor(raised, death)},
	{name: "low haemoglobin, confirmed", observed: "0, 0", primary: `{"Measurement": {"CodesetId": 2, "ValueAsNumber": {"Value": 8, "Op": "lt"}, ` + gram + `, "CorrelatedCriteria": ` +
		together("ALL", some(`{"Measurement": {"CodesetId": 2, "ValueAsNumber": {"Value": 8, "Op": "lt"}}}`, days(1, 90))) + `}}`, rest: fixed("StartDate", 180, 0)},
	{name: "admissions for diabetes", observed: "0, 0", primary: `{"VisitOccurrence": {"CodesetId": 3, "CorrelatedCriteria": ` +
		together("ALL", onVisit(some(`{"ConditionOccurrence": {"CodesetId": 0, "ConditionStatus": [{"CONCEPT_ID": 32902, "CONCEPT_NAME": "Primary diagnosis"}]}}`, days(-3, 30)))) + `}}`,
		rest: untilTheEnd},
	{name: "admissions with a fall and a scan", observed: "30, 0", primary: hospital, rest: rules(together("ALL", onVisit(some(falls, days(-20, 20)))), together("ALL", onVisit(some(scan, days(-20, 40))))) + ", " + fixed("EndDate", 0, 7)},
	{name: "women of childbearing age", primary: drugs, limit: "First", rest: rules(nested("ALL", 0, nil, []string{`{"Age": {"Value": 15, "Extent": 49, "Op": "bt"}, "Gender": [{"CONCEPT_ID": 8532, "CONCEPT_NAME": "FEMALE"}]}`}, nil))},
	{name: "exactly one scan in the month after", observed: "0, 30", limit: "First", primary: diabetes, rest: rules(together("ALL", seen(scan, days(0, 30), 0, 1)))},
	{name: "two stays at most in the year before", observed: "365, 0", primary: diabetes, rest: rules(together("ALL", atMostOf(2, hospital, yearBefore))) + ", " + lastOnly},
	{name: "any of three, with two of three", observed: "0, 0", primary: diabetes + ", " + scan + ", " + hb,
		rest: `"AdditionalCriteria": ` + nested("AT_LEAST", 2, []string{some(diabetes, days(-30, 30)), some(scan, days(-30, 30)), some(hb, days(-30, 30))}, nil, nil) + `, "QualifiedLimit": {"Type": "First"}`},
	{name: "stays joined over a week", observed: "0, 0", primary: hospital, rest: fixed("EndDate", 0, 7) + `, "CensorWindow": {"StartDate": "2018-01-01", "EndDate": "2019-12-31"}`},
	{name: "two months on a drug", observed: "0, 0", primary: `{"DrugEra": {"CodesetId": 8, "EraLength": {"Value": 60, "Op": "gte"}}}`, rest: untilTheEnd + ", " + censor(death)},
	{name: "a second episode", observed: "0, 0", primary: `{"ConditionEra": {"CodesetId": 0, "OccurrenceCount": {"Value": 2, "Op": "gte"}, "AgeAtStart": {"Value": 18, "Op": "gte"}}}`, limit: "First", rest: fixed("StartDate", 365, 0)},
	{name: "censored in three ways, in two years", primary: drugs, rest: censor(hospital, death, diabetes) + `, "CensorWindow": {"StartDate": "2018-06-01", "EndDate": "2019-06-30"}, ` + supply(8, 60, 30)},
	{name: "everybody at risk", observed: "0, 0", limit: "First", primary: `{"ObservationPeriod": {"First": true, "AgeAtStart": {"Value": 18, "Extent": 80, "Op": "bt"}, "PeriodLength": {"Value": 365, "Op": "gte"}}}`,
		rest: rules(together("ALL", none(diabetes, dayBefore)))},
	{name: "a positive test", observed: "0, 0", primary: `{"Measurement": {"CodesetId": 2, "ValueAsConcept": [{"CONCEPT_ID": 4188539, "CONCEPT_NAME": "Yes"}]}}, {"Observation": {"CodesetId": 4, "ValueAsConcept": [{"CONCEPT_ID": 4188539, "CONCEPT_NAME": "Yes"}]}}`, limit: "First"},
	{name: "a scan without a stay in the month after", observed: "0, 30", primary: `{"ProcedureOccurrence": {"CodesetId": 6, "First": true}}`, rest: rules(together("ALL", none(hospital, days(1, 30)), none(death, days(0, 30))))},
	{name: "a device after a scan", observed: "0, 0", primary: `{"DeviceExposure": {"CodesetId": 5, "Quantity": {"Value": 1, "Op": "gte"}}}`, rest: rules(together("ALL", some(scan, days(-90, 0))))},
	{name: "deaths in the year after a diagnosis", observed: "0, 0", primary: death, rest: rules(together("ALL", some(diabetes, days(-365, 0))))},
	{name: "three times the upper limit, twice", observed: "0, 0", primary: `{"Measurement": {"CodesetId": 2, "RangeHighRatio": {"Value": 1.2, "Op": "gte"}}}`, limit: "First",
		rest: rules(together("ALL", seen(`{"Measurement": {"CodesetId": 2, "RangeHighRatio": {"Value": 1.2, "Op": "gte"}}}`, days(0, 90), 2, 2, distinct+`"START_DATE"`)))},
	{name: "two drugs at two visits", observed: "0, 0", primary: diabetes, rest: rules(together("ALL", seen(drugs, days(0, 180), 2, 2, distinct+`"VISIT_ID"`)))},
	{name: "in hospital on the day", observed: "0, 0", primary: diabetes, rest: rules(together("ALL", some(hospital, days(-ever, 0)+", "+endDays(0, ever))))},
	{name: "discharged in the month before", observed: "0, 0", primary: falls, rest: rules(together("ALL", some(hospital, "\"StartWindow\": "+daysOf(-30, 0, false, true))))},
	{name: "long prescriptions by mouth, none before", observed: "180, 0", primary: `{"DrugExposure": {"CodesetId": 8, "DaysSupply": {"Value": 14, "Op": "gte"}, "Refills": {"Value": 1, "Op": "gte"}, "RouteConcept": [{"CONCEPT_ID": 4132161, "CONCEPT_NAME": "Oral"}]}}`,
		rest: rules(together("ALL", none(drugs, days(-180, -1))))},
	{name: "twice at the cardiologist", observed: "0, 0", primary: `{"ConditionOccurrence": {"CodesetId": 0, "ProviderSpecialty": [{"CONCEPT_ID": 38004451, "CONCEPT_NAME": "Cardiology"}]}}`,
		rest: rules(together("ALL", atLeastOf(1, `{"ConditionOccurrence": {"CodesetId": 0, "ProviderSpecialty": [{"CONCEPT_ID": 38004451, "CONCEPT_NAME": "Cardiology"}]}}`, days(1, 365)))) + ", " + firstOnly},
	{name: "groups in groups in groups", observed: "30, 30", primary: diabetes, rest: rules(nested("ANY", 0, nil, nil, []string{
		nested("ALL", 0, []string{some(drugs, days(0, 90))}, []string{woman}, []string{nested("AT_LEAST", 2, []string{some(falls, always), some(scan, always), none(hospital, yearBefore)}, []string{adult}, nil)}),
		nested("AT_MOST", 1, []string{some(hb, always), some(raised, always)}, nil, []string{together("ANY", atLeastOf(3, drugs, always), some(death, always))})}))},
	{name: "seen again after a month and within a year", observed: "0, 31", primary: diabetes, limit: "First", rest: rules(together("ALL", some(`{"VisitOccurrence": {}}`, days(31, 365))))},
	{name: "never before in all that is known", observed: "0, 0", primary: diabetes, rest: rules(together("ALL", anywhere(none(drugs, everBefore)), anywhere(some(hb, always))))},
	{name: "the last of the year, a year observed", observed: "365, 0", primary: `{"DrugExposure": {"CodesetId": 8, "OccurrenceStartDate": {"Value": "2019-01-01", "Extent": "2019-12-31", "Op": "bt"}}}`, limit: "Last"},
	{name: "of an age outside of a range, at a time", primary: `{"ConditionOccurrence": {"CodesetId": 0, "Age": {"Value": 18, "Extent": 65, "Op": "!bt"}, "OccurrenceStartDate": {"Value": "2018-07-01", "Op": "gt"}}}`,
		rest: rules(nested("ALL", 0, nil, []string{`{"OccurrenceStartDate": {"Value": "2019-09-30", "Op": "lte"}, "Ethnicity": [{"CONCEPT_ID": 38003564, "CONCEPT_NAME": "Not Hispanic or Latino"}], "Race": [{"CONCEPT_ID": 8527, "CONCEPT_NAME": "White"}]}`}, nil))},
	{name: "a diagnosis with a drug before it that a test was before", observed: "0, 0", primary: diabetes, rest: rules(together("ALL", some(`{"DrugExposure": {"CodesetId": 8, "CorrelatedCriteria": `+
		together("ALL", some(`{"Measurement": {"CodesetId": 2, "ValueAsNumber": {"Value": 6, "Op": "gt"}}}`, days(-30, 0)))+`}}`, days(-180, 0))))},
	{name: "source codes and standard ones", observed: "0, 0", primary: `{"ConditionOccurrence": {"CodesetId": 0, "ConditionSourceConcept": 7}}, {"ConditionOccurrence": {"ConditionSourceConcept": 7, "First": true}}`},
	{name: "intensive care in a stay", observed: "0, 0", ports: alone, primary: `{"VisitOccurrence": {"CodesetId": 3, "VisitLength": {"Value": 2, "Op": "gte"}, "CorrelatedCriteria": ` + together("ALL", onVisit(some(`{"VisitDetail": {"CodesetId": 3}}`, days(0, 30)))) + `}}`, rest: untilTheEnd},
	{name: "insured through the year before", observed: "0, 0", ports: alone, primary: diabetes, rest: rules(together("ALL", some(`{"PayerPlanPeriod": {"PayerConcept": 11}}`, days(-ever, -100)+", "+endDays(0, ever))))},
	{name: "first exposures, with days for their effect", observed: "0, 0", ports: alone, limit: "First", primary: moved("DrugExposure", `"CodesetId": 8, "First": true`, fromStart, 0, fromStart, 30), rest: untilTheEnd},
	{name: "restricted and then no longer", observed: "0, 0", primary: diabetes, rest: `"AdditionalCriteria": ` + nested("ALL", 0, nil, nil, nil) + `, "QualifiedLimit": {"Type": "First"}`},
	{name: "a rule without criteria beside one that has some", observed: "0, 0", primary: drugs, rest: rules(nested("ANY", 0, nil, nil, nil), together("ALL", some(diabetes, always)))},
	{name: "days that overlap the stay, seen from its end", observed: "0, 0", primary: hospital, rest: rules(together("ALL",
		some(drugs, "\"StartWindow\": "+daysOf(-2, 2, true, false)), some(drugs, days(-ever, 5)+", \"EndWindow\": "+daysOf(-10, ever, true, true)))) + ", " + untilTheEnd},
	{name: "a drug on the day, no other sex, with none of anything after", observed: "0, 0", primary: metformin, rest: rules(nested("ALL", 0, []string{some(diabetes, days(0, 0)), atMostOf(0, falls, days(1, ever))},
		[]string{`{"Gender": [{"CONCEPT_ID": 8507, "CONCEPT_NAME": "MALE"}]}`}, nil))},
	{name: "doses by weight and people by where they live", observed: "0, 0", primary: `{"DrugExposure": {"CodesetId": 8, "EffectiveDrugDose": {"Value": 5, "Op": "gt"}}}`, rest: rules(together("ALL", some(`{"LocationRegion": {"CodesetId": 0}}`, always))),
		refused: []string{"InclusionRules[0].expression.CriteriaList[0].Criteria.LocationRegion", "PrimaryCriteria.CriteriaList[0].DrugExposure.EffectiveDrugDose"}},
}
