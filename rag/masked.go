package rag

import (
	"fmt"
	"strings"
)

// Masked is a question with its entities and constraints found.
type Masked struct {
	Question string
	// every entity and constraint replaced by its mask: "How many <SEX> with <CONDITION> took <DRUG>?"
	Text        string
	Entities    []Mention    // in order of appearance
	Constraints []Constraint // in order of appearance
	Reading     Reading      // the words that are left, read by the lexicon
	Cohort      string       // the cohort to whose people the question was limited
}

// Mention is an entity in a question.
type Mention struct {
	Domain     string // condition, drug, procedure, measurement, observation, device, visit
	Text       string // as the question words it
	Start, End int    // byte span in the question
	// Members are, for a class of drugs that was spelled out, its ingredients in this vocabulary.
	Members []string
}

// Constraint is a number, age, sex, date, duration or grouping in a question.
type Constraint struct {
	Kind Kind
	Op   string // "=", "<", "<=", ">", ">=", "between"; empty where a kind has none
	// canonical: digits, "F" or "M", "white", two-letter state codes; the unit of age groups in years
	Values     []string
	Unit       string // of a duration: day, week, month, year; of a number: its unit of measurement, if one is named
	Text       string // as the question words it
	Start, End int    // byte span in the question
}

// Kind is what a Constraint limits or asks for.
type Kind string

// The kinds of constraints.
const (
	KindSex       Kind = "sex"
	KindRace      Kind = "race"
	KindEthnicity Kind = "ethnicity"
	KindState     Kind = "state"
	KindAge       Kind = "age"
	KindYear      Kind = "year"
	KindDate      Kind = "date"
	KindBirthYear Kind = "birthyear"
	KindDuration  Kind = "duration"
	KindNumber    Kind = "number"
	KindTop       Kind = "top"
	KindGroup     Kind = "group"
	KindUnit      Kind = "unit" // of measurement, as asked for: "in mg/dL"
)

// OfPerson reports whether the constraint is a lasting property of a person, true of all their records alike.
func (c Constraint) OfPerson() bool {
	switch c.Kind {
	case KindSex, KindRace, KindEthnicity, KindState, KindBirthYear:
		return true
	}
	return false
}

// String shows a constraint as a reader would note it: "age > 60".
func (c Constraint) String() string {
	s := fmt.Sprintf("%s %s %s", c.Kind, c.Op, strings.Join(c.Values, " and "))
	if c.Unit != "" {
		s += " " + c.Unit
	}
	return strings.Join(strings.Fields(s), " ")
}
