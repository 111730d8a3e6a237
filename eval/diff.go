package eval

import (
	"cmp"
	"fmt"
	"slices"
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
	P        float64  `json:"p"`         // of McNemar's exact test
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
	for _, now := range b {
		was, both := before[now.Case.ID]
		if !both || was.Unscored != "" || now.Unscored != "" {
			continue
		}
		if was.Case.Question != now.Case.Question {
			return d, fmt.Errorf("case %s is another question in %s than in %s; the two cannot be compared", now.Case.ID, nameB, nameA)
		}
		d.Common++
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
	return d, nil
}

// Diffs compares two runs: settings of the same label, or where each has one setting, those.
func Diffs(a, b *Report) ([]Diff, error) {
	var out []Diff
	for _, s := range a.Settings {
		other := s.Label
		if len(a.Settings) == 1 && len(b.Settings) == 1 {
			other = b.Settings[0].Label
		}
		if len(b.Judged[other]) == 0 {
			continue
		}
		d, err := NewDiff(a.Run+": "+s.Label, a.Judged[s.Label], b.Run+": "+other, b.Judged[other])
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s and %s have no setting in common", a.Run, b.Run)
	}
	return out, nil
}
