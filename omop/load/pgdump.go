package load

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/internal/lazyregexp"
)

// A dump of PostgreSQL in its plain form is a script: statements, and among them for each table
//
//	COPY cdm.person (person_id, gender_concept_id) FROM stdin;
//	1	8507
//	\.
//
// The rows are read as a CSV file of the table; nothing of the script is run.

var copyLine = lazyregexp.New(`^COPY (\S+) \((.*)\) FROM stdin;\s*$`)

// dumpHead marks the plain form, customHead the compressed one that only pg_restore reads.
const (
	dumpHead   = "PostgreSQL database dump"
	customHead = "PGDMP"
)

// isDump tells whether a file is a plain dump.
func isDump(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 4<<10)
	n, _ := io.ReadFull(f, head)
	return bytes.Contains(head[:n], []byte(dumpHead)) || copyStart.MatchString(string(head[:n]))
}

var copyStart = lazyregexp.New(`(?m)^COPY \S+ \(.*\) FROM stdin;`)

// openDump lists the tables of a plain dump.
func openDump(file string) (*source, error) {
	s := &source{}
	if err := s.addDump(path.Base(file), file); err != nil {
		return nil, fmt.Errorf("load %s: %w", file, err)
	}
	s.fileTables()
	return s, nil
}

// addDump files the tables of a dump; name is the file's within the source.
func (s *source) addDump(name, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	var at int64
	var current *member
	var start int64
	inserts, tables := false, 0
	for {
		line, err := readLine(in)
		if err != nil && err != io.EOF {
			return err
		}
		if len(line) == 0 && err != nil {
			break
		}
		next := at + int64(len(line))
		switch {
		case current != nil && bytes.Equal(bytes.TrimRight(line, "\r\n"), []byte(`\.`)):
			current.size = at - start
			s.members = append(s.members, current)
			current, tables = nil, tables+1
		case current == nil && bytes.HasPrefix(line, []byte("COPY ")):
			if found := copyLine.FindStringSubmatch(string(line)); found != nil {
				current, start = dumpedTable(name, file, found[1], found[2], next), next
			}
		case current == nil && bytes.HasPrefix(line, []byte("INSERT INTO ")):
			inserts = true
		}
		at = next
	}
	switch {
	case current != nil:
		return fmt.Errorf("it ends within the rows of %s: it is not whole", current.name)
	case tables == 0 && inserts:
		return errors.New("its rows are INSERT statements: dump again without --inserts, in the plain form (pg_dump -f FILE)")
	case tables == 0:
		return errors.New("it is a script without rows: dump the data too (pg_dump -f FILE, not --schema-only)")
	}
	return nil
}

func readLine(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > bounded.Text {
			return nil, fmt.Errorf("it has a line of more than %d MB", bounded.Text>>20)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// dumpedTable is a table of a dump whose rows begin at an offset.
func dumpedTable(name, file, table, columns string, start int64) *member {
	m := &member{name: name + ": " + strings.ReplaceAll(table, `"`, ""),
		stem: table[strings.LastIndexByte(table, '.')+1:]}
	names := strings.Split(strings.ReplaceAll(columns, `"`, ""), ", ")
	m.open = func() (io.ReadCloser, error) {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		r, w := io.Pipe()
		go func() {
			err := writeCSV(w, io.NewSectionReader(f, start, m.size), names)
			w.CloseWithError(errors.Join(err, f.Close()))
		}()
		return r, nil
	}
	return m
}

// writeCSV writes rows of COPY's text form as CSV.
func writeCSV(w io.Writer, rows io.Reader, names []string) error {
	in, out := bufio.NewReaderSize(rows, 1<<20), bufio.NewWriterSize(w, 1<<16)
	if _, err := out.WriteString(strings.Join(names, ",") + "\n"); err != nil {
		return err
	}
	for {
		line, err := readLine(in)
		if err != nil && err != io.EOF {
			return err
		}
		if len(line) == 0 && err != nil {
			return out.Flush()
		}
		for i, field := range bytes.Split(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\t'}) {
			if i > 0 {
				if err := out.WriteByte(','); err != nil {
					return err
				}
			}
			if err := writeField(out, field); err != nil {
				return err
			}
		}
		if err := out.WriteByte('\n'); err != nil {
			return err
		}
	}
}

// writeField writes one field of COPY's text form: \N is nothing, a backslash escapes.
func writeField(out *bufio.Writer, field []byte) error {
	if string(field) == `\N` {
		return nil
	}
	if bytes.IndexByte(field, '\\') >= 0 {
		field = unescape(field)
	}
	if bytes.ContainsAny(field, ",\"\r\n") {
		field = []byte(`"` + strings.ReplaceAll(string(field), `"`, `""`) + `"`)
	}
	_, err := out.Write(field)
	return err
}

func unescape(field []byte) []byte {
	special := map[byte]byte{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}
	out := make([]byte, 0, len(field))
	for i := 0; i < len(field); i++ {
		c := field[i]
		if c == '\\' && i+1 < len(field) {
			i++
			c = field[i]
			if s, ok := special[c]; ok {
				c = s
			}
		}
		out = append(out, c)
	}
	return out
}
