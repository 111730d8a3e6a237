package read_test

import "testing"

// A rate after a start leaves those out who had the outcome up to that day, and ends with it or with observation: who
// says so changes nothing; another end is refused.
func TestRatesSayWhoIsAtRisk(t *testing.T) {
	const rate = "The incidence rate of hip fracture per 1000 person-years among people with a first ever exposure to atorvastatin"
	saysBack(t, reader(t), map[string]string{
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, people with an earlier fracture left out":                                  rate,
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin. Exclude anyone with a prior fracture.":                                     rate,
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin. Exclude people with a hip fracture on or before the start date.":           rate,
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin. Leave out those who had a hip fracture up to and including the start day.": rate,
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, followed to the end of observation":                                        rate,
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin; follow everyone until the fracture or the end of their observation":        rate,
		"After starting atorvastatin, at what rate per 1,000 person-years do patients get a first hip fracture? Leave out those with an earlier fracture.":         rate,
		"At what rate (per 1,000 person-years) do new users of atorvastatin have a hip fracture?":                                                                  rate,

		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, people with an earlier stroke left out": rate + " who had no diagnosis of stroke before or on the day of it",
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, followed until the last fill":           "",
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, followed until the next prescription":   "",
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, followed until the first fill":          "",
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, follow-up for one year":                 "",
		"Percentage of atorvastatin starters with a hip fracture within a year, people with a fracture left out":                "",
	})
}
