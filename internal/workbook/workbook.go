// Package workbook writes and reads XLSX workbooks (ECMA-376) of plain cells: numbers and texts, no formulas, styles or
// dates. Its tests hold it against github.com/xuri/excelize, which knows the whole format and is eight seconds of a
// first build.
//
//	err := workbook.Write(w, []workbook.Sheet{{Name: "result", Rows: [][]any{{"patients"}, {455}}}})
package workbook

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// Sheet is a sheet by its name and rows. A cell is nil, a float64 or an int; anything else is written as its text.
type Sheet struct {
	Name string
	Rows [][]any
}

const (
	head     = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	main     = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	office   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packaged = "http://schemas.openxmlformats.org/package/2006/relationships"
	kinds    = "http://schemas.openxmlformats.org/package/2006/content-types"
	media    = "application/vnd.openxmlformats-officedocument.spreadsheetml."
)

// Write writes a workbook.
func Write(w io.Writer, sheets []Sheet) error {
	z := zip.NewWriter(w)
	var types, listed, rels bytes.Buffer
	for i, s := range sheets {
		n := i + 1
		fmt.Fprintf(&types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, n, media)
		fmt.Fprintf(&listed, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, escape(s.Name), n, n)
		fmt.Fprintf(&rels, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, n, office, n)
	}
	parts := []struct{ name, text string }{
		{"[Content_Types].xml", `<Types xmlns="` + kinds + `"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="` + media + `sheet.main+xml"/>` + types.String() + `</Types>`},
		{"_rels/.rels", `<Relationships xmlns="` + packaged + `"><Relationship Id="rId1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="` + main + `" xmlns:r="` + office + `"><sheets>` + listed.String() + `</sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + packaged + `">` + rels.String() + `</Relationships>`},
	}
	for _, p := range parts {
		part, err := z.Create(p.name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(part, head+p.text); err != nil {
			return err
		}
	}
	for i, s := range sheets {
		part, err := z.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1))
		if err != nil {
			return err
		}
		if err := s.write(part); err != nil {
			return err
		}
	}
	return z.Close()
}

// Bounds of a sheet, by the standard's implementers.
const (
	mostRows    = 1 << 20
	mostColumns = 1 << 14
)

func (s *Sheet) write(w io.Writer) error {
	if len(s.Rows) > mostRows {
		return fmt.Errorf("the sheet %s would have %d rows, and a workbook's have at most %d: write CSV", s.Name, len(s.Rows), mostRows)
	}
	if _, err := io.WriteString(w, head+`<worksheet xmlns="`+main+`"><sheetData>`); err != nil {
		return err
	}
	var row bytes.Buffer
	for i, cells := range s.Rows {
		if len(cells) > mostColumns {
			return fmt.Errorf("the sheet %s would have %d columns, and a workbook's have at most %d: write CSV", s.Name, len(cells), mostColumns)
		}
		row.Reset()
		fmt.Fprintf(&row, `<row r="%d">`, i+1)
		for k, v := range cells {
			writeCell(&row, columnName(k)+strconv.Itoa(i+1), v)
		}
		row.WriteString("</row>\n")
		if _, err := w.Write(row.Bytes()); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, `</sheetData></worksheet>`)
	return err
}

func writeCell(b *bytes.Buffer, place string, v any) {
	text := ""
	switch v := v.(type) {
	case nil:
		return
	case int:
		fmt.Fprintf(b, `<c r="%s"><v>%d</v></c>`, place, v)
		return
	case float64:
		if text = strconv.FormatFloat(v, 'g', -1, 64); !math.IsInf(v, 0) && !math.IsNaN(v) {
			fmt.Fprintf(b, `<c r="%s"><v>%s</v></c>`, place, text)
			return
		}
	default:
		text = fmt.Sprint(v)
	}
	fmt.Fprintf(b, `<c r="%s" t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>`, place, escape(text))
}

// escaped is how the format writes a character that XML can't hold, as in _x0007_; text that looks so is escaped
// itself.
var escaped = lazyregexp.New(`_x[0-9A-Fa-f]{4}_`)

func escape(text string) string {
	var b bytes.Buffer
	for {
		at := escaped.FindStringIndex(text)
		if at == nil {
			_ = xml.EscapeText(&b, []byte(text)) // a buffer takes everything
			return b.String()
		}
		_ = xml.EscapeText(&b, []byte(text[:at[0]]))
		b.WriteString("_x005F_")
		text = text[at[0]+1:] // whose next escape may begin where this one ends
	}
}

func unescape(text string) string {
	return escaped.ReplaceAllStringFunc(text, func(s string) string {
		code, err := strconv.ParseUint(s[2:6], 16, 16)
		if err != nil {
			return s
		}
		return string(rune(code))
	})
}

// columnName is the name of a column from 0: A, …, Z, AA, ….
func columnName(k int) string {
	name := ""
	for k++; k > 0; k = (k - 1) / 26 {
		name = string(rune('A'+(k-1)%26)) + name
	}
	return name
}

var errPlace = errors.New("a cell stands where no sheet has one")

// column is the column from 0 of a cell such as AB12.
func column(place string) (int, error) {
	k := 0
	for i, r := range place {
		if r < 'A' || r > 'Z' || k > mostColumns {
			if i == 0 || r < '0' || r > '9' {
				return 0, errPlace
			}
			break
		}
		k = k*26 + int(r-'A') + 1
	}
	if k == 0 || k > mostColumns {
		return 0, errPlace
	}
	return k - 1, nil
}
