package tools

import (
	"context"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/cohort"
)

type conceptSearch struct {
	Text   string `json:"text" jsonschema:"a name, synonym, abbreviation or code such as ICD10CM:E11.9"`
	Domain string `json:"domain,omitempty" jsonschema:"condition, drug, procedure, measurement, observation, device or visit; all where it is left out"`
	Limit  int    `json:"limit,omitempty" jsonschema:"at most so many concepts, 15 where it is left out"`
}

// Found lists concepts, best first.
type Found struct {
	Concepts []Concept `json:"concepts"`
}

func findConcepts(ctx context.Context, a Session, in conceptSearch) (Found, error) {
	hits, err := a.Search(ctx, in.Text, app.SearchOptions{K: min(max(in.Limit, 0), mostConcepts), Domain: in.Domain})
	if err != nil {
		return Found{}, err
	}
	out := Found{Concepts: []Concept{}}
	for _, h := range hits.Hits {
		c := h.Concept
		out.Concepts = append(out.Concepts, Concept{ID: c.ID, Name: c.Name, Vocabulary: c.Vocabulary, Code: c.Code,
			Domain: c.Domain, Standard: c.IsStandard()})
	}
	return out, nil
}

type term struct {
	Text   string `json:"text" jsonschema:"a term, or codes such as ICD10CM:N18.6"`
	Domain string `json:"domain,omitempty" jsonschema:"condition, drug, procedure, measurement, observation, device or visit; all where it is left out"`
}

// Sets are the concept sets of a term, one for each domain.
type Sets struct {
	Sets   []ConceptSet `json:"sets"`
	Misses []string     `json:"misses,omitempty" jsonschema:"why it was not coded in a domain, and what comes nearest"`
}

func conceptSet(ctx context.Context, a Session, in term) (Sets, error) {
	var domains []omop.Domain
	if in.Domain != "" {
		domains = []omop.Domain{omop.Domain(strings.ToLower(in.Domain))}
	}
	coded, err := a.Code(ctx, in.Text, "", domains...)
	if err != nil {
		return Sets{}, err
	}
	out := Sets{Sets: []ConceptSet{}}
	for _, s := range coded.Sets {
		out.Sets = append(out.Sets, newSet(app.NewConceptSet(s)))
	}
	if len(coded.Sets) == 0 || in.Domain != "" {
		for _, miss := range coded.Misses {
			out.Misses = append(out.Misses, miss.Error())
		}
	}
	return out, nil
}

type nothing struct{}

// Database is what a database holds. Counts of few people are not in it.
type Database struct {
	Version    string    `json:"cdm_version"`
	Source     string    `json:"source,omitempty"`
	Vocabulary string    `json:"vocabulary_version,omitempty"`
	Persons    any       `json:"persons" jsonschema:"a small number reads \"<5\", any of few people \"few\""`
	FirstYear  string    `json:"first_year,omitempty"`
	LastYear   string    `json:"last_year,omitempty"`
	Tables     []DBTable `json:"tables"`
	Missing    []string  `json:"missing" jsonschema:"what the database lacks"`
}

// DBTable is one table with rows.
type DBTable struct {
	Name string `json:"name"`
	Rows any    `json:"rows" jsonschema:"a small number reads \"<5\""`
}

func describe(ctx context.Context, a Session, _ nothing) (Database, error) {
	d, err := a.Describe(ctx)
	if err != nil {
		return Database{}, err
	}
	least := a.MinCell()
	out := Database{Version: d.Version, Source: d.Source, Vocabulary: d.VocabularyVersion,
		Persons:   cohort.Count(int(d.Persons), least),
		FirstYear: year(d.FirstDate), LastYear: year(d.LastDate), Tables: []DBTable{}, Missing: []string{}}
	for _, t := range d.Tables {
		if t.Rows > 0 {
			rows := cohort.Count(int(t.Rows), least)
			if t.Few() {
				rows = t.RowCount()
			}
			out.Tables = append(out.Tables, DBTable{t.Name, rows})
		}
	}
	for _, f := range d.Findings {
		out.Missing = append(out.Missing, f.Message)
	}
	return out, nil
}

// year is the year of an ISO date: the day may be one person's.
func year(date string) string { return date[:min(4, len(date))] }

type librarySearch struct {
	Text  string `json:"text" jsonschema:"words of the question"`
	Limit int    `json:"limit,omitempty" jsonschema:"at most so many pairs, 5 where it is left out"`
}

// Pairs are reviewed pairs of question and SQL.
type Pairs struct {
	Pairs []Pair `json:"pairs"`
}

// Pair is a question with its reviewed SQL.
type Pair struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	SQL      string   `json:"sql" jsonschema:"with placeholders"`
	Notes    []string `json:"notes,omitempty"`
	Alike    float64  `json:"similarity" jsonschema:"the cosine of the two questions: 1 is the same; the first need not be near"`
}

func searchLibrary(ctx context.Context, a Session, in librarySearch) (Pairs, error) {
	limit := in.Limit
	if limit <= 0 {
		limit = 5
	}
	found, err := a.SearchLibrary(ctx, in.Text, min(limit, 50), a.Filter)
	if err != nil {
		return Pairs{}, err
	}
	out := Pairs{Pairs: []Pair{}}
	for _, m := range found {
		out.Pairs = append(out.Pairs, Pair{m.Pair.ID, m.Pair.Question, m.Pair.SQL, m.Pair.Notes, m.Score})
	}
	return out, nil
}
