package load

import (
	"bytes"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// A dialect is how a delimited file is written, found from its first 64 KB.
type dialect struct {
	delim  byte
	quoted bool       // double quotes enclose fields; otherwise they are data
	escape byte       // what stands before a quote inside quotes: '"' or '\\'
	header []string   // the names in the first line; nil where that line is data
	rows   [][]string // the first records after the header
}

// sampleSize is how much of a file's start is looked at; sampleRows how many records.
const (
	sampleSize = 64 << 10
	sampleRows = 200
)

var delimiters = []byte{'\t', ',', ';', '|'}

// sniff finds the dialect of a sample of one table's file, UTF-8 with line feeds.
// cut tells that the file goes on after the sample. quotes are further lines of the
// file that hold double quotes.
func sniff(table string, sample []byte, cut bool, quotes [][]byte) dialect {
	if cut { // the last line is not whole
		if end := bytes.LastIndexByte(sample, '\n'); end >= 0 {
			sample = sample[:end+1]
		}
	}
	delim, header := delimiterOf(table, sample)
	d := dialect{delim: delim, escape: '"'}
	var ev evidence
	ev.add(sample, delim)
	for _, q := range quotes {
		ev.add(q, delim)
	}
	first, _, _ := bytes.Cut(sample, []byte{'\n'})
	d.quoted = ev.quoted(delim, header && bytes.IndexByte(first, '"') >= 0, table)
	if d.quoted && ev.backslash > 0 && ev.doubled == 0 {
		d.escape = '\\'
	}
	records := split(sample, d, sampleRows+1)
	if header && len(records) > 0 {
		d.header = make([]string, len(records[0]))
		for i, name := range records[0] {
			d.header[i] = strings.Trim(strings.TrimSpace(name), `"`)
		}
		records = records[1:]
	}
	d.rows = records[:min(len(records), sampleRows)]
	return d
}

// delimiterOf picks the delimiter that makes the most known column names of the first
// line; where none makes any, there is no header, and the one that cuts the lines most
// evenly and most often wins.
func delimiterOf(table string, sample []byte) (delim byte, header bool) {
	best := 0
	for _, c := range delimiters {
		d := dialect{delim: c, quoted: true, escape: '"'}
		records := split(sample, d, 1)
		if len(records) == 0 {
			continue
		}
		hits := 0
		for _, name := range records[0] {
			if schema.Known(table, name) {
				hits++
			}
		}
		if hits > best {
			best, delim = hits, c
		}
	}
	if best > 0 {
		return delim, true
	}
	most := -1
	for _, c := range delimiters {
		if n := evenness(sample, c); n > most {
			most, delim = n, c
		}
	}
	return delim, false
}

// evenness is the number of fields that most of the lines have.
func evenness(sample []byte, delim byte) int {
	records := split(sample, dialect{delim: delim, quoted: delim != '\t', escape: '"'}, 50)
	count := map[int]int{}
	for _, r := range records {
		count[len(r)]++
	}
	width := 0
	for n, lines := range count {
		if lines*2 > len(records) {
			width = n
		}
	}
	return width
}

// evidence counts what fields with double quotes look like, line by line.
type evidence struct {
	whole     int // "abc"
	doubled   int // "a ""b"" c"
	opened    int // "abc    (the rest follows a delimiter or a line end)
	closed    int // abc"
	stray     int // 5" plate, "a" b
	backslash int // "a \" b"
	lines     int // whole lines in which every quote encloses or is doubled
}

func (e *evidence) add(sample []byte, delim byte) {
	for len(sample) > 0 {
		var line []byte
		line, sample, _ = bytes.Cut(sample, []byte{'\n'})
		if bytes.IndexByte(line, '"') < 0 {
			continue
		}
		if (&mender{dialect: dialect{delim: delim, escape: '"'}}).strict(line, false) == closed {
			e.lines++
		}
		for field := range bytes.SplitSeq(bytes.TrimSuffix(line, []byte{'\r'}), []byte{delim}) {
			if bytes.IndexByte(field, '"') >= 0 {
				e.field(field)
			}
		}
	}
}

func (e *evidence) field(f []byte) {
	if bytes.Contains(f, []byte(`\"`)) {
		e.backslash++
		return
	}
	starts, ends := f[0] == '"', f[len(f)-1] == '"'
	switch { // a line end in the value: it may stand beside a doubled quote
	case starts && isDoubled(f[1:]):
		e.opened++
		return
	case ends && isDoubled(f[:len(f)-1]):
		e.closed++
		return
	}
	inner := f
	if starts {
		inner = inner[1:]
	}
	if ends && len(inner) > 0 {
		inner = inner[:len(inner)-1]
	}
	pairs := bytes.Count(inner, []byte(`""`))
	switch {
	case bytes.Count(inner, []byte{'"'}) != 2*pairs:
		e.stray++
	case starts && ends && len(f) > 1:
		e.whole++
		e.doubled += pairs
	}
}

// isDoubled tells whether every quote in a text is a doubled one.
func isDoubled(p []byte) bool {
	return bytes.Count(p, []byte{'"'}) == 2*bytes.Count(p, []byte(`""`))
}

// quoted decides whether quotes enclose fields. Comma files quote unless all the
// evidence speaks against it. Tab files do not unless it speaks for it: Athena's
// vocabulary files hold bare quotes in names, and only a quoted header, a doubled quote
// or a field that runs over a delimiter proves otherwise there.
func (e *evidence) quoted(delim byte, headerQuoted bool, table string) bool {
	if headerQuoted {
		return true
	}
	if delim != '\t' {
		return e.stray == 0 || e.whole+e.opened+e.lines > 0
	}
	if e.stray > 0 {
		return false
	}
	runsOver := e.opened > 0 && e.opened == e.closed
	return e.doubled > 0 || runsOver || e.whole > 0 && e.opened == e.closed && !isVocabulary(table)
}

func isVocabulary(table string) bool {
	for _, v := range schema.Versions() {
		if s, err := schema.For(v); err == nil {
			if t, ok := s.Table(table); ok {
				return t.Group == "vocabulary"
			}
		}
	}
	return false
}

// split cuts a sample into at most n records. It is lenient: a quote that does not
// stand where a quote may is data.
func split(sample []byte, d dialect, n int) [][]string {
	var records [][]string
	for len(sample) > 0 && len(records) < n {
		var record []string
		for more := true; more; {
			var field string
			field, sample, more = nextField(sample, d)
			record = append(record, field)
		}
		if len(record) > 1 || record[0] != "" {
			records = append(records, record)
		}
	}
	return records
}

// nextField takes one field and its delimiter or line end off p; more tells that the
// record goes on.
func nextField(p []byte, d dialect) (field string, rest []byte, more bool) {
	if d.quoted && len(p) > 0 && p[0] == '"' {
		if field, rest, more, ok := quotedField(p[1:], d); ok {
			return field, rest, more
		}
	}
	end := bytes.IndexAny(p, "\n"+string(rune(d.delim)))
	if end < 0 {
		return string(bytes.TrimSuffix(p, []byte{'\r'})), nil, false
	}
	if p[end] == d.delim {
		return string(p[:end]), p[end+1:], true
	}
	return string(bytes.TrimSuffix(p[:end], []byte{'\r'})), p[end+1:], false
}

// quotedField reads on after an opening quote; ok is false where the quote is never
// closed as a field's must be.
func quotedField(p []byte, d dialect) (field string, rest []byte, more, ok bool) {
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		switch {
		case d.escape == '\\' && p[i] == '\\' && i+1 < len(p):
			i++
			b.WriteByte(p[i])
		case p[i] != '"':
			b.WriteByte(p[i])
		case d.escape == '"' && i+1 < len(p) && p[i+1] == '"':
			i++
			b.WriteByte('"')
		default:
			after := bytes.TrimPrefix(p[i+1:], []byte{'\r'})
			switch {
			case len(after) == 0:
				return b.String(), nil, false, true
			case after[0] == d.delim:
				return b.String(), after[1:], true, true
			case after[0] == '\n':
				return b.String(), after[1:], false, true
			}
			return "", nil, false, false
		}
	}
	return "", nil, false, false
}
