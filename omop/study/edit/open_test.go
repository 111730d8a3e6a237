package edit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/edit"
)

// What the words of a question do not say is left open: any record for the first, where no word says first.
func TestWhatTheWordsLeaveOpenIsAnotherReading(t *testing.T) {
	const (
		first = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"procedure","concepts":[{"text":"mammography"}],"which":"first"}},"outcome":{"not":{"has":{"event":{"domain":"condition","concepts":[{"text":"gout"}]},"relation":{"from":{},"to":{"months":12}}}}}}`
		fresh = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","concepts":[{"text":"atorvastatin"}],"which":"first"},"criteria":[{"not":{"has":{"event":{"domain":"drug","concepts":[{"text":"statin"}]},"relation":{"from":{"days":-180},"to":{"days":-1}}}}}]}}`
	)
	const inWindow = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"gout"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"allopurinol"}],"which":"first"},"relation":{"from":{},"to":{"days":90}}}}}`
	for words, open := range map[string]bool{"their first allopurinol within 90 days": true, "their first ever allopurinol within 90 days": false} {
		want := parsed(t, strings.Replace(inWindow, `"allopurinol"}],"which":"first"`, `"allopurinol"}]`, 1))
		if got := slices.ContainsFunc(edit.Open(parsed(t, inWindow), strings.Fields(words)), want.Equal); got != open {
			t.Errorf("%s: any in the window is open: %v, want %v", words, got, open)
		}
	}
	any := func(text string) string { return strings.Replace(text, `,"which":"first"`, "", 1) }
	for _, tt := range []struct {
		words, question string
		open            bool
	}{
		{"women with a mammography and no gout in the 12 months after", first, true},
		{"women with a first mammography and no gout in the 12 months after", first, false},
		{"new users of atorvastatin without a statin in the 180 days before", fresh, true},
		{"people who started atorvastatin without a statin in the 180 days before", fresh, false},
	} {
		want := parsed(t, any(tt.question))
		all := edit.Open(parsed(t, tt.question), strings.Fields(tt.words))
		if got := slices.ContainsFunc(all, want.Equal); got != tt.open {
			t.Errorf("%s: any record is open: %v, want %v", tt.words, got, tt.open)
		}
		if slices.ContainsFunc(all, func(o *study.Question) bool { return o.Validate() != nil }) {
			t.Errorf("%s: one is no question", tt.words)
		}
	}
}

// Who started something in a year is looked at on the day of the first record of that year, too.
func TestTheFirstOfATimeIsAnotherReading(t *testing.T) {
	const (
		washout = `{"not":{"has":{"event":{"domain":"drug","concepts":[{"text":"statin"}]},"relation":{"from":{"days":-180},"to":{"days":-1}}}}}`
		entry   = `"domain":"drug","concepts":[{"text":"statin"}],"during":{"from":"2010-01-01","to":"2010-12-31"}`
		each    = `{"measure":{"kind":"count"},"population":{"entry":{` + entry + `,"with":[` + washout + `]}}}`
		first   = `{"measure":{"kind":"count"},"population":{"entry":{` + entry + `,"which":"first_of_these"},"criteria":[` + washout + `]}}`
	)
	for words, open := range map[string]bool{
		"who started a statin in 2010 with none in the 180 days before": true,
		"who had a statin in 2010 with none in the 180 days before":     false,
	} {
		all := edit.Open(parsed(t, each), strings.Fields(words))
		if got := slices.ContainsFunc(all, parsed(t, first).Equal); got != open {
			t.Errorf("%s: the first of the year is open: %v, want %v", words, got, open)
		}
	}
}

// With the day itself the index would be a record of its own kind.
func TestTheIndexIsNoRecordOfItsOwnKindAfterIt(t *testing.T) {
	const asked = `{"measure":{"kind":"share"},"population":{"entry":{"domain":"drug","concepts":[{"text":"statin"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"%s"}]},"relation":{"from":{"days":1},"to":{"days":60}}}}}`
	for drug, open := range map[string]bool{"statin": false, "aspirin": true} {
		q := parsed(t, strings.Replace(asked, "%s", drug, 1))
		want := parsed(t, strings.Replace(strings.Replace(asked, "%s", drug, 1), `"from":{"days":1}`, `"from":{}`, 1))
		words := strings.Fields("people who started a statin and had a dispensing within 60 days after the first")
		if got := slices.ContainsFunc(edit.Open(q, words), want.Equal); got != open {
			t.Errorf("%s: the day itself is open: %v, want %v", drug, got, open)
		}
	}
}

// Where "first" is said twice, it may be said of both.
func TestTheFirstOfBothIsAnotherReading(t *testing.T) {
	const asked = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"gout"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"allopurinol"}]},"relation":{"from":{}}}}}`
	want := parsed(t, strings.Replace(asked, `"allopurinol"}]`, `"allopurinol"}],"which":"first"`, 1))
	for words, open := range map[string]bool{
		"who had a first allopurinol after their first gout": true, "who had allopurinol after their first gout": false,
	} {
		if got := slices.ContainsFunc(edit.Open(parsed(t, asked), strings.Fields(words)), want.Equal); got != open {
			t.Errorf("%s: the first of both is open: %v, want %v", words, got, open)
		}
	}
}

func TestPeopleWithoutAnyCanBeLeftOut(t *testing.T) {
	const mean = `{"measure":{"kind":"number","quantity":"occurrences","stat":"mean","event":{"domain":"visit"},"zeros":true},"population":{}}`
	want := parsed(t, strings.Replace(mean, `,"zeros":true`, "", 1))
	for words, open := range map[string]bool{
		"visits per patient": true, "the average number of visits": true, "visits per person": false,
		"visits per patient counting everybody": false,
	} {
		if got := slices.ContainsFunc(edit.Open(parsed(t, mean), strings.Fields(words)), want.Equal); got != open {
			t.Errorf("%s: those with any are open: %v, want %v", words, got, open)
		}
	}
	women := strings.Replace(mean, `"population":{}`, `"population":{"criteria":[{"is":{"sex":"female"}}]}`, 1)
	want = parsed(t, strings.Replace(women, `,"zeros":true`, "", 1))
	if slices.ContainsFunc(edit.Open(parsed(t, women), strings.Fields("visits per patient among women")), want.Equal) {
		t.Error("of women, those without any are left out")
	}
}

// What the words say of the day itself is not open.
func TestTheDayItselfIsOpenWhereNothingIsSaidOfIt(t *testing.T) {
	const within = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"gout"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"visit","concepts":[{"text":"inpatient visit"}]},"relation":{"from":{"days":1},"to":{"days":90}}}}}`
	want := parsed(t, strings.Replace(within, `"from":{"days":1}`, `"from":{}`, 1))
	for words, open := range map[string]bool{
		"an inpatient visit within 90 days after their first gout":                           true,
		"an inpatient visit 1 to 90 days after their first gout":                             false,
		"an inpatient visit within 90 days after their first gout not counting the same day": false,
		"an inpatient visit strictly after their first gout within 90 days":                  false,
	} {
		if got := slices.ContainsFunc(edit.Open(parsed(t, within), strings.Fields(words)), want.Equal); got != open {
			t.Errorf("%s: the day itself is open: %v, want %v", words, got, open)
		}
	}
}
