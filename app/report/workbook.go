package report

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
)

// Workbook writes the result, the question and the concepts on three sheets.
func Workbook(w io.Writer, a *app.Answer, about *About) error {
	if a.Run().Table == nil {
		return ErrNoTable
	}
	f := excelize.NewFile()
	put := func(sheet string, rows [][]any) error {
		if _, err := f.NewSheet(sheet); err != nil {
			return err
		}
		for i, row := range rows {
			for k, v := range row {
				row[k] = about.cell(v)
			}
			cell, err := excelize.CoordinatesToCellName(1, i+1)
			if err != nil {
				return err
			}
			if err := f.SetSheetRow(sheet, cell, &row); err != nil {
				return err
			}
		}
		return nil
	}
	err := errors.Join(
		put("result", resultRows(a)),
		put("question", questionRows(a, about)),
		put("concepts", conceptRows(a)),
		f.DeleteSheet("Sheet1"),
	)
	if err == nil {
		_, err = f.WriteTo(w)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write the workbook: %w", err)
	}
	return nil
}

// longestCell is how many letters a cell of a workbook can hold.
const longestCell = 32767

// cell is a value as a workbook holds it: numbers stay numbers, and no text is taken for a formula.
func (b *About) cell(v any) any {
	if _, ok := picture.Number(v); ok || v == nil {
		return v
	}
	text := plain(v)
	if !b.Formulas {
		text = app.DefuseCell(text)
	}
	if letters := []rune(text); len(letters) > longestCell {
		text = string(letters[:longestCell-1]) + "…"
	}
	return text
}

func resultRows(a *app.Answer) [][]any {
	t := app.WithEnds(a.Run())
	header := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		header[i] = c.Name
	}
	rows := [][]any{header}
	for _, row := range app.Cells(t) {
		cells := make([]any, len(row))
		for i, v := range row {
			cells[i] = v
			if n, ok := picture.Number(v); ok {
				cells[i] = n
			}
		}
		rows = append(rows, cells)
	}
	return rows
}

func questionRows(a *app.Answer, about *About) [][]any {
	db := about.Database
	rows := [][]any{{"question", a.Question}, {"understood as", a.Reading}, {"answer", a.Answer}}
	for _, w := range a.Warnings {
		rows = append(rows, []any{"keep in mind", w.Message})
	}
	for _, d := range about.Definitions {
		rows = append(rows, []any{"definition", d})
	}
	return append(
		rows,
		[]any{"SQL", a.SQL},
		[]any{"database", db.Name},
		[]any{"CDM version", db.Version},
		[]any{"vocabulary", db.Vocabulary},
		[]any{"askomop", about.Program},
		[]any{"counts hidden below", about.MinCell},
	)
}

func conceptRows(a *app.Answer) [][]any {
	rows := [][]any{{"set", "concept_id", "name", "vocabulary", "code", "why"}}
	for _, set := range a.Concepts {
		for _, c := range set.Concepts {
			rows = append(rows, []any{set.Placeholder, int(c.ID), c.Name, c.Vocabulary, c.Code, c.Why})
		}
	}
	return rows
}

// CSV writes the result with the ends of its intervals.
func CSV(w io.Writer, a *app.Answer, formulas bool) error {
	if a.Run().Table == nil {
		return ErrNoTable
	}
	t := app.WithEnds(a.Run())
	rows := [][]string{app.ColumnNames(t)}
	for _, row := range app.Cells(t) {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = plain(v)
			if !formulas {
				cells[i] = app.DefuseCell(cells[i])
			}
		}
		rows = append(rows, cells)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// plain is a cell as programs read it.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case app.Float:
		return plain(float64(v))
	case float64:
		return app.ExactFloat(v)
	}
	return strings.ToValidUTF8(fmt.Sprint(v), "\uFFFD")
}
