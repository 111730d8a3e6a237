package vocab

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/internal/tsv"
)

// Product is what the systematic name of an RxNorm drug product says: "24 HR metformin
// hydrochloride 500 MG Extended Release Oral Tablet [Glumetza]".
type Product struct {
	Ingredients []string // as written, salts included; none where the name lists none
	Brand       string
}

var (
	leadingQuantity = lazyregexp.New(`(?i)^(?:A?NDA\d+ )?(?:Abuse-Deterrent |Smoking Cessation )?(?:[\d.]+ (?:HR|ML|MG|MCG|ACTUAT|DAY|UNT|GM)\.? )?`)
	strengthBegins  = lazyregexp.New(`(?i)\s[\d][\d.,]*(?:-[\d.,]+)? (?:MG|MCG|UNT|MEQ|ML|MMOL|GM|G|UNITS?|IU|AU|BAU|CELLS|PFU|VECTOR-GENOMES|MCI|PNU|TCID|AMB|HEP|%)(?:/|\s|$|\]|\))`)
	packPart        = lazyregexp.New(`\d+ \(([^()]*(?:\([^()]*\)[^()]*)*)(?:\)|$)`) // CONCEPT cuts long names off
)

// ParseProduct reads a product's name. Ingredients without a strength are read
// where a known dose form follows, as in "Acetaminophen / Codeine Oral Tablet".
func ParseProduct(name string) Product {
	var p Product
	if open := strings.LastIndexByte(name, '['); open >= 0 && strings.HasSuffix(name, "]") {
		p.Brand = strings.TrimSpace(brandStrength.ReplaceAllString(name[open+1:len(name)-1], ""))
		name = strings.TrimSpace(name[:open])
	}
	parts := []string{name}
	if strings.HasPrefix(name, "{") {
		parts = parts[:0]
		for _, m := range packPart.FindAllStringSubmatch(name, -1) {
			parts = append(parts, m[1])
		}
	}
	seen := map[string]bool{}
	for _, part := range parts {
		for _, ingredient := range partIngredients(part) {
			if key := strings.ToLower(ingredient); key != "inert ingredients" && !seen[key] {
				seen[key] = true
				p.Ingredients = append(p.Ingredients, ingredient)
			}
		}
	}
	return p
}

// partIngredients reads one part of a pack, or a product that is not a pack.
func partIngredients(part string) []string {
	components := strings.Split(part, " / ")
	var found []string
	for _, component := range components {
		component = component[len(leadingQuantity.FindString(component)):]
		if at := strengthBegins.FindStringIndex(component); at != nil {
			found = append(found, strings.TrimSpace(component[:at[0]]))
		}
	}
	last := components[len(components)-1]
	if at := doseForm.FindStringIndex(last); len(found) == 0 && at != nil && at[0] > 0 {
		found = append(found, components[:len(components)-1]...)
		found = append(found, strings.TrimSpace(last[:at[0]]))
	}
	return slices.DeleteFunc(found, func(s string) bool { return s == "" })
}

// DoseForm is the dose form in a product's name without strengths, "Oral Tablet" of "Acetaminophen / Codeine Oral
// Tablet"; empty where none is known.
func DoseForm(name string) string { return strings.TrimSpace(doseForm.FindString(name)) }

// doseForm begins where the dose form of a product without strengths does.
var doseForm = lazyregexp.New(`\s(?:\d+ HR |Abuse-Deterrent )?(?:Chewable|Delayed Release|Disintegrating|Extended Release|Oral|Sublingual|Buccal|Vaginal|` +
	`Rectal|Topical|Ophthalmic|Otic|Nasal|Injectable|Injection|Inhalant|Inhalation|Transdermal|Metered Dose|Dry Powder|Prefilled|` +
	`Mucosal|Urethral|Intrauterine|Drug Implant|Cartridge|Pen Injector|Auto-Injector|Irrigation)\b.*$`)

// brandStrength ends the brand of a pack or a strength: "Camila 28 Day", "Tribenzor 40/5/12.5".
var brandStrength = lazyregexp.New(`(?i)(?: \d\S*)+(?: Day)?$`)

// BaseIngredient drops the salt from an ingredient: "Verapamil hydrochloride"
// is verapamil, but "Sodium Chloride" and "ferrous sulfate" are themselves.
func BaseIngredient(ingredient string) string {
	words := strings.Fields(bracketRemark.ReplaceAllString(ingredient, ""))
	for len(words) > 1 && isSalt(bare(words[len(words)-1])) && !onlyElements(words[:len(words)-1]) {
		words = words[:len(words)-1]
	}
	return strings.TrimRight(strings.Join(words, " "), ",")
}

// bare is a word of a name in lower case without a comma.
func bare(word string) string { return strings.ToLower(strings.Trim(word, ",")) }

// onlyElements reports whether nothing but elements would be left of a salt.
func onlyElements(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !isElement(bare(w)) })
}

var bracketRemark = lazyregexp.New(`\([^)]*\)`)

//go:embed salts.tsv
var saltsTSV string

// saltWords are the words of salts.tsv by their kind.
var saltWords = sync.OnceValue(func() map[string]map[string]bool {
	kinds := map[string]map[string]bool{}
	for _, fields := range tsv.Rows(saltsTSV) {
		kinds[fields[0]] = map[string]bool{}
		for word := range strings.SplitSeq(fields[1], ";") {
			kinds[fields[0]][word] = true
		}
	}
	return kinds
})

// isSalt reports whether a word names a salt, ester or hydrate, or RxNorm's qualifier of a preparation.
func isSalt(word string) bool { return saltWords()["salt"][word] }

// isElement reports whether a word is the metal or ion of a salt, which is nothing without its partner.
func isElement(word string) bool { return saltWords()["element"][word] }
