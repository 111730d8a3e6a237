package vocab

import "strings"

// longForm is what an abbreviation of terms.tsv stands for, in normalised words.
type longForm struct {
	words string
	short string
}

// longForms are the long forms of the abbreviations, by their first words.
func longForms(rows []curatedTerm) map[string][]longForm {
	forms := map[string][]longForm{}
	for _, row := range rows {
		if row.kind != KindAbbreviation || row.ambiguous {
			continue
		}
		short := Normalize(row.wordings[0])
		if strings.Contains(short, " ") {
			continue
		}
		for _, target := range row.targets {
			words := Normalize(target)
			first, _, _ := strings.Cut(words, " ")
			forms[first] = append(forms[first], longForm{words, short})
		}
	}
	return forms
}

// addAbbreviated adds "CKD stage 3" for "Chronic kidney disease stage 3": names
// and synonyms that hold an abbreviation's long form and more, with the abbreviation in its place.
func (b *builder) addAbbreviated(rows []curatedTerm) {
	forms := longForms(rows)
	for _, t := range b.terms[:len(b.terms):len(b.terms)] {
		if t.kind > KindSynonym {
			continue
		}
		for i := 0; i < len(t.text); {
			word, _, _ := strings.Cut(t.text[i:], " ")
			for _, form := range forms[word] {
				rest, ok := strings.CutPrefix(t.text[i:], form.words)
				if ok && len(form.words) < len(t.text) && (rest == "" || rest[0] == ' ') {
					text := t.text[:i] + form.short + rest
					b.terms = append(b.terms, builtTerm{text: text, display: t.display, concept: t.concept, kind: KindAbbreviation})
				}
			}
			i += len(word) + 1
		}
	}
}
