package compile_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/studytest"
)

// additions are what any question may be narrowed or divided by.
var additions = map[string]func(q *study.Question){
	"by sex":  func(q *study.Question) { q.Strata = append(q.Strata, study.Stratum{Kind: study.Sex}) },
	"by race": func(q *study.Question) { q.Strata = append(q.Strata, study.Stratum{Kind: study.Race}) },
	"by year of the index": func(q *study.Question) {
		q.Strata = append(q.Strata, study.Stratum{Kind: study.Year, Of: study.OfIndex})
	},
	"by year":      func(q *study.Question) { q.Strata = append(q.Strata, study.Stratum{Kind: study.Year}) },
	"by age group": func(q *study.Question) { q.Strata = append(q.Strata, study.Stratum{Kind: study.AgeGroup, Width: 10}) },
	"by age bands and sex": func(q *study.Question) {
		low, high := 0.0, 64.0
		old := 65.0
		q.Strata = append(q.Strata, study.Stratum{Kind: study.AgeGroup, Bands: []study.Range{{Min: &low, Max: &high}, {Min: &old}}}, study.Stratum{Kind: study.Sex})
	},
	"by drug": func(q *study.Question) {
		q.Strata = append(q.Strata, study.Stratum{Kind: study.Concept, Event: &study.Event{Domain: study.Drug}})
	},
	"by group": func(q *study.Question) {
		q.Strata = append(q.Strata, study.Stratum{Kind: study.Groups, Groups: []study.Group{
			{Name: "women", Is: study.Criterion{Is: &study.Trait{Sex: "female"}}},
			{Name: "on warfarin", Is: study.Criterion{Has: &study.Has{Event: study.Event{Domain: study.Drug, Concepts: []study.Entity{{Text: "warfarin"}}}}}}}})
	},
	"of women": func(q *study.Question) {
		q.Population.Criteria = append(q.Population.Criteria, study.Criterion{Is: &study.Trait{Sex: "female"}})
	},
	"without stroke": func(q *study.Question) {
		q.Population.Criteria = append(q.Population.Criteria, study.Criterion{Not: &study.Criterion{Has: &study.Has{
			Event: study.Event{Domain: study.Condition, Concepts: []study.Entity{{Text: "stroke"}}}}}})
	},
}

// Each question of a pair composes with each further stratum and criterion: the SQL runs, or the compiler says why not; and what is
// counted by sex adds up to what is counted without.
func TestEverythingComposes(t *testing.T) {
	db := emptyDatabase(t)
	r := rand.New(rand.NewPCG(9, 9))
	world := studytest.NewWorld(r, 40)
	fill(t, db, world)
	refused := map[string]int{}
	compiled, all := 0, 0
	pairs := pairQuestions(t)
	if testing.Short() {
		pairs = pairs[:60]
	}
	run := func(plan *compile.Plan) (*omop.Table, error) {
		return query(db, anyEntity(t, plan.SQL))
	}
	for _, p := range pairs {
		plain, err := study.Parse(p.Question)
		if err != nil {
			t.Fatal(err)
		}
		for name, add := range additions {
			all++
			q := plain.Clone()
			add(q)
			plan, err := compile.Compile(q, compile.Options{})
			var no *compile.Unsupported
			var fault *study.FieldError
			if errors.As(err, &no) {
				refused[fmt.Sprintf("%s: %s", no.Field, no.Why)]++
				continue
			} else if errors.As(err, &fault) {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			compiled++
			got, err := run(plan)
			if err != nil {
				t.Errorf("%s %s: %v\n%s", p.ID, name, err, plan.SQL)
				continue
			}
			if plan.People != "" {
				people, err := query(db, anyEntity(t, plan.People))
				if err != nil {
					t.Errorf("%s %s: people: %v\n%s", p.ID, name, err, plan.People)
					continue
				}
				if why := peopleFit(plan, got, people); why != "" && q.Top == nil {
					t.Errorf("%s %s: %s\n%s\n%s", p.ID, name, why, plan.SQL, plan.People)
				}
			}
			if name == "by sex" && len(plain.Strata) == 0 && q.Measure.Kind != study.Distribution && q.Measure.Kind != study.Survival {
				whole, err := compile.Compile(plain, compile.Options{})
				if err != nil {
					t.Fatal(err)
				}
				total, err := run(whole)
				if err != nil {
					t.Fatalf("%s: %v\n%s", p.ID, err, whole.SQL)
				}
				if why := addsUp(plan, got, whole, total); why != "" {
					t.Errorf("%s: %s\n%s\n%s", p.ID, why, plan.SQL, whole.SQL)
				}
			}
		}
	}
	t.Logf("%d of %d combinations are compiled", compiled, all)
	for why, n := range refused {
		t.Logf("%5d %s", n, why)
	}
}

// addsUp compares the numbers of people, records and person-time of all rows with those of the whole.
func addsUp(plan *compile.Plan, rows *omop.Table, whole *compile.Plan, total *omop.Table) string {
	for i, c := range plan.Columns {
		if !slices.Contains([]compile.Role{compile.Count, compile.Numerator, compile.Denominator, compile.PersonTime}, c.Role) ||
			c.Of != study.Persons && c.Of != study.Records {
			continue
		}
		at := slices.IndexFunc(whole.Columns, func(w compile.Column) bool { return w.Name == c.Name })
		if at < 0 || len(total.Rows) != 1 {
			continue
		}
		sum := 0.0
		for _, row := range rows.Rows {
			if f := float(row[i]); f == f {
				sum += f
			}
		}
		want := float(total.Rows[0][at])
		if want != want {
			want = 0
		}
		if diff := sum - want; diff > 0.11 || diff < -0.11 {
			return fmt.Sprintf("%s by sex are %g together, without %g", c.Name, sum, want)
		}
	}
	return ""
}

// anyEntity puts the concepts of the world in place of what it has no name for.
func anyEntity(t *testing.T, template string) string {
	out, err := sqltree.Render(template, func(p sqltree.Placeholder) (string, error) {
		names := studytest.Names[study.Domain(p.Domain)]
		if id, ok := names[p.Text]; ok {
			return fmt.Sprint(id), nil
		}
		var ids []int64
		for _, id := range names {
			ids = append(ids, id)
		}
		if len(ids) == 0 {
			return "-1", nil
		}
		slices.Sort(ids)
		return fmt.Sprint(ids[len(p.Text)%len(ids)]), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
