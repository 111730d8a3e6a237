package coding

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/units"
	"github.com/askomop/askomop/vocab"
)

// dosage is what a mention says of a drug product beside its name: strength, form and package.
type dosage struct {
	amounts []amount // the strength of each ingredient, in the order written
	packed  amount   // what a package holds or lasts: ML, ACTUAT or HR
	in      amount   // what the strength is written in, where that is not one: 40 mg/0.4 mL
	box     int      // how many a box holds
	form    [][]string
	// doubt is set where something is written of strength, form or route that is not understood.
	doubt bool
	// ordered is set where it is written how the drug is given and no form: the amount may be a dose, of whatever
	// products.
	ordered bool
	// weak is set where what is written makes a product likely and no more: no amount, a number without a unit and a
	// form, or a dose to be swallowed.
	weak  bool
	spans [][2]int // of the amounts in the text
	salts []string // with the strength, where more than one may be meant
}

// amount is a number with its unit, as RxNorm writes them: MG, MEQ, MMOL, UNT, %, ML, HR, ACTUAT or none, and what it
// is in: ML, MG, HR, ACTUAT or nothing.
type amount struct {
	value    float64
	unit, in string
	bound    string // <, <=, > or >= where it is a limit: "under 100 mg"
}

var (
	boxed    = lazyregexp.New(`(?i)\b(?:box|pack|package) of (\d+)\b`)
	numbered = lazyregexp.New(`(?i)(\d+(?:,\d+)*(?:\.\d+)?|\.\d+)(?:[ -]?(mgs?|milligrams?|mcgs?|µg|μg|ug|micrograms?|g|gms?|grams?|meq|mmol|units?|iu|unt|u|mls?|cc|l|hrs?|hours?|h|actuations?|actuat|puffs|sprays)\b|\s?(%))?`)
	divided  = lazyregexp.New(`(?i)^\s?(?:/|per )\s?(\w+)`)
)

// isMeasure reports whether a unit is of what a strength is in, or of what a package holds.
func isMeasure(unit string) bool { return unit == "ML" || unit == "HR" || unit == "ACTUAT" }

// item is one number of a text with the unit behind it.
type item struct {
	amount
	factor   float64 // of the unit
	from, to int
}

// readDosage reads the mention of a drug.
func readDosage(text string) dosage {
	timed := asNeeded.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat(" ", len(s)) })
	w := dosage{ordered: timed != text}
	text = w.readBox(timed)
	items := items(text)
	var bare []amount // without any unit
	var bareSpan [2]int
	strengths := 0
	for len(items) > 0 {
		n := 1
		for n < len(items) && links(text[items[n-1].to:items[n].from]) {
			n++
		}
		group := items[:n]
		items = items[n:]
		amounts, packed := w.group(text, group)
		switch {
		case packed != amount{}:
			w.doubt = w.doubt || w.packed != amount{} && w.packed.unit == packed.unit
			w.packed = packed
		case len(amounts) > 0 && amounts[0].unit == "":
			bare, bareSpan = append(bare, amounts...), [2]int{group[0].from, group[n-1].to}
			if strengths > 0 || len(bare) > len(amounts) {
				bare = nil // counts and the like
			}
			continue
		case len(amounts) > 0:
			strengths++
			w.amounts = amounts
			w.readLimit(text, &group[0].from, &group[n-1].to)
		}
		w.spans = append(w.spans, [2]int{group[0].from, group[n-1].to})
	}
	if strengths == 0 && len(bare) > 0 {
		w.amounts, w.spans = bare, append(w.spans, bareSpan)
	}
	w.doubt = w.doubt || strengths > 1
	slices.SortFunc(w.spans, func(a, b [2]int) int { return a[0] - b[0] })
	w.readForm(text)
	return w
}

// readBox reads how many a box holds, and blanks it out.
func (w *dosage) readBox(text string) string {
	m := boxed.FindStringSubmatchIndex(text)
	if m == nil {
		return text
	}
	w.box, _ = strconv.Atoi(text[m[2]:m[3]])
	w.spans = append(w.spans, [2]int{m[0], m[1]})
	return text[:m[0]] + strings.Repeat(" ", m[1]-m[0]) + text[m[1]:]
}

// items finds the numbers that stand by themselves.
func items(text string) []item {
	var found []item
	for _, m := range numbered.FindAllStringSubmatchIndex(text, -1) {
		from, to := m[0], m[1]
		value, err := readNumber(text[m[2]:m[3]])
		if err != nil || value <= 0 {
			continue
		}
		if from > 0 && (text[from-1] == '#' || isWordByte(text[from-1])) {
			continue // part of a word: B12
		}
		unit := ""
		switch {
		case m[4] >= 0:
			unit = strings.ToLower(text[m[4]:m[5]])
		case m[6] >= 0:
			unit = "%"
		case to < len(text) && (isWordByte(text[to]) || text[to] == ','):
			continue // part of a word: 12h, 3rd
		}
		factor, name := scaleOf(unit)
		found = append(found, item{amount{value: value * factor, unit: name}, factor, from, to})
	}
	return found
}

var withThousands = lazyregexp.New(`^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$`)

// readNumber reads 4,000 and 2.5. 1,5 is one and a half to some and a slip to others: it is not a number, and equals
// nothing.
func readNumber(s string) (float64, error) {
	if strings.Contains(s, ",") && !withThousands.MatchString(s) {
		return math.NaN(), nil
	}
	return strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
}

// scaleOf returns RxNorm's unit for one that is written, and what one of these is in it; no unit for what is none.
func scaleOf(unit string) (factor float64, name string) {
	if codes := listed().strengthUnits[unit]; len(codes) > 0 {
		return inRxNorm(codes[0])
	}
	return 1, ""
}

// inRxNorm returns what one of UCUM's unit is in the unit that RxNorm gives strengths in; no unit where RxNorm has none
// of the kind. What UCUM has no dimension for, puffs and percent, is itself alone.
func inRxNorm(code string) (factor float64, name string) {
	for name, bases := range listed().rxnormUnits {
		if slices.Contains(bases, code) {
			return 1, name
		}
	}
	for name, bases := range listed().rxnormUnits {
		for _, base := range bases {
			if l, err := units.Convert(code, base, ""); err == nil && base != "%" && !strings.HasPrefix(base, "{") {
				return l.Factor, name
			}
		}
	}
	return 1, ""
}

// isWordByte reports whether a byte is of a letter or a digit.
func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// links reports whether numbers with this between them belong together: 875-125 mg, 250 mg/5 mL, 5 mg / 325 mg.
func links(between string) bool {
	b := strings.TrimSpace(between)
	return b == "-" || b == "/"
}

// group reads numbers that belong together: the strengths of one or several ingredients, and what they are in; or what
// a package holds.
func (w *dosage) group(text string, items []item) (amounts []amount, packed amount) {
	last := items[len(items)-1]
	in, of := "", 1.0
	switch {
	case isMeasure(last.unit) && len(items) == 1:
		return nil, last.amount
	case isMeasure(last.unit):
		in, of = last.unit, last.value
		w.in = last.amount
		items = items[:len(items)-1]
	default:
		if m := divided.FindStringSubmatchIndex(text[last.to:]); m != nil && last.unit != "" {
			of, in = scaleOf(strings.ToLower(text[last.to+m[2] : last.to+m[3]]))
			items[len(items)-1].to += m[3] // taken away with the amount
			if !isMeasure(in) && in != "MG" {
				w.doubt = true // a dose by weight or day is not a product's
			}
		}
	}
	factor, unit := 1.0, "" // of the next number that has one: 5/325 mg
	for _, it := range slices.Backward(items) {
		if it.unit == "" {
			it.value, it.unit = it.value*factor, unit
		} else {
			factor, unit = it.factor, it.unit
		}
		w.doubt = w.doubt || isMeasure(it.unit)
		if in != "" {
			it.value, it.in = it.value/of, in
		}
		amounts = append(amounts, it.amount)
	}
	slices.Reverse(amounts)
	return amounts, amount{}
}

// readLimit reads what makes the strength a limit, "under 100 mg" and "100 mg or more", and takes it into the span.
func (w *dosage) readLimit(text string, from, to *int) {
	before, behind := strings.ToLower(text[:*from]), strings.ToLower(text[*to:])
	before = before[:len(strings.TrimRight(before, " "))]
	bound, said := "", 0
	for phrase, stands := range listed().comparisons {
		if rest, ok := strings.CutSuffix(before, phrase); ok && len(phrase) > said && !endsInWord(rest, phrase) {
			bound, said = stands[0], len(phrase)
		}
	}
	if said > 0 {
		*from = len(before) - said
	} else {
		for phrase, stands := range listed().behind {
			rest, ok := strings.CutPrefix(strings.TrimLeft(behind, " "), phrase)
			if ok && len(phrase) > said && (rest == "" || !isWordByte(rest[0])) {
				bound, said = stands[0], len(phrase)
				*to = len(text) - len(rest)
			}
		}
	}
	if bound != "" {
		w.amounts = slices.Clone(w.amounts)
		w.amounts[0].bound = bound
		w.doubt = w.doubt || len(w.amounts) > 1
	}
}

// endsInWord reports whether a phrase of letters goes on to the left: "under" is not in "plunder".
func endsInWord(rest, phrase string) bool {
	return isWordByte(phrase[0]) && phrase[0] < 0x80 && rest != "" && isWordByte(rest[len(rest)-1])
}

// limited reports whether the strength is a limit, which products of several strengths keep to.
func (w *dosage) limited() bool { return len(w.amounts) == 1 && w.amounts[0].bound != "" }

// readForm reads the words of form and route.
func (w *dosage) readForm(text string) {
	given := w.ordered
	for word := range strings.FieldsSeq(withFormsInWords(vocab.Normalize(text))) {
		form, known := formOf(word)
		switch {
		case isSchedule(word):
			given = true
		case !known && hasKind(rewritingsOf(word, "Drug"), "dose") && !namesSalt(word):
			w.doubt = true
		case len(form) > 0 && !slices.ContainsFunc(w.form, func(f []string) bool { return f[0] == form[0] }):
			w.form = append(w.form, form)
			given = given || isRoute(word)
		}
	}
	w.ordered = given && !slices.ContainsFunc(w.form, func(f []string) bool { return f[0] != "oral" && f[0] != "injectable" })
	w.weak = len(w.amounts) == 0 || len(w.form) == 0 && len(w.amounts) == 1 && w.amounts[0].unit == "" || w.ordered && len(w.form) == 1 && w.form[0][0] == "oral"
}

// withFormsInWords puts RxNorm's word in the place of a dose form that takes several: "gastro resistant" is delayed.
// The longest are read first.
func withFormsInWords(text string) string {
	phrases := listed().formsInWords
	all := slices.Collect(maps.Keys(phrases))
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	text = " " + text + " "
	for _, phrase := range all {
		text = strings.ReplaceAll(text, " "+phrase+" ", " "+strings.Join(phrases[phrase], " ")+" ")
	}
	return text
}

// isSchedule reports whether a word says how often or when a drug is taken, or how much is handed out, which is not a
// product's.
func isSchedule(word string) bool { return listed().schedules.has(word) }

// isRoute reports whether a word says by which way a drug is given, and nothing of a product.
func isRoute(word string) bool { return listed().routes.has(word) }

// formOf returns the words of RxNorm's dose forms that a normalised word of a mention may stand for, of which one is in
// the product's form; none where the word leaves the form open. It is not known where the word says nothing of a form.
func formOf(word string) (form []string, known bool) {
	if isSchedule(word) || word == "ir" || word == "immediate" {
		return nil, true
	}
	form = listed().forms[word]
	return form, form != nil
}
