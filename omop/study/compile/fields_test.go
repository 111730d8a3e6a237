package compile_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/circe"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/edit"
	"github.com/askomop/askomop/omop/study/sparql"
	"github.com/askomop/askomop/omop/study/studytest"
)

// anything knows every name.
type anything struct{}

func (anything) Items(study.Domain, study.Entity) ([]study.Item, error) {
	return []study.Item{{ID: 1}}, nil
}
func (anything) Concept(id int64, name string) any { return name }

// TestEveryFieldIsWrittenOrRefused holds each writer of study questions to each of their fields: what it cannot write it
// refuses, by the name of the field.
func TestEveryFieldIsWrittenOrRefused(t *testing.T) {
	all, err := studytest.Examples("testdata/pairs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]int{}
	for _, q := range all {
		before := q.Clone()
		_, errSQL := compile.Compile(q, compile.Options{})
		_, errGraph := sparql.Write(q)
		_, errATLAS := circe.Write(&q.Population, anything{})
		var sql *compile.Unsupported
		var graph *sparql.Unsupported
		var atlas *circe.UnsupportedError
		for name, is := range map[string]struct {
			err   error
			named bool
		}{"SQL": {errSQL, errors.As(errSQL, &sql)}, "SPARQL": {errGraph, errors.As(errGraph, &graph)}, "ATLAS": {errATLAS, errors.As(errATLAS, &atlas)}} {
			switch {
			case is.err == nil:
				written[name]++
			case !is.named:
				t.Errorf("%s: %s: %v", q, name, is.err)
			}
		}
		for _, c := range edit.Of(q, func(*study.Question) bool { return true }) {
			for _, o := range c.Options {
				if other, err := edit.Apply(q, c.ID, o.Value); err == nil && o.Value != c.Value && other.Equal(q) {
					t.Errorf("%s: %s = %q changes nothing", q, c.ID, o.Value)
				}
			}
		}
		if !q.Equal(before) {
			t.Errorf("%s was changed by looking at it", before)
		}
	}
	t.Logf("of %d: %v", len(all), written)
}

// mayBeNegative are numbers of days before a date, the end of an open age group, and points of a score.
var mayBeNegative = []string{"Offset.Days", "Offset.Months", "Offset.Years", "Moment.Days", "Window.From", "Window.To",
	"Supply.After", "AgeGroup.To", "Points.Points", "Range.Min", "Range.Max"}

// TestNoFieldTakesAValueThatItDoesNotKnow puts a word that means nothing into each field of a few words, and a negative
// number into each that counts: a question whose field then says nothing would be answered by another number.
func TestNoFieldTakesAValueThatItDoesNotKnow(t *testing.T) {
	all, err := studytest.Examples("testdata/pairs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	for _, q := range all {
		for i := range studytest.Places(q) {
			other := q.Clone()
			p := studytest.Places(other)[i]
			switch k := p.Value.Kind(); {
			case slices.Contains(mayBeNegative, p.Field):
				continue
			case k == reflect.String && p.Value.Type().Name() != "string":
				p.Value.SetString("anything")
			case k == reflect.Int:
				p.Value.SetInt(-7)
			case k == reflect.Float64:
				p.Value.SetFloat(-7)
			default:
				continue
			}
			tried[p.Field] = true
			if other.Validate() != nil {
				continue
			}
			if _, err := compile.Compile(other, compile.Options{}); err == nil {
				t.Errorf("%s takes %v, and is understood as: %s", p.Field, p.Value, other)
			}
		}
	}
	if len(tried) < 35 {
		t.Errorf("%d fields were tried", len(tried))
	}
}
