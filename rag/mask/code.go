package mask

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

// Source codes are entities, in whatever form a question names them: "ICD-10-CM code N18.6", "ICD9CM 250.00, 250.02",
// "the diagnosis H35.81 (ICD10CM)", "who in ICD10-CM have H35.81". A code is a token with the shape of its
// vocabulary's codes; the vocabulary is the one named before it, else behind it, else the one whose shape it has.

var (
	systemName = lazyregexp.New(`(?i)\b` + vocab.CodeSystemNames(true) + `\b`)
	codeToken  = lazyregexp.New(`\b[A-Za-z]{0,2}[0-9][0-9A-Za-z]*(?:[.-][0-9A-Za-z]+)*(?:\.?\*)?`)
	// codeFiller matches what can stand between the name of a vocabulary and its first code.
	codeFiller = lazyregexp.New(`(?i)^[\s:,(=]*(?:(?:source|diagnosis|diagnostic|procedure|billing|concept|codes?|of|is|are|have|has|had|with|like|in|the|either)[\s:(=]+)*$`)
	codeNoun   = lazyregexp.New(`(?i)\bcodes?[\s:(=]*(?:of|is|are|like)?[\s:(=]*$`)
	codeJoint  = lazyregexp.New(`(?i)^\s*(?:[,;/|]\s*(?:or|and)?|\bor\b|\band\b|&)\s*$`)
	codeSpan   = lazyregexp.New(`(?i)^\s*(?:-|–|to|through|thru)\s*$`)
	codeBehind = lazyregexp.New(`(?i)^\s*[(,]?\s*(?:(?:in|of|from)\s+)?$`)
)

// dottedCode is a code that is told by its shape alone: a letter, two characters, a point.
var dottedCode = lazyregexp.New(`^[A-TV-Z][0-9][0-9A-Z]\.[0-9A-Z]{1,4}$`)

// conceptID recognises a concept by its id: "concept 201826", "concept id 201826".
var conceptID = lazyregexp.New(`(?i)\bconcept(?:\s+id)?\s*[:#]?\s*(\d{2,12})\b`)

// idMentions finds the concepts that a question names by their ids and that the terms know. Their Text is concept:id,
// as a placeholder writes it.
func idMentions(question string, terms Terms) []rag.Mention {
	var found []rag.Mention
	for _, at := range conceptID.FindAllStringSubmatchIndex(question, -1) {
		id := question[at[2]:at[3]]
		hits := terms.Lookup("concept " + id)
		if len(hits) == 0 {
			continue
		}
		domain := strings.ToLower(hits[0].Concept.Domain)
		if slices.Contains(clinical, domain) {
			found = append(found, rag.Mention{Domain: domain, Text: "concept:" + id, Start: at[0], End: at[1]})
		}
	}
	return found
}

// codeTerms is a vocabulary that knows codes, and so of which domain a code is.
type codeTerms interface {
	ByCode(vocabulary, code string) ([]vocab.Concept, error)
	MapsTo(id int64) []vocab.Concept
}

// codeMentions finds the source codes that a question names. Their Text is VOCABULARY:code, as a placeholder writes it.
func codeMentions(question string, terms any) []rag.Mention {
	if !strings.ContainsAny(question, "0123456789") {
		return nil
	}
	r := codeReader{question: question, systems: systemName.FindAllStringIndex(question, -1)}
	r.terms, _ = terms.(codeTerms)
	for _, at := range codeToken.FindAllStringIndex(question, -1) {
		r.token(at[0], at[1])
	}
	return r.found
}

// codeReader reads the codes of a question from left to right.
type codeReader struct {
	question string
	terms    codeTerms
	systems  [][]int // where vocabularies are named
	found    []rag.Mention
	last     *vocab.CodeSystem // of the code before
}

// token takes what may be a code. "584.5-584.9" is one token and two codes.
func (r *codeReader) token(start, end int) {
	if r.inside(start) || start > 0 && strings.ContainsRune("@_", rune(r.question[start-1])) {
		return
	}
	text := strings.ToUpper(r.question[start:end])
	if r.span(text, start, end) {
		return
	}
	v, from, to := r.vocabulary(text, start, end)
	if v == nil {
		return
	}
	r.last = v
	r.found = append(r.found, rag.Mention{Domain: r.domain(v, text), Text: v.ID + ":" + text, Start: from, End: to})
}

// inside reports whether a place is within the name of a vocabulary.
func (r *codeReader) inside(at int) bool {
	return slices.ContainsFunc(r.systems, func(s []int) bool { return s[0] <= at && at < s[1] })
}

// span takes a code that ends a range, or a token that is one: "584.5 through 584.9", "I20-I25".
func (r *codeReader) span(text string, start, end int) bool {
	if first, last, ok := strings.Cut(text, "-"); ok && r.last == nil || ok && !r.last.Shape.MatchString(text) {
		v, from, to := r.vocabulary(first, start, end)
		if v == nil || !v.Shape.MatchString(last) {
			return false
		}
		r.last = v
		r.found = append(r.found, rag.Mention{Domain: r.domain(v, first), Text: v.ID + ":" + first + "-" + last,
			Start: from, End: to})
		return true
	}
	if len(r.found) == 0 || r.last == nil || !r.last.Shape.MatchString(text) {
		return false
	}
	before := &r.found[len(r.found)-1]
	if !codeSpan.MatchString(r.question[before.End:start]) {
		return false
	}
	before.Text, before.End = before.Text+"-"+text, end
	return true
}

// vocabulary is the vocabulary of a code, with the stretch of the question that names both; nil where the token is not
// a code.
func (r *codeReader) vocabulary(text string, start, end int) (v *vocab.CodeSystem, from, to int) {
	if n := len(r.found); n > 0 && r.last.Shape.MatchString(text) &&
		codeJoint.MatchString(r.question[r.found[n-1].End:start]) {
		return r.last, start, end
	}
	loose := dottedCode.MatchString(text) || strings.Contains(text, ".") && strings.ContainsAny(text[:1], "VE")
	for i := len(r.systems) - 1; i >= 0; i-- {
		s := r.systems[i]
		if s[1] > start {
			continue
		}
		v := r.named(s)
		gap := r.question[s[1]:start]
		switch {
		case !v.Shape.MatchString(text) || strings.ContainsAny(gap, "?!;"):
		case codeFiller.MatchString(gap):
			return v, s[0], end
		case loose || codeNoun.MatchString(gap):
			return v, start, end
		}
		break
	}
	for _, s := range r.systems {
		if s[0] >= end && codeBehind.MatchString(r.question[end:s[0]]) && r.named(s).Shape.MatchString(text) {
			to := s[1]
			if strings.HasPrefix(r.question[to:], ")") {
				to++
			}
			return r.named(s), start, to
		}
	}
	if icd10 := vocab.CodeSystemOf("ICD10CM"); dottedCode.MatchString(text) {
		return icd10, start, end
	}
	icd9 := vocab.CodeSystemOf("ICD9CM")
	if codeNoun.MatchString(r.question[:start]) && strings.Contains(text, ".") && icd9.Shape.MatchString(text) {
		return icd9, start, end
	}
	return nil, 0, 0
}

func (r *codeReader) named(s []int) *vocab.CodeSystem {
	return vocab.CodeSystemOf(r.question[s[0]:s[1]])
}

// domain is the domain of the code's concepts, where the vocabulary knows it.
func (r *codeReader) domain(v *vocab.CodeSystem, code string) string {
	if r.terms == nil {
		return v.Domain
	}
	concepts, err := r.terms.ByCode(v.ID, code)
	if err != nil {
		return v.Domain
	}
	for _, c := range concepts {
		for _, target := range append(r.terms.MapsTo(c.ID), c) {
			if d := strings.ToLower(target.Domain); slices.Contains(clinical, d) {
				return d
			}
		}
	}
	return v.Domain
}
