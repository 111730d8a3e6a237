// Package foreign reads question-SQL sets that were made elsewhere: sheets as CSV,
// TSV or XLSX, JSON and JSONL, the files of EHRSQL, and folders of Markdown or SQL.
// It reads them as they are: bringing their SQL to DuckDB and judging it is for others.
package foreign

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/bounded"
)

// Case is a question of a set with what is known about it.
type Case struct {
	ID          string   `json:"id"` // the set's own, or the number of its record
	Question    string   `json:"question"`
	Paraphrases []string `json:"paraphrases,omitempty"`
	Masked      string   `json:"masked,omitempty"`       // the question with its entities masked, as the set masks them
	SQL         string   `json:"sql,omitempty"`          // with concept ids or other values; empty where the set has none
	Template    string   `json:"sql_template,omitempty"` // SQL with placeholders; empty where the set has none
	Answerable  bool     `json:"answerable"`             // false: it must be refused
	Topic       string   `json:"topic,omitempty"`
	Problems    []string `json:"problems,omitempty"` // why its SQL does not run, or not as it was meant, as an import found
	Doubts      []string `json:"doubts,omitempty"`   // what of its SQL depends on types or values, as an import found
	Source      string   `json:"source"`             // the file and the place in it
}

// Fault is a record of a set that could not be read.
type Fault struct {
	Source string // the file and the place in it
	Msg    string
}

func (f *Fault) Error() string { return f.Source + ": " + f.Msg }

// Options say how a set is laid out.
type Options struct {
	Columns Columns // empty: by the usual names of columns
	Sheet   string  // of a workbook; empty is the first
	Labels  string  // a JSON file of id → SQL or null, beside a JSON file of questions (EHRSQL)
}

// Read reads the set in a file or a folder, by its extension: .csv, .tsv, .xlsx,
// .json, .jsonl (or .ndjson), .md, .sql. It reads on past faulty records and returns
// the good cases in the set's order with all faults joined, each a *Fault. Two
// records of one id are a fault.
func Read(fsys fs.FS, name string, opt Options) ([]Case, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, fmt.Errorf("reading a set: %w", err)
	}
	r := &reader{opt: opt, fsys: fsys, seen: map[string]string{}}
	if info.IsDir() {
		err = r.folder(name)
	} else {
		err = r.file(name)
	}
	if err != nil {
		return nil, fmt.Errorf("reading a set: %w", err)
	}
	if len(r.cases) == 0 && len(r.faults) == 0 {
		if info.IsDir() {
			return nil, fmt.Errorf("reading a set: the folder %s holds no .md and no .sql file; sheets and JSON files are named one by one", name)
		}
		return nil, fmt.Errorf("reading a set: %s has no questions", name)
	}
	return r.cases, errors.Join(r.faults...)
}

type reader struct {
	opt    Options
	fsys   fs.FS
	cases  []Case
	faults []error
	seen   map[string]string // id → source
}

// read reads a file whole, of as much as a set may be.
func (r *reader) read(name string) ([]byte, error) {
	if info, err := fs.Stat(r.fsys, name); err == nil && info.Mode()&(fs.ModeDevice|fs.ModeSocket) != 0 {
		return nil, fmt.Errorf("%s is a device, not a file", name)
	}
	f, err := r.fsys.Open(name)
	if err != nil {
		return nil, err
	}
	data, err := bounded.ReadAll(f, bounded.Text)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}

func (r *reader) file(name string) error {
	data, err := r.read(name)
	if err != nil {
		return err
	}
	ext := strings.ToLower(filepath.Ext(name))
	if ext != ".xlsx" {
		if data, err = decoded(data); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	switch ext {
	case ".csv":
		return r.csv(name, data, separator(data))
	case ".tsv", ".tab":
		return r.csv(name, data, '\t')
	case ".xlsx":
		return r.xlsx(name, data)
	case ".json":
		return r.json(name, data)
	case ".jsonl", ".ndjson":
		return r.jsonl(name, data)
	case ".md", ".markdown":
		r.markdown(name, string(data))
		return nil
	case ".sql":
		r.sql(name, string(data))
		return nil
	default:
		return fmt.Errorf("%s: a set is a .csv, .tsv, .xlsx, .json, .jsonl, .md or .sql file, or a folder of .md and .sql files; not %q", name, ext)
	}
}

// folder reads the Markdown and SQL files below a folder, in order of their names.
func (r *reader) folder(dir string) error {
	return fs.WalkDir(r.fsys, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch strings.ToLower(filepath.Ext(name)) {
		case ".md", ".markdown", ".sql":
			return r.file(name)
		}
		return nil
	})
}

func (r *reader) fault(source, format string, args ...any) {
	r.faults = append(r.faults, &Fault{source, fmt.Sprintf(format, args...)})
}

// add keeps a case. One without an id gets its number, counted from 1 over the set.
func (r *reader) add(c Case) {
	c.Question, c.SQL, c.Template = strings.TrimSpace(c.Question), cleanSQL(c.SQL), cleanSQL(c.Template)
	if c.SQL != "" && c.Template == "" && hasPlaceholder(c.SQL) {
		c.SQL, c.Template = "", c.SQL
	}
	if c.ID == "" {
		c.ID = strconv.Itoa(len(r.cases) + 1)
	}
	switch {
	case c.Question == "":
		r.fault(c.Source, "there is no question")
	case c.Answerable && c.SQL == "" && c.Template == "":
		r.fault(c.Source, "there is no SQL, and nothing says that the question can't be answered")
	case r.seen[c.ID] != "":
		r.fault(c.Source, "the id %s is also that of %s", c.ID, r.seen[c.ID])
	default:
		r.seen[c.ID] = c.Source
		r.cases = append(r.cases, c)
	}
}

func cleanSQL(s string) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), ";"))
}
