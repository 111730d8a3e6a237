package rag

import (
	"strings"

	"github.com/askomop/askomop/vocab"
)

// standIns take the places of a question's entities before it is embedded. Embedding models were
// trained on sentences about things: they tell "took aspirin before the migraine" from its reverse better than
// "took <DRUG> before the <CONDITION>", which holds nothing that they know.
var standIns = map[string][]string{
	"condition":   {"asthma", "hypertension", "gout", "migraine"},
	"drug":        {"aspirin", "ibuprofen", "insulin"},
	"procedure":   {"appendectomy", "biopsy", "dialysis"},
	"measurement": {"blood glucose", "creatinine", "body weight"},
	"observation": {"smoking", "allergy"},
	"device":      {"pacemaker", "stent"},
	"visit":       {"emergency visit", "clinic visit"},
}

// numberStandIn takes the place of every number, in years and dates too.
const numberStandIn = "10"

// Natural is the question asked about other things, the same for all questions: each entity is replaced by a
// stand-in of its domain, each number by one number. All other words stay, also those that Text masks ("women", "per
// year").
func (m Masked) Natural() string {
	var b strings.Builder
	at, chosen, used := 0, map[string]string{}, map[string]int{}
	for _, e := range m.Entities {
		b.WriteString(withoutNumbers(m.Question[at:e.Start]))
		key := e.Domain + " " + vocab.Normalize(e.Text)
		if _, again := chosen[key]; !again {
			chosen[key] = e.Domain
			if list := standIns[e.Domain]; len(list) > 0 {
				chosen[key] = list[used[e.Domain]%len(list)]
				used[e.Domain]++
			}
		}
		b.WriteString(chosen[key])
		at = e.End
	}
	b.WriteString(withoutNumbers(m.Question[at:]))
	return b.String()
}

// withoutNumbers writes numberStandIn for every run of digits.
func withoutNumbers(text string) string {
	var b strings.Builder
	inside := false
	for _, r := range text {
		digit := r >= '0' && r <= '9'
		switch {
		case !digit:
			b.WriteRune(r)
		case !inside:
			b.WriteString(numberStandIn)
		}
		inside = digit
	}
	return b.String()
}
