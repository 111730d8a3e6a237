package study

import "github.com/askomop/askomop/omop/study/standard"

// StandardGroup is an age group of a standard population.
type StandardGroup = standard.AgeGroup

// ReadStandard reads a standard population from a CSV file with the columns age_from, age_to and weight.
func ReadStandard(path string) ([]StandardGroup, error) { return standard.Read(path) }
