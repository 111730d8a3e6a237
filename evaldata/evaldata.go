// Package evaldata is the curated library: question-SQL pairs, one .sql file each, and the questions that must be
// refused. It is data. Package app passes the pairs to rag/library and the refusals to eval.
package evaldata

import "embed"

// Pairs holds the files below "pairs".
//
//go:embed pairs/*.sql
var Pairs embed.FS

// Unanswerable is the text of unanswerable.tsv.
//
//go:embed unanswerable.tsv
var Unanswerable string
