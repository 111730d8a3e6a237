package study

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/units"
)

// text is the day in words: "3 days before its end".
func (m *Moment) text() string {
	day := "its start"
	if m.AtEnd {
		day = "its end"
	}
	switch {
	case m.On != "":
		return m.On
	case m.Days > 0:
		return (&Offset{Days: m.Days}).text() + " after " + day
	case m.Days < 0:
		return (&Offset{Days: -m.Days}).text() + " before " + day
	}
	return day
}

// placeOf says where another record lies, seen from the record of e.
func (e *Event) placeOf(h *Has) string {
	modifiers := h.Event.modifiers()
	other := withArticle(h.Event.which(true) + bracketed(h.Event.noun(false), len(h.Event.Concepts) > 1) + modifiers)
	// What stands behind an ordinal could be said of the record itself.
	other = bracketed(other, h.Event.Which != Any && modifiers != "")
	if h.Event.Domain == Death {
		other = h.Event.text()
	}
	switch h.Relation.Place {
	case Distance:
		return "on the same day as " + other
	case Covering:
		// not "during": that is said of its own visit, and of two exposures at the same time
		if h.Event.Domain == Visit && e.Domain != Death && e.Domain != Visit ||
			h.Event.Domain == Drug && e.Domain == Drug {
			return "within the dates of " + other
		}
		return "during " + other
	case Overlapping:
		return "at the same time as " + other
	case SameVisit:
		return "at the same visit as " + other
	case SameYear:
		return "in the same year as " + other
	}
	return "in whose time lies " + other
}

func (r *Relation) sameDay() bool {
	zero := Offset{}
	return r.From != nil && r.To != nil && *r.From == zero && *r.To == zero
}

// anyNumber is the least number that a range of any value has.
const anyNumber = -1e9

// AnyValueIn holds of records with a value in the unit: the last value of somebody is chosen among these.
func AnyValueIn(unit string) *Where {
	least := float64(anyNumber)
	return &Where{Value: &Range{Min: &least}, Unit: unit}
}

// IsAny reports whether a range is of any value.
func (r *Range) IsAny() bool { return r.Max == nil && r.Min != nil && *r.Min <= anyNumber }

func (w *Where) modifiers() string {
	s := ""
	if w.Value != nil && w.Value.IsAny() && w.Unit == "" {
		s += " with a value"
	} else if w.Value != nil && w.Value.IsAny() {
		s += " in " + unitText(w.Unit)
	} else if w.Value != nil {
		s += " " + w.Value.compared()
		if w.Unit != "" {
			s += " " + unitText(w.Unit)
		}
	}
	if len(w.Result) > 0 {
		s += " with result " + entityNames(w.Result, " or ")
	}
	if len(w.Visit) > 0 {
		s += " at an " + entityNames(w.Visit, " or ")
	}
	if w.Days != nil {
		s += " lasting " + w.Days.long() + " days"
	}
	if rest := w.rest(); rest != "" {
		s += " " + rest
	}
	return s
}

// rest are the conditions that no question asks for in other words.
func (w *Where) rest() string {
	var parts []string
	for _, r := range []struct {
		of   string
		with *Range
	}{{"a supply of %s days", w.Supply}, {"a quantity of %s", w.Quantity}, {"%s refills", w.Refills},
		{"%s records", w.Records}} {
		if r.with != nil {
			parts = append(parts, "with "+fmt.Sprintf(r.of, r.with.counted()))
		}
	}
	if w.OfHigh != nil {
		parts = append(parts, "with "+w.OfHigh.long()+" times the upper limit of normal")
	}
	if w.OfLow != nil {
		parts = append(parts, "with "+w.OfLow.long()+" times the lower limit of normal")
	}
	if len(w.Specialty) > 0 {
		parts = append(parts, "by "+strings.Join(w.Specialty, " or "))
	}
	if len(w.Plans) > 0 {
		var names []string
		for _, name := range w.Plans {
			names = append(names, strconv.Quote(name))
		}
		parts = append(parts, "of "+strings.Join(names, " or "))
	}
	if len(w.Source) > 0 {
		parts = append(parts, "recorded as "+entityNames(w.Source, " or "))
	}
	for _, l := range []struct {
		of   string
		list []Entity
	}{{"in", w.Units}, {"by", w.Provider}, {"with status", w.Status}, {"not of type", w.NotType}} {
		if len(l.list) > 0 {
			parts = append(parts, l.of+" "+entityNames(l.list, " or "))
		}
	}
	if w.Start != nil {
		parts = append(parts, "starting "+w.Start.text())
	}
	if w.Finish != nil {
		parts = append(parts, "ending "+w.Finish.text())
	}
	if w.Unmapped {
		parts = append(parts, "unmapped")
	}
	if w.Branded != nil {
		parts = append(parts,
			map[bool]string{true: "for a branded drug", false: "for a drug without a brand"}[*w.Branded])
	}
	if len(w.Type) > 0 {
		parts = append(parts, "of type "+entityNames(w.Type, " or "))
	}
	if len(w.Cause) > 0 {
		parts = append(parts, "from "+entityNames(w.Cause, " or "))
	}
	return strings.Join(append(parts, w.attributes()...), " ")
}

// attributes are the conditions on other columns: "with route oral".
func (w *Where) attributes() []string {
	var parts []string
	with := func(not bool) string {
		if not {
			return "without "
		}
		return "with "
	}
	if w.Abnormal {
		parts = append(parts, "outside of its normal range")
	}
	for _, k := range w.Coded {
		if k.Not {
			parts = append(parts,
				"with another "+strings.ReplaceAll(string(k.Of), "_", " ")+" than "+entityNames(k.Concepts, " or "))
		} else {
			parts = append(parts,
				"with "+strings.ReplaceAll(string(k.Of), "_", " ")+" "+entityNames(k.Concepts, " or "))
		}
	}
	for _, k := range w.Worded {
		parts = append(parts,
			with(k.Not)+"a "+strings.ReplaceAll(string(k.Of), "_", " ")+" like "+strconv.Quote(k.Like))
	}
	for _, k := range w.Numbers {
		parts = append(parts, "with a "+strings.ReplaceAll(string(k.Of), "_", " ")+" "+k.In.compared())
	}
	return parts
}

// text is the condition on a record as a predicate: "unmapped".
func (w *Where) text() string { return strings.TrimSpace(w.modifiers()) }

// entityNames joins entities by their names or codes.
func entityNames(es []Entity, last string) string {
	var parts []string
	for _, e := range es {
		switch {
		case len(e.Items) > 0:
			parts = append(parts, e.itemsText())
		case e.Text != "":
			parts = append(parts, e.Text)
		case e.Code != "":
			parts = append(parts, e.Vocabulary+" code "+e.Code)
		case e.Set != "":
			parts = append(parts, "the set "+strconv.Quote(e.Set))
		default:
			parts = append(parts, idsText(e.IDs))
		}
	}
	return joined(parts, last)
}

// idsText names concepts by their ids: "concept 320128", "concepts 320128 and 313217".
func idsText(ids []int64) string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = strconv.FormatInt(id, 10)
	}
	if len(all) == 1 {
		return "concept " + all[0]
	}
	return "concepts " + joined(all, " and ")
}

func unitText(u string) string {
	if u == "%" {
		return "percent"
	}
	return units.Shown(u)
}

// ShownUnit is the unit of the values that are measured as people write it: mm[Hg] as mmHg. It may be that in which a
// person's first or last value is chosen.
func (q *Question) ShownUnit() string {
	unit := q.Measure.Unit
	if e := q.Population.Entry; e != nil {
		for _, w := range []*Where{e.Where, e.Chosen} {
			if unit == "" && w != nil {
				unit = w.Unit
			}
		}
	}
	return units.Shown(unit)
}
