package schema

import (
	"embed"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"sync"
)

//go:embed tables.csv columns.csv aliases.csv layouts.csv
var files embed.FS

// cdm is everything the CSV files say.
type cdm struct {
	schemas map[string]*Schema           // by version
	aliases map[string]map[string]string // table → another name of a column → its name
	layouts map[string][]Layout          // table → older orders of its columns
	known   map[string]map[string]string // table → key of any version's column → its name
}

// model reads the files once. They are embedded and tested, so an error in them is a
// mistake of the build, and panics like a bad regexp.MustCompile.
var model = sync.OnceValue(func() *cdm {
	m, err := read()
	if err != nil {
		panic(err)
	}
	return m
})

func read() (*cdm, error) {
	m := &cdm{
		schemas: map[string]*Schema{},
		aliases: map[string]map[string]string{},
		layouts: map[string][]Layout{},
		known:   map[string]map[string]string{},
	}
	for _, v := range Versions() {
		m.schemas[v] = &Schema{Version: v, byName: map[string]*Table{}}
	}
	for _, step := range []struct {
		file string
		row  func(field map[string]string) error
	}{
		{"tables.csv", m.addTable},
		{"columns.csv", m.addColumn},
		{"aliases.csv", m.addAlias},
		{"layouts.csv", m.addLayout},
	} {
		if err := each(step.file, step.row); err != nil {
			return nil, fmt.Errorf("schema: %w", err)
		}
	}
	for _, s := range m.schemas {
		for _, t := range s.Tables {
			t.dropAbsent()
			m.index(t.Name)
		}
	}
	return m, nil
}

// index files every name that a column of the table has in any version.
func (m *cdm) index(table string) {
	if m.known[table] != nil {
		return
	}
	names := map[string]string{}
	for _, l := range m.layoutsOf(table) {
		for _, name := range l.Columns {
			names[Key(name)] = name
		}
	}
	for name := range m.aliases[table] {
		names[Key(name)] = name
	}
	m.known[table] = names
}

// dropAbsent empties the roles whose column this version of the table lacks.
func (t *Table) dropAbsent() {
	for _, role := range []*string{
		&t.StartDate, &t.EndDate, &t.ConceptColumn, &t.TypeColumn, &t.SourceConceptColumn, &t.SourceValueColumn,
	} {
		if _, ok := t.Column(*role); !ok {
			*role = ""
		}
	}
}

// each calls row for every record of an embedded file, its fields by name.
func each(file string, row func(map[string]string) error) error {
	f, err := files.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	r := csv.NewReader(f)
	head, err := r.Read()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	for {
		record, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		field := make(map[string]string, len(head))
		for i, name := range head {
			field[name] = record[i]
		}
		if err := row(field); err != nil {
			line, _ := r.FieldPos(0)
			return fmt.Errorf("%s line %d: %w", file, line, err)
		}
	}
}

// in tells whether a row with these bounds belongs to the version.
func in(version, since, until string) bool {
	return (since == "" || since <= version) && (until == "" || version <= until)
}

func (m *cdm) addTable(f map[string]string) error {
	for v, s := range m.schemas {
		if !in(v, f["since"], f["until"]) {
			continue
		}
		t := &Table{
			Name: f["table"], Group: f["group"], Domain: f["domain"],
			StartDate: f["start_date"], EndDate: f["end_date"],
			ConceptColumn: f["concept"], TypeColumn: f["type_concept"],
			SourceConceptColumn: f["source_concept"], SourceValueColumn: f["source_value"],
			byName: map[string]*Column{},
		}
		s.Tables = append(s.Tables, t)
		s.byName[t.Name] = t
	}
	return nil
}

func (m *cdm) addColumn(f map[string]string) error {
	for v, s := range m.schemas {
		if !in(v, f["since"], f["until"]) {
			continue
		}
		t, ok := s.byName[f["table"]]
		if !ok {
			return fmt.Errorf("no table %q in CDM %s", f["table"], v)
		}
		c := &Column{
			Name: f["column"], Type: Type(f["type"]), Domain: f["domain"], Formerly: f["formerly"],
			Required: f["required"] == "yes" || f["required"] != "" && f["required"] <= v,
			Primary:  f["key"] == "primary",
		}
		c.RefTable, c.RefColumn, _ = strings.Cut(f["references"], ".")
		t.Columns = append(t.Columns, c)
		t.byName[c.Name] = c
		if f["key"] != "" {
			t.Key = append(t.Key, c.Name)
		}
		t.HasPerson = t.HasPerson || c.Name == "person_id"
	}
	return nil
}

func (m *cdm) addAlias(f map[string]string) error {
	if m.aliases[f["table"]] == nil {
		m.aliases[f["table"]] = map[string]string{}
	}
	m.aliases[f["table"]][f["name"]] = f["column"]
	return nil
}

func (m *cdm) addLayout(f map[string]string) error {
	l := Layout{Version: f["version"], Columns: strings.Fields(f["columns"])}
	m.layouts[f["table"]] = append(m.layouts[f["table"]], l)
	return nil
}
