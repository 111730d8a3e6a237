// Package circe reads and writes cohort definitions as ATLAS has them: the JSON that OHDSI's Circe makes SQL of. Read
// makes a study.Cohort of one, which package compile gives the same people and dates as Circe; Write makes one of a
// study.Cohort. What a side cannot say is named by its place in the JSON and refused; nothing is left out in silence.
//
// A worked example. "New users of celecoxib from 18 years on, until their supply ends" is in ATLAS the primary
// criterion {"DrugExposure": {"CodesetId": 0, "First": true}}, an inclusion rule with the demographic criterion Age ≥
// 18, and the end strategy {"CustomEra": {"DrugCodesetId": 0, "GapDays": 30}}. As a study.Cohort:
//
//	Cohort{
//		Entry:    &Event{Domain: Drug, Concepts: celecoxib, Which: First, With: []Criterion{{Observed: &FollowUp{}}}},
//		Criteria: []Criterion{{Name: "adults", Is: &Trait{Age: &Age{Range: Range{Min: 18}}}}},
//		Exit:     &Exit{Supply: &Supply{Concepts: celecoxib, Gap: 30}},
//		OpenEnd:  NextDay,
//	}
//
// The package knows nothing of SQL and of files.
package circe
