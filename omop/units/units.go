// Package units reads units of measurement values in UCUM and converts between them, across mass and amount by the
// molar mass of what is measured. What it cannot convert surely it refuses: a unit that it does not know, a substance
// whose molar mass is in no table.
//
// One worked example: creatinine of 1.2 mg/dL is 106.1 µmol/L.
//
//	c, err := units.Convert("mg/dL", "umol/L", "creatinine") // {Factor: 88.40, Offset: 0}
//
// It knows nothing of questions and of patients. Who compiles SQL asks it for the factor of each unit_concept_id, by
// the concept_code of the unit.
package units

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/askomop/askomop/internal/tsv"
)

// ErrNotConvertible is wrapped where two units measure different things, or a table lacks what is needed to convert
// them.
var ErrNotConvertible = errors.New("not convertible")

// Linear turns a value into another unit: value*Factor + Offset.
type Linear struct{ Factor, Offset float64 }

// quantity is a unit in base units.
type quantity struct {
	factor float64
	zero   float64        // where the scale begins, in base units: 273.15 for Cel
	dim    map[string]int // exponents of base units, none of them zero
}

// Convert returns how a value in one unit is given in another, for a substance by LOINC's component. The substance may
// be empty, where no mass is turned into an amount. The error wraps ErrNotConvertible, or says which unit is not
// understood.
func Convert(from, to, substance string) (Linear, error) {
	if l, ok := related(from, to, substance); ok {
		return l, nil
	}
	a, err := Parse(from)
	if err != nil {
		return Linear{}, err
	}
	b, err := Parse(to)
	if err != nil {
		return Linear{}, err
	}
	s := substances()[strings.ToLower(substance)]
	if !maps.Equal(a.dim, b.dim) {
		a, b = s.inMoles(a), s.inMoles(b)
	}
	if !maps.Equal(a.dim, b.dim) {
		return Linear{}, fmt.Errorf("convert %s to %s of %q: %w", from, to, substance, ErrNotConvertible)
	}
	return Linear{a.factor / b.factor, (a.zero - b.zero) / b.factor}, nil
}

// hba1c are NGSP's and IFCC's scales of glycated haemoglobin: NGSP % = 0.09148 * IFCC mmol/mol + 2.152 (Hoelzel et al.,
// Clin Chem 2004;50:166).
var hba1c = Linear{0.09148, 2.152}

// hba1cComponent begins LOINC's components of HbA1c.
const hba1cComponent = "hemoglobin a1c"

// related converts by a relation that no molar mass tells.
func related(from, to, substance string) (Linear, bool) {
	if s := strings.ToLower(substance); !strings.HasPrefix(s, hba1cComponent) {
		return Linear{}, false
	}
	percent := func(u string) bool { return u == "%" || strings.HasPrefix(u, "%{") }
	moles := func(u string) bool { return strings.HasPrefix(u, "mmol/mol") }
	switch {
	case percent(to) && moles(from):
		return hba1c, true
	case moles(to) && percent(from):
		return Linear{1 / hba1c.Factor, -hba1c.Offset / hba1c.Factor}, true
	}
	return Linear{}, false
}

// substance is what is known of one.
type substance struct {
	molarMass float64 // g/mol; 0 where unknown
	valence   float64
	enzyme    bool
}

// inMoles gives a quantity of mass, of charge or of enzyme units in moles, as far as the substance tells how.
func (s substance) inMoles(q quantity) quantity {
	out := quantity{q.factor, q.zero, maps.Clone(q.dim)}
	move := func(base string, factor float64, to map[string]int) {
		n := out.dim[base]
		if n == 0 || factor == 0 {
			return
		}
		out.factor *= math.Pow(factor, float64(n))
		delete(out.dim, base)
		for b, e := range to {
			if out.dim[b] += n * e; out.dim[b] == 0 {
				delete(out.dim, b)
			}
		}
	}
	if s.molarMass > 0 && out.dim["mol"] == 0 {
		move("g", 1/s.molarMass, map[string]int{"mol": 1})
	}
	if s.valence > 0 {
		move("eq", 1/s.valence, map[string]int{"mol": 1})
	}
	if s.enzyme {
		move("IU", 1e-6/60, map[string]int{"mol": 1, "s": -1})
	}
	return out
}

//go:embed substances.tsv
var substancesTSV string

var substances = sync.OnceValue(func() map[string]substance {
	all := map[string]substance{}
	for fields := range rows(substancesTSV, 5) {
		s := substance{molarMass: molarMass(fields[1]), enzyme: fields[3] == "enzyme"}
		s.valence, _ = strconv.ParseFloat(fields[2], 64)
		for name := range strings.SplitSeq(fields[0], ";") {
			all[name] = s
		}
	}
	return all
})

// rows yields the rows of a table of tab-separated columns.
func rows(table string, columns int) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		for _, fields := range tsv.Rows(table) {
			if len(fields) == columns && !yield(fields) {
				return
			}
		}
	}
}

// atomicWeights are IUPAC's abridged standard weights of 2021, in g/mol.
var atomicWeights = map[string]float64{
	"H": 1.008, "Li": 6.94, "C": 12.011, "N": 14.007, "O": 15.999, "Na": 22.990, "Mg": 24.305, "P": 30.974, "S": 32.06,
	"Cl": 35.45, "K": 39.098, "Ca": 40.078, "Fe": 55.845, "Co": 58.933, "Cu": 63.546, "Zn": 65.38, "I": 126.90,
	"Pb": 207.2,
}

// molarMass computes the mass of a formula such as C6H12O6, or reads a number; 0 where it is neither.
func molarMass(formula string) float64 {
	if mass, err := strconv.ParseFloat(formula, 64); err == nil {
		return mass
	}
	total := 0.0
	for i := 0; i < len(formula); {
		n := 1
		if i+1 < len(formula) && formula[i+1] >= 'a' && formula[i+1] <= 'z' {
			n = 2
		}
		weight := atomicWeights[formula[i:i+n]]
		i += n
		from := i
		for i < len(formula) && formula[i] >= '0' && formula[i] <= '9' {
			i++
		}
		count := 1.0
		if i > from {
			count, _ = strconv.ParseFloat(formula[from:i], 64)
		}
		if weight == 0 {
			return 0
		}
		total += weight * count
	}
	return total
}

// KnowsSubstance reports whether values of a substance, by LOINC's component in lower case, can be converted by what it
// is.
func KnowsSubstance(component string) bool {
	_, ok := substances()[component]
	return ok || strings.HasPrefix(component, hba1cComponent)
}
