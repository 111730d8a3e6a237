package rag

import "github.com/askomop/askomop/internal/lazyregexp"

// What stands beside the name of a drug and narrows it to products, as in "lisinopril 10 mg tablets" or "81 mg aspirin". Only where it ends is told
// here: coding reads it, and abstains where no product is as written.
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
	// A bound, a rate or a range is no strength of a product: "500 mg or more", "2 g a day", "10 to 20 mg".
	noStrength = lazyregexp.New(`(?i)^\s*(?:[/+-]|(?:per|a|each|every|to|daily|bid|tid)\b|(?:or|and)\s+(?:more|less|fewer|higher|lower|above|below|over|under|greater|up)\b)`)
)

// withStrength widens the mention of a drug by the strength and the dose form that are written beside it.
func withStrength(question string, m Mention) Mention {
	if m.Domain != "drug" {
		return m
	}
	start, end := m.Start, m.End
	if behind := strengthBehind.FindString(question[end:]); behind != "" {
		end += len(behind)
	} else if before := strengthBefore.FindStringSubmatchIndex(question[:start]); before != nil {
		start = before[2]
		end += len(formsBehind.FindString(question[end:]))
	}
	if start == m.Start && end == m.End || noStrength.MatchString(question[end:]) {
		return m
	}
	return Mention{Domain: m.Domain, Text: question[start:end], Start: start, End: end}
}
