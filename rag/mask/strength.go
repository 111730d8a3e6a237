package mask

import (
	"github.com/askomop/askomop/rag"
)

import qread "github.com/askomop/askomop/rag/read"

// withStrength widens the mention of a drug by the strength and the dose form that are written beside it.
func withStrength(question string, m rag.Mention) rag.Mention {
	if m.Domain != "drug" {
		return m
	}
	start, end := qread.WithStrength(question, m.Start, m.End)
	return rag.Mention{Domain: m.Domain, Text: question[start:end], Start: start, End: end}
}
