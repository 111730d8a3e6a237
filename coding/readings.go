package coding

import (
	"cmp"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/vocab"
)

// reading is what a mention may say in full words.
type reading struct {
	text   string   // normalised
	cost   float64  // how far it is from what is written; 0 for as written
	kinds  []string // of the rewritings in it
	guess  int      // words that were completed or corrected by the vocabulary
	wider  []string // words taken away that narrow what is meant
	refuse string   // why it must not be coded without a person's word: it tells of the past, or of something uncertain
}

// Bounds of the work on one mention.
const (
	beamWidth   = 48 // readings kept while words are read
	maxReadings = 40 // readings of one mention
)

// readings returns what the mention may say, nearest to what is written first;
// the first is the mention as it is written.
func (s *session) readings() []reading {
	if s.read != nil {
		return s.read
	}
	var all []reading
	seen := map[string]bool{}
	for i, w := range s.writings() {
		for _, r := range s.readWords(strings.Fields(vocab.Normalize(w.text))) {
			r.cost += float64(i) * costSame
			if w.kind == alone && (r.guess > 0 || slices.Contains(r.kinds, "short")) {
				continue // an abbreviation of what stands before it, whatever else it may be
			}
			if w.kind != "" && w.kind != alone && w.kind != unbracketed {
				r.kinds = append(r.kinds, w.kind)
			}
			if w.kind == "other" {
				r.wider = append(r.wider, "other")
			}
			if r.text != "" && !seen[r.text] {
				seen[r.text] = true
				all = append(all, r)
			}
		}
	}
	for _, r := range s.sourceNames() {
		if !seen[r.text] {
			seen[r.text] = true
			all = append(all, r)
		}
	}
	if r, ok := s.combinedReading(); ok && !seen[r.text] {
		seen[r.text] = true
		all = append(all, r)
	}
	if v := variantReading(s.entity.Text); v != "" && s.domain == "Measurement" && !seen[v] {
		all = append(all, reading{text: v, cost: costSame, kinds: []string{"short"}})
	}
	for _, r := range slices.Clone(all) {
		for _, end := range endings(s.domain) {
			r := r
			r.text, r.cost, r.kinds = r.text+" "+end, r.cost+costEnding, append(slices.Clone(r.kinds), "ending")
			if !seen[r.text] && s.vocabulary.HasWord(end) && len(s.vocabulary.Lookup(r.text)) > 0 {
				seen[r.text] = true
				all = append(all, r)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b reading) int { return cmp.Compare(a.cost, b.cost) })
	s.read = all[:min(maxReadings, len(all))]
	return s.read
}

var (
	inBrackets = lazyregexp.New(`^([^()\[\]]+)\(([^()\[\]\s]+)\)([^()\[\]]*)$`)
	brandAfter = lazyregexp.New(`^([^\[\]]+?)\s*\[[^\[\]]+\]$`)
	times      = lazyregexp.New(`(?i)\bx\s?(\d)\b`)
	plus       = lazyregexp.New(`([A-Za-z])\+(?:$|[\s,;)])`)
	counted    = lazyregexp.New(`(?i)\b\d+\s?days?\b|\s\d+(?:/\d+)?$`) // that are not amounts of a drug
	asNeeded   = lazyregexp.New(`(?i)\b(?:q\s?\d+\s?(?:h|hr|hrs|hours|d|days|w|wk|wks|weeks|mo|months)|x\s?\d+\s?(?:doses?|days?|d|wks?|weeks?)|pre-?op|post-?op|` +
		`with food|w/? ?food|with meals|per day|a day|once daily|twice daily|as needed|as directed)\b`)
	indicated = lazyregexp.New(`(?i)\s(?:for|prn)\s+([a-z]+)\b.*$`)
)

// writing is a part of what is written, and what taking it alone does.
type writing struct{ text, kind string }

// alone is the kind of a writing of nothing but what stands in brackets, and unbracketed of one without that.
const (
	alone       = "alone"
	unbracketed = "unbracketed"
)

// writings are the ways to write the mention. What stands in brackets is left out, or taken alone, only where it means
// the same as the rest: "oxygen saturation (SpO2)". Otherwise it narrows what is meant, "hypohidrosis (congenital)",
// and is read with it.
func (s *session) writings() []writing {
	all := writings(s.entity.Text, s.domain)
	if i := slices.IndexFunc(all, func(w writing) bool { return w.kind == unbracketed }); i >= 0 &&
		!s.sameConcept(all[i].text, all[i+1].text) {
		return slices.Delete(all, i, i+2)
	}
	return all
}

// sourceCode is the form of a code of ICD or of ICD-O's morphology, which notes write behind what it stands for.
var sourceCode = lazyregexp.New(`^(?:[A-Z]\d[\dA-Z](?:\.?\w{1,4})?|\d{3}(?:\.\d{1,2})?|\d{4}/\d)$`)

// sameConcept reports whether two texts name the same concept, or one only says that something is a test or a product.
func (s *session) sameConcept(a, b string) bool {
	if s.domain == "Drug" {
		return true // brackets hold brands and strengths, which are read apart
	}
	named := s.conceptsNamed(a)
	for id := range s.conceptsNamed(b) {
		if named[id] {
			return true
		}
	}
	return hasKind(rewritingsOf(vocab.Normalize(b), s.domain), "drop") || sourceCode.MatchString(strings.TrimSpace(b))
}

// conceptsNamed are the concepts that a text is a name of, and the tests that it asks for.
func (s *session) conceptsNamed(text string) map[int64]bool {
	text = vocab.Normalize(text)
	named := map[int64]bool{}
	for _, h := range s.vocabulary.Lookup(text) {
		named[h.Concept.ID] = true
	}
	tests, _ := s.labTests(text)
	for _, t := range tests {
		named[t.concept.ID] = true
	}
	return named
}

// writings are the mention as written; without a word that stands in brackets, and
// that word alone; and of a drug without its brand or strength.
func writings(text, domain string) []writing {
	text = explained(text)
	text = plus.ReplaceAllString(times.ReplaceAllString(text, "x $1"), "$1 ")
	if domain == "Measurement" {
		text = spelled(text)
	}
	out := []writing{{text: text}}
	if clean, other := cleaned(text); clean != text && other {
		out = append(out, writing{clean, "other"})
	} else if clean != text {
		out = append(out, writing{clean, ""})
	}
	if m := inBrackets.FindStringSubmatch(text); m != nil {
		out = append(out, writing{m[1] + " " + m[3], unbracketed}, writing{m[2], alone})
	}
	if domain == "Measurement" {
		return append(out, testWritings(text)...)
	}
	if domain != "Drug" {
		return out
	}
	if m := brandAfter.FindStringSubmatch(text); m != nil {
		out = append(out, writing{m[1], "dose"})
	}
	for _, w := range slices.Clone(out) {
		if w.kind == alone {
			continue
		}
		if bare := withoutDose(w.text); strings.TrimSpace(bare) != "" && bare != w.text {
			out = append(out, writing{bare, "dose"})
		}
	}
	return out
}

// withoutDose takes away what is written of strength, frequency and reason of a drug.
func withoutDose(text string) string {
	if m := indicated.FindStringSubmatchIndex(text); m != nil &&
		!listed().noReasons.has(strings.ToLower(text[m[2]:m[3]])) {
		text = text[:m[0]]
	}
	text = asNeeded.ReplaceAllString(text, " ")
	for _, span := range slices.Backward(readDosage(text).spans) {
		text = text[:span[0]] + " " + text[span[1]:]
	}
	return counted.ReplaceAllString(text, " ")
}

// combinedReading reads ingredients that are joined, with the strength and form of their product: "triamterene-HCTZ
// 37.5-25 mg cap".
func (s *session) combinedReading() (reading, bool) {
	if s.domain != "Drug" {
		return reading{}, false
	}
	parts := joined.Split(strings.TrimSpace(withoutDose(s.entity.Text)), -1)
	for i, part := range parts {
		words := slices.DeleteFunc(strings.Fields(vocab.Normalize(part)), func(w string) bool {
			return hasKind(rewritingsOf(w, s.domain), "dose") && !namesSalt(w)
		})
		if parts[i] = strings.Join(words, " "); parts[i] == "" {
			return reading{}, false
		}
	}
	return reading{text: strings.Join(parts, " / "), cost: costDose, kinds: []string{"dose"}}, len(parts) > 1
}

// readWords reads the words from left to right, and keeps the cheapest readings on the way.
func (s *session) readWords(words []string) []reading {
	if len(words) == 0 || len(words) > 2*longestPhrase+8 {
		return nil
	}
	at := make([][]reading, len(words)+1)
	at[0] = []reading{{}}
	for i := range words {
		slices.SortStableFunc(at[i], func(a, b reading) int { return cmp.Compare(a.cost, b.cost) })
		var next [longestPhrase + 1][]rewriting // by the number of words
		for n := 1; n <= min(longestPhrase, len(words)-i); n++ {
			next[n] = s.rewritings(words, i, n)
		}
		for _, r := range at[i][:min(beamWidth, len(at[i]))] {
			for n, rewritings := range next {
				for _, o := range rewritings {
					if o.kind == "near" {
						continue // it makes candidates, but says another thing
					}
					at[i+n] = append(at[i+n], r.with(o, words[i:i+n]))
				}
			}
		}
	}
	return at[len(words)]
}

// widens reports whether words were taken away that narrow what is meant.
func (r reading) widens() bool { return len(r.wider) > 0 || slices.Contains(r.kinds, "dose") }

// narrows reports whether a reading of a drug leaves something to be told by the strength and form that are written.
func (s *session) narrows(r reading) bool {
	return !slices.Contains(r.kinds, "cut") && len(r.wider) == 0 && (slices.Contains(r.kinds, "dose") || len(s.writtenOnce().amounts) > 0)
}

// with appends a rewriting of some words.
func (r reading) with(o rewriting, words []string) reading {
	r.kinds = append(slices.Clone(r.kinds), o.kind)
	r.cost += o.cost
	if o.to != "" {
		r.text = strings.TrimSpace(r.text + " " + o.to)
	}
	switch o.kind {
	case "misspelt", "cut":
		r.guess++
	case "wider":
		r.wider = append(slices.Clone(r.wider), strings.Join(words, " "))
	case "past":
		r.refuse = "it tells of the past"
	case "doubt":
		r.refuse = notCertain
	}
	return r
}

const notCertain = "it tells of something that is not certain"

// questioned finds a question mark before a word: "?TB" asks whether it is.
var questioned = lazyregexp.New(`(?:^|[\s(,;])\?+\s?\pL`)

// sourceNames are the names of source concepts that the text is a wording of and that map to
// nothing here: ICD-9's "Parox ventric tachycard" is "Paroxysmal ventricular tachycardia".
func (s *session) sourceNames() []reading {
	var out []reading
	text := vocab.Normalize(s.entity.Text)
	for _, h := range s.vocabulary.Lookup(text) {
		if h.Concept.Standard != "" || h.Concept.Domain != s.domain || s.domain == "Drug" || len(s.vocabulary.MapsTo(h.Concept.ID)) > 0 {
			continue
		}
		for _, r := range s.readWords(strings.Fields(vocab.Normalize(h.Concept.Name))) {
			asMany := strings.Count(r.text, " ") == strings.Count(text, " ") // a longer name says more than the text
			if asMany && r.guess == 0 && r.refuse == "" && r.cost < costShort {
				r.cost += costSame
				out = append(out, r)
			}
		}
	}
	return out
}

// endings are words that names of a domain end in and mentions leave out: "renal failure" for "renal failure syndrome".
func endings(domain string) []string { return listed().nameEndings[domain] }
