package read_test

import "testing"

// Whether the day itself counts is told where the words leave it open, and not where they or the user say.
func TestTheDayItselfIsAnotherReading(t *testing.T) {
	for question, want := range map[string]string{
		"How many patients had a stroke within 30 days after starting warfarin?":           "Counted from the day after, not from that day",
		"How many patients had a stroke after starting warfarin?":                          "The same day counts as after, too",
		"How many patients had a stroke before starting warfarin?":                         "The same day counts as before, too",
		"How many patients had a stroke on or after the day of starting warfarin?":         "",
		"How many patients had a stroke between day 1 and day 30 after starting warfarin?": "",
		"How many patients had a stroke?":                                                  "",
	} {
		reading, err := reader(t).Read(t.Context(), question)
		if err != nil || reading.Question == nil {
			t.Errorf("%s: %v, %v", question, reading.Refusal, err)
			continue
		}
		found := ""
		for _, o := range reading.Others {
			if o.What == "Counted from the day after, not from that day" || len(o.What) > 8 && o.What[:8] == "The same" {
				found += o.What
			}
		}
		if found != want {
			t.Errorf("%s: %q, want %q", question, found, want)
		}
	}
	defined, err := reader(t).With(map[string]string{"within": "from_that_day"})
	if err != nil {
		t.Fatal(err)
	}
	reading, err := defined.Read(t.Context(), "How many patients had a stroke within 30 days after starting warfarin?")
	if err != nil || reading.Question == nil {
		t.Fatal(reading.Refusal, err)
	}
	for _, o := range reading.Others {
		if o.What == "Counted from the day after, not from that day" {
			t.Error("what the user has defined is told as open")
		}
	}
}
