package read_test

import "testing"

// What is said of the order of rows is done, and said back: it was taken for talk.
func TestRowsStandInTheOrderAskedFor(t *testing.T) {
	const byState = "The number of people, by state"
	saysBack(t, reader(t), map[string]string{
		"Number of people by state, largest first":                             byState + ", highest first",
		"Give the number of people in each state, from largest to smallest":    byState + ", highest first",
		"How many people are there in each state, sorted from fewest to most?": byState + ", lowest first",
		"Number of people by state in ascending order":                         byState + ", lowest first",
		"Number of people by sex and race, largest first":                      "The number of people, by sex and race, highest first",
		"Rank the states by percentage of people with asthma":                  "the percentage who had a diagnosis of asthma, by state, highest first",
		"Rank the states by number of people with asthma, smallest first":      "The number of people with a diagnosis of asthma, by state, lowest first",
		"What percentage of each race has asthma, highest first?":              "the percentage who had a diagnosis of asthma, by race, highest first",
		"Which 5 states have the most people with asthma, smallest first?":     "", // the 5 of the most in another order is not computed
		"How many people have asthma, largest first?":                          "",
		"The number of people, by state, lowest first":                         byState + ", lowest first",
	})
}

// "Racial" and "ethnic" name the groups as "race" and "ethnicity" do, and "are in each" needs no verb more.
func TestGroupsOfPeopleByTheirAdjective(t *testing.T) {
	const byRace = "The number of people with a diagnosis of asthma, by race"
	saysBack(t, reader(t), map[string]string{
		"What's the racial breakdown of people with asthma?":     byRace,
		"Racial composition of people with asthma":               byRace,
		"What is the ethnic breakdown of people with asthma?":    "The number of people with a diagnosis of asthma, by ethnicity",
		"How many people are in each 10-year age band?":          "The number of people, by 10-year age group at the end of the data",
		"How many people with asthma are in each state?":         "The number of people with a diagnosis of asthma, by state",
		"What are the five most common known causes of death?":   "The 5 most common causes of death",
		"What are the five most common unknown causes of death?": "",
	})
}
