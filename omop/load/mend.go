package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// Bounds of what one record may be. A longer line is noted and left out: the engine's reader would lose it in silence.
const (
	usualRecord   = 2_000_000 // the engine reads such a record with its own settings
	longestRecord = 16 << 20
	longestSpan   = 5_000 // lines of one value
)

// A mender reads a quoted file line by line and tells quotes that are data from quotes that enclose. The engine's
// reader takes every quote at the start of a field for an opening one, and reads on, over line ends, to wherever the
// next quote closes it: one stray quote swallows hundreds of rows, and two of them do so without an error. The mender
// believes a value that holds line ends only where none of the lines it runs over is a record by itself.
//
//	4,17,201826,2010-01-01,"5 plate        a quote that no line closes: read as text
//	5,18,"first line                       closed two lines on, and no line between is a record: one value
//	second line",2010-01-01,x
type mender struct {
	dialect dialect
	width   int           // fields of a record
	padded  bool          // a record may have fewer
	types   []schema.Type // of the fields; Text where unknown
	reject  func(line int64, reason, text string) error

	in    *bufio.Reader
	out   *bufio.Writer
	ahead []line // lines that were read and not used
	at    int64  // number of the line that is read next, from 1
	err   error  // of reading, io.EOF at the end

	found mended
}

type line struct {
	n    int64
	text []byte // with its line end
	long bool   // beyond longestRecord; text is its start
}

// mended counts what a mender found in one file.
type mended struct {
	records  int64 // of data, those left out included
	stray    int64 // records with a quote that is data now
	rejected int64 // records left out
	longest  int   // bytes of the longest record
	spanning map[int]int64
}

// changed tells whether the file has to be written anew.
func (m mended) changed() bool { return m.stray > 0 || m.rejected > 0 }

// mend writes the file at path to out, with each quote that is data written so that the engine reads it as such.
func (m *mender) mend(ctx context.Context, path, out string) (mended, error) {
	f, err := os.Open(path)
	if err != nil {
		return mended{}, err
	}
	defer f.Close()
	w, err := os.OpenFile(out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return mended{}, err
	}
	m.in, m.out = bufio.NewReaderSize(contextReader{ctx, f}, 1<<20), bufio.NewWriterSize(w, 1<<20)
	m.found.spanning = map[int]int64{}
	err = m.run()
	return m.found, errors.Join(err, m.out.Flush(), w.Close())
}

func (m *mender) run() error {
	header := m.dialect.header != nil
	for {
		l, ok := m.next()
		if !ok {
			if m.err == io.EOF {
				return nil
			}
			return m.err
		}
		if len(bytes.TrimRight(l.text, "\r\n")) == 0 {
			continue
		}
		if header {
			header = false
			if _, err := m.out.Write(l.text); err != nil {
				return err
			}
			continue
		}
		m.found.records++
		if err := m.record(l); err != nil {
			return err
		}
	}
}

// record writes the record that begins in the line.
func (m *mender) record(l line) error {
	if l.long {
		return m.leaveOut(l, "longer than 16 MB")
	}
	state := m.strict(l.text, false)
	if state == closed {
		return m.write(l.text)
	}
	if state == open {
		if whole, ok := m.span(l); ok {
			for i, field := range firstRecord(whole, m.dialect) {
				if strings.Contains(field, "\n") {
					m.found.spanning[i]++
				}
			}
			return m.write(whole)
		}
	}
	fields := firstRecord(l.text, m.dialect)
	if !m.fits(fields) {
		return m.leaveOut(l, "a quote is not closed")
	}
	m.found.stray++
	return m.write(m.quote(fields))
}

// span reads on to the line that closes the value; ok is false where the quote that opened it is a stray one.
func (m *mender) span(first line) (whole []byte, ok bool) {
	whole = bytes.Clone(first.text)
	var taken []line
	defer func() {
		if !ok {
			m.ahead = append(taken, m.ahead...)
		}
	}()
	for len(taken) < longestSpan && len(whole) < longestRecord {
		l, more := m.next()
		if !more {
			return nil, false
		}
		taken = append(taken, l)
		if l.long || m.isRecord(l.text) {
			return nil, false
		}
		whole = append(whole, l.text...)
		switch m.strict(l.text, true) {
		case closed:
			return whole, m.fits(firstRecord(whole, m.dialect))
		case broken:
			return nil, false
		}
	}
	return nil, false
}

// isRecord tells whether a line is a record of its own: as many fields as the file has, and numbers where ids belong.
func (m *mender) isRecord(text []byte) bool {
	fields := firstRecord(text, m.dialect)
	if len(fields) != m.width {
		return false
	}
	ids := 0
	for i, f := range fields {
		if m.types[i] == schema.ID && f != "" {
			if !looksLike(schema.ID, strings.TrimSpace(f)) {
				return false
			}
			ids++
		}
	}
	return ids > 0 || m.width > 3
}

func (m *mender) fits(fields []string) bool {
	return len(fields) == m.width || m.padded && len(fields) < m.width
}

func firstRecord(text []byte, d dialect) []string {
	records := split(text, d, 1)
	if len(records) == 0 {
		return nil
	}
	return records[0]
}

// quoting is how a piece of text leaves the quotes of a record.
type quoting int

const (
	closed quoting = iota // every quote that opens is closed
	open                  // a value goes on in the next line
	broken                // a quote closes where no field ends
)

// strict reads a line as the engine's reader does; inside tells that it begins within a quoted value.
func (m *mender) strict(text []byte, inside bool) quoting {
	text = bytes.TrimRight(text, "\r\n")
	for i := 0; ; {
		if !inside {
			if i < len(text) && text[i] == '"' {
				inside, i = true, i+1
				continue
			}
			end := bytes.IndexByte(text[i:], m.dialect.delim)
			field := text[i:]
			if end >= 0 {
				field = text[i : i+end]
			}
			if bytes.IndexByte(field, '"') >= 0 {
				return broken
			}
			if end < 0 {
				return closed
			}
			i += end + 1
			continue
		}
		end := bytes.IndexByte(text[i:], '"')
		if m.dialect.escape == '\\' {
			end = unescapedQuote(text[i:])
		}
		if end < 0 {
			return open
		}
		i += end + 1
		switch {
		case i == len(text):
			return closed
		case text[i] == '"' && m.dialect.escape == '"':
			i++
		case text[i] == m.dialect.delim:
			inside, i = false, i+1
		default:
			return broken
		}
	}
}

// unescapedQuote is the place of the first quote without a backslash before it, -1 if there is none.
func unescapedQuote(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// quote writes fields so that strict reads them back.
func (m *mender) quote(fields []string) []byte {
	var b bytes.Buffer
	escaped := strings.NewReplacer(`"`, string(rune(m.dialect.escape))+`"`)
	if m.dialect.escape == '\\' {
		escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	}
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(m.dialect.delim)
		}
		if strings.ContainsAny(f, "\"\n\\"+string(rune(m.dialect.delim))) {
			f = `"` + escaped.Replace(f) + `"`
		}
		b.WriteString(f)
	}
	b.WriteByte('\n')
	return b.Bytes()
}

func (m *mender) write(record []byte) error {
	m.found.longest = max(m.found.longest, len(record))
	_, err := m.out.Write(record)
	return err
}

func (m *mender) leaveOut(l line, reason string) error {
	m.found.rejected++
	const shown = 10_000
	return m.reject(l.n, reason, strings.TrimRight(string(l.text[:min(len(l.text), shown)]), "\r\n"))
}

// next is the next line; false at the end or after an error.
func (m *mender) next() (line, bool) {
	if len(m.ahead) > 0 {
		l := m.ahead[0]
		m.ahead = m.ahead[1:]
		return l, true
	}
	if m.err != nil {
		return line{}, false
	}
	m.at++
	l := line{n: m.at}
	for {
		part, err := m.in.ReadSlice('\n')
		if !l.long {
			l.text = append(l.text, part...)
			l.long = len(l.text) > longestRecord
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		m.err = err
		return l, err == nil || len(l.text) > 0
	}
}
