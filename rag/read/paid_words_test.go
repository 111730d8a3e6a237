package read_test

import "testing"

// What was paid is asked for in many words; where no statistic is named, it is the total.
func TestWhatWasPaid(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"What did an inpatient visit cost on average?", "Mean amount paid for inpatient visits"},
		{"What was the mean total payment for an inpatient visit?", "Mean amount paid for inpatient visits"},
		{"Total payments for inpatient visits in 2009", "Total amount paid for inpatient visits in 2009"},
		{"What did we pay in total for inpatient visits in 2009?", "Total amount paid for inpatient visits in 2009"},
		{"How much did we spend on inpatient visits in 2009?", "Total amount paid for inpatient visits in 2009"},
		{"Drug spend by calendar year", "Total amount paid for prescriptions by year"},
		{"Inpatient visit costs in 2009", "Total amount paid for inpatient visits in 2009"},
		{"Total amount paid by patients themselves for inpatient visits", "Total out-of-pocket cost of inpatient visits"},
		{"How much did the insurer pay for inpatient visits in 2009?", "Total cost to the payer of inpatient visits in 2009"},
		{"What was the mean insurance payment per prescription of warfarin?", "Mean cost to the payer of prescriptions of warfarin"},
		{"How much was billed for inpatient visits each year?", "Total charge of inpatient visits by year"},
		{"How much do patients pay on average for warfarin?", "Mean out-of-pocket cost of prescriptions of warfarin"},
		{"How much did patients pay on average for their prescriptions in 2009?",
			"How much did the average patient pay for prescriptions in 2009?"},
		{"How much did patients spend on prescriptions in 2009 on average, counting only people who filled at least one?",
			"How much did the average patient pay for prescriptions in 2009?"},
		{"What is the average patient payment per inpatient visit?", "Mean out-of-pocket cost of inpatient visits"},
		{"Average patient-paid amount per inpatient visit", "Mean out-of-pocket cost of inpatient visits"},
		{"What is the average amount patients pay out of pocket per warfarin fill?", "Mean out-of-pocket cost of warfarin fills"},
		{"How much in total was paid for warfarin in 2010?", "Total amount paid for warfarin in 2010"},
		{"What did warfarin cost in total in 2010?", "Total amount paid for warfarin in 2010"},
		{"What is the average charge per inpatient stay?", "Mean charge of inpatient visits"},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}
