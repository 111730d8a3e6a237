package commands

import (
	"context"
	"fmt"
	"strconv"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop/info"
)

// conceptCounts are how often the concepts of sets stand in records; nil where nobody asked.
type conceptCounts struct {
	of      map[int64]info.Occurrence
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
	found, err := c.app.Occurrences(ctx, ids)
	return &conceptCounts{found, c.app.MinCell()}, err
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
	records, people := shownOccurrence(k.of[id], k.minCell)
	return []string{records, people}
}

// beside are members with their counts behind the reason.
func (k *conceptCounts) beside(members []coding.Member) []coding.Member {
	if k == nil {
		return members
	}
	out := make([]coding.Member, len(members))
	for i, m := range members {
		records, people := shownOccurrence(k.of[m.ID], k.minCell)
		m.Why = fmt.Sprintf("%s; %s records of %s people", m.Why, records, people)
		out[i] = m
	}
	return out
}

// addTo puts the counts into concepts as JSON has them.
func (k *conceptCounts) addTo(concepts []app.Concept) {
	if k == nil {
		return
	}
	for i := range concepts {
		concepts[i].Occurrence = app.NewOccurrence(k.of[concepts[i].ID], k.minCell)
	}
}

// shownOccurrence are the counts of records and people as tables print them.
func shownOccurrence(o info.Occurrence, minCell int) (records, people string) {
	if o.Small(minCell) {
		return fmt.Sprintf("<%d", minCell), fmt.Sprintf("<%d", minCell)
	}
	return strconv.Itoa(o.Records), strconv.Itoa(o.People)
}
