package main

import (
	"context"
	"fmt"

	"github.com/askomop/askomop/coding"
)

// conceptCounts are how often the concepts of sets stand in records; nil where nobody asked.
type conceptCounts struct {
	of      map[int64]occurrence
	minCell int
}

// countConcepts counts the concepts of sets where --counts asks for it.
func (c *call) countConcepts(ctx context.Context, sets []coding.ConceptSet) (*conceptCounts, error) {
	if !c.Bool("counts") {
		return nil, nil
	}
	var ids []int64
	for _, s := range sets {
		ids = append(ids, s.IDs()...)
	}
	found, err := c.occurrences(ctx, ids)
	return &conceptCounts{found, c.settings.MinCell}, err
}

// occurrences counts concepts in the records of the database.
func (c *call) occurrences(ctx context.Context, ids []int64) (map[int64]occurrence, error) {
	engine, err := c.parts.Engine(ctx)
	if err != nil {
		return nil, err
	}
	return usage{engine.DB()}.Occurrences(ctx, ids)
}

// head names the columns of the counts.
func (k *conceptCounts) head() []string {
	if k == nil {
		return nil
	}
	return []string{"records", "people"}
}

// cells are the counts of a concept as texts.
func (k *conceptCounts) cells(id int64) []string {
	if k == nil {
		return nil
	}
	records, people := k.of[id].shown(k.minCell)
	return []string{records, people}
}

// beside are members with their counts behind the reason.
func (k *conceptCounts) beside(members []coding.Member) []coding.Member {
	if k == nil {
		return members
	}
	out := make([]coding.Member, len(members))
	for i, m := range members {
		records, people := k.of[m.ID].shown(k.minCell)
		m.Why = fmt.Sprintf("%s; %s records of %s people", m.Why, records, people)
		out[i] = m
	}
	return out
}

// addTo puts the counts into concepts as JSON has them.
func (k *conceptCounts) addTo(concepts []jsonConcept) {
	if k == nil {
		return
	}
	for i := range concepts {
		concepts[i].jsonOccurrence = k.of[concepts[i].ID].document(k.minCell)
	}
}
