package eval

import (
	"github.com/askomop/askomop/omop"
)

// Names tells the names of concepts by their ids; ids that are none are left out.
type Names func(ids []int64) map[int64]string

// of are the names of the concepts that results may show.
func (n Names) of(results ...*Result) map[int64]string {
	var ids []int64
	for _, r := range results {
		ids = append(ids, idsIn(r)...)
	}
	if n == nil || len(ids) == 0 {
		return nil
	}
	return n(ids)
}

// mostNamed bounds how many concepts of a result are looked up: nobody asks a question for a longer list.
const mostNamed = 500

// idsIn are the ids of concepts that a result may show.
func idsIn(r *Result) []int64 {
	if r == nil {
		return nil
	}
	var out []int64
	for i, name := range r.Columns {
		if countName.MatchString(name) { // any other column can hold ids: gender_concept_id AS sex
			continue
		}
		for _, row := range r.Rows {
			if id, ok := row[i].(int64); ok && id > 0 {
				out = append(out, id)
			}
		}
	}
	out = distinctIDs(out)
	return out[:min(len(out), mostNamed)]
}

// byName puts the names of concepts in the place of their ids, in columns that hold nothing else.
func byName(names map[int64]string) func(want, got *omop.Table, question string) (*omop.Table, *omop.Table) {
	return func(want, got *omop.Table, _ string) (*omop.Table, *omop.Table) {
		return nameAll(want, names), nameAll(got, names)
	}
}

func nameAll(t *omop.Table, names map[int64]string) *omop.Table {
	if len(names) == 0 || len(t.Rows) == 0 {
		return t
	}
	var named []int
	for i, c := range t.Columns {
		all := !countName.MatchString(c.Name)
		for _, row := range t.Rows {
			id, ok := row[i].(int64)
			all = all && ok && (id == 0 || names[id] != "")
		}
		if all {
			named = append(named, i)
		}
	}
	if len(named) == 0 {
		return t
	}
	out := &omop.Table{Columns: t.Columns}
	for _, row := range t.Rows {
		row = append([]any{}, row...)
		for _, i := range named {
			if row[i] = names[row[i].(int64)]; row[i] == "" {
				row[i] = "No matching concept"
			}
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
