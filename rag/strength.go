package rag

import qread "github.com/askomop/askomop/rag/read"

// withStrength widens the mention of a drug by the strength and the dose form that are written beside it.
func withStrength(question string, m Mention) Mention {
	if m.Domain != "drug" {
		return m
	}
	start, end := qread.WithStrength(question, m.Start, m.End)
	return Mention{Domain: m.Domain, Text: question[start:end], Start: start, End: end}
}
