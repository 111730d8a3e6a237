package load

import (
	"bytes"
	"slices"

	"github.com/askomop/askomop/omop/schema"
)

// A usual looks at every field of a delimited file as its bytes pass, and tells which columns hold nothing but values
// that the engine's CSV reader reads as their type by itself, and reads right. That reader is three times as fast as
// expressions over text, but it rounds 1.5 to an id, reads 0x10 as 16 and takes "infinity" for a day; so a column is
// only given to it when all of the file has been seen.
type usual struct {
	delim  byte
	quoted bool
	nulls  []string      // the words that stand for no value
	types  []schema.Type // of the file's columns
	wanted []content     // of them; anything where something unusual was found
	broken bool          // quotes stand where this reader and the engine may differ on what a field is

	stop   [256]bool // bytes that end a field, or make an unquoted one doubtful
	skip   bool      // in the header line
	column int
	open   bool   // in a quoted field that goes on in the next line
	carry  []byte // an unfinished line
}

// newUsual looks at a file of a table, by what its first lines have shown; nil where that is not enough.
func newUsual(t *schema.Table, d dialect, mp mapping) *usual {
	if mp.padded || d.quoted && d.escape != '"' {
		return nil
	}
	u := &usual{delim: d.delim, quoted: d.quoted, nulls: nullWords(t), skip: d.header != nil,
		types: slices.Repeat([]schema.Type{schema.Text}, mp.width), wanted: make([]content, mp.width)}
	for name, from := range mp.from {
		if c, ok := t.Column(name); ok {
			for _, i := range from {
				u.types[i], u.wanted[i] = c.Type, contentOf(c.Type)
			}
		}
	}
	u.stop[d.delim], u.stop['\n'], u.stop['"'] = true, true, d.quoted
	return u
}

// nullWords are the words that the engine's reader may take for no value in any column of a table.
func nullWords(t *schema.Table) []string {
	if slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return c.Type == schema.Text && c.Required }) {
		return []string{"", `\N`}
	}
	return []string{"", `\N`, "NA", "#N/A", "NULL", "null"}
}

// Write implements io.Writer; it never fails. It works on whole lines and keeps what is left for the next call.
func (u *usual) Write(p []byte) (int, error) {
	n := len(p)
	if u.broken {
		return n, nil
	}
	if len(u.carry) > 0 {
		end := bytes.IndexByte(p, '\n') + 1
		if end == 0 {
			if u.carry = append(u.carry, p...); len(u.carry) > longestRecord { // a mender leaves it out
				u.broken, u.carry = true, nil
			}
			return n, nil
		}
		u.carry = append(u.carry, p[:end]...)
		u.lines(u.carry)
		u.carry, p = u.carry[:0], p[end:]
	}
	end := bytes.LastIndexByte(p, '\n') + 1
	u.lines(p[:end])
	u.carry = append(u.carry, p[end:]...)
	return n, nil
}

// columns is which of the file's columns are of which type, Text for those that are not usual; nil if none is. It ends
// the file.
func (u *usual) columns() []schema.Type {
	if len(u.carry) > 0 {
		u.lines(append(u.carry, '\n'))
	}
	if u.broken || u.open {
		return nil
	}
	any := false
	for i, c := range u.wanted {
		if c == anything {
			u.types[i] = schema.Text
		}
		any = any || c != anything
	}
	if !any {
		return nil
	}
	return u.types
}

// lines looks at whole lines; a quoted field may go on after them. Every byte of a source passes here.
func (u *usual) lines(b []byte) {
	stop, wanted, column := &u.stop, u.wanted, u.column
	for i := 0; i < len(b); i++ {
		var field []byte
		short := false // nothing, or a few digits
		if u.open || u.quoted && b[i] == '"' {
			if field, i = u.quotedField(b, i); u.open || u.broken {
				u.column = column
				u.differs()
				return
			}
		} else {
			start := i
			for b[i]-'0' < 10 {
				i++
			}
			short = stop[b[i]] && i-start < 10
			for !stop[b[i]] {
				i++
			}
			field = b[start:i]
		}
		end := b[i]
		if end == '"' {
			u.broken = true
			return
		}
		if column < len(wanted) && wanted[column] != anything &&
			!(short && (wanted[column] != moment || len(field) == 0)) && !u.skip {
			u.column = column
			u.look(field, end)
		}
		column++
		if end == '\n' {
			column, u.skip = 0, false
		}
	}
	u.column = column
}

// look looks at one field and what ends it.
func (u *usual) look(field []byte, end byte) {
	if end == '\n' {
		field = bytes.TrimSuffix(field, []byte{'\r'})
	}
	if !u.wanted[u.column].isUsual(field) && !slices.Contains(u.nulls, string(field)) {
		u.differs()
	}
}

// quotedField is the rest of the quoted field at i, or that goes on there, and the place of what ends it.
func (u *usual) quotedField(b []byte, i int) (field []byte, end int) {
	if !u.open {
		i++
	}
	n := closing(b[i:])
	if u.open = n < 0; u.open {
		return nil, len(b)
	}
	field, end = b[i:i+n], i+n+1
	if b[end] == '\r' && b[end+1] == '\n' {
		end++
	}
	u.broken = b[end] != u.delim && b[end] != '\n'
	return field, end
}

// differs notes that the column at hand is not usual.
func (u *usual) differs() {
	if u.column < len(u.wanted) {
		u.wanted[u.column] = anything
	}
}

// closing is the place of the quote that ends a quoted field, -1 if it is not in these lines.
func closing(b []byte) int {
	for i := 0; ; i += 2 {
		at := bytes.IndexByte(b[i:], '"')
		if at < 0 {
			return -1
		}
		i += at
		if i+1 >= len(b) || b[i+1] != '"' {
			return i
		}
	}
}

// content is the kind of values that a column takes.
type content byte

const (
	anything content = iota
	id
	integer
	number64
	moment
)

func contentOf(t schema.Type) content {
	switch t {
	case schema.ID:
		return id
	case schema.Integer:
		return integer
	case schema.Number:
		return number64
	case schema.Date, schema.Datetime:
		return moment
	}
	return anything
}

// isUsual tells whether the engine reads a field as what it is to be, and as the value that is written.
func (c content) isUsual(b []byte) bool {
	switch c {
	case id:
		return isWhole(b, 18) // what surely fits 64 bits
	case integer:
		return isWhole(b, 9)
	case number64:
		return isNumber(b)
	case moment:
		return isMoment(b)
	}
	return true
}

// isWhole takes at most most digits, with a sign before and ".0" after them, as pandas writes integers with gaps.
func isWhole(b []byte, most int) bool {
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		b = b[1:]
	}
	n := digits(b)
	return n > 0 && n <= most && (n == len(b) || n+2 == len(b) && b[n] == '.' && b[n+1] == '0')
}

func isNumber(b []byte) bool {
	if len(b) > 32 { // so that the exponent below can't make it infinite
		return false
	}
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		b = b[1:]
	}
	n := digits(b)
	b = b[n:]
	if len(b) > 0 && b[0] == '.' {
		more := digits(b[1:])
		n, b = n+more, b[1+more:]
	}
	if n > 0 && len(b) > 1 && (b[0] == 'e' || b[0] == 'E') {
		if b = b[1:]; b[0] == '-' || b[0] == '+' {
			b = b[1:]
		}
		exponent := digits(b)
		return exponent > 0 && exponent <= 2 && exponent == len(b)
	}
	return n > 0 && len(b) == 0
}

// isMoment takes a day that begins with the year, with or without a time of day.
func isMoment(b []byte) bool {
	if len(b) < 10 || digits(b[:4]) != 4 || b[4] != '-' || b[7] != '-' {
		return false
	}
	year, month, day := 100*two(b)+two(b[2:]), two(b[5:]), two(b[8:])
	if year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return false
	}
	if b = b[10:]; len(b) == 0 {
		return true
	}
	if len(b) < 9 || b[0] != ' ' && b[0] != 'T' || b[3] != ':' || b[6] != ':' {
		return false
	}
	for _, part := range []struct {
		at   []byte
		most int
	}{{b[1:], 23}, {b[4:], 59}, {b[7:], 59}} {
		if v := two(part.at); v < 0 || v > part.most {
			return false
		}
	}
	b = b[9:]
	return len(b) == 0 || b[0] == '.' && len(b) > 1 && len(b) <= 7 && digits(b[1:]) == len(b)-1
}

func daysIn(year, month int) int {
	switch {
	case month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0):
		return 29
	case month == 2:
		return 28
	case month == 4 || month == 6 || month == 9 || month == 11:
		return 30
	}
	return 31
}

// two reads two digits; what is none makes it far below zero.
func two(b []byte) int {
	if b[0] < '0' || b[0] > '9' || b[1] < '0' || b[1] > '9' {
		return -1_000_000
	}
	return 10*int(b[0]-'0') + int(b[1]-'0')
}

// digits is how many digits b begins with.
func digits(b []byte) int {
	for i, c := range b {
		if c < '0' || c > '9' {
			return i
		}
	}
	return len(b)
}
