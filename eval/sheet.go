package eval

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/bounded"
)

// sheetColumns are the columns of the sheet: what a person fills in stands beside the question.
var sheetColumns = []string{"id", "case", "setting", "question", "verdict", "note", "accepted_by", "difference",
	"result", "reference_result", "sql", "reference_sql"}

func (row *SheetRow) fields() []*string {
	return []*string{&row.ID, &row.Case, &row.Setting, &row.Question, &row.Verdict, &row.Note, &row.Rules,
		&row.Difference, &row.Result, &row.Reference, &row.SQL, &row.ReferenceSQL}
}

// WriteSheet returns a sheet as CSV. A text that a spreadsheet would take for a formula gets an apostrophe.
func WriteSheet(rows []SheetRow) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("\ufeff") // by which spreadsheets know UTF-8
	w := csv.NewWriter(&out)
	if err := w.Write(sheetColumns); err != nil {
		return nil, err
	}
	for _, row := range rows {
		var line []string
		for _, field := range row.fields() {
			line = append(line, defused(*field))
		}
		if err := w.Write(line); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

const formulaStarts = "=+-@\t"

func defused(s string) string {
	if s != "" && strings.Contains(formulaStarts, s[:1]) {
		return "'" + s
	}
	return s
}

func armed(s string) string {
	if len(s) > 1 && s[0] == '\'' && strings.Contains(formulaStarts, s[1:2]) {
		return s[1:]
	}
	return s
}

// ReadSheet reads a sheet that a person has filled in, as a spreadsheet saves it: with commas, semicolons or tabs. The
// columns id and verdict are needed.
func ReadSheet(r io.Reader) ([]SheetRow, error) {
	text, err := bounded.ReadAll(r, bounded.Text)
	if err != nil {
		return nil, fmt.Errorf("reading the sheet: %w", err)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	head, _, _ := strings.Cut(string(text), "\n")
	in := csv.NewReader(bytes.NewReader(text))
	in.Comma, in.FieldsPerRecord, in.LazyQuotes = separator(head), -1, true
	lines, err := in.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("reading the sheet: %w", err)
	}
	if len(lines) == 0 {
		return nil, nil
	}
	at := map[string]int{}
	for i, name := range lines[0] {
		at[strings.ToLower(strings.TrimSpace(name))] = i
	}
	for _, needed := range []string{"id", "verdict"} {
		if _, there := at[needed]; !there {
			return nil, fmt.Errorf("reading the sheet: it has no column %s; the columns are %s", needed,
				strings.Join(sheetColumns, ", "))
		}
	}
	var rows []SheetRow
	for n, line := range lines[1:] {
		var row SheetRow
		for i, field := range row.fields() {
			if k, there := at[sheetColumns[i]]; there && k < len(line) {
				*field = armed(line[k])
			}
		}
		row.ID = strings.TrimSpace(row.ID)
		if row.Verdict, err = verdictOf(row.Verdict); err != nil {
			return nil, fmt.Errorf("reading the sheet: row %d (%s): %w", n+2, row.Case, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func separator(head string) rune {
	for _, sep := range []rune{',', ';', '\t'} {
		if strings.ContainsRune(head, sep) {
			return sep
		}
	}
	return ','
}

func verdictOf(text string) (string, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	if word == "" || slices.Contains([]string{VerdictRight, VerdictDefensible, VerdictWrong, VerdictUnclear}, word) {
		return word, nil
	}
	return "", fmt.Errorf("%q is not a verdict; write %s, %s, %s or %s", text, VerdictRight, VerdictDefensible,
		VerdictWrong, VerdictUnclear)
}
