package privacy

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/askomop/askomop/omop"
)

// TestTheOrderOfRowsIsMadeOfWhatIsShown gives groups other small numbers: nothing of what is shown may change, be it
// all rows in the order of the numbers or the first of them.
func TestTheOrderOfRowsIsMadeOfWhatIsShown(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for _, first := range []int{0, 8, 20} {
		shown := map[string]bool{}
		for range 50 {
			rows := [][]any{}
			for i := range 6 {
				rows = append(rows, []any{fmt.Sprintf("large %d", i), int64(10 + 7*i%5)}, []any{fmt.Sprintf("small %d", i), 1 + r.Int64N(4)})
			}
			slices.SortFunc(rows, func(a, b []any) int {
				return cmp.Or(cmp.Compare(b[1].(int64), a[1].(int64)), cmp.Compare(a[0].(string), b[0].(string)))
			})
			if first > 0 {
				rows = rows[:min(first, len(rows))]
			}
			p := Compiled([]Known{{Name: "cause", Role: Group, People: -1, Part: -1}, {Name: "patients", Role: Persons, People: 1, Part: -1}}, 0, 5)
			p.Ranked(nil, 1, first)
			table := &omop.Table{Columns: []omop.Column{{Name: "cause"}, {Name: "patients"}}, Rows: rows}
			p.Hide(table)
			shown[shownRows(table)] = true
		}
		if len(shown) != 1 {
			t.Errorf("first %d: %d tables are shown of the same large groups: %v", first, len(shown), shown)
		}
	}
}

// TestWhatSharesAPlaceIsMovedTogether hides a number of one of two groups: the place of both is that of their total.
func TestWhatSharesAPlaceIsMovedTogether(t *testing.T) {
	p := Compiled([]Known{{Name: "part", Role: Group, People: -1, Part: -1}, {Name: "level", Role: Group, People: -1, Part: -1},
		{Name: "group_name", Role: Group, People: -1, Part: -1}, {Name: "patients", Role: Persons, People: 3, Part: -1}}, 0, 5)
	p.RankedPlaces([]int{0}, []int{1}, []string{"conditions"}, 0)
	table := &omop.Table{Columns: make([]omop.Column, 4), Rows: [][]any{
		{"sex", "women", "a", int64(3)}, {"sex", "men", "a", int64(40)},
		{"conditions", "gout", "a", int64(30)}, {"conditions", "gout", "b", int64(2)},
		{"conditions", "asthma", "a", int64(20)}, {"conditions", "asthma", "b", int64(9)},
	}}
	p.Hide(table)
	const want = "sex women a <5; sex men a 40; conditions asthma a 20; conditions asthma b 9; conditions gout a 30; conditions gout b <5"
	if got := shownRows(table); got != want {
		t.Errorf("shows %s\nwant  %s", got, want)
	}
}

// TestRowsOfFewThatDifferAreAllThere holds that only rows that say the same are one: ids of concepts are large numbers,
// which were all the same sign.
func TestRowsOfFewThatDifferAreAllThere(t *testing.T) {
	p := Compiled([]Known{{Name: "concept", Role: Group, People: -1, Part: -1}, {Name: "patients", Role: Persons, People: 1, Part: -1}}, 0, 5)
	table := &omop.Table{Columns: []omop.Column{{Name: "concept"}, {Name: "patients"}}, Rows: [][]any{
		{int64(4159766), int64(2)}, {int64(4195136), int64(2)}, {int64(4195136), int64(3)}, {int64(80), int64(50)}}}
	p.Hide(table)
	if got, want := shownRows(table), "4159766 <5; 4195136 <5; 80 50"; got != want {
		t.Errorf("shows %q, want %q", got, want)
	}
}
