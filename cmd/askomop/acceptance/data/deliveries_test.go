package data

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/omop/enginetest"
)

// delivery is a way in which a site writes its tables.
type delivery struct {
	column func(name, kind string) string // a column in SQL, with its name in the file
	file   func(table string) string
	parts  int // files a table
	copy   string
}

func as(value, name string) string { return value + ` AS "` + name + `"` }

var deliveries = map[string]delivery{
	"a European registry": {
		column: func(name, kind string) string {
			value := map[string]string{"DATE": "strftime(%s, '%%d.%%m.%%Y')", "TIMESTAMP": "strftime(%s, '%%d.%%m.%%Y %%H:%%M:%%S')", "DOUBLE": "replace(%s::VARCHAR, '.', ',')"}[kind]
			if value == "" {
				value = "%s"
			}
			return as(fmt.Sprintf(value, name), strings.ToUpper(name))
		},
		file: func(table string) string { return strings.ToUpper(table) + ".CSV" },
		copy: "(FORMAT csv, HEADER, DELIMITER ';')",
	},
	"R": {
		column: func(name, kind string) string {
			if kind == "DATE" && name != "valid_end_date" { // the year 2099 is a spreadsheet's 2029
				return as("date_diff('day', DATE '1970-01-01', "+name+")", name)
			}
			return name
		},
		file: func(table string) string { return table + ".csv.gz" },
		copy: "(FORMAT csv, HEADER, NULLSTR 'NA', COMPRESSION gzip)",
	},
	"parts behind a prefix": {
		column: func(name, kind string) string { return as(name, " "+strings.ReplaceAll(name, "_", " ")) },
		file:   func(table string) string { return "hosp1_" + table + ".tsv" },
		parts:  3,
		copy:   `(FORMAT csv, HEADER, DELIMITER '\t', QUOTE '"')`,
	},
	"Parquet in folders by Hive's habit": {
		column: func(name, kind string) string {
			if kind == "DATE" {
				return as(name+"::TIMESTAMP", strings.ToUpper(name))
			}
			return as(name, strings.ToUpper(name))
		},
		file: func(table string) string { return table },
		copy: "(FORMAT parquet, PARTITION_BY (site, half))",
	},
}

// delivered are the tables that sites send: most of them.
var delivered = strings.Fields("person observation_period visit_occurrence condition_occurrence drug_exposure measurement death cdm_source " +
	"concept concept_ancestor concept_class concept_relationship concept_synonym vocabulary")

// TestDeliveriesAsSitesWriteThemAreLoadedWhole loads the same data in each way, and looks for every row and the same answers.
func TestDeliveriesAsSitesWriteThemAreLoadedWhole(t *testing.T) {
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "source.duckdb")
	cmdtest.Must(t, "db", "demo", "--persons", "300", file)
	questions := []string{"How many women have type 2 diabetes?", "What is the average HbA1c?", "How many patients were newly diagnosed with hypertension in 2009?"}
	want := map[string]string{}
	for _, question := range questions {
		want[question] = answerOf(t, file, question)
	}
	for name, d := range deliveries {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, table := range delivered {
				d.write(t, file, table, dir)
			}
			t.Setenv("ASKOMOP_HOME", t.TempDir())
			loaded := filepath.Join(t.TempDir(), "cdm.duckdb")
			cmdtest.Must(t, "db", "load", dir, "--to", loaded)
			for _, table := range delivered {
				count := "SELECT COUNT(*) AS n, COUNT(COLUMNS(*)) FROM " + table
				if got, want := enginetest.Rows(t, loaded, count), enginetest.Rows(t, file, count); got != want {
					t.Errorf("%s: %s, want %s", table, got, want)
				}
			}
			for _, question := range questions {
				if got := answerOf(t, loaded, question); got != want[question] {
					t.Errorf("%s %q, want %q", question, got, want[question])
				}
			}
		})
	}
}

// write writes one table of a DuckDB file.
func (d delivery) write(t *testing.T, file, table, dir string) {
	t.Helper()
	var columns []string
	for line := range strings.SplitSeq(strings.TrimSpace(enginetest.Rows(t, file, "SELECT column_name AS c, data_type AS k FROM duckdb_columns() WHERE table_name = '"+table+"' ORDER BY column_index")), "\n") {
		words := strings.Split(line, `"`)
		columns = append(columns, d.column(words[1], words[3]))
	}
	parts := max(d.parts, 1)
	for i := range parts {
		name := d.file(table)
		if parts > 1 {
			base, extension, _ := strings.Cut(name, ".")
			name = fmt.Sprintf("%s_%d.%s", base, i+1, extension)
		}
		target := filepath.Join(dir, name)
		hive := ""
		if strings.Contains(d.copy, "PARTITION_BY") {
			hive = ", 'A & B' AS site, rowid % 2 AS half"
		}
		enginetest.Change(t, file, fmt.Sprintf("COPY (SELECT %s%s FROM %s WHERE rowid %% %d = %d) TO '%s' %s", strings.Join(columns, ", "), hive, table, parts, i, target, d.copy))
	}
}
