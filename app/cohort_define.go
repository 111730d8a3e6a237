package app

import (
	"archive/zip"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/circe"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/schedule"
)

// Definitions are the cohorts that are kept as what they ask.
func (a *App) Definitions() cohort.Definitions {
	return cohort.Definitions{Dir: filepath.Join(a.build.Home, "cohorts")}
}

// ImportedCohort is the result of importing one file of cohort definitions.
type ImportedCohort struct {
	File        string   `json:"file"`
	Name        string   `json:"name,omitempty"` // in [cohort@NAME]; empty where it was not read
	Title       string   `json:"title,omitempty"`
	Reading     string   `json:"reading,omitempty"`     // the cohort as a sentence
	Unsupported []string `json:"unsupported,omitempty"` // what a study question cannot say, by its place in the file
	Problem     string   `json:"not_read,omitempty"`    // why it is not a cohort definition
	Replaced    bool     `json:"replaced,omitempty"`    // one of the same name was kept before
	definition  cohort.Saved
}

// mostOfDefinition bounds the size of one file.
const mostOfDefinition = 64 << 20

// ImportCohorts reads cohort definitions of ATLAS: a JSON file, or those of a folder or zip. Each is kept by a name
// that is made of its title, or by the one given for a single file.
func (a *App) ImportCohorts(ctx context.Context, place, name string) ([]ImportedCohort, error) {
	if name != "" {
		if err := schedule.CheckName(name); err != nil {
			return nil, UsageError{err}
		}
	}
	files, err := definitionFiles(place)
	if err != nil {
		return nil, fmt.Errorf("import cohorts: %w", err)
	}
	if name != "" && len(files.texts) != 1 {
		return nil, usagef("--name is for a single definition; %s has %d", place, len(files.texts))
	}
	var all []ImportedCohort
	taken := map[string]bool{}
	for _, file := range files.names {
		if err := ctx.Err(); err != nil {
			return all, err
		}
		one := readDefinition(file, files, name, taken)
		if one.Name != "" {
			_, err := a.Definitions().Load(one.Name)
			one.Replaced = err == nil
			one.definition.At = time.Now().UTC()
			if err := a.Definitions().Save(one.definition); err != nil {
				return all, err
			}
		}
		all = append(all, one)
	}
	return all, nil
}

// readDefinition reads one file and gives it a name that no other of this import has.
func readDefinition(file string, files *definitions, name string, taken map[string]bool) ImportedCohort {
	one := ImportedCohort{File: file}
	d, err := circe.Read(files.texts[file])
	var no *circe.UnsupportedError
	switch {
	case errors.As(err, &no):
		for _, p := range no.Parts {
			one.Unsupported = append(one.Unsupported, p.String())
		}
		return one
	case err != nil:
		one.Problem = err.Error()
		return one
	}
	base := strings.TrimSuffix(path.Base(file), ".json")
	title := firstOf(d.Name, files.titles[base], entryName(&d.Cohort), base)
	if name == "" {
		name = firstOf(cohort.Slug(title), cohort.Slug(base), "cohort")
		if taken[name] {
			name = cohort.Slug(name[:min(len(name), 50)] + "-" + base)
		}
	}
	taken[name] = true
	one.Name, one.Title, one.Reading = name, title, d.Cohort.Sentence()
	one.definition = cohort.Saved{Name: name, Title: title, Description: d.Description, Origin: file, Cohort: d.Cohort}
	return one
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if strings.TrimSpace(t) != "" {
			return t
		}
	}
	return ""
}

// entryName is what a definition without a title is about: the concept sets of its entry event.
func entryName(c *study.Cohort) string {
	var names []string
	var look func(e *study.Event)
	look = func(e *study.Event) {
		for _, set := range e.Concepts {
			if set.Name != "" && !slices.Contains(names, set.Name) {
				names = append(names, set.Name)
			}
		}
		for i := range e.AnyOf {
			look(&e.AnyOf[i])
		}
	}
	look(c.Entry)
	return strings.Join(names, " or ")
}

// definitions are the files of an import: their texts, and titles by file name where a list beside them has some.
type definitions struct {
	names  []string
	texts  map[string][]byte
	titles map[string]string
	size   int // of the texts, in bytes
}

// definitionFiles reads a JSON file, or the JSON files of a folder or a zip.
func definitionFiles(place string) (*definitions, error) {
	info, err := os.Stat(place)
	if err := errors.Join(err, bounded.Regular(place)); err != nil {
		return nil, err
	}
	all := &definitions{texts: map[string][]byte{}, titles: map[string]string{}}
	switch {
	case info.IsDir():
		err = all.readFS(os.DirFS(place))
	case strings.EqualFold(filepath.Ext(place), ".zip"):
		var z *zip.ReadCloser
		if z, err = bounded.OpenZip(place); err == nil {
			err = errors.Join(all.readFS(z), z.Close())
		}
	default:
		err = all.readFile(os.DirFS(filepath.Dir(place)), filepath.Base(place))
	}
	if err != nil {
		return nil, err
	}
	if len(all.names) == 0 {
		return nil, fmt.Errorf("%s holds no .json file", place)
	}
	slices.Sort(all.names)
	return all, nil
}

func (d *definitions) readFS(from fs.FS) error {
	return fs.WalkDir(from, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || e.IsDir():
			return err
		case e.Type()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice) != 0:
			return nil // nothing that lies there to be read
		case strings.EqualFold(path.Base(name), "Cohorts.csv"):
			return d.readTitles(from, name)
		case !strings.EqualFold(path.Ext(name), ".json"):
			return nil
		}
		return d.readFile(from, name)
	})
}

func (d *definitions) readFile(from fs.FS, name string) error {
	f, err := from.Open(name)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(f, mostOfDefinition+1))
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(text) > mostOfDefinition {
		return fmt.Errorf("%s is larger than a cohort definition can be (%d MB)", name, mostOfDefinition>>20)
	}
	if d.size += len(text); d.size > bounded.Text {
		return fmt.Errorf("its definitions have more than %d MB in all: import them in parts", bounded.Text>>20)
	}
	d.names = append(d.names, name)
	d.texts[name] = text
	return nil
}

// readTitles reads the list that OHDSI's phenotype library keeps beside the definitions.
func (d *definitions) readTitles(from fs.FS, name string) error {
	f, err := from.Open(name)
	if err != nil {
		return err
	}
	r := csv.NewReader(io.LimitReader(f, bounded.Text))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	rows, err := r.ReadAll()
	if err := errors.Join(err, f.Close()); err != nil || len(rows) == 0 {
		return nil // the definitions have names without it
	}
	id, title := slices.Index(rows[0], "cohortId"), slices.Index(rows[0], "cohortName")
	for _, row := range rows[1:] {
		if id >= 0 && title >= 0 && len(row) > max(id, title) {
			d.titles[row[id]] = row[title]
		}
	}
	return nil
}

// ExportAtlas writes a definition as ATLAS's JSON: that of a kept definition, or the population of a question.
func (a *App) ExportAtlas(ctx context.Context, name, question string) ([]byte, error) {
	c, err := a.populationOf(ctx, name, question)
	if err != nil {
		return nil, err
	}
	return a.atlasOf(ctx, c)
}

// ExportAtlasOf writes the population of a study question as ATLAS's JSON.
func (a *App) ExportAtlasOf(ctx context.Context, q *study.Question) ([]byte, error) {
	c, err := CohortOf(q)
	if err != nil {
		return nil, UsageError{err}
	}
	return a.atlasOf(ctx, c)
}

func (a *App) atlasOf(ctx context.Context, c *study.Cohort) ([]byte, error) {
	v, err := a.SearchedVocabulary(ctx)
	if err != nil {
		return nil, err
	}
	coder, err := a.Coder(ctx)
	if err != nil {
		return nil, err
	}
	text, err := circe.Write(c, &atlasVocabulary{ctx, a, coder, v})
	var no *circe.UnsupportedError
	if errors.As(err, &no) {
		return nil, fmt.Errorf("export for ATLAS: %w", err)
	}
	return text, err
}

// populationOf is the cohort that a name or a question's words mean.
func (a *App) populationOf(ctx context.Context, name, question string) (*study.Cohort, error) {
	if question == "" {
		def, err := a.Definitions().Load(name)
		if errors.Is(err, cohort.ErrNotDefined) {
			return nil, fmt.Errorf("cohort %q is not kept as a definition; give the question that it answers: --question \"How many patients …?\"", name)
		}
		return &def.Cohort, err
	}
	reading, err := a.Read(ctx, question)
	if err != nil {
		return nil, err
	}
	if reading.Question == nil {
		return nil, fmt.Errorf("the question was not understood as a study question; see: askomop ask --dry-run %q",
			question)
	}
	return CohortOf(reading.Question)
}

// CohortOf is the cohort of a question: its population, and where people are counted those of the outcome. Records
// without an end end in it as in ATLAS.
func CohortOf(q *study.Question) (*study.Cohort, error) {
	c := q.Clone().Population
	if q.Measure.Kind == study.Count && q.Outcome != nil {
		c.Criteria = append(c.Criteria, *q.Clone().Outcome)
	}
	if c.Entry == nil {
		anyTime := func(k study.Criterion) bool { return k.Has != nil && k.Has.Times == nil && k.Has.Relation == nil }
		if i := slices.IndexFunc(c.Criteria, anyTime); i >= 0 {
			entry := c.Criteria[i].Has.Event // who has it enters with it
			c.Entry, c.Criteria = &entry, slices.Delete(c.Criteria, i, i+1)
		}
	}
	if c.Entry == nil {
		return nil, errors.New("a cohort begins with an event, and the question names none: \"How many patients with type 2 diabetes …?\"")
	}
	c.OpenEnd = study.NextDay
	return &c, nil
}

// JSONOf is a population as JSON.
func JSONOf(c study.Cohort) json.RawMessage {
	text, err := json.Marshal(c)
	if err != nil {
		return nil // it holds nothing that JSON cannot say
	}
	return text
}
