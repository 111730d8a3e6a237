package privacy

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// a leaf is the people of one sex and one state; every count of the tests' queries is a sum of leaves.
const (
	sexes  = 3
	states = 4
	leaves = sexes * states
)

// crowd is how many people each leaf has.
type crowd [leaves]int64

func randomCrowd(r *rand.Rand) crowd {
	var c crowd
	for i := range c {
		switch r.IntN(4) {
		case 0:
			c[i] = int64(r.IntN(3))
		case 1:
			c[i] = 1 + int64(r.IntN(7))
		default:
			c[i] = 4 + int64(r.IntN(25))
		}
	}
	return c
}

// sql is the crowd as a table of people.
func (c crowd) sql() string {
	var rows []string
	for i, n := range c {
		rows = append(rows, fmt.Sprintf("(%d, %d, %d)", i/states, i%states, n))
	}
	return `CREATE OR REPLACE TABLE person AS SELECT row_number() OVER () AS person_id, g AS gender_concept_id, s AS race_concept_id
		FROM (VALUES ` + strings.Join(rows, ", ") + `) t(g, s, n), range(n)`
}

// sum of leaves that a cell counts; a share or difference is a multiple of such sums.
type leafSum [leaves]int64

func of(keep func(sex, state int) bool) leafSum {
	var f leafSum
	for i := range f {
		if keep(i/states, i%states) {
			f[i] = 1
		}
	}
	return f
}

// counted is what a cell of a query's result counts, by its row; cells that count nothing are not listed.
type counted func(row []any) map[int]leafSum

func at(v any, i int) bool { return v == nil || v == int64(i) }

// both keys in the first two columns, NULL for all.
func byKeys(row []any) leafSum {
	return of(func(sex, state int) bool { return at(row[0], sex) && at(row[1], state) })
}

var everybody = of(func(int, int) bool { return true })

// tabulations are queries with what their cells count.
var tabulations = map[string]struct {
	query string
	cells counted
}{
	"rollup": {`SELECT gender_concept_id AS a, race_concept_id AS b, COUNT(DISTINCT person_id) AS n FROM person GROUP BY ROLLUP (a, b) ORDER BY ALL`,
		func(row []any) map[int]leafSum { return map[int]leafSum{2: byKeys(row)} }},
	"cube": {`SELECT gender_concept_id AS a, race_concept_id AS b, COUNT(*) AS n, COUNT(DISTINCT person_id) AS m FROM person GROUP BY CUBE (a, b)`,
		func(row []any) map[int]leafSum { return map[int]leafSum{2: byKeys(row), 3: byKeys(row)} }},
	"grouping sets": {`SELECT gender_concept_id AS a, race_concept_id AS b, COUNT(*) AS n FROM person GROUP BY GROUPING SETS ((a, b), (a), ()) ORDER BY n DESC`,
		func(row []any) map[int]leafSum { return map[int]leafSum{2: byKeys(row)} }},
	"union": {`SELECT NULL AS a, race_concept_id AS b, COUNT(*) AS n FROM person GROUP BY 2 UNION ALL SELECT NULL, NULL, COUNT(*) FROM person`,
		func(row []any) map[int]leafSum { return map[int]leafSum{2: byKeys(row)} }},
	"total column": {`SELECT gender_concept_id AS a, race_concept_id AS b, COUNT(*) AS n, SUM(COUNT(*)) OVER () AS total, SUM(COUNT(*)) OVER (PARTITION BY gender_concept_id) AS of_sex FROM person GROUP BY 1, 2`,
		func(row []any) map[int]leafSum {
			return map[int]leafSum{2: byKeys(row), 3: everybody,
				4: of(func(sex, _ int) bool { return at(row[0], sex) })}
		}},
	"total by subquery": {`SELECT NULL AS a, race_concept_id AS b, COUNT(*) AS n, (SELECT COUNT(*) FROM person) AS total FROM person GROUP BY 2`,
		func(row []any) map[int]leafSum { return map[int]leafSum{2: byKeys(row), 3: everybody} }},
	"columns": {`SELECT NULL AS a, race_concept_id AS b, COUNT(*) AS n, COUNT(*) FILTER (WHERE gender_concept_id = 0) AS x, COUNT(*) FILTER (WHERE gender_concept_id = 1) AS y, COUNT(*) FILTER (WHERE gender_concept_id = 2) AS z FROM person GROUP BY 2 ORDER BY 2`,
		func(row []any) map[int]leafSum {
			sex := func(k int) leafSum { return of(func(sex, state int) bool { return sex == k && at(row[1], state) }) }
			return map[int]leafSum{2: byKeys(row), 3: sex(0), 4: sex(1), 5: sex(2)}
		}},
	"sums of cases": {`SELECT NULL AS a, NULL AS b, COUNT(DISTINCT person_id) AS n, SUM(CASE WHEN gender_concept_id = 0 THEN 1 ELSE 0 END) AS x, SUM(CASE WHEN gender_concept_id > 0 THEN 1 ELSE 0 END) AS y FROM person`,
		func([]any) map[int]leafSum {
			return map[int]leafSum{2: everybody, 3: of(func(sex, _ int) bool { return sex == 0 }),
				4: of(func(sex, _ int) bool { return sex > 0 })}
		}},
	"running": {`SELECT NULL AS a, race_concept_id AS b, COUNT(*) AS n, SUM(COUNT(*)) OVER (ORDER BY race_concept_id) AS so_far FROM person GROUP BY 2 ORDER BY 2`,
		func(row []any) map[int]leafSum {
			return map[int]leafSum{2: byKeys(row),
				3: of(func(_, state int) bool { return int64(state) <= row[1].(int64) })}
		}},
	"change": {`SELECT NULL AS a, race_concept_id AS b, COUNT(*) AS n, COUNT(*) - LAG(COUNT(*)) OVER (ORDER BY race_concept_id) AS change FROM person GROUP BY 2 ORDER BY 2`,
		func(row []any) map[int]leafSum { return map[int]leafSum{2: byKeys(row)} }}, // the change is added by the test
	"percent of all": {`SELECT NULL AS a, race_concept_id AS b, COUNT(*) AS n, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS share FROM person GROUP BY 2`,
		func(row []any) map[int]leafSum { return map[int]leafSum{2: byKeys(row), 3: byKeys(row)} }},
	"percents alone": {`SELECT NULL AS a, race_concept_id AS b, 100.0 * COUNT(*) / (SELECT COUNT(*) FROM person) AS share, (SELECT COUNT(*) FROM person) AS total FROM person GROUP BY 2`,
		func(row []any) map[int]leafSum { return map[int]leafSum{2: byKeys(row), 3: everybody} }},
	"share of each": {`SELECT NULL AS a, race_concept_id AS b, COUNT(*) AS n, ROUND(100.0 * COUNT(*) FILTER (WHERE gender_concept_id = 0) / COUNT(*), 2) AS share FROM person GROUP BY 2`,
		func(row []any) map[int]leafSum {
			return map[int]leafSum{2: byKeys(row),
				3: of(func(sex, state int) bool { return sex == 0 && at(row[1], state) })}
		}},
}

// TestNoHiddenCountCanBeComputedFromWhatIsShown knows which people each cell counts, which the package
// does not, and looks whether a hidden cell is a linear combination of those in sight.
func TestNoHiddenCountCanBeComputedFromWhatIsShown(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 10
	}
	db := people(t)
	r := rand.New(rand.NewPCG(6, 4))
	cells, primaries, secondaries := 0, 0, 0
	for round := range rounds {
		c := randomCrowd(r)
		if _, err := db.ExecContext(t.Context(), c.sql()); err != nil {
			t.Fatal(err)
		}
		for name, tab := range tabulations {
			whole := run(t, db, tab.query)
			table, _, _ := hide(t, db, tab.query)
			if len(whole.Rows) != len(table.Rows) && name != "cube" { // of which rows are left out
				t.Fatalf("%s: rows were lost", name)
			}
			// Rows of equal keys come in any order from the engine: they are matched by their keys.
			seen := attacker{crowd: c}
			seen.look(name, tab.cells, table.Rows)
			if name != "percents alone" {
				seen.absent(table.Rows, name)
			}
			for _, broken := range seen.broken() {
				t.Fatalf("round %d, %s: %v of %s can be computed\nshown: %s\nwhole: %s", round, name, broken.cell, shownRows(table), shownRows(table), shownRows(whole))
			}
			for _, h := range seen.hidden {
				cells++
				if h.text == "<5" {
					primaries++
				} else {
					secondaries++
				}
				if v := seen.value(h.sum); h.text == "<5" && (v < 1 || v > 4) {
					t.Fatalf("%s: %d is shown as <5", name, v)
				}
			}
			for _, f := range seen.counts {
				if v := seen.value(f); v > 0 && v < 5 {
					t.Fatalf("round %d, %s: a count of %d is in sight: %s", round, name, v, shownRows(table))
				}
			}
		}
	}
	t.Logf("%d hidden cells: %d small ones, %d for their sake", cells, primaries, secondaries)
	if primaries < 50 || secondaries < 50 {
		t.Errorf("only %d small cells and %d others were hidden", primaries, secondaries)
	}
}

// attacker is who sees the table and knows what its cells count.
type attacker struct {
	crowd  crowd
	known  []leafSum
	counts []leafSum // shown as they are
	hidden []hiddenCell
}

type hiddenCell struct {
	cell string
	text string
	sum  leafSum
}

func (a *attacker) value(f leafSum) int64 {
	var n int64
	for i, k := range f {
		n += k * a.crowd[i]
	}
	return n
}

func (a *attacker) look(name string, cells counted, rows [][]any) {
	var before leafSum
	for i, row := range rows {
		sums := cells(row)
		if name == "change" {
			if i > 0 {
				var change leafSum
				for k := range change {
					change[k] = sums[2][k] - before[k]
				}
				sums[3] = change
			}
			before = sums[2]
		}
		for c, f := range sums {
			switch text := row[c]; {
			case text == "<5" || text == Hidden:
				a.hidden = append(a.hidden, hiddenCell{fmt.Sprintf("row %d column %d", i, c), text.(string), f})
			case text != nil:
				a.known = append(a.known, f)
				if _, ok := text.(int64); ok && name != "change" {
					a.counts = append(a.counts, f)
				}
			}
		}
	}
}

// absent notes that groups which have no row have nobody.
func (a *attacker) absent(rows [][]any, name string) {
	if name == "sums of cases" {
		return
	}
	var covered leafSum
	for _, row := range rows {
		f := byKeys(row)
		for i, k := range f {
			covered[i] += k
		}
	}
	for i, k := range covered {
		if k == 0 {
			var f leafSum
			f[i] = 1
			a.known = append(a.known, f)
		}
	}
}

// broken are the hidden cells whose sum of leaves is a combination of known ones.
func (a *attacker) broken() []hiddenCell {
	var rows [][]*big.Rat
	for _, f := range a.known {
		rows = insert(rows, rational(f))
	}
	var out []hiddenCell
	for _, h := range a.hidden {
		row := rational(h.sum)
		for _, r := range rows {
			subtract(row, r, pivot(r))
		}
		if pivot(row) == len(row)-1 {
			out = append(out, h)
		}
	}
	return out
}

func rational(f leafSum) []*big.Rat {
	row := make([]*big.Rat, 0, leaves+1)
	for _, k := range f {
		row = append(row, big.NewRat(k, 1))
	}
	return append(row, new(big.Rat))
}

// TestEachHiddenCountHasSeveralPossibleValues tries every crowd that would give the same table.
func TestEachHiddenCountHasSeveralPossibleValues(t *testing.T) {
	db := people(t)
	r := rand.New(rand.NewPCG(7, 4))
	tried := 0
	for _, tab := range []struct {
		name          string
		sexes, states int
	}{{"union", 1, 4}, {"rollup", 1, 4}, {"cube", 2, 2}, {"cube", 2, 3}, {"grouping sets", 2, 3}} {
		for range 30 {
			var c crowd
			for sex := range tab.sexes {
				for state := range tab.states {
					c[sex*states+state] = int64(r.IntN(9))
				}
			}
			if c == (crowd{}) {
				continue
			}
			if _, err := db.ExecContext(t.Context(), c.sql()); err != nil {
				t.Fatal(err)
			}
			table, _, _ := hide(t, db, tabulations[tab.name].query)
			for key, values := range possible(table.Rows, tab.sexes) {
				if tried++; len(values) < 3 {
					t.Fatalf("%s of %v: the hidden count of %s can only be %v: %s", tab.name, c, key, values, shownRows(table))
				}
			}
		}
	}
	if tried < 300 {
		t.Errorf("only %d hidden cells were looked at", tried)
	}
}

// possible are the values that each hidden cell of a table of so many sexes by both keys can have, by its keys.
func possible(rows [][]any, sexes int) map[string]map[int64]bool {
	var sums []leafSum
	var bounds [][2]int64
	atLeast := int64(1) // that hidden ones are no small ones, is seen by others that are shown as such
	for _, row := range rows {
		if row[2] == "<5" {
			atLeast = 5
		}
	}
	for _, row := range rows {
		low, high := atLeast, int64(25)
		switch n := row[2].(type) {
		case int64:
			low, high = n, n
		default:
			if n == "<5" {
				low, high = 1, 4
			}
		}
		sum := byKeys(row)
		clear(sum[sexes*states:])
		sums, bounds = append(sums, sum), append(bounds, [2]int64{low, high})
	}
	out := map[string]map[int64]bool{}
	var guess crowd
	fits := func(upTo int) bool { // no sum of the leaves before is too large, and each one that is whole fits
		for i, sum := range sums {
			n, whole := int64(0), true
			for leaf, k := range sum {
				n += k * guess[leaf]
				whole = whole && (k == 0 || leaf < upTo)
			}
			if n > bounds[i][1] || whole && n < bounds[i][0] {
				return false
			}
		}
		return true
	}
	var try func(leaf int)
	try = func(leaf int) {
		if leaf == leaves {
			for i, row := range rows {
				if bounds[i][0] < bounds[i][1] {
					key := fmt.Sprint(row[:2])
					if out[key] == nil {
						out[key] = map[int64]bool{}
					}
					out[key][(&attacker{crowd: guess}).value(sums[i])] = true
				}
			}
			return
		}
		low, high := int64(0), int64(0)
		var alone leafSum
		alone[leaf] = 1
		for i, sum := range sums {
			if sum == alone {
				low, high = bounds[i][0], bounds[i][1]
			}
		}
		for n := low; n <= high; n++ {
			if guess[leaf] = n; fits(leaf + 1) {
				try(leaf + 1)
			}
		}
		guess[leaf] = 0
	}
	try(0)
	return out
}

// TestALongTableIsSettledInTime hides in a table of 10,000 rows of which half are small, with a total and a running
// total.
func TestALongTableIsSettledInTime(t *testing.T) {
	db := people(t)
	query := `SELECT year_of_birth AS y, race_concept_id AS r, COUNT(*) AS n, SUM(COUNT(*)) OVER () AS total, SUM(COUNT(*)) OVER (ORDER BY year_of_birth, race_concept_id) AS so_far,
		100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS share FROM person GROUP BY 1, 2 ORDER BY 1, 2`
	if _, err := db.ExecContext(t.Context(), `CREATE OR REPLACE TABLE person AS SELECT row_number() OVER () AS person_id, i // 100 AS year_of_birth, i % 100 AS race_concept_id
		FROM range(10000) r(i), range(20) c(k) WHERE k <= hash(i) % 10`); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	table, report, _ := hide(t, db, query)
	if took := time.Since(start); took > 15*time.Second {
		t.Errorf("took %v", took)
	}
	t.Logf("%d rows, %d cells hidden, %v", len(table.Rows), report.Cells, time.Since(start))
	if len(table.Rows) != 10_000 || report.Cells < 4000 {
		t.Errorf("%d rows, %d cells hidden", len(table.Rows), report.Cells)
	}
}
