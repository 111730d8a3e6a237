package check_test

import (
	"context"
	"testing"

	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/study"
)

// Where a practice lies is right beside where people live, and instead of it where the question is of practices.
func TestPlacesOfPracticesAndOfPeople(t *testing.T) {
	const (
		practice = ` JOIN care_site cs ON cs.care_site_id = p.care_site_id JOIN location l ON l.location_id = cs.location_id`
		provider = ` JOIN provider pr ON pr.provider_id = p.provider_id JOIN care_site cs ON cs.care_site_id = pr.care_site_id JOIN location l ON l.location_id = cs.location_id`
		home     = ` JOIN location h ON h.location_id = p.location_id`
	)
	warns(t, byPeople(t), "other-question", []aWarning{
		{"How many people live in the state in which the practice they belong to lies?", `SELECT COUNT(*) AS people FROM person p` + home + practice + ` WHERE h.state = l.state`, false},
		{"How many people live in a state in which no care site lies?", `SELECT COUNT(*) AS people FROM person p` + home + ` WHERE l.state NOT IN (SELECT k.state FROM care_site cs JOIN location k ON k.location_id = cs.location_id WHERE k.state IS NOT NULL)`, false},
		{"By the state of the assigned care site, how many people live in another state?", `SELECT l.state, COUNT(*) AS people FROM person p` + home + practice + ` WHERE l.state <> h.state GROUP BY 1`, false},
		{"How many people are looked after by a doctor whose practice is in the county where they live?", `SELECT COUNT(*) AS people FROM person p` + home + provider + ` WHERE h.county = l.county`, false},
		{"In which states do people's primary care providers practise, and how many people has each state?", `SELECT l.state, COUNT(DISTINCT p.person_id) AS people FROM person p` + provider + ` GROUP BY l.state`, false},
		{"How many people are registered with a practice in New York?", `SELECT COUNT(*) AS people FROM person p` + practice + ` WHERE l.state = 'NY'`, false},
		{"How many people live in New York?", `SELECT COUNT(*) AS people FROM person p` + practice + ` WHERE l.state = 'NY'`, true},
		{"How many people living in Texas are 80 or older in 2010?", `SELECT COUNT(*) AS people FROM person p` + provider + ` WHERE l.state = 'TX' AND 2010 - p.year_of_birth >= 80`, true},
	})
}

// A join that repeats records counts each once in a group of what repeats them, also where the group is a number.
func TestGroupsByNumberAreGroupsByWhatRepeats(t *testing.T) {
	const mapped = `FROM condition_occurrence co JOIN concept_relationship cr ON cr.concept_id_1 = co.condition_source_concept_id AND cr.relationship_id = 'Maps to'`
	warns(t, byPeople(t), "fan-out", []aWarning{
		{"To which standard concepts are source concepts mapped, and how many records are there?", `SELECT co.condition_source_concept_id, cr.concept_id_2, COUNT(*) AS records ` + mapped + ` GROUP BY 1, 2`, false},
		{"To which standard concepts are source concepts mapped, and how many records are there?", `SELECT cr.concept_id_2, COUNT(*) AS records ` + mapped + ` GROUP BY cr.concept_id_2`, false},
		{"How many dispensings hold each ingredient?", `SELECT ds.ingredient_concept_id, COUNT(*) AS dispensings FROM drug_exposure de JOIN drug_strength ds ON ds.drug_concept_id = de.drug_concept_id GROUP BY 1`, false},
		{"How many dispensings are below each class?", `SELECT ca.ancestor_concept_id AS class, COUNT(*) AS dispensings FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id WHERE ca.ancestor_concept_id IN (21601855, 21600712) GROUP BY 1`, false},
		{"How many records have each source concept that is mapped?", `SELECT co.condition_source_concept_id, COUNT(*) AS records ` + mapped + ` GROUP BY 1`, true},
		{"How many dispensings are below the classes?", `SELECT COUNT(*) AS dispensings FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id WHERE ca.ancestor_concept_id IN (21601855, 21600712)`, true},
	})
}

// A kind of visit that the question names is looked for where the kind of place is, too.
func TestThePlaceOfServiceIsAKindOfVisit(t *testing.T) {
	opt := byPeople(t)
	opt.Meaning = func(context.Context, string) (check.Meaning, error) {
		return check.Meaning{
			Named: []study.Event{{Domain: study.Visit, Concepts: []study.Entity{{Text: "office visit"}}}},
			Concepts: func(study.Entity) []check.Concept {
				return []check.Concept{{ID: 9202, Name: "Outpatient Visit", Standard: "S"}}
			},
		}, nil
	}
	const sites = `FROM visit_occurrence v JOIN care_site cs ON cs.care_site_id = v.care_site_id`
	warns(t, opt, "other-question", []aWarning{
		{"How many visits were at sites that are an office?", `SELECT COUNT(*) AS visits ` + sites + ` WHERE cs.place_of_service_concept_id = 8940`, false},
		{"How many visits were at sites that are an office?", `SELECT COUNT(*) AS visits ` + sites + ` JOIN concept c ON c.concept_id = cs.place_of_service_concept_id WHERE c.concept_name = 'Office'`, false},
		{"How many visits were at sites that are an office?", `SELECT COUNT(*) AS visits ` + sites + ` WHERE cs.place_of_service_source_value = 'Office'`, false},
		{"How many stays ended with a discharge to an office?", `SELECT COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 AND discharged_to_concept_id = 8940`, false},
		{"How many stays began at an office?", `SELECT COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 AND admitted_from_concept_id = 8940`, false},
		{"How many visits were at an office?", `SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9201`, true},
	})
}
