package read_test

import "testing"

// What is said to be none of a list's last members is denied beside the first, and not twice.
func TestNoneOfOneAndNoneOfAnotherIsNeither(t *testing.T) {
	const all = "the number who had no diagnosis of asthma and had no diagnosis of stroke"
	saysBack(t, reader(t), map[string]string{
		"How many people had no diagnosis of asthma and none of stroke?":                              all,
		"How many people have no diagnosis of asthma, and none of stroke?":                            all,
		"How many people had no record of asthma and none of stroke at any time?":                     all,
		"How many people had no diagnosis of asthma and no diagnosis of stroke?":                      all,
		"How many people never had asthma and none of stroke?":                                        all,
		"How many people had no asthma and no stroke?":                                                all,
		"How many people had no diagnosis of asthma, none of stroke and none of pneumonia?":           all + " and had no diagnosis of pneumonia",
		"How many people had no diagnosis of asthma and none of stroke or pneumonia?":                 all + " or pneumonia",
		"How many people had no asthma and neither stroke nor pneumonia?":                             all + " or pneumonia",
		"How many people had neither a diagnosis of asthma nor one of stroke?":                        "the number who had no diagnosis of asthma or stroke",
		"How many people had none of asthma, stroke and pneumonia?":                                   "the number who had no diagnosis of asthma, stroke or pneumonia",
		"How many people had no diagnosis of asthma and none of stroke in 2009?":                      "the number who had no diagnosis of asthma in 2009 and had no diagnosis of stroke in 2009",
		"How many people with pneumonia had no diagnosis of asthma and none of stroke?":               "Among people with a diagnosis of pneumonia, the number who had no diagnosis of asthma and had no diagnosis of stroke",
		"How many people had a diagnosis of asthma and none of stroke?":                               "the number who had a diagnosis of asthma and had no diagnosis of stroke",
		"How many people did not have asthma and stroke?":                                             "",
		"How many people had no diagnosis of asthma and a diagnosis of stroke?":                       "the number who had no diagnosis of asthma and had a diagnosis of stroke",
		"How many people had no asthma or none of stroke?":                                            "",
		"How many people did not have a diagnosis of asthma and did have one of stroke in 2009 only?": "",
	})
}
