package circe_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/circe"
)

// Whatever is asked of a record is in the definition, or refused: each field of a condition and of an event is set by
// itself, of the entry and of its record judged again.
func TestNothingOfAStudyQuestionIsLeftOutInSilence(t *testing.T) {
	domains := []study.Domain{study.Condition, study.Drug, study.DrugEra, study.Measurement, study.Visit, study.Death}
	for _, domain := range domains {
		plain := func() *study.Event {
			return &study.Event{Domain: domain, Concepts: []study.Entity{{Text: "metformin"}},
				With: []study.Criterion{{Observed: &study.FollowUp{}}}}
		}
		places := map[string]func() (*study.Event, reflect.Value){
			"where": func() (*study.Event, reflect.Value) {
				e := plain()
				e.Where = &study.Where{}
				return e, reflect.ValueOf(e.Where).Elem()
			},
			"with.record": func() (*study.Event, reflect.Value) {
				e, w := plain(), &study.Where{}
				e.With = append(e.With, study.Criterion{Record: w})
				return e, reflect.ValueOf(w).Elem()
			},
			"event": func() (*study.Event, reflect.Value) {
				e := plain()
				return e, reflect.ValueOf(e).Elem()
			},
		}
		without, err := circe.Write(&study.Cohort{Entry: plain()}, anyName{})
		if err != nil {
			t.Fatal(domain, err)
		}
		for place, make := range places {
			_, where := make()
			for i := range where.NumField() {
				e, w := make()
				field := w.Type().Field(i).Name
				if !w.Field(i).IsZero() || field == "AnyOf" { // in the place of the rest
					continue
				}
				fill(w.Field(i), 3)
				got, err := circe.Write(&study.Cohort{Entry: e}, anyName{})
				if err == nil && bytes.Equal(got, without) && !sameOfDeath(domain, field, e) {
					t.Errorf("%s of %s: %s is left out", place, domain, field)
				}
			}
		}
	}
}

// anyName knows every name.
type anyName struct{ named }

func (anyName) Items(study.Domain, study.Entity) ([]study.Item, error) {
	return []study.Item{{ID: 7}}, nil
}

// sameOfDeath reports a choice that says nothing: a person has one death.
func sameOfDeath(domain study.Domain, field string, e *study.Event) bool {
	return domain == study.Death && field == "Which" && e.Which == study.First
}

// fill gives a value a content, so many levels deep.
func fill(v reflect.Value, deep int) {
	if deep < 0 {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), deep-1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), deep-1)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), deep-1)
		}
	case reflect.String:
		v.SetString(map[string]string{"Which": "first", "Domain": "condition"}[v.Type().Name()])
		if v.String() == "" {
			v.SetString("2009-01-01")
		}
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(5)
	case reflect.Float64:
		v.SetFloat(5)
	}
}
