package read

import (
	_ "embed"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/study"
)

//go:embed definitions.tsv
var definitionsFile string

// Definition is a choice that words leave open.
type Definition struct {
	Name   string
	Values []string // that it can take, the default first; N is a whole number
	House  string   // what it is unless defined otherwise
	notes  []string // of the values
}

// Definitions are all choices, as docs/definitions.md lists them.
var Definitions = sync.OnceValue(func() []Definition {
	var all []Definition
	for line := range strings.Lines(definitionsFile) {
		cols := strings.Split(strings.TrimSpace(line), "\t")
		if len(cols) != 4 || strings.HasPrefix(line, "#") {
			continue
		}
		if n := len(all); n == 0 || all[n-1].Name != cols[0] {
			all = append(all, Definition{Name: cols[0], House: cols[1]})
			if cols[1] == "N" {
				all[n].House = cols[3]
			}
		}
		d := &all[len(all)-1]
		d.Values, d.notes = append(d.Values, cols[1]), append(d.notes, cols[2])
	}
	return all
})

func definitionOf(name string) (Definition, bool) {
	for _, d := range Definitions() {
		if d.Name == name {
			return d, true
		}
	}
	return Definition{}, false
}

// note is what is said of a value, "" where it is none of the definition's.
func (d Definition) note(value string) string {
	for i, v := range d.Values {
		if v == fileValue && isFile(value) {
			return strings.Replace(d.notes[i], v, filepath.Base(value), 1)
		}
		if v == value && v != "N" && v != fileValue {
			return d.notes[i]
		}
		if n, err := strconv.Atoi(value); v == "N" && err == nil && n > 0 {
			return strings.Replace(d.notes[i], "N", value, 1)
		}
	}
	return ""
}

// fileValue stands for a file among the values of a definition.
const fileValue = "FILE.csv"

func isFile(value string) bool { return strings.HasSuffix(strings.ToLower(value), ".csv") }

// CheckDefinitions reports the first definition that does not exist, or whose value it cannot take, with those it can.
func CheckDefinitions(chosen map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		d, ok := definitionOf(name)
		if !ok {
			var names []string
			for _, d := range Definitions() {
				names = append(names, d.Name)
			}
			return fmt.Errorf("there is no definition %q; there are %s", name, strings.Join(names, ", "))
		}
		if d.note(chosen[name]) == "" {
			return fmt.Errorf("%s can't be %q; it can be %s", name, chosen[name],
				strings.ReplaceAll(strings.Join(d.Values, ", "), "N", "a whole number"))
		}
	}
	return nil
}

// With is the Reader with other definitions than its own.
func (r *Reader) With(chosen map[string]string) (*Reader, error) {
	if err := CheckDefinitions(chosen); err != nil {
		return nil, err
	}
	other := *r
	other.chosen = maps.Clone(r.chosen)
	if other.chosen == nil {
		other.chosen = map[string]string{}
	}
	maps.Copy(other.chosen, chosen)
	if file := chosen["standard"]; isFile(file) {
		groups, err := study.ReadStandard(file)
		if err != nil {
			return nil, err
		}
		other.weights = groups
		other.chosen["standard"] = filepath.Base(file) // the name that is said
	} else if file != "" {
		other.weights = nil
	}
	return &other, nil
}

// choose is the value of a definition, which is used in this question and so is said beside its answer.
func (p *parser) choose(name string) string {
	p.chose[name] = true
	if v, ok := p.r.chosen[name]; ok {
		return v
	}
	d, _ := definitionOf(name)
	return d.House
}

// chooseNumber is the value of a definition that is a number.
func (p *parser) chooseNumber(name string) float64 {
	n, _ := strconv.Atoi(p.choose(name)) // checked where it was chosen
	return float64(n)
}

// chooseStarted is which record a start is.
func (p *parser) chooseStarted(e *event) study.Which {
	switch p.choose("started") {
	case "any":
		return study.Any
	case "first_in_time":
		if e.During != nil || len(e.rels) > 0 {
			return study.FirstOfThese
		}
	}
	return study.First
}

// chooseDay is a number of days, or none where the definition includes the same day.
func (p *parser) chooseDay(name string, days int) *study.Offset {
	if p.choose(name) == "same_day" {
		return &study.Offset{}
	}
	return &study.Offset{Days: days}
}

// chooseWithin is where "within 90 days" begins.
func (p *parser) chooseWithin() study.Offset {
	if p.choose("within") == "from_next_day" {
		return study.Offset{Days: 1}
	}
	return study.Offset{}
}

// notes are what was chosen otherwise than the house does, for the reader of the answer. The house's own choices
// are in the sentence that is said back, and in docs/definitions.md.
func (p *parser) notes() []string {
	var notes []string
	for _, d := range Definitions() {
		if v, ok := p.r.chosen[d.Name]; ok && p.chose[d.Name] {
			notes = append(notes, d.note(v)+" (as defined: "+d.Name+"="+v+")")
		}
	}
	for i, t := range p.toks {
		if p.role[i] == "unit" && slices.Contains(hourWords, t.low) {
			return append(notes, "hours are counted as whole days, since the dates have no time of the day")
		}
	}
	return notes
}

var hourWords = []string{"hours", "hour", "h", "hrs"}

// Meaning says what a value of the definition takes words for, "" where it is none of its values.
func (d Definition) Meaning(value string) string { return d.note(value) }
