package vocab

import (
	"regexp"
	"strings"
)

// Product is what the systematic name of an RxNorm drug product says: "24 HR metformin
// hydrochloride 500 MG Extended Release Oral Tablet [Glumetza]".
type Product struct {
	Ingredients []string // as written, salts included; none where the name lists none
	Brand       string
}

var (
	leadingQuantity = regexp.MustCompile(`(?i)^(?:A?NDA\d+ )?(?:[\d.]+ (?:HR|ML|MG|MCG|ACTUAT|DAY|UNT|GM)\.? )?`)
	strengthBegins  = regexp.MustCompile(`(?i)\s[\d][\d.,]*(?:-[\d.,]+)? (?:MG|MCG|UNT|MEQ|ML|MMOL|GM|G|UNITS?|IU|AU|BAU|CELLS|PFU|VECTOR-GENOMES|MCI|PNU|TCID|AMB|HEP|%)(?:/|\s|$|\]|\))`)
	packPart        = regexp.MustCompile(`\d+ \(([^()]*(?:\([^()]*\)[^()]*)*)\)`)
)

// ParseProduct reads a product's name. Parts without a strength are passed over:
// where an ingredient ends and the dose form begins can then not be told.
func ParseProduct(name string) Product {
	var p Product
	if open := strings.LastIndexByte(name, '['); open >= 0 && strings.HasSuffix(name, "]") {
		p.Brand = strings.TrimSpace(packDays.ReplaceAllString(name[open+1:len(name)-1], ""))
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
		for component := range strings.SplitSeq(part, " / ") {
			component = component[len(leadingQuantity.FindString(component)):]
			at := strengthBegins.FindStringIndex(component)
			if at == nil {
				continue
			}
			ingredient := strings.TrimSpace(component[:at[0]])
			key := strings.ToLower(ingredient)
			if ingredient != "" && key != "inert ingredients" && !seen[key] {
				seen[key] = true
				p.Ingredients = append(p.Ingredients, ingredient)
			}
		}
	}
	return p
}

// packDays ends the brand of a pack: "Camila 28 Day".
var packDays = regexp.MustCompile(`(?i) \d+ Day$`)

// BaseIngredient drops the salt from an ingredient: "Verapamil hydrochloride"
// is verapamil, but "Sodium Chloride" and "ferrous sulfate" are themselves.
func BaseIngredient(ingredient string) string {
	words := strings.Fields(bracketRemark.ReplaceAllString(ingredient, ""))
	for len(words) > 1 {
		last := strings.ToLower(strings.Trim(words[len(words)-1], ","))
		before := strings.ToLower(strings.Trim(words[len(words)-2], ","))
		if !isSalt(last) || isElement(before) {
			break
		}
		words = words[:len(words)-1]
	}
	return strings.TrimRight(strings.Join(words, " "), ",")
}

var bracketRemark = regexp.MustCompile(`\([^)]*\)`)

// isSalt reports whether a word names a salt, ester or hydrate, or RxNorm's qualifier of a preparation.
func isSalt(word string) bool {
	switch word {
	case "hydrochloride", "hcl", "dihydrochloride", "sodium", "disodium", "potassium", "dipotassium", "calcium", "magnesium",
		"sulfate", "bisulfate", "maleate", "acetate", "propionate", "dipropionate", "furoate", "bitartrate", "tartrate",
		"hydrobromide", "bromide", "succinate", "mesylate", "dimesylate", "phosphate", "diphosphate", "fumarate", "citrate",
		"besylate", "hyclate", "tosylate", "pamoate", "valerate", "cypionate", "enanthate", "decanoate", "palmitate",
		"gluconate", "lactate", "nitrate", "monohydrate", "dihydrate", "trihydrate", "anhydrous", "hemihydrate",
		"benzathine", "procaine", "axetil", "proxetil", "pivoxil", "medoxomil", "cilexetil", "etexilate", "mofetil",
		"tromethamine", "trometamol", "meglumine", "arginine", "stearate", "ethylsuccinate", "estolate", "xinafoate",
		"aspartate", "saccharate", "hexahydrate", "oxalate", "camsylate", "malate", "iodide", "chloride", "disoproxil",
		"alafenamide", "salicylate", "sesquihydrate", "caproate", "undecanoate", "buciclate", "hydrate",
		"modified", "porcine", "bovine", "human", "macrocrystals", "usp", "liposomal", "recombinant":
		return true
	}
	return false
}

// isElement reports whether a word is the metal or ion of a salt, which is nothing without its partner.
func isElement(word string) bool {
	switch word {
	case "sodium", "potassium", "calcium", "magnesium", "zinc", "iron", "ferrous", "ferric", "aluminum", "ammonium",
		"silver", "barium", "copper", "cupric", "selenium", "manganese", "chromic", "chromium", "strontium", "stannous",
		"hydrogen", "choline", "benzalkonium", "cetylpyridinium", "thallous", "rubidium", "bismuth", "insulin", "interferon":
		return true
	}
	return false
}
