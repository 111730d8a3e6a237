package cohort

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/privacy"
	"github.com/askomop/askomop/pipeline/results"
)

// Count is a number of people as it may be shown: itself, or "<5" where it is small.
func Count(n, minCell int) any {
	if n > 0 && n < minCell {
		return fmt.Sprintf("<%d", minCell)
	}
	return n
}

// Listed are the numbers of people that stand beside each other: of the cohorts of a list, of the generations of one.
type Listed []int

// ListOf are the numbers of people in the newest generations of some cohorts.
func ListOf(all []results.Cohort) Listed {
	var l Listed
	for _, c := range all {
		if g, ok := c.Newest(); ok {
			l = append(l, g.People)
		}
	}
	return l
}

// HistoryOf are the numbers of people in all generations of some cohorts, and after the steps that led to them as far
// as these are shown; and how many rows the generations have.
func HistoryOf(all []results.Cohort, minCell int) (people, rows Listed) {
	for _, c := range all {
		for _, g := range c.Generations {
			people, rows = append(people, g.People), append(rows, g.Rows)
			for _, s := range Shown(g.Steps, minCell) {
				if n, ok := s.Value.(int); ok {
					people = append(people, n)
				}
			}
		}
	}
	return people, rows
}

// Count is a number of people as it may stand beside those of the other cohorts, of which this one may be a part: of 13
// people with HIV 12 did not die. Where it differs by few from another number that is shown, or from what up to three
// of them come to when they are added up and taken off each other, it is rounded to tens, or to twice what is shown of
// people at least.
func (l Listed) Count(n, minCell int) any {
	return l.rounded(n, minCell, l.tellsFew(n, minCell))
}

// Near is the same of numbers of one cohort at several times, which are set against each other two at a time.
func (l Listed) Near(n, minCell int) any {
	return l.rounded(n, minCell, slices.ContainsFunc(l.others(n, minCell), func(o int) bool {
		return isFew(n-o, minCell)
	}))
}

func (l Listed) rounded(n, minCell int, near bool) any {
	shown, isNumber := Count(n, minCell).(int)
	if !isNumber || n == 0 || !near {
		return Count(n, minCell)
	}
	step := max(10, 2*minCell)
	return fmt.Sprintf("about %d", max(step, (shown+step/2)/step*step))
}

// mostListed is how many different numbers are added up and taken off each other. Of more, any may be told.
const mostListed = 60

// tellsFew reports whether a number and one of the others differ by few people from two others, as 1236 born early and
// 3764 born late do from 2293 men and 2706 women; or the number alone from one or two.
func (l Listed) tellsFew(n, minCell int) bool {
	others := l.others(n, minCell)
	if len(others) > mostListed {
		return true
	}
	few := func(d int) bool { return isFew(d, minCell) }
	for i, x := range others {
		if few(n - x) {
			return true
		}
		for _, y := range others[:i] {
			if few(n-x-y) || few(n+x-y) || few(n+y-x) {
				return true
			}
			for _, z := range others {
				if z != x && z != y && few(n+z-x-y) {
					return true
				}
			}
		}
	}
	return false
}

// others are the different numbers that are shown beside one.
func (l Listed) others(n, minCell int) []int {
	out := slices.DeleteFunc(slices.Clone(l), func(o int) bool { return o == n || o == 0 || o < minCell })
	slices.Sort(out)
	return slices.Compact(out)
}

func isFew(d, minCell int) bool { return d != 0 && -minCell < d && d < minCell }

// ShownStep is a step of an attrition as it may be shown.
type ShownStep struct {
	Criterion string
	Value     any    // a number, "<5", or privacy.Hidden
	People    string // the same as people read it
}

// Shown hides what the steps of an attrition tell of few people: a step that leaves few,
// and one that takes so few away that the neighbours would tell of them. The last step, the cohort itself, is shown
// rather than one before it.
func Shown(steps []results.Step, minCell int) []ShownStep {
	out := make([]ShownStep, len(steps))
	near := func(a, b int) bool { return a != b && max(a-b, b-a) < minCell }
	before, known := 0, false // the last number that is in sight
	for i, s := range steps {
		out[i] = ShownStep{Criterion: s.Criterion, Value: Count(s.People, minCell)}
		last := i == len(steps)-1
		if _, small := out[i].Value.(string); small {
			// "<5" is in sight
		} else if end := steps[len(steps)-1].People; !last && (known && near(s.People, before) || near(s.People, end)) {
			out[i].Value = privacy.Hidden
		} else {
			before, known = s.People, true
		}
		if n, ok := out[i].Value.(int); ok {
			out[i].People = cell.Text(int64(n))
		} else {
			out[i].People = fmt.Sprint(out[i].Value)
		}
	}
	return out
}

// Difference is how many people differ between two generations.
type Difference struct {
	Before, After int
	Came, Went    int
	Moved         int // stayed, with another first start
}

// Compare counts who came and who went.
func Compare(before, after []results.Entry) Difference {
	first := func(all []results.Entry) map[int64]int64 {
		starts := map[int64]int64{}
		for _, e := range all {
			if at, ok := starts[e.Subject]; !ok || e.Start.Unix() < at {
				starts[e.Subject] = e.Start.Unix()
			}
		}
		return starts
	}
	old, now := first(before), first(after)
	d := Difference{Before: len(old), After: len(now)}
	for subject, start := range now {
		switch was, ok := old[subject]; {
		case !ok:
			d.Came++
		case was != start:
			d.Moved++
		}
	}
	d.Went = d.Before - (d.After - d.Came)
	return d
}

// ShownDifference is a Difference as it may be shown.
type ShownDifference struct{ Before, After, Came, Went, Moved any }

// Hide hides small numbers. Where those who came or those who went are few, the others are hidden too, also where there
// are none: the totals would tell. Where the totals themselves differ by few, the later one is hidden with them.
func (d Difference) Hide(minCell int) ShownDifference {
	small := func(n int) bool { return n > 0 && n < minCell }
	s := ShownDifference{
		Count(d.Before, minCell),
		Count(d.After, minCell),
		Count(d.Came, minCell),
		Count(d.Went, minCell),
		Count(d.Moved, minCell),
	}
	if !small(d.Came) && !small(d.Went) {
		return s
	}
	if !small(d.Came) {
		s.Came = privacy.Hidden
	}
	if !small(d.Went) {
		s.Went = privacy.Hidden
	}
	if by := d.After - d.Before; small(max(by, -by)) && !small(d.After) {
		s.After = privacy.Hidden
	}
	return s
}
