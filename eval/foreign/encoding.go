package foreign

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// decoded is a text file's content in UTF-8, without a byte order mark: UTF-16 is known
// by its mark, and what is not UTF-8 is taken for Windows-1252, in which spreadsheets write.
func decoded(data []byte) ([]byte, error) {
	var err error
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		data, err = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data)
	case !utf8.Valid(data):
		data, err = charmap.Windows1252.NewDecoder().Bytes(data)
	}
	if err != nil {
		return nil, fmt.Errorf("the text's encoding: %w", err)
	}
	return bytes.TrimPrefix(data, []byte("\ufeff")), nil
}

// separator is the sign between the columns of a .csv file: the comma, unless its first
// line has none and a semicolon, a tab or a bar in its place, as spreadsheets of other languages write.
func separator(data []byte) rune {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	if bytes.ContainsRune(line, ',') {
		return ','
	}
	for _, s := range ";\t|" {
		if bytes.ContainsRune(line, s) {
			return s
		}
	}
	return ','
}
