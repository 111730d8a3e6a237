package vocab

import "strings"

// longForm is the long form of an abbreviation of terms.tsv, in normalised words.
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
