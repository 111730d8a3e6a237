package read

import "github.com/askomop/askomop/internal/lazyregexp"

// What stands beside the name of a drug and narrows it to products, as in "lisinopril 10 mg tablets" or "81 mg
// aspirin". Only where it ends is told here: coding reads it, and abstains where no product is as written.
const (
	strengthText = `\d[\d,.]*(?:\s?[-/]\s?\d[\d,.]*)*\s?(?:(?:mg|mgs|milligrams?|mcg|micrograms?|µg|μg|ug|g|grams?|meq|mmol|units?|iu)\b|%)`
	perText      = `(?:\s?/\s?(?:\d[\d.]*\s?)?(?:ml|l|hr|hour|h|actuat|actuation|puff)\b)?`
	formText     = `(?:oral|topical|ophthalmic|nasal|vaginal|(?:extended|delayed|sustained|controlled|prolonged|modified|immediate)[- ]release|enteric[- ]coated|chewable|er|xr|sr|xl|dr|ec|tablets?|tabs?|capsules?|caps|caplets?|` +
		`solution|suspension|syrup|elixir|injection|cream|ointment|gel|lotion|foam|patch|patches|inhalers?|spray|drops|suppository|suppositories|lozenges?)\b`
	wholeStrength = strengthText + perText + `(?:\s?/\s?` + strengthText + `)*`
)

var (
	strengthBehind = lazyregexp.New(`(?i)^,?\s+` + wholeStrength + `(?:\s+` + formText + `)*`)
	strengthBefore = lazyregexp.New(`(?i)(?:^|\s)(?:took|takes?|taking|taken|on|using|used|prescribed|given|received|receiving|started|starting)\s+(` + wholeStrength + `\s+)$`)
	formsBehind    = lazyregexp.New(`(?i)^(?:\s+` + formText + `)+`)
	// A bound, a rate or a range is not a strength of a product: "500 mg or more", "2 g a day", "10 to 20 mg".
	noStrength = lazyregexp.New(`(?i)^\s*(?:[/+-]|(?:per|a|each|every|to|daily|bid|tid)\b|(?:or|and)\s+(?:more|less|fewer|higher|lower|above|below|over|under|greater|up)\b)`)
)

// WithStrength widens the mention of a drug, question[start:end], by the strength and the dose form that are written
// beside it.
func WithStrength(question string, start, end int) (int, int) {
	from, to := start, end
	if behind := strengthBehind.FindString(question[end:]); behind != "" {
		to += len(behind)
	} else if before := strengthBefore.FindStringSubmatchIndex(question[:start]); before != nil {
		from = before[2]
		to += len(formsBehind.FindString(question[end:]))
	}
	if from == start && to == end || noStrength.MatchString(question[to:]) {
		return start, end
	}
	return from, to
}
