package read_test

import "testing"

// Things that were there are counted by record, with the number of people beside it.
func TestThingsThatWereThere(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many strokes were there in 2009?":                            "The number of diagnoses of strokes in 2009",
		"How many strokes were there in women over 75 in 2009?":           "The number of diagnoses of strokes in 2009 at age over 75 among women",
		"How many strokes were there in 2009 among patients with asthma?": "The number of diagnoses of strokes in 2009 among people who had a diagnosis of asthma",
		"How many stroke patients were there in 2009?":                    "The number of people with a diagnosis of stroke in 2009",
		"How many strokes did patients with asthma have in 2009?":         "",
	})
	if !tells(t, "How many strokes were there in 2009?", "People with any of them, each once") {
		t.Error("the number of people is not told")
	}
}
