package page

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/report"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study/circe"
)

// An export holds what the page shows, small numbers hidden as there: it is made of the answer, and nothing is counted
// anew.
func (s *Server) export(w http.ResponseWriter, r *http.Request, of *session) error {
	found, a, err := of.answered(r)
	if err != nil {
		return err
	}
	exports := map[string]struct {
		kind string
		make func(context.Context, io.Writer) error
	}{
		"report.html": {"text/html; charset=utf-8",
			func(_ context.Context, out io.Writer) error { return s.writeReport(r, out, of, found, a) }},
		"table.csv": {"text/csv; charset=utf-8",
			func(ctx context.Context, out io.Writer) error { return s.writeTable(ctx, out, a, writeCSV) }},
		"table.xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
			func(ctx context.Context, out io.Writer) error { return s.writeTable(ctx, out, a, report.Workbook) }},
		"summarised_result.csv": {"text/csv; charset=utf-8",
			func(ctx context.Context, out io.Writer) error { return s.writeTable(ctx, out, a, report.Summarised) }},
		"picture.png": {"image/png",
			func(ctx context.Context, out io.Writer) error { return s.writePicture(ctx, out, found, a, "png") }},
		"picture.svg": {"image/svg+xml",
			func(ctx context.Context, out io.Writer) error { return s.writePicture(ctx, out, found, a, "svg") }},
		"query.sql": {"application/sql; charset=utf-8",
			func(_ context.Context, out io.Writer) error { return writeSQL(out, a) }},
		"atlas.json": {"application/json",
			func(ctx context.Context, out io.Writer) error { return s.writeAtlas(ctx, out, a) }},
		"question.json": {"application/json",
			func(_ context.Context, out io.Writer) error { return writeStudy(out, a) }},
	}
	e, ok := exports[r.PathValue("file")]
	if !ok {
		return &refusal{http.StatusNotFound, "There is no such export."}
	}
	var b bytes.Buffer
	if err := e.make(r.Context(), &b); err != nil {
		return err
	}
	attach(w, e.kind, "askomop-"+fileName(found.Text())+"-"+r.PathValue("file"))
	_, _ = b.WriteTo(w)
	return nil
}

// attach lets a browser keep what follows as a file.
func attach(w http.ResponseWriter, kind, file string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file}))
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

// noTable refuses to export an answer that has no numbers.
var noTable = &refusal{http.StatusConflict, "There is no result to export: the question was not answered."}

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

var noStudy = &refusal{http.StatusConflict,
	"This was answered by a reviewed pair of question and SQL: there is no study question of it."}

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

// about says whose data the answers of the page are of, and how they were made.
func (s *Server) about(ctx context.Context) (*report.About, error) {
	db, err := s.database.get(ctx, s)
	if err != nil {
		return nil, err
	}
	return report.AboutOf(s.app, db, s.opt.Version, nil), nil
}

// writeReport writes the answer as one file that needs no other.
func (s *Server) writeReport(r *http.Request, out io.Writer, of *session, found *run, a *app.Answer) error {
	v, err := s.view(r, of, found, a)
	if err != nil {
		return err
	}
	about, err := s.about(r.Context())
	if err != nil {
		return err
	}
	main, err := s.mainOf(r.Context(), found, a)
	if err != nil {
		return err
	}
	steps, err := s.stepsOf(r.Context(), found, a)
	if err != nil {
		return err
	}
	v.Show(main, steps)
	return v.HTML(out, about)
}

// writePicture writes the picture of the answer, or the steps of its population where it is one number.
func (s *Server) writePicture(ctx context.Context, out io.Writer, found *run, a *app.Answer, format string) error {
	drawn, err := s.mainOf(ctx, found, a)
	if err == nil && drawn == nil {
		drawn, err = s.stepsOf(ctx, found, a)
	}
	switch {
	case err != nil:
		return err
	case drawn == nil:
		return &refusal{http.StatusConflict, "There is no picture of this answer: it has no groups to compare."}
	}
	return drawn.Write(out, format)
}

// writeTable writes the result by a function of package report.
func (s *Server) writeTable(ctx context.Context, out io.Writer, a *app.Answer,
	write func(io.Writer, *app.Answer, *report.About) error) error {
	about, err := s.about(ctx)
	if err != nil {
		return err
	}
	if err := write(out, a, about); errors.Is(err, report.ErrNoTable) {
		return noTable
	} else if err != nil {
		return &refusal{http.StatusConflict, sentence(err.Error())}
	}
	return nil
}

func writeCSV(w io.Writer, a *app.Answer, about *report.About) error {
	return report.CSV(w, a, about.Formulas)
}
