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
		"ids for names":                   {"Which?", tab(rows{{"asthma", int64(700)}, {"gout", int64(8)}}, "name", "n"), tab(rows{{int64(317009), int64(700)}, {int64(440674), int64(8)}}, "condition_concept_id", "n"), "an id of the vocabulary and its name are the same"},
		"names for ids":                   {"Which?", tab(rows{{int64(317009), int64(700)}, {int64(440674), int64(8)}}, "concept_id", "n"), tab(rows{{"Asthma", int64(700)}, {"Gout", int64(8)}}, "name", "n"), "an id of the vocabulary and its name are the same"},
		"an id of another":                {"Which?", tab(rows{{"asthma", int64(700)}, {"gout", int64(8)}}, "name", "n"), tab(rows{{int64(440674), int64(700)}, {int64(317009), int64(8)}}, "concept_id", "n"), "-"},
		"narrow bands":                    {"By age?", tab(rows{{"0-9", int64(15)}, {"10+", int64(90)}}, "age_group", "n"), tab(rows{{"0-4", int64(7)}, {"5-9", int64(8)}, {"10-19", int64(50)}, {"20+", int64(40)}}, "age_group", "n"), "counts of narrow bands add up to those of wide ones"},
		"wide bands by sex":               {"By age?", tab(rows{{"F", "0-4", int64(7)}, {"F", "5-9", int64(8)}, {"M", "0-4", int64(9)}}, "sex", "age_group", "n"), tab(rows{{"F", "0 to 9", int64(15)}, {"M", "0 to 9", int64(9)}}, "sex", "age", "n"), "counts of narrow bands add up to those of wide ones"},
		"bands that don't add up":         {"By age?", tab(rows{{"0-9", int64(15)}, {"10+", int64(90)}}, "age_group", "n"), tab(rows{{"0-4", int64(7)}, {"5-9", int64(28)}, {"10+", int64(90)}}, "age_group", "n"), "-"},
		"bands that don't nest":           {"By age?", tab(rows{{"0-9", int64(15)}, {"10+", int64(90)}}, "age_group", "n"), tab(rows{{"0-4", int64(7)}, {"5-14", int64(8)}, {"15+", int64(90)}}, "age_group", "n"), "-"},
		"means of bands":                  {"By age?", tab(rows{{"0-9", 1.5}, {"10+", 9.5}}, "age_group", "mean"), tab(rows{{"0-4", 0.7}, {"5-9", 0.8}, {"10+", 9.5}}, "age_group", "mean"), "-"},
		"a tie":                           {"What are the 3 most common drugs?", tab(rows{{"a", int64(90)}, {"b", int64(50)}, {"c", int64(20)}}, "name", "n"), tab(rows{{"a", int64(90)}, {"b", int64(50)}, {"d", int64(20)}}, "name", "n"), "rows that share the last one's number can stand in for each other"},
		"a tie that is shown":             {"What are the 3 most common drugs?", tab(rows{{"a", int64(90)}, {"b", int64(50)}, {"c", int64(20)}}, "name", "n"), tab(rows{{"a", int64(90)}, {"b", int64(50)}, {"d", int64(20)}, {"c", int64(20)}}, "name", "n"), "rows that share the last one's number can stand in for each other"},
		"another at the head":             {"What are the 3 most common drugs?", tab(rows{{"a", int64(90)}, {"b", int64(50)}, {"c", int64(20)}}, "name", "n"), tab(rows{{"x", int64(90)}, {"b", int64(50)}, {"c", int64(20)}}, "name", "n"), "-"},
		"all the same number":             {"What are the 2 most common drugs?", tab(rows{{"a", int64(90)}, {"b", int64(90)}}, "name", "n"), tab(rows{{"x", int64(90)}, {"y", int64(90)}}, "name", "n"), "-"},
		"another number":                  {"How many?", tab(rows{{int64(7)}}, "n"), tab(rows{{int64(70)}}, "n"), "-"},
		"another mean":                    {"What is the mean?", tab(rows{{4.5}}, "mean"), tab(rows{{45.0}}, "mean"), "-"},
	} {
		v, by := eval.EquivalentWithRules(tt.want, tt.got, eval.Rule{Tolerance: eval.DefaultTolerance, Names: map[int64]string{317009: "Asthma", 440674: "Gout"}}, tt.question)
		switch {
		case v.Same != (tt.rule != "-"):
			t.Errorf("%s: %+v by %q", name, v, by)
		case v.Same && tt.rule == "" && len(by) > 0, v.Same && tt.rule != "" && !slices.Contains(by, tt.rule):
			t.Errorf("%s: accepted by %q, want %q", name, by, tt.rule)
		}
	}
}
