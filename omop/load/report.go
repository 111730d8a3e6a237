package load

import (
	"fmt"
	"time"

	"github.com/askomop/askomop/omop/schema"
)

// Report tells what a load did, and everything about the source that is not as the CDM
// wants it. Nothing in it stopped the load.
type Report struct {
	Source      string        `json:"source"`
	Target      string        `json:"target"`
	Version     string        `json:"version"`           // of the CDM that was made
	VersionFrom string        `json:"version_from"`      // what told the version
	Tables      []TableReport `json:"tables"`            // every table of the CDM, in its order
	Ignored     []string      `json:"ignored,omitempty"` // files that were not read
	Dates       string        `json:"dates,omitempty"`   // how dates with slashes were read, where that had to be found out
	Rejects     string        `json:"rejects,omitempty"` // the side file with what couldn't be read, or empty
	Removed     []string      `json:"removed,omitempty"` // working folders that killed loads had left
	Took        time.Duration `json:"took_ns"`

	why map[string]string // of files that were not read
}

// TableReport is the part of one table.
type TableReport struct {
	Table      string   `json:"table"`
	Files      []string `json:"files,omitempty"` // inside the source; none for a table made empty
	Rows       int64    `json:"rows"`
	Records    int64    `json:"records,omitempty"`    // of the delimited files, counted apart from what was loaded
	Rejected   int64    `json:"rejected,omitempty"`   // lines that can't be read, kept in the side file
	Numbered   []Count  `json:"numbered,omitempty"`   // dates that were written as numbers, as R does
	Hollow     int64    `json:"hollow,omitempty"`     // lines without any value, left out
	Mended     int64    `json:"mended,omitempty"`     // lines with a quote that nothing closes: it was taken for text
	Spanning   []Count  `json:"spanning,omitempty"`   // values that hold line ends in columns that hardly do
	Missing    []string `json:"missing,omitempty"`    // columns that no file has: they are NULL
	Extra      []string `json:"extra,omitempty"`      // columns of the files that the CDM doesn't have
	Unreadable []Count  `json:"unreadable,omitempty"` // values that don't fit their column: NULL, kept in the side file
	Nulls      []Count  `json:"nulls,omitempty"`      // NULLs in required columns
	Duplicates int64    `json:"duplicates,omitempty"` // rows beyond the first of each key
	Orphans    []Orphan `json:"orphans,omitempty"`    // references to rows that aren't there

	schema *schema.Table
}

// lacking are the required columns of a table with rows that no file has.
func (t *TableReport) lacking() []string {
	var out []string
	for _, name := range t.Missing {
		if c, ok := t.schema.Column(name); ok && c.Required && t.Rows > 0 {
			out = append(out, name)
		}
	}
	return out
}

// refuseNobody fails where clinical tables have rows and the person table has none.
func (r *Report) refuseNobody(vocabulary bool) error {
	var clinical *TableReport
	for i := range r.Tables {
		switch t := &r.Tables[i]; {
		case t.Table == "person" && t.Rows > 0:
			return nil
		case t.Rows > 0 && t.schema.HasPerson && clinical == nil:
			clinical = t
		}
	}
	if vocabulary || clinical == nil {
		return nil
	}
	return fmt.Errorf("the person table is empty, though %s has %d rows: nobody could be counted; export person again",
		clinical.Table, clinical.Rows)
}

// Count counts rows by column, with one of the values.
type Count struct {
	Column  string `json:"column"`
	Rows    int64  `json:"rows"`
	Example string `json:"example,omitempty"`
}

// Orphan counts references that lead nowhere. Concept id 0 refers to nothing and is
// none; references to a table without rows are not counted.
type Orphan struct {
	Column  string `json:"column"`
	Refers  string `json:"refers"` // table.column
	Rows    int64  `json:"rows"`
	Values  int64  `json:"values"` // different ones
	Example string `json:"example"`
}

// Rows is the number of rows loaded, in all tables.
func (r *Report) Rows() int64 {
	var n int64
	for _, t := range r.Tables {
		n += t.Rows
	}
	return n
}

// Findings words everything that is not as the CDM wants it, a line each, worst first
// within a table.
func (r *Report) Findings() []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, t := range r.Tables {
		if t.Rejected > 0 {
			add("%s: %d of %d lines can't be read; they are in %s", t.Table, t.Rejected, t.Records, r.Rejects)
		}
		if t.Hollow > 0 {
			add("%s: %d of %d lines hold delimiters and no value; they were left out", t.Table, t.Hollow, t.Records)
		}
		if t.Mended > 0 {
			add("%s: %d of %d lines hold a quote that nothing closes; it was taken for text", t.Table, t.Mended,
				t.Records)
		}
		for _, c := range t.Spanning {
			add("%s.%s: %d of %d values hold line ends: see whether a quote is missing there", t.Table, c.Column,
				c.Rows, t.Records)
		}
		for _, c := range t.Unreadable {
			add("%s.%s: %d of %d values can't be read, such as %q; they are NULL now and in %s", t.Table, c.Column,
				c.Rows, t.Rows, c.Example, r.Rejects)
		}
		for _, c := range t.Numbered {
			add("%s.%s: %d values are numbers, read as R writes dates: %s", t.Table, c.Column, c.Rows, c.Example)
		}
		for _, c := range t.lacking() {
			add("%s.%s: no file has this required column; it is NULL in all %d rows, and questions that touch it are not answered", t.Table, c, t.Rows)
		}
		if t.Duplicates > 0 {
			add("%s: %d of %d rows repeat a key", t.Table, t.Duplicates, t.Rows)
		}
		for _, c := range t.Nulls {
			add("%s.%s: %d of %d rows have no value, though one is required", t.Table, c.Column, c.Rows, t.Rows)
		}
		for _, o := range t.Orphans {
			add("%s.%s: %d of %d rows refer to %d values that are not in %s, such as %s", t.Table, o.Column, o.Rows,
				t.Rows, o.Values, o.Refers, o.Example)
		}
		for _, name := range t.Extra {
			add("%s: column %q is none of the CDM's and was left out", t.Table, name)
		}
	}
	if r.Dates != "" {
		out = append(out, r.Dates)
	}
	for _, name := range r.Ignored {
		if why := r.why[name]; why != "" {
			add("%s %s", name, why)
			continue
		}
		add("%s is no OMOP table and was not read", name)
	}
	return out
}
