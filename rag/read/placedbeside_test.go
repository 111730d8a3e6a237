package read_test

import "testing"

func TestAnAgeBesideADayIsOfThatDay(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients were over 75 and on metformin on 1 July 2009?": "the number who were aged over 75 on " +
			"2009-07-01 and had an exposure to metformin that covers 2009-07-01",
		"How many patients were under 70 and not on warfarin at the time of their first stroke?": "",
	})
}

func TestThingsAreNotPeopleWhereTheyWereThereInOneTimeOrAnother(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many strokes were there in 2008 or 2010?":                        "",
		"How many hospital stays were there in January 2009 or January 2010?": "",
		"How many patients had a stroke in 2008 or 2010?": "the number who had a diagnosis of stroke in 2008 or had a " +
			"diagnosis of stroke in 2010",
	})
}

func TestTheStayIsTheOneThatWasNamed(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients were hospitalised for asthma and had a stroke during the stay?": "",
		"How many patients hospitalised for asthma had no stroke during their stay?":       "",
		"How many patients had a stroke during a hospital stay?": "the number who had a " +
			"diagnosis of stroke at an inpatient visit",
		"How many patients had a stroke within 30 days after asthma or pneumonia within 30 days after a fall?": "",
	})
}

func TestADistributionOfAgesInBandsCountsPeople(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Distribution of age at first stroke by 10-year age group": "The number of people with a first ever diagnosis " +
			"of stroke, by 10-year age group",
		"Distribution of age at first stroke by sex": "The distribution of the age at a first ever diagnosis of stroke, " +
			"by sex",
	})
}
