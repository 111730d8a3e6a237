package rag

// Masked is a question with its entities and constraints found.
type Masked struct {
	Question    string
	Text        string       // the question with every entity and constraint replaced by its mask: "How many <SEX> with <CONDITION> took <DRUG>?"
	Entities    []Mention    // in order of appearance
	Constraints []Constraint // in order of appearance
}

// Mention is an entity in a question.
type Mention struct {
	Domain     string // condition, drug, procedure, measurement, observation, device, visit
	Text       string // as the question words it
	Start, End int    // byte span in Question
}

// Constraint is a number, age, sex, date, duration or grouping in a question.
type Constraint struct {
	Kind       Kind
	Text       string   // as the question words it
	Start, End int      // byte span in Question
	Op         string   // "=", "<", "<=", ">", ">=", "between"; empty where a kind has none
	Values     []string // canonical: numbers as digits, dates as YYYY-MM-DD, sexes as F or M, units of durations as day, week, month, year
	Unit       string
}

// Kind is what a Constraint limits or asks for.
type Kind string
