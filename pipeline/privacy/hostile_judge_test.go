package privacy

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// judged is what an attempt gave, with each person left out in turn.
type judged struct {
	attempt
	raw, shown []*omop.Table // by the person who is left out; 0 is nobody
	sums       []*omop.Table // with sums for averages, and not rounded: who is average changes the one and not the other
	told       []*omop.Table // with what columns tell of in another form
	plan       *Plan
}

// mostSelects is how many SELECTs a wide form has that is run: with more, conditions with subqueries that stand in each of
// its columns, the engine takes minutes to plan it, and the program ends it.
const mostSelects = 100

// judge runs an attempt. ok is false where it is no SQL, or refused.
func judge(ctx context.Context, conn *sql.Conn, p parser, a attempt) (j *judged, refused bool, err error) {
	s, err := sqltree.Parse(ctx, p, a.sql)
	if err != nil {
		return nil, false, err
	}
	plan := Read(s, wardMin)
	if plan.RowLevel() != "" {
		return nil, true, nil
	}
	text, wide, err := plan.Wide()
	if err != nil || !wide {
		text = a.sql
	}
	if strings.Count(text, "SELECT") > mostSelects {
		return nil, false, nil
	}
	j = &judged{attempt: a, plan: plan}
	for out := range wardPeople + 1 {
		if _, err := conn.ExecContext(ctx, fmt.Sprintf("SET VARIABLE out = %d", out)); err != nil {
			return nil, false, err
		}
		table, err := scan(ctx, conn, text)
		if err != nil && out == 0 && wide {
			if _, plainErr := scan(ctx, conn, a.sql); plainErr == nil {
				return nil, false, fmt.Errorf("the wide form fails: %w\n%s", err, text)
			}
		}
		if err != nil {
			return nil, false, nil // it is no SQL, or fails on the data
		}
		raw := &omop.Table{Columns: table.Columns}
		for _, row := range table.Rows {
			raw.Rows = append(raw.Rows, slices.Clone(row))
		}
		if strings.Contains(a.sql, "AVG(") || strings.Contains(a.sql, "ROUND(") {
			sums, err := scan(ctx, conn, exactly.Replace(a.sql))
			if err != nil {
				sums = &omop.Table{}
			}
			j.sums = append(j.sums, sums)
		}
		if a.told != "" {
			told, err := scan(ctx, conn, a.told)
			if err != nil {
				return nil, false, fmt.Errorf("what is told fails: %w\n%s", err, a.told)
			}
			j.told = append(j.told, told)
		}
		plan.Hide(table)
		j.raw, j.shown = append(j.raw, raw), append(j.shown, table)
		if out == 0 && !j.anyInSight() {
			return j, false, nil
		}
	}
	return j, false, nil
}

// exactly writes a statement with what people change more by being left out.
var exactly = strings.NewReplacer("AVG(", "SUM(", ", 0) AS", ", 9) AS", ", 1) AS", ", 9) AS", ", 2) AS", ", 9) AS")

func scan(ctx context.Context, conn *sql.Conn, query string) (*omop.Table, error) {
	rows, err := conn.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return readRows(rows)
}

func inSight(v any) bool {
	text, ok := v.(string)
	return v != nil && (!ok || text != Hidden && !strings.HasPrefix(text, "<"))
}

// anyInSight reports whether any aggregate is shown at all.
func (j *judged) anyInSight() bool {
	return slices.ContainsFunc(j.shown[0].Rows, func(row []any) bool {
		return len(row) > j.keys && slices.ContainsFunc(row[j.keys:], inSight)
	})
}

// rowKey names a row by its keys, as they are in the data.
func (j *judged) rowKey(row []any) string { return fmt.Sprint(row[:min(j.keys, len(row))]...) }

// leaks are what the shown table tells of fewer than wardMin people.
func (j *judged) leaks() []string {
	var out []string
	first := j.shown[0]
	byKey := make([]map[string][]any, len(j.raw))
	for i, t := range j.raw {
		byKey[i] = map[string][]any{}
		for _, row := range t.Rows {
			byKey[i][j.rowKey(row)] = row
		}
	}
	if len(byKey[0]) != len(j.raw[0].Rows) || len(first.Rows) != len(j.raw[0].Rows) && j.keys == 0 {
		return nil // rows can't be told apart
	}
	var places []spot
	for _, row := range first.Rows {
		key, ok := j.rawKey(row)
		if !ok {
			continue
		}
		if isHidden := func(v any) bool { return v != nil && !inSight(v) }; j.whole && slices.ContainsFunc(row[j.keys:], isHidden) {
			continue
		}
		for c := j.keys; c < len(row) && c < len(j.ignored); c++ {
			v := byKey[0][key][c]
			x, isNumber := asNumber(v)
			infinite, isFloat := v.(float64)
			nobody := isNumber && (x == 0 || x == 0.5) || isFloat && (math.IsNaN(infinite) || math.IsInf(infinite, 0)) // and a half; of none
			if inSight(row[c]) && row[c] != nil && !nobody {
				places = append(places, spot{key, c, row[:j.keys]})
			}
		}
	}
	for _, p := range places {
		if j.ignored[p.c] {
			continue
		}
		if j.told != nil {
			shown, _ := asNumber(byKey[0][p.key][p.c])
			if n, ok := j.toldNumber(0, p); ok && n != shown && n > 0 && n < wardMin {
				out = append(out, fmt.Sprintf("%v tells of %v people", p, n))
			}
			if j.whole {
				continue
			}
		}
		if strings.Contains(j.sql, "LIMIT") && slices.ContainsFunc(byKey, func(rows map[string][]any) bool { return rows[p.key] == nil }) {
			continue // another row is the first
		}
		if n := j.influence(func(i int) string {
			row, ok := byKey[i][p.key]
			if !ok {
				return "no row"
			}
			return fmt.Sprint(row[p.c], j.sumOf(i, p.key, p.c))
		}); n > 0 && n < wardMin {
			out = append(out, fmt.Sprintf("column %d of row %s depends on %d people", p.c, p.key, n))
		}
	}
	number := func(i int, p spot) (float64, bool) {
		if j.told != nil {
			return j.toldNumber(i, p)
		}
		row, ok := byKey[i][p.key]
		if !ok {
			return 0, true
		}
		return asNumber(row[p.c])
	}
	differ := func(of []spot, what string) {
		rest, known := number(0, of[0])
		for _, p := range of[1:] {
			x, isNumber := number(0, p)
			rest, known = rest-x, known && isNumber
		}
		if math.Abs(rest) < 1e-6 || !known && j.told != nil { // nobody is left, or nothing is told
			return
		}
		if strings.Contains(j.sql, "LIMIT") && slices.ContainsFunc(byKey, func(rows map[string][]any) bool {
			return slices.ContainsFunc(of, func(p spot) bool { return rows[p.key] == nil })
		}) {
			return // another row is the first
		}
		if n := j.influence(func(i int) string {
			x, ok := number(i, of[0])
			for _, p := range of[1:] {
				y, isNumber := number(i, p)
				x, ok = x-y, ok && isNumber
			}
			if !ok {
				return "no number"
			}
			return fmt.Sprintf("%.6f", x)
		}); n > 0 && n < wardMin {
			out = append(out, fmt.Sprintf("the difference of %s depends on %d people", what, n))
		}
	}
	for a, x := range places {
		var others []spot
		for b, y := range places {
			if a == b || j.ignored[x.c] || j.ignored[y.c] {
				continue
			}
			records := x.c != y.c && (strings.Contains(j.sql, " JOIN ") || strings.Contains(j.sql, "UNION ALL SELECT * FROM person")) // and people beside each other
			if a < b && !records {
				differ([]spot{x, y}, fmt.Sprint(x, " and ", y))
			}
			if x.c == y.c {
				others = append(others, y)
			}
			for _, z := range places[b+1:] {
				if x.key == y.key && y.key == z.key && x.c != z.c && !j.ignored[z.c] && !strings.Contains(j.sql, " JOIN range") && !strings.Contains(j.sql, " JOIN person q") {
					differ([]spot{x, y, z}, fmt.Sprint(x, " and ", y, z))
				}
			}
		}
		if len(others) > 1 {
			differ(append([]spot{x}, others...), fmt.Sprint(x, " and the others of its column"))
		}
		for _, parts := range partsOf(x, places) {
			differ(append([]spot{x}, parts...), fmt.Sprint(x, " and its parts ", parts))
		}
	}
	for _, row := range first.Rows {
		for c, v := range row {
			if c < len(j.ignored) && !j.ignored[c] && strings.Contains(fmt.Sprint(v), "SECRET") {
				out = append(out, fmt.Sprintf("%v is shown", v))
			}
		}
	}
	return append(out, j.rowLeaks()...)
}

// spot is a cell that is in sight.
type spot struct {
	key  string
	c    int
	keys []any
}

func (p spot) String() string { return fmt.Sprintf("column %d of %s", p.c, p.key) }

// partsOf are the places in sight that a total is made of, by the keys that they have and it has not.
func partsOf(total spot, places []spot) [][]spot {
	byKeys := map[string][]spot{}
	for _, p := range places {
		pattern, finer, agrees := "", false, p.c == total.c
		for i, key := range p.keys {
			pattern += fmt.Sprint(key == nil)
			finer = finer || key != nil && total.keys[i] == nil
			agrees = agrees && (total.keys[i] == nil || fmt.Sprint(key) == fmt.Sprint(total.keys[i]))
		}
		if finer && agrees {
			byKeys[pattern] = append(byKeys[pattern], p)
		}
	}
	return slices.Collect(maps.Values(byKeys))
}

// toldNumber is the number that a cell tells of in another form.
func (j *judged) toldNumber(i int, p spot) (float64, bool) {
	for _, row := range j.told[i].Rows {
		if j.rowKey(row) == p.key {
			x, ok := asNumber(row[p.c])
			return x, ok && row[p.c] != nil
		}
	}
	return 0, i > 0
}

// sumOf is the sum beside an average; nil where there is none.
func (j *judged) sumOf(i int, key string, c int) any {
	if len(j.sums) <= i {
		return nil
	}
	for _, row := range j.sums[i].Rows {
		if j.rowKey(row) == key && c < len(row) {
			return row[c]
		}
	}
	return nil
}

// rowLeaks are rows with numbers in sight that are there because of few people, or would be there but for few.
func (j *judged) rowLeaks() []string {
	_, having, _ := strings.Cut(j.sql, " HAVING ")
	bounded := strings.ContainsAny(strings.ReplaceAll(having, "<>", ""), "<>")             // by a number of records, of which one person may have several
	if strings.Contains(j.sql, "LIMIT") || strings.Contains(j.sql, " OVER (") || bounded { // the first rows in an order; totals stand beside small groups
		return nil
	}
	joins := strings.HasPrefix(j.sql, "WITH a AS ") && strings.Contains(j.sql, "JOIN b ")
	numbers := make([]map[string]bool, len(j.shown)) // the rows with a number in sight that is not 0
	there := make([]map[string]bool, len(j.shown))   // those that the query gives
	all := map[string]bool{}
	for i, t := range j.shown {
		numbers[i], there[i] = map[string]bool{}, map[string]bool{}
		for _, row := range t.Rows {
			key := j.rowKey(row)
			if joins && slices.ContainsFunc(row, func(v any) bool { return v != nil && !inSight(v) }) {
				continue // that somebody is in both groups is known, as of a group whose number is <5
			}
			if slices.ContainsFunc(row[j.keys:], func(v any) bool {
				if slices.ContainsFunc(row[:j.keys], func(key any) bool { return namesAgain(key, v) }) || j.inAllRows(t, v) {
					return false
				}
				x, ok := asNumber(v)
				return inSight(v) && (!ok || x != 0 && x != 0.5)
			}) {
				numbers[i][key], all[key] = true, true
			}
		}
		for _, row := range j.raw[i].Rows {
			there[i][j.rowKey(row)] = true
		}
	}
	var out []string
	for key := range all {
		n := 0
		for i := 1; i < len(there); i++ {
			if there[i][key] != there[0][key] && (numbers[i][key] || numbers[0][key]) {
				n++
			}
		}
		if n > 0 && n < wardMin {
			out = append(out, fmt.Sprintf("whether the row %s is there depends on %d people", key, n))
		}
	}
	return out
}

// namesAgain reports whether a cell is the name of its group again, be it in another form.
func namesAgain(key, v any) bool {
	k, ok1 := asNumber(key)
	x, ok2 := asNumber(v) // without " of"
	return fmt.Sprint(key) == fmt.Sprint(v) || key != nil && v != nil && ok1 && ok2 &&
		slices.ContainsFunc([]float64{k, k / 1000, k + 0.5, math.Log(1 + k)}, func(form float64) bool { return math.Abs(x-form) < 1e-9 })
}

// inAllRows reports whether a cell is a number of all, which stands in each row.
func (j *judged) inAllRows(t *omop.Table, v any) bool {
	return strings.Contains(j.sql, " AS t ") && len(t.Rows) > 1 && !slices.ContainsFunc(t.Rows, func(row []any) bool {
		return fmt.Sprint(row[len(j.ignored)-1]) != fmt.Sprint(v)
	})
}

// rawKey is the key of a shown row, false where a key is hidden.
func (j *judged) rawKey(row []any) (string, bool) {
	for _, v := range row[:min(j.keys, len(row))] {
		if v != nil && !inSight(v) {
			return "", false
		}
	}
	return j.rowKey(row), true
}

// influence is how many people change something by being left out.
func (j *judged) influence(of func(i int) string) int {
	n, first := 0, of(0)
	for i := 1; i < len(j.raw); i++ {
		if of(i) != first {
			n++
		}
	}
	return n
}

func asNumber(v any) (float64, bool) {
	switch x := v.(type) {
	case nil:
		return 0, true
	case int64:
		return float64(x), true
	case float64:
		return x, !math.IsNaN(x) && !math.IsInf(x, 0)
	case string:
		f, err := strconv.ParseFloat(strings.TrimSuffix(x, " of"), 64)
		return f, err == nil
	}
	return 0, false
}
