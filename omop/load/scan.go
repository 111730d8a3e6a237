package load

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A scan looks at the bytes of a text file as they pass, once, and tells whether
// DuckDB can read them as they are. It keeps a few of the lines that hold a double
// quote, from anywhere in the file: they show whether quotes are data.
type scan struct {
	lf, cr, crlf int64 // line feeds, carriage returns, and both together
	encoding     encoding
	invalid      bool // bytes that are not UTF-8
	preamble     bool // the first line is empty, or Excel's "sep=;"

	lines   int64 // that are not empty
	odd     int64 // lines with an odd number of double quotes
	hollow  int64 // lines of nothing but delimiters, as a spreadsheet writes below its rows
	longest int   // bytes of the longest line

	length int  // of the line at hand
	parity bool // it has had an odd number of quotes
	filled bool // it has had more than a carriage return
	valued bool // it has had more than delimiters

	total  int64
	last   byte
	tail   []byte   // the start of a character that the last chunk cut
	quotes [][]byte // stretches of whole lines around double quotes
}

// encoding is the encoding that a byte order mark names.
type encoding int

const (
	plain encoding = iota // none
	utf8BOM
	utf16LE
	utf16BE
)

const (
	maxWindows = 32
	windowSize = 4 << 10
)

// Write implements io.Writer; it never fails.
func (s *scan) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if s.total == 0 {
		s.encoding = markOf(p)
		text := bytes.TrimPrefix(p, []byte("\xef\xbb\xbf"))
		first, _, _ := bytes.Cut(text[:min(len(text), longestPreamble)], []byte{'\n'})
		s.preamble = len(text) > 0 && isPreamble(string(first))
	}
	s.countLineEnds(p)
	s.countLines(p)
	s.checkUTF8(p)
	s.keepQuotes(p)
	s.total += int64(len(p))
	s.last = p[len(p)-1]
	return len(p), nil
}

func markOf(p []byte) encoding {
	switch {
	case bytes.HasPrefix(p, []byte("\xef\xbb\xbf")):
		return utf8BOM
	case bytes.HasPrefix(p, []byte("\xff\xfe")):
		return utf16LE
	case bytes.HasPrefix(p, []byte("\xfe\xff")):
		return utf16BE
	}
	return plain
}

func (s *scan) countLineEnds(p []byte) {
	s.lf += int64(bytes.Count(p, []byte{'\n'}))
	if s.last == '\r' && p[0] == '\n' {
		s.crlf++
	}
	if bytes.IndexByte(p, '\r') >= 0 {
		s.cr += int64(bytes.Count(p, []byte{'\r'}))
		s.crlf += int64(bytes.Count(p, []byte("\r\n")))
	}
}

// countLines counts what makes a record in nearly all files: a line.
func (s *scan) countLines(p []byte) {
	quotes := bytes.IndexByte(p, '"') >= 0
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		part := p
		if end >= 0 {
			part = p[:end]
		}
		if quotes {
			s.parity = s.parity != (bytes.Count(part, []byte{'"'})&1 == 1)
		}
		s.filled = s.filled || len(part) > 1 || len(part) == 1 && part[0] != '\r'
		s.valued = s.valued || len(bytes.TrimLeft(part, ",;\t|\" \r")) > 0
		s.length += len(part)
		if end < 0 {
			return
		}
		s.endLine()
		p = p[end+1:]
	}
}

// endLine ends the line at hand; what follows the last line end is a line too.
func (s *scan) endLine() {
	if s.filled {
		s.lines++
	}
	if s.filled && !s.valued {
		s.hollow++
	}
	s.valued = false
	if s.parity {
		s.odd++
	}
	s.longest = max(s.longest, s.length)
	s.length, s.parity, s.filled = 0, false, false
}

func (s *scan) checkUTF8(p []byte) {
	if s.invalid {
		return
	}
	if len(s.tail) > 0 {
		// Complete the cut character with the next few bytes.
		joined := append(s.tail, p[:min(utf8.UTFMax, len(p))]...)
		if !utf8.FullRune(joined) {
			s.tail = joined
			return
		}
		r, size := utf8.DecodeRune(joined)
		if r == utf8.RuneError && size <= 1 {
			s.invalid = true
			return
		}
		p = p[size-len(s.tail):]
		s.tail = nil
	}
	// Leave a character that the end of the chunk cuts for the next one.
	for back := 1; back < utf8.UTFMax && back <= len(p); back++ {
		if b := p[len(p)-back]; utf8.RuneStart(b) {
			if !utf8.FullRune(p[len(p)-back:]) {
				s.tail = bytes.Clone(p[len(p)-back:])
				p = p[:len(p)-back]
			}
			break
		}
	}
	s.invalid = !utf8.Valid(p)
}

// keepQuotes keeps whole lines that hold a quote, one stretch a chunk.
func (s *scan) keepQuotes(p []byte) {
	if len(s.quotes) >= maxWindows {
		return
	}
	before, _, ok := bytes.Cut(p, []byte{'"'})
	if !ok {
		return
	}
	start := bytes.LastIndexByte(before, '\n') + 1
	if start == 0 && s.total > 0 {
		return // the line began in an earlier chunk
	}
	window := p[start:min(start+windowSize, len(p))]
	if end := bytes.LastIndexByte(window, '\n'); end >= 0 {
		s.quotes = append(s.quotes, bytes.Clone(window[:end+1]))
	}
}

// clean tells whether DuckDB reads the bytes as they are: UTF-8, one kind of line end,
// text in the first line.
func (s *scan) clean() bool {
	oneEnd := s.cr == 0 || s.crlf == s.lf && s.crlf == s.cr
	return oneEnd && !s.invalid && len(s.tail) == 0 && s.encoding == plain && !s.preamble
}

// rewrite copies text as UTF-8 with line feeds only and no byte order mark. Bytes that
// are not UTF-8 are read as Windows-1252, the usual culprit. Lines before the table's
// first are left out.
func rewrite(w io.Writer, r io.Reader) error {
	in := bufio.NewReaderSize(r, 1<<16)
	out := bufio.NewWriterSize(w, 1<<16)
	head, _ := in.Peek(3)
	next := nextUTF8
	switch markOf(head) {
	case utf8BOM:
		_, _ = in.Discard(3)
	case utf16LE:
		_, _ = in.Discard(2)
		next = nextUTF16(binary.LittleEndian)
	case utf16BE:
		_, _ = in.Discard(2)
		next = nextUTF16(binary.BigEndian)
	}
	started, afterCR := false, false
	var first strings.Builder // the line before the table has started
	for {
		c, err := next(in)
		if err == io.EOF {
			if !started && !isPreamble(first.String()) {
				_, err = out.WriteString(first.String())
				return errors.Join(err, out.Flush())
			}
			return out.Flush()
		}
		if err != nil {
			return err
		}
		wasCR := afterCR
		afterCR = c == '\r'
		if c == '\n' && wasCR {
			continue
		}
		if afterCR {
			c = '\n'
		}
		if !started {
			if c == '\n' && isPreamble(first.String()) {
				first.Reset()
				continue
			}
			first.WriteRune(c)
			if started = c == '\n' || first.Len() > longestPreamble; started {
				_, err = out.WriteString(first.String())
			}
		} else {
			_, err = out.WriteRune(c)
		}
		if err != nil {
			return err
		}
	}
}

// longestPreamble is more than the bytes of a line before a table.
const longestPreamble = 16

// isPreamble tells whether a line at the start of a file is none of the table: an empty one, or the one by which Excel
// knows the delimiter.
func isPreamble(line string) bool {
	line = strings.Trim(strings.ToLower(strings.TrimSpace(line)), `"`)
	return line == "" || len(line) <= len("sep=;") && strings.HasPrefix(line, "sep=")
}

func nextUTF8(in *bufio.Reader) (rune, error) {
	c, size, err := in.ReadRune()
	if err != nil || c != utf8.RuneError || size != 1 {
		return c, err
	}
	if err := in.UnreadRune(); err != nil {
		return 0, err
	}
	b, err := in.ReadByte()
	return windows1252(b), err
}

func nextUTF16(order binary.ByteOrder) func(*bufio.Reader) (rune, error) {
	unit := func(in *bufio.Reader) (rune, error) {
		var b [2]byte
		if _, err := io.ReadFull(in, b[:]); err != nil {
			return 0, io.EOF // an odd last byte is not a character
		}
		return rune(order.Uint16(b[:])), nil
	}
	return func(in *bufio.Reader) (rune, error) {
		c, err := unit(in)
		if err != nil || !utf16.IsSurrogate(c) {
			return c, err
		}
		low, err := unit(in)
		if err != nil {
			return utf8.RuneError, nil
		}
		return utf16.DecodeRune(c, low), nil
	}
}

// windows1252 is the character of a byte of 0x80 and up: Latin-1 but for these 32.
func windows1252(b byte) rune {
	if b < 0x80 || b > 0x9f {
		return rune(b)
	}
	return []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")[b-0x80]
}
