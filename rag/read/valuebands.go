package read

import (
	"cmp"
	"strconv"

	"github.com/askomop/askomop/omop/study"
)

// byValue reads bands of a person's last, first, highest or lowest value: "by last BMI (under 18.5, 18.5 to 24.9, 25 to
// 29.9, 30+)".
func (p *parser) byValue(s *sentence) bool {
	if s.people == nil || len(s.people.versus) > 0 || s.measure.Of != study.Persons || !p.is("stratumlead") {
		return false
	}
	p.is("each")
	p.takeOne("the", "their")
	extreme, _ := p.lex("whichvalue")
	e, ok := p.bareEvent([]string{"measurement"})
	if !ok || e.Domain != study.Measurement || e.Where != nil || e.times != nil || e.extreme != "" ||
		(extreme == "") == (e.Which != study.Last && e.Which != study.First) {
		return false
	}
	e.extreme = extreme
	p.takeOne("value", "result", "level")
	p.takeOne("category", "categories", "group", "groups", "range", "ranges", "band", "bands", "class", "classes")
	p.takeOne("into", "in", "as")
	for p.at(0) == "(" || p.at(0) == ":" || p.at(0) == "," {
		p.pos++
	}
	bands, unit := p.valueBands(nil, "")
	if len(bands) < 2 {
		return false
	}
	s.people.versus = e.inBands(bands, unit)
	return true
}

// moreRanges reads the further ranges of "a last BMI under 18.5, 18.5 to 24.9, 25 to 29.9 and 30 or more": how many are
// in each of them.
func (p *parser) moreRanges(s *sentence) bool {
	if s.measure.Kind != study.Count || s.measure.Of != study.Persons || s.main == nil || s.main.kind != leaf ||
		s.records != nil {
		return false
	}
	e := s.main.ev
	if w := e.Where; w == nil || w.Value == nil || len(e.rels) > 0 || e.times != nil || len(w.Result) > 0 ||
		e.extreme == "" && e.Which != study.Last && e.Which != study.First {
		return false
	}
	bands, unit := p.valueBands([]study.Range{*e.Where.Value}, e.Where.Unit)
	if len(bands) < 2 {
		return false
	}
	s.numbers, s.main = e.inBands(bands, unit), nil
	return true
}

// valueBands reads ranges that follow each other without a gap or an overlap; none where they do not. "18.5 to 24.9"
// and "25 to 29.9" leave no gap: between the one and the other is less than people write.
func (p *parser) valueBands(bands []study.Range, unit string) ([]study.Range, string) {
	for {
		at := p.pos
		if len(bands) > 0 {
			joined := p.at(0) == "," && p.take() || p.pos > 0 && p.toks[p.pos-1].low == ","
			if !p.is("and") && !joined {
				break
			}
		}
		r, bare, ok := p.comparison()
		u, _ := p.lex("munit")
		if after, isAfter := p.lex("cmpafter"); isAfter && bare {
			r, bare = compared(after, *r.Min), false
		}
		if !ok || bare || p.sees("unit", "agetail", "timesword") || u != "" && unit != "" && u != unit {
			p.pos = at
			break
		}
		if unit == "" {
			unit = u
		}
		bands = append(bands, r)
	}
	for i := range bands[:max(0, len(bands)-1)] {
		if !meet(&bands[i], &bands[i+1]) {
			return nil, ""
		}
	}
	p.try(func() bool { return p.at(0) == ")" && p.take() })
	return bands, unit
}

// meet makes a band end where the next begins; false where it lies elsewhere.
func meet(a, b *study.Range) bool {
	if a.Max == nil || b.Min == nil || a.Min != nil && *a.Min >= *a.Max {
		return false
	}
	gap := *b.Min - *a.Max
	switch {
	case gap == 0:
		if a.MaxOpen == b.MinOpen && !a.MaxOpen {
			a.MaxOpen = true // "18 to 25, 25 to 30": the higher one has it
		}
		return a.MaxOpen != b.MinOpen
	case gap < 0 || a.MaxOpen || b.MinOpen:
		return false
	}
	for _, step := range []float64{1, 0.1, 0.01, 0.001} {
		if whole(*a.Max, step) && whole(*b.Min, step) && gap < 1.5*step && gap > 0.5*step &&
			(step == 1 || !whole(*a.Max, 10*step) || !whole(*b.Min, 10*step)) {
			end := *b.Min
			a.Max, a.MaxOpen = &end, true
			return true
		}
	}
	return false
}

// whole reports whether a number is a multiple of a step.
func whole(n, step float64) bool {
	k := n / step
	return k-float64(int64(k+0.5)) < 1e-6 && float64(int64(k+0.5))-k < 1e-6
}

// inBands are the groups of people by the value of one of their records.
func (e *event) inBands(bands []study.Range, unit string) []named {
	var groups []named
	for _, r := range bands {
		one := e.clone()
		one.where().Value, one.Where.Unit = &r, unit
		which := cmp.Or(map[string]string{"max": "highest", "min": "lowest"}[e.extreme], string(e.Which))
		name := which + " " + e.Name() + " " + bandName(&r)
		if unit != "" {
			name += " " + unit
		}
		groups = append(groups, named{name, &predicate{kind: leaf, ev: one}})
	}
	return groups
}

func bandName(r *study.Range) string {
	low, high := "", ""
	if r.Min != nil {
		low = map[bool]string{true: "over ", false: ""}[r.MinOpen] + decimals(*r.Min)
	}
	if r.Max != nil {
		high = map[bool]string{true: "under ", false: ""}[r.MaxOpen] + decimals(*r.Max)
	}
	switch {
	case low == "" && !r.MaxOpen:
		return high + " or less"
	case low == "":
		return high
	case high == "" && r.MinOpen:
		return low
	case high == "":
		return low + " or more"
	}
	return low + " to " + high
}

func decimals(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
