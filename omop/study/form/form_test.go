package form_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/form"
	"github.com/askomop/askomop/omop/study/studytest"
)

// TestTheFormSaysWhatTheLibraryAsks holds how many of the library's meanings the form can say, word for word.
func TestTheFormSaysWhatTheLibraryAsks(t *testing.T) {
	f, err := os.Open("../compile/testdata/pairs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	all, said := 0, 0
	for lines.Scan() {
		var p struct {
			ID       string          `json:"id"`
			Question json.RawMessage `json:"question"`
		}
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		q, err := study.Parse(p.Question)
		if err != nil {
			t.Fatal(err)
		}
		all++
		filled, ok := form.Of(q)
		if !ok {
			t.Logf("%s is not said: %s", p.ID, p.Question)
			continue
		}
		said++
		data, err := json.Marshal(filled)
		if err != nil {
			t.Fatal(err)
		}
		var again form.Form
		if err := json.Unmarshal(data, &again); err != nil {
			t.Fatal(err)
		}
		if back, err := again.Question(); err != nil || !back.Equal(q) {
			t.Errorf("%s: %s is another question: %v", p.ID, data, err)
		}
	}
	t.Logf("%d of %d", said, all)
	if said < 580 {
		t.Errorf("the form says %d of %d", said, all)
	}
}

func TestFaultsAreNamedByTheirFields(t *testing.T) {
	for text, want := range map[string]string{
		`{"measure": "count", "index": "x"}`: `index: there is no event "x"`,
		`{"measure": "count", "events": [{"name": "a", "domain": "drug"}, {"name": "a", "domain": "drug"}]}`:                "events[1].name",
		`{"measure": "count", "events": [{"name": "a", "domain": "drug"}], "outcome": [{"events": ["a"], "from": "soon"}]}`: `outcome[0].from: "soon" is no distance`,
		`{"measure": "count", "outcome": [{}]}`:                                  "outcome[0].events: name at least one",
		`{"measure": "count", "people": {"age": {"above": 60, "at_least": 60}}}`: "people.age",
		`{"measure": "count", "outcome": [{"who": {}}]}`:                         "outcome[0].who",
		`{"measure": "nonsense"}`:                                                "measure.kind",
		`{"measure": "count", "events": [{"name": "a", "domain": "drug", "with": [{"events": ["a"]}]}], "index": "a"}`: "leads back",
		`{"measure": "rate", "washout": "1y"}`:                                                                                     "washout: give it in days",
		`{"measure": "count", "events": [{"name": "a", "domain": "gene"}], "index": "a"}`:                                          "domain",
		`{"measure": "mean", "quantity": "days_to", "to": {"events": []}}`:                                                         "to.events",
		`{"measure": "count", "events": [{"name": "a", "domain": "condition", "concepts": [""]}], "index": "a", "by": []}`:         "events[0].concepts[0]: it is empty",
		`{"measure": "mean", "quantity": "duration", "unit": "years", "events": [{"name": "a", "domain": "visit"}], "index": "a"}`: "unit: duration is counted in days",
		`{"measure": "count", "period": {"from": "yesterday"}}`:                                                                    "period",
	} {
		var f form.Form
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Question(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestTheLastValueIsJudgedAndNotChosenByItsValue(t *testing.T) {
	var f form.Form
	text := `{"measure": "count", "events": [{"name": "a", "domain": "measurement", "concepts": ["HbA1c"], "which": "last", "value": {"above": 9}, "unit": "%"}], "outcome": [{"events": ["a"]}]}`
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		t.Fatal(err)
	}
	q, err := f.Question()
	if err != nil {
		t.Fatal(err)
	}
	e := q.Outcome.Has.Event
	if e.Chosen == nil || e.Where != nil || *e.Chosen.Value.Min != 9 || !e.Chosen.Value.MinOpen {
		t.Errorf("%s", q)
	}
}

func TestTheSchemaIsShort(t *testing.T) {
	if n := len(form.Schema()); n > 9000 {
		t.Errorf("%d bytes", n)
	} else {
		t.Logf("%d bytes", n)
	}
}

// unsaid begin the fields that no form says. A question with one of them is not given to a model, whose answer would
// drop it.
var unsaid = []string{
	"Age.AtEnd", "AgeGroup.", "AtRisk.AgeAt", "Coded.", "Cohort.Censor", "Cohort.Exit", "Cohort.Gap", "Cohort.Limit",
	"Cohort.OpenEnd", "Cohort.Within", "Criterion.Cohort", "Criterion.Name", "Criterion.Record", "Entity.Exact",
	"Entity.IDs", "Entity.Items", "Entity.Name", "Entity.Set", "Event.AnyOf", "Event.Moved", "Event.Or", "Exit.",
	"Group.", "Item.", "Measure.Adjust", "Measure.Events", "Measure.Exact", "Measure.Gap", "Measure.In", "Measure.Level",
	"Measure.Lines", "Measure.OfRates", "Measure.Overlap", "Measure.Points", "Measure.Quantiles", "Measure.Standard",
	"Measure.Weights", "Measure.Windows", "Moment.", "Moved.", "Numbered.", "Points.", "Relation.Also",
	"Relation.EventEnd", "Relation.Observed", "Stratum.Groups", "Stratum.Points", "Supply.", "Top.AtLeast",
	"Where.Branded",
	"Where.Cause", "Where.Coded", "Where.Finish", "Where.NotType", "Where.Numbers", "Where.OfHigh", "Where.OfLow", "Where.Plans",
	"Where.Provider", "Where.Quantity", "Where.Records", "Where.Refills", "Where.Source", "Where.Start", "Where.Status",
	"Where.Type", "Where.Units", "Where.Unmapped", "Where.Worded", "Window.", "Worded.",
}

func TestTheFormSaysEveryFieldButThose(t *testing.T) {
	all, err := studytest.Examples("../compile/testdata/pairs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for _, q := range all {
		if filled, ok := form.Of(q); ok {
			if back, err := filled.Question(); err != nil || !back.Equal(q) {
				t.Errorf("%s is read back as another question: %v", q, err)
			}
			for _, p := range studytest.Places(q) {
				said[p.Field] = true
			}
		}
	}
	for _, field := range studytest.Fields() {
		listed := slices.ContainsFunc(unsaid, func(name string) bool { return strings.HasPrefix(field, name) })
		switch {
		case !said[field] && !listed:
			t.Errorf("no form says %s, and it is not on the list", field)
		case said[field] && listed:
			t.Errorf("a form says %s: take it off the list", field)
		}
	}
}
