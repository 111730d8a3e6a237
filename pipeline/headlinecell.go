package pipeline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/privacy"
)

// How a headline says the cells of a row.

// noneOfThese is the compiler's name for people of none of the paths or groups that are told apart.
const noneOfThese = "none of these"

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
		if text == noneOfThese {
			text = "“" + text + "”"
		}
		if h.isGroup(text) {
			text = "the group “" + text + "”"
		}
		keys = append(keys, text)
	}
	return strings.Join(keys, ", ")
}

// isGroup reports whether a text is the name of a group that the question made of its own words, "took warfarin", which
// is not a noun.
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
	if v == nil && c.Role == compile.Estimate && row < len(h.beyond) && h.beyond[row] {
		return "not known, as nobody is followed so long"
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
		case cell.IsPercent(c.Name):
			return text + " %"
		case h.asked != nil && h.asked.Measure.Kind == study.Rate:
			return text + " per " + grouped(perYears(h.asked.Measure)) + " person-years"
		}
	case compile.Number:
		if unit := h.unit(name); unit != "" && v != any(privacy.Hidden) {
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
		return h.asked.ShownUnit()
	case study.Duration, study.DaysSupply, study.DaysTo, study.ObservedDays, study.FollowUpDays, study.PriorDays,
		study.Gap, study.DaysCovered:
		in := cmp.Or(string(m.In), "days")
		if strings.Contains(name, in) {
			return ""
		}
		return in
	}
	return ""
}

// support stands beside a single number: its interval, and what it was computed from.
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
	whole, decimals, cut := strings.Cut(cell.Float(x), ".")
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
