package pipeline

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/studytest"
	"github.com/askomop/askomop/pipeline/privacy"
)

const (
	twinPeople     = 40
	twinMin        = 4
	worldQuestions = 50 // that are asked of each database
)

// twins is a small random database whose views leave one person out, and the same people for the evaluator that loops over them in Go.
type twins struct {
	conn  *sql.Conn
	world *studytest.World
}

var twinTables = []string{"person", "observation_period", "visit_occurrence", "condition_occurrence", "drug_exposure", "procedure_occurrence", "measurement", "death"}

func newTwins(t *testing.T) *twins {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &twins{}
	if w.conn, err = db.Conn(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.conn.Close() })
	model, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	w.exec(t, "CREATE SCHEMA everybody", "SET VARIABLE out = 0")
	for _, table := range model.Tables {
		if !slices.Contains(twinTables, table.Name) {
			w.exec(t, table.DDL())
			continue
		}
		w.exec(t, "USE everybody", table.DDL(), "USE main", "CREATE VIEW "+table.Name+" AS SELECT * FROM everybody."+table.Name+" WHERE person_id <> getvariable('out')")
	}
	return w
}

func (w *twins) exec(t *testing.T, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := w.conn.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
	}
}

func (w *twins) fill(t *testing.T, world *studytest.World) {
	t.Helper()
	w.world = world
	w.exec(t, "USE everybody")
	for _, table := range twinTables {
		w.exec(t, "DELETE FROM "+table)
	}
	w.exec(t, strings.Join(world.SQL(), ";\n"), "USE main")
}

func (w *twins) query(ctx context.Context, template string) (*omop.Table, error) {
	text, err := sqltree.Render(template, func(p sqltree.Placeholder) (string, error) {
		return strconv.FormatInt(studytest.Names[study.Domain(p.Domain)][p.Text], 10), nil
	})
	if err != nil {
		return nil, err
	}
	rows, err := w.conn.QueryContext(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, text)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	out := &omop.Table{}
	for _, n := range names {
		out.Columns = append(out.Columns, omop.Column{Name: n})
	}
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		for i, v := range values {
			switch n := v.(type) { // as the engines have it
			case int32:
				values[i] = int64(n)
			case *big.Int:
				values[i] = n.Int64()
			}
		}
		out.Rows = append(out.Rows, values)
	}
	return out, rows.Err()
}

// SerializeSQL implements sqltree.Serializer.
func (w *twins) SerializeSQL(ctx context.Context, text string) (tree []byte, err error) {
	err = w.conn.QueryRowContext(ctx, "SELECT json_serialize_sql(?::VARCHAR)::VARCHAR", text).Scan(&tree)
	return tree, err
}

// show is what a question's answer shows with one person left out: as guard.go has it, by the compiler's word or else by the SQL. ok is false
// for a refusal.
func (w *twins) show(ctx context.Context, q *study.Question, plan *compile.Plan, out int64) (shown *omop.Table, ok bool, err error) {
	if _, err := w.conn.ExecContext(ctx, fmt.Sprintf("SET VARIABLE out = %d", out)); err != nil {
		return nil, false, err
	}
	if b := knowBehind(q, plan, twinMin); b != nil {
		table, err := w.query(ctx, plan.SQL)
		if err == nil { // without what intervals are computed from
			table.Columns = table.Columns[:len(plan.Columns)]
			for i, row := range table.Rows {
				table.Rows[i] = row[:len(plan.Columns):len(plan.Columns)]
			}
		}
		for _, template := range []string{b.count, b.weighed} {
			if err == nil && template != "" {
				var counts *omop.Table
				if counts, err = w.query(ctx, template); err == nil {
					table, err = besideRows(plan, table, counts)
				}
			}
		}
		if err == nil {
			b.plan.Hide(table)
		}
		return table, err == nil, err
	}
	s, err := sqltree.Parse(ctx, w, plan.SQL)
	if err != nil {
		return nil, false, err
	}
	p := privacy.ReadCompiled(s, twinMin)
	if p.RowLevel() != "" {
		return nil, false, nil
	}
	text, wide, err := p.Wide()
	if err != nil || !wide {
		text = plan.SQL
	}
	table, err := w.query(ctx, text)
	if err == nil {
		p.Hide(table)
	}
	return table, err == nil, err
}

// cells are the numbers of a table by row and place, as the evaluator has them: the first of a row, three of a share. nil is one that is hidden.
func cells(q *study.Question, plan *compile.Plan, table *omop.Table) map[string][]any {
	out := map[string][]any{}
	first := slices.IndexFunc(plan.Columns, func(c compile.Column) bool { return c.Role != compile.Stratum })
	for _, row := range table.Rows {
		var key []string
		var numbers []any
		for i, c := range plan.Columns {
			switch {
			case c.Name == "unit":
			case c.Role == compile.Stratum && c.Name == "age_group":
				low, _, _ := strings.Cut(fmt.Sprint(row[i]), "-")
				key = append(key, low)
			case c.Role == compile.Stratum:
				key = append(key, fmt.Sprint(row[i]))
			case i == first || q.Measure.Kind == study.Share && i < first+3:
				v := row[i]
				if text, isText := v.(string); isText && (text == privacy.Hidden || strings.HasPrefix(text, "<")) {
					v = nil
				}
				numbers = append(numbers, v)
			}
		}
		out[strings.Join(key, " ")] = numbers
	}
	return out
}

// evaluate asks the evaluator with nobody and with each person left out. Of values it takes the sum and the mean, which change by whomever there is.
func (w *twins) evaluate(q *study.Question) []map[string][]float64 {
	questions := []*study.Question{q}
	if q.Measure.Kind == study.Number {
		sum, mean := *q, *q
		sum.Measure.Stat, mean.Measure.Stat = study.Sum, study.Mean
		questions = []*study.Question{&sum, &mean}
	}
	out := make([]map[string][]float64, len(w.world.People)+1)
	for i := range out {
		world := w.world
		if i > 0 {
			world = w.without(i)
			world.LastYear = w.world.Ends() // ages at the end of the data are those at its last day, whosever that is
		}
		out[i] = map[string][]float64{}
		for _, q := range questions {
			for _, row := range world.Evaluate(q) {
				key := strings.Join(row.Strata, " ")
				out[i][key] = append(out[i][key], row.Numbers...)
			}
		}
	}
	return out
}

// without is the world less one person, by their place from 1.
func (w *twins) without(i int) *studytest.World {
	return &studytest.World{People: slices.Delete(slices.Clone(w.world.People), i-1, i)}
}

// influence is how many people change something by being left out.
func influence(rows []map[string][]float64, key string, of func([]float64) float64) int {
	value := func(i int) float64 {
		if rows[i][key] == nil {
			return math.Inf(1) // no row
		}
		return of(rows[i][key])
	}
	n, first := 0, value(0)
	for i := 1; i < len(rows); i++ {
		if x := value(i); math.Abs(x-first) > 1e-9 || math.IsNaN(x) != math.IsNaN(first) || math.IsInf(x, 1) != math.IsInf(first, 1) {
			n++
		}
	}
	return n
}

// leaks are what an answer shows of fewer than twinMin people; small is somebody of those few, by their place among the people from 1, 0 where there are none.
func leaks(q *study.Question, shown map[string][]any, rows []map[string][]float64) (out []string, small int) {
	at := func(i int) func([]float64) float64 { return func(x []float64) float64 { return x[i] } }
	check := func(key, what string, of func([]float64) float64) {
		if x := rows[0][key]; x == nil || of(x) == 0 { // nobody
			return
		}
		if n := influence(rows, key, of); n > 0 && n < twinMin {
			out = append(out, fmt.Sprintf("%s of row %q depends on %d people", what, key, n))
		}
	}
	for key, numbers := range shown {
		if small == 0 && rows[0][key] != nil {
			if few := behindRow(rows, key); len(few) > 0 && len(few) < twinMin {
				small = few[0]
			}
		}
		switch {
		case q.Measure.Kind == study.Share:
			if numbers[0] != nil {
				check(key, "the part behind the share", at(1))
				check(key, "the rest behind the share", func(x []float64) float64 { return x[2] - x[1] })
			}
			if numbers[1] != nil {
				check(key, "the part", at(1))
			}
			if numbers[2] != nil {
				check(key, "the whole", at(2))
			}
			if numbers[1] != nil && numbers[2] != nil {
				check(key, "the rest", func(x []float64) float64 { return x[2] - x[1] })
			}
		case numbers[0] == nil:
		case q.Measure.Kind == study.Number:
			behind := 0
			for i := 1; i < len(rows); i++ {
				if !slices.EqualFunc(rows[i][key], rows[0][key], func(a, b float64) bool { return math.Abs(a-b) < 1e-9 || math.IsNaN(a) && math.IsNaN(b) }) {
					behind++
				}
			}
			if behind > 0 && behind < twinMin {
				out = append(out, fmt.Sprintf("the value of row %q is that of %d people", key, behind))
			}
			if addsUp(q.Measure.Stat) {
				check(key, "the sum behind the value", at(0))
			}
		default:
			check(key, "the count", at(0))
		}
	}
	return out, small
}

// behindRow are those who change anything in a row by being left out.
func behindRow(rows []map[string][]float64, key string) []int {
	var found []int
	for i := 1; i < len(rows); i++ {
		same := slices.EqualFunc(rows[i][key], rows[0][key], func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })
		if !same {
			found = append(found, i)
		}
	}
	return found
}

// differences are what the answers on two databases differ in that differ in the person left, who is of a small group: a number in sight on both must be that of
// enough people, and a row with one must be there in both. A row may go that had the least number of people that is shown, and this one among them.
func differences(shown, twin map[string][]any, rows []map[string][]float64, left int) []string {
	var out []string
	inSight := func(numbers []any) bool {
		return slices.ContainsFunc(numbers, func(v any) bool { return v != nil && fmt.Sprint(v) != "0" })
	}
	for key, numbers := range shown {
		other, there := twin[key]
		if !there {
			people := behindRow(rows, key)
			if atLimit := len(people) == twinMin && slices.Contains(people, left); inSight(numbers) && !atLimit {
				out = append(out, fmt.Sprintf("the row %q is gone", key))
			}
			continue
		}
		for i, v := range numbers {
			if v == nil || other[i] == nil || fmt.Sprint(v) == fmt.Sprint(other[i]) || len(rows[0][key]) <= i {
				continue
			}
			if n := influence(rows, key, func(x []float64) float64 { return x[i] }); n < twinMin {
				out = append(out, fmt.Sprintf("number %d of row %q is %v and %v, by %d people", i, key, v, other[i], n))
			}
		}
	}
	for key, numbers := range twin {
		if _, there := shown[key]; !there && inSight(numbers) {
			out = append(out, fmt.Sprintf("the row %q has come", key))
		}
	}
	return out
}

// TestAnswersToStudyQuestionsTellOfNobody asks random study questions of random small databases and holds that no number in sight is made of few people, by an
// evaluator that knows who is behind it; and that the answer on a twin of the database, which lacks one person of a small group, differs in nothing else. 2,000 questions, or as
// many as TWINS says, as number or number/seed/first question; task test:twins asks 100,000.
func TestAnswersToStudyQuestionsTellOfNobody(t *testing.T) {
	rounds, within, seed := 2000, 90*time.Second, uint64(18)
	if testing.Short() {
		rounds, within = 200, 20*time.Second
	}
	first := 0
	if text := os.Getenv("TWINS"); text != "" {
		within, seed = 100*time.Hour, uint64(time.Now().UnixNano())
		if _, err := fmt.Sscanf(text, "%d/%d/%d", &rounds, &seed, &first); rounds == 0 {
			t.Fatal("TWINS is a number of questions, or number/seed/first: ", err)
		}
	}
	w := newTwins(t)
	start, asked, refused, inSight, compared := time.Now(), 0, 0, 0, 0
	for ; asked < rounds && time.Since(start) < within; asked++ {
		if asked > 0 && asked%1000 == 0 {
			t.Logf("seed %d: %d questions so far", seed, asked)
		}
		n := first + asked
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		if n%worldQuestions == 0 || asked == 0 {
			of := rand.New(rand.NewPCG(seed, uint64(n-n%worldQuestions)))
			if n%worldQuestions == 0 {
				of = r
			}
			w.fill(t, studytest.NewWorld(of, twinPeople))
		}
		q := studytest.NewQuestion(r)
		plan, err := compile.Compile(q, compile.Options{})
		var no *compile.Unsupported
		if errors.As(err, &no) {
			refused++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		table, ok, err := w.show(t.Context(), q, plan, 0)
		if err != nil {
			t.Fatalf("seed %d, question %d: %v\n%s", seed, n, err, plan.SQL)
		}
		if !ok {
			refused++
			continue
		}
		shown, rows := cells(q, plan, table), w.evaluate(q)
		found, small := leaks(q, shown, rows)
		for _, numbers := range shown {
			if numbers[0] != nil {
				inSight++
				break
			}
		}
		// a latest day of all is shown, and is somebody's: without them, all ages at it are others
		if small > 0 && w.without(small).Ends() != w.world.Ends() {
			small = 0
		}
		if small > 0 && q.Measure.Stat != study.Min && q.Measure.Stat != study.Max {
			twin, ok, err := w.show(t.Context(), q, plan, w.world.People[small-1].ID)
			if err != nil || !ok {
				t.Fatalf("seed %d, question %d: on the twin: %v, %v", seed, n, ok, err)
			}
			compared++
			if q.Measure.Kind != study.Number { // whose values the evaluator gives as sums
				found = append(found, differences(shown, cells(q, plan, twin), rows, small)...)
			}
		}
		if len(found) > 0 {
			text, _ := json.Marshal(q)
			t.Errorf("seed %d, question %d: %s\n%s\n%s\nshows %v\nof    %v", seed, n, strings.Join(found, "; "), text, plan.SQL, shown, rows[0])
		}
	}
	t.Logf("seed %d: %d questions, %d refused, %d with a number in sight, %d compared on twins, %v", seed, asked, refused, inSight, compared, time.Since(start).Round(time.Second))
	if inSight*4 < asked {
		t.Errorf("only %d of %d questions showed a number", inSight, asked)
	}
}
