package study

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study/standard"
)

// Measure is what is computed from the population.
type Measure struct {
	Kind Kind `json:"kind"`
	Of   Unit `json:"of,omitempty"` // what is counted; the zero value is persons

	// Of Number and Distribution.
	Stat     Stat     `json:"stat,omitempty"`
	Quantile float64  `json:"quantile,omitempty"` // of Stat Quantile, in (0, 1)
	Quantity Quantity `json:"quantity,omitempty"`

	Quantiles []float64 `json:"quantiles,omitempty"` // of Stat Quantile, instead of Quantile: several, lowest first
	In        Length    `json:"in,omitempty"`        // of quantities in days: told in longer units
	Unit      string    `json:"unit,omitempty"`      // of values: only records in this unit
	// Event and Relation: what Occurrences and Concepts count for each person and Total adds up, what DaysTo leads to,
	// what PDC and Gap are of.
	Event    *Event    `json:"event,omitempty"`
	Relation *Relation `json:"relation,omitempty"`
	Summed   Quantity  `json:"summed,omitempty"` // of Total: what is added up over Event's records
	// Events are, of Characteristics, further rows, for who had them before the index; of Restart, the drugs that are
	// switched to; of Indication and Treatments, what is looked for in Windows.
	Events []Event `json:"events,omitempty"`
	// of Indication and Treatments: days from the index; none is the index date
	Windows []Window `json:"windows,omitempty"`
	Zeros   bool     `json:"zeros,omitempty"`  // people of the population without any count as 0
	Within  *Range   `json:"within,omitempty"` // only quantities in this range; of InRange, what is counted
	// the date of an age: ISO date or a year; DataEnd; "death"; empty is the index date
	On string `json:"on,omitempty"`

	// The denominator. Of a rate: person-years (0 is 1000). Of a prevalence: people (0 is 100). Of a mean of
	// Occurrences, or of a Total with Zeros: people (0 is 1). Shares are always in percent.
	Per  float64 `json:"per,omitempty"`
	Risk Risk    `json:"prevalence,omitempty"` // of Prevalence
	// of Survival and CumulativeIncidence: after the index; none of Survival is the median alone. Of Restart: after the
	// end of the first era; none is to the end of observation
	Times []Offset `json:"times,omitempty"`
	// population to which rates and prevalence are standardised by age: "database", "who", "europe", or the name of
	// Weights
	Standard string              `json:"standard,omitempty"`
	Weights  []standard.AgeGroup `json:"weights,omitempty"` // the population, where it is a user's

	// standardised by sex, too: a standard population other than the database is half women, half men
	StandardSex bool `json:"standard_sex,omitempty"`

	// of eras: exposures with up to so many days between them are one; 0 is 30
	Gap     int `json:"gap_days,omitempty"`
	Lines   int `json:"lines,omitempty"`        // of Pathways: at most so many; 0 is 3
	Overlap int `json:"overlap_days,omitempty"` // of Pathways: eras that overlap so long are a combination; 0 is 30

	Level float64 `json:"level,omitempty"` // of intervals; 0 is 0.95
	Exact bool    `json:"exact,omitempty"` // intervals of shares by Clopper and Pearson, not by Wilson

	OfRates bool `json:"of_rates,omitempty"` // of Comparison: rates at risk, not risks
	// of Comparison: pooled over these by Mantel and Haenszel; of the person at the index
	Adjust []Stratum `json:"adjust,omitempty"`

	Points []Points `json:"points,omitempty"` // of Score
	// of Share: each row in percent of all rows, instead of its own units
	OfTotal    bool `json:"of_total,omitempty"`
	Change     bool `json:"change,omitempty"`     // from one period to the next; needs a stratum of time
	Cumulative bool `json:"cumulative,omitempty"` // running total over the stratum of time
}

// Kind of a measure. A new one is validated in validate.go, said in sentence.go, compiled by a file of its own that
// compile/compile.go names, and read in rag/read, resolved there in resolve.go.
type Kind string

// The measures.
const (
	Count Kind = "count" // units of the population for which the outcome holds
	// those in percent of all units of the population; of records with a value in a range, of those with any value
	Share Kind = "share"
	// of the counts of the two values of the one stratum of kind groups
	Ratio        Kind = "ratio"
	Number       Kind = "number"       // a statistic of a quantity
	Distribution Kind = "distribution" // how many units have which value of a quantity
	Rate         Kind = "rate"         // outcomes for each Per person-years at risk
	// new outcomes in percent of those at risk at the beginning of the period
	Proportion Kind = "incidence_proportion"
	Prevalence Kind = "prevalence"  // in percent of those observed
	PersonTime Kind = "person_time" // years of observation
	Survival   Kind = "survival"    // Kaplan-Meier, in percent without the outcome (default: alive)
	// in percent with the outcome after Times: Aalen-Johansen, death competes (of death: one less Kaplan-Meier)
	CumulativeIncidence Kind = "cumulative_incidence"
	// in percent, still taking the index drug without interruption after Times
	Persistence Kind = "persistence"
	// first and last date of the entry event, of all events where there is none
	Coverage  Kind = "coverage"
	Sequences Kind = "sequences" // the first and the second of Event's concepts after the index
	// lines of treatment with Event's drugs from the index on, combinations among them
	Pathways        Kind = "pathways"
	Characteristics Kind = "characteristics" // Table 1
	// of those who start the entry's drug: restarted, or switched to one of Events, within Times of the end of the
	// first era
	Restart Kind = "drug_restart"
	// of those who start the entry's drug: which of Events, and no others, they had in a window
	Indication Kind = "indication"
	Treatments Kind = "treatments" // of the population: each of Events that they were exposed to in a window
	// of those who start the entry's drug and are still observed after Times: in percent in an era of it on that day
	Covered Kind = "patients_covered"
	// of those who start the entry's drug, in the form of Table 1: exposures, eras, days, doses
	DrugUse Kind = "drug_use"
	Overlap Kind = "overlap" // who is in which of several groups
	// of the two groups of the one stratum: the outcome by Times[0] after the index, or at any time; with Rate, in
	// person-time
	Comparison Kind = "comparison"
	Attrition  Kind = "attrition" // how many are left after each criterion
)

// Window is a span of days from the index date, both ends included: -30 to 0.
type Window struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Unit is what a measure counts.
type Unit string

// The units. Records are index records: prescriptions, visits, diagnoses. Concepts are the different concepts of them.
const (
	Persons      Unit = ""
	Records      Unit = "records"
	Concepts     Unit = "concepts"
	Ingredients  Unit = "ingredients"
	SourceValues Unit = "source_values"
	Providers    Unit = "providers"
	Stays        Unit = "stays" // inpatient visits joined where they touch
)

// Stat is a statistic of a quantity.
type Stat string

// The statistics. Quartiles are the 25th, 50th and 75th percentile, by linear interpolation.
const (
	Mean      Stat = "mean"
	Median    Stat = "median"
	Quartiles Stat = "quartiles"
	Quantile  Stat = "quantile"
	Min       Stat = "min"
	Max       Stat = "max"
	SD        Stat = "sd"
	Sum       Stat = "sum"
	Summary   Stat = "summary" // minimum, quartiles, maximum, mean and standard deviation
	// InRange is the percentage of people whose quantity lies in Measure.Within: who is adherent, with a proportion of
	// days covered of at least 0.8.
	InRange Stat = "percentage_in_range"
)

// stats are all statistics, with the words that say them before a quantity: "the mean age".
var stats = []struct {
	stat  Stat
	words string
}{
	{Mean, "mean"}, {Median, "median"}, {Quartiles, "quartiles of the"}, {Quantile, "percentile of the"}, {Min, "minimum"}, {Max, "maximum"},
	{SD, "standard deviation of the"}, {Sum, "total"}, {Summary, "summary of the"},
	{InRange, "percentage with a"},
}

func (s Stat) words() string {
	for _, one := range stats {
		if one.stat == s {
			return one.words
		}
	}
	return ""
}

// allStats lists the statistics.
func allStats() []Stat {
	all := make([]Stat, len(stats))
	for i, one := range stats {
		all[i] = one.stat
	}
	return all
}

// Quantity is a number of each unit of the population.
type Quantity string

// The quantities. Value, Duration, DaysSupply, Amount and Refills are of index records, each of which gives one; those
// without are left out. The others are of the index date, so that each
// index record gives one; where nothing depends on the index record (no Relation, no stratum of it), each person gives
// one. Concepts do not count concept 0, which stands for unmapped records. Of a Total without an entry event, strata of
// records are those of Event's records, and each person gives one number for each of their values.
const (
	AgeYears   Quantity = "age"
	BirthYear  Quantity = "year_of_birth"
	Value      Quantity = "value"
	Duration   Quantity = "duration" // days from the start to the end of the index record; length of stay
	DaysSupply Quantity = "days_supply"
	Amount     Quantity = "quantity"
	Refills    Quantity = "refills"
	Paid       Quantity = "paid" // total paid for the record, in its currency
	// of that, what the patients paid themselves
	PaidByPatient Quantity = "paid_by_patient"
	PaidByPayer   Quantity = "paid_by_payer" // of that, what insurance paid
	Charged       Quantity = "charged"       // total charged for the record, whatever of it was paid
	// that in percent of the total paid, of all records together whatever each cost; of Stat Mean
	PatientShare Quantity = "patient_share"
	DaysTo       Quantity = "days_to"           // days from the index to Event
	Occurrences  Quantity = "occurrences"       // how many records of Event the person has
	Distincts    Quantity = "concepts"          // how many different concepts of Event the person has
	Total        Quantity = "total"             // what Measure.Summed adds up to over the person's records of Event
	ObservedDays Quantity = "observation"       // days of observation
	FollowUpDays Quantity = "follow_up"         // days of observation after the index
	PriorDays    Quantity = "prior_observation" // days of observation before the index
	Gap          Quantity = "gap"               // uncovered days between exposures
	PDC          Quantity = "pdc"               // proportion of days covered in Relation after the index
	DaysCovered  Quantity = "days_covered"      // days covered by Event's exposures, each day once
	Score        Quantity = "score"             // number of Points' criteria that hold, weighted
	ValueChange  Quantity = "value_change"      // of Event's last value up to the index date to the first after it
)

// Quantities of those who start the entry's drug, from the first exposure on, as DrugUse has them: to Relation.To, or
// to the end of observation. Eras bridge Measure.Gap days. An exposure or an era gives one number where it is of each,
// else a person does.
const (
	Exposures          Quantity = "exposures"         // number of exposures: prescriptions
	Eras               Quantity = "eras"              // number of eras
	ExposureDays       Quantity = "exposure_duration" // of each exposure
	FirstExposureDays  Quantity = "first_exposure_duration"
	EraDays            Quantity = "era_duration" // of each era
	FirstEraDays       Quantity = "first_era_duration"
	DaysExposed        Quantity = "days_exposed"  // each day once
	CoveredShare       Quantity = "covered_share" // those in percent of the days observed
	EraGap             Quantity = "era_gap"       // between each era and the next
	InitialQuantity    Quantity = "initial_quantity"
	CumulativeQuantity Quantity = "cumulative_quantity" // where that of each exposure is recorded
	InitialDose        Quantity = "initial_dose"        // a day, of each ingredient, where drug_strength has it
	CumulativeDose     Quantity = "cumulative_dose"     // where that of each exposure is known
)

var drugQuantities = []Quantity{Exposures, Eras, ExposureDays, FirstExposureDays, EraDays, FirstEraDays, DaysExposed,
	CoveredShare, EraGap,
	InitialQuantity, CumulativeQuantity, InitialDose, CumulativeDose}

// IsOfDrugUse reports whether a quantity is of those who start the entry's drug.
func (q Quantity) IsOfDrugUse() bool { return slices.Contains(drugQuantities, q) }

// IsPaid reports whether a quantity is of what was paid or charged.
func (q Quantity) IsPaid() bool { return slices.Contains(paidQuantities, q) }

// CanBeSummed reports whether a quantity of records adds up to one of their person.
func (q Quantity) CanBeSummed() bool { return slices.Contains(summable, q) }

var summable = []Quantity{Duration, DaysSupply, Amount, Refills, Paid, PaidByPatient, PaidByPayer, Charged}

var paidQuantities = []Quantity{Paid, PaidByPatient, PaidByPayer, Charged, PatientShare}

// Length is a unit of time in which quantities of days are told.
type Length string

// The lengths; the zero value is days. A year is 365.25 days, a month a twelfth of it.
const (
	Weeks  Length = "weeks"
	Months Length = "months"
	Years  Length = "years"
)

var lengths = map[Length]float64{Weeks: 7, Months: 30.4375, Years: 365.25}

// Days is how many days one is; 1 of the zero value.
func (l Length) Days() float64 {
	if d, ok := lengths[l]; ok {
		return d
	}
	return 1
}

// IsOfDays reports whether a quantity is a number of days, and so can be told in weeks, months or years.
func (q Quantity) IsOfDays() bool {
	return slices.Contains([]Quantity{Duration, DaysTo, ObservedDays, FollowUpDays, PriorDays, Gap, DaysCovered}, q)
}

// Percentiles are the quantiles that are asked for, one or several.
func (m *Measure) Percentiles() []float64 {
	if len(m.Quantiles) > 0 {
		return m.Quantiles
	}
	return []float64{m.Quantile}
}

// Risk is the kind of a prevalence.
type Risk string

// Point is on the first day of the period, PeriodPrevalence on any day of it, Lifetime up to its end. On a point,
// people have had the outcome by then; with the relation {"place": "covering"}, one that covers the day: a drug that is
// taken, a stay in hospital.
const (
	Point            Risk = "point"
	PeriodPrevalence Risk = "period"
	Lifetime         Risk = "lifetime"
)

// CoversDay reports whether a point prevalence is of records that cover its day.
func (q *Question) CoversDay() bool {
	return q.Measure.Kind == Prevalence && q.Measure.Risk == Point && q.Outcome != nil && q.Outcome.Has != nil &&
		reflect.DeepEqual(q.Outcome.Has.Relation, &Relation{Place: Covering})
}

// AtRisk is the time in which an outcome counts, and who is at risk when it begins. It begins with the index date, or
// with each observation period where there is none, and ends with the first outcome, with death, with the observation
// period, and as To and the question's Period say. An outcome on the index date was there before, unless it is death;
// one on the first day of observation, or on a day moved by From, is new. "With a washout of 365 days" in the field's
// words is PriorObservation: so long observed without the outcome, which by default nobody may have had before. Rates
// count each day on which an outcome would count, the first and the last included; after an index date the first is the
// day after it.
//
// With Washout.Days, people who had the outcome in that many days before their first day at risk are not at risk.
// Without an index date a person is at risk whenever the last outcome is longer ago than that: first outcomes after a
// washout count, with Repeat each of them.
type AtRisk struct {
	// from the index date, or from the beginning of observation; nil is that day
	From *Offset `json:"from,omitempty"`
	// from the same day; nil is the end of observation
	To *Offset `json:"to,omitempty"`
	// who had the outcome before is not at risk; nil is never before
	Washout *Washout `json:"washout,omitempty"`
	// every outcome counts, and none ends the time; Measure.Of Records
	Repeat bool `json:"repeat,omitempty"`
	// without an index date, time at risk begins so much later
	PriorObservation int `json:"prior_observation_days,omitempty"`
	// of rates, person-time, prevalence and incidence proportions: at which people are looked at
	Age   *Range `json:"age,omitempty"`
	AgeAt AgeAt  `json:"age_at,omitempty"` // when Age is taken
}

// AgeAt says when an age at risk is taken. Attained ages let people enter with the year in which they reach the lowest,
// and leave with the end of that in which they have the highest; a prevalence takes them in the year in which each of
// its periods begins.
type AgeAt string

// AtStart takes the age in the year in which the time at risk begins, and people stay when they grow older.
const (
	Attained AgeAt = ""
	AtStart  AgeAt = "start"
)

// Washout says how long a person must have been without the outcome before time at risk begins.
type Washout struct {
	Days int `json:"days,omitempty"` // not in so many days; 0 is never before
}

// The zero value is the outcome's record where the outcome is one Has and is counted, else the index record. Time at
// risk is divided by the years and the ages of its days instead. Of shares, a concept is the outcome's, other strata
// the index record's. An age group of people takes each person once in each combination of the other strata: at the
// first of the records there.
const (
	OfIndex   StratumOf = "index"
	OfOutcome StratumOf = "outcome"
	OfDeath   StratumOf = "death"
)
