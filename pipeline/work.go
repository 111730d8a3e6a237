package pipeline

import (
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/privacy"
	"github.com/askomop/askomop/rag"
)

// work is a run while the stages are at it: the record that is kept, and what one stage leaves for a later one and
// nobody keeps.
type work struct {
	*Run

	progress func(stage string) // Options.Progress

	// mask
	inline string // the question with its cohort as an event; "" where it names none, or was not read so

	// retrieve
	retrieved []rag.Match // all that the writer is given; Run.Examples holds those worth showing
	alike     []rag.Match // verified pairs, among which one that is worded alike is looked for

	// write
	uncompiled error    // why a question that was read was not compiled
	lastErr    error    // of the attempt before
	assumed    []string // what the writer took for granted, in any attempt
	others     bool     // the template is one of several readings, which have to agree
	doubtable  bool     // the writer may write it anew and has not yet confirmed it by writing the same again

	// guard, execute and answer
	plan *privacy.Plan // what the result shows; nil where nothing is to be hidden
	// of Run.Plan: where the people behind its cells are; nil where they are read off the SQL
	behind  *behind
	members map[string][]pattern // of overlapping groups: how many people are in which, by the other strata
	wide    *omop.Table          // Run.Table with the numbers of people behind its cells
	support [][]any              // of each row of Run.Table, what only intervals are computed from
}
