package study

import "slices"

// Stratum is one grouping of the answer.
type Stratum struct {
	Kind StratumKind `json:"kind"`
	Of   StratumOf   `json:"of,omitempty"` // whose date, age or concept
	// Width of age groups in years. Where persons are counted, each stands in one group for each combination of the
	// other strata: that of their first record there. Records and quantities stand in the group of the record itself.
	Width int     `json:"width,omitempty"`
	Bands []Range `json:"bands,omitempty"` // of ages or numbers, instead of Width
	// of Concept and the like: what is listed, where it is not the index or the outcome
	Event    *Event    `json:"event,omitempty"`
	Relation *Relation `json:"relation,omitempty"`
	// of Concept: "" as recorded, "ingredient", "dose_form", "source_code", "source_value"; of PayerPlan "plan",
	// "payer"
	Level  string   `json:"level,omitempty"`
	Groups []Group  `json:"groups,omitempty"` // of kind Groups
	Points []Points `json:"points,omitempty"` // of kind Scores
	Zeros  bool     `json:"zeros,omitempty"`  // values that nobody has, too, where they can be known: years between
	Only   []string `json:"only,omitempty"`   // these values: "2008", "2009"
	// On is a day of each year, "07-01": of a point prevalence the day it is of; of a count by year, the records that
	// hold it count. Of age groups a year or DataEnd: the age then, not that at a record.
	On string `json:"on,omitempty"`
}

// StratumKind is a kind of grouping.
type StratumKind string

// The groupings.
const (
	Sex         StratumKind = "sex"
	Race        StratumKind = "race"
	Ethnicity   StratumKind = "ethnicity"
	State       StratumKind = "state"
	AgeGroup    StratumKind = "age_group"
	Year        StratumKind = "year"
	Quarter     StratumKind = "quarter"
	Month       StratumKind = "month"         // 2009-03
	MonthOfYear StratumKind = "month_of_year" // 1 to 12
	Week        StratumKind = "week"
	Day         StratumKind = "day"
	BornIn      StratumKind = "year_of_birth"
	BornDecade  StratumKind = "decade_of_birth"
	Decade      StratumKind = "decade"
	VisitType   StratumKind = "visit_type"
	Specialty   StratumKind = "specialty"
	CareSite    StratumKind = "care_site" // of the visit of a record
	Concept     StratumKind = "concept"
	Groups      StratumKind = "groups"
	Scores      StratumKind = "score"
)

// StratumOf is the record whose date, age or concept a stratum takes.
type StratumOf string

// Group is a named part of the population.
type Group struct {
	Name string    `json:"name"`
	Is   Criterion `json:"is"`
	// gives the group's people their index dates, instead of Is and the population's entry
	Entry *Event `json:"entry,omitempty"`
}

// Points are added to a score where the criterion holds.
type Points struct {
	Points int       `json:"points"`
	If     Criterion `json:"if"`
}

// Top keeps the first rows by the measure, highest first unless Lowest; ties by the stratum's name. Beside the stratum
// that is ranked, others are groups, each of which has its own first rows: the 3 most common drugs by sex are six.
// N 0 keeps all rows in that order: "patients by state, largest first". AtLeast keeps those whose count is so large:
// "conditions of at least 100 people".
type Top struct {
	N       int  `json:"n,omitempty"`
	Lowest  bool `json:"lowest,omitempty"`
	AtLeast int  `json:"at_least,omitempty"`
}

// keepsTop reports whether only the first rows are kept, or those of a large number.
func (q *Question) keepsTop() bool { return q.Top != nil && (q.Top.N > 0 || q.Top.AtLeast > 0) }

// Ranked are the places of the strata that are ranked: the concepts, else the first one, with its month where it is a
// year of months.
func (q *Question) Ranked() []int {
	for i := range q.Strata {
		if q.Strata[i].Kind == Concept {
			return []int{i}
		}
	}
	switch {
	case len(q.Strata) > 1 && q.Strata[0].Kind == Year && q.Strata[1].Kind == MonthOfYear:
		return []int{0, 1}
	case len(q.Strata) > 0:
		return []int{0}
	}
	return nil
}

// OfRecord reports whether a kind of stratum is a property of a record rather than of the person.
func (k StratumKind) OfRecord() bool {
	return k.IsTime() || slices.Contains([]StratumKind{AgeGroup, Concept, VisitType, Specialty, CareSite}, k)
}

// summedStrata are the strata that take their value from the records that a Total adds up.
func (q *Question) summedStrata() []int {
	var of []int
	for i := range q.Strata {
		if q.SumsBy(&q.Strata[i]) {
			of = append(of, i)
		}
	}
	return of
}

// SumsBy reports whether a stratum takes its values from the records that a Total adds up.
func (q *Question) SumsBy(s *Stratum) bool {
	return q.Measure.Quantity == Total && q.Population.Entry == nil && s.Kind.OfRecord() && s.Event == nil && s.Of == "" &&
		!(s.Kind == AgeGroup && s.On != "")
}
