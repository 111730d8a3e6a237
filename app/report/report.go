// Package report writes an answer so that it can travel: as one HTML file for a reviewer, as a workbook, and as
// omopgenerics' summarised result. The command line and the page write by it.
//
// A worked example. "How many women took metformin by year?" has been answered. Workbook writes its table, its
// question and its concepts on three sheets; HTML writes what was understood, the definitions in force, the codes, the
// steps of the population, table and picture, the SQL and the versions; Summarised writes a row for each number.
//
// It sees answers after small cells are hidden and counts nothing anew; what it asks for beside them, the steps of a
// population, is asked of package app, which hides in the same way.
package report

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"path/filepath"
	"strings"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/rag/read"
)

// ErrNoTable is returned for an answer without a result.
var ErrNoTable = errors.New("there is no result to write: the question was not answered")

// About is what stands around an answer: whose data it is of, and by which program and definitions it was made.
type About struct {
	Program     string // version
	MinCell     int
	Database    Database
	Definitions []string // in sentences
	Formulas    bool     // texts that begin like formulas stay as they are
}

// Database says whose data an answer is of.
type Database struct {
	Name                                        string // of the file or of the database, without its place
	Source, Persons, Years, Vocabulary, Version string
}

// NewAbout is what stands around the answers of an App; defined are definitions that one question took otherwise.
func NewAbout(ctx context.Context, a *app.App, program string, defined map[string]string) (*About, error) {
	db, err := Describe(ctx, a)
	if err != nil {
		return nil, err
	}
	return AboutOf(a, db, program, defined), nil
}

// AboutOf is NewAbout where the database is described already.
func AboutOf(a *app.App, db Database, program string, defined map[string]string) *About {
	out := &About{Program: program, MinCell: a.MinCell(), Database: db}
	for _, d := range read.Definitions() {
		value := d.House
		for _, chosen := range []map[string]string{a.Settings().Define, defined} {
			if v, ok := chosen[d.Name]; ok {
				value = v
			}
		}
		out.Definitions = append(out.Definitions, d.Meaning(value))
	}
	return out
}

// Describe says what the database is, without numbers of few people.
func Describe(ctx context.Context, a *app.App) (Database, error) {
	about, err := a.Describe(ctx)
	if err != nil {
		return Database{}, err
	}
	db := Database{Name: databaseName(about.Path), Source: about.Source, Version: about.Version,
		Vocabulary: about.VocabularyVersion,
		Persons:    picture.Cell("", cohort.Count(int(about.Persons), a.MinCell()))}
	if len(about.FirstDate) >= 4 && len(about.LastDate) >= 4 {
		db.Years = about.FirstDate[:4] + "–" + about.LastDate[:4]
	}
	return db, nil
}

// databaseName is the last part of a database's place, without parameters and ending.
func databaseName(place string) string {
	place, _, _ = strings.Cut(place, "?")
	name := filepath.Base(place)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// View is an answer as people read it.
type View struct {
	Words     string // as they were asked; empty for a study question
	Changed   bool   // the question is no longer that of the words
	Status    string
	Message   []string // why there is no answer, by paragraphs
	Said      string   // the question as it was understood
	Sentence  string
	Number    string // the main number of a result of one row
	Unit      string
	Interval  string
	Table     *Table
	Picture   template.HTML
	Attrition template.HTML
	Readings  []Reading
	Sets      []app.ConceptSet
	Remarks   []app.Finding
	Methods   []string // of the intervals
	SQL       string
	Hidden    int
	At        time.Time
	About     *About
	Styles    template.CSS
}

// Reading is another meaning that the words can have.
type Reading struct {
	What, Said, Number string
	Table              *Table
}

// NewView is an answer as people read it, without pictures.
func NewView(a *app.Answer) *View {
	v := &View{Words: a.Question, Status: a.Status, Said: a.Reading,
		Sentence: picture.Words(a.Answer), Sets: a.Concepts,
		Remarks: a.Warnings, SQL: a.SQL, Hidden: a.Hidden, At: time.Now()}
	if pipeline.Status(a.Status) != pipeline.Answered {
		v.Message = strings.Split(strings.TrimSpace(a.Message), "\n")
		return v
	}
	v.Table = NewTable(a)
	v.Number, v.Unit, v.Interval = Headline(a)
	for i := range a.Readings {
		v.Readings = append(v.Readings, NewReading(i, a))
	}
	v.Methods = methods(a)
	return v
}

// methods are the methods of the intervals, each once.
func methods(a *app.Answer) []string {
	var out []string
	seen := map[string]bool{}
	for _, i := range a.Run().Intervals {
		text := fmt.Sprintf("%s intervals of %s: %s", i.Percent(), picture.Column(a.Columns[i.Column]), i.Method)
		if i.Method != "" && !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	return out
}

// NewReading is the n-th of what else the words can mean.
func NewReading(n int, a *app.Answer) Reading {
	o := a.Readings[n]
	v := Reading{What: o.What, Said: o.Reading}
	if i := picture.FirstNumber(a); len(o.Rows) == 1 && i >= 0 && i < len(o.Rows[0]) {
		v.Number = picture.Cell(a.Columns[i], o.Rows[0][i])
		if cell.IsPercent(a.Columns[i]) && !picture.IsHidden(o.Rows[0][i]) {
			v.Number += " %"
		}
		if q := understood(a); q != nil && q.Top != nil && i > 0 { // the first of another order is another thing
			v.Number = picture.Cell(a.Columns[0], o.Rows[0][0]) + " " + v.Number
		}
		return v
	}
	if len(o.Rows) > 0 && len(o.Rows[0]) == len(a.Columns) {
		v.Table = NewTable(app.NewAnswer(&pipeline.Run{Table: a.Run().Readings[n].Table}, false))
	}
	return v
}

// understood is the study question of an answer; nil where there is none.
func understood(a *app.Answer) *study.Question { return a.Run().Understood() }
