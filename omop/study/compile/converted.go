package compile

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/units"
)

// Recorded is what a database has of a measurement's values.
type Recorded struct {
	Asked bool // whether the database was asked: without Units it has no value
	// LOINC's, in lower case, of the tests; by the first whose molar mass is known mass and moles are converted
	Components []string
	Units      []RecordedUnit
}

// RecordedUnit is a unit in which values are recorded.
type RecordedUnit struct {
	Concept int64
	Source  string // what the source has for the unit, of records whose unit concept is 0 or none: "%"
	Code    string // in UCUM; "" where it is not known
	Name    string // as it is shown; "no unit" where there is none
	People  string // how many people have values in it, as it may be shown
	Count   int    // how many people have values in it
}

// mainShare is the least part of the people with values whose values are in one unit, or can be converted to it, for
// that unit to be taken where a question names none.
const mainShare = 0.9

// Main is the unit, in UCUM, in which nearly all values are recorded or to which they can be converted; "" where there
// is none such, and values of different units can't be told in one number.
func (r Recorded) Main() string {
	all := 0
	for _, u := range r.Units {
		all += u.Count
	}
	main, most := "", 0
	for _, u := range r.Units {
		in := 0
		for _, other := range r.Units {
			if _, ok := r.conversion(other, u.code()); ok {
				in += other.Count
			}
		}
		if in > most { // the first is the most frequent
			main, most = u.code(), in
		}
	}
	if float64(most) < mainShare*float64(all) {
		return ""
	}
	return main
}

// code is the unit's in UCUM. That of one that the vocabulary lacks is known for the usual ones.
func (u RecordedUnit) code() string { return cmp.Or(u.Code, unitCodes[u.Concept]) }

// conversion is how values of a recorded unit are given in another. One that only the source names is never converted:
// its values count where it is the same unit.
func (r Recorded) conversion(u RecordedUnit, code string) (to units.Linear, ok bool) {
	substance := r.substance()
	if u.Concept == 0 {
		substance = ""
	}
	to, err := units.Convert(u.code(), code, substance)
	return to, err == nil && u.code() != "" && to.Factor > 0 && (u.Concept != 0 || !changes(to))
}

// changes reports whether values change by a conversion: a unit may have two codes.
func changes(to units.Linear) bool { return math.Abs(to.Factor-1) > 1e-9 || to.Offset != 0 }

// otherUnit is a recorded unit whose values are converted to the one that is asked for.
type otherUnit struct {
	RecordedUnit
	to units.Linear
}

// recordedOf is what the database has of a measurement's values. It refuses where it has none: a limit that nobody's
// value is above counts nobody, and says nothing of anybody.
func (c *compiler) recordedOf(r *record) Recorded {
	if c.options.Recorded == nil || r.domain != study.Measurement || len(r.of) == 0 {
		return Recorded{}
	}
	recorded := c.options.Recorded(r.of)
	if recorded.Asked && len(recorded.Units) == 0 && c.refusal == nil {
		c.refusal = &Unsupported{Field: "where.value", Data: true,
			Why: "this database has no number as a value of " + inWords(r.of)}
	}
	return recorded
}

// inWords are entities as the question names them.
func inWords(of []study.Entity) string {
	var names []string
	for _, e := range of {
		names = append(names, cmp.Or(e.Text, e.Name, e.Set, e.Code, "the measurement"))
	}
	return strings.Join(names, " or ")
}

// otherUnits are the recorded units of a measurement whose values can be converted to the one that is asked for; what
// can't be is said. It refuses where no recorded value can be compared at all: nobody would have one, which is no
// answer.
func (c *compiler) otherUnits(r *record, unit string) []otherUnit {
	code, understood := units.Code(unit)
	recorded := c.recordedOf(r)
	if unit == "" || !understood || len(recorded.Units) == 0 {
		return nil
	}
	var others []otherUnit
	var names []string
	asked := false
	for _, u := range recorded.Units {
		to, ok := recorded.conversion(u, code)
		names = append(names, u.Name)
		switch {
		case ok && (u.code() == code || u.Concept == 0):
			asked = true
		case !ok:
			c.tell("values in %s are left out, since they can't be converted to %s: %s people have some", u.Name,
				units.Shown(unit), u.People)
		default:
			others = append(others, otherUnit{u, to})
		}
	}
	if !asked && len(others) == 0 && len(names) > 0 && c.refusal == nil {
		why := fmt.Sprintf("no value of the measurement can be compared in %s: this database has them in %s", unit,
			strings.Join(names, ", "))
		c.refusal = &Unsupported{Field: "where.unit", Why: why, Data: true}
	}
	return others
}

// bySource holds of records without a unit concept whose source names the unit: people with an A1c of 9.5, "%", are
// among those above 9 %.
func (c *compiler) bySource(r *record, code string) string {
	recorded := c.recordedOf(r)
	var written []string
	for _, u := range recorded.Units {
		if _, ok := recorded.conversion(u, code); ok && u.Concept == 0 {
			written = append(written, literal(u.Source))
			c.tell("values without a unit concept count as in %s where the source has %q for the unit: %s people have some",
				units.Shown(code), u.Source, u.People)
		}
	}
	if len(written) == 0 {
		return ""
	}
	return fmt.Sprintf("CASE WHEN COALESCE(%s, 0) = 0 THEN %s END IN (%s)", r.col(unitConcept), r.col(unitSource),
		strings.Join(written, ", "))
}

// valueIn holds of values in a range of a unit, and of those of other units that are in it after conversion. Example:
// creatinine above 1.5 mg/dL is above 132.6 in µmol/L.
func (c *compiler) valueIn(r *record, w *study.Where) []string {
	if w.Value.IsAny() {
		return append(c.inUnit(r, w.Unit), r.col(value)+" IS NOT NULL")
	}
	ways := []string{both(append(inRange(r.col(value), w.Value), c.unit(r, w.Unit)...))}
	for _, u := range c.otherUnits(r, w.Unit) {
		in := converted(w.Value, u.to)
		ways = append(ways, both(append(inRange(r.col(value), in),
			fmt.Sprintf("%s = %d", r.col(unitConcept), u.Concept))))
		if changes(u.to) {
			c.tell("values in %s are compared after conversion: %s %s is %s %s", u.Name, bounds(w.Value), w.Unit,
				bounds(in), u.Code)
		}
	}
	return []string{either(ways)}
}

// inUnit holds of values in a unit, or in one that can be converted to it.
func (c *compiler) inUnit(r *record, unit string) []string {
	ways := c.unit(r, unit)
	for _, u := range c.otherUnits(r, unit) {
		ways = append(ways, fmt.Sprintf("%s = %d", r.col(unitConcept), u.Concept))
	}
	if len(ways) == 0 {
		return nil
	}
	return []string{either(ways)}
}

// valueAs is a record's value as it is in a unit.
func (c *compiler) valueAs(r *record, unit string) string {
	var others []string
	for _, u := range c.otherUnits(r, unit) {
		if !changes(u.to) {
			continue
		}
		factor, offset := decimal(rounded(u.to.Factor)), decimal(rounded(u.to.Offset))
		as, how := fmt.Sprintf("%s * %s", r.col(value), factor), "multiplied by "+factor
		if u.to.Offset != 0 {
			as, how = as+" + "+offset, how+", plus "+offset
		}
		others = append(others, fmt.Sprintf("WHEN %d THEN ROUND(%s, %d)", u.Concept, as, digitsAfter(u.to.Factor)))
		c.tell("values in %s are converted to %s: %s", u.Name, unit, how)
	}
	if len(others) == 0 {
		return r.col(value)
	}
	return fmt.Sprintf("CASE %s %s ELSE %s END", r.col(unitConcept), strings.Join(others, " "), r.col(value))
}

// digitsAfter is how many decimals a converted value keeps: four of a laboratory's own.
func digitsAfter(factor float64) int { return 4 + max(0, int(math.Ceil(-math.Log10(factor)))) }

// substance is the first component whose mass can be given in moles.
func (r Recorded) substance() string {
	if i := slices.IndexFunc(r.Components, units.KnowsSubstance); i >= 0 {
		return r.Components[i]
	}
	return ""
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
