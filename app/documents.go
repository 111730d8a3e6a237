package app

import (
	"time"

	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/schedule"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

// The types of this file are what commands print with --json beside the Answer: the names don't change.

// PairDocument is a pair of the library.
type PairDocument struct {
	ID          string   `json:"id"`
	Topic       string   `json:"topic"`
	Question    string   `json:"question"`
	Paraphrases []string `json:"paraphrases"`
	Notes       []string `json:"notes"`
	Verified    string   `json:"verified"`
	SQL         string   `json:"sql"`
	Source      string   `json:"source"`
}

// NewPairDocument is a pair as --json prints it.
func NewPairDocument(p rag.Pair) PairDocument {
	return PairDocument{p.ID, p.Topic, p.Question, append([]string{}, p.Paraphrases...), append([]string{}, p.Notes...),
		p.Verified, p.SQL, p.Source}
}

// VocabularyConcept is a concept with all that the vocabulary says of it.
type VocabularyConcept struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	Domain     string `json:"domain"`
	Vocabulary string `json:"vocabulary"`
	Class      string `json:"class"`
	Standard   string `json:"standard"`
	Code       string `json:"code"`
	Invalid    string `json:"invalid"`
}

// NewVocabularyConcept is a concept as --json prints it.
func NewVocabularyConcept(c vocab.Concept) VocabularyConcept {
	return VocabularyConcept{c.ID, c.Name, c.Domain, c.Vocabulary, c.Class, c.Standard, c.Code, c.Invalid}
}

// Hit is a found concept.
type Hit struct {
	VocabularyConcept
	Term        string `json:"term"`
	Kind        string `json:"kind"`
	Score       Float  `json:"score"`
	*Occurrence        // where counts are asked for
}

// Orphan is a concept that records have and that a set may be missing.
type Orphan struct {
	VocabularyConcept
	Why string `json:"why"`
	*Occurrence
}

// StoredSet is a stored set.
type StoredSet struct {
	Name       string                `json:"name"`
	Version    int                   `json:"version"`
	Saved      time.Time             `json:"saved"`
	Domain     string                `json:"domain"`
	Text       string                `json:"text"`
	Vocabulary string                `json:"vocabulary"`
	Expression conceptset.Expression `json:"expression"`
	Concepts   []int64               `json:"concepts"`
}

// NewStoredSet is a stored set as --json prints it.
func NewStoredSet(s conceptset.Saved) StoredSet {
	return StoredSet{s.Name, s.Version, s.At, s.Domain, s.Text, s.Vocabulary, s.Expression, s.Concepts}
}

// Scheduled is a schedule in a list.
type Scheduled struct {
	*schedule.Schedule
	Next time.Time        `json:"next,omitzero"`
	Last *schedule.Record `json:"last"`
}

// RecordDocument is a run with its result.
type RecordDocument struct {
	schedule.Record
	Columns []string `json:"columns"`
	Cells   [][]any  `json:"result"`
}

// NewRecordDocument is a run as --json prints it; without a table it has no result.
func NewRecordDocument(rec schedule.Record, t *omop.Table) RecordDocument {
	doc := RecordDocument{Record: rec, Columns: []string{}, Cells: [][]any{}}
	if t == nil {
		return doc
	}
	doc.Columns = ColumnNames(t)
	for _, row := range t.Rows {
		cells := make([]any, len(row))
		for i, cell := range row {
			cells[i] = Cell(cell, t.Columns[i].Type)
		}
		doc.Cells = append(doc.Cells, cells)
	}
	return doc
}

// Change is a number that differs between two runs.
type Change struct {
	Key     []string `json:"key"`
	Column  string   `json:"column"`
	Before  any      `json:"before"`
	After   any      `json:"after"`
	By      *float64 `json:"by"`
	Percent *float64 `json:"percent"`
}

// DiffDocument is what differs between two runs.
type DiffDocument struct {
	Before  string   `json:"before"`
	After   string   `json:"after"`
	Keys    []string `json:"keys"`
	Came    [][]any  `json:"came"`
	Went    [][]any  `json:"went"`
	Changed []Change `json:"changed"`
	Same    int      `json:"same"`
	Columns []string `json:"different_columns"`
}

// NewDiffDocument is a comparison of two runs as --json prints it.
func NewDiffDocument(before, after schedule.Record, d *schedule.Diff, t *omop.Table) DiffDocument {
	doc := DiffDocument{
		Before: before.ID, After: after.ID, Keys: append([]string{}, d.Keys...), Came: [][]any{}, Went: [][]any{},
		Changed: []Change{}, Same: d.Same, Columns: append([]string{}, d.Different...),
	}
	cells := func(row []any) []any {
		out := make([]any, len(row))
		for i, v := range row {
			out[i] = Cell(v, t.Columns[i].Type)
		}
		return out
	}
	for _, r := range d.Came {
		doc.Came = append(doc.Came, cells(r.Cells))
	}
	for _, r := range d.Went {
		doc.Went = append(doc.Went, cells(r.Cells))
	}
	for _, ch := range d.Changed {
		doc.Changed = append(doc.Changed, Change{append([]string{}, ch.Key...), ch.Column, ch.Before, ch.After, ch.By,
			ch.Percent})
	}
	return doc
}
