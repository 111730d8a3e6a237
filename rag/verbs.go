package rag

import (
	"slices"
	"strings"
)

// verbs say no more than the entity that they govern: "took aspirin", "aspirin was
// prescribed", "HbA1c was measured". Without one they say something of their own: "were treated".
var verbs = []string{"have", "take", "do", "test", "treatment", "supplied", "recorded"}

// governs reports whether the verb at item i has its object: an entity or a counted
// noun after it, or an entity of its kind before it.
func (b *builder) governs(i int) bool {
	items := b.m.Reading.items
	for k := i + 1; k < len(items); k++ {
		it := items[k]
		if it.token == tokenNone || it.token == "person" || slices.Contains(verbs, it.token) || it.constraint >= 0 && b.m.Constraints[it.constraint].OfPerson() {
			continue
		}
		if it.entity >= 0 && !b.takes(i, k) {
			break // "on medication had asthma", "took hemoglobin"
		}
		if it.entity >= 0 || it.constraint >= 0 && !b.m.Constraints[it.constraint].IsFilter() && b.m.Constraints[it.constraint].Kind != KindGroup && b.m.Constraints[it.constraint].Kind != KindDuration {
			return true
		}
		if it.constraint < 0 && slices.Contains(objects, it.token) {
			return true
		}
		break
	}
	for k := i - 1; k >= 0; k-- {
		it := items[k]
		if it.token == tokenNone || it.token == "person" || slices.Contains(verbs, it.token) {
			continue
		}
		return it.entity >= 0 && governed(items[i].token, b.m.Entities[it.entity].Domain) || it.entity < 0 && it.constraint < 0 && slices.Contains(subjects, it.token)
	}
	return false
}

// takes reports whether the verb at item i can have the entity at item k as its object.
func (b *builder) takes(i, k int) bool {
	items := b.m.Reading.items
	domain := b.m.Entities[items[k].entity].Domain
	switch items[i].token {
	case "have":
		return domain == "condition" || domain == "observation"
	case "take":
		diagnosed := slices.ContainsFunc(items[i:k], func(it item) bool { return strings.Contains(it.text, "diagnosis") })
		return domain == "drug" || domain == "procedure" || domain == "device" || diagnosed
	case "do":
		return domain == "procedure" || domain == "measurement"
	case "test":
		return domain == "measurement" || domain == "procedure"
	case "treatment":
		return domain == "drug" || domain == "procedure"
	case "supplied":
		return domain == "device" || domain == "drug"
	}
	return true
}

// subjects are the counted nouns of a verb's passive form: "prescriptions were written".
var subjects = []string{"rx", "record", "diagnosis", "dxnoun", "visit", "stay", "admission", "condition", "drug", "ingredient", "procedure", "measurement", "device", "refill", "case", "procedurerecord", "brand", "product", "code", "source", "type", "era", "times", "top=", "sequence"}

// objects are the words other than entities that a verb can govern.
var objects = []string{
	"rx", "record", "diagnosis", "dxnoun", "visit", "stay", "admission", "condition", "drug", "ingredient", "procedure", "measurement",
	"observationtable", "device", "comorbidity", "comedication", "first", "last", "start", "not", "either", "only", "other", "specific", "type",
	"recurrent", "distinct", "brand", "doseform", "product", "refill", "procedurerecord", "specialty", "concurrently", "era", "times", "code",
	"source", "thatmany", "most", "more", "together", "unmapped", "supply", "case", "death", "prescribe", "sequence", "readmission", "each",
	"on", "for", "per", "switch", "under", "standardconcept",
}

// governed reports whether an entity of the domain can be the subject of the verb's passive form.
func governed(verb, domain string) bool {
	switch verb {
	case "take", "supplied":
		return domain == "drug" || domain == "device"
	case "treatment":
		return domain == "drug"
	case "do":
		return domain == "procedure" || domain == "measurement"
	case "test":
		return domain == "measurement"
	}
	return true // diagnosed, recorded
}
