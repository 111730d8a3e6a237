package circe_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/study"
)

// wanted is what a cohort asks of a database: a random world is made of it, so that many of its people meet the
// criteria.
type wanted struct {
	concepts map[study.Domain][]int64
	sources  map[study.Domain][]int64
	values   []float64
	items    []study.Item
	offsets  []int // of windows
	around   time.Time
}

func wantedBy(c *study.Cohort) *wanted {
	w := &wanted{concepts: map[study.Domain][]int64{}, sources: map[study.Domain][]int64{}, offsets: []int{0, 1, -1, 3}, around: day("2019-03-01")}
	w.look(reflect.ValueOf(*c))
	if c.Exit != nil && c.Exit.Supply != nil {
		w.add(w.concepts, study.Drug, c.Exit.Supply.Concepts)
	}
	return w
}

func day(iso string) time.Time {
	t, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		panic(err)
	}
	return t
}

// look finds the events, values and windows of a value, wherever in it they stand.
func (w *wanted) look(v reflect.Value) {
	switch x := v.Interface().(type) {
	case study.Event:
		w.add(w.concepts, x.Domain, x.Concepts)
		if x.Domain != "" && len(x.Concepts) == 0 {
			w.concepts[x.Domain] = append(w.concepts[x.Domain], 0)
		}
		if x.Where != nil {
			w.add(w.sources, x.Domain, x.Where.Source)
			w.add(w.concepts, x.Domain, x.Where.Cause)
		}
		if x.During != nil && x.During.From != "" {
			w.around = day(x.During.From)
		}
	case study.Coded:
		w.know(x.Concepts)
	case study.Where:
		w.know(x.NotType)
	case study.Range:
		for _, end := range []*float64{x.Min, x.Max} {
			if end != nil {
				w.values = append(w.values, *end, *end+1, *end-1)
			}
		}
	case study.Offset:
		w.offsets = append(w.offsets, x.Days, x.Days+1, x.Days-1)
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			w.look(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.look(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			w.look(v.Field(i))
		}
	}
}

// know lets the vocabulary hold concepts that records are not of.
func (w *wanted) know(entities []study.Entity) {
	for _, e := range entities {
		w.items = append(w.items, e.Items...)
	}
}

func (w *wanted) add(to map[study.Domain][]int64, d study.Domain, entities []study.Entity) {
	for _, e := range entities {
		for _, i := range e.Items {
			w.items = append(w.items, i)
			if !i.Exclude {
				to[d] = append(to[d], i.ID)
			}
		}
	}
}

// world writes a random database for what is wanted.
func (w *wanted) world(r *rand.Rand, people int) []string {
	b := &tables{r: r, w: w, rows: map[string][]string{}, paid: map[payment]bool{}}
	b.vocabulary()
	for p := range people {
		b.person(int64(p + 1))
	}
	var out []string
	for table, rows := range b.rows {
		out = append(out, fmt.Sprintf("INSERT INTO %s VALUES %s", table, strings.Join(rows, ", ")))
	}
	slices.Sort(out)
	return out
}

// tables are the rows of a world, by table and its columns.
type tables struct {
	r    *rand.Rand
	w    *wanted
	rows map[string][]string
	id   int64
	paid map[payment]bool // the first days of times of insurance
}

type payment struct {
	person int64
	from   time.Time
}

func (b *tables) insert(table string, values ...any) {
	var texts []string
	for _, v := range values {
		switch x := v.(type) {
		case nil:
			texts = append(texts, "NULL")
		case string:
			texts = append(texts, "'"+x+"'")
		case time.Time:
			texts = append(texts, "'"+x.Format(time.DateOnly)+"'")
		default:
			texts = append(texts, fmt.Sprint(x))
		}
	}
	b.rows[table] = append(b.rows[table], "("+strings.Join(texts, ", ")+")")
}

// vocabulary holds the concepts of the sets; of those with descendants some stand above others. A few are invalid or
// lacking.
func (b *tables) vocabulary() {
	seen := map[int64]bool{}
	var ids []int64
	for _, i := range b.w.items {
		if !seen[i.ID] {
			seen[i.ID] = true
			ids = append(ids, i.ID)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		if b.r.IntN(40) == 0 {
			continue
		}
		var invalid any
		if b.r.IntN(15) == 0 {
			invalid = "U"
		}
		b.insert("concept (concept_id, concept_name, invalid_reason)", id, "c", invalid)
		b.insert("concept_ancestor (ancestor_concept_id, descendant_concept_id)", id, id)
		for range b.r.IntN(3) {
			b.insert("concept_ancestor (ancestor_concept_id, descendant_concept_id)", id, ids[b.r.IntN(len(ids))])
		}
		b.insert("concept_relationship (concept_id_1, concept_id_2, relationship_id)", ids[b.r.IntN(len(ids))], id, "Maps to")
	}
}

func (b *tables) person(person int64) {
	r := b.r
	b.insert("person (person_id, gender_concept_id, year_of_birth, race_concept_id, ethnicity_concept_id)", person, pick(r, 8532, 8507), b.w.around.Year()-r.IntN(90), pick(r, 8527, 8516), 0)
	begin := b.w.around.AddDate(0, 0, -r.IntN(700)-20)
	end := begin.AddDate(0, 0, 200+r.IntN(1200))
	b.period(person, begin, end)
	if r.IntN(5) == 0 {
		b.period(person, end.AddDate(0, 0, 20), end.AddDate(0, 0, 220))
	}
	days := int(end.Sub(begin).Hours() / 24)
	anchors := []time.Time{begin.AddDate(0, 0, r.IntN(days)), begin.AddDate(0, 0, r.IntN(days)),
		b.w.around.AddDate(0, 0, r.IntN(200))}
	date := func() time.Time {
		return pick(r, anchors...).AddDate(0, 0, pick(r, b.w.offsets...)+pick(r, 0, 0, 1, -1, 5, -6))
	}
	var visits []int64
	for _, domain := range b.domains() {
		pool := b.w.concepts[domain]
		for range 1 + r.IntN(4+min(len(pool), 5)) {
			id := b.record(person, domain, date(), visits)
			if domain == study.Visit {
				visits = append(visits, id)
			}
		}
	}
}

// domains are those that are wanted, visits first.
func (b *tables) domains() []study.Domain {
	all := []study.Domain{study.Visit}
	for _, d := range []study.Domain{study.Condition, study.Drug, study.Procedure, study.Measurement, study.Observation,
		study.Device, study.DrugEra, study.ConditionEra, study.Death,
		study.VisitDetail, study.Specimen, study.DoseEra, study.PayerPlan} {
		if len(b.w.concepts[d])+len(b.w.sources[d]) > 0 {
			all = append(all, d)
		}
	}
	return all
}

func (b *tables) period(person int64, from, to time.Time) {
	b.id++
	b.insert("observation_period (observation_period_id, person_id, observation_period_start_date, observation_period_end_date)", b.id, person, from, to)
}

func (b *tables) record(person int64, d study.Domain, start time.Time, visits []int64) int64 {
	r := b.r
	b.id++
	concept, source := b.concept(b.w.concepts[d]), b.concept(b.w.sources[d])
	var end, visit, value any
	if r.IntN(3) > 0 {
		end = start.AddDate(0, 0, r.IntN(40))
	}
	if len(visits) > 0 && r.IntN(2) == 0 {
		visit = pick(r, visits...)
	}
	if len(b.w.values) > 0 && r.IntN(8) > 0 {
		value = pick(r, b.w.values...)
	}
	switch d {
	case study.Visit:
		b.insert("visit_occurrence (visit_occurrence_id, person_id, visit_concept_id, visit_start_date, visit_end_date)", b.id, person, concept, start, start.AddDate(0, 0, r.IntN(12)))
	case study.Condition:
		b.insert("condition_occurrence (condition_occurrence_id, person_id, condition_concept_id, condition_start_date, condition_end_date, visit_occurrence_id, condition_source_concept_id)",
			b.id, person, concept, start, end, visit, source)
	case study.Drug:
		b.insert("drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, visit_occurrence_id, drug_source_concept_id, days_supply)",
			b.id, person, concept, start, end, visit, source, pick[any](r, nil, 0, 14, 30))
	case study.Procedure:
		b.insert("procedure_occurrence (procedure_occurrence_id, person_id, procedure_concept_id, procedure_date, procedure_end_date, visit_occurrence_id, procedure_source_concept_id)",
			b.id, person, concept, start, end, visit, source)
	case study.Measurement:
		b.insert("measurement (measurement_id, person_id, measurement_concept_id, measurement_date, visit_occurrence_id, value_as_number, measurement_source_concept_id)", b.id, person, concept, start, visit, value, source)
	case study.Observation:
		b.insert("observation (observation_id, person_id, observation_concept_id, observation_date, visit_occurrence_id, value_as_number, observation_source_concept_id)", b.id, person, concept, start, visit, value, source)
	case study.Device:
		b.insert("device_exposure (device_exposure_id, person_id, device_concept_id, device_exposure_start_date, device_exposure_end_date, visit_occurrence_id)", b.id, person, concept, start, end, visit)
	case study.DrugEra:
		b.insert("drug_era (drug_era_id, person_id, drug_concept_id, drug_era_start_date, drug_era_end_date, drug_exposure_count)", b.id, person, concept, start, start.AddDate(0, 0, r.IntN(90)), 1+r.IntN(4))
	case study.ConditionEra:
		b.insert("condition_era (condition_era_id, person_id, condition_concept_id, condition_era_start_date, condition_era_end_date, condition_occurrence_count)", b.id, person, concept, start, start.AddDate(0, 0, r.IntN(90)), 1+r.IntN(4))
	case study.VisitDetail:
		if visit == nil && len(visits) > 0 {
			visit = visits[0]
		}
		b.insert("visit_detail (visit_detail_id, person_id, visit_detail_concept_id, visit_detail_start_date, visit_detail_end_date, visit_occurrence_id, visit_detail_source_concept_id)",
			b.id, person, concept, start, start.AddDate(0, 0, r.IntN(9)), visit, pick(r, 4188539, 0))
	case study.Specimen:
		b.insert("specimen (specimen_id, person_id, specimen_concept_id, specimen_date)", b.id, person, concept, start)
	case study.DoseEra:
		b.insert("dose_era (dose_era_id, person_id, drug_concept_id, dose_era_start_date, dose_era_end_date)", b.id, person, concept, start, start.AddDate(0, 0, r.IntN(60)))
	case study.PayerPlan: // no two of a person begin on one day: Circe leaves open which comes first
		for b.paid[payment{person, start}] {
			start = start.AddDate(0, 0, 1)
		}
		b.paid[payment{person, start}] = true
		b.insert("payer_plan_period (payer_plan_period_id, person_id, payer_plan_period_start_date, payer_plan_period_end_date)", b.id, person, start, start.AddDate(0, 0, r.IntN(500)))
	case study.Death:
		if r.IntN(8) == 0 {
			b.insert("death (person_id, death_date, cause_concept_id)", person, start, concept)
		}
	}
	return b.id
}

// concept is one of the pool; sometimes of another domain's, which the sets must tell apart.
func (b *tables) concept(pool []int64) int64 {
	if len(pool) == 0 || b.r.IntN(12) == 0 {
		if len(b.w.items) == 0 {
			return 0
		}
		return b.w.items[b.r.IntN(len(b.w.items))].ID
	}
	return pick(b.r, pool...)
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }
