package coding

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/units"
)

var (
	antiWord  = lazyregexp.New(`(?i)\banti[- ]([A-Za-z0-9-]+)(?:\s+(?:abs?|antibod(?:y|ies)|igg|igm|iga))?\b`)
	againstOf = lazyregexp.New(`(?i)^((?:specific )?ig[aegm]|abs?|antibod(?:y|ies))\s+(?:to|for|against|vs\.?)\s+(.+)$`)
	together  = lazyregexp.New(`\s*(?:/|\+|&|\band\b|\bw/)\s*`)
	dividedBy = lazyregexp.New(`/\s*([A-Za-z]+)`)
	isPanel   = lazyregexp.New(`(?i)\b(?:panel|pnl|profile|ratio)\b`)
)

// prefixed are tests as Nordic laboratories write them, the system first: "S-Urate", "dU-Protein". "B-cell" and the
// like are words of their own.
var (
	prefixed  = lazyregexp.New(`^([A-Za-z]{1,3})[-–—] ?([A-Za-z].+)$`)
	ownPrefix = lazyregexp.New(`(?i)^(?:cells?|type|lymph|natri|selectin|anca|wave)`)
	asRatio   = lazyregexp.New(`(?i)\b([a-z0-9]+)[- ]to[- ]([a-z0-9]+) ratio\b`)
)

var (
	both    = lazyregexp.New(`\s[+&]\s`)
	hours   = lazyregexp.New(`(?i)\b(\d+)\s?(?:h|hrs?|hours?)\b`)
	ofCells = lazyregexp.New(`(?i)\b(?:neut|lymph|mono|eos|baso|gran|seg|poly|pmn|band|blast|retic|nrbc|ig\b|wbc|immature)`)
)

// concentration is the form of a unit per volume or amount, with what it stands in: "[ug/L]", "mmol/mol".
var concentration = lazyregexp.New(`(?i)[(\[]?([^\s()\[\],;]+/(?:[dcmunµμ]?l|mol))(?:[)\]]|\b)`)

// withoutUnit takes away a unit of a concentration: a test is meant in each of them.
func withoutUnit(text string) string {
	return concentration.ReplaceAllStringFunc(text, func(unit string) string {
		if _, ok := units.Code(strings.Trim(unit, "()[]")); ok {
			return " "
		}
		return unit
	})
}

// spelled writes out times, what is ordered with something else, and the signs by which the share and the number of
// cells are told apart.
func spelled(text string) string {
	text = asRatio.ReplaceAllString(withoutUnit(text), "$1/$2 ratio")
	text = both.ReplaceAllString(hours.ReplaceAllString(text, "$1 hour"), " and ")
	if strings.ContainsAny(text, "%#") && ofCells.MatchString(text) {
		text = strings.NewReplacer("%", " percent ", "#", " abs ").Replace(text)
	}
	return text
}

// isRatio reports whether a slash divides: "protein/creatinine" is a ratio, "iron/TIBC" are two tests.
func isRatio(text string) bool {
	m := dividedBy.FindStringSubmatch(text)
	return m != nil && listed().divisors.has(strings.ToLower(m[1]))
}

// testWritings are the ways in which names of tests write what hospitals shorten by form: "anti-TPO" is TPO Ab, "IgE to
// peanut" is peanut IgE, and what is ordered together, "Fe + TIBC", is a panel.
func testWritings(text string) []writing {
	var out []writing
	if m := prefixed.FindStringSubmatch(text); m != nil && !ownPrefix.MatchString(m[2]) {
		for _, specimen := range listed().specimenPrefixes[m[1]] {
			out = append(out, writing{m[2] + " " + specimen, ""})
		}
	}
	if m := againstOf.FindStringSubmatch(text); m != nil {
		out = append(out, writing{m[2] + " " + m[1], ""})
	}
	if antiWord.MatchString(text) {
		out = append(out, writing{antiWord.ReplaceAllString(text, "$1 Ab"), ""})
	}
	if together.MatchString(text) && !isPanel.MatchString(text) && !isRatio(text) {
		out = append(out, writing{strings.TrimSpace(together.ReplaceAllString(text, " and ")) + " panel", ""})
	}
	return out
}
