package eval_test

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/eval"
	"github.com/askomop/askomop/omop"
)

func TestEachAcceptanceNamesItsRules(t *testing.T) {
	type rows = [][]any
	tab := func(r rows, names ...string) *omop.Table {
		x := &omop.Table{Rows: r}
		for _, n := range names {
			x.Columns = append(x.Columns, omop.Column{Name: n})
		}
		return x
	}
	for name, tt := range map[string]struct {
		question  string
		want, got *omop.Table
		rule      string // "" strictly, "-" not the same
	}{
		"the same":                        {"How many?", tab(rows{{int64(7)}}, "n"), tab(rows{{int64(7)}}, "n"), ""},
		"a band":                          {"By age?", tab(rows{{"0-4", int64(7)}, {"5-9", int64(8)}}, "age_group", "n"), tab(rows{{int64(0), int64(7)}, {int64(5), int64(8)}}, "age_group", "n"), "a band is named by its first number"},
		"twice the same":                  {"Which?", tab(rows{{"a", int64(700)}, {"b", int64(8)}}, "name", "n"), tab(rows{{"a", int64(700)}, {"b", int64(8)}, {"b", int64(8)}}, "name", "n"), "rows that repeat count once"},
		"an id":                           {"Which?", tab(rows{{int64(1), "a", int64(700)}, {int64(2), "b", int64(8)}}, "concept_id", "name", "n"), tab(rows{{"a", int64(700)}, {"b", int64(8)}}, "name", "n"), "an id or a constant beside a name is not required"},
		"a longest that nobody asked for": {"What is the mean stay?", tab(rows{{4.5, 90.5}}, "mean", "max"), tab(rows{{4.5}}, "mean"), "statistics that the question does not name are not required"},
		"one that was asked for":          {"What is the mean and the longest stay?", tab(rows{{4.5, 90.5}}, "mean", "max"), tab(rows{{4.5}}, "mean"), "-"},
		"a longer list":                   {"What are the most common drugs?", tab(rows{{"a", int64(90)}, {"b", int64(50)}, {"c", int64(20)}}, "name", "n"), tab(rows{{"a", int64(90)}, {"b", int64(50)}, {"c", int64(20)}, {"d", int64(2)}}, "name", "n"), "the question names no number of rows"},
		"a list of three":                 {"What are the 3 most common drugs?", tab(rows{{"a", int64(90)}, {"b", int64(50)}, {"c", int64(20)}}, "name", "n"), tab(rows{{"a", int64(90)}, {"b", int64(50)}, {"c", int64(20)}, {"d", int64(2)}}, "name", "n"), "-"},
		"for 1,000":                       {"What is the incidence rate?", tab(rows{{0.0123}}, "incidence_rate"), tab(rows{{12.3}}, "rate"), "a share by another hundred"},
		"another number":                  {"How many?", tab(rows{{int64(7)}}, "n"), tab(rows{{int64(70)}}, "n"), "-"},
		"another mean":                    {"What is the mean?", tab(rows{{4.5}}, "mean"), tab(rows{{45.0}}, "mean"), "-"},
	} {
		v, by := eval.EquivalentWithRules(tt.want, tt.got, eval.Rule{Tolerance: eval.DefaultTolerance}, tt.question)
		switch {
		case v.Same != (tt.rule != "-"):
			t.Errorf("%s: %+v by %q", name, v, by)
		case v.Same && tt.rule == "" && len(by) > 0, v.Same && tt.rule != "" && !slices.Contains(by, tt.rule):
			t.Errorf("%s: accepted by %q, want %q", name, by, tt.rule)
		}
	}
}
