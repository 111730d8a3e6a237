package coding

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/vocab"
)

// asWritten returns the products of the pools whose strength and dose form the mention writes: "nifedipine 20mg
// caps" is Nifedipine 20 MG Oral Capsule. With no form written it is the drug component, "clavulanic acid 125mg". A
// brand's own products come before others of its ingredients. There are none where strength or form can't be read for
// sure, or another salt may be meant; distinguished tells whether products of other strengths or forms are there to
// choose from.
func (s *session) asWritten(pools [][]labelled, combined bool) (products []labelled, distinguished bool) {
	w := s.writtenOnce()
	if len(w.amounts) == 0 && !w.tellsRoute(combined) {
		return nil, false
	}
	for _, pool := range pools {
		distinguished = distinguished || len(pool) > 0
		if w.doubt {
			continue
		}
		if products = s.choose(pool, w); len(products) > 0 {
			return products, true
		}
	}
	return nil, distinguished
}

// sure reports whether the products are certain to be those that are written, and not only likely. With no form written
// they are where they are all of one strength: all that DRUG_STRENGTH has, the component, all that a brand has, or all
// that hold several ingredients, for which there are no components.
func (w *dosage) sure(products []labelled) bool {
	return len(products) > 0 && !w.weak &&
		(len(w.form) > 0 || products[0].byTable || w.limited() || len(w.amounts) > 1 || strings.HasSuffix(products[0].Class, "Comp") || strings.Contains(products[0].Class, "Branded"))
}

// demands reports whether a product must be as written, or none is meant: not where an amount may be a dose, or a
// number without a unit a count, and a form without an amount only among products of several ingredients, combined.
func (w *dosage) demands(combined bool) bool {
	switch {
	case w.ordered:
		return false
	case len(w.amounts) == 0:
		return combined && w.tellsRoute(true)
	}
	return len(w.amounts) > 1 || w.amounts[0].unit != ""
}

// isOfOthers reports whether a number without a unit is the strength of products, of which the set that is coded
// without it has none: "Zocor 20" is not Zocor 40 MG, the one that a vocabulary may have.
func (s *session) isOfOthers(products []labelled, set ConceptSet) bool {
	w := s.writtenOnce()
	if len(w.amounts) != 1 || w.amounts[0].unit != "" {
		return false
	}
	if len(products) > 0 {
		in := setOf(&set)
		return !slices.ContainsFunc(products, func(p labelled) bool { return in[p.ID] })
	}
	for _, c := range s.vocabulary.Concepts(set.IDs()) {
		p, ok := readLabel(c)
		same := func(a amount) bool { return a.value == w.amounts[0].value }
		if !ok || len(p.amounts) == 0 || slices.ContainsFunc(p.amounts, same) {
			return false
		}
	}
	return w.amounts[0].value >= leastStrength
}

// leastStrength is from which a number without a unit is not a count of tablets.
const leastStrength = 5

func (s *session) writtenOnce() *dosage {
	if s.dosage == nil {
		w := readDosage(s.entity.Text)
		s.dosage = &w
	}
	return s.dosage
}

// tellsRoute reports whether a form is written that is given in another way than other products of the ingredient may
// be. An injection of a single ingredient is left to its ingredient, as hospitals do.
func (w *dosage) tellsRoute(combined bool) bool {
	return slices.ContainsFunc(w.form, func(f []string) bool {
		return f[0] == "injectable" && combined || listed().routeForms.has(f[0])
	})
}

// labelled is a product with what its name in RxNorm says.
type labelled struct {
	vocab.Concept
	vocab.Product
	amounts []amount
	packed  amount
	form    []string // normalised words
	box     int      // how many a box holds, where DRUG_STRENGTH tells
	byTable bool     // strength is DRUG_STRENGTH's
	differs bool     // from the one in the name
}

var (
	productAmount = lazyregexp.New(`(?i) (\d+(?:\.\d+)?) (MG|MEQ|MMOL|UNT|%)(?:/(ML|MG|HR|ACTUAT))?(?: |$)`)
	productPacked = lazyregexp.New(`(?i)^(\d+(?:\.\d+)?) (ML|HR|ACTUAT) `)
)

// readLabel reads a name; ok is false for packs, boxes, and names without the strength of each ingredient or, of a
// form, without the form.
func readLabel(c vocab.Concept) (p labelled, ok bool) {
	p = labelled{Concept: c, Product: vocab.ParseProduct(c.Name)}
	name, _, _ := strings.Cut(c.Name, " [")
	switch c.Class {
	case "Clinical Drug Form", "Branded Drug Form":
		p.form = strings.Fields(vocab.Normalize(vocab.DoseForm(name)))
		return p, len(p.form) > 0
	case "Clinical Drug", "Quant Clinical Drug", "Clinical Drug Comp", "Branded Drug", "Quant Branded Drug", "Branded Drug Comp":
	default:
		return p, false
	}
	if m := productPacked.FindStringSubmatch(name); m != nil {
		p.packed = parseAmount(m[1], m[2], "")
		name = name[len(m[0]):]
	}
	for part := range strings.SplitSeq(name, " / ") {
		m := productAmount.FindStringSubmatchIndex(part)
		if m == nil || productAmount.MatchString(part[m[1]:]) {
			return p, false
		}
		in := ""
		if m[6] >= 0 {
			in = part[m[6]:m[7]]
		}
		p.amounts = append(p.amounts, parseAmount(part[m[2]:m[3]], part[m[4]:m[5]], in))
		p.form = strings.Fields(vocab.Normalize(part[m[1]:]))
	}
	return p, len(p.amounts) == len(p.Ingredients)
}

func parseAmount(number, unit, in string) amount {
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		value = math.NaN() // it equals nothing
	}
	return amount{value: value, unit: strings.ToUpper(unit), in: strings.ToUpper(in)}
}

// is reports whether a product's strength is the one that is written.
func (p labelled) is(of, written amount) bool {
	same := func(a, b float64) bool { // what the product has is what is written
		equal := math.Abs(a-b) <= 5e-3*math.Max(a, b) // RxNorm rounds to three digits
		switch written.bound {
		case "<":
			return a < b && !equal
		case "<=":
			return a < b || equal
		case ">":
			return a > b && !equal
		case ">=":
			return a > b || equal
		}
		return equal
	}
	switch {
	case written.unit == "%":
		return of.unit == "MG" && (of.in == "ML" && same(of.value, written.value*10) || of.in == "MG" && same(of.value, written.value/100)) ||
			of.unit == "%" && same(of.value, written.value)
	case written.unit == "":
		return of.in == "" && (same(of.value, written.value) || of.unit == "MG" && same(of.value, written.value/1000))
	case of.unit != written.unit:
		return false
	case of.in == "ACTUAT" && written.in == "": // of a puff, which goes without saying
		return same(of.value, written.value)
	case of.in == "HR" && written.in == "" && p.packed.unit == "HR":
		return same(of.value*p.packed.value, written.value)
	}
	return of.in == written.in && same(of.value, written.value)
}

// has reports whether a product has the amounts that are written, of each ingredient one, in any order: RxNorm's is the
// alphabet's. Of a brand the strength of one ingredient may stand for all.
func (p labelled) has(amounts []amount) bool {
	if len(amounts) != len(p.amounts) && (len(amounts) != 1 || p.Brand == "") {
		return false
	}
	left := slices.Clone(p.amounts)
	for _, a := range amounts {
		at := slices.IndexFunc(left, func(of amount) bool { return p.is(of, a) })
		if at < 0 {
			return false
		}
		left = slices.Delete(left, at, at+1)
	}
	return true
}

// isPlain reports whether a product's form says nothing of what releases it or where it is given that is not written.
func (p labelled) isPlain(form [][]string) bool {
	if slices.Contains(p.form, "injectable") && slices.Contains(p.form, "suspension") && !slices.ContainsFunc(form, func(f []string) bool { return f[0] == "suspension" }) {
		return false // nothing to be given into a vein
	}
	return !slices.ContainsFunc(p.form, func(w string) bool {
		return particular(w) && !slices.ContainsFunc(form, func(f []string) bool {
			return slices.Contains(f, w) || isDrops(f) && (w == "ophthalmic" || w == "otic")
		})
	})
}

// isDrops reports whether a form is drops, of which those for the eye and the ear hardly say so.
func isDrops(form []string) bool {
	return len(form) == 2 && form[0] == "solution" && form[1] == "suspension"
}

// hasForm reports whether a product's form has something of each that is written.
func (p labelled) hasForm(form [][]string) bool {
	return !slices.ContainsFunc(form, func(f []string) bool {
		return !slices.ContainsFunc(f, func(w string) bool { return slices.Contains(p.form, w) })
	})
}

// particular reports whether a word of a dose form says what a mention would not leave out.
func particular(word string) bool { return listed().particularForms.has(word) }

// choose returns the products of a pool that are as written, of the plainest class: those that do not say how much a
// package holds, unless that is written; the component where no form is written, else all forms. A limit, and a
// strength that DRUG_STRENGTH tells without a form, take all of them.
func (s *session) choose(pool []labelled, w *dosage) []labelled {
	var left []labelled
	fewest := math.MaxInt
	for _, p := range pool {
		fewest = min(fewest, len(p.Ingredients))
	}
	for _, p := range pool {
		onlyForm, isComponent := strings.HasSuffix(p.Class, "Drug Form"), strings.HasSuffix(p.Class, "Comp")
		if len(p.Ingredients) == fewest && onlyForm == (len(w.amounts) == 0) && (onlyForm || p.has(w.amounts)) &&
			(len(w.form) == 0 || !isComponent && p.hasForm(w.form)) &&
			(p.packed.unit != w.packed.unit || p.is(p.packed, w.packed)) && (w.box == 0 || p.box == w.box) {
			left = append(left, p)
		}
	}
	if plain := slices.DeleteFunc(slices.Clone(left), func(p labelled) bool { return !p.isPlain(w.form) }); len(w.form) > 0 && (len(plain) > 0 || len(left) > 0 && left[0].Brand == "") {
		left = plain // a brand alone says what releases it
	}
	if namesSalt(s.entity.Text) {
		left = slices.DeleteFunc(
			left,
			func(p labelled) bool { return len(p.Ingredients) == 1 && !s.saysSalt(p.Ingredients[0]) },
		)
	} else if len(left) > 0 && len(w.amounts) > 0 && otherSalt(pool, left, w) {
		return nil
	}
	if w.limited() || len(w.form) == 0 && slices.ContainsFunc(left, func(p labelled) bool { return p.byTable }) {
		return left
	}
	for _, prefer := range []func(labelled) bool{
		func(p labelled) bool { return w.in != amount{} && p.packed.unit == w.in.unit && p.is(p.packed, w.in) },
		func(p labelled) bool {
			return w.packed != amount{} && p.packed.unit == w.packed.unit && p.is(p.packed, w.packed)
		},
		func(p labelled) bool { return len(w.form) == 0 && strings.HasSuffix(p.Class, "Comp") },
		func(p labelled) bool { return p.packed == amount{} },
	} {
		if slices.ContainsFunc(left, prefer) {
			left = slices.DeleteFunc(left, func(p labelled) bool { return !prefer(p) })
		}
	}
	return left
}

// otherSalt reports whether products of more than one salt of the ingredient may be meant, where none is written:
// metoprolol may be succinate or tartrate, of which only one is released slowly.
func otherSalt(pool, left []labelled, w *dosage) bool {
	if len(left[0].Ingredients) > 1 || left[0].Brand != "" {
		return false
	}
	open := slices.DeleteFunc(slices.Clone(w.form), func(f []string) bool { return particular(f[0]) })
	salts := map[string]map[string]bool{} // by what they are salts of
	for _, p := range pool {
		salt := strings.ToLower(p.Ingredients[0])
		base := vocab.BaseIngredient(salt)
		if base == salt || !p.has(w.amounts) {
			continue
		}
		isComponent := strings.HasSuffix(p.Class, "Comp")
		if isComponent && len(w.form) > 0 && formsKnown(pool, salt, w) || !isComponent && !p.hasForm(open) {
			continue
		}
		if salts[base] == nil {
			salts[base] = map[string]bool{}
		}
		salts[base][salt] = true
	}
	for _, of := range salts {
		if len(of) > 1 {
			w.salts = slices.Sorted(maps.Keys(of))
			return true
		}
	}
	return false
}

// formsKnown reports whether the pool tells in which forms a salt has the strength.
func formsKnown(pool []labelled, salt string, w *dosage) bool {
	return slices.ContainsFunc(pool, func(p labelled) bool {
		return strings.EqualFold(p.Ingredients[0], salt) && len(p.form) > 0 && p.has(w.amounts)
	})
}

// saysSalt reports whether the mention has every word of an ingredient's salt, written short or out.
func (s *session) saysSalt(ingredient string) bool {
	said := strings.Fields(vocab.Normalize(s.entity.Text))
	return !slices.ContainsFunc(strings.Fields(vocab.Normalize(ingredient)), func(w string) bool {
		return namesSalt(w) && w != "usp" && !slices.Contains(said, w) && !slices.ContainsFunc(said, func(short string) bool { return saltWritten(short) == w })
	})
}

// saltWritten is the salt that a short word stands for, or nothing.
func saltWritten(short string) string {
	if salts := listed().salts[short]; len(salts) > 0 {
		return salts[0]
	}
	return ""
}

// pools are the products that a reading may mean, the likelier first: those of a brand, and those of whatever brand
// with its ingredients; or those of an ingredient, or of several together. Only those whose names can be read are in.
func (s *session) pools(r reading) [][]labelled {
	return s.found.pools.once(r.text, func() [][]labelled { return s.readPools(r) })
}

func (s *session) readPools(r reading) [][]labelled {
	var ofBrand, generic []labelled
	seen := map[int64]bool{}
	add := func(to []labelled, c vocab.Concept) []labelled {
		if p, ok := readLabel(c); ok && !seen[c.ID] {
			to = append(to, p)
		}
		seen[c.ID] = true
		return to
	}
	var ingredients []string
	for _, h := range s.named(r) {
		switch {
		case h.Concept.Class == "Ingredient":
			ingredients = []string{h.Concept.Name}
		case h.Kind == vocab.KindBrand:
			for _, p := range s.vocabulary.Products(vocab.Normalize(h.Term)) {
				if of := vocab.ParseProduct(p.Concept.Name); strings.EqualFold(of.Brand, h.Term) {
					ofBrand = add(ofBrand, p.Concept)
					ingredients = of.Ingredients
				}
			}
		}
	}
	if len(ingredients) == 0 {
		if parts := joined.Split(r.text, -1); len(parts) > 1 {
			ingredients = parts
		}
	}
	if len(ingredients) > 0 {
		for _, h := range s.common(ingredients) {
			switch brand := vocab.ParseProduct(h.Concept.Name).Brand; {
			case !strings.HasSuffix(h.Concept.Name, "]"):
				generic = add(generic, h.Concept)
			case brand != "" && len(ingredients) > 1 && !strings.Contains(s.entity.Text, "[") &&
				holdsPhrase(vocab.Normalize(s.entity.Text), vocab.Normalize(brand)):
				ofBrand = add(ofBrand, h.Concept) // which was read as its ingredients
			}
		}
	}
	return slices.DeleteFunc([][]labelled{ofBrand, generic}, func(pool []labelled) bool { return len(pool) == 0 })
}
