package read_test

import (
	"testing"

	"github.com/askomop/askomop/omop/study"
)

func TestMoreThanAYearDoesNotHoldTheDayOfTheYear(t *testing.T) {
	r := reader(t)
	at := func(days, months, years int) *study.Offset {
		return &study.Offset{Days: days, Months: months, Years: years}
	}
	for question, want := range map[string]study.Relation{
		"How many patients had a stroke more than a year after starting warfarin?":             {From: at(1, 0, 1)},
		"How many warfarin starters had a stroke more than 6 months later?":                    {From: at(1, 6, 0)},
		"How many asthma patients had a stroke over a year after the diagnosis?":               {From: at(1, 0, 1)},
		"How many asthma patients had a stroke over one year later?":                           {From: at(1, 0, 1)},
		"How many asthma patients had a stroke over the year after the diagnosis?":             {From: at(0, 0, 0), To: at(0, 0, 1)},
		"How many asthma patients had a stroke at least a year after the diagnosis?":           {From: at(0, 0, 1)},
		"How many asthma patients had a stroke less than 6 months after the diagnosis?":        {From: at(0, 0, 0), To: at(-1, 6, 0)},
		"How many asthma patients had a stroke more than 2 years before the diagnosis?":        {To: at(-1, 0, -2)},
		"How many asthma patients had a stroke less than 2 years before the asthma diagnosis?": {From: at(1, 0, -2), To: at(-1, 0, 0)},
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil || got.Question == nil {
			t.Errorf("%s: refused: %v", question, got.Refusal)
			continue
		}
		rel := got.Question.Outcome.Has.Relation
		if !sameOffset(rel.From, want.From) || !sameOffset(rel.To, want.To) {
			t.Errorf("%s: is read as from %v to %v", question, rel.From, rel.To)
		}
		readsAs(t, r, got.Question.String(), question)
	}
}

func sameOffset(a, b *study.Offset) bool { return a == b || a != nil && b != nil && *a == *b }
