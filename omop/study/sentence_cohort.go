package study

import (
	"fmt"
	"strings"
)

// Sentence says who belongs to the cohort, from when and until when: "People enter with a first ever exposure to
// celecoxib …; they leave with the end of the continuous supply of celecoxib".
func (c *Cohort) Sentence() string {
	if c.Entry == nil {
		return "Everybody"
	}
	s := "People enter with " + c.Entry.text()
	for i := range c.Criteria {
		k := &c.Criteria[i]
		name := ""
		if k.Name != "" {
			name = k.Name + ": "
		}
		s += fmt.Sprintf("; [%d] %s%s", i+1, name, k.clause(c.it()))
	}
	switch c.Limit {
	case FirstOfThese:
		s += "; the first such of each person"
	case LastOfThese:
		s += "; the last such of each person"
	}
	s += "; they leave " + c.Exit.text()
	for i := range c.Censor {
		s += ", or with " + c.Censor[i].text()
	}
	if c.Gap > 0 {
		s += fmt.Sprintf("; times with up to %d days between them are one", c.Gap)
	}
	if c.Within != nil {
		s += "; " + c.Within.text() + " only"
	}
	return s
}

func (x *Exit) text() string {
	switch {
	case x == nil:
		return "with the end of observation"
	case x.Supply != nil:
		s := "with the end of the continuous supply of " + entityNames(x.Supply.Concepts, " or ")
		if x.Supply.Gap > 0 {
			s += fmt.Sprintf(", gaps of up to %d days bridged", x.Supply.Gap)
		}
		if x.Supply.After > 0 {
			s += fmt.Sprintf(", and %d days", x.Supply.After)
		}
		if x.Supply.Days > 0 {
			s += fmt.Sprintf(", each exposure taken for %d days", x.Supply.Days)
		}
		return s
	case x.OfRecord && x.After != nil:
		return x.After.text() + " after its end"
	case x.OfRecord:
		return "with its end"
	case *x.After == Offset{}:
		return "on the same day"
	}
	return x.After.text() + " after it"
}

// anyText is an event of several.
func (e *Event) anyText() string {
	var arms []string
	for i := range e.AnyOf {
		arms = append(arms, e.AnyOf[i].text())
	}
	return e.which(false) + bracketed(strings.Join(arms, " or "),
		len(arms) > 1 && (e.Which != Any || e.modifiers() != "")) + e.modifiers()
}

// itemsText is a concept set by its name, or by its concepts.
func (e *Entity) itemsText() string {
	if e.Name != "" {
		return e.Name
	}
	var names []string
	for _, i := range e.Items {
		if !i.Exclude && i.Name != "" {
			names = append(names, i.Name)
		}
	}
	return strings.Join(names, " or ")
}

// severally says a relation that asks more than one thing of the days of the event.
func (r *Relation) severally(anchor string) string {
	plain := *r
	plain.EventEnd, plain.Observed, plain.Also = false, Anywhere, nil
	var parts []string
	if plain.From != nil || plain.To != nil || plain.Place != Distance || plain.Other {
		s := plain.text(anchor)
		if r.EventEnd {
			s = "ending " + s
		}
		parts = append(parts, s)
	}
	switch r.Observed {
	case Inside:
		parts = append(parts, "in the observation period of "+strings.TrimSuffix(anchor, ", the visit"))
	case Since:
		parts = append(parts, "since observation begins")
	case Until:
		parts = append(parts, "until observation ends")
	}
	for i := range r.Also {
		parts = append(parts, r.Also[i].text(anchor))
	}
	return strings.Join(parts, ", ")
}
