package demo

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

//go:embed sql/*.sql vocabulary/*.tsv model/*.tsv
var files embed.FS

// listTables names the temporary table of each list whose table is not raw_ and the
// name of its file: the lists of model/ share some names with those of vocabulary/.
var listTables = map[string]string{
	"model/procedures.tsv":   "raw_procedures_done",
	"model/measurements.tsv": "raw_measured",
	"model/observations.tsv": "raw_observed",
	"model/devices.tsv":      "raw_devices_used",
	"model/specialties.tsv":  "raw_specialty_mix",
}

// lists loads every list into a temporary table of its own: a column of text for each
// column of the list, NULL where the list is empty, and the number of the line.
func (r *run) lists() {
	for _, folder := range []string{"vocabulary", "model"} {
		entries, err := files.ReadDir(folder)
		if err != nil {
			r.err = err
			return
		}
		for _, e := range entries {
			r.list(path.Join(folder, e.Name()))
		}
	}
}

func (r *run) list(name string) {
	if r.err != nil {
		return
	}
	text, err := files.ReadFile(name)
	if err != nil {
		r.err = err
		return
	}
	table := listTables[name]
	if table == "" {
		table = "raw_" + strings.TrimSuffix(path.Base(name), ".tsv")
	}
	head, body, _ := strings.Cut(string(text), "\n")
	columns := strings.Split(head, "\t")
	values := make([]string, len(columns))
	for i := range columns {
		values[i] = fmt.Sprintf("nullif(cell[%d], '')", i+1)
	}
	r.exec(fmt.Sprintf("CREATE TEMP TABLE %s (line BIGINT, %s VARCHAR)", table, strings.Join(columns, " VARCHAR, ")))
	r.exec(fmt.Sprintf(`INSERT INTO %s SELECT line, %s FROM (
		SELECT generate_subscripts(lines, 1) AS line, str_split(unnest(lines), chr(9)) AS cell FROM (SELECT str_split(rtrim(?, chr(10)), chr(10)) AS lines))`,
		table, strings.Join(values, ", ")), body)
	if r.err != nil {
		r.err = fmt.Errorf("%s: %w", name, r.err)
	}
}
