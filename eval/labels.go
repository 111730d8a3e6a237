package eval

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
)

// Groups are named in many ways: "<65", "under 65" and "0-64"; "2009-Q1", and 1 where all is of 2009; "Fall" and
// "autumn".

// mapColumns is a table whose columns are changed where change returns other cells; nil cells leave a column as it is.
func mapColumns(t *omop.Table, change func(c column) []any) *omop.Table {
	out := t
	for i, c := range columnsOf(t) {
		cells := change(c)
		if cells == nil {
			continue
		}
		if out == t {
			out = &omop.Table{Columns: t.Columns}
			for _, row := range t.Rows {
				out.Rows = append(out.Rows, slices.Clone(row))
			}
		}
		for r := range out.Rows {
			out.Rows[r][i] = cells[r]
		}
	}
	return out
}

// onBoth applies a change of one table to both.
func onBoth(change func(t *omop.Table) *omop.Table) func(want, got *omop.Table, _ string) (*omop.Table, *omop.Table) {
	return func(want, got *omop.Table, _ string) (*omop.Table, *omop.Table) { return change(want), change(got) }
}

// bandsAlike writes ranges in one way, in columns that hold nothing else.
func bandsAlike(t *omop.Table) *omop.Table {
	return mapColumns(t, func(c column) []any {
		var out []any
		changed := false
		ranges := slices.ContainsFunc(c.cells, func(v cell) bool { return v.kind == textCell })
		for _, v := range c.cells {
			b, ok := bandOf(v, ranges) // 0, 1, 2 beside "3 or more"
			if !ok {
				return nil
			}
			text := fmt.Sprintf("%g-%g", b.from, b.to)
			if math.IsInf(b.to, 1) {
				text = fmt.Sprintf("%g+", b.from)
			}
			changed = changed || text != v.text
			out = append(out, text)
		}
		if !changed {
			return nil
		}
		return out
	})
}

// otherWords are words for what a group is called elsewhere.
var otherWords = map[string]string{
	"fall": "autumn", "no matching concept": "unknown", "not known": "unknown", "missing": "unknown",
	"unspecified": "unknown", "none": "unknown", "n/a": "unknown",
}

// wordsAlike writes what a group is called in one way; a group without a name is one that is not known.
func wordsAlike(t *omop.Table) *omop.Table {
	return mapColumns(t, func(c column) []any {
		if !slices.ContainsFunc(c.cells, func(v cell) bool { return v.kind == textCell }) {
			return nil
		}
		var out []any
		changed := false
		for _, v := range c.cells {
			word := v.text
			switch other := otherWords[word]; {
			case v.kind == numberCell:
				return nil
			case v.kind == nullCell:
				word, changed = "unknown", true
			case other != "":
				word, changed = other, true
			}
			out = append(out, word)
		}
		if !changed {
			return nil
		}
		return out
	})
}

// negation begins what those are called who lack something.
var negation = lazyregexp.New(`^(?:(?:no|not|non|never|without|none|false|w/o)\b|un(?:exposed|treated|controlled|vaccinated))`)

// flagsAlike names those who have something "yes" and those who lack it "no", in columns of two groups of which one is
// named by a negation. Example: "obesity" and "no obesity", or "with obesity" and "without obesity", or true and false.
func flagsAlike(t *omop.Table) *omop.Table {
	return mapColumns(t, func(c column) []any {
		lacks, lacking := map[cell]bool{}, 0
		for _, v := range c.cells {
			if _, seen := lacks[v]; seen {
				continue
			}
			isFlag := v.kind == numberCell && c.naming && (v.num == 0 || v.num == 1)
			if v.kind != textCell && !isFlag {
				return nil
			}
			if lacks[v] = isFlag && v.num == 0 || negation.MatchString(v.text); lacks[v] {
				lacking++
			}
		}
		if len(lacks) != 2 || lacking != 1 {
			return nil
		}
		out := make([]any, len(c.cells))
		for i, v := range c.cells {
			if out[i] = "yes"; lacks[v] {
				out[i] = "no"
			}
		}
		return out
	})
}

// withoutUnknown leaves the row of what is not known out of both.
func withoutUnknown(want, got *omop.Table, _ string) (*omop.Table, *omop.Table) {
	return knownRows(want), knownRows(got)
}

func knownRows(t *omop.Table) *omop.Table {
	out := &omop.Table{Columns: t.Columns}
	for _, row := range t.Rows {
		if !slices.ContainsFunc(row, func(v any) bool { return newCell(v).text == "unknown" }) {
			out.Rows = append(out.Rows, row)
		}
	}
	if len(out.Rows) == len(t.Rows) || len(out.Rows) == 0 {
		return t
	}
	return out
}

// period is a quarter or a month, of a year or of any (0).
type period struct {
	year, n int
	quarter bool
}

func (p period) String() string {
	if p.quarter {
		return fmt.Sprintf("%d-q%d", p.year, p.n)
	}
	return fmt.Sprintf("%d-%02d", p.year, p.n)
}

var (
	quarterText = lazyregexp.New(`^(?:(\d{4})[-/ ]?)?q(?:uarter )?([1-4])(?:[-/ ](\d{4}))?$`)
	monthText   = lazyregexp.New(`^(\d{4})[-/](\d\d)(?:-01)?$`)
	monthName   = lazyregexp.New(`^(?:(\d{4}) )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: (\d{4}))?$`)
	monthNames  = []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}
)

// periodOf reads a cell as a quarter or a month; a first day of a month stands for its month, and for its quarter where
// quarters are meant.
func periodOf(text string, quarters bool) (period, bool) {
	number := func(s string) int {
		n, _ := strconv.Atoi(s) // digits, or nothing, which is 0
		return n
	}
	if m := quarterText.FindStringSubmatch(text); m != nil {
		return period{number(m[1] + m[3]), number(m[2]), true}, m[1] == "" || m[3] == ""
	}
	if m := monthName.FindStringSubmatch(text); m != nil {
		return period{number(m[1] + m[3]), slices.Index(monthNames, m[2]) + 1, false}, m[1] == "" || m[3] == ""
	}
	if m := monthText.FindStringSubmatch(text); m != nil {
		p := period{number(m[1]), number(m[2]), false}
		if quarters && strings.HasSuffix(text, "-01") && len(text) > 7 {
			return period{p.year, (p.n + 2) / 3, true}, p.n%3 == 1
		}
		return p, p.n >= 1 && p.n <= 12
	}
	return period{}, false
}

// periodsAlike writes quarters and months in one way: by their number where all are of one year, else with the year.
func periodsAlike(want, got *omop.Table, _ string) (*omop.Table, *omop.Table) {
	return periodNumbers(want), periodNumbers(withPeriods(got))
}

func periodNumbers(t *omop.Table) *omop.Table {
	return mapColumns(t, func(c column) []any {
		var periods []period
		for _, v := range c.cells {
			p, ok := periodOf(v.text, strings.Contains(strings.ToLower(c.name), "quarter"))
			if v.kind != textCell || !ok {
				return nil
			}
			periods = append(periods, p)
		}
		oneYear := !slices.ContainsFunc(periods, func(p period) bool { return p.year != periods[0].year })
		out := make([]any, len(periods))
		for i, p := range periods {
			if out[i] = p.String(); oneYear {
				out[i] = int64(p.n)
			}
		}
		if len(out) == 1 && periods[0].year != 0 { // whose year nothing else tells
			out[0] = periods[0].String()
		}
		return out
	})
}

// withPeriods adds to a table with a year and a quarter or month the two as one.
func withPeriods(t *omop.Table) *omop.Table {
	cols := columnsOf(t)
	at := func(name string) int {
		return slices.IndexFunc(cols, func(c column) bool {
			return holdsNumbers(c) && (strings.EqualFold(c.name, name) ||
				strings.HasSuffix(strings.ToLower(c.name), "_"+name))
		})
	}
	year, part, quarter := at("year"), at("month"), false
	if q := at("quarter"); q >= 0 {
		part, quarter = q, true
	}
	if year < 0 || part < 0 {
		return t
	}
	out := &omop.Table{Columns: append(slices.Clone(t.Columns), omop.Column{Name: "period"})}
	for r, row := range t.Rows {
		p := period{int(cols[year].cells[r].num), int(cols[part].cells[r].num), quarter}
		out.Rows = append(out.Rows, append(slices.Clone(row), any(p.String())))
	}
	return out
}
