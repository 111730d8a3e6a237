package foreign

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"
)

// csv reads a table whose first record names its columns.
func (r *reader) csv(name string, data []byte, comma rune) error {
	cr := csv.NewReader(bytes.NewReader(data))
	cr.Comma, cr.FieldsPerRecord, cr.LazyQuotes = comma, -1, true
	header, err := cr.Read()
	if err != nil {
		return fmt.Errorf("%s: the header: %w", name, err)
	}
	l, err := r.opt.Columns.find(header)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for {
		record, err := cr.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		line, _ := cr.FieldPos(0)
		source := fmt.Sprintf("%s:%d", name, line)
		if len(record) > len(header) && strings.Join(record[len(header):], "") != "" {
			r.fault(
				source,
				"it has %d columns, the header %d; a text with %q in it stands in double quotes",
				len(record),
				len(header),
				comma,
			)
			continue
		}
		r.record(l, record, source)
	}
}

// xlsx reads a sheet of a workbook, whose first row names its columns.
func (r *reader) xlsx(name string, data []byte) (err error) {
	defer func() {
		if p := recover(); p != nil { // the library trusts what is written in the file
			err = fmt.Errorf("%s: it is not a workbook, or a damaged one", name)
		}
	}()
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: mostOfWorkbook})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer book.Close()
	sheet := r.opt.Sheet
	if sheets := book.GetSheetList(); sheet == "" && len(sheets) > 0 {
		sheet = sheets[0]
	}
	rows, err := cells(book, sheet)
	if err != nil {
		return fmt.Errorf("%s: %w; its sheets are %v", name, err, book.GetSheetList())
	}
	if len(rows) == 0 {
		return fmt.Errorf("%s: the sheet %s is empty", name, sheet)
	}
	l, err := r.opt.Columns.find(rows[0])
	if err != nil {
		return fmt.Errorf("%s, sheet %s: %w", name, sheet, err)
	}
	for i, row := range rows[1:] {
		r.record(l, row, fmt.Sprintf("%s, sheet %s, row %d", name, sheet, i+2))
	}
	return nil
}

// Bounds of a workbook: bytes unpacked, and cells of a sheet, those counted that stand empty before others.
const (
	mostOfWorkbook = 256 << 20
	mostCells      = 4_000_000
)

// cells are the rows of a sheet.
func cells(book *excelize.File, sheet string) ([][]string, error) {
	in, err := book.Rows(sheet)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var rows [][]string
	for n := 0; in.Next(); {
		row, err := in.Columns()
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
		if n += len(row) + 1; n > mostCells {
			return nil, fmt.Errorf("the sheet has more than %d cells, which no set of questions has", mostCells)
		}
	}
	return rows, in.Error()
}

// record adds a record of a table; empty ones are passed over.
func (r *reader) record(l layout, record []string, source string) {
	for _, cell := range record {
		if cell != "" {
			r.add(l.read(record, source))
			return
		}
	}
}
