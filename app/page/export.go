package page

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study/circe"
)

// An export holds what the page shows, small numbers hidden as there: it is made of the answer, and nothing is counted anew.
func (s *Server) export(w http.ResponseWriter, r *http.Request, of *session) error {
	found, a, err := of.answered(r)
	if err != nil {
		return err
	}
	exports := map[string]struct {
		kind string
		make func(context.Context, io.Writer) error
	}{
		"report.html":   {"text/html; charset=utf-8", func(_ context.Context, out io.Writer) error { return s.writeReport(r, out, of, found, a) }},
		"table.csv":     {"text/csv; charset=utf-8", func(_ context.Context, out io.Writer) error { return writeCSV(out, a) }},
		"table.xlsx":    {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", func(_ context.Context, out io.Writer) error { return writeXLSX(out, a) }},
		"query.sql":     {"application/sql; charset=utf-8", func(_ context.Context, out io.Writer) error { return writeSQL(out, a) }},
		"atlas.json":    {"application/json", func(ctx context.Context, out io.Writer) error { return s.writeAtlas(ctx, out, a) }},
		"question.json": {"application/json", func(_ context.Context, out io.Writer) error { return writeStudy(out, a) }},
	}
	e, ok := exports[r.PathValue("file")]
	if !ok {
		return &refusal{http.StatusNotFound, "There is no such export."}
	}
	var b bytes.Buffer
	if err := e.make(r.Context(), &b); err != nil {
		return err
	}
	w.Header().Set("Content-Type", e.kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "askomop-" + fileName(found.Text()) + "-" + r.PathValue("file")}))
	_, _ = b.WriteTo(w)
	return nil
}

// fileName is a question as a part of a file's name: letters, digits and hyphens.
func fileName(question string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(question) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 50 {
			break
		}
	}
	return strings.Trim(b.String(), "-")
}

// noTable is what is said where an answer has no numbers to export.
var noTable = &refusal{http.StatusConflict, "There is no result to export: the question was not answered."}

func writeCSV(out io.Writer, a *app.Answer) error {
	if a.Run().Table == nil {
		return noTable
	}
	t := app.WithEnds(a.Run())
	w := csv.NewWriter(out)
	rows := [][]string{app.ColumnNames(t)}
	for _, row := range app.Cells(t) {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = app.DefuseCell(plain(v))
		}
		rows = append(rows, cells)
	}
	return w.WriteAll(rows)
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
	return fmt.Sprint(v)
}

func writeXLSX(out io.Writer, a *app.Answer) error {
	if a.Run().Table == nil {
		return noTable
	}
	f := excelize.NewFile()
	defer f.Close()
	put := func(sheet string, rows [][]any) error {
		if _, err := f.NewSheet(sheet); err != nil {
			return err
		}
		for i, row := range rows {
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
	t := app.WithEnds(a.Run())
	header := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		header[i] = c.Name
	}
	table := [][]any{header}
	for _, row := range app.Cells(t) {
		cells := make([]any, len(row))
		for i, v := range row {
			if n, ok := picture.Number(v); ok {
				cells[i] = n
			} else {
				cells[i] = plain(v)
			}
		}
		table = append(table, cells)
	}
	about := [][]any{{"question", a.Question}, {"understood as", a.Reading}, {"answer", a.Answer}, {"SQL", a.SQL}}
	for _, w := range a.Warnings {
		about = append(about, []any{"keep in mind", w.Message})
	}
	concepts := [][]any{{"set", "concept_id", "name", "vocabulary", "code", "why"}}
	for _, set := range a.Concepts {
		for _, c := range set.Concepts {
			concepts = append(concepts, []any{set.Placeholder, c.ID, c.Name, c.Vocabulary, c.Code, c.Why})
		}
	}
	for _, sheet := range []struct {
		name string
		rows [][]any
	}{{"result", table}, {"question", about}, {"concepts", concepts}} {
		if err := put(sheet.name, sheet.rows); err != nil {
			return fmt.Errorf("write the workbook: %w", err)
		}
	}
	if err := f.DeleteSheet("Sheet1"); err != nil {
		return fmt.Errorf("write the workbook: %w", err)
	}
	return f.Write(out)
}

func writeSQL(out io.Writer, a *app.Answer) error {
	if a.SQL == "" {
		return noTable
	}
	var b strings.Builder
	for _, line := range []string{a.Question, a.Reading} {
		if line != "" {
			b.WriteString("-- " + strings.Join(strings.Fields(line), " ") + "\n")
		}
	}
	b.WriteString(sqltree.Layout(a.SQL) + ";\n")
	_, err := io.WriteString(out, b.String())
	return err
}

var noStudy = &refusal{http.StatusConflict, "This was answered by a reviewed pair of question and SQL: there is no study question of it."}

func writeStudy(out io.Writer, a *app.Answer) error {
	q := understood(a)
	if q == nil {
		return noStudy
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(q)
}

// writeAtlas writes the people of the question as a cohort definition that ATLAS reads; what it cannot say is named.
func (s *Server) writeAtlas(ctx context.Context, out io.Writer, a *app.Answer) error {
	q := understood(a)
	if q == nil {
		return noStudy
	}
	text, err := s.app.ExportAtlasOf(ctx, q)
	var cannot *circe.UnsupportedError
	if errors.As(err, &cannot) {
		return &refusal{http.StatusConflict, sentence(err.Error())}
	}
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}

// writeReport writes the answer as one file that needs no other.
func (s *Server) writeReport(r *http.Request, out io.Writer, of *session, found *run, a *app.Answer) error {
	v, err := s.view(r, of, found, a)
	if err != nil {
		return err
	}
	styles, err := files.ReadFile("static/report.css")
	if err != nil {
		return err
	}
	v.Styles = template.CSS(string(styles) + string(picture.Styles)) // of the program's own files
	if v.Database, err = s.database.get(r.Context(), s); err != nil {
		return err
	}
	v.At, v.Picture = time.Now(), picture.Of(a).HTML("wide")
	return s.templates.ExecuteTemplate(out, "report", v)
}
