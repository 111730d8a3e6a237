// Package study is the study question: one typed value that says what is asked of
// a CDM, in the words of the field. It is read from words, said back as a sentence,
// kept as JSON, and compiled to SQL; nothing downstream guesses meaning from SQL.
//
// A worked example. "What percentage of women with atrial fibrillation started
// warfarin within 90 days of diagnosis, by year?" is
//
//	Question{
//		Measure:    Measure{Kind: Share},
//		Population: Cohort{
//			Entry:    &Event{Domain: "condition", Concepts: []Entity{{Text: "atrial fibrillation"}}, Which: First},
//			Criteria: []Criterion{{Is: &Trait{Sex: "female"}}},
//		},
//		Outcome: &Criterion{Has: &Has{
//			Event:    Event{Domain: "drug", Concepts: []Entity{{Text: "warfarin"}}, Which: First},
//			Relation: &Relation{From: &Offset{Days: 0}, To: &Offset{Days: 90}},
//		}},
//		Strata: []Stratum{{Kind: Year, Of: OfIndex}},
//	}
//
// # What a question means
//
// The population is a set of index records. With no Entry each person is one, without
// a date. With an Entry, every record that the event chooses is one (Which First: one a
// person) for which all Criteria hold. Criteria, the Outcome and everything with a
// Relation are judged for one index record at a time; a person counts where one of
// their index records does. The unit of a measure is the person unless Measure.Of
// says otherwise: Of Records counts the index records themselves.
//
// The package knows the CDM's schema and nothing of SQL, words or the vocabulary.
package study

import "reflect"

// Question is what is asked. Its zero fields ask for nothing.
type Question struct {
	Measure    Measure `json:"measure"`
	Population Cohort  `json:"population"`
	// who of the population is counted: the numerator of shares, the event of rates and survival
	Outcome *Criterion `json:"outcome,omitempty"`
	AtRisk  *AtRisk    `json:"at_risk,omitempty"` // of rates, incidence and survival
	Strata  []Stratum  `json:"strata,omitempty"`  // one row for each combination of their values
	// calendar time of prevalence, incidence, person-time and people under observation; events have their own
	Period *Period `json:"period,omitempty"`
	Top    *Top    `json:"top,omitempty"` // only the first rows by the measure
}

// Cohort is who is looked at.
type Cohort struct {
	Entry    *Event      `json:"entry,omitempty"`    // gives each person their index dates; nil is everybody
	Criteria []Criterion `json:"criteria,omitempty"` // all must hold for the index record
	Exit     *Exit       `json:"exit,omitempty"`     // when a person leaves; nil is the end of the observation period
	// of each person's index records for which Criteria hold: any, first_of_these, last_of_these
	Limit   Which   `json:"limit,omitempty"`
	Censor  []Event `json:"censor,omitempty"`   // the first of these on or after the index date ends membership
	Gap     int     `json:"gap_days,omitempty"` // memberships of a person with up to so many days between them are one
	Within  *Period `json:"within,omitempty"`   // membership is cut to calendar time
	OpenEnd OpenEnd `json:"open_end,omitempty"`
}

// OpenEnd says when a record ends for which no end is recorded.
type OpenEnd string

// NextDay is ATLAS's: the day after the start, also of what happens on one day; a drug exposure with its supply. Eras,
// visits and observation periods have an end.
const (
	SameDay OpenEnd = ""
	NextDay OpenEnd = "next_day"
)

// Exit ends a person's time in a cohort, with the observation period at the latest. One field is set, or After with
// OfRecord.
type Exit struct {
	After    *Offset `json:"after,omitempty"`     // this long after the index date, or with OfRecord after its end
	OfRecord bool    `json:"of_record,omitempty"` // with the end of the index record
	Supply   *Supply `json:"supply,omitempty"`    // when the continuous supply of a drug ends
}

// Supply is continuous exposure to drugs: a gap of up to Gap days does not end it.
type Supply struct {
	Concepts []Entity `json:"concepts"`
	Gap      int      `json:"gap_days,omitempty"`
	After    int      `json:"after_days,omitempty"` // so many days are added to the end
	Days     int      `json:"days,omitempty"`       // each exposure lasts so long, whatever is recorded
}

// Domain is a kind of records.
type Domain string

// The domains of events: the seven clinical ones of placeholders, and what else happens to people.
const (
	Condition    Domain = "condition"
	Drug         Domain = "drug"
	Procedure    Domain = "procedure"
	Measurement  Domain = "measurement"
	Observation  Domain = "observation"
	Device       Domain = "device"
	Visit        Domain = "visit"
	DrugEra      Domain = "drug_era"      // continuous use of an ingredient, as the database has it
	ConditionEra Domain = "condition_era" // one episode of a condition
	Death        Domain = "death"
	VisitDetail  Domain = "visit_detail" // a part of a visit: a ward, a line of a claim
	Specimen     Domain = "specimen"
	DoseEra      Domain = "dose_era"           // continuous use of an ingredient at one dose
	PayerPlan    Domain = "payer_plan_period"  // a time of insurance
	Observed     Domain = "observation_period" // a time in which a person's records are complete
	// a person's entry into a kept cohort, from its start to its end; its name is the one of Concepts, as Text
	KeptCohort Domain = "cohort"
)

// Entity is a thing that the vocabulary names. One form is set: Text, Vocabulary with Code, IDs, Set, or Items.
type Entity struct {
	Text       string `json:"text,omitempty"`       // in words: "type 2 diabetes"
	Vocabulary string `json:"vocabulary,omitempty"` // of Code: "ICD10CM"
	Code       string `json:"code,omitempty"`       // mapped to standard concepts by "Maps to"
	// standard concepts, to be taken with their descendants unless Exact
	IDs   []int64 `json:"ids,omitempty"`
	Exact bool    `json:"exact,omitempty"` // without descendants
	Set   string  `json:"set,omitempty"`   // a kept concept set by its name
	Items []Item  `json:"items,omitempty"` // a concept set as ATLAS has it
	Name  string  `json:"name,omitempty"`  // of Items
}

// Item is a concept of a concept set, with its descendants unless Exact. What is excluded is not in the set, whatever
// includes it.
type Item struct {
	ID      int64  `json:"id"`
	Name    string `json:"name,omitempty"`
	Exact   bool   `json:"exact,omitempty"`
	Mapped  bool   `json:"mapped,omitempty"` // and the source codes that map to it
	Exclude bool   `json:"exclude,omitempty"`
}

// Event is a choice of records. It is made in this order: records of the domain and the
// concepts, or of one of Or; those for which Where holds; those that Which chooses of each
// person's; of these, those for which Age, During, Touching, With and Chosen hold.
type Event struct {
	Domain Domain `json:"domain"`
	// any of these, with their descendants; none: every record of the domain
	Concepts []Entity `json:"concepts,omitempty"`
	Except   []Entity `json:"except,omitempty"` // but none of these
	// records of these are such events too: only their Domain, Concepts, Except and Where
	Or []Event `json:"or,omitempty"`
	// records of any of these, each chosen for itself; in the place of Domain, Concepts, Except, Or and Where
	AnyOf    []Event     `json:"any_of,omitempty"`
	Where    *Where      `json:"where,omitempty"`
	Which    Which       `json:"which,omitempty"`    // the zero value is every record
	Age      *Range      `json:"age,omitempty"`      // of the person at the record's start, in years
	During   *Period     `json:"during,omitempty"`   // in which the record starts
	Touching *Period     `json:"touching,omitempty"` // with which the record shares a day: an era in 2009
	With     []Criterion `json:"with,omitempty"`     // judged with this record as the index
	// Chosen holds of the records that Which chose, and is looked at last: a last value above 9 is not the last of the
	// values above 9. With a Value there, Which chooses among the records that have one, in Chosen's Unit.
	Chosen *Where `json:"chosen,omitempty"`
	// other days are taken for its first and last; the first ever is chosen by its own
	Moved *Moved `json:"moved,omitempty"`
}

// withCosts are the domains whose records may have costs.
var withCosts = []Domain{Visit, Drug, Procedure, Device, Condition, Measurement, Observation}

// AnyRecord is each record that may have a cost, of whatever domain.
func AnyRecord() *Event {
	e := &Event{}
	for _, d := range withCosts {
		e.AnyOf = append(e.AnyOf, Event{Domain: d})
	}
	return e
}

// isAnyRecord reports whether an event is each record that may have a cost, be it of some time or age.
func (e *Event) isAnyRecord() bool { return reflect.DeepEqual(e.AnyOf, AnyRecord().AnyOf) }

// Moved are the days that are taken for a record's first and last. A record that would end before it starts is left
// out.
type Moved struct {
	Start Moment `json:"start"`
	End   Moment `json:"end"`
}

// ByItsEnd dates a record by its end: people who were discharged are followed from that day.
func ByItsEnd() *Moved { return &Moved{Start: Moment{AtEnd: true}, End: Moment{AtEnd: true}} }

// isByItsEnd reports whether a record is dated by its end.
func (m *Moved) isByItsEnd() bool { return m != nil && *m == *ByItsEnd() }

// Moment is a day seen from a record, or a day of the calendar.
type Moment struct {
	AtEnd bool   `json:"at_end,omitempty"` // seen from the record's end, not from its start
	Days  int    `json:"days,omitempty"`   // after it; before it where negative
	On    string `json:"on,omitempty"`     // instead: this day
}

// Which of a person's records are meant.
type Which string

// First and Last are over a person's whole life in the database, before Age, During and With are looked
// at: the first of 2009 is the first ever if that is in 2009. FirstOfThese and LastOfThese are chosen after
// Age, During, Touching, With and the relation, one for each index record: the first after the index. FirstOfEach is
// of things that are listed: a person's first record ever of each of them, as drugs that were started in 2009. A record
// on the same date with the lower id is the earlier one.
const (
	Any          Which = ""
	First        Which = "first"
	Last         Which = "last"
	Second       Which = "second"
	Third        Which = "third"
	FirstOfThese Which = "first_of_these"
	LastOfThese  Which = "last_of_these"
	FirstOfEach  Which = "first_of_each"
)

// Where says which records are such events. All that is set must hold.
type Where struct {
	Value     *Range   `json:"value,omitempty"`     // of a measurement or observation
	Unit      string   `json:"unit,omitempty"`      // of Value, in UCUM or as people write it: "mg/dL"
	Units     []Entity `json:"units,omitempty"`     // of Value, as concepts; one of them
	Result    []Entity `json:"result,omitempty"`    // value as concept: "positive"
	Visit     []Entity `json:"visit,omitempty"`     // recorded at a visit of this type
	Specialty []string `json:"specialty,omitempty"` // of the provider of the record
	Provider  []Entity `json:"provider,omitempty"`  // the same, as concepts
	// Value as a multiple of the limits of the normal range that the record has.
	OfHigh *Range   `json:"of_range_high,omitempty"`
	OfLow  *Range   `json:"of_range_low,omitempty"`
	Source []Entity `json:"source,omitempty"` // recorded with one of these source codes, as they stand
	// in which it starts; of a record that is chosen by Which, looked at afterwards
	Start    *Period `json:"start,omitempty"`
	Finish   *Period `json:"finish,omitempty"`   // in which it ends
	Unmapped bool    `json:"unmapped,omitempty"` // with no standard concept
	// from start to end of the record: length of stay, of an exposure, of an era
	Days     *Range   `json:"days,omitempty"`
	Supply   *Range   `json:"days_supply,omitempty"`    // as dispensed
	Quantity *Range   `json:"quantity,omitempty"`       // as dispensed
	Refills  *Range   `json:"refills,omitempty"`        // as prescribed
	Branded  *bool    `json:"branded,omitempty"`        // a branded product, or one that is not
	Type     []Entity `json:"type,omitempty"`           // provenance of the record
	NotType  []Entity `json:"not_type,omitempty"`       // none of these
	Status   []Entity `json:"status,omitempty"`         // of a condition: primary, admission, …
	Records  *Range   `json:"records,omitempty"`        // of an era: how many records it is made of
	Cause    []Entity `json:"cause_of_death,omitempty"` // of Death
	Plans    []string `json:"plans,omitempty"`          // of PayerPlan: one of these plans or payers, as the database names them
	// Abnormal is outside of the normal range that the record has, or named low or high by its result.
	Abnormal bool       `json:"abnormal,omitempty"`
	Coded    []Coded    `json:"coded,omitempty"`   // of other columns of the record that hold concepts
	Worded   []Worded   `json:"worded,omitempty"`  // of its columns of free text
	Numbers  []Numbered `json:"numbers,omitempty"` // of other columns that hold numbers
}

// Coded is a condition on a record: its attribute is one of the concepts or, with Not, another one.
type Coded struct {
	Of       CodedAttribute `json:"of"`
	Concepts []Entity       `json:"concepts"`
	Not      bool           `json:"not,omitempty"`
}

// CodedAttribute is what a record says of itself by a concept, beside what it is of.
type CodedAttribute string

// The attributes. Those that a field of Where has, too, are here for what they are not.
const (
	RouteIs     CodedAttribute = "route"              // of a drug
	OperatorIs  CodedAttribute = "operator"           // of a measurement: at least, above, …
	QualifierIs CodedAttribute = "qualifier"          // of an observation
	ModifierIs  CodedAttribute = "modifier"           // of a procedure
	SiteIs      CodedAttribute = "anatomic_site"      // of a specimen
	DiseaseIs   CodedAttribute = "disease_status"     // of a specimen
	PlaceIs     CodedAttribute = "place_of_service"   // of the care site of a visit or a part of one
	PayerIs     CodedAttribute = "payer"              // this and the following of a time of insurance
	PlanIs      CodedAttribute = "plan"               //
	SponsorIs   CodedAttribute = "sponsor"            //
	StopIs      CodedAttribute = "stop_reason"        //
	PayerCode   CodedAttribute = "payer_source"       // as the source has it, as the following
	PlanCode    CodedAttribute = "plan_source"        //
	SponsorCode CodedAttribute = "sponsor_source"     //
	StopCode    CodedAttribute = "stop_reason_source" //
	UnitIs      CodedAttribute = "unit"
	ResultIs    CodedAttribute = "value_as_concept"
	StatusIs    CodedAttribute = "condition_status"
	VisitIs     CodedAttribute = "visit"
	ProviderIs  CodedAttribute = "provider"
)

// Worded holds of a record with a text that is like a pattern of SQL's LIKE: % is any letters, _ is any one.
type Worded struct {
	Of   WordedAttribute `json:"of"`
	Like string          `json:"like"`
	Not  bool            `json:"not,omitempty"`
}

// WordedAttribute is a column of free text. Those that name one thing or person, as a serial number does, are none.
type WordedAttribute string

// The attributes.
const (
	StopWords WordedAttribute = "stop_reason"     // of a drug exposure or a condition
	LotNumber WordedAttribute = "lot_number"      // of a drug exposure
	ValueText WordedAttribute = "value_as_string" // of an observation
)

// Numbered holds of a record with a number in a range.
type Numbered struct {
	Of NumberAttribute `json:"of"`
	In Range           `json:"in"`
}

// NumberAttribute is a column that holds a number.
type NumberAttribute string

// The attributes.
const (
	NormalLow  NumberAttribute = "range_low"  // of a measurement
	NormalHigh NumberAttribute = "range_high" // of a measurement
	GapDays    NumberAttribute = "gap_days"   // of a drug era, inside of it
	DoseValue  NumberAttribute = "dose_value" // of a dose era
)

// Range is an interval of numbers. A nil end is open-ended; MinOpen and MaxOpen leave the end itself out.
type Range struct {
	Min     *float64 `json:"min,omitempty"`
	Max     *float64 `json:"max,omitempty"`
	MinOpen bool     `json:"min_open,omitempty"`
	MaxOpen bool     `json:"max_open,omitempty"`
}

// Period is calendar time. Both days belong to it; an empty end is open-ended.
type Period struct {
	From string `json:"from,omitempty"` // ISO date
	To   string `json:"to,omitempty"`   // ISO date
}

// Offset is a distance in time from a date, negative for before it. It is days, months or years; months and years are
// those of the calendar (31 January + 1 month is the last day of February). With months or years, Days may be 1 or -1:
// "more than 6 months after" begins at 6 months and 1 day, "less than 6 months after" ends at 6 months less 1 day.
type Offset struct {
	Days   int `json:"days,omitempty"`
	Months int `json:"months,omitempty"`
	Years  int `json:"years,omitempty"`
}
