package compile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/units"
)

// Recorded is what a database has of a measurement's values.
type Recorded struct {
	Components []string // LOINC's, in lower case, of the tests; by the first whose molar mass is known mass and moles are converted
	Units      []RecordedUnit
}

// RecordedUnit is a unit in which values are recorded.
type RecordedUnit struct {
	Concept int64
	Code    string // in UCUM
	Name    string // as it is shown; "no unit" for the concept 0
	People  string // how many people have values in it, as it may be shown
}

// valueIn holds of values in a range of a unit. Where the database records the measurement in other units as well, their values are compared
// after conversion; what can't be converted is said. Example: creatinine above 1.5 mg/dL is above 132.6 in µmol/L.
func (c *compiler) valueIn(r *record, w *study.Where) []string {
	here := append(inRange(r.col(value), w.Value), c.unit(r, w.Unit)...)
	code, understood := units.Code(w.Unit)
	if w.Unit == "" || !understood || !c.mayConvert(r, w) {
		return here
	}
	recorded := c.options.Recorded(r.of)
	known := make([]units.Known, len(recorded.Units))
	for i, u := range recorded.Units {
		known[i] = units.Known{Concept: u.Concept, Code: u.Code}
	}
	can, _ := units.Conversions(code, recorded.substance(), known)
	ways, comparable, names := []string{both(here)}, len(recorded.Units) == 0, []string{}
	for _, u := range recorded.Units {
		to, ok := can[u.Concept]
		names = append(names, u.Name)
		switch {
		case u.Code == code && u.Concept != 0:
			comparable = true
		case !ok || u.Concept == 0 || to.Factor <= 0:
			c.tell("values in %s are not compared, since they can't be converted to %s: %s people have some", u.Name, w.Unit, u.People)
		default:
			comparable = true
			in := converted(w.Value, to)
			ways = append(ways, both(append(inRange(r.col(value), in), fmt.Sprintf("%s = %d", r.col(unitConcept), u.Concept))))
			c.tell("values in %s are compared after conversion: %s %s is %s %s", u.Name, bounds(w.Value), w.Unit, bounds(in), u.Code)
		}
	}
	if !comparable && c.refusal == nil { // nobody would have such a value, which is no answer
		why := fmt.Sprintf("no value of the measurement can be compared in %s: this database has them in %s", w.Unit, strings.Join(names, ", "))
		c.refusal = &Unsupported{Field: "where.unit", Why: why, Data: true}
	}
	return []string{either(ways)}
}

// substance is the first component whose mass can be given in moles.
func (r Recorded) substance() string {
	if i := slices.IndexFunc(r.Components, units.KnowsSubstance); i >= 0 {
		return r.Components[i]
	}
	return ""
}

// tellOtherUnits says which values are left out where those of one unit are averaged or shown.
func (c *compiler) tellOtherUnits(r *record, unit string) {
	code, understood := units.Code(unit)
	if unit == "" || !understood || c.options.Recorded == nil || r.domain != study.Measurement || len(r.of) == 0 {
		return
	}
	for _, u := range c.options.Recorded(r.of).Units {
		if u.Code != code {
			c.tell("values in %s are left out: %s people have some", u.Name, u.People)
		}
	}
}

// mayConvert reports whether the values of a record are only compared. What is averaged or shown stays in one unit.
func (c *compiler) mayConvert(r *record, w *study.Where) bool {
	anyValue := w.Value.Max == nil && w.Value.Min != nil && *w.Value.Min <= -1e9
	shown := c.question.Measure.Quantity == study.Value || c.question.Measure.Quantity == study.ValueChange
	return c.options.Recorded != nil && r.domain == study.Measurement && len(r.of) > 0 && !anyValue && !shown
}

// tell adds a note once.
func (c *compiler) tell(format string, args ...any) {
	if note := fmt.Sprintf(format, args...); !slices.Contains(c.plan.Notes, note) {
		c.plan.Notes = append(c.plan.Notes, note)
	}
}

// converted is a range in the unit that to converts from.
func converted(in *study.Range, to units.Linear) *study.Range {
	back := func(bound *float64) *float64 {
		if bound == nil {
			return nil
		}
		x := rounded((*bound - to.Offset) / to.Factor)
		return &x
	}
	return &study.Range{Min: back(in.Min), Max: back(in.Max), MinOpen: in.MinOpen, MaxOpen: in.MaxOpen}
}

// boundDigits is how many digits a converted bound has: more than any laboratory reports.
const boundDigits = 6

func rounded(x float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', boundDigits, 64), 64)
	if err != nil {
		return x
	}
	return r
}

// bounds writes the ends of a range.
func bounds(in *study.Range) string {
	var ends []string
	for _, b := range []*float64{in.Min, in.Max} {
		if b != nil && (len(ends) == 0 || decimal(*b) != ends[0]) {
			ends = append(ends, decimal(*b))
		}
	}
	return strings.Join(ends, " to ")
}
