// Package mask finds what a question is about: the entities by the vocabulary's names or by a model, the
// constraints and the words that are left by tables. What it finds is a rag.Masked, by which questions that ask
// the same of other things are alike. It knows the vocabulary's names, and no SQL but a pair's placeholders.
package mask

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

// Terms is what a Masker needs of the vocabulary.
type Terms interface {
	// Lookup returns the concepts that have the normalised text as a name,
	// synonym or abbreviation, best first; none where there is no such concept.
	Lookup(normalised string) []vocab.Hit
}

// Masker masks by the vocabulary: the longest stretches of words that are names,
// synonyms or abbreviations of clinical concepts are the entities.
type Masker struct{ terms Terms }

// New returns a Masker over the terms.
func New(terms Terms) *Masker { return &Masker{terms} }

// longestName bounds how many words a name in a question can have.
const longestName = 14

// Mask finds the entities and constraints of a question. The error is the context's.
func (k *Masker) Mask(ctx context.Context, question string) (rag.Masked, error) {
	if err := ctx.Err(); err != nil {
		return rag.Masked{}, err
	}
	ws := split(question)
	var found []rag.Mention
	codes := append(codeMentions(question, k.terms), idMentions(question, k.terms)...)
	slices.SortFunc(codes, func(a, b rag.Mention) int { return a.Start - b.Start })
	for i := 0; i < len(ws); {
		if len(codes) > 0 && ws[i].start >= codes[0].Start {
			for i < len(ws) && ws[i].start < codes[0].End {
				i++
			}
			found, codes = append(found, codes[0]), codes[1:]
			continue
		}
		if err := ctx.Err(); err != nil {
			return rag.Masked{}, err
		}
		m, ok := k.at(question, ws, i)
		if !ok {
			i++
			continue
		}
		m = withStrength(question, m)
		found = slices.DeleteFunc(found, func(f rag.Mention) bool { return f.Start >= m.Start }) // "MG" before a drug
		found = append(found, m)
		for i < len(ws) && ws[i].start < m.End {
			i++
		}
	}
	m := readWords(question, ws, found)
	terms, ok := k.terms.(LooseTerms)
	if !ok || len(m.Reading.Unknown) == 0 {
		return m, nil
	}
	mended, slips := mend(ws, m, terms)
	if len(slips) > 0 {
		m = readWords(question, mended, found)
	}
	if more := loose(ctx, question, mended, m, terms); len(more) > 0 {
		found = append(found, more...)
		slices.SortFunc(found, func(a, b rag.Mention) int { return a.Start - b.Start })
		m = readWords(question, mended, found)
	}
	m.Reading.Mended = slips
	return m, ctx.Err()
}

// unexplained lists the stretches of unknown words, with the small words inside them ("fracture of the hip"). A
// comma parts stretches.
func unexplained(m rag.Masked, ws []word) []run {
	var runs []run
	at, joined := 0, false
	for _, it := range m.Reading.Pieces {
		n := len(strings.Fields(it.Text))
		if at > 0 && strings.ContainsAny(m.Question[ws[at-1].end:ws[at].start], ",;:") {
			joined = false
		}
		switch {
		case it.Token == rag.TokenUnknown && joined:
			runs[len(runs)-1].last = at
		case it.Token == rag.TokenUnknown:
			runs = append(runs, run{at, at})
			joined = true
		case it.Token == rag.TokenNone && slices.Contains([]string{"of", "of the", "the", "to", "in the"}, it.Text):
		default:
			joined = false
		}
		at += n
	}
	return runs
}

// at returns the longest entity that starts at word i.
func (k *Masker) at(question string, ws []word, i int) (rag.Mention, bool) {
	for n := min(longestName, len(ws)-i); n > 0; n-- {
		start, end := ws[i].start, ws[i+n-1].end
		text := question[start:end]
		if strings.ContainsAny(text, "?!;") || !startsWithWord(ws[i].text) || !startsWithWord(ws[i+n-1].text) ||
			saysNothingElse(ws[i:i+n]) {
			continue
		}
		hits := k.terms.Lookup(vocab.Normalize(text))
		if plain := vocab.WithoutArticles(text); len(hits) == 0 && n > 2 && plain != text {
			hits = k.terms.Lookup(vocab.Normalize(plain))
		}
		if domain, ok := domainOf(hits, text, ws, i, n); ok {
			return rag.Mention{Domain: domain, Text: text, Start: start, End: end}, true
		}
	}
	return rag.Mention{}, false
}

// saysNothingElse reports whether the words are the question's own: every one of
// them is a number or stands in the lexicon, or together they are one of its phrases.
// "Patient", "Female" and "Death" are names of concepts too, and mean none here.
func saysNothingElse(ws []word) bool {
	lex := words()
	if _, whole := lex.phrases[join(ws)]; whole {
		return true
	}
	for _, w := range ws {
		if _, number := numeral(w.text); !number && !lex.own[w.text] {
			return false
		}
	}
	return true
}

// startsWithWord reports whether a piece of a question is a word or a number rather than a sign: in "gout. % of" the
// percent belongs to no name.
func startsWithWord(s string) bool { return startsWithLetter(s) || isDigit(s[0]) }

var clinical = []string{"condition", "drug", "procedure", "measurement", "observation", "device", "visit"}

// domainOf chooses the domain in which an entity is meant. Where its text names
// concepts of several, the words before it decide ("took", "underwent", "measured"), else the order of the hits.
func domainOf(hits []vocab.Hit, text string, ws []word, i, n int) (string, bool) {
	var domains []string
	for _, h := range hits {
		d := strings.ToLower(h.Concept.Domain)
		if h.Kind == vocab.KindCode || !slices.Contains(clinical, d) || slices.Contains(domains, d) {
			continue
		}
		if n == 1 && h.Kind == vocab.KindAbbreviation && len(text) <= 2 && !isUpper(text) {
			continue // "as", "mi": an abbreviation this short counts in capitals only
		}
		domains = append(domains, d)
	}
	if len(domains) == 0 {
		return "", false
	}
	if hint := domainHint(ws, i, n); hint != "" && slices.Contains(domains, hint) {
		return hint, true
	}
	return domains[0], true
}

// domainHint reads the domain off the words around an entity.
func domainHint(ws []word, i, n int) string {
	for k := i - 1; k >= 0 && k >= i-3; k-- {
		switch ws[k].text {
		case "took", "taking", "take", "taken", "prescribed", "prescription", "prescriptions", "dispensed", "started",
			"starting", "on", "using":
			return "drug"
		case "underwent", "undergone", "undergoing", "performed":
			return "procedure"
		case "diagnosed", "diagnosis", "diagnoses":
			return "condition"
		case "average", "mean", "median", "measured", "test", "level", "levels", "value", "values":
			return "measurement"
		}
	}
	for k := i + n; k < len(ws) && k < i+n+2; k++ {
		switch ws[k].text {
		case "level", "levels", "value", "values", "result", "results", "measurement", "measurements", "above", "below",
			">", "<", ">=", "<=", "over", "under":
			return "measurement"
		case "prescription", "prescriptions", "exposure", "exposures", "users", "therapy":
			return "drug"
		}
	}
	return ""
}

func isUpper(s string) bool {
	return !strings.ContainsFunc(s, unicode.IsLower)
}
