package pipeline

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop"
)

type parser struct{ db *sql.DB }

func (p parser) SerializeSQL(ctx context.Context, text string) ([]byte, error) {
	var json string
	err := p.db.QueryRowContext(ctx, "SELECT json_serialize_sql(?::VARCHAR)::VARCHAR", text).Scan(&json)
	return []byte(json), err
}

func TestSmallCountsAreHidden(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, tt := range []struct {
		name, sql string
		rows      [][]any
		want      [][]any
	}{
		{"a count of people", `SELECT COUNT(DISTINCT person_id) AS n FROM death`, [][]any{{int64(4)}}, [][]any{{"<5"}}},
		{"zero and n stay", `SELECT year, COUNT(*) FROM death GROUP BY 1`, [][]any{{int64(2008), int64(0)}, {int64(2009), int64(5)}}, [][]any{{int64(2008), int64(0)}, {int64(2009), int64(5)}}},
		{"what stands beside a small count", `SELECT year, COUNT(*), AVG(age), ROUND(100.0 * COUNT(*) / 50, 2) FROM death GROUP BY 1`,
			[][]any{{int64(3), int64(2), 70.5, 4.0}, {int64(4), int64(9), 71.0, 18.0}}, [][]any{{int64(3), "<5", Hidden, Hidden}, {int64(4), int64(9), 71.0, 18.0}}},
		{"a count through a CTE under another name", `WITH a AS (SELECT gender, COUNT(DISTINCT person_id) AS x FROM person GROUP BY 1) SELECT gender, x AS y FROM a`,
			[][]any{{"F", int64(3)}}, [][]any{{"F", "<5"}}},
		{"a sum of counts", `SELECT SUM(x) FROM (SELECT COUNT(*) AS x FROM death) AS d`, [][]any{{int64(3)}}, [][]any{{"<5"}}},
		{"a scalar subquery", `SELECT (SELECT COUNT(*) FROM death) AS n`, [][]any{{int64(1)}}, [][]any{{"<5"}}},
		{"a UNION", `SELECT 'a', COUNT(*) FROM death UNION ALL SELECT 'b', COUNT(*) FROM person`, [][]any{{"a", int64(1)}, {"b", int64(50)}}, [][]any{{"a", "<5"}, {"b", int64(50)}}},
		{"keys of groups are no counts", `SELECT month, COUNT(*) FROM death GROUP BY 1`, [][]any{{int64(3), int64(70)}}, [][]any{{int64(3), int64(70)}}},
		{"a count of concepts", `SELECT COUNT(DISTINCT drug_concept_id) FROM drug_exposure`, [][]any{{int64(3)}}, [][]any{{int64(3)}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := &omop.Table{Rows: tt.rows}
			for i := range tt.rows[0] {
				table.Columns = append(table.Columns, omop.Column{Name: fmt.Sprint("c", i)})
			}
			hidden, err := suppress(t.Context(), parser{db}, tt.sql, table, 5)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(table.Rows, tt.want) {
				t.Errorf("shows %v, want %v", table.Rows, tt.want)
			}
			changed := 0
			for _, row := range table.Rows {
				for _, v := range row {
					if v == "<5" || v == Hidden {
						changed++
					}
				}
			}
			if hidden != changed {
				t.Errorf("reports %d hidden cells, hid %d", hidden, changed)
			}
		})
	}
}

func TestSentences(t *testing.T) {
	table := func(rows [][]any, names ...string) *omop.Table {
		tb := &omop.Table{Rows: rows}
		for _, n := range names {
			tb.Columns = append(tb.Columns, omop.Column{Name: n})
		}
		return tb
	}
	for _, tt := range []struct {
		t    *omop.Table
		want string
	}{
		{table([][]any{{int64(446)}}, "patients"), "446 patients."},
		{table([][]any{{int64(1)}}, "patients"), "1 patient."},
		{table([][]any{{"<5"}}, "patients"), "<5 patients."},
		{table([][]any{{int64(12345)}}, "prescriptions"), "12,345 prescriptions."},
		{table([][]any{{27.74, int64(38), int64(137)}}, "percentage", "patients_with_both", "patients"), "27.74 % (patients with both: 38, patients: 137)."},
		{table([][]any{{69.5, int64(171)}}, "average_age", "patients"), "Average age: 69.5 (patients: 171)."},
		{table([][]any{{nil}}, "average_age"), "average age: none, nothing in this database matches."},
		{table(nil, "patients"), "No rows: nothing in this database matches."},
		{table([][]any{{int64(2008), int64(3)}, {int64(2009), int64(9)}}, "year", "patients"), "2 rows; the highest: 2009 with 9 patients."},
		{table([][]any{{int64(2016), int64(14)}}, "year", "patients"), "Year: 2016 (patients: 14)."},
		{table([][]any{{"Gout", int64(14)}}, "condition", "patients"), "Gout: 14 patients."},
		{table([][]any{{"White", int64(30)}, {"Black", "<5"}}, "race", "patients"), "2 rows; the highest: White with 30 patients."},
	} {
		if got := sentence(tt.t); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.t.Rows, got, tt.want)
		}
	}
}
