package read_test

import "testing"

// What is left beside a question is weighed by what it can mean: it is left aside where the question has no limit of
// that kind, or has the same, and refused where it would be another limit.
func TestLeftoversAreWeighedByTheirMeaning(t *testing.T) {
	r := reader(t)
	for _, one := range [][2]string{ // a question and the same with more words; the first is empty where it must be refused
		{"Mortality per 1,000 person-years by sex", "Mortality per 1,000 person-years by sex over the full period."},
		{"Incidence of stroke per 1,000 person-years", "Incidence of stroke per 1,000 person-years over the whole follow-up"},
		{"", "Incidence of stroke per 1,000 person-years in 2009 over the whole follow-up"},
		{"", "Incidence of stroke per 1,000 person-years by year, all years pooled"},
		{"Mean HbA1c of women", "Mean HbA1c of women - all readings pooled"},
		{"", "Mean last HbA1c of women - all readings pooled"},
		{"New users of warfarin by year", "New users of warfarin by year, counting the first warfarin dispensing we can see"},
		{"", "How many people took warfarin by sex, counting the last warfarin dispensing we can see"},
		{"Incidence of stroke per 1,000 person-years in 2009",
			"Incidence of stroke per 1,000 person-years in 2009, excluding anybody already coded with stroke before that year"},
		{"", "Incidence of stroke per 1,000 person-years in 2009, excluding anybody already coded with stroke in that year"},
		{"Point prevalence of stroke on 1 May 2009 by sex",
			"Point prevalence of stroke on 1 May 2009 among those still under observation on that day, by sex"},
		{"", "Point prevalence of stroke on 1 May 2009 among those still under observation on 1 May 2010, by sex"},
		{"Number of first stroke diagnoses by decade", "Number of first stroke diagnoses by decade (first ever per person)"},
		{"Mean age at first stroke", "Mean age at first stroke? Nearest tenth is fine."},
		{"Top 5 conditions by number of patients", "Most common conditions by number of patients? Five is enough."},
		{"", "Top 3 conditions by number of patients? Five is enough."},
		{"Top 5 conditions by number of patients",
			"Top 5 conditions by number of patients, leaving out those with no concept coded"},
		{"New users of warfarin by year", "New users of warfarin by year. I know the first year is inflated, that's okay."},
		{"Mean HbA1c by year", "Mean HbA1c by year? Just wondering whether it moved at all."},
		{"What are the two most common causes of death", // of which the house lists the known ones
			"What are the two most common causes of death, leaving out deaths with no recorded cause?"},
		{"", "What are the two most common drugs, leaving out deaths with no recorded cause?"},
		{"", "What are the two most common causes of death, leaving out deaths with no recorded stroke?"},
		{"", "How many people had a stroke before pneumonia, in any order?"},
		{"", "Median days from first stroke to first warfarin. Only those whose warfarin came on or after 2009."},
		{"", "Median days from first stroke to first warfarin. Only those whose warfarin came on or after the stroke in smokers."},
		{"Mean HbA1c of women", "Mean HbA1c of women, all HbA1c results"},
		{"How many people had pneumonia", "How many people had pneumonia? Any kind counts."},
		{"Percentage of women with pneumonia", "Percentage of women with pneumonia, crude percentages are fine"},
		{"", "Mean HbA1c of women by year, full follow-up"},
		{"", "How many people had pneumonia, cause known"},
		{"", "How many people took warfarin? Only the brand."},
		{"", "Mean HbA1c of women by year, only one per person"},
		{"", "How many people took warfarin in 2009? Count all records."},
		{"", "What percentage of women with stroke took warfarin, irrespective of sex?"},
		{"", "How many people took warfarin in 2009, and diagnosed?"},
		{"Mean length of stay", "Mean length of stay? Days is fine."},
		{"How many people had pneumonia", "How many people had pneumonia, irrespective of severity"},
		{"", "How many women had pneumonia, irrespective of severity in smokers"},
		{"How many people had pneumonia", "How many people had pneumonia? Any pneumonia record counts."},
		{"", "How many women had pneumonia, all ages and both sexes"},
		{"Incidence of stroke per 1,000 person-years",
			"Incidence of stroke per 1,000 person-years, only the first stroke of each person counts"},
		{"Top 5 conditions by number of patients", "Most common conditions by number of patients - give me just five"},
		{"", "Mean HbA1c by year? Just wondering about veterans."},
		{"", "Mean HbA1c by year? We noticed it, so outpatients."},
		{"New users of warfarin by year", "For a new-user design: new users of warfarin by year"},
		{"", "For our protocol, in Boston: new users of warfarin by year"},
		{"", "What percentage of women with stroke took warfarin? Those with warfarin."},
		{"", "How many people with stroke, all in men and women?"},
		{"", "On the same day: Kaplan-Meier survival of patients with heart failure at 30 days?"},
		{"", "Number of people with stroke by age group under fewer than three"},
		{"How many people took warfarin?", ", how many people took warfarin?"},
	} {
		readsAs(t, r, one[1], one[0])
	}
}
