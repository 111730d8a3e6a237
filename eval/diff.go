package eval

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Diff compares two settings case by case.
type Diff struct {
	A        string   `json:"a"`
	B        string   `json:"b"`
	Common   int      `json:"common"` // cases that both have asked and that count
	RightA   int      `json:"right_a"`
	RightB   int      `json:"right_b"`
	Better   []Change `json:"better"`    // right in B alone
	Worse    []Change `json:"worse"`     // right in A alone
	NewWrong int      `json:"new_wrong"` // wrong in B alone: worse than a refusal
	P        float64  `json:"p"`         // of McNemar's exact test, which takes the cases for independent

	// What B has more than A, with intervals of 95 % by bootstrap over pairs, whose wordings are not independent.
	Right Stat `json:"right"` // right cases, in percent points
	RS10  Stat `json:"rs10"`  // RS(10)
}

// Change is a case that ended differently.
type Change struct {
	Case     string `json:"case"`
	Question string `json:"question"`
	From     string `json:"from"` // right, wrong, refused or failed
	To       string `json:"to"`
	Why      string `json:"why,omitempty"` // it is not right in the run in which it is not
}

// NewDiff compares the judged cases of two settings.
func NewDiff(nameA string, a []Judged, nameB string, b []Judged) (Diff, error) {
	d := Diff{A: nameA, B: nameB, Better: []Change{}, Worse: []Change{}}
	before := make(map[string]Judged, len(a))
	for _, j := range a {
		before[j.Case.ID] = j
	}
	gains := newGains()
	for _, now := range b {
		was, both := before[now.Case.ID]
		if !both || was.Unscored != "" || now.Unscored != "" {
			continue
		}
		if was.Case.Question != now.Case.Question {
			return d, fmt.Errorf("case %s is another question in %s than in %s; the two cannot be compared",
				now.Case.ID, nameB, nameA)
		}
		d.Common++
		gains.add(was, now)
		d.RightA += int(truth(right(was)))
		d.RightB += int(truth(right(now)))
		d.NewWrong += int(truth(wrong(now) && !wrong(was)))
		change := Change{now.Case.ID, now.Case.Question, was.End(), now.End(), ""}
		switch {
		case right(now) && !right(was):
			change.Why = was.Why()
			d.Better = append(d.Better, change)
		case right(was) && !right(now):
			change.Why = now.Why()
			d.Worse = append(d.Worse, change)
		}
	}
	if d.Common == 0 {
		return d, fmt.Errorf("%s and %s have no case in common", nameA, nameB)
	}
	for _, list := range [][]Change{d.Better, d.Worse} {
		slices.SortFunc(list, func(a, b Change) int { return cmp.Compare(a.Case, b.Case) })
	}
	d.P = McNemar(len(d.Better), len(d.Worse))
	d.Right, d.RS10 = gains.stat(0), gains.stat(1)
	return d, nil
}

// gains sums, by pair, what the second of two settings gains: right cases, RS(10), and the number of cases.
type gains struct {
	index map[string]int
	sums  [][]float64
}

func newGains() *gains { return &gains{index: map[string]int{}} }

func (g *gains) add(was, now Judged) {
	at, known := g.index[now.cluster()]
	if !known {
		at = len(g.sums)
		g.index[now.cluster()] = at
		g.sums = append(g.sums, make([]float64, 3))
	}
	accumulate(g.sums[at], []float64{truth(right(now)) - truth(right(was)),
		reliabilityOf(now.Score, 10) - reliabilityOf(was.Score, 10), 1})
}

func (g *gains) stat(i int) Stat {
	value, low, high := Bootstrap(g.sums, func(s []float64) float64 { return 100 * ratio(s[i], s[2]) }, seed)
	return Stat{value, low, high, len(g.sums)}
}

// Diffs compares two runs: settings of the same label, or where each has one setting,
// those. wantA and wantB choose a setting of each; empty chooses none.
func Diffs(a *Report, wantA string, b *Report, wantB string) ([]Diff, error) {
	chosenA, err := a.Choose(wantA)
	if err != nil {
		return nil, err
	}
	chosenB, err := b.Choose(wantB)
	if err != nil {
		return nil, err
	}
	var out []Diff
	for _, s := range chosenA {
		other := s.Label
		if len(chosenA) == 1 && len(chosenB) == 1 {
			other = chosenB[0].Label
		}
		if !slices.ContainsFunc(chosenB, func(s SettingReport) bool { return s.Label == other }) {
			continue
		}
		d, err := NewDiff(a.Run+": "+s.Label, a.Judged[s.Label], b.Run+": "+other, b.Judged[other])
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	if len(out) == 0 {
		example, _, _ := strings.Cut(a.Settings[0].Label, ",")
		return nil, fmt.Errorf("%s and %s have no setting in common; name one of each, as in %s:%s", a.Run, b.Run,
			a.Run, example)
	}
	return out, nil
}

// Choose returns the settings that are meant: all, or the one whose label is the word or is the only one that holds it.
func (r *Report) Choose(word string) ([]SettingReport, error) {
	if word == "" {
		return r.Settings, nil
	}
	var found []SettingReport
	var labels []string
	for _, s := range r.Settings {
		if s.Label == word {
			return []SettingReport{s}, nil
		}
		if strings.Contains(s.Label, word) {
			found = append(found, s)
		}
		labels = append(labels, s.Label)
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%q is the name of %d settings of %s; they are: %s", word, len(found), r.Run,
			strings.Join(labels, "; "))
	}
	return found, nil
}
