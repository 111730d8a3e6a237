package read_test

import "testing"

// What those who ask plan, think and have seen is passed over where it names nothing that the question does not name.
func TestClausesOfThoseWhoAskArePassedOver(t *testing.T) {
	r := reader(t)
	const core = "ow many women with hypertension took warfarin in 2009"
	const reading = "Among women with a diagnosis of hypertension, the number who had an exposure to warfarin in 2009"
	for question, want := range map[string]string{
		"We are planning a registry of hypertension and want to know h" + core + ".": reading,
		"I am drafting a leaflet on warfarin and would like to know h" + core + ".":  reading,
		"My impression is that warfarin is used too rarely, hence: h" + core + "?":   reading,
		"A nurse on our team claims that few women get warfarin. H" + core + "?":     reading,
		"Our pharmacists are wondering h" + core + ".":                               reading,
		"Colleagues on the hypertension unit wonder h" + core + ".":                  reading,
		"One of the junior doctors asked h" + core + ".":                             reading,
		"Could you tell us, for a short letter, h" + core + "?":                      reading,
		"For tomorrow's grand round: h" + core + "?":                                 reading,
		"To prepare the annual budget talks, we need to know h" + core + ".":         reading,
		"Because we want to redesign our clinic, h" + core + "?":                     reading,
		"Since the formulary committee is revisiting its list, h" + core + "?":       reading,
		"We saw two odd cases last week. H" + core + "?":                             reading,
		"H" + core + " (we suspect overuse)?":                                        reading,
		"H" + core + " (undercoding, we fear)?":                                      reading,
		"H" + core + "? We are thinking of writing to them.":                         reading,
		"H" + core + "? This is meant for a poster on prescribing.":                  reading,
		"I'm told that few women take warfarin. H" + core + "?":                      reading,
		"We are planning a registry of frail people and want to know h" + core + ".": "",
		"We are planning a trial in nursing homes and want to know h" + core + ".":   "",
		"We are planning a cystinosis registry and want to know h" + core + ".":      "",
		"For the bedridden: h" + core + "?":                                          "",
		"For our asthma unit: h" + core + "?":                                        "",
		"A colleague says that fills after a year do not matter. H" + core + "?":     "",
		"I believe we should count from 2008. H" + core + "?":                        "",
		"H" + core + "? We are thinking of those over 80.":                           "",
		"We expect the first fill to count. H" + core + "?":                          "",
		"A colleague treats patients with asthma: h" + core + "?":                    "",
		"We are preparing a talk on children. H" + core + "?":                        "",
	} {
		readBack(t, r, question, want)
	}
}

// How an answer is to look says nothing of the number, where the question asks for what is spoken of.
func TestWishesAboutTheFormArePassedOver(t *testing.T) {
	r := reader(t)
	const count = "How many women took warfarin"
	const counted = "Among women, the number who had an exposure to warfarin"
	const share = "What percentage of women took warfarin"
	const shared = "Among women, the percentage who had an exposure to warfarin"
	for question, want := range map[string]string{
		count + "? A plain count will do.":                            counted,
		count + " (a simple number suffices)?":                        counted,
		count + "? Patients, not doses.":                              counted,
		count + "? We want people rather than prescriptions.":         counted,
		count + "? No breakdown needed.":                              counted,
		count + "? Nothing fancy.":                                    counted,
		count + " (each woman once)?":                                 counted,
		count + " (safety check)?":                                    counted,
		share + "? Rounded to one decimal is fine.":                   shared,
		share + "? I'd like both figures.":                            shared,
		share + ", with two decimal places?":                          shared,
		count + " in each year? Counts by year suffice.":              counted + ", by year",
		count + " by year? A table with the number beside each year.": counted + ", by year",

		count + "? A count per year would be ideal.": "",
		count + "? I'd like both figures.":           "",
		"Prescriptions, not people.":                 "",
		"The 3 most common drugs? Top 4.":            "",
		count + "? New patients only.":               "",
		count + "? Number per 1,000 people.":         "",
		count + " by year? Just the total.":          "",
		count + "? The first two are enough.":        "",
		count + " (overlap check)?":                  "",
	} {
		readBack(t, r, question, want)
	}
}
