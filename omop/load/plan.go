package load

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// peek reads the start of a delimited member and finds its dialect. It refuses what is
// not data.
func (m *member) peek() (dialect, error) {
	r, err := m.read()
	if err != nil {
		return dialect{}, err
	}
	defer r.Close()
	head, err := io.ReadAll(io.LimitReader(r, sampleSize))
	if err != nil {
		return dialect{}, err
	}
	if err := refuseContent(bytes.NewReader(head)); err != nil {
		return dialect{}, err
	}
	d, err := m.sniff(head, int64(len(head)) == sampleSize, nil)
	if err == nil && max(len(d.header), evenness(head, d.delim)) > widest {
		err = fmt.Errorf("its lines have more than %d columns, which no table of the CDM has: is it the table, and are its line ends in place?", widest)
	}
	return d, err
}

// widest is far above the number of columns of any table, with a site's own ones.
const widest = 500

func (m *member) sniff(head []byte, cut bool, quotes [][]byte) (dialect, error) {
	if i := bytes.IndexByte(head, 0); i >= 0 && markOf(head) != utf16LE && markOf(head) != utf16BE {
		return dialect{}, fmt.Errorf("it is not a text file (byte %d is zero): export the table as CSV, TSV or Parquet", i)
	}
	var sample bytes.Buffer
	if err := rewrite(&sample, bytes.NewReader(head)); err != nil {
		return dialect{}, err
	}
	return sniff(m.table, sample.Bytes(), cut, quotes), nil
}

// mapping says which columns of a file make which columns of a table.
type mapping struct {
	width  int              // columns of the file
	padded bool             // records may be shorter than the header
	from   map[string][]int // target column → the file's columns, best first
	extra  []string         // the file's columns that the table doesn't have
}

// bind maps a file's column names to a table of the schema. A name of the version
// itself comes before a name of another version for the same column.
func bind(s *schema.Schema, table string, names []string) mapping {
	mp := mapping{width: len(names), from: map[string][]int{}}
	for i, name := range names {
		c, ok := s.Resolve(table, name)
		switch {
		case !ok && name == "":
			mp.extra = append(mp.extra, "column "+strconv.Itoa(i+1))
		case !ok:
			mp.extra = append(mp.extra, name)
		case schema.Key(name) == schema.Key(c.Name):
			mp.from[c.Name] = append([]int{i}, mp.from[c.Name]...)
		default:
			mp.from[c.Name] = append(mp.from[c.Name], i)
		}
	}
	return mp
}

// mappingOf maps a delimited file, by its header or else by its columns' positions.
func mappingOf(s *schema.Schema, table string, d dialect) (mapping, error) {
	names := d.header
	if names == nil {
		layout, err := layoutOf(s.Version, table, d.rows)
		if err != nil {
			return mapping{}, err
		}
		return bind(s, table, layout), nil
	}
	n := len(names)
	padded := false
	switch {
	case all(d.rows, func(r []string) bool { return len(r) == n+1 && r[n] == "" }):
		names = append(slices.Clone(names), "") // every line ends with a delimiter
	case all(d.rows, func(r []string) bool { return len(r) == n+1 && schema.Key(r[0]) == r[0] }):
		names = append([]string{""}, names...) // R's row names have no header
	case all(d.rows, func(r []string) bool { return len(r) < n }):
		padded = true
	}
	mp := bind(s, table, names)
	mp.padded = padded
	return mp, nil
}

func all(rows [][]string, is func([]string) bool) bool {
	return len(rows) > 0 && !slices.ContainsFunc(rows, func(r []string) bool { return !is(r) })
}

// enoughLikeness is the share of sample values that must look like their columns' types
// before positions are believed.
const enoughLikeness = 0.8

// layoutOf finds the published order of a table's columns that a file without a header
// follows: one of its width, in which the values look most like their types.
func layoutOf(version, table string, rows [][]string) ([]string, error) {
	layouts := schema.Layouts(version, table)
	if len(rows) == 0 {
		return layouts[0].Columns, nil
	}
	var best []string
	bestScore := 0.0
	var widths []string
	for _, l := range layouts {
		widths = append(widths, fmt.Sprintf("%d in CDM %s", len(l.Columns), l.Version))
		names := l.Columns
		if all(rows, func(r []string) bool { return len(r) == len(names)+1 && r[len(names)] == "" }) {
			names = append(slices.Clone(names), "")
		}
		if score := likeness(table, names, rows); score > bestScore {
			best, bestScore = names, score
		}
	}
	if bestScore < enoughLikeness {
		return nil, fmt.Errorf("its first line is not a header of the %s table, and its %d columns are not the table's in order (%s): add a header line with the column names",
			table, len(rows[0]), strings.Join(widths, ", "))
	}
	return best, nil
}

// likeness is the share of values that look like the type of the column at their
// position; 0 where most records have another width.
func likeness(table string, names []string, rows [][]string) float64 {
	types := make([]schema.Type, len(names))
	for i, name := range names {
		types[i] = typeOf(table, name)
	}
	fit, values, width := 0, 0, 0
	for _, r := range rows {
		if len(r) != len(names) {
			continue
		}
		width++
		for i, v := range r {
			if v = strings.TrimSpace(v); v == "" || v == `\N` || v == "NA" || types[i] == schema.Text {
				continue
			}
			values++
			if looksLike(types[i], v) {
				fit++
			}
		}
	}
	if width*2 <= len(rows) || values == 0 {
		return 0
	}
	return float64(fit) / float64(values)
}

// typeOf is the type of a column in whatever version has it.
func typeOf(table, name string) schema.Type {
	for _, v := range schema.Versions() {
		if s, err := schema.For(v); err == nil {
			if c, ok := s.Resolve(table, name); ok {
				return c.Type
			}
		}
	}
	return schema.Text
}

func looksLike(t schema.Type, v string) bool {
	switch t {
	case schema.ID, schema.Integer:
		whole, zeros, _ := strings.Cut(strings.TrimLeft(v, "+-"), ".")
		return whole != "" && strings.Trim(whole, "0123456789") == "" && strings.Trim(zeros, "0") == ""
	case schema.Number:
		_, err := strconv.ParseFloat(v, 64)
		return err == nil
	case schema.Date, schema.Datetime:
		day, _, _ := strings.Cut(strings.ReplaceAll(v, "T", " "), " ")
		separators := strings.Count(day, "-") + strings.Count(day, "/") + strings.Count(day, ".")
		return len(day) >= 8 && (separators == 2 || strings.Trim(day, "0123456789") == "")
	}
	return true
}
