package pipeline

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/privacy"
)

// The first line of an answer says what its number is. A table of
//
//	year  patients
//	2008       155
//	2009       144
//
// becomes "2008 had the most: 155 patients." What a column says is known of a compiled question by its role; of other
// SQL it is taken from the column's name.
type headline struct {
	table   *omop.Table
	roles   []compile.Column
	asked   *study.Question // nil for SQL that was not compiled
	between []Interval
}

func newHeadline(r *Run) headline {
	h := headline{table: r.Table, between: r.Intervals}
	if r.Plan != nil && r.Study != nil && len(r.Plan.Columns) == len(r.Table.Columns) {
		h.roles, h.asked = r.Plan.Columns, r.Study
	} else {
		h.roles = namedRoles(r.Table)
	}
	return h
}

// namedRoles takes the roles of columns from their names: those before the first number order the rows.
func namedRoles(t *omop.Table) []compile.Column {
	roles := make([]compile.Column, len(t.Columns))
	keys := true
	for i, c := range t.Columns {
		roles[i] = compile.Column{Name: c.Name, Role: compile.Number}
		names := slices.ContainsFunc(t.Rows, func(row []any) bool { return !isNumber(row[i]) })
		switch keys = keys && (cell.IsKey(c.Name) || names); {
		case keys:
			roles[i].Role = compile.Stratum
		case cell.IsCounted(c.Name):
			roles[i].Role = compile.Count
		case strings.HasPrefix(c.Name, "percent"):
			roles[i].Role = compile.Estimate
		}
	}
	return roles
}

// String is the line, "" where the table has no column.
func (h headline) String() string {
	value := slices.IndexFunc(h.roles, func(c compile.Column) bool {
		return c.Role != compile.Stratum && c.Role != compile.Name
	})
	switch {
	case len(h.table.Rows) == 0:
		return "No rows: nothing in this database matches."
	case value < 0 && len(h.table.Rows) == 1:
		return "One row: " + h.key(0, len(h.roles)) + "."
	case value < 0:
		return h.rows() + "."
	case len(h.table.Rows) == 1 && value == 0:
		return h.single()
	case len(h.table.Rows) == 1:
		return h.key(0, value) + ": " + h.amount(0, value) + h.support(0, value) + "."
	case value == 0:
		return h.rows() + "."
	}
	if h.overDays() {
		return h.eachDay(value)
	}
	if h.asked != nil && h.asked.Measure.Kind == study.Attrition {
		return h.left(value)
	}
	if h.asked != nil && (h.asked.Measure.Kind == study.Characteristics || h.asked.Measure.Kind == study.DrugUse) {
		return h.described(value)
	}
	if unit := slices.IndexFunc(h.roles[:value],
		func(c compile.Column) bool { return c.Role == compile.Stratum && c.Name == "unit" }); unit >= 0 {
		return h.inUnits(unit, value)
	}
	return h.extreme(value)
}

// inUnits says a number in each unit, which no order puts above each other: "Average value 1.36 in milligram per
// deciliter; 1.35 in no unit."
func (h headline) inUnits(unit, value int) string {
	var differ, said []string
	for i, row := range h.table.Rows {
		if name := cell.Text(row[unit]); !slices.Contains(differ, name) {
			differ = append(differ, name)
		}
		amount := h.amount(i, value)
		if i > 0 {
			amount = grouped(row[value])
		}
		said = append(said, amount+" in "+h.key(i, value))
	}
	switch {
	case len(differ) == 1:
		return h.extreme(value)
	case value > 1 || len(said) > 3:
		return h.rows() + "."
	}
	return capital(strings.Join(said, "; ")) + "."
}

// described says of how many people a description is, and its first median: "369 patients; median age at index 77
// (quartiles 68 to 85)."
func (h headline) described(value int) string {
	column := func(name string) int {
		return slices.IndexFunc(h.roles, func(c compile.Column) bool { return c.Name == name })
	}
	median, low, high := column("median"), column("lower_quartile"), column("upper_quartile")
	var said []string
	for i, row := range h.table.Rows {
		switch grouping := value > 2; {
		case row[0] == "number of people" && grouping:
			said = append(said, cell.Text(row[2])+": "+h.amount(i, value))
		case row[0] == "number of people":
			said = append(said, h.amount(i, value))
		case len(said) == 1 && !grouping && median >= 0 && isNumber(row[median]):
			return fmt.Sprintf("%s; median %s %s (quartiles %s to %s).", said[0], row[0], grouped(row[median]),
				grouped(row[low]), grouped(row[high]))
		}
	}
	if len(said) == 0 {
		return h.rows() + "."
	}
	return strings.Join(said, "; ") + "."
}

// left says how many people an attrition leaves: "Of 5,000 patients 455 are left after 3 steps."
func (h headline) left(value int) string {
	last := len(h.table.Rows) - 1
	if last == 0 {
		return h.amount(0, value) + "."
	}
	return "Of " + h.amount(0, value) + " " + grouped(h.table.Rows[last][value]) + " are left after " +
		plural(last, "step") + "."
}

// overDays reports whether the rows are days after an index, of which none stands out.
func (h headline) overDays() bool {
	return h.asked != nil && len(h.asked.Strata) == 0 && h.roles[0].Name == "days" &&
		h.roles[0].Role == compile.Stratum && len(h.table.Rows) <= 6
}

// eachDay says the number at each day: "30 days: 99.27 %; 90 days: 98.53 %."
func (h headline) eachDay(value int) string {
	var said []string
	for i := range h.table.Rows {
		said = append(said, h.key(i, value)+" days: "+h.amount(i, value)+beside(h.between, i, value))
	}
	return strings.Join(said, "; ") + "."
}

// single says the one number that was asked for.
func (h headline) single() string {
	row, name := h.table.Rows[0], words(h.roles[0].Name)
	if len(row) > 1 && h.roles[0].Role == compile.Date && h.roles[1].Role == compile.Date && row[0] != nil &&
		row[1] != nil {
		return "From " + grouped(row[0]) + " to " + grouped(row[1]) + h.support(0, 1) + "."
	}
	said := h.amount(0, 0)
	if rest, ok := strings.CutPrefix(said, name+" "); ok {
		said = name + ": " + rest
	}
	return capital(said) + h.support(0, 0) + "."
}

// rows says how many rows there are, for a table of which no row stands out.
func (h headline) rows() string {
	if h.table.Truncated {
		return "The first " + plural(len(h.table.Rows), "row")
	}
	return plural(len(h.table.Rows), "row")
}

// extreme names the row with the highest number, or the lowest where that was asked for.
func (h headline) extreme(value int) string {
	lowest := h.asked != nil && h.asked.Top != nil && h.asked.Top.Lowest
	var best []int
	unseen := false
	most := math.Inf(-1)
	for i, row := range h.table.Rows {
		x, ok := cell.Number(row[value])
		if !ok || isFewPaths(row[0]) {
			unseen = unseen || row[value] == privacy.Hidden
			continue
		}
		if lowest {
			x = -x
		}
		switch {
		case x > most:
			best, most = []int{i}, x
		case x == most:
			best = append(best, i)
		}
	}
	if len(best) == 0 || len(best) == len(h.table.Rows) {
		return h.rows() + "."
	}
	who := h.key(best[0], value)
	switch {
	case len(best) == 2:
		who += " and " + h.key(best[1], value)
	case len(best) > 2:
		who = strconv.Itoa(len(best)) + " groups"
	}
	said := h.stand(value, who, len(best) > 1, lowest) + h.amount(best[0], value)
	switch {
	case len(best) > 1:
		said += " each"
	default:
		said += beside(h.between, best[0], value)
	}
	switch {
	case h.table.Truncated:
		said = "Of the first " + plural(len(h.table.Rows), "row") + ", " + said
	case unseen:
		said = "Of what is shown, " + said
	default:
		said = capital(said)
	}
	return said + "."
}

// stand says that a group stands first: "2008 had the most: ", "the highest is MALE: ".
func (h headline) stand(value int, who string, several, lowest bool) string {
	if h.asked != nil && h.asked.Measure.Kind == study.Distribution && !lowest {
		if several {
			return who + " are the most frequent: "
		}
		return who + " is the most frequent: "
	}
	if role := h.roles[value].Role; role == compile.Count || role == compile.Numerator || role == compile.Denominator {
		if lowest {
			return who + " had the fewest: "
		}
		return who + " had the most: "
	}
	verb := " is the highest: "
	switch {
	case several && lowest:
		verb = " are the lowest: "
	case several:
		verb = " are the highest: "
	case lowest:
		verb = " is the lowest: "
	}
	return who + verb
}

// key names a row by the cells before its number. What is a number only, such as the id of a concept, is named with its
// column.
func (h headline) key(row, value int) string {
	var keys []string
	for i, v := range h.table.Rows[row][:value] {
		if h.roles[i].Role == compile.Name {
			continue
		}
		text := cell.Text(v)
		if n, ok := v.(int64); ok {
			text = strconv.FormatInt(n, 10)
			if h.asked == nil && !cell.IsKey(h.roles[i].Name) || strings.HasSuffix(h.roles[i].Name, "_id") {
				text = words(h.roles[i].Name) + " " + text
			}
		}
		if text == "" {
			text = "unknown " + words(h.roles[i].Name)
		}
		if h.isGroup(text) {
			text = "the group “" + text + "”"
		}
		keys = append(keys, text)
	}
	return strings.Join(keys, ", ")
}

// isGroup reports whether a text is the name of a group that the question made of its own words, "took warfarin", which
// is no noun.
func (h headline) isGroup(text string) bool {
	return h.asked != nil && slices.ContainsFunc(h.asked.Strata, func(s study.Stratum) bool {
		return slices.ContainsFunc(s.Groups, func(g study.Group) bool { return g.Name == text && g.Name != "" })
	})
}

// amount is a number with what it is of: "155 patients", "25 %", "24.27 per 1,000 person-years", "average age 73.9
// years".
func (h headline) amount(row, column int) string {
	c, v := h.roles[column], h.table.Rows[row][column]
	name := words(c.Name)
	if v == nil && c.Name == "median_days" && h.asked != nil {
		return name + ": not reached" // fewer than half of the people had the event
	}
	if v == nil {
		return name + ": none, nothing in this database matches"
	}
	text := grouped(v)
	switch c.Role {
	case compile.Count, compile.Numerator, compile.Denominator:
		if n, ok := v.(int64); ok && n == 1 {
			name = strings.TrimSuffix(name, "s")
		}
		return text + " " + name
	case compile.PersonTime:
		return text + " person-years"
	case compile.Estimate:
		switch {
		case v == any(privacy.Hidden):
			return text // of nothing
		case strings.HasPrefix(c.Name, "percent"):
			return text + " %"
		case h.asked != nil && h.asked.Measure.Kind == study.Rate:
			return text + " per " + grouped(perYears(h.asked.Measure)) + " person-years"
		}
	case compile.Number:
		if unit := h.unit(name); unit != "" {
			return name + " " + text + " " + unit
		}
	}
	if _, ok := v.(int64); ok && cell.IsKey(c.Name) {
		text = strconv.FormatInt(v.(int64), 10)
	}
	return name + " " + text
}

func perYears(m study.Measure) float64 {
	if m.Per == 0 {
		return 1000
	}
	return m.Per
}

// unit is the unit of a statistic, where its name does not say it.
func (h headline) unit(name string) string {
	if h.asked == nil || strings.Contains(name, "days") || strings.Contains(name, "count") {
		return ""
	}
	switch m := h.asked.Measure; m.Quantity {
	case study.AgeYears:
		return "years"
	case study.Value, study.ValueChange:
		return m.ShownUnit()
	case study.Duration, study.DaysSupply, study.DaysTo, study.ObservedDays, study.FollowUpDays, study.PriorDays,
		study.Gap, study.DaysCovered:
		return "days"
	}
	return ""
}

// support is what stands beside a single number: its interval, and what it was computed of.
func (h headline) support(row, value int) string {
	cells := h.table.Rows[row]
	rest := make([]string, 0, len(cells))
	for i := value + 1; i < len(cells); i++ {
		next := i + 1
		if h.roles[i].Role == compile.Numerator && next < len(cells) && cells[i] != nil && cells[next] != nil {
			switch h.roles[next].Role {
			case compile.Denominator:
				rest = append(rest, grouped(cells[i])+" of "+h.amount(row, next))
				i++
				continue
			case compile.PersonTime:
				rest = append(rest, h.amount(row, i)+" in "+h.amount(row, next))
				i++
				continue
			}
		}
		rest = append(rest, h.amount(row, i)+beside(h.between, row, i))
	}
	said := strings.Join(rest, ", ")
	if between := beside(h.between, row, value); between != "" {
		between = strings.Trim(between, " ()")
		if said != "" {
			between += "; "
		}
		said = between + said
	}
	if said == "" {
		return ""
	}
	return " (" + said + ")"
}

// grouped writes a number with its thousands apart: 13,164.2.
func grouped(v any) string {
	x, ok := v.(float64)
	if !ok {
		return cell.Text(v)
	}
	whole, decimals, cut := strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), ".")
	if cut {
		decimals = "." + decimals
	}
	return cell.Thousands(whole) + decimals
}

func capital(s string) string {
	if s == "" {
		return s
	}
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}
