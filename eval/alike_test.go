package eval

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/askomop/askomop/omop"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// alike is a pair of results of the demo database, of two people's SQL for one question. A person has said whether the second
// answers the question as the first does; By are the rules that say so.
type alike struct {
	ID       string           `json:"id"`
	Question string           `json:"question"`
	Right    bool             `json:"right"`
	Want     *Result          `json:"want"`
	Got      *Result          `json:"got"`
	Names    map[int64]string `json:"names,omitempty"`
	By       []string         `json:"by,omitempty"`
}

func (a alike) judge(got *omop.Table) (bool, []string) {
	v, by := EquivalentWithRules(a.Want.Table(), got, Rule{Tolerance: DefaultTolerance, Ordered: AsksForOrder(a.Question), Names: a.Names}, a.Question)
	return v.Same, by
}

func readAlike(t *testing.T) []alike {
	t.Helper()
	f, err := os.Open("testdata/alike.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []alike
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a alike
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		out = append(out, a)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAnswersInAnotherShapeAreAccepted(t *testing.T) {
	cases := readAlike(t)
	if *update {
		f, err := os.Create("testdata/alike.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for i := range cases {
			_, cases[i].By = cases[i].judge(cases[i].Got.Table())
			if err := json.NewEncoder(f).Encode(cases[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	right, accepted := 0, 0
	for _, c := range cases {
		same, by := c.judge(c.Got.Table())
		switch {
		case !c.Right && same:
			t.Errorf("%s: %q: a wrong answer was accepted by %q", c.ID, c.Question, by)
		case c.Right && !slices.Equal(by, c.By):
			t.Errorf("%s: accepted %t by %q, want %q", c.ID, same, by, c.By)
		case c.Right && same:
			accepted++
		}
		if c.Right {
			right++
		}
	}
	if right < 60 || len(cases)-right < 20 || float64(accepted) < 0.95*float64(right) {
		t.Errorf("%d of %d right answers accepted, %d wrong ones asked", accepted, right, len(cases)-right)
	}
}

// spoiled are results that are wrong wherever the one they are made from is right: with other numbers, and with each row's
// numbers moved to the one before it, where they differ by more than may be.
func spoiled(got *omop.Table) map[string]*omop.Table {
	cols := columnsOf(got)
	larger := &omop.Table{Columns: got.Columns}
	turned := &omop.Table{Columns: got.Columns}
	moved, alike := 0, 0
	for i, c := range cols {
		if kindOfMeasure(c) == otherMeasure {
			continue
		}
		moved++
		next := append(slices.Clone(c.cells[1:]), c.cells[0])
		if slices.EqualFunc(c.cells, next, func(a, b cell) bool { return equal(a, b, 1, 3*DefaultTolerance) }) {
			alike++
		}
		cols[i].cells = next
	}
	for r, row := range got.Rows {
		up, next := slices.Clone(row), slices.Clone(row)
		for i, c := range cols {
			if !c.naming && holdsNumbers(c) {
				up[i] = newCell(row[i]).num * 2.6
			}
			if kindOfMeasure(c) != otherMeasure {
				next[i] = c.cells[r].num
			}
		}
		larger.Rows, turned.Rows = append(larger.Rows, up), append(turned.Rows, next)
	}
	out := map[string]*omop.Table{"other numbers": larger}
	if moved > 0 && alike == 0 && moved < len(cols) {
		out["each row with the next one's number"] = turned
	}
	return out
}

func TestSpoiledAnswersAreNotAccepted(t *testing.T) {
	made := 0
	for _, c := range readAlike(t) {
		got := c.Got.Table()
		if !c.Right || !slices.ContainsFunc(columnsOf(got), func(col column) bool { return !col.naming && holdsNumbers(col) }) {
			continue
		}
		for how, wrong := range spoiled(got) {
			made++
			if same, by := c.judge(wrong); same {
				t.Errorf("%s, %s: %q was accepted by %q", c.ID, how, c.Question, by)
			}
		}
	}
	if made < 80 {
		t.Errorf("only %d spoiled answers were made", made)
	}
}
