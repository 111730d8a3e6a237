package pipeline

import (
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/privacy"
)

const twoGroups = `"population":{},"strata":[{"kind":"groups","groups":[{"name":"a","entry":{"domain":"drug","concepts":[{"text":"warfarin"}]}},{"name":"b","entry":{"domain":"drug","concepts":[{"text":"metformin"}]}}]}]`

// hiddenOf hides a row whose columns of people have these numbers, in their order, and returns it by the columns' names.
func hiddenOf(t *testing.T, doc string, people ...int64) map[string]any {
	t.Helper()
	q, plan := compiled(t, doc)
	b := knowBehind(q, plan, 5)
	levels := q.Measure.Kind == study.Characteristics
	if b == nil || b.count != "" != levels {
		t.Fatalf("who is behind %v is not known", plan.Columns)
	}
	table := &omop.Table{Rows: [][]any{nil}}
	for _, c := range plan.Columns {
		var v any = 1.25
		if c.Role == compile.Numerator || c.Role == compile.Denominator {
			v, people = people[0], people[1:]
		}
		table.Columns = append(table.Columns, omop.Column{Name: c.Name})
		table.Rows[0] = append(table.Rows[0], v)
	}
	for range map[bool]int{true: valueCounts}[levels] {
		table.Columns, table.Rows[0] = append(table.Columns, omop.Column{}), append(table.Rows[0], int64(100))
	}
	r := &work{Run: &Run{Study: q, Plan: plan, Table: table}}
	b.plan.Hide(table)
	r.hidePairs()
	row := map[string]any{}
	for i, c := range plan.Columns {
		row[c.Name] = table.Rows[0][i]
	}
	return row
}

func TestTheRatioOfAHiddenRiskIsHidden(t *testing.T) {
	doc := `{"measure":{"kind":"comparison","times":[{"days":365}]},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}},` + twoGroups + `}`
	shown := hiddenOf(t, doc, 20, 400, 30, 500)
	if shown["risk_ratio"] == privacy.Hidden || shown["risk_a"] == privacy.Hidden {
		t.Errorf("large numbers are hidden: %v", shown)
	}
	for what, row := range map[string]map[string]any{"of the second group": hiddenOf(t, doc, 20, 400, 3, 500), "of the first": hiddenOf(t, doc, 3, 400, 30, 500), "without the outcome": hiddenOf(t, doc, 20, 400, 497, 500)} {
		for _, name := range []string{"risk_ratio", "risk_difference", "odds_ratio"} {
			if row[name] != privacy.Hidden {
				t.Errorf("few people %s: %s is %v", what, name, row[name])
			}
		}
	}
}

func TestThePooledRatioOfAHiddenRiskIsHidden(t *testing.T) {
	doc := `{"measure":{"kind":"comparison","times":[{"days":365}],"adjust":[{"kind":"sex"}]},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}},` + twoGroups + `}`
	if row := hiddenOf(t, doc, 20, 400, 3, 500); row["mantel_haenszel_risk_ratio"] != privacy.Hidden || row["mantel_haenszel_odds_ratio"] != privacy.Hidden {
		t.Errorf("%v", row)
	}
	if row := hiddenOf(t, doc, 20, 400, 30, 500); row["mantel_haenszel_risk_ratio"] == privacy.Hidden {
		t.Errorf("large numbers are hidden: %v", row)
	}
}

func TestTheMeanOfFewPeopleOfATableIsHidden(t *testing.T) {
	doc := `{"measure":{"kind":"characteristics"},` + twoGroups + `}`
	if row := hiddenOf(t, doc, 3, 400); row["mean"] != privacy.Hidden || row["percentage"] != privacy.Hidden || row["smd"] != privacy.Hidden {
		t.Errorf("%v", row)
	}
	if row := hiddenOf(t, doc, 300, 400); row["mean"] == privacy.Hidden || row["smd"] == privacy.Hidden {
		t.Errorf("large numbers are hidden: %v", row)
	}
}
