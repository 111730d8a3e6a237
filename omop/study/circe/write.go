package circe

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/askomop/askomop/omop/study"
)

// Vocabulary is what a writer asks of the vocabulary.
type Vocabulary interface {
	// Items are the concepts that an entity of a domain stands for.
	Items(d study.Domain, e study.Entity) ([]study.Item, error)
	// Concept describes a concept as ATLAS writes it, CONCEPT_ID and so on. The name is for one that the vocabulary
	// lacks.
	Concept(id int64, name string) any
}

// definition is an expression in ATLAS's order of fields.
type definition struct {
	Version     string          `json:"cdmVersionRange"`
	Primary     primaryCriteria `json:"PrimaryCriteria"`
	Additional  *criteriaGroup  `json:"AdditionalCriteria,omitempty"`
	ConceptSets []conceptSet    `json:"ConceptSets"`
	Qualified   limit           `json:"QualifiedLimit"`
	Expression  limit           `json:"ExpressionLimit"`
	Rules       []inclusionRule `json:"InclusionRules"`
	End         map[string]any  `json:"EndStrategy,omitempty"`
	Censoring   []criterion     `json:"CensoringCriteria"`
	Collapse    map[string]any  `json:"CollapseSettings"`
	Window      map[string]any  `json:"CensorWindow"`
}

type primaryCriteria struct {
	Criteria []criterion    `json:"CriteriaList"`
	Window   map[string]int `json:"ObservationWindow"`
	Limit    limit          `json:"PrimaryCriteriaLimit"`
}

type limit struct {
	Type string `json:"Type"`
}

type inclusionRule struct {
	Name       string         `json:"name"`
	Expression *criteriaGroup `json:"expression"`
}

// criterion is one event: its kind and what is asked of it.
type criterion map[string]map[string]any

type conceptSet struct {
	ID         int    `json:"id"`
	Name       string `json:"name"`
	Expression struct {
		Items []conceptItem `json:"items"`
	} `json:"expression"`
}

type conceptItem struct {
	Concept     any  `json:"concept"`
	Excluded    bool `json:"isExcluded"`
	Descendants bool `json:"includeDescendants"`
	Mapped      bool `json:"includeMapped"`
}

// Write writes a population as a cohort definition of ATLAS. What Circe cannot say is an *UnsupportedError, whose paths
// are those of the study question; each other cohort has in ATLAS the people and dates that compile.CompileMembers
// gives it.
func Write(c *study.Cohort, v Vocabulary) ([]byte, error) {
	q := study.Question{Measure: study.Measure{Kind: study.Count}, Population: *c}
	if err := q.Validate(); err != nil {
		return nil, err
	}
	w := &writer{c: c, v: v, index: c.Entry,
		d: &definition{Version: ">=5.0.0", ConceptSets: []conceptSet{}, Rules: []inclusionRule{},
			Censoring: []criterion{},
			Collapse:  map[string]any{"CollapseType": "ERA", "EraPad": c.Gap}, Window: map[string]any{}}}
	w.writeEntry()
	for i := range c.Criteria {
		w.writeRule(i)
	}
	w.d.Expression = limitOf(c.Limit)
	w.writeExit()
	for i := range c.Censor {
		at := at("population.censor", i)
		for _, e := range w.alternatives(&c.Censor[i], at) {
			w.d.Censoring = append(w.d.Censoring, w.event(&e, at))
		}
	}
	if c.Within != nil && c.Within.From != "" {
		w.d.Window["StartDate"] = c.Within.From
	}
	if c.Within != nil && c.Within.To != "" {
		w.d.Window["EndDate"] = c.Within.To
	}
	switch {
	case w.err != nil:
		return nil, fmt.Errorf("write the cohort definition: %w", w.err)
	case len(w.parts) > 0:
		return nil, &UnsupportedError{w.parts}
	}
	return json.MarshalIndent(w.d, "", "  ")
}

// writer is the state of one writing.
type writer struct {
	c     *study.Cohort
	v     Vocabulary
	d     *definition
	sets  [][]study.Item
	index *study.Event // what windows are counted from
	entry bool         // writes the entry event, whose records are in observation
	parts []Part
	err   error
}

func (w *writer) refuse(path, why string, args ...any) {
	w.parts = append(w.parts, Part{path, fmt.Sprintf(why, args...)})
}

func limitOf(which study.Which) limit {
	switch which {
	case study.FirstOfThese:
		return limit{"First"}
	case study.LastOfThese:
		return limit{"Last"}
	}
	return limit{"All"}
}

// writeEntry writes the primary criteria, and the additional ones where they are of several events.
func (w *writer) writeEntry() {
	const path = "population.entry"
	w.d.Primary.Window = map[string]int{"PriorDays": 0, "PostDays": 0}
	w.d.Qualified = limit{"All"}
	if w.c.Entry == nil {
		w.refuse(path, "ATLAS's cohorts begin with an event: name one")
		return
	}
	e := *w.c.Entry
	if len(e.AnyOf) == 1 && (e.AnyOf[0].Which == study.FirstOfThese || e.AnyOf[0].Which == study.LastOfThese) {
		w.writePrimary(e.AnyOf[0], path+".any_of[0]")
		w.d.Additional, w.d.Qualified = w.groupOf(e.With, path+".with"), limitOf(e.Which)
		return
	}
	w.writePrimary(e, path)
}

func (w *writer) writePrimary(e study.Event, path string) {
	w.entry = true
	defer func() { w.entry = false }()
	w.d.Primary.Limit = limitOf(e.Which)
	w.refuseChosenPeriods(&e, path)
	if ofThese(e.Which) {
		e.Which = study.Any
	}
	e.With = w.takeWindow(e.With)
	if len(e.AnyOf) == 0 || ofOwnPeriod(&e) {
		for _, arm := range w.alternatives(&e, path) {
			w.d.Primary.Criteria = append(w.d.Primary.Criteria, w.event(&arm, path))
		}
		return
	}
	if e.Which != study.Any || e.Age != nil || e.During != nil || e.Touching != nil || e.Moved != nil {
		w.refuse(path, "of several events, each has its own choice, age and dates in ATLAS")
	}
	if len(e.With) > 0 { // chosen after them
		w.d.Additional, w.d.Qualified, w.d.Primary.Limit = w.groupOf(e.With, path+".with"), w.d.Primary.Limit,
			limit{"All"}
	}
	for i := range e.AnyOf {
		arm := e.AnyOf[i]
		at := at(path+".any_of", i)
		for _, one := range w.alternatives(&arm, at) {
			w.d.Primary.Criteria = append(w.d.Primary.Criteria, w.event(&one, at))
		}
	}
}

func ofThese(which study.Which) bool {
	return which == study.FirstOfThese || which == study.LastOfThese
}

// takeWindow takes the observation around the index date out of the conditions on the entry event. Several become the
// widest.
func (w *writer) takeWindow(with []study.Criterion) []study.Criterion {
	var rest []study.Criterion
	window := w.d.Primary.Window
	for _, k := range with {
		if f := k.Observed; f != nil && f.For == nil && f.In == nil {
			window["PriorDays"], window["PostDays"] = max(window["PriorDays"], f.Before),
				max(window["PostDays"], f.After)
			continue
		}
		rest = append(rest, k)
	}
	return rest
}

func (w *writer) writeRule(i int) {
	k := w.c.Criteria[i]
	path := at("population.criteria", i)
	name := k.Name
	if name == "" {
		name = fmt.Sprintf("Criterion %d", i+1)
	}
	g := w.groupOf([]study.Criterion{k}, path)
	w.d.Rules = append(w.d.Rules, inclusionRule{name, g})
}

func (w *writer) writeExit() {
	const path = "population.exit"
	x := w.c.Exit
	switch {
	case x == nil:
	case x.Supply != nil:
		id, ok := w.codeset(study.Drug, x.Supply.Concepts, nil, path+".supply.concepts")
		if !ok {
			return
		}
		era := map[string]any{"DrugCodesetId": id, "GapDays": x.Supply.Gap, "Offset": x.Supply.After}
		if x.Supply.Days > 0 {
			era["DaysSupplyOverride"] = x.Supply.Days
		}
		w.d.End = map[string]any{"CustomEra": era}
	default:
		offset := map[string]any{"DateField": "StartDate", "Offset": 0}
		if x.OfRecord {
			offset["DateField"] = "EndDate"
			w.needEnd(w.c.Entry, path+".of_record")
		}
		if x.After != nil {
			offset["Offset"] = x.After.Days
			w.needDays(x.After, path+".after")
		}
		w.d.End = map[string]any{"DateOffset": offset}
	}
}

func (w *writer) needDays(o *study.Offset, path string) {
	if o != nil && (o.Months != 0 || o.Years != 0) {
		w.refuse(path, "ATLAS counts in days, not in calendar months or years")
	}
}

// needEnd refuses what looks at the end of a record that may have none, where a missing end is not ATLAS's.
func (w *writer) needEnd(e *study.Event, path string) {
	if w.c.OpenEnd == study.NextDay || e == nil {
		return
	}
	all := append([]study.Event{*e}, append(e.Or, e.AnyOf...)...)
	for _, one := range all {
		switch one.Domain {
		case study.Visit, study.DrugEra, study.ConditionEra, study.DoseEra, study.VisitDetail, study.PayerPlan,
			study.Observed, "":
		default:
			w.refuse(path, "a record without an end ends in ATLAS on the day after: set population.open_end to next_day")
			return
		}
	}
}

// codeset is the id of the concept set of entities, and of others that it leaves out.
func (w *writer) codeset(d study.Domain, in, out []study.Entity, path string) (id int, ok bool) {
	var items []study.Item
	name := ""
	for i, e := range append(append([]study.Entity{}, in...), out...) {
		found := e.Items
		switch {
		case len(found) > 0:
		case len(e.IDs) > 0:
			for _, id := range e.IDs {
				found = append(found, study.Item{ID: id, Exact: e.Exact})
			}
		default:
			var err error
			if found, err = w.v.Items(d, e); err != nil {
				w.err = fmt.Errorf("%s: %w", path, err)
				return 0, false
			}
		}
		for _, item := range found {
			if i >= len(in) && item.Exclude {
				w.refuse(path, "leaves out a set that itself leaves something out")
				return 0, false
			}
			item.Exclude = item.Exclude || i >= len(in)
			items = append(items, item)
		}
		if i > 0 && i < len(in) {
			name += " or "
		}
		if i < len(in) {
			name += nameOf(e)
		}
	}
	if len(in) > 1 && excludes(in) {
		w.refuse(path, "joins sets of which one leaves something out")
		return 0, false
	}
	for id, known := range w.sets {
		if reflect.DeepEqual(known, items) {
			return id, true
		}
	}
	set := conceptSet{ID: len(w.sets), Name: name}
	for _, item := range items {
		set.Expression.Items = append(set.Expression.Items,
			conceptItem{w.v.Concept(item.ID, item.Name), item.Exclude, !item.Exact, item.Mapped})
	}
	w.sets = append(w.sets, items)
	w.d.ConceptSets = append(w.d.ConceptSets, set)
	return set.ID, true
}

func excludes(all []study.Entity) bool {
	for _, e := range all {
		for _, i := range e.Items {
			if i.Exclude {
				return true
			}
		}
	}
	return false
}

func nameOf(e study.Entity) string {
	switch {
	case e.Name != "":
		return e.Name
	case e.Text != "":
		return e.Text
	case e.Code != "":
		return e.Vocabulary + " " + e.Code
	case e.Set != "":
		return e.Set
	}
	return fmt.Sprint(e.IDs)
}
