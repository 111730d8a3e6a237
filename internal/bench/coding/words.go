package main

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// lexicon makes names that are like a vocabulary's in what a search feels: few words that very
// many names hold ("of", "oral tablet", "MG"), very many that few hold, and numbers.
type lexicon struct {
	rng         *rand.Rand
	diseases    []string
	sites       []string
	ingredients []string
	brands      []string
	analytes    []string
	zipf        map[int]*rand.Zipf // by length of the list drawn from
}

var (
	modifiers = strings.Fields("acute chronic recurrent primary secondary malignant benign congenital acquired severe mild idiopathic traumatic open closed bilateral left right")
	joints    = []string{"due to", "with", "following", "associated with", "caused by"}
	methods   = []string{"by Automated count", "by Immunoassay", "by Confirmatory method", "by Manual count",
		"by Molecular genetics method", "by Test strip"}
	systems = []string{"Serum or Plasma", "Blood", "Urine", "Cerebral spinal fluid", "Body fluid", "Tissue", "Stool"}
	forms   = []string{"Oral Tablet", "Oral Capsule", "Injectable Solution", "Topical Cream",
		"Extended Release Oral Tablet", "Oral Solution", "Ophthalmic Solution", "Inhalant Powder"}
	acts = []string{"Excision", "Repair", "Biopsy", "Incision", "Fixation", "Endoscopy", "Replacement", "Removal",
		"Imaging", "Injection"}
)

// newLexicon draws the words; the same seed draws the same.
func newLexicon(seed uint64, size int) *lexicon {
	l := &lexicon{rng: rand.New(rand.NewPCG(seed, 1)), zipf: map[int]*rand.Zipf{}}
	l.diseases = l.coin(size, "itis", "osis", "oma", "opathy", "emia", "algia", "plegia", "ectasia", " syndrome",
		" disease")
	l.sites = l.coin(max(size/20, 50), "us", "um", "a", " bone", " joint", " artery", " lobe", " nerve")
	l.ingredients = l.coin(size/2, "ine", "ol", "mab", "tinib", "azole", "cillin", "pril", "statin", "amide", " acid")
	l.brands = l.coin(size/4, "ex", "or", "ia", "ade", "is")
	l.analytes = l.coin(size/4, "ase", "ogen", "in", "ate", " antibody", " antigen", " DNA")
	return l
}

// coin makes n different words with one of the endings.
func (l *lexicon) coin(n int, endings ...string) []string {
	const onset, vowel = "b c ch d f g h k l m n p ph r s st t th tr v x z br cl gl", "a e i o u y io eu"
	onsets, vowels := strings.Fields(onset), strings.Fields(vowel)
	seen, words := make(map[string]bool, n), make([]string, 0, n)
	for len(words) < n {
		var b strings.Builder
		for range 2 + l.rng.IntN(3) {
			b.WriteString(onsets[l.rng.IntN(len(onsets))] + vowels[l.rng.IntN(len(vowels))])
		}
		b.WriteString(onsets[l.rng.IntN(len(onsets))] + endings[l.rng.IntN(len(endings))])
		if w := b.String(); !seen[w] {
			seen[w] = true
			words = append(words, w)
		}
	}
	return words
}

// draw takes a word of a list, the first ones far more often than the last.
func (l *lexicon) draw(words []string) string {
	z := l.zipf[len(words)]
	if z == nil {
		z = rand.NewZipf(l.rng, 1.05, 3, uint64(len(words)-1))
		l.zipf[len(words)] = z
	}
	return words[z.Uint64()]
}

func (l *lexicon) any(words []string) string { return words[l.rng.IntN(len(words))] }

// name makes a name as concepts of the domain have it.
func (l *lexicon) name(domain string) string {
	var b strings.Builder
	switch domain {
	case "Drug":
		b.WriteString(l.draw(l.ingredients))
		for l.rng.IntN(4) == 0 {
			b.WriteString(" " + strconv.Itoa(5*(1+l.rng.IntN(200))) + " MG / " + l.draw(l.ingredients))
		}
		b.WriteString(" " + strconv.Itoa(5*(1+l.rng.IntN(200))) + " MG " + l.any(forms))
		if l.rng.IntN(2) == 0 {
			b.WriteString(" [" + capital(l.draw(l.brands)) + "]")
		}
		return b.String()
	case "Measurement":
		b.WriteString(capital(l.draw(l.analytes)) + " " + l.draw(l.analytes) + " [Mass/volume] in " + l.any(systems) +
			" " + l.any(methods))
		return b.String()
	case "Procedure":
		b.WriteString(l.any(acts) + " of " + l.any(modifiers) + " " + l.draw(l.sites))
		if l.rng.IntN(2) == 0 {
			b.WriteString(" using " + l.draw(l.analytes))
		}
		return b.String()
	}
	if l.rng.IntN(2) == 0 {
		b.WriteString(l.any(modifiers) + " ")
	}
	b.WriteString(l.draw(l.diseases))
	if l.rng.IntN(3) > 0 {
		b.WriteString(" of " + l.draw(l.sites))
	}
	if l.rng.IntN(3) == 0 {
		b.WriteString(" " + l.any(joints) + " " + l.draw(l.diseases))
	}
	return capital(b.String())
}

// variant says a name another way, as synonyms and source concepts do.
func (l *lexicon) variant(name string) string {
	words := strings.Fields(name)
	switch l.rng.IntN(4) {
	case 0:
		return strings.Join(words, " ") + ", unspecified"
	case 1:
		i := l.rng.IntN(len(words))
		return strings.Join(append(append([]string{}, words[i:]...), words[:i]...), " ")
	case 2:
		return l.any(modifiers) + " " + strings.ToLower(name)
	}
	words[l.rng.IntN(len(words))] = l.draw(l.diseases)
	return strings.Join(words, " ")
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
