package coding

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/vocab"
)

// asWritten narrows an ingredient to the product whose strength and dose form the mention writes: "nifedipine 20mg caps" is
// Nifedipine 20 MG Oral Capsule. With no form written it is the drug component, "clavulanic acid 125mg". ok is false where
// strength or form can't be read for sure, no product or several have them, or another salt may be meant.
func (s *session) asWritten(ingredient vocab.Concept) (product vocab.Concept, ok bool) {
	written, ok := writtenAmount(s.entity.Text)
	if !ok || ingredient.Class != "Ingredient" {
		return vocab.Concept{}, false
	}
	form, ok := s.writtenForm()
	if !ok {
		return vocab.Concept{}, false
	}
	class := "Clinical Drug"
	if len(form) == 0 {
		class = "Clinical Drug Comp"
	}
	salts := map[string]bool{}
	for _, h := range s.vocabulary.Products(vocab.Normalize(ingredient.Name)) {
		c := h.Concept
		if of := vocab.ParseProduct(c.Name).Ingredients; len(of) == 1 {
			salts[strings.ToLower(of[0])] = true
		}
		if c.ID == product.ID || c.Class != class || !c.IsStandard() || !has(c.Name, written, form) {
			continue
		}
		if product.ID != 0 {
			return vocab.Concept{}, false
		}
		product = c
	}
	if product.ID == 0 {
		return vocab.Concept{}, false
	}
	delete(salts, strings.ToLower(ingredient.Name))
	ok = len(salts) < 2 && !namesSalt(s.entity.Text) || s.saysAll(vocab.ParseProduct(product.Name).Ingredients[0])
	return product, ok
}

// saysAll reports whether the mention has every word of an ingredient: metoprolol may be succinate or tartrate, of which only
// one is released slowly.
func (s *session) saysAll(ingredient string) bool {
	said := strings.Fields(vocab.Normalize(s.entity.Text))
	return !slices.ContainsFunc(strings.Fields(vocab.Normalize(ingredient)), func(w string) bool { return !slices.Contains(said, w) })
}

// narrowed replaces an ingredient by its product of the strength and form that are written.
func (s *session) narrowed(set ConceptSet) (choice, bool) {
	if len(set.Chosen) != 1 {
		return choice{}, false
	}
	of := set.Chosen[0]
	known := s.vocabulary.Concepts([]int64{of.ID})
	if len(known) != 1 {
		return choice{}, false
	}
	product, ok := s.asWritten(known[0])
	return choice{product, fmt.Sprintf("product of %s with the strength that is written", of.Name), of.Score, rankLay}, ok
}

// has reports whether a product has one ingredient, the amount and all of the form, and of what releases it or where it
// is given nothing more.
func has(name string, written amount, form []string) bool {
	if len(vocab.ParseProduct(name).Ingredients) != 1 {
		return false
	}
	parts := productAmount.FindStringSubmatchIndex(name)
	if parts == nil || productAmount.MatchString(name[parts[1]:]) {
		return false
	}
	is, ok := newAmount(productAmount.FindStringSubmatch(name)[1:])
	if !ok || !is.equals(written) {
		return false
	}
	words := strings.Fields(vocab.Normalize(name[parts[1]:]))
	return !slices.ContainsFunc(form, func(w string) bool { return !slices.Contains(words, w) }) &&
		!slices.ContainsFunc(words, func(w string) bool { return particular(w) && !slices.Contains(form, w) })
}

// particular reports whether a word of a dose form says what a mention would not leave out.
func particular(word string) bool {
	switch word {
	case "extended", "delayed", "release", "disintegrating", "chewable", "effervescent", "sublingual", "buccal", "vaginal", "rectal",
		"ophthalmic", "otic", "nasal", "inhalation", "inhalant", "transdermal", "dispersible", "intrauterine", "implant":
		return true
	}
	return false
}

// amount is a strength in RxNorm's units, MG, MEQ or UNT, and what it is in: nothing, or ML.
type amount struct {
	value    float64
	unit, in string
}

func (a amount) equals(b amount) bool {
	return a.unit == b.unit && a.in == b.in && math.Abs(a.value-b.value) <= 1e-9*math.Max(a.value, b.value)
}

var (
	productAmount = lazyregexp.New(`(?i) (\d+(?:\.\d+)?) (MG|MEQ|UNT)(?:(/)()(ML))?(?: |$)`)
	mentionAmount = lazyregexp.New(`(?i)(?:^|[\s(])(\d+(?:[.,]\d+)*)\s?(mg|mcg|µg|μg|ug|gm?|meq|units?|iu|unt)(?:\s?(/)\s?(\d+(?:\.\d+)?)?\s?(\w+))?(?:[^\w/%]|$)`)
	anyAmount     = lazyregexp.New(`(?i)\d\s?(?:mg|mcg|µg|μg|ug|gm?|meq|units?|iu|unt|mmol|%)`)
)

// writtenAmount is the strength in a mention; not ok where none or several are written, or one of another kind.
func writtenAmount(text string) (amount, bool) {
	if len(anyAmount.FindAllString(text, -1)) != 1 {
		return amount{}, false
	}
	m := mentionAmount.FindStringSubmatch(text)
	if m == nil || strings.Contains(m[1], ",") { // 1,5 is one and a half to some and a slip to others
		return amount{}, false
	}
	return newAmount(m[1:])
}

// newAmount reads value, unit, slash, how many and of what; not ok for units that RxNorm writes in another way.
func newAmount(parts []string) (amount, bool) {
	value, err := strconv.ParseFloat(parts[0], 64)
	if err != nil || value <= 0 {
		return amount{}, false
	}
	a := amount{value: value}
	switch strings.ToLower(parts[1]) {
	case "mg":
		a.unit = "MG"
	case "mcg", "µg", "μg", "ug":
		a.unit, a.value = "MG", value/1000
	case "g", "gm":
		a.unit, a.value = "MG", value*1000
	case "meq":
		a.unit = "MEQ"
	default:
		a.unit = "UNT"
	}
	if parts[2] == "" {
		return a, true
	}
	if a.in = strings.ToUpper(parts[4]); a.in != "ML" {
		return amount{}, false // a dose by weight or time is no product's
	}
	if parts[3] != "" {
		of, err := strconv.ParseFloat(parts[3], 64)
		if err != nil || of <= 0 {
			return amount{}, false
		}
		a.value /= of
	}
	return a, true
}

// writtenForm is the dose form in a mention, in the words of RxNorm's forms; not ok where a word says of form or route what none
// of them does.
func (s *session) writtenForm() (form []string, ok bool) {
	for word := range strings.FieldsSeq(vocab.Normalize(s.entity.Text)) {
		words := formWords(word)
		if words == "" && hasKind(rewritingsOf(word, s.domain), "dose") && !schedules(word) && !namesSalt(word) {
			return nil, false
		}
		for w := range strings.FieldsSeq(words) {
			if !slices.Contains(form, w) {
				form = append(form, w)
			}
		}
	}
	return form, true
}

// schedules reports whether a word says how often or when a drug is taken, or how much is handed out, which is no product's.
func schedules(word string) bool {
	switch word {
	case "daily", "bid", "tid", "qid", "qd", "qhs", "qod", "od", "weekly", "bd", "tds", "qds", "om", "on", "q12h", "q8h", "q6h", "q4h", "q24h",
		"qam", "qpm", "hs", "ac", "pc", "nocte", "mane", "stat", "strength", "each", "dispense", "disp":
		return true
	}
	return false
}

// formWords are the words of RxNorm's dose forms that a normalised word of a mention stands for.
func formWords(word string) string {
	switch word {
	case "tab", "tabs", "tablet", "tablets", "caplet", "caplets":
		return "tablet"
	case "cap", "caps", "capsule", "capsules":
		return "capsule"
	case "soln", "sol", "solution":
		return "solution"
	case "susp", "suspension":
		return "suspension"
	case "inj", "injection", "injectable":
		return "injectable"
	case "crm", "cream":
		return "cream"
	case "oint", "ung", "ointment":
		return "ointment"
	case "gel":
		return "gel"
	case "supp", "suppository":
		return "suppository"
	case "er", "xr", "sr", "xl", "extended":
		return "extended release"
	case "dr", "ec", "delayed":
		return "delayed release"
	case "odt", "disintegrating":
		return "disintegrating tablet"
	case "chew", "chewable":
		return "chewable"
	case "sublingual", "buccal", "effervescent", "nasal", "vaginal", "rectal", "ophthalmic", "otic", "transdermal", "topical":
		return word
	case "patch":
		return "patch transdermal"
	case "po", "oral", "orally":
		return "oral"
	case "spray", "syrup", "elixir", "lotion", "foam", "powder", "implant", "film", "lozenge", "shampoo", "granules":
		return word
	}
	return ""
}
