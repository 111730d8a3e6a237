package study

import "time"

// Criterion is a condition on an index record and its person. Exactly one field beside Name is set.
type Criterion struct {
	Name string      `json:"name,omitempty"` // of an inclusion rule
	All  []Criterion `json:"all,omitempty"`
	Any  []Criterion `json:"any,omitempty"`
	Not  *Criterion  `json:"not,omitempty"`
	Some *Some       `json:"some,omitempty"`
	Has  *Has        `json:"has,omitempty"`
	Is   *Trait      `json:"is,omitempty"`
	// the index record itself is such a one: unmapped, branded, at an inpatient visit
	Record   *Where    `json:"record,omitempty"`
	Observed *FollowUp `json:"observed,omitempty"`
	Cohort   string    `json:"cohort,omitempty"` // a member of the kept cohort of this name
}

// Some holds where the number of criteria that hold is in the range: at least 2 of a list.
type Some struct {
	Times Range       `json:"times"`
	Of    []Criterion `json:"of"`
}

// Has holds where the person has such an event in the relation to the index record.
type Has struct {
	Event    Event     `json:"event"`
	Relation *Relation `json:"relation,omitempty"` // nil: at any time
	// Times is how many of them, nil at least one. A range that holds 0 admits people without any; "fewer
	// than 3" as people mean it is 1 to 2.
	Times    *Range   `json:"times,omitempty"`
	Distinct Distinct `json:"distinct,omitempty"` // what Times counts
	Summed   Quantity `json:"summed,omitempty"`   // Times is what this adds up to over them, not their number
	// counted records lie this many days apart, from the first to the last
	Apart int `json:"apart_days,omitempty"`
}

// Distinct is what a number of events counts.
type Distinct string

// Records are counted unless days or concepts are.
const (
	ByRecord     Distinct = ""
	ByDay        Distinct = "days"
	ByConcept    Distinct = "concepts"
	ByIngredient Distinct = "ingredients"
	ByVisit      Distinct = "visits"
)

// Relation places an event in time to the index record. The days of an event are those of its start unless
// Place says otherwise. Without Place, the start lies in [From, To] of the index date; a nil end is open.
// "After" is From 1 day; "within 90 days after" From 0 to 90; "in the 90 days before" From -90 to -1.
type Relation struct {
	From  *Offset `json:"from,omitempty"`
	To    *Offset `json:"to,omitempty"`
	Place Place   `json:"place,omitempty"`
	End   bool    `json:"end,omitempty"`   // counted from the end of the index record: days after discharge
	Other bool    `json:"other,omitempty"` // another record than the index record itself
	// EventEnd takes the end of the event in the place of its start. Observed is about the same day.
	EventEnd bool       `json:"event_end,omitempty"`
	Observed Bounds     `json:"observed,omitempty"`
	Also     []Relation `json:"also,omitempty"` // these hold, too, of the same event
}

// Bounds says whether a day must lie in the observation period of the index date.
type Bounds string

// Inside is not before it begins and not after it ends.
const (
	Anywhere Bounds = ""
	Inside   Bounds = "inside"
	Since    Bounds = "since" // not before it begins
	Until    Bounds = "until" // not after it ends
)

// Place is how two records lie to each other beside a distance in days.
type Place string

// The places. During: the event starts within the index record. Covering: the index record starts within the event
// ("while taking warfarin", seen from the bleeding). Overlapping: they share a day. SameVisit: both carry the same
// visit. SameYear: both start in the same calendar year.
const (
	Distance    Place = ""
	During      Place = "during"
	Covering    Place = "covering"
	Overlapping Place = "overlapping"
	SameVisit   Place = "same_visit"
	SameYear    Place = "same_year"
)

// Trait is a lasting property of a person, or their age. Exactly one field is set.
type Trait struct {
	Sex       string  `json:"sex,omitempty"`       // "female", "male"
	Race      string  `json:"race,omitempty"`      // "white", "black", "asian", or a name of the vocabulary
	Ethnicity string  `json:"ethnicity,omitempty"` // "hispanic", "not hispanic"
	State     string  `json:"state,omitempty"`     // two letters
	Born      *Period `json:"born,omitempty"`
	Age       *Age    `json:"age,omitempty"`
}

// DataEnd is the date of ages in the last year in which anybody is observed.
const DataEnd = "data_end"

// onText says the date of an age.
func onText(on string) string {
	if on == DataEnd {
		return " at the end of the data"
	}
	if len(on) == len(time.DateOnly) {
		return " on " + on
	}
	return " in " + on
}

// Age is the age of a person at a date, in years: the year of the date less the year of birth.
type Age struct {
	Range Range  `json:"range"`
	On    string `json:"on,omitempty"`     // ISO date, a year or DataEnd; empty is the index date
	AtEnd bool   `json:"at_end,omitempty"` // at the end of the index record in place of its start
}

// FollowUp holds where the observation period of the index date reaches so far; without an index date, where one
// observation period of the person is Before and After together long, or reaches For. In asks, whatever the index
// date, for one that holds all days of calendar time.
type FollowUp struct {
	Before int     `json:"before_days,omitempty"`
	After  int     `json:"after_days,omitempty"`
	For    *Offset `json:"for,omitempty"` // after the index date, or in length: calendar months and years
	In     *Period `json:"in,omitempty"`
}
