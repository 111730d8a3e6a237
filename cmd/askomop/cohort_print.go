package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/results"
)

// shownCount is a number of people as it may be shown.
func shownCount(n, minCell int) string {
	if n > 0 && n < minCell {
		return fmt.Sprintf("<%d", minCell)
	}
	return pipeline.Cell(int64(n))
}

// attritionText is how many people are left after each criterion, a line each.
func attritionText(steps []results.Step, minCell int) string {
	var b strings.Builder
	for _, s := range cohort.Shown(steps, minCell) {
		fmt.Fprintf(&b, "  %10s  %s\n", s.People, s.Criterion)
	}
	return b.String()
}

type jsonCohort struct {
	Name        string           `json:"name"`
	ID          int64            `json:"cohort_definition_id"`
	Description string           `json:"description"`
	SQL         string           `json:"sql"`
	Generations []jsonGeneration `json:"generations"`
}

type jsonGeneration struct {
	Number    int        `json:"generation"`
	Run       string     `json:"run"`
	At        time.Time  `json:"at"`
	People    any        `json:"people"` // a number, or "<5"
	Rows      any        `json:"rows"`
	Database  string     `json:"database"`
	Source    string     `json:"source"`
	Attrition []jsonStep `json:"attrition"`
}

type jsonStep struct {
	Criterion string `json:"criterion"`
	People    any    `json:"people"`
}

func cohortDocument(c results.Cohort, minCell int) jsonCohort {
	doc := jsonCohort{Name: c.Name, ID: c.ID, Description: c.Description, SQL: c.Syntax, Generations: []jsonGeneration{}}
	for _, g := range c.Generations {
		j := jsonGeneration{Number: g.Number, Run: g.Run, At: g.At, People: cohort.Count(g.People, minCell), Rows: cohort.Count(g.Rows, minCell),
			Database: g.Database, Source: g.Source, Attrition: []jsonStep{}}
		for _, s := range cohort.Shown(g.Steps, minCell) {
			j.Attrition = append(j.Attrition, jsonStep{s.Criterion, s.Value})
		}
		doc.Generations = append(doc.Generations, j)
	}
	return doc
}
