package units

import (
	_ "embed"
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// prefixes of metric units.
var prefixes = map[string]float64{
	"T": 1e12, "G": 1e9, "M": 1e6, "k": 1e3, "h": 1e2, "da": 10, "d": 0.1, "c": 0.01, "m": 1e-3, "u": 1e-6, "n": 1e-9,
	"p": 1e-12, "f": 1e-15,
}

type atom struct {
	quantity
	metric bool
}

//go:embed atoms.tsv
var atomsTSV string

var atoms = sync.OnceValue(func() map[string]atom {
	zeros := map[string]float64{"Cel": 273.15, "[degF]": 459.67 * 5 / 9}
	all := map[string]atom{}
	for fields := range rows(atomsTSV, 5) {
		factor, _ := strconv.ParseFloat(fields[2], 64)
		all[fields[0]] = atom{quantity{factor, zeros[fields[0]], dimension(fields[3])}, fields[1] == "yes"}
	}
	return all
})

// dimension reads base units with exponents: "g1m-1s-2".
func dimension(s string) map[string]int {
	dim := map[string]int{}
	for s != "" {
		n := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
		if n < 0 {
			dim[s] = 1
			break
		}
		m := n
		for m < len(s) && (s[m] == '-' || s[m] >= '0' && s[m] <= '9') {
			m++
		}
		dim[s[:n]], _ = strconv.Atoi(s[n:m])
		s = s[m:]
	}
	return dim
}

// Parse reads a unit in UCUM. Annotations in braces say what is counted, and count as nothing: {cells}/uL is a number
// in a volume.
func Parse(code string) (quantity, error) {
	p := parser{code, 0}
	q, err := p.term()
	if err == nil && p.at < len(code) {
		err = p.fail()
	}
	return q, err
}

// parser goes through a code from left to right.
type parser struct {
	code string
	at   int
}

func (p *parser) fail() error {
	return fmt.Errorf("unit %q: %q is no unit of UCUM that is known here", p.code, p.code[p.at:])
}

func (p *parser) next(c byte) bool {
	if p.at < len(p.code) && p.code[p.at] == c {
		p.at++
		return true
	}
	return false
}

// term reads units joined by . and /, from left to right.
func (p *parser) term() (quantity, error) {
	out := quantity{factor: 1, dim: map[string]int{}}
	sign := 1
	if p.next('/') {
		sign = -1
	}
	for {
		q, err := p.component()
		if err != nil {
			return quantity{}, err
		}
		alone := len(out.dim) == 0 && out.factor == 1 && sign == 1
		out = out.times(q, sign)
		if alone {
			out.zero = q.zero
		}
		switch {
		case p.next('.'):
			sign = 1
		case p.next('/'):
			sign = -1
		default:
			return out, nil
		}
		out.zero = 0 // a difference of temperatures
	}
}

// times multiplies by a power of a quantity.
func (q quantity) times(by quantity, exponent int) quantity {
	out := quantity{q.factor * math.Pow(by.factor, float64(exponent)), q.zero, maps.Clone(q.dim)}
	for base, n := range by.dim {
		if out.dim[base] += n * exponent; out.dim[base] == 0 {
			delete(out.dim, base)
		}
	}
	return out
}

// component reads a unit with its exponent and annotation, or what stands in brackets.
func (p *parser) component() (quantity, error) {
	one := quantity{factor: 1, dim: map[string]int{}}
	if p.next('(') {
		q, err := p.term()
		if err == nil && !p.next(')') {
			err = p.fail()
		}
		return q, err
	}
	for _, area := range bodySurface {
		if strings.HasPrefix(p.code[p.at:], area) {
			p.at += len(area)
			return quantity{factor: 1.73, dim: map[string]int{"m": 2}}, nil
		}
	}
	if p.annotation() {
		return one, nil
	}
	q, ok := p.unit()
	if !ok {
		return quantity{}, p.fail()
	}
	if n, ok := p.exponent(); ok {
		q = one.times(q, n)
	}
	p.annotation()
	return q, nil
}

// bodySurface are annotations that do count: laboratories write the area to which a filtration rate is standardised so.
// UCUM proper has it as (173.10*-2.m2).
var bodySurface = []string{"{1.73_m2}", "{1.73.m2}", "{1.73m2}", "{1.73 m2}"}

// annotation skips what stands in braces.
func (p *parser) annotation() bool {
	if p.at >= len(p.code) || p.code[p.at] != '{' {
		return false
	}
	end := strings.IndexByte(p.code[p.at:], '}')
	if end < 0 {
		return false
	}
	p.at += end + 1
	return true
}

// exponent reads a whole number behind a unit: m2, s-1.
func (p *parser) exponent() (int, bool) {
	from := p.at
	if p.at < len(p.code) && (p.code[p.at] == '-' || p.code[p.at] == '+') {
		p.at++
	}
	for p.at < len(p.code) && p.code[p.at] >= '0' && p.code[p.at] <= '9' {
		p.at++
	}
	n, err := strconv.Atoi(p.code[from:p.at])
	if err != nil {
		p.at = from
	}
	return n, err == nil
}

// unit reads the longest unit, with or without a prefix, a power of ten or a number.
func (p *parser) unit() (quantity, bool) {
	rest := p.code[p.at:]
	for _, ten := range []string{"10*", "10^"} {
		if strings.HasPrefix(rest, ten) {
			p.at += len(ten)
			return quantity{factor: 10, dim: map[string]int{}}, true
		}
	}
	if n := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsDigit(r) }); n != 0 {
		if n < 0 {
			n = len(rest)
		}
		value, err := strconv.ParseFloat(rest[:n], 64)
		p.at += n
		return quantity{factor: value, dim: map[string]int{}}, err == nil && n > 0
	}
	for n := len(rest); n > 0; n-- {
		if a, ok := atoms()[rest[:n]]; ok {
			p.at += n
			return a.quantity, true
		}
		for prefix, factor := range prefixes {
			name, ok := strings.CutPrefix(rest[:n], prefix)
			if a, known := atoms()[name]; ok && known && a.metric {
				p.at += n
				return quantity{factor * a.factor, a.zero, a.dim}, true
			}
		}
	}
	return quantity{}, false
}
