// Package rag goes from a question in words to a study question or to a SQL template. Its packages are floors: each
// imports only those below it. Here are the types that they share: a pair of the library, a masked question, a
// template, and the interfaces of a store and of a writer.
//
//	rag/read      words → study question, without a model
//	rag/library   pairs from files
//	rag/mask      entities and constraints of a question
//	rag/retrieve  the most similar pairs, by vectors; rag/pgvector keeps them in PostgreSQL
//	rag/prompt    what models are asked
//	rag/write     SQL or a filled-in study question, by a pair or by a model
//
// Nothing in it runs SQL or sees a row of data.
package rag

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/llm"
)

// Pair is a curated question with the SQL template that answers it.
type Pair struct {
	ID          string
	Question    string
	Paraphrases []string
	Topic       string
	Verified    string   // who has verified it and when; empty where nobody has
	Notes       []string // "-- note:" lines: traps, conventions
	SQL         string   // a template, placeholders unresolved, no trailing semicolon
	Source      string   // file it was read from
	Own         bool     // of the user's own library, which counts before the curated one
}

// Wordings returns the question and then its paraphrases.
func (p Pair) Wordings() []string { return append([]string{p.Question}, p.Paraphrases...) }

// Assumptions are the notes for those who read an answer; "trap:" notes are for those who write SQL.
func (p Pair) Assumptions() []string {
	var out []string
	for _, n := range p.Notes {
		if !strings.HasPrefix(n, "trap:") {
			out = append(out, n)
		}
	}
	return out
}

// Match is a pair found for a question.
type Match struct {
	Pair    Pair
	Wording int     // index into Pair.Wordings of the nearest wording
	Score   float64 // cosine, in [-1, 1]
}

// Store holds masked wordings of pairs as vectors of one embedder.
type Store interface {
	// Put adds pairs or replaces those of the same id. vecs holds the vectors of
	// each pair's wordings, pair after pair, in the order of Wordings.
	Put(ctx context.Context, pairs []Pair, vecs []llm.Vector) error
	// Search returns at most k of the pairs that pass the filter, each once with
	// its nearest wording, best first, ties by id.
	Search(ctx context.Context, v llm.Vector, k int, f Filter) ([]Match, error)
}

// Filter narrows a search. Its zero value lets every pair pass.
type Filter struct {
	Topics   []string // only pairs of one of these topics; of all when empty
	Verified bool     // only pairs that somebody has verified
	Skip     []string // not the pairs with these ids
}

// Admits reports whether a pair passes.
func (f Filter) Admits(p Pair) bool {
	return (len(f.Topics) == 0 || slices.Contains(f.Topics, p.Topic)) && (!f.Verified || p.Verified != "") &&
		!slices.Contains(f.Skip, p.ID)
}

// Template is SQL with [domain@entity] placeholders, as a Writer wrote it.
type Template struct {
	SQL         string
	SPARQL      string   // that SQL was translated from; empty where SQL was written
	Writer      string   // "pair" or PROVIDER:MODEL
	PairID      string   // the pair it was adapted from; empty for a model's own
	Assumptions []string // what the SQL takes for granted, in words for the user
	Prompt      string   // what a model was shown; empty where none was asked
	Steps       []Step   // of an Agent
	Probability float64  // of a token of it as the model saw it; 0 where nobody tells
	StandIns    []StandIn
}

// StandIn is a part of the query of which its writer says that it stands for words of the question.
//
// Example: of "How many decedents …" the words decedents and the part "FROM death".
type StandIn struct{ Words, Part string }

// Step is one step of an Agent, as the run keeps it.
type Step struct {
	Thought string
	Tool    string
	Input   string // JSON
	Result  string // as the model was told, clipped
	Failed  string // why, by its reason; empty where the call gave something
	Tokens  int
	Took    time.Duration
}

// Fix asks a Writer to mend its last template.
type Fix struct {
	SQL     string // the template that failed
	SPARQL  string // that SQL was translated from; with SQL empty, it could not be translated
	Problem string // the error, with its place, without any value of the data
	// of SQL, or of SPARQL where there is no SQL, at which the error was seen, from 1; 0 where it is not known
	Line  int
	Cause string // the most likely cause, stated beforehand; may be empty
	Steps []Step // by which an agent came to it
}

// Written is the query as it was written.
func (f *Fix) Written() string { return cmp.Or(f.SPARQL, f.SQL) }

// Translation is the SQL that a query of another language became; "" where there is none.
func (f *Fix) Translation() string {
	if f.SPARQL == "" {
		return ""
	}
	return f.SQL
}

// Writer writes a SQL template for a masked question, by the examples.
type Writer interface {
	// Write returns an *Abstention where it does not know, never a guess.
	Write(ctx context.Context, m Masked, examples []Match, fix *Fix) (Template, error)
}

// Abstention is a Writer's refusal. Reason is one of the reasons of the command line's contract.
type Abstention struct {
	Reason  string // no_similar_pair, slots_do_not_fit, no_concept, out_of_scope
	Message string // for the user: what was not understood and what to do next
}

func (a *Abstention) Error() string { return a.Message }

// Untranslated is a query of another language that could not be made into SQL. The Writer may mend it.
type Untranslated struct {
	Problem string // with its place
	Line    int    // of the query, from 1
}

func (e *Untranslated) Error() string { return e.Problem }

// ErrNoRepair is returned by a Writer that cannot mend its own template.
var ErrNoRepair = errors.New("this writer does not repair its SQL")
