package read_test

import "testing"

// "By calendar month over the years" is a seasonal pattern; "by month" is of each year.
func TestCalendarMonthsOverTheYears(t *testing.T) {
	const of, pooled, each = "The number of diagnoses of stroke between 2008 and 2010", ", by month of the year", ", by month"
	saysBack(t, reader(t), map[string]string{
		"Number of stroke diagnoses by calendar month over the years 2008-2010":                         of + pooled,
		"How many stroke diagnoses were there in each calendar month over the years 2008 to 2010?":      of + pooled,
		"Seasonal pattern of stroke diagnoses over the years 2008-2010":                                 of + pooled,
		"Number of stroke diagnoses by month of the year, 2008-2010":                                    of + pooled,
		"Number of stroke diagnoses by calendar month, 2008-2010":                                       of + each,
		"Number of stroke diagnoses by month over the years 2008-2010":                                  of + each,
		"Number of stroke diagnoses by quarter over the years 2008-2010":                                of + ", by quarter",
		"Number of stroke diagnoses by calendar month over the years":                                   "The number of diagnoses of stroke, by month and year",
		"Number of stroke diagnoses per calendar month in 2009":                                         "The number of diagnoses of stroke in 2009" + pooled,
		"Incidence rate of stroke by calendar month over the years 2008-2010":                           "The incidence rate of stroke per 1000 person-years between 2008 and 2010" + each,
		"Percentage of people with asthma who took warfarin by calendar month over the years 2008-2010": "",
	})
	reading, err := reader(t).Read(t.Context(), "Number of stroke diagnoses by calendar month over the years 2008-2010")
	if err != nil || len(reading.Others) != 1 || reading.Others[0].Question.String() != of+each {
		t.Errorf("beside it stands %v (%v)", reading.Others, err)
	}
}
