package sparql

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/units"
)

// domain is where the graph has the records of a domain.
type domain struct {
	property    string // from a person to the record
	start, end  string // properties of the record
	placeholder string // the domain of its concept sets
	records     string // the variable that counts its records
	things      string // and the one that counts its different concepts
}

var domains = map[study.Domain]domain{
	study.Condition:    {"has_condition_occurrence", "start_date", "end_date", "condition", "records", "conditions"},
	study.Drug:         {"has_drug_exposure", "start_date", "end_date", "drug", "prescriptions", "drugs"},
	study.Procedure:    {"has_procedure_occurrence", "date", "", "procedure", "procedures", "procedures"},
	study.Measurement:  {"has_measurement", "date", "", "measurement", "measurements", "measurements"},
	study.Observation:  {"has_observation", "date", "", "observation", "records", "observations"},
	study.Device:       {"has_device_exposure", "start_date", "end_date", "device", "records", "devices"},
	study.Visit:        {"has_visit_occurrence", "start_date", "end_date", "visit", "visits", "visit_types"},
	study.DrugEra:      {"has_drug_era", "start_date", "end_date", "drug", "eras", "ingredients"},
	study.ConditionEra: {"has_condition_era", "start_date", "end_date", "condition", "eras", "conditions"},
	study.Death:        {"has_death", "date", "", "", "deaths", "causes_of_death"},
	study.Observed:     {"has_observation_period", "start_date", "end_date", "", "periods", ""},
}

// event binds a record of ?p in a group. The relation to an index record, where there is one, holds of it.
func (w *writer) event(g *group, e *study.Event, at string, index *record, rel *study.Relation) *record {
	if len(e.Or) > 0 {
		refuse(at+".or", "records of several kinds are not written yet")
	}
	if e.Chosen != nil {
		refuse(at+".chosen", "what holds of the chosen record is not written yet")
	}
	if e.Touching != nil {
		refuse(at+".touching", "is not written yet")
	}
	if e.Moved != nil {
		refuse(at+".moved", "is not written yet")
	}
	x := &record{domain: e.Domain}
	pick := map[study.Which]string{study.First: "MIN", study.FirstOfThese: "MIN", study.Last: "MAX",
		study.LastOfThese: "MAX"}[e.Which]
	switch {
	case e.Which == study.Any:
		w.records(g, x, e, at)
	case pick == "":
		refuse(at+".which", "%s is not written yet", e.Which)
	case (e.Which == study.FirstOfThese || e.Which == study.LastOfThese) &&
		(e.Age != nil || e.During != nil || len(e.With) > 0 || !free(rel)):
		refuse(at+".which", "%s is written only where nothing else is asked", e.Which)
	default:
		all, inner := &record{domain: e.Domain}, &group{}
		inner.add("?p a omop:Person .")
		w.records(inner, all, e, at)
		x.start, x.single = w.name("first"), true
		g.add("%s", subselect(fmt.Sprintf("?p (%s(%s) AS %s)", pick, all.start, x.start), inner, "GROUP BY ?p"))
	}
	g.filter(w.relation(g, index, x, rel, at)...)
	w.later(g, x, e, at)
	return x
}

// records binds each record of an event.
func (w *writer) records(g *group, x *record, e *study.Event, at string) {
	d, ok := domains[e.Domain]
	if !ok {
		refuse(at+".domain", "entries of kept cohorts are not in the graph")
	}
	x.id = w.name("e")
	x.start = x.id + "_start"
	g.add("?p omop:%s %s . %s omop:%s %s .", d.property, x.id, x.id, d.start, x.start)
	if len(e.Concepts) > 0 || len(e.Except) > 0 {
		w.concepts(g, x, d, e, at)
	}
	if e.Where != nil {
		w.where(g, x, e.Where, at+".where")
	}
}

func (w *writer) concepts(g *group, x *record, d domain, e *study.Event, at string) {
	if d.placeholder == "" {
		refuse(at+".concepts", "records of %s are not chosen by concepts", e.Domain)
	}
	yes, no := study.Placeholders(d.placeholder, e.Concepts, "concept:"),
		study.Placeholders(d.placeholder, e.Except, "concept:")
	if len(yes) == 1 && len(no) == 0 && strings.HasPrefix(yes[0], "[") {
		g.add("%s omop:has_concept %s .", x.id, yes[0])
		return
	}
	g.add("%s omop:has_concept %s_concept .", x.id, x.id)
	if len(yes) > 0 {
		g.filter(fmt.Sprintf("%s_concept IN (%s)", x.id, strings.Join(yes, ", ")))
	}
	for _, p := range no {
		g.filter(fmt.Sprintf("%s_concept NOT IN (%s)", x.id, p))
	}
}

// conceptOf binds the concept of a record that has one.
func (w *writer) conceptOf(g *group, x *record, variable, at string) {
	known(x, at)
	if domains[x.domain].placeholder == "" {
		refuse(at, "concepts of %s are not written yet", x.domain)
	}
	g.add("%s omop:has_concept %s .", x.id, variable)
	g.filter(variable + " != concept:0")
}

// where asks something of a record.
func (w *writer) where(g *group, x *record, of *study.Where, at string) {
	rest := *of
	rest.Value, rest.Supply, rest.Quantity, rest.Refills, rest.Unit, rest.Unmapped, rest.Days, rest.Visit = nil, nil,
		nil, nil, "", false, nil, nil
	if !reflect.DeepEqual(rest, study.Where{}) {
		refuse(at, "of records, only value, unit, supply, quantity, refills, length, visit and whether they are mapped are written")
	}
	if x.id == "" {
		refuse(at, "nothing more is known of a record that was chosen by its date")
	}
	number := func(property string, in *study.Range) {
		if in != nil {
			v := w.name("n")
			g.add("%s omop:%s %s .", x.id, property, v)
			g.filter(inRange(v, in)...)
		}
	}
	number("value_as_number", of.Value)
	number("days_supply", of.Supply)
	number("quantity", of.Quantity)
	number("refills", of.Refills)
	if of.Unit != "" {
		w.inUnit(g, x, of.Unit, at+".unit")
	}
	if of.Unmapped {
		g.add("%s omop:has_concept concept:0 .", x.id)
	}
	if of.Days != nil {
		end := w.name("end")
		g.add("%s omop:%s %s .", x.id, domains[x.domain].end, end)
		g.filter(inDays(end+" - "+x.start, of.Days)...)
	}
	if len(of.Visit) > 0 {
		visits := study.Placeholders("visit", of.Visit, "concept:")
		if x.domain == study.Visit {
			g.add("%s omop:has_concept %s_type .", x.id, x.id)
		} else {
			g.add("%s_visit a omop:VisitOccurrence ; omop:%s %s ; omop:has_concept %s_type .", x.id,
				domains[x.domain].property, x.id, x.id)
		}
		g.filter(fmt.Sprintf("%s_type IN (%s)", x.id, strings.Join(visits, ", ")))
	}
}

// inUnit keeps the values of one unit.
func (w *writer) inUnit(g *group, x *record, name, at string) {
	code, ok := units.Code(name)
	if !ok {
		refuse(at, "%q is no unit that is understood; write it in UCUM: mg/dL", name)
	}
	known(x, at)
	v := w.name("unit")
	g.add("%s omop:has_unit %s . %s skos:notation %q ; omop:vocabulary_id \"UCUM\" .", x.id, v, v, code)
}

// later are the conditions that are judged after records were chosen.
func (w *writer) later(g *group, x *record, e *study.Event, at string) {
	if e.Age != nil {
		g.filter(inRange(w.ageAt(g, x.start), e.Age)...)
	}
	if p := e.During; p != nil {
		if p.From != "" {
			g.filter(x.start + " >= " + date(p.From))
		}
		if p.To != "" {
			g.filter(x.start + " <= " + date(p.To))
		}
	}
	for i := range e.With {
		g.filter(w.criterion(g, x, &e.With[i], fmt.Sprintf("%s.with[%d]", at, i)))
	}
}

// ageAt is the age of the person at a date, by the year of birth.
func (w *writer) ageAt(g *group, date string) string {
	birth := w.name("born")
	g.add("?p omop:year_of_birth %s .", birth)
	return fmt.Sprintf("(YEAR(%s) - %s)", date, birth)
}

func date(iso string) string { return fmt.Sprintf("%q^^xsd:date", iso) }

func days(n int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("\"%sP%dD\"^^xsd:dayTimeDuration", sign, n)
}

// inRange holds of numbers in a range.
func inRange(expr string, in *study.Range) []string {
	return bounds(expr, in, func(f float64) string {
		text := strconv.FormatFloat(f, 'f', -1, 64)
		if len(text) > 15 { // stores round decimals of so many digits on their way to a double
			text += "e0"
		}
		return text
	})
}

// inDays holds of a number of days.
func inDays(expr string, in *study.Range) []string {
	return bounds(expr, in, func(f float64) string { return days(int(f)) })
}

func bounds(expr string, in *study.Range, write func(float64) string) []string {
	var conditions []string
	if in.Min != nil {
		sign := " >= "
		if in.MinOpen {
			sign = " > "
		}
		conditions = append(conditions, expr+sign+write(*in.Min))
	}
	if in.Max != nil {
		sign := " <= "
		if in.MaxOpen {
			sign = " < "
		}
		conditions = append(conditions, expr+sign+write(*in.Max))
	}
	return conditions
}
