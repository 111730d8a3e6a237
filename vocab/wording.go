package vocab

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

var (
	abbreviationOf = lazyregexp.New(`^([A-Za-z][A-Za-z0-9/&]{1,9}) ?- ?([A-Za-z].{3,})$`)
	bracketedShort = lazyregexp.New(`^(.*\S)\s*\(([A-Z][A-Z0-9]{1,5})\)(.*)$`)
)

// splitAbbreviation splits "CVA - Cerebrovascular accident" as SNOMED writes
// abbreviations. "X-ray" and "Post-traumatic" are not of that form: the left side has capitals
// beyond the first, and blanks stand around the dash or on one side of it.
func splitAbbreviation(wording string) (short, long string, ok bool) {
	if dash := strings.IndexByte(wording, '-'); dash < 0 || dash > 11 { // without trying the expression: most have none
		return "", "", false
	}
	m := abbreviationOf.FindStringSubmatch(wording)
	if m == nil || !strings.ContainsAny(wording[len(m[1]):len(m[1])+2], " ") || capitals(m[1]) < 2 {
		return "", "", false
	}
	return m[1], m[2], true
}

// splitBracketed reads "Red blood cell (RBC) count" as "Red blood cell count" and "RBC count".
func splitBracketed(wording string) (long, short string, ok bool) {
	if strings.IndexByte(wording, '(') < 0 {
		return "", "", false
	}
	m := bracketedShort.FindStringSubmatch(wording)
	if m == nil {
		return "", "", false
	}
	words := strings.Fields(m[1])
	if n := len(m[2]); n > len(words) || !abbreviates(m[2], strings.Join(words[len(words)-n:], " ")) {
		return "", "", false
	} else {
		words = append(words[:len(words)-n:len(words)-n], m[2])
	}
	return m[1] + m[3], strings.Join(words, " ") + m[3], true
}

// rearranged says "closed fracture of hip" the other ways round: "hip closed
// fracture" and "closed hip fracture"; and "allergy to peanut" as "peanut allergy". Texts with more than
// one such joint, or with words that give their neighbours different parts, have one order only.
func rearranged(normalised string) []string {
	head, place, ok := strings.Cut(normalised, " of ")
	if !ok {
		if place, ok = strings.CutPrefix(normalised, "allergy to "); !ok {
			return nil
		}
		head = "allergy"
	}
	place = strings.TrimPrefix(place, "the ")
	for word := range strings.FieldsSeq(head + " " + place) {
		switch word {
		case "of", "to", "with", "without", "and", "or", "due", "by", "from", "for", "in", "on", "at", "not", "no",
			"after", "following", "during", "using":
			return nil
		}
	}
	others := []string{place + " " + head}
	if last := strings.LastIndexByte(head, ' '); last > 0 {
		others = append(others, head[:last]+" "+place+head[last:])
	}
	return others
}

// systemic says "antibacterials for systemic use" as people do: "systemic antibacterials".
func systemic(normalised string) []string {
	if of, ok := strings.CutSuffix(normalised, " for systemic use"); ok {
		return []string{"systemic " + of}
	}
	return nil
}

// abbreviates reports whether the letters of the short form run through the
// long one and open each of its words: GIB abbreviates "gastrointestinal bleed",
// but "GI - Gastrointestinal bleed" only names the organ.
func abbreviates(short, long string) bool {
	letters := strings.Map(func(c rune) rune {
		if c == '&' || c == '/' {
			return -1
		}
		return c
	}, strings.ToLower(short))
	return covers(letters, longWords(long))
}

// covers reports whether letters can be dealt out to the words, in order, each
// word getting its first letter and any later ones.
func covers(letters string, words []string) bool {
	if len(words) == 0 {
		return letters == ""
	}
	for k := 1; k <= len(letters) && opens(letters[:k], words[0]); k++ {
		if covers(letters[k:], words[1:]) {
			return true
		}
	}
	return false
}

// opens reports whether the letters are the first letter of the word and some later ones, in order.
func opens(letters, word string) bool {
	if letters[0] != word[0] {
		return false
	}
	for j := 0; j < len(word) && letters != ""; j++ {
		if word[j] == letters[0] {
			letters = letters[1:]
		}
	}
	return letters == ""
}

// longWords are the words of a long form that an abbreviation has to touch.
func longWords(long string) []string {
	words := strings.FieldsFunc(strings.ToLower(long), func(c rune) bool { return !isWordByte(byte(min(c, 0x80))) })
	kept := words[:0]
	for _, w := range words {
		switch w {
		case "of", "the", "and", "with", "due", "to", "in", "by", "for", "a", "an", "s", "or", "on":
		default:
			kept = append(kept, w)
		}
	}
	return kept
}

// isAbbreviation reports whether a synonym is one: capitals and digits, at most six.
func isAbbreviation(wording string) bool {
	wording = strings.TrimRight(strings.TrimSuffix(wording, "NOS"), ", ") // "AML, NOS" is not a name
	return len(wording) >= 2 && len(wording) <= 6 && wording == strings.ToUpper(wording) &&
		!strings.ContainsAny(wording, " -") && capitals(wording) >= 2
}

func capitals(s string) int {
	n := 0
	for _, c := range s {
		if c >= 'A' && c <= 'Z' {
			n++
		}
	}
	return n
}
