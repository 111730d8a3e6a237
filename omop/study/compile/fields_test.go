package compile_test

import (
	"errors"
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
