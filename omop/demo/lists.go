package demo

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

//go:embed sql/*.sql vocabulary/*.tsv model/*.tsv
var files embed.FS

// lists loads every list of vocabulary/ and model/ into a temporary table raw_NAME: a
// column of text for each column of the list, NULL where the list is empty, and the
// number of the line.
func (r *run) lists() {
	for _, folder := range []string{"vocabulary", "model"} {
		entries, err := files.ReadDir(folder)
		if err != nil {
			r.fail(err)
			return
		}
		for _, e := range entries {
			r.list(path.Join(folder, e.Name()))
		}
	}
}

func (r *run) list(name string) {
	text, err := files.ReadFile(name)
	if err != nil {
		r.fail(err)
		return
	}
	head, lines, _ := strings.Cut(string(text), "\n")
	columns := strings.Split(head, "\t")
	values := make([]string, len(columns))
	for i := range columns {
		values[i] = fmt.Sprintf("nullif(cell[%d], '')", i+1)
	}
	table := "raw_" + strings.TrimSuffix(path.Base(name), ".tsv")
	r.exec(name, fmt.Sprintf("CREATE TEMP TABLE %s (line BIGINT, %s VARCHAR)", table,
		strings.Join(columns, " VARCHAR, ")))
	r.exec(name, fmt.Sprintf(`INSERT INTO %s SELECT line, %s FROM (
		SELECT generate_subscripts(lines, 1) AS line, str_split(unnest(lines), chr(9)) AS cell
		FROM (SELECT str_split(rtrim(?, chr(10)), chr(10)) AS lines))`, table, strings.Join(values, ", ")), lines)
}
