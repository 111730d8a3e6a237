// Package form is the study question as a form to fill in: flat, with a short JSON schema that every provider of models
// can hold an answer to, where package study's own is recursive. Events are named once and referred to by their names.
//
// "What percentage of women with atrial fibrillation started warfarin within 90 days of diagnosis, by year?" is
//
//	{"measure": "share", "index": "af", "people": {"sex": "female"},
//	 "events": [{"name": "af", "domain": "condition", "concepts": ["atrial fibrillation"], "which": "first"},
//	            {"name": "w", "domain": "drug", "concepts": ["warfarin"], "which": "first"}],
//	 "outcome": [{"events": ["w"], "from": "0d", "to": "90d"}], "by": [{"kind": "year", "of": "index"}]}
//
// Question makes the study question of a form; Of makes the form of a study question, where one can say it. What the
// form can't say it says in "cannot". The package knows study questions and no model.
package form

// Form is a study question, filled in.
type Form struct {
	Cannot string `json:"cannot,omitempty"` // why the question can't be said by this form; then nothing else counts

	Measure  string `json:"measure"`            // a study.Kind, or a study.Stat of Quantity
	Of       string `json:"of,omitempty"`       // what is counted
	Quantity string `json:"quantity,omitempty"` // of a statistic
	Unit     string `json:"unit,omitempty"`     // of the values of a statistic
	Summed   string `json:"summed,omitempty"`   // of the quantity total: what is added up for each person
	Within   *Range `json:"within,omitempty"`   // only quantities in this range
	// the date of an age: ISO date or a year; "death"; "" is the index date
	On string `json:"age_on,omitempty"`
	// the event that a quantity is of: days_to, occurrences, concepts, pdc, gap
	To         *Link    `json:"to,omitempty"`
	Quantile   float64  `json:"quantile,omitempty"`   // in (0, 1)
	Per        float64  `json:"per,omitempty"`        // person-years
	Zeros      bool     `json:"zeros,omitempty"`      // people without any count as 0
	OfTotal    bool     `json:"of_total,omitempty"`   // shares of the rows in their sum
	Change     bool     `json:"change,omitempty"`     // to the row before
	Cumulative bool     `json:"cumulative,omitempty"` // running total
	Prevalence string   `json:"prevalence,omitempty"` // point, period or lifetime
	After      []string `json:"after,omitempty"`      // of survival and persistence: 30d, 1y
	// days without the outcome before time at risk; "" is never before
	Washout    string `json:"washout,omitempty"`
	RiskFrom   string `json:"risk_from,omitempty"` // time at risk from the index
	RiskTo     string `json:"risk_to,omitempty"`   // to
	Prior      int    `json:"risk_prior_observation_days,omitempty"`
	RepeatRisk bool   `json:"risk_repeat,omitempty"` // every outcome counts
	RiskAge    *Range `json:"risk_age,omitempty"`    // at which people are at risk

	Events   []Event `json:"events,omitempty"`
	Index    string  `json:"index,omitempty"` // the event that gives each person an index date; "" is everybody
	People   *People `json:"people,omitempty"`
	Criteria []Link  `json:"criteria,omitempty"` // all hold for the index record
	Outcome  []Link  `json:"outcome,omitempty"`  // all hold for who is counted
	By       []By    `json:"by,omitempty"`
	Period   *Period `json:"period,omitempty"`
	Top      int     `json:"top,omitempty"`
	Lowest   bool    `json:"lowest,omitempty"` // the last instead of the first of Top

	Assumptions []string `json:"assumptions,omitempty"` // what the question leaves open and the form decides
}

// Event is a choice of records.
type Event struct {
	Name      string   `json:"name"`
	Domain    string   `json:"domain"`
	Concepts  []string `json:"concepts,omitempty"` // in the question's words, or VOCABULARY:code
	Except    []string `json:"except,omitempty"`
	Which     string   `json:"which,omitempty"`
	Value     *Range   `json:"value,omitempty"`
	Unit      string   `json:"unit,omitempty"`
	Result    []string `json:"result,omitempty"`
	Visit     []string `json:"visit,omitempty"`
	Specialty []string `json:"specialty,omitempty"`
	Abnormal  bool     `json:"abnormal,omitempty"` // outside of the normal range that the record has
	Days      *Range   `json:"days,omitempty"`
	Supply    *Range   `json:"days_supply,omitempty"`
	Age       *Range   `json:"age,omitempty"`
	During    *Period  `json:"during,omitempty"`
	Touching  *Period  `json:"touching,omitempty"` // shares a day with it: observed or treated in 2009
	With      []Link   `json:"with,omitempty"`     // hold for the record itself as the index
}

// Link holds where the person has any of the events in the relation to the index record, or with None none of them.
type Link struct {
	Events   []string `json:"events"`
	None     bool     `json:"none,omitempty"`
	From     string   `json:"from,omitempty"` // from the index date: -365d, 0d, 1d, 6m, 1y; "" is open
	To       string   `json:"to,omitempty"`
	Place    string   `json:"place,omitempty"`
	End      bool     `json:"after_end,omitempty"` // counted from the end of the index record
	Other    bool     `json:"other,omitempty"`     // another record than the index record itself
	Times    *Range   `json:"times,omitempty"`
	Distinct string   `json:"distinct,omitempty"`
	Summed   string   `json:"summed,omitempty"` // Times is what this adds up to
	Apart    int      `json:"apart_days,omitempty"`
	HowMany  *Range   `json:"how_many,omitempty"` // of the events, each by itself: at least 3 of these
	// or observed so long after the index: those alive after a year, and the dead
	Observed string  `json:"or_observed,omitempty"`
	Who      *People `json:"who,omitempty"` // in the place of events: what holds of the person
}

// Range is an interval of numbers.
type Range struct {
	AtLeast *float64 `json:"at_least,omitempty"`
	Above   *float64 `json:"above,omitempty"`
	AtMost  *float64 `json:"at_most,omitempty"`
	Below   *float64 `json:"below,omitempty"`
}

// Period is calendar time; both days belong to it.
type Period struct {
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
}

// People says what holds of the people themselves.
type People struct {
	Sex       string  `json:"sex,omitempty"`
	Race      string  `json:"race,omitempty"`
	Ethnicity string  `json:"ethnicity,omitempty"`
	State     string  `json:"state,omitempty"`
	Born      *Period `json:"born,omitempty"`
	Age       *Range  `json:"age,omitempty"`
	AgeOn     string  `json:"age_on,omitempty"` // ISO date or a year; "" is the index date
	Before    int     `json:"observed_days_before,omitempty"`
	Following int     `json:"observed_days_after,omitempty"`
	For       string  `json:"observed_for,omitempty"` // 2y after the index, or in length
	In        *Period `json:"observed_in,omitempty"`  // through all of it
}

// By is one grouping.
type By struct {
	Kind  string   `json:"kind"`
	Of    string   `json:"of,omitempty"`
	Width int      `json:"width,omitempty"`
	Bands []Range  `json:"bands,omitempty"`
	Event string   `json:"event,omitempty"` // whose concepts are listed
	Link  *Link    `json:"when,omitempty"`  // its relation to the index
	Level string   `json:"level,omitempty"`
	Zeros bool     `json:"zeros,omitempty"`
	Only  []string `json:"only,omitempty"` // these values
	On    string   `json:"on,omitempty"`   // a day of each year, or of ages the end of the data
}
