package circe_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/circe"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/studytest"
)

// named is a vocabulary of the names of studytest.
type named struct{}

func (named) Items(d study.Domain, e study.Entity) ([]study.Item, error) {
	id, ok := studytest.Names[d][e.Text]
	if !ok {
		return nil, fmt.Errorf("%s %q is unknown", d, e.Text)
	}
	return []study.Item{{ID: id}}, nil
}

func (named) Concept(id int64, name string) any {
	return map[string]any{"CONCEPT_ID": id, "CONCEPT_NAME": name}
}

// vocabularyOfNames are the names as concepts without descendants.
func vocabularyOfNames() []string {
	var rows []string
	for _, names := range studytest.Names {
		for name, id := range names {
			rows = append(rows, fmt.Sprintf("INSERT INTO concept (concept_id, concept_name) VALUES (%d, '%s')", id, name),
				fmt.Sprintf("INSERT INTO concept_ancestor (ancestor_concept_id, descendant_concept_id) VALUES (%d, %[1]d)", id))
		}
	}
	return rows
}

// coded puts ids in the place of a template's names.
func coded(t *testing.T, m *compile.Members) *compile.Members {
	t.Helper()
	code := func(template string) string {
		sql, err := sqltree.Render(template, func(p sqltree.Placeholder) (string, error) {
			return fmt.Sprint(studytest.Names[study.Domain(p.Domain)][p.Text]), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return sql
	}
	return &compile.Members{SQL: code(m.SQL), Matches: code(m.Matches)}
}

// Cohorts of random study questions have the same people, dates and numbers in ATLAS as here, and are read back to the
// same.
func TestRandomCohortsHaveTheSamePeopleInATLAS(t *testing.T) {
	o := newOracle(t)
	wanted := 300
	if testing.Short() {
		wanted = 30
	}
	refused := map[string]int{}
	written, some, tried := 0, 0, 0
	var path string
	for i := 0; written < wanted; i++ {
		r := rand.New(rand.NewPCG(11, uint64(i)))
		if i%400 == 0 {
			path = newDatabase(t, append(vocabularyOfNames(), studytest.NewWorld(r, 80).SQL()...))
		}
		c := randomCohort(r)
		if c == nil {
			continue
		}
		tried++
		text, err := circe.Write(c, named{})
		var no *circe.UnsupportedError
		if errors.As(err, &no) {
			for _, p := range no.Parts {
				refused[p.Why]++
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		m, err := compile.CompileMembers(c, compile.Options{})
		var unsupported *compile.Unsupported
		if errors.As(err, &unsupported) {
			refused[unsupported.Error()]++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		written++
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			db := openReadOnly(t, path)
			if compare(t, o, db, path, coded(t, m), text) > 0 {
				some++
			}
			back, err := circe.Read(text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			compare(t, o, db, path, compiled(t, &back.Cohort), text)
		})
	}
	t.Logf("%d of %d cohorts are written, %d of them have members", written, tried, some)
	for why, n := range refused {
		t.Logf("%5d %s", n, why)
	}
	if some*2 < written {
		t.Error("too few have members: the test proves little")
	}
}

// randomCohort is the population of a random question, with what cohorts have beside; nil where nobody enters it.
func randomCohort(r *rand.Rand) *study.Cohort {
	c := studytest.NewQuestion(r).Population
	if c.Entry == nil {
		return nil
	}
	if r.IntN(3) > 0 {
		c.Criteria = c.Criteria[:min(1, len(c.Criteria))]
	}
	one := func(n int) bool { return r.IntN(n) == 0 }
	if !one(3) {
		c.OpenEnd = study.NextDay
	}
	if one(4) {
		c.Entry.Which = pick(r, study.FirstOfThese, study.LastOfThese)
	}
	if one(3) {
		c.Entry.With = append(c.Entry.With,
			study.Criterion{Observed: &study.FollowUp{Before: r.IntN(120), After: r.IntN(60)}})
	}
	if one(6) {
		other := studytest.NewQuestion(r).Population.Entry
		if other != nil {
			c.Entry = &study.Event{AnyOf: []study.Event{*c.Entry, *other},
				Which: pick(r, study.Any, study.FirstOfThese)}
			c.Entry.AnyOf[0].With = nil
		}
	}
	for i := range c.Criteria {
		if h := c.Criteria[i].Has; h != nil && h.Relation != nil && h.Relation.Place == study.Distance && one(2) {
			h.Relation.Observed = study.Inside
		}
	}
	c.Limit = pick(r, study.Any, study.Any, study.FirstOfThese, study.LastOfThese)
	c.Gap = pick(r, 0, 0, 30)
	switch r.IntN(5) {
	case 0:
		c.Exit = &study.Exit{After: &study.Offset{Days: r.IntN(120)}}
	case 1:
		c.Exit = &study.Exit{OfRecord: true, After: pick(r, nil, &study.Offset{Days: 7})}
	case 2:
		c.Exit = &study.Exit{Supply: &study.Supply{Concepts: []study.Entity{{Text: "metformin"}, {Text: "warfarin"}}, Gap: pick(r, 0, 30), After: pick(r, 0, 10)}}
	}
	if one(4) {
		c.Censor = []study.Event{{Domain: study.Condition, Concepts: []study.Entity{{Text: "stroke"}}}}
	}
	if one(6) {
		c.Within = &study.Period{From: "2008-03-01", To: pick(r, "", "2009-06-30")}
	}
	return &c
}

// What ATLAS cannot say is named by its place in the study question.
func TestWhatATLASCannotSayIsNamed(t *testing.T) {
	metformin := []study.Entity{{Text: "metformin"}}
	entry := &study.Event{Domain: study.Drug, Concepts: metformin}
	for want, c := range map[string]study.Cohort{
		"population.entry: ATLAS's cohorts begin with an event": {Criteria: []study.Criterion{{Is: &study.Trait{Sex: "female"}}}},
		"population.entry.which: \"second\" is no choice":       {Entry: &study.Event{Domain: study.Drug, Concepts: metformin, Which: study.Second}},
		"population.criteria[0].has.relation.to: ATLAS counts in days": {Entry: entry, Criteria: []study.Criterion{{Has: &study.Has{Event: *entry,
			Relation: &study.Relation{To: &study.Offset{Months: 6}}}}}},
		"population.exit.of_record: a record without an end": {Entry: entry, Exit: &study.Exit{OfRecord: true}},
	} {
		_, err := circe.Write(&c, named{})
		var no *circe.UnsupportedError
		if !errors.As(err, &no) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
