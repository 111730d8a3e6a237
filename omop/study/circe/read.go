package circe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Definition is a cohort with what its file says of it.
type Definition struct {
	Name        string
	Description string
	Cohort      study.Cohort
}

// Read reads a cohort definition of ATLAS: the expression alone, or as part of an exported definition with its name.
// Where a study question cannot say all of it, the error is an *UnsupportedError.
func Read(data []byte) (*Definition, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var whole struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Expression  json.RawMessage `json:"expression"`
	}
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil, fmt.Errorf("read the cohort definition: it is no JSON of one: %w; export it from ATLAS, Export tab, JSON", err)
	}
	expression := data
	if !isNull(whole.Expression) {
		expression = whole.Expression
		var text string // some exports hold the expression as a text
		if json.Unmarshal(expression, &text) == nil {
			expression = []byte(text)
		}
	}
	im := &reader{sets: map[int]study.Entity{}}
	d := &Definition{Name: whole.Name, Description: whole.Description}
	o := im.object("", expression)
	if !o.has("PrimaryCriteria") {
		return nil, fmt.Errorf("read the cohort definition: it has no PrimaryCriteria; export it from ATLAS, Export tab, JSON")
	}
	if o.take("Title", &whole.Name) && d.Name == "" {
		d.Name = whole.Name
	}
	d.Cohort = im.cohort(o)
	if len(im.parts) > 0 {
		return nil, &UnsupportedError{im.parts}
	}
	q := study.Question{Measure: study.Measure{Kind: study.Count}, Population: d.Cohort}
	if err := q.Validate(); err != nil {
		return nil, fmt.Errorf("read the cohort definition: %w", err)
	}
	return d, nil
}

// reader is the state of one reading.
type reader struct {
	parts []Part
	sets  map[int]study.Entity
	index []study.Domain // of the records that criteria are judged for
}

func (im *reader) refuse(path, why string, args ...any) {
	im.parts = append(im.parts, Part{strings.TrimPrefix(path, "."), fmt.Sprintf(why, args...)})
}

func (im *reader) cohort(o *object) study.Cohort {
	c := study.Cohort{OpenEnd: study.NextDay}
	o.raw("cdmVersionRange")
	im.conceptSets(o.list("ConceptSets"))
	im.entry(o, &c)
	for i, text := range o.list("InclusionRules") {
		c.Criteria = append(c.Criteria, im.rule(at(o.path+".InclusionRules", i), text))
	}
	c.Limit = im.limit(o, "ExpressionLimit")
	if c.Entry != nil &&
		(c.Entry.Which == study.First || c.Entry.Which == study.FirstOfThese || c.Entry.Which == study.LastOfThese) {
		c.Limit = study.Any // there is one at most
	}
	c.Exit = im.exit(im.object(o.path+".EndStrategy", o.raw("EndStrategy")))
	for i, text := range o.list("CensoringCriteria") {
		c.Censor = append(c.Censor, im.event(at(o.path+".CensoringCriteria", i), text))
	}
	collapse := im.object(o.path+".CollapseSettings", o.raw("CollapseSettings"))
	collapse.raw("CollapseType") // ERA is the only one
	collapse.take("EraPad", &c.Gap)
	collapse.done()
	c.Within = im.censorWindow(im.object(o.path+".CensorWindow", o.raw("CensorWindow")))
	o.done()
	return c
}

// entry makes the entry event of the primary and the additional criteria.
func (im *reader) entry(o *object, c *study.Cohort) {
	p := im.object(o.path+".PrimaryCriteria", o.raw("PrimaryCriteria"))
	var arms []study.Event
	for i, text := range p.list("CriteriaList") {
		arms = append(arms, im.event(at(p.path+".CriteriaList", i), text))
	}
	im.index = nil
	for i := range arms {
		im.index = append(im.index, domainOf(&arms[i]))
	}
	window := im.object(p.path+".ObservationWindow", p.raw("ObservationWindow"))
	seen := study.FollowUp{}
	window.take("PriorDays", &seen.Before)
	window.take("PostDays", &seen.After)
	window.done()
	limit := im.limit(p, "PrimaryCriteriaLimit")
	p.done()
	if limit != study.Any && len(arms) > 1 {
		im.refuseOwnPeriods(p.path, arms, "")
	} else if limit != study.Any {
		im.refuseOwnPeriods(p.path, arms, study.Observed) // a person has one that holds a day
	}

	entry := study.Event{AnyOf: arms}
	switch len(arms) {
	case 0:
		im.refuse(p.path+".CriteriaList", "is empty")
		return
	case 1:
		entry = arms[0]
	}
	entry.With = append(entry.With, study.Criterion{Observed: &seen})
	judged := o.has("AdditionalCriteria") // also by a group that asks nothing
	additional, qualified := im.group(o.path+".AdditionalCriteria", o.raw("AdditionalCriteria")),
		im.limit(o, "QualifiedLimit")
	one := entry.Which == study.First
	if !one {
		entry.Which = limit
	}
	switch {
	case !judged:
	case one || limit == study.Any:
		if additional != nil {
			entry.With = append(entry.With, *additional)
		}
		if !one {
			entry.Which = qualified
		}
	case additional != nil: // judged after one of each person's records was chosen
		entry = study.Event{AnyOf: []study.Event{entry}, With: []study.Criterion{*additional}}
	}
	c.Entry = &entry
}

// refuseOwnPeriods refuses calendar days in the place of a period's own where one of several records is chosen: Circe
// chooses by the days that were taken away. Those of a domain may stay.
func (im *reader) refuseOwnPeriods(path string, arms []study.Event, but study.Domain) {
	for i := range arms {
		if len(arms[i].AnyOf) == 1 && domainOf(&arms[i]) != but {
			im.refuse(at(path+".CriteriaList", i)+"."+kindOf[domainOf(&arms[i])]+".UserDefinedPeriod", "one of several such periods is chosen by its own days")
		}
	}
}

func (im *reader) limit(o *object, name string) study.Which {
	l := im.object(o.path+"."+name, o.raw(name))
	kind := "First" // Circe's default
	l.take("Type", &kind)
	l.done()
	switch strings.ToUpper(kind) {
	case "ALL":
		return study.Any
	case "LAST":
		return study.LastOfThese
	}
	return study.FirstOfThese
}

// rule is an inclusion rule. One that asks nothing holds of everybody in observation.
func (im *reader) rule(path string, text json.RawMessage) study.Criterion {
	o := im.object(path, text)
	name := ""
	o.take("name", &name)
	o.raw("description")
	k := im.group(path+".expression", o.raw("expression"))
	if k == nil {
		k = &study.Criterion{Observed: &study.FollowUp{}}
	}
	o.done()
	if name == "" {
		name = "rule"
	}
	k.Name = name
	return *k
}

func (im *reader) exit(o *object) *study.Exit {
	defer o.done()
	switch {
	case o.has("DateOffset"):
		d := im.object(o.path+".DateOffset", o.raw("DateOffset"))
		field, days := "StartDate", 0
		d.take("DateField", &field)
		d.take("Offset", &days)
		d.done()
		if field == "StartDate" {
			return &study.Exit{After: &study.Offset{Days: days}}
		}
		x := &study.Exit{OfRecord: true}
		if days != 0 {
			x.After = &study.Offset{Days: days}
		}
		return x
	case o.has("CustomEra"):
		d := im.object(o.path+".CustomEra", o.raw("CustomEra"))
		s := &study.Supply{Concepts: im.codeset(d, "DrugCodesetId")}
		d.take("GapDays", &s.Gap)
		d.take("Offset", &s.After)
		if d.take("DaysSupplyOverride", &s.Days) && s.Days < 1 {
			im.refuse(d.path+".DaysSupplyOverride", "is no length of an exposure")
		}
		if s.Concepts == nil {
			im.refuse(d.path+".DrugCodesetId", "is missing")
		}
		d.done()
		return &study.Exit{Supply: s}
	}
	return nil
}

func (im *reader) censorWindow(o *object) *study.Period {
	p := study.Period{}
	o.take("StartDate", &p.From)
	o.take("EndDate", &p.To)
	o.done()
	p.From, p.To = im.day(o.path+".StartDate", p.From), im.day(o.path+".EndDate", p.To)
	if p == (study.Period{}) {
		return nil
	}
	return &p
}

// conceptSets reads the concept sets of the definition.
func (im *reader) conceptSets(all []json.RawMessage) {
	for i, text := range all {
		var set struct {
			ID         int    `json:"id"`
			Name       string `json:"name"`
			Expression struct {
				Items []struct {
					Concept struct {
						ID   int64  `json:"CONCEPT_ID"`
						Name string `json:"CONCEPT_NAME"`
					} `json:"concept"`
					Excluded    bool `json:"isExcluded"`
					Descendants bool `json:"includeDescendants"`
					Mapped      bool `json:"includeMapped"`
				} `json:"items"`
			} `json:"expression"`
		}
		if err := json.Unmarshal(text, &set); err != nil {
			im.refuse(at("ConceptSets", i), "is not a concept set as ATLAS writes it")
			continue
		}
		e := study.Entity{Name: set.Name}
		for _, item := range set.Expression.Items {
			e.Items = append(e.Items,
				study.Item{ID: item.Concept.ID, Name: item.Concept.Name, Exact: !item.Descendants, Mapped: item.Mapped,
					Exclude: item.Excluded})
		}
		if len(e.Items) == 0 { // holds no concept; an exclusion alone does neither
			e.Items = []study.Item{{Exclude: true, Exact: true}}
		}
		im.sets[set.ID] = e
	}
}

// codeset takes a field that names a concept set by its id.
func (im *reader) codeset(o *object, name string) []study.Entity {
	var id int
	if !o.take(name, &id) {
		return nil
	}
	set, ok := im.sets[id]
	if !ok {
		im.refuse(o.path+"."+name, "names concept set %d, which the definition does not have", id)
		return nil
	}
	return []study.Entity{set}
}
