package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Members is a population as SQL that gives when each person belongs to it.
type Members struct {
	// SQL is a template of person_id, cohort_start_date and cohort_end_date, both days included: one row for each time
	// in which a person belongs to the cohort.
	SQL string
	// Matches is a template of mode, mask and number. Each index record meets the criteria whose bits are set in mask,
	// the first by 1, the second by 2 and so on. Mode 0 counts index records, mode 1 people by the best of their
	// records: that with the most criteria, then with the first of them, then the earliest.
	Matches string
	// Attrition is a template of one row: how many people have an index record, one that meets the first criterion, one
	// that meets the first two, and so on.
	Attrition string
	// Cut is a template of one number: the people whom Within leaves out altogether. Empty where there is no Within.
	Cut string
}

// mostCriteria is how many bits a mask has.
const mostCriteria = 62

// CompileMembers returns when people belong to a population that has an entry event. An index record outside of every
// observation period begins nothing. The error is that of Validate, or an *Unsupported.
func CompileMembers(p *study.Cohort, opts Options) (*Members, error) {
	q := &study.Question{Measure: study.Measure{Kind: study.Count}, Population: *p}
	c, err := newCompiler(q, opts)
	if err != nil {
		return nil, err
	}
	c.cohort = true
	if p.Entry == nil {
		return nil, &Unsupported{Field: "population.entry", Why: "a cohort needs an event that people enter it with"}
	}
	if len(p.Criteria) > mostCriteria {
		return nil, &Unsupported{Field: "population.criteria", Why: fmt.Sprintf("are more than %d", mostCriteria)}
	}
	m := &membership{c: c, p: p}
	out := m.compile()
	if c.refusal != nil {
		return nil, c.refusal
	}
	return out, nil
}

// membership compiles a cohort as a chain of named queries: entries, the index records; ruled, which criteria each
// meets; included, those that meet all; stays, each with its end; merged, those of a person that meet made one.
type membership struct {
	c       *compiler
	p       *study.Cohort
	entries *record // the index records, as entries has them
	chain   []named
}

type named struct{ name, sql string }

func (m *membership) compile() *Members {
	m.addEntries()
	if m.c.refusal != nil {
		return nil
	}
	m.addRuled()
	m.addIncluded()
	m.addStays()
	m.addMerged()
	return &Members{SQL: m.with(m.cut()), Matches: m.with(m.matches()), Attrition: m.with(m.attrition()),
		Cut: m.with(m.lost())}
}

// with writes the chain, the entries with the columns that were asked of them until now, and a query over it.
func (m *membership) with(last string) string {
	if last == "" {
		return ""
	}
	var parts []string
	add := func(name, sql string) { parts = append(parts, fmt.Sprintf("%s AS (\n%s\n)", name, indent(sql, "  "))) }
	for _, s := range m.c.sets {
		add(s.name, selectSet(s.items))
	}
	for _, n := range m.chain {
		add(n.name, n.sql)
	}
	return "WITH " + strings.Join(parts, ",\n") + "\n" + last
}

// addEntries are the index records in observation.
func (m *membership) addEntries() {
	entry := *m.p.Entry
	entry.With = append([]study.Criterion{{Observed: &study.FollowUp{}}}, entry.With...)
	q := m.c.newQuery()
	inner, conditions := q.records("", &entry, "population.entry", nil)
	if inner == nil {
		return
	}
	q.filter(conditions...)
	q.ofPeople(&entry)
	m.entries = &record{c: m.c, alias: "e", domain: inner.domain, table: inner.table, sub: &derived{}}
	for _, what := range []role{personID, startDate, lastDate, rawID, observedFrom, observedTo} {
		m.entries.col(what)
	}
	m.chain = append(m.chain, named{name: "entries"})
	// written when all columns are known: see addRuled
	m.entries.sub.write = func(asked []role) *query {
		for _, what := range asked {
			q.choose(inner.orNull(what, &entry), roleNames[what])
		}
		return q
	}
}

// addRuled judges each criterion for each index record.
func (m *membership) addRuled() {
	q := m.c.newQuery()
	q.who = "e.person_id"
	q.add(&source{text: func() string { return "entries" }, alias: "e"})
	var flags []column
	for i := range m.p.Criteria {
		met := m.c.criterion(q, m.entries, &m.p.Criteria[i], fmt.Sprintf("population.criteria[%d]", i))
		flags = append(flags, column{fmt.Sprintf("CASE WHEN %s THEN 1 ELSE 0 END", met), flag(i)})
	}
	for _, what := range m.entries.sub.asked {
		q.choose("e."+roleNames[what], roleNames[what])
	}
	q.columns = append(q.columns, flags...)
	text := q.String() // may ask further columns of the entries, which nothing after it needs
	m.chain[0].sql = m.entries.sub.write(m.entries.sub.asked).String()
	m.chain = append(m.chain, named{"ruled", text})
}

func flag(i int) string { return fmt.Sprintf("meets_%d", i+1) }

// addIncluded are the index records that meet all criteria, or the first or last of them of each person.
func (m *membership) addIncluded() {
	var all []string
	for i := range m.p.Criteria {
		all = append(all, flag(i)+" = 1")
	}
	sql := "SELECT person_id, start_date, last_date, observed_to"
	order := map[study.Which]string{study.FirstOfThese: "start_date", study.LastOfThese: "start_date DESC"}[m.p.Limit]
	if order != "" {
		sql += fmt.Sprintf(",\n       ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY %s, raw_id) AS place", order)
	}
	sql += "\nFROM ruled"
	if len(all) > 0 {
		sql += "\nWHERE " + strings.Join(all, " AND ")
	}
	if order != "" {
		sql = fmt.Sprintf("SELECT person_id, start_date, last_date, observed_to\nFROM %s AS numbered\nWHERE place = 1",
			bracket(sql))
	}
	m.chain = append(m.chain, named{"included", sql})
}

// addStays are the index records with their ends: the earliest of those that are not before the start.
func (m *membership) addStays() {
	q := m.c.newQuery()
	q.who = "i.person_id"
	q.add(&source{text: func() string { return "included" }, alias: "i"})
	ends := []string{m.exit(q)}
	index := &record{c: m.c, alias: "i", domain: m.entries.domain, table: m.entries.table,
		sub: &derived{asked: []role{personID, startDate, lastDate, observedTo}}}
	for i := range m.p.Censor {
		ends = append(ends, m.censored(i))
	}
	q.choose("i.person_id", "")
	q.choose("i.start_date", "")
	q.choose(least(ends), "end_date")
	if len(index.sub.asked) > 4 {
		m.c.refuse("population.censor", "looks at more of the index record than its dates")
	}
	sql := q.String()
	m.chain = append(m.chain,
		named{"stays", fmt.Sprintf("SELECT person_id, start_date, end_date\nFROM %s AS ended\nWHERE end_date IS NOT NULL", bracket(sql))})
}

// exit is when a stay ends by the cohort's own rule, NULL where that is before it begins.
func (m *membership) exit(q *query) string {
	x := m.p.Exit
	switch {
	case x == nil:
		return "i.observed_to"
	case x.Supply != nil:
		m.addSupply(x.Supply)
		s := q.addTable("LEFT JOIN", "supplied", "s", func(s string) []string {
			return []string{s + ".person_id = i.person_id",
				fmt.Sprintf("i.start_date BETWEEN %s.start_date AND %[1]s.end_date", s)}
		})
		return fmt.Sprintf("LEAST(COALESCE(%s.end_date, i.observed_to), i.observed_to)", s)
	}
	end := "i.start_date"
	if x.OfRecord {
		end = "i.last_date"
	}
	if x.After != nil {
		end = asDate(shifted(end, x.After))
	}
	end = fmt.Sprintf("LEAST(%s, i.observed_to)", end)
	if x.OfRecord || x.After.Days+x.After.Months+x.After.Years < 0 {
		end = fmt.Sprintf("CASE WHEN %s >= i.start_date THEN %[1]s END", end)
	}
	return end
}

// censored is the first censoring event from the index date to the end of observation.
func (m *membership) censored(i int) string {
	at := fmt.Sprintf("population.censor[%d]", i)
	sub := m.c.newQuery()
	x, conditions := sub.records("", &m.p.Censor[i], at, func(x *record) []string {
		return []string{x.col(personID) + " = i.person_id",
			fmt.Sprintf("%s BETWEEN i.start_date AND i.observed_to", x.start())}
	})
	if x == nil {
		return "NULL"
	}
	if ofThese(m.p.Censor[i].Which) {
		m.c.refuse(at+".which", "the first from the index date on is what ends membership: leave it out")
	}
	sub.filter(conditions...)
	sub.choose(fmt.Sprintf("MIN(%s)", x.start()), "")
	return bracket(sub.String())
}

// addSupply joins the exposures to a drug to times of continuous supply.
func (m *membership) addSupply(s *study.Supply) {
	q := m.c.newQuery()
	r := &record{c: m.c, domain: study.Drug, table: m.c.table(study.Drug, "population.exit.supply"),
		alias: m.c.alias("de"), q: q}
	q.add(&source{text: func() string { return r.table.Name }, alias: r.alias})
	at := "population.exit.supply.concepts"
	end := r.untilNextDay()
	if s.Days > 0 {
		end = asDate(shifted(r.start(), &study.Offset{Days: s.Days}))
	}
	q.choose(r.col(personID), "person_id")
	q.choose(r.start(), "start_date")
	q.choose(asDate(shifted(end, &study.Offset{Days: s.Gap + s.After})), "end_date")
	q.filter(fmt.Sprintf("%s IN (SELECT person_id FROM included)", r.col(personID)))
	q.filter(either([]string{m.c.oneOf(r.col(concept), study.Drug, s.Concepts, at),
		m.c.oneOf(r.col(sourceConcept), study.Drug, s.Concepts, at)}))
	m.chain = append(m.chain, named{"supplied", merge(q.String(), s.Gap)})
}

// addMerged joins a person's stays that overlap or lie at most the gap apart.
func (m *membership) addMerged() {
	end := "end_date"
	if m.p.Gap > 0 {
		end = asDate(shifted(end, &study.Offset{Days: m.p.Gap}))
	}
	m.chain = append(m.chain,
		named{"merged", merge(fmt.Sprintf("SELECT person_id, start_date, %s AS end_date\nFROM stays", end), m.p.Gap)})
}

// merge joins times of a person that share a day, and takes the padding off the end of what comes of it.
func merge(sql string, pad int) string {
	return fmt.Sprintf(`SELECT person_id, MIN(start_date) AS start_date, %s AS end_date
FROM (SELECT person_id, start_date, end_date,
             SUM(begins) OVER (PARTITION BY person_id ORDER BY start_date, begins DESC ROWS UNBOUNDED PRECEDING) AS part
      FROM (SELECT person_id, start_date, end_date,
                   CASE WHEN MAX(end_date) OVER (PARTITION BY person_id ORDER BY start_date ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
                             >= start_date THEN 0 ELSE 1 END AS begins
            FROM %s AS padded) AS marked) AS parts
GROUP BY person_id, part`, asDate(shifted("MAX(end_date)", &study.Offset{Days: -pad})), bracket(strings.ReplaceAll(sql, "\n", "\n            ")))
}

// cut gives the members, within calendar time where that is set.
func (m *membership) cut() string {
	start, end := "start_date", "end_date"
	if w := m.p.Within; w != nil && w.From != "" {
		start = fmt.Sprintf("GREATEST(start_date, %s)", dateLiteral(w.From))
	}
	if w := m.p.Within; w != nil && w.To != "" {
		end = fmt.Sprintf("LEAST(end_date, %s)", dateLiteral(w.To))
	}
	sql := fmt.Sprintf("SELECT person_id, %s AS cohort_start_date, %s AS cohort_end_date\nFROM merged", start, end)
	if m.p.Within != nil {
		sql += fmt.Sprintf("\nWHERE %s <= %s", start, end)
	}
	return sql
}

func (m *membership) lost() string {
	if m.p.Within == nil {
		return ""
	}
	return fmt.Sprintf("SELECT COUNT(DISTINCT person_id) AS people FROM merged\nWHERE person_id NOT IN (SELECT person_id FROM (%s) AS left_over)", m.cut())
}

func (m *membership) attrition() string {
	list, met := []string{"COUNT(DISTINCT person_id) AS step_0"}, []string{}
	for i := range m.p.Criteria {
		met = append(met, flag(i)+" = 1")
		list = append(list, fmt.Sprintf("COUNT(DISTINCT CASE WHEN %s THEN person_id END) AS step_%d",
			strings.Join(met, " AND "), i+1))
	}
	return "SELECT " + strings.Join(list, ",\n       ") + "\nFROM ruled"
}

// matches counts index records and people by the criteria that they meet.
func (m *membership) matches() string {
	mask, met, first := []string{"0"}, []string{"0"}, "0"
	for i := range m.p.Criteria {
		mask = append(mask, fmt.Sprintf("CAST(%d AS BIGINT) * %s", uint64(1)<<i, flag(i)))
		met = append(met, flag(i))
	}
	for i := range slices.Backward(m.p.Criteria) {
		first = fmt.Sprintf("CASE WHEN %s = 1 THEN %d ELSE %s END", flag(i), i, first)
	}
	return fmt.Sprintf(`SELECT mode, mask, COUNT(*) AS number
FROM (SELECT 0 AS mode, %[1]s AS mask FROM ruled
      UNION ALL
      SELECT 1 AS mode, mask
      FROM (SELECT %[1]s AS mask,
                   ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY %[2]s DESC, %[3]s, start_date, raw_id) AS place
            FROM ruled) AS ranked
      WHERE place = 1) AS both_modes
GROUP BY mode, mask
ORDER BY mode, mask`, strings.Join(mask, " + "), strings.Join(met, " + "), first)
}
