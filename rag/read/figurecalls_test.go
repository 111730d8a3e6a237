package read_test

import "testing"

// A further figure says "it", "the first dose" or "when they started" of the event by which people were counted, and
// "them" of the records.
func TestAFigureSpeaksOfTheEventBeforeIt(t *testing.T) {
	const stroke, warfarin = "The mean age at a first ever diagnosis of stroke", "The mean age at a first ever exposure to warfarin"
	saysBack(t, reader(t), map[string]string{
		"How many people had a stroke, and what was their mean age?":                                    stroke,
		"How many people had a stroke, and at which age on average?":                                    stroke,
		"How many people had a stroke, and how old on average were they at the first one?":              stroke,
		"How many people had a stroke, and at what mean age was it first diagnosed?":                    stroke,
		"How many people had a stroke, and what was the average age at that time?":                      stroke,
		"How many people had a stroke, and how old were they on average at diagnosis, by sex?":          stroke + ", by sex",
		"How many people took warfarin, and at what mean age was the first dose?":                       warfarin,
		"How many people took warfarin, and how old were they on average when they started it?":         warfarin,
		"How many women took warfarin, and the mean age at first dispensing?":                           warfarin + " of women",
		"How many people with a stroke took warfarin, and their average age at start?":                  warfarin + " of people who had a diagnosis of stroke",
		"How many stroke patients took warfarin, and how old were they at the first warfarin?":          warfarin + " of people who had a diagnosis of stroke",
		"How many people had a colonoscopy, and the median age at the procedure?":                       "The median age at a first ever colonoscopy",
		"How many people had a stroke, and what were the youngest and oldest ages at the first one?":    "The summary of the age at a first ever diagnosis of stroke",
		"How many people died in each year, and at what mean age?":                                      "The mean age at death, by year",
		"What percentage of warfarin users had a stroke, and at what mean age did the first one occur?": "Among people with an exposure to warfarin, the percentage who had a diagnosis of stroke",

		"How many warfarin users had a stroke, and what was their average age at start?":          "", // of all users, or of these?
		"How many people with hypertension had a stroke, and what was the mean age at diagnosis?": "", // of which?
		"How many people had a stroke, and how old were they at the second one?":                  "",
		"How many people had a stroke, and how old were they at the first dose?":                  "",
		"How many people had a stroke, and how old were they when they died?":                     "",
		"How many people had a stroke, and how old were they at the first fracture?":              "",
	})
}

func TestTheTimeBetweenTheTwoEventsBeforeIt(t *testing.T) {
	r := reader(t)
	const later = "The mean number of days from a first ever exposure to warfarin to the first diagnosis of stroke afterwards"
	for said, want := range map[string]string{
		"how many days on average after their first warfarin":                             later,
		"how many days after the first dose on average":                                   later,
		"how many days later on average":                                                  later,
		"how many days passed on average between the first warfarin and the first stroke": later,
		"how many days passed on average between the first of each":                       later,
		"what was the mean number of days from the first fill to the stroke":              later,
		"how many days after the first dose did it occur, on average":                     later,
		"how many days after the diagnosis on average":                                    "", // the stroke is the second of the two
		"how many days after their first metformin on average":                            "",
		"how many days before the stroke on average":                                      "",
		"how many days after the last dose on average":                                    "",
		"how many days passed on average between the two strokes":                         "",
	} {
		got, err := r.Read(t.Context(), "How many warfarin users later had a stroke, and "+said+"?")
		if err != nil {
			t.Fatal(err)
		}
		second := ""
		for _, o := range got.Others {
			if o.Asked {
				second = o.Question.String()
			}
		}
		if second != want {
			t.Errorf("%s:\n got %q\nwant %q (%v)", said, second, want, got.Refusal)
		}
	}
}

func TestHowManyPeopleHadTheRecordsBeforeIt(t *testing.T) {
	const visits, fills = "The number of inpatient visits", "The number of exposures to warfarin"
	saysBack(t, reader(t), map[string]string{
		"How many inpatient visits were there in 2009, and how many patients made them?":                visits + " in 2009",
		"How many inpatient visits were there each year, and how many people had them?":                 visits + ", by year",
		"How many inpatient visits are there, and how many different people do they belong to?":         visits,
		"How many inpatient visits were there, and how many people were hospitalised?":                  visits,
		"How many warfarin prescriptions were dispensed per year, and to how many people?":              fills + ", by year",
		"How many warfarin prescriptions were there, and how many patients filled those prescriptions?": fills,
		"How many inpatient visits were there, and how many people had an ER visit?":                    "",
		"How many warfarin prescriptions were there, and how many people had those visits?":             "",
		"How many warfarin prescriptions were there, and how many people took metformin?":               "",
	})
}
