package cohort_test

import (
	"errors"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline/cohort"
)

func TestWordsFindADefinition(t *testing.T) {
	d := cohort.Definitions{Dir: t.TempDir()}
	for _, def := range []cohort.Saved{
		{Name: "t2dm", Title: "[P] Type 2 Diabetes Mellitus (T2DM)"}, {Name: "t1dm", Title: "Type 1 diabetes mellitus"},
		{Name: "gout", Title: "Gout"}, {Name: "gout-2", Title: "gout"}, {Name: "angina-again", Title: "Angina"}, {Name: "stable", Title: "Stable angina"},
	} {
		def.Cohort = study.Cohort{Entry: &study.Event{Domain: study.Condition}}
		if err := d.Save(def); err != nil {
			t.Fatal(err)
		}
	}
	for words, want := range map[string]string{"T2DM": "t2dm", "type 2 diabetes": "t2dm", "Type 1 diabetes": "t1dm", "gout": "gout", "Angina": "angina-again"} {
		if got, err := d.Find(words); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", words, got, err, want)
		}
	}
	if got, err := d.Find("DM2", "type 2 diabetes mellitus"); got != "t2dm" || err != nil {
		t.Errorf("by another wording: %q, %v", got, err)
	}
	var several *cohort.AmbiguousError
	if _, err := d.Find("diabetes mellitus"); !errors.As(err, &several) || len(several.Names) != 2 {
		t.Errorf("diabetes: %v", err)
	}
	for _, words := range []string{"asthma", "", "angina pectoris"} {
		if got, err := d.Find(words); !errors.Is(err, cohort.ErrNotDefined) {
			t.Errorf("%q: %q, %v", words, got, err)
		}
	}
	if _, err := d.Load("../t2dm"); !errors.Is(err, cohort.ErrNotDefined) {
		t.Errorf("a path: %v", err)
	}
	if err := errors.Join(d.Remove("gout"), d.Remove("gout")); err != nil {
		t.Error(err)
	}
	if all, err := d.List(); err != nil || len(all) != 5 {
		t.Errorf("%d definitions, %v", len(all), err)
	}
}
