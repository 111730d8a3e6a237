package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// codedRoles are the columns of attributes that the record has itself.
var codedRoles = map[study.CodedAttribute]role{
	study.RouteIs: routeConcept, study.OperatorIs: operatorConcept, study.QualifierIs: qualifierConcept,
	study.ModifierIs: modifierConcept, study.SiteIs: siteConcept, study.DiseaseIs: diseaseConcept,
	study.PayerIs: concept, study.PlanIs: planConcept, study.SponsorIs: sponsorConcept, study.StopIs: stopConcept,
	study.PayerCode: sourceConcept, study.PlanCode: planSource, study.SponsorCode: sponsorSource,
	study.StopCode: stopSource, study.UnitIs: unitConcept, study.ResultIs: valueConcept,
	study.StatusIs: conditionStatus,
}

// coded holds of records with an attribute. One that has none is neither such a one nor another.
func (c *compiler) coded(r *record, k *study.Coded, at string) string {
	is := func(column string) string {
		in := c.named(column, k.Concepts, "", at)
		if k.Not {
			return "NOT " + in
		}
		return in
	}
	far := func(key role, table, id, column string) string {
		x := c.alias("attr")
		return fmt.Sprintf("%s IN (SELECT %s.%s FROM %s AS %s\n WHERE %s)", r.col(key), x, id, table, x,
			is(x+"."+column))
	}
	switch k.Of {
	case study.PlaceIs:
		return far(careSiteID, "care_site", "care_site_id", "place_of_service_concept_id")
	case study.VisitIs:
		return far(visitID, "visit_occurrence", "visit_occurrence_id", "visit_concept_id")
	case study.ProviderIs:
		return far(providerID, "provider", "provider_id", "specialty_concept_id")
	}
	what, ok := codedRoles[k.Of]
	if !ok || (k.Of == study.PayerIs || k.Of == study.PayerCode) && r.domain != study.PayerPlan {
		c.refuse(at, "%s is no attribute of such a record", k.Of)
		return "FALSE"
	}
	return is(r.col(what))
}

var wordedRoles = map[study.WordedAttribute]role{study.StopWords: stopReason, study.LotNumber: lotNumber,
	study.ValueText: valueString}

// worded holds of records with a text.
func (c *compiler) worded(r *record, k *study.Worded, at string) string {
	what, ok := wordedRoles[k.Of]
	if !ok {
		c.refuse(at, "%s is no text of a record", k.Of)
		return "FALSE"
	}
	not := ""
	if k.Not {
		not = "NOT "
	}
	return fmt.Sprintf("%s %sLIKE %s", r.col(what), not, literal(k.Like))
}

var amountRoles = map[study.NumberAttribute]role{study.NormalLow: rangeLow, study.NormalHigh: rangeHigh,
	study.GapDays: gapDays, study.DoseValue: doseValue}

// abnormalResults are the results that name a measurement abnormal, as Circe has them.
const abnormalResults = "4155142, 4155143"

// attributes holds of records by what they say of themselves beside what they are of.
func (c *compiler) attributes(r *record, w *study.Where, at string) []string {
	var conditions []string
	if w.Abnormal {
		v := r.col(value)
		conditions = append(conditions,
			fmt.Sprintf("(%s < %s OR %s > %s OR %s IN (%s))", v, r.col(rangeLow), v, r.col(rangeHigh),
				r.col(valueConcept), abnormalResults))
	}
	for i := range w.Coded {
		conditions = append(conditions, c.coded(r, &w.Coded[i], fmt.Sprintf("%s.coded[%d]", at, i)))
	}
	for i := range w.Worded {
		conditions = append(conditions, c.worded(r, &w.Worded[i], fmt.Sprintf("%s.worded[%d]", at, i)))
	}
	for i := range w.Numbers {
		k := &w.Numbers[i]
		what, ok := amountRoles[k.Of]
		if !ok {
			c.refuse(fmt.Sprintf("%s.numbers[%d]", at, i), "%s is no number of a record", k.Of)
			continue
		}
		conditions = append(conditions, inRange(r.col(what), &k.In)...)
	}
	return conditions
}
