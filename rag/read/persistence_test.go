package read_test

import "testing"

// Persistence is of those who are observed until that day: who says so again changes nothing.
func TestPersistenceOfThoseObservedSoLong(t *testing.T) {
	const at120 = "The persistence with clopidogrel at 120 days"
	saysBack(t, reader(t), map[string]string{
		"What percentage of clopidogrel starters were still on it at day 120?":                                                             at120,
		"What percentage of patients who started clopidogrel were still taking it on day 120, of those observed that long?":                at120,
		"Of clopidogrel starters, what percentage were still in their first continuous era at day 120, of people followed that long?":      at120,
		"What share of new users of clopidogrel stayed on it for at least 120 days, counting only those observed until then?":              at120,
		"Persistence with clopidogrel at 120 days among those still under observation then":                                                at120,
		"What percentage of clopidogrel users stayed on it for at least a year (365 days) from the start, among those observed that long?": "The persistence with clopidogrel at 365 days",
		"What percentage of clopidogrel starters were still on it 120 days later, of those observed that long, by sex?":                    at120 + ", by sex",
		"Of patients observed for at least 120 days after starting clopidogrel, what percentage were still on it at day 120?":              "The persistence of people with a first ever exposure to clopidogrel who were observed for at least 120 days after it at 120 days",

		"How many clopidogrel starters were still on it 120 days later, of those observed that long?":               "",
		"What percentage of clopidogrel starters were still on it at 90 and 120 days, of those observed that long?": "",
		"What percentage of clopidogrel starters had a stroke within 120 days, of those observed that long?": "Among people with a first ever exposure to clopidogrel who were observed for at least 120 days after it, " +
			"the percentage who had a diagnosis of stroke within 120 days after it",
		"What percentage of clopidogrel starters were still on it 120 days later, of those observed and alive?": "",
	})
}
