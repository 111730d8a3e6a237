package read_test

import "testing"

func TestDaysOfADrugAreThoseThatItsExposuresSupply(t *testing.T) {
	const had = "the number who had a total days supply above 90 of exposures to warfarin with a supply of at most 365 days"
	saysBack(t, reader(t), map[string]string{
		"How many people received more than 90 days of warfarin in 2009?":                                                          had + " in 2009",
		"How many people took more than 90 days of warfarin?":                                                                      had,
		"How many people received more than 90 days' worth of warfarin in 2009?":                                                   had + " in 2009",
		"What percentage of patients with stroke were dispensed at least 90 days of warfarin within 180 days after the diagnosis?": "Among people with a first ever diagnosis of stroke, the percentage who had a total days supply of at least 90 of exposures to warfarin with a supply of at most 365 days within 180 days after it",
		// one era that lasts so long
		"How many people took warfarin for more than 90 days?": "the number who had a drug era of warfarin lasting more than 90 days",
		// few would hold for those without any; a supply may be that of one fill
		"How many people received less than 90 days of warfarin in 2009?":             "",
		"How many people received 90 days of warfarin in 2009?":                       "",
		"How many people received more than 90 days of warfarin prescriptions?":       "",
		"How many people had more than 90 days of asthma in 2009?":                    "",
		"How many people received more than 90 consecutive days of warfarin in 2009?": "",
		"How many people received more than 90 days of warfarin at once?":             "",
	})
}
