package edit_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/edit"
	"github.com/askomop/askomop/omop/study/studytest"
)

func compiles(q *study.Question) bool {
	_, err := compile.Compile(q, compile.Options{})
	return err == nil
}

func parsed(t testing.TB, doc string) *study.Question {
	t.Helper()
	q, err := study.Parse([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

const warfarin = `{"measure":{"kind":"share"},"population":{"entry":{"domain":"condition","concepts":[{"text":"atrial fibrillation"}],"which":"first"},
	"criteria":[{"is":{"sex":"female"}}]},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}],"which":"first"},
	"relation":{"from":{},"to":{"days":90}}}},"strata":[{"kind":"year","of":"index"}]}`

// sayings are questions and their sentences; a part in braces can be changed, and its choices stand behind the bar.
var sayings = []struct{ question, sentence string }{
	{warfarin, "Among {women|population.criteria.sex} with {a first ever|population.entry.which} diagnosis of {atrial fibrillation|population.entry.concepts[0]}, " +
		"the {percentage|measure.kind} who {had a|outcome} {first ever|outcome.has.event.which} exposure to {warfarin|outcome.has.event.concepts[0]} " +
		"within {90|outcome.has.relation.to} {days after it|outcome.has.relation}, by {year at the index date|strata[0]}"},
	{`{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"type 2 diabetes"}]},"criteria":[{"has":{"event":{"domain":"drug","concepts":[{"text":"metformin"}]}}}]}}`,
		"The {number|measure.of} of {people|population.criteria.sex} with a {diagnosis|population.entry.which} of {type 2 diabetes|population.entry.concepts[0]} who " +
			"{had|population.criteria[0]} {an|population.criteria[0].has.event.which} exposure to {metformin|population.criteria[0].has.event.concepts[0]}"},
	{`{"measure":{"kind":"rate"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}},"strata":[{"kind":"age_group","width":10},{"kind":"sex"}]}`,
		"The incidence rate of {stroke|outcome.has.event.which outcome.has.event.concepts[0]} per {1000|measure.per} person-years, by {10-year|strata[0].width} {age group|strata[0]} and {sex|strata[1]}"},
	{`{"measure":{"kind":"number","stat":"mean","quantity":"age"},"population":{"entry":{"domain":"condition","concepts":[{"text":"gout"}],"which":"first","during":{"from":"2009-01-01","to":"2009-12-31"}}}}`,
		"The {mean|measure.stat} age at a {first ever|population.entry.which} diagnosis of {gout|population.entry.concepts[0]} {in 2009|population.entry.during}"},
	{`{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug"}},"strata":[{"kind":"concept","level":"ingredient"}],"top":{"n":10}}`, "The {10|top.n} {most|top.lowest} common ingredients of drugs"},
	{`{"measure":{"kind":"prevalence","prevalence":"point"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"gout"}]}}},"strata":[{"kind":"year","on":"07-01"}]}`,
		"The point prevalence of {gout|outcome.has.event.which outcome.has.event.concepts[0]}, by {year (on 1 July of each year)|strata[0]}"},
	{`{"measure":{"kind":"number","stat":"mean","quantity":"age"},"population":{},"strata":[{"kind":"groups","groups":[{"name":"a","is":{},"entry":{"domain":"drug","concepts":[{"text":"warfarin"}],"which":"first"}},
		{"name":"b","is":{},"entry":{"domain":"drug","concepts":[{"text":"metformin"}],"which":"first"}}]}]}`,
		"The {mean|measure.stat} age at a first ever exposure to warfarin; beside it, the mean age at a first ever exposure to metformin"},
}

func TestTheWordsThatSayAChoiceAreFound(t *testing.T) {
	for _, s := range sayings {
		q := parsed(t, s.question)
		parts, _ := edit.Sentence(q, edit.Of(q, compiles))
		var b strings.Builder
		for _, p := range parts {
			var ids []string
			for _, c := range p.Choices {
				ids = append(ids, c.ID)
			}
			if len(ids) > 0 {
				b.WriteString("{" + p.Text + "|" + strings.Join(ids, " ") + "}")
			} else {
				b.WriteString(p.Text)
			}
		}
		if b.String() != s.sentence {
			t.Errorf("\n%s, want\n%s", b.String(), s.sentence)
		}
	}
}

func TestAChoiceIsMadeOtherwise(t *testing.T) {
	for _, tc := range []struct{ id, value, want string }{
		{"population.criteria.sex", "", "Among people with a first ever diagnosis of atrial fibrillation, the percentage who had a first ever exposure to warfarin within 90 days after it, by year at the index date"},
		{"population.entry.which", "", "Among women with any one diagnosis of atrial fibrillation, the percentage who had a first ever exposure to warfarin within 90 days after it, by year at the index date"},
		{"outcome.has.relation.to", "30", "Among women with a first ever diagnosis of atrial fibrillation, the percentage who had a first ever exposure to warfarin within 30 days after it, by year at the index date"},
		{"outcome.has.relation", "prior", "Among women with a first ever diagnosis of atrial fibrillation, the percentage who had a first ever exposure to warfarin in the 90 days before it, by year at the index date"},
		{"outcome", "no", "Among women with a first ever diagnosis of atrial fibrillation, the percentage who had no first ever exposure to warfarin within 90 days after it, by year at the index date"},
		{"measure.kind", "count", "Among women with a first ever diagnosis of atrial fibrillation, the number who had a first ever exposure to warfarin within 90 days after it, by year at the index date"},
		{"population.entry.during", "2009..2010", "Among women with a first ever diagnosis of atrial fibrillation between 2009 and 2010, the percentage who had a first ever exposure to warfarin within 90 days after it, by year at the index date"},
		{"population.entry.age", "65..", "Among women with a first ever diagnosis of atrial fibrillation at age 65 or older, the percentage who had a first ever exposure to warfarin within 90 days after it, by year at the index date"},
		{"outcome.has.event.concepts[0]", " apixaban ", "Among women with a first ever diagnosis of atrial fibrillation, the percentage who had a first ever exposure to apixaban within 90 days after it, by year at the index date"},
		{"population.criteria.had_no", "condition@stroke", "Among women with a first ever diagnosis of atrial fibrillation who had no diagnosis of stroke, the percentage who had a first ever exposure to warfarin within 90 days after it, by year at the index date"},
		{"strata[0]", "", "Among women with a first ever diagnosis of atrial fibrillation, the percentage who had a first ever exposure to warfarin within 90 days after it"},
		{"strata.add", "sex", "Among women with a first ever diagnosis of atrial fibrillation, the percentage who had a first ever exposure to warfarin within 90 days after it, by year at the index date and sex"},
	} {
		q := parsed(t, warfarin)
		other, err := edit.Apply(q, tc.id, tc.value)
		if err != nil {
			t.Errorf("%s = %q: %v", tc.id, tc.value, err)
			continue
		}
		if got := other.String(); got != tc.want {
			t.Errorf("%s = %q:\n%s, want\n%s", tc.id, tc.value, got, tc.want)
		}
		if !q.Equal(parsed(t, warfarin)) {
			t.Errorf("%s = %q changed the question itself", tc.id, tc.value)
		}
	}
}

func TestWhatCannotBeIsRefused(t *testing.T) {
	for _, tc := range [][2]string{
		{"population.entry.which", "best"}, {"outcome.has.relation.to", "0"}, {"outcome.has.relation.to", "-5"}, {"outcome.has.relation.to", "many"},
		{"outcome.has.relation.to", "99999999999999999999"}, {"population.entry.during", "2010..2009"}, {"population.entry.during", "soon"},
		{"population.entry.age", "70..60"}, {"population.entry.age", "NaN.."}, {"population.entry.age", "1e300.."}, {"outcome.has.event.concepts[0]", "  "},
		{"outcome.has.event.concepts[0]", strings.Repeat("x", 300)}, {"population.criteria.had", "gout"}, {"population.criteria.had", "death@gout"},
		{"strata.add", "person_id"}, {"measure.rows", "true"}, {"", ""},
	} {
		if other, err := edit.Apply(parsed(t, warfarin), tc[0], tc[1]); err == nil {
			t.Errorf("%s = %q gives %q", tc[0], tc[1], other)
		}
	}
}

// Of random questions every option gives a valid question that says something else, and back again gives the first.
func TestChoicesOfRandomQuestions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	made, back := 0, 0
	for range 300 {
		q := studytest.NewQuestion(r)
		before := q.Clone()
		all := edit.Of(q, compiles)
		parts, _ := edit.Sentence(q, all)
		var text strings.Builder
		for _, p := range parts {
			text.WriteString(p.Text)
		}
		if text.String() != q.String() {
			t.Fatalf("the parts say %q, the question %q", text.String(), q)
		}
		for _, c := range all {
			for _, o := range c.Options {
				other, err := edit.Apply(q, c.ID, o.Value)
				if err != nil || o.Value != c.Value && (other.String() == q.String() || !compiles(other)) {
					t.Fatalf("%s: %s = %q: %v, %v", q, c.ID, o.Value, other, err)
				}
				made++
				if strings.HasPrefix(c.ID, "strata") || o.Value == "drop" {
					continue // what stands at this place then is another part
				}
				if windows := "within prior"; strings.Contains(windows, c.Value) && !strings.Contains(windows, o.Value) {
					continue // the number of days is forgotten
				}
				if again, err := edit.Apply(other, c.ID, c.Value); err == nil && o.Value != c.Value {
					back++
					if again.String() != q.String() {
						t.Errorf("%s: %s = %q and back gives %s", q, c.ID, o.Value, again)
					}
				}
			}
		}
		if !q.Equal(before) {
			t.Fatalf("looking for choices changed %s", before)
		}
	}
	if made < 5000 || back < 2000 {
		t.Errorf("only %d changes were made, %d of them and back", made, back)
	}
}

func TestConceptsAreThrownOut(t *testing.T) {
	q := parsed(t, warfarin)
	for _, ids := range [][]int64{{313217, 4141360}, {4141360, 1}} {
		var err error
		if q, err = edit.Exclude(q, study.Condition, "atrial fibrillation", ids); err != nil {
			t.Fatal(err)
		}
	}
	want := "diagnosis of atrial fibrillation other than concepts 1, 313217 and 4141360"
	if !strings.Contains(q.String(), want) || !compiles(q) {
		t.Errorf("%s, want %s", q, want)
	}
	for _, c := range edit.Of(q, compiles) {
		if c.ID == "population.entry.except" {
			if back, err := edit.Apply(q, c.ID, "back"); err != nil || !back.Equal(parsed(t, warfarin)) {
				t.Errorf("%v, %v", back, err)
			}
			return
		}
	}
	t.Error("they cannot be taken back")
}

func TestConceptsOfNoSetAreNotThrownOut(t *testing.T) {
	for _, tc := range []struct {
		domain study.Domain
		text   string
		ids    []int64
	}{{study.Drug, "atrial fibrillation", []int64{1}}, {study.Condition, "gout", []int64{1}}, {study.Condition, "atrial fibrillation", nil}} {
		if other, err := edit.Exclude(parsed(t, warfarin), tc.domain, tc.text, tc.ids); err == nil {
			t.Errorf("%v gives %s", tc, other)
		}
	}
}

func FuzzApply(f *testing.F) {
	for _, s := range []string{"2009..2010", "65..", "over 3..under 9", "condition@gout", "first", "..", "2009-02-30..", "\x00..\xff"} {
		f.Add(uint8(3), s)
	}
	q := parsed(f, warfarin)
	all := edit.Of(q, compiles)
	f.Fuzz(func(t *testing.T, which uint8, value string) {
		other, err := edit.Apply(q, all[int(which)%len(all)].ID, value)
		if err == nil && other.Validate() != nil {
			t.Errorf("%q gives a question that is not valid: %v", value, other.Validate())
		}
	})
}
