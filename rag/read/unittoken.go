package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/units"
)

// writtenUnit is what may be a unit with a power or a fraction: "×10⁹/L", "K/uL", "mL/min/1.73 m²", "µmol/L", "kg/m²".
var writtenUnit = lazyregexp.New(`^(?i)(?:[x×*]? ?10(?:[*^]?[0-9]{1,2}|[⁰¹²³⁴-⁹]{1,2})|[a-zµμ]{1,5})` +
	`(?:/(?:1\.73 ?m(?:2|²|\^2)|[a-zµμ]{1,4}(?:[²³0-9]|\^[0-9])?))+`)

// asWritten are signs of units as package units has them.
var asWritten = strings.NewReplacer("×", "x", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷",
	"7", "⁸", "8", "⁹", "9", "m^", "m")

// unitAt reads a unit that stands at i, in UCUM: behind a number that something is compared with, or behind "in" or in
// brackets. The unit behind another number may be a drug's strength: "amoxicillin 50 mg/mL".
func unitAt(ts []token, s string, i int) (code string, end int) {
	n := len(ts)
	switch {
	case n == 0:
		return "", i
	case ts[n-1].isNum:
		if n == 1 || ts[n-2].isWord && !slices.Contains(beforeLimits, ts[n-2].low) {
			return "", i
		}
	case ts[n-1].low != "in" && ts[n-1].low != "(":
		return "", i
	}
	found := writtenUnit.FindString(s[i:])
	end = i + len(found)
	if found == "" || letterAt(s, end) || digitAt(s, end) {
		return "", i
	}
	text := asWritten.Replace(found)
	if rest := strings.TrimLeft(text, "x* "); strings.HasPrefix(rest, "10") && len(rest) > 2 && digitAt(rest, 2) {
		text = "10^" + rest[2:]
	}
	code, ok := units.Code(text)
	if !ok {
		return "", i
	}
	return code, end
}

// beforeLimits are words before a number with which a value is compared.
var beforeLimits = []string{"above", "over", "below", "under", "of", "than", "least", "most", "and", "or", "to", "exceeds",
	"exceeded", "exceeding", "is", "was", "were", "at", "with", "between", "least", "reached", "equals", "from"}
