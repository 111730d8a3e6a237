package compile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/units"
)

// conceptConditions choose records by what they are of.
func (c *compiler) conceptConditions(r *record, e *study.Event, at string) []string {
	var conditions []string
	if len(e.Concepts) > 0 {
		conditions = append(conditions, c.oneOf(r.col(concept), e.Domain, e.Concepts, at+".concepts"))
	}
	for i := range e.Except {
		list := c.oneOf(r.col(concept), e.Domain, e.Except[i:i+1], at+".except")
		conditions = append(conditions, strings.Replace(list, " IN (", " NOT IN (", 1))
	}
	return conditions
}

// oneOf holds of a column with one of the concepts: [condition@stroke] is the concepts of a stroke with their
// descendants.
func (c *compiler) oneOf(column string, d study.Domain, entities []study.Entity, at string) string {
	ways, entities := c.inSets(column, entities)
	if len(entities) == 0 && len(ways) > 0 {
		return either(ways)
	}
	word := domains[d].placeholder
	if word == "" {
		c.refuse(at, "records of %s are not chosen by concepts", d)
		return "FALSE"
	}
	return either(append(ways,
		fmt.Sprintf("%s IN (%s)", column, strings.Join(study.Placeholders(word, entities, ""), ", "))))
}

// where holds of records that are such events.
func (c *compiler) where(r *record, w *study.Where, at string) []string {
	var conditions []string
	add := func(more ...string) { conditions = append(conditions, more...) }
	if w.Value != nil {
		add(c.valueIn(r, w)...)
	} else {
		add(c.inUnit(r, w.Unit)...)
	}
	if len(w.Units) > 0 {
		add(c.named(r.col(unitConcept), w.Units, "Unit", at+".units"))
	}
	if len(w.Result) > 0 {
		add(c.named(r.col(valueConcept), w.Result, "", at+".value_as_concept"))
	}
	add(c.atVisit(r, w, at)...)
	if w.OfHigh != nil {
		add(inRange(fmt.Sprintf("(%s / NULLIF(%s, 0))", r.col(value), r.col(rangeHigh)), w.OfHigh)...)
	}
	if w.OfLow != nil {
		add(inRange(fmt.Sprintf("(%s / NULLIF(%s, 0))", r.col(value), r.col(rangeLow)), w.OfLow)...)
	}
	for i := range w.Source {
		add(c.source(r, w.Source[i], fmt.Sprintf("%s.source[%d]", at, i)))
	}
	if w.Unmapped {
		add(r.col(concept) + " = 0")
	}
	if w.Days != nil {
		add(inRange(days(r), w.Days)...)
		add(r.col(endDate) + " IS NOT NULL")
	}
	for _, n := range []struct {
		column role
		within *study.Range
	}{{daysSupply, w.Supply}, {quantity, w.Quantity}, {refills, w.Refills}} {
		if n.within != nil {
			add(inRange(r.col(n.column), n.within)...)
		}
	}
	if w.Branded != nil {
		add(c.branded(r, *w.Branded))
	}
	if len(w.Type) > 0 {
		add(c.named(r.col(typeConcept), w.Type, "Type Concept", at+".type"))
	}
	if len(w.NotType) > 0 {
		add("NOT " + c.named(r.col(typeConcept), w.NotType, "Type Concept", at+".not_type"))
	}
	if len(w.Status) > 0 {
		add(c.named(r.col(conditionStatus), w.Status, "Condition Status", at+".status"))
	}
	if len(w.Plans) > 0 {
		add(c.insuredBy(r, w.Plans, at+".plans"))
	}
	if w.Records != nil {
		add(inRange(r.col(eraRecords), w.Records)...)
	}
	add(within(r.start(), w.Start)...)
	if w.Finish != nil {
		add(within(r.until(), w.Finish)...)
	}
	if len(w.Cause) > 0 {
		ways, rest := c.inSets(r.col(concept), w.Cause)
		if len(rest) > 0 {
			ways = append(ways, fmt.Sprintf("%s IN (%s)", r.col(concept),
				strings.Join(study.Placeholders("condition", rest, ""), ", ")))
		}
		add(either(ways))
	}
	return append(conditions, c.attributes(r, w, at)...)
}

// atVisit holds of records of such visits, and by such providers.
func (c *compiler) atVisit(r *record, w *study.Where, at string) []string {
	var conditions []string
	switch {
	case len(w.Visit) > 0 && r.domain == study.Visit:
		conditions = append(conditions, c.oneOf(r.col(concept), study.Visit, w.Visit, at+".visit"))
	case len(w.Visit) > 0:
		v := c.alias("vo")
		conditions = append(conditions,
			fmt.Sprintf("%s IN (SELECT %s.visit_occurrence_id FROM visit_occurrence AS %s\n WHERE %s)", r.col(visitID),
				v, v, c.oneOf(v+".visit_concept_id", study.Visit, w.Visit, at+".visit")))
	}
	var specialties []study.Entity
	for _, s := range w.Specialty {
		specialties = append(specialties, study.Entity{Text: s})
	}
	for _, by := range []struct {
		who   []study.Entity
		field string
	}{{specialties, ".specialty"}, {w.Provider, ".provider"}} {
		if len(by.who) > 0 {
			p := c.alias("pr")
			conditions = append(conditions,
				fmt.Sprintf("%s IN (SELECT %s.provider_id FROM provider AS %s\n WHERE %s)", r.col(providerID), p, p,
					c.named(p+".specialty_concept_id", by.who, "Provider", at+by.field)))
		}
	}
	return conditions
}

// days is from the start to the end of a record.
func days(r *record) string { return fmt.Sprintf("%s - %s", r.col(endDate), r.start()) }

// inRange holds of numbers in a range.
func inRange(expr string, in *study.Range) []string {
	low, high := "", ""
	if in.Min != nil {
		low = decimal(*in.Min)
	}
	if in.Max != nil {
		high = decimal(*in.Max)
	}
	switch {
	case low != "" && low == high:
		return []string{expr + " = " + low}
	case low != "" && high != "" && !in.MinOpen && !in.MaxOpen:
		return []string{fmt.Sprintf("%s BETWEEN %s AND %s", expr, low, high)}
	}
	var conditions []string
	if low != "" {
		sign := " >= "
		if in.MinOpen {
			sign = " > "
		}
		conditions = append(conditions, expr+sign+low)
	}
	if high != "" {
		sign := " <= "
		if in.MaxOpen {
			sign = " < "
		}
		conditions = append(conditions, expr+sign+high)
	}
	return conditions
}

func decimal(f float64) string {
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if len(text) > 15 { // a decimal of so many digits is not cast to the double that it stands for
		text += "e0"
	}
	return text
}

// unit holds of values in a unit, by its concept or, where there is none, by what the source has for it.
func (c *compiler) unit(r *record, name string) []string {
	if name == "" {
		return nil
	}
	code, ok := units.Code(name)
	if !ok {
		c.refuse("unit", "%q is no unit that is understood; write it in UCUM: mg/dL", name)
		return nil
	}
	var is string
	if id, ok := unitConcepts[code]; ok {
		is = fmt.Sprintf("%s = %d", r.col(unitConcept), id)
	} else {
		u := c.alias("u")
		is = fmt.Sprintf("%s IN (SELECT %s.concept_id FROM concept AS %s\n WHERE %s.vocabulary_id = 'UCUM' AND %s.concept_code = %s)",
			r.col(unitConcept), u, u, u, u, literal(code))
	}
	if written := c.bySource(r, code); written != "" {
		is = either([]string{is, written})
	}
	return []string{is}
}

// unitConcepts are the units that questions name most, by their code in UCUM. Others are looked up in the vocabulary.
var unitConcepts = map[string]int64{
	"%": 8554, "mg/dL": 8840, "g/dL": 8713, "ug/dL": 8837, "mmol/L": 8753, "mmol/mol": 9579, "umol/L": 8749,
	"ng/mL": 8842, "pg/mL": 8845,
	"mL/min": 8795, "mL/min/{1.73_m2}": 9117, "mm[Hg]": 8876, "kg/m2": 9531, "kg": 9529, "cm": 8582, "/min": 8541,
	"Cel": 586323,
}

// unitCodes are the codes of unitConcepts by concept.
var unitCodes = func() map[int64]string {
	codes := map[int64]string{}
	for code, concept := range unitConcepts {
		codes[concept] = code
	}
	return codes
}()

// named holds of a column with one of the concepts, which no placeholder can name: by id, by code, or by name within a
// domain.
func (c *compiler) named(column string, entities []study.Entity, domain, at string) string {
	var ids []string
	ways, entities := c.inSets(column, entities)
	for i, e := range entities {
		n := c.alias("n")
		limit := ""
		if domain != "" {
			limit = fmt.Sprintf(" AND %s.domain_id = %s", n, literal(domain))
		}
		switch {
		case len(e.IDs) > 0:
			for _, id := range e.IDs {
				ids = append(ids, strconv.FormatInt(id, 10))
			}
		case e.Code != "":
			ways = append(ways, fmt.Sprintf("%s IN (SELECT %s.concept_id FROM concept AS %s\n WHERE %s.vocabulary_id = %s AND %s.concept_code = %s)",
				column, n, n, n, literal(e.Vocabulary), n, literal(e.Code)))
		case e.Text != "":
			ways = append(ways, fmt.Sprintf("%s IN (SELECT %s.concept_id FROM concept AS %s\n WHERE LOWER(%s.concept_name) = %s AND %s.standard_concept = 'S'%s)",
				column, n, n, n, literal(strings.ToLower(e.Text)), n, limit))
		default:
			c.refuse(fmt.Sprintf("%s[%d]", at, i), "name it by its text, code or id")
		}
	}
	if len(ids) > 0 {
		ways = append(ways, fmt.Sprintf("%s IN (%s)", column, strings.Join(ids, ", ")))
	}
	if len(ways) == 0 {
		return "FALSE"
	}
	return either(ways)
}

// source holds of records that carry a code as it stands.
func (c *compiler) source(r *record, e study.Entity, at string) string {
	if e.Code == "" && len(e.IDs) == 0 && len(e.Items) == 0 {
		c.refuse(at, "name a source code by its vocabulary and code")
		return "FALSE"
	}
	return c.named(r.col(sourceConcept), []study.Entity{e}, "", at)
}

// brandedClasses are RxNorm's classes of products under a brand name.
const brandedClasses = "'Branded Drug', 'Branded Drug Comp', 'Branded Drug Form', 'Branded Pack', 'Quant Branded Drug'"

func (c *compiler) branded(r *record, is bool) string {
	n, not := c.alias("n"), ""
	if !is {
		not = "NOT "
	}
	return fmt.Sprintf("%s IN (SELECT %s.concept_id FROM concept AS %s\n WHERE %s.concept_class_id %sIN (%s))",
		r.col(concept), n, n, n, not, brandedClasses)
}
