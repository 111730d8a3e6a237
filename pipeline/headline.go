package pipeline

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/plausible"
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
	leftOut bool   // rows were left out
	beyond  []bool // rows of a survival curve at times to which nobody is followed
}

func newHeadline(r *Run) headline {
	h := headline{table: r.Table, between: r.Intervals, leftOut: r.LeftOut > 0}
	if r.Plan != nil && r.Study != nil && len(r.Plan.Columns) == len(r.Table.Columns) {
		h.roles, h.asked = r.Plan.Columns, r.Study
		h.beyond = plausible.NobodyFollowed(plausible.Result{Table: r.Table, Plan: r.Plan})
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
		case cell.IsPercent(c.Name):
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
	case len(h.table.Rows) == 0 && h.leftOut:
		return "No rows are shown: if there are any, they are there because of few people."
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
		case len(said) == 1 && !grouping && median >= 0 && row[low] == privacy.Hidden:
			return fmt.Sprintf("%s; median %s %s.", said[0], row[0], grouped(row[median]))
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
	unseen, none := false, false
	most := math.Inf(-1)
	for i, row := range h.table.Rows {
		x, ok := cell.Number(row[value])
		if !ok || isFewPaths(row[0]) {
			unseen, none = unseen || row[value] == privacy.Hidden, none || row[value] == nil
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
	switch {
	case len(best) == 0 && unseen && !none:
		return "Every number of this is hidden: few people stand behind it."
	case len(best) == 0 || len(best) == len(h.table.Rows) && (len(best) > 3 || h.table.Truncated):
		return h.rows() + "."
	case len(best) == len(h.table.Rows):
		return h.alike(value)
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

// alike says the number of the few groups that all have the same: "FEMALE and MALE: average value 7 each."
func (h headline) alike(value int) string {
	var who []string
	for i := range h.table.Rows {
		who = append(who, h.key(i, value))
	}
	last := len(who) - 1
	return strings.Join(who[:last], ", ") + " and " + who[last] + ": " + h.amount(0, value) + " each."
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
