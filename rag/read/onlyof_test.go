package read_test

import "testing"

// One drug of a class and no other is asked for in many ways.
func TestTheOnlyDrugOfItsClass(t *testing.T) {
	r := reader(t)
	alone := "Among all people, the number who had an exposure to atorvastatin and had no exposure to statin other than atorvastatin"
	for question, want := range map[string]string{
		"How many people took atorvastatin as their only statin?":                          alone,
		"How many people had atorvastatin as the only statin they ever took?":              alone,
		"How many people have atorvastatin as the one and only statin they have received?": alone,
		"How many people used atorvastatin as their sole statin?":                          alone,
		"Number of people for whom atorvastatin was the only statin they were prescribed":  "The number of people with an exposure to atorvastatin who had no exposure to statin other than atorvastatin",
		"Among people with a statin, how many took atorvastatin and no other statin?":      "Among people with an exposure to statin, the number who had an exposure to atorvastatin and had no exposure to statin other than atorvastatin",
		"How many people took atorvastatin as the only statin they started?":               "",
		"How many people had atorvastatin as the first and only statin?":                   "",
		"Among people with a statin, how many took atorvastatin and no statin?":            "",
	} {
		readBack(t, r, question, want)
	}
}
