package pipeline

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/plausible"
)

// recorded tells in which units the database has values of a measurement, and what is measured. It tells nothing where
// the words are not coded: that they are not is said later. Where the database can't be asked, nobody knows what a
// comparison in one unit would leave out, and the error ends the run.
func (p *Pipeline) recorded(ctx context.Context, of []study.Entity) (found compile.Recorded, err error) {
	if p.parts.Data == nil || p.parts.Coder == nil {
		return found, nil
	}
	var ids []int64
	for _, e := range of {
		ids = append(ids, e.IDs...)
		if e.Text == "" {
			continue
		}
		set, err := p.parts.Coder.Code(ctx, coding.Entity{Domain: "measurement", Text: e.Text})
		if err != nil {
			return compile.Recorded{}, nil
		}
		ids = append(ids, set.IDs()...)
		found.Components = append(found.Components, components(set)...)
	}
	if len(ids) == 0 {
		return found, nil
	}
	recorded, err := p.parts.Data.Units(ctx, ids)
	if err != nil {
		return compile.Recorded{}, fmt.Errorf("looking in which units values are recorded: %w", err)
	}
	found.Asked, found.Units = true, p.recordedUnits(recorded)
	return found, nil
}

// recordedUnits are the units as the compiler takes them. What a source has for a unit counts where it is understood;
// else it is told without being shown, since a source may write anything.
func (p *Pipeline) recordedUnits(recorded []plausible.Unit) []compile.RecordedUnit {
	var all []compile.RecordedUnit
	none, most := -1, 0 // the place of those without a unit, and the people of the largest group of them
	for _, u := range recorded {
		r := compile.RecordedUnit{Concept: u.Concept, Source: u.Source, Code: u.Code, Name: u.Shown(),
			People: p.shownPeople(u.People), Count: u.People}
		switch {
		case u.Concept != 0:
		case u.Code != "":
			r.Name = fmt.Sprintf("%q without a unit concept", u.Source)
		case none >= 0: // the people of several groups may be the same
			most = max(most, u.People)
			all[none].Count += u.People
			all[none].People = "at least 1"
			if most >= p.opt.MinCell {
				all[none].People = fmt.Sprint("at least ", most)
			}
			continue
		default:
			none, most, r.Source = len(all), u.People, ""
		}
		all = append(all, r)
	}
	return all
}

// recordedOnce is recorded for one question, which asks the database once of each measurement.
func (p *Pipeline) recordedOnce(ctx context.Context) func(of []study.Entity) (compile.Recorded, error) {
	known := map[string]compile.Recorded{}
	return func(of []study.Entity) (compile.Recorded, error) {
		key := fmt.Sprintf("%+v", of)
		if found, ok := known[key]; ok {
			return found, nil
		}
		found, err := p.recorded(ctx, of)
		if err == nil {
			known[key] = found
		}
		return found, err
	}
}

// plans are the names of plans and payers that the database has of enough people to be shown.
func (p *Pipeline) plans(ctx context.Context) ([]string, error) {
	sql := fmt.Sprintf(`SELECT name
FROM (SELECT plan_source_value AS name, person_id FROM payer_plan_period
      UNION ALL SELECT payer_source_value AS name, person_id FROM payer_plan_period) AS named
WHERE name IS NOT NULL
GROUP BY name
HAVING COUNT(DISTINCT person_id) >= %d
ORDER BY name`, p.opt.MinCell)
	table, err := p.parts.Engine.Query(ctx, sql, p.opt.Limit)
	if err != nil {
		return nil, fmt.Errorf("looking which plans are recorded: %w", err)
	}
	var names []string
	for _, row := range table.Rows {
		names = append(names, fmt.Sprint(row[0]))
	}
	return names, nil
}

// inMainUnit is a question for values with the unit in which nearly all of them are, where it names none: a mean of
// values in different units means nothing, and one of each unit is seldom what was asked for.
func inMainUnit(q *study.Question,
	recorded func(of []study.Entity) (compile.Recorded, error)) (*study.Question, error) {
	m := &q.Measure
	entry := q.Population.Entry
	var of *study.Event
	switch {
	case m.Unit != "":
	case m.Quantity == study.Value && entry != nil && entry.Domain == study.Measurement:
		of = entry
	case m.Quantity == study.ValueChange && m.Event != nil && m.Event.Domain == study.Measurement:
		of = m.Event
	}
	if of == nil || len(of.Or) > 0 || namesUnit(of.Where) || namesUnit(of.Chosen) {
		return q, nil
	}
	found, err := recorded(of.Concepts)
	if err != nil {
		return nil, err
	}
	unit := found.Main()
	if unit == "" {
		return q, nil
	}
	in := q.Clone()
	if e := in.Population.Entry; of == entry && of.Where == nil && of.Chosen == nil &&
		(of.Which == study.First || of.Which == study.Last) { // somebody's last value, not that of the last record
		e.Chosen = study.AnyValueIn(unit)
	} else {
		in.Measure.Unit = unit
	}
	return in, nil
}

func namesUnit(w *study.Where) bool { return w != nil && (w.Unit != "" || len(w.Units) > 0) }

// components are LOINC's of the tests of a set: creatinine of "Creatinine [Mass/volume] in Serum or Plasma".
func components(set coding.ConceptSet) []string {
	var all []string
	for _, m := range set.Concepts {
		if component, _, in := strings.Cut(m.Name, " ["); in && m.Vocabulary == "LOINC" {
			all = append(all, strings.ToLower(component))
		}
	}
	return all
}

// shownPeople is a number of people as it may be shown.
func (p *Pipeline) shownPeople(n int) string {
	if n < p.opt.MinCell {
		return fmt.Sprintf("fewer than %d", p.opt.MinCell)
	}
	return fmt.Sprint(n)
}
