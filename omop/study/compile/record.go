package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/study"
)

// record stands for the records of an event in the FROM of a query: a table, or a subquery that
// selects the columns that are asked for.
type record struct {
	c      *compiler
	alias  string
	domain study.Domain
	table  *schema.Table
	sub    *derived       // nil: the table itself
	single bool           // one record a person
	q      *query         // in whose FROM it stands
	of     []study.Entity // that it is a record of
	seen   string         // the alias of its observation period in q
	moved  *study.Moved   // other days are its first and last
	in     *study.Period  // with which it shares a day; nil: not asked
}

// derived is a subquery over records of which it chooses some or which it brings together.
type derived struct {
	asked []role
	write func(asked []role) *query
}

// col is the expression of a column of the record; a column that the table lacks is refused.
func (r *record) col(what role) string {
	if r.moved != nil && (what == startDate || what == endDate || what == lastDate) {
		return r.movedTo(what)
	}
	if r.sub != nil {
		if !slices.Contains(r.sub.asked, what) {
			r.sub.asked = append(r.sub.asked, what)
		}
		return r.alias + "." + r.sub.name(what)
	}
	switch what {
	case lastDate:
		return r.until()
	case observedFrom:
		return r.observation() + ".observation_period_start_date"
	case observedTo:
		return r.observation() + ".observation_period_end_date"
	}
	if r.domain == study.KeptCohort && (what == recordID || what == rawID) { // a person enters a cohort once a day
		return fmt.Sprintf("CAST(%s.subject_id AS VARCHAR) || ' ' || CAST(%[1]s.cohort_start_date AS VARCHAR)", r.alias)
	}
	name := columnOf(r.table, what)
	if name == "" && what == endDate {
		name = r.table.StartDate // what has no end happens on one day
	}
	if name == "" {
		r.c.refuse("population", "table %s has no column for %s", r.table.Name,
			strings.ReplaceAll(roleNames[what], "_", " "))
		return "NULL"
	}
	return r.alias + "." + name
}

// movedTo is the day that is taken for the first or the last of the record.
func (r *record) movedTo(what role) string {
	own, to := *r, r.moved.End
	own.moved = nil
	if what == startDate {
		to = r.moved.Start
	}
	switch {
	case to.On != "":
		return dateLiteral(to.On)
	case to.AtEnd:
		return asDate(shifted(own.until(), &study.Offset{Days: to.Days}))
	}
	return asDate(shifted(own.start(), &study.Offset{Days: to.Days}))
}

func (d *derived) name(what role) string { return roleNames[what] }

func (r *record) start() string { return r.col(startDate) }

// until is the last day of the record. Where no end is recorded it is the first day, or the last of the days of supply.
func (r *record) until() string {
	if r.moved != nil {
		return r.col(lastDate)
	}
	if r.c.question.Population.OpenEnd == study.NextDay {
		return r.untilNextDay()
	}
	if r.table.EndDate == "" && r.sub == nil && r.domain != study.KeptCohort {
		return r.start()
	}
	if r.sub == nil && !hasOpenEnds(r.table) {
		return r.col(endDate)
	}
	if r.domain == study.Drug && r.sub == nil {
		return recordedEnd(r)
	}
	if r.domain == study.Drug {
		return r.col(lastDate)
	}
	return fmt.Sprintf("COALESCE(%s, %s)", r.col(endDate), r.start())
}

// records puts the records of an event into FROM. The conditions that it returns must hold of them.
func (q *query) records(join string, e *study.Event, at string, on func(r *record) []string) (*record, []string) {
	c := q.c
	if len(e.AnyOf) > 0 {
		return q.anyOf(join, e, at, on)
	}
	r := &record{c: c, domain: e.Domain, table: c.table(e.Domain, at), q: q, of: e.Concepts, moved: movedAfter(e),
		in: e.Touching}
	if r.table == nil {
		return nil, nil
	}
	s := &source{join: join}
	var conditions []string
	short := domains[e.Domain].short
	switch {
	case e.Which == study.Any && !c.isUnion(e):
		r.alias = c.alias(short)
		s.text = func() string { return r.table.Name }
		r.place(q, s)
		conditions = c.choiceConditions(r, e, at)
	case e.Which == study.Any:
		r.alias = c.alias("any_of")
		r.sub = &derived{write: func(asked []role) *query { return c.union(e, asked, at) }}
		s.text = r.subquery
		r.place(q, s)
	default:
		r.alias = c.alias(aliasOf[e.Which])
		r.sub = &derived{write: func(asked []role) *query { return c.chosen(e, asked, at) }}
		r.single = e.Which != study.FirstOfEach
		s.text = r.subquery
		r.place(q, s)
	}
	if on != nil {
		conditions = append(on(r), conditions...)
	}
	if !ofThese(e.Which) {
		conditions = append(conditions, c.later(q, r, e, at)...)
	}
	if e.Chosen != nil {
		conditions = append(conditions, c.where(r, e.Chosen, at+".chosen")...)
	}
	return r, conditions
}

var aliasOf = map[study.Which]string{study.First: "first_event", study.Last: "last_event", study.Second: "second_event",
	study.Third:        "third_event",
	study.FirstOfThese: "first_of", study.LastOfThese: "last_of", study.FirstOfEach: "first_of_each"}

// movedAfter are the days that records are moved to after Which has chosen them. The first of these is chosen by them.
func movedAfter(e *study.Event) *study.Moved {
	if ofThese(e.Which) {
		return nil
	}
	return e.Moved
}

func ofThese(w study.Which) bool { return w == study.FirstOfThese || w == study.LastOfThese }

func (r *record) place(q *query, s *source) {
	s.alias = r.alias
	if q.who == "" {
		q.who = r.col(personID)
	}
	q.add(s)
}

func (r *record) subquery() string {
	if len(r.sub.asked) == 0 {
		r.col(personID)
	}
	return bracket(r.sub.write(r.sub.asked).String())
}

func (c *compiler) table(d study.Domain, at string) *schema.Table {
	t, ok := c.schema.Table(domains[d].table)
	if !ok {
		c.refuse(at+".domain", "%q has no table", d)
		return nil
	}
	return t
}

// isUnion reports whether an event is of records of several tables.
func (c *compiler) isUnion(e *study.Event) bool {
	return slices.ContainsFunc(e.Or, func(o study.Event) bool { return o.Domain != e.Domain })
}

// choiceConditions are the conditions of an event of one table: its concepts and Where, or those of one of Or.
func (c *compiler) choiceConditions(r *record, e *study.Event, at string) []string {
	own := c.conceptConditions(r, e, at)
	if e.Where != nil {
		own = append(own, c.where(r, e.Where, at+".where")...)
	}
	if e.Chosen != nil && e.Chosen.Value != nil {
		own = append(own, r.col(value)+" IS NOT NULL")
		own = append(own, c.inUnit(r, e.Chosen.Unit)...)
	}
	if len(e.Or) == 0 {
		return own
	}
	if len(own) == 0 {
		c.refuse(at+".or", "adds nothing to every record of the domain")
		return nil
	}
	ways := []string{both(own)}
	for i := range e.Or {
		other := c.choiceConditions(r, &e.Or[i], fmt.Sprintf("%s.or[%d]", at, i))
		if len(other) == 0 {
			c.refuse(at+".or", "is every record of the domain")
			return nil
		}
		ways = append(ways, both(other))
	}
	return []string{either(ways)}
}

// union selects the columns of records of several tables.
func (c *compiler) union(e *study.Event, asked []role, at string) *query {
	alone := *e
	alone.Or = nil
	q := c.arm(&alone, asked, at)
	for i := range e.Or {
		q.union = append(q.union, c.arm(&e.Or[i], asked, fmt.Sprintf("%s.or[%d]", at, i)))
	}
	return q
}

func (c *compiler) arm(e *study.Event, asked []role, at string) *query {
	q := c.newQuery()
	arm := study.Event{Domain: e.Domain, Concepts: e.Concepts, Except: e.Except, Where: e.Where, Or: e.Or}
	r, conditions := q.records("", &arm, at, nil)
	if r == nil {
		return q
	}
	q.filter(conditions...)
	for _, what := range asked {
		expr := r.col(what)
		if what == recordID { // ids of different tables are different records
			expr = fmt.Sprintf("%s || CAST(%s AS VARCHAR)", literal(domains[e.Domain].short), expr)
		}
		q.choose(expr, roleNames[what])
	}
	return q
}

// chosen selects the columns of one record of each person, or of each person's each concept: by its date alone where no
// more is asked.
func (c *compiler) chosen(e *study.Event, asked []role, at string) *query {
	all := *e
	all.Which, all.Chosen = study.Any, nil
	if !ofThese(e.Which) {
		all.Age, all.During, all.Touching, all.With, all.Moved = nil, nil, nil, nil, nil
	}
	inner := c.newQuery()
	if e.Chosen != nil && e.Chosen.Value != nil { // chosen among the records with a value
		all.Where = valued(e.Where, e.Chosen.Unit)
	}
	r, conditions := inner.records("", &all, at, nil)
	if r == nil {
		return inner
	}
	inner.filter(conditions...)
	if e.Chosen != nil && e.Chosen.Value != nil {
		inner.filter(r.col(value) + " IS NOT NULL")
	}
	last := e.Which == study.Last || e.Which == study.LastOfThese
	of, each := []string{inner.who}, e.Which == study.FirstOfEach
	if each {
		of = append(of, r.col(concept))
	}
	byDate := !slices.ContainsFunc(asked, func(w role) bool {
		return w != personID && w != startDate && !(each && w == concept)
	})
	if byDate && (e.Which == study.First || e.Which == study.FirstOfThese || each || last) {
		pick := "MIN"
		if last {
			pick = "MAX"
		}
		inner.choose(inner.who, "person_id")
		inner.choose(fmt.Sprintf("%s(%s)", pick, r.start()), roleNames[startDate])
		if each {
			inner.choose(r.col(concept), roleNames[concept])
		}
		inner.group = of
		return inner
	}
	for _, what := range asked {
		inner.choose(r.col(what), roleNames[what])
	}
	inner.choose(fmt.Sprintf("ROW_NUMBER() OVER (PARTITION BY %s ORDER BY %s)", strings.Join(of, ", "), r.order(last)),
		"place")
	outer := c.newQuery()
	n := outer.addQuery("", inner, "numbered", nil)
	for _, what := range asked {
		outer.choose(n+"."+roleNames[what], roleNames[what])
	}
	outer.filter(fmt.Sprintf("%s.place = %d", n, max(1, place[e.Which])))
	return outer
}

var place = map[study.Which]int{study.Second: 2, study.Third: 3}

func valued(w *study.Where, unit string) *study.Where {
	all := study.Where{}
	if w != nil {
		all = *w
	}
	if all.Unit == "" {
		all.Unit = unit
	}
	return &all
}

// order is by date, and by the id on the same day.
func (r *record) order(last bool) string {
	way := ""
	if last {
		way = " DESC"
	}
	if r.c.cohort {
		return fmt.Sprintf("%s%s, %s", r.start(), way, r.col(rawID))
	}
	return fmt.Sprintf("%s%s, %s%s", r.start(), way, r.col(recordID), way)
}

// later are the conditions of an event that are judged after its records were chosen.
func (c *compiler) later(q *query, r *record, e *study.Event, at string) []string {
	var conditions []string
	if e.Moved != nil {
		conditions = append(conditions, r.until()+" >= "+r.start())
	}
	if e.Age != nil {
		conditions = append(conditions, inRange(c.ageAt(q, agedOn(r, e.Touching)), e.Age)...)
	}
	conditions = append(conditions, within(r.start(), e.During)...)
	if e.Touching != nil {
		conditions = append(conditions, touches(r, e.Touching)...)
	}
	for i := range e.With {
		conditions = append(conditions, c.criterion(q, r, &e.With[i], fmt.Sprintf("%s.with[%d]", at, i)))
	}
	return conditions
}

// within holds of dates in a period.
func within(date string, p *study.Period) []string {
	switch {
	case p == nil:
		return nil
	case p.From == "":
		return []string{date + " <= " + dateLiteral(p.To)}
	case p.To == "":
		return []string{date + " >= " + dateLiteral(p.From)}
	case p.From == p.To:
		return []string{date + " = " + dateLiteral(p.From)}
	}
	return []string{fmt.Sprintf("%s BETWEEN %s AND %s", date, dateLiteral(p.From), dateLiteral(p.To))}
}

// touches holds of records that share a day with a period.
func touches(r *record, p *study.Period) []string {
	var conditions []string
	if p.To != "" {
		conditions = append(conditions, r.start()+" <= "+dateLiteral(p.To))
	}
	if p.From != "" {
		conditions = append(conditions, r.until()+" >= "+dateLiteral(p.From))
	}
	return conditions
}
