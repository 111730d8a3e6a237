package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// shape is the size of a synthetic download. The proportions are Athena's: five concepts for one
// that is standard, forty rows of CONCEPT_ANCESTOR for each standard one.
type shape struct {
	Standard  int    // standard concepts
	Sources   int    // source concepts for each
	Synonyms  int    // for each standard concept
	Ancestors int    // rows of CONCEPT_ANCESTOR for each standard concept, at most
	Links     int    // attribute relationships of each standard concept, each with its reverse
	Seed      uint64 // of everything drawn
	Format    int    // goes up when the generator draws otherwise
}

func newShape(standard int) shape {
	return shape{Standard: standard, Sources: 4, Synonyms: 2, Ancestors: 40, Links: 4, Seed: 1, Format: 2}
}

// The ids lie above two thousand million, the range that OMOP leaves to local concepts: none is a real concept's.
const firstID = 2_000_000_001

var domains = [...]struct{ domain, vocabulary, class, source string }{
	{"Condition", "SNOMED", "Clinical Finding", "ICD10CM"},
	{"Drug", "RxNorm", "Clinical Drug", "NDC"},
	{"Drug", "RxNorm Extension", "Branded Drug", "dm+d"},
	{"Measurement", "LOINC", "Lab Test", "Read"},
	{"Procedure", "SNOMED", "Procedure", "ICD10PCS"},
}

// download makes the files of the shape in a folder below cache, once, and returns the folder.
func (s shape) download(ctx context.Context, cache string) (string, error) {
	dir := filepath.Join(cache, fmt.Sprintf("athena-%d-%d", s.Standard, s.Format))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	work := dir + ".making"
	if err := errors.Join(os.RemoveAll(work), os.MkdirAll(work, 0o755)); err != nil {
		return "", err
	}
	g := generator{shape: s, ctx: ctx, dir: work, words: newLexicon(s.Seed, max(2000, s.Standard/10))}
	if err := g.write(); err != nil {
		return "", errors.Join(err, os.RemoveAll(work))
	}
	return dir, os.Rename(work, dir)
}

// generator writes the files.
type generator struct {
	shape
	ctx     context.Context
	dir     string
	words   *lexicon
	parents [][2]int32 // of each standard concept; -1 for none
}

func (g *generator) write() error {
	return errors.Join(g.concepts(), g.ancestors(), g.relationships(), g.vocabularies())
}

// file writes one file: fill gets a function that adds a row of fields.
func (g *generator) file(name, header string, fill func(row func(fields ...string)) error) (err error) {
	f, err := os.Create(filepath.Join(g.dir, name))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<20)
	w.WriteString(header + "\n") // its error stays with the writer until Flush
	err = fill(func(fields ...string) {
		for i, field := range fields {
			if i > 0 {
				w.WriteByte('\t')
			}
			w.WriteString(field)
		}
		w.WriteByte('\n')
	})
	return errors.Join(err, w.Flush())
}

const dates = "19700101\t20991231"

func (g *generator) id(standard int) string { return strconv.Itoa(firstID + standard) }

func (g *generator) sourceID(standard, k int) string {
	return strconv.Itoa(firstID + g.Standard + standard*g.Sources + k)
}

// concepts writes CONCEPT and CONCEPT_SYNONYM together: synonyms vary the names.
func (g *generator) concepts() error {
	return g.file("CONCEPT_SYNONYM.csv", "concept_id\tconcept_synonym_name\tlanguage_concept_id",
		func(synonym func(...string)) error {
			header := "concept_id\tconcept_name\tdomain_id\tvocabulary_id\tconcept_class_id\tstandard_concept\tconcept_code\tvalid_start_date\tvalid_end_date\tinvalid_reason"
			return g.file("CONCEPT.csv", header, func(concept func(...string)) error {
				for i := range g.Standard {
					if i%10_000 == 0 && g.ctx.Err() != nil {
						return g.ctx.Err()
					}
					d := domains[i%len(domains)]
					name, class := g.words.name(d.domain), d.class
					if n := i / len(domains); d.vocabulary == "RxNorm" && n < len(g.words.ingredients)/4 {
						name, class = g.words.ingredients[n], "Ingredient"
					}
					concept(g.id(i), name, d.domain, d.vocabulary, class, "S", strconv.Itoa(7_000_000+i), dates, "")
					for range g.Synonyms {
						synonym(g.id(i), g.words.variant(name), "4180186")
					}
					for k := range g.Sources {
						n := i*g.Sources + k
						code := string(rune('A'+n%26)) + strconv.Itoa(n/26%100) + "." + strconv.Itoa(n/2600)
						concept(g.sourceID(i, k), g.words.variant(name), d.domain, d.source, "Source Code", "", code, dates,
							"")
					}
				}
				return nil
			})
		})
}

// ancestors writes CONCEPT_ANCESTOR: of each standard concept itself and the nearest above it.
func (g *generator) ancestors() error {
	g.parents = make([][2]int32, g.Standard)
	kinds, rng := len(domains), g.words.rng
	for i := range g.parents {
		g.parents[i] = [2]int32{-1, -1}
		if rank := i / kinds; rank > 0 {
			for k := range g.parents[i] {
				above := rank/2 + rng.IntN(rank-rank/2)
				g.parents[i][k] = int32(above*kinds + i%kinds)
			}
		}
	}
	header := "ancestor_concept_id\tdescendant_concept_id\tmin_levels_of_separation\tmax_levels_of_separation"
	return g.file("CONCEPT_ANCESTOR.csv", header, func(row func(...string)) error {
		var above []int32
		for i := range g.parents {
			if i%10_000 == 0 && g.ctx.Err() != nil {
				return g.ctx.Err()
			}
			above = append(above[:0], int32(i))
			for level, from := 0, 0; from < len(above); level++ {
				to := len(above)
				for ; from < to; from++ {
					levels := strconv.Itoa(level)
					row(g.id(int(above[from])), g.id(i), levels, levels)
					for _, p := range g.parents[above[from]] {
						if p >= 0 && len(above) < g.Ancestors && !holds(above, p) {
							above = append(above, p)
						}
					}
				}
			}
		}
		return nil
	})
}

func holds(list []int32, x int32) bool {
	return slices.Contains(list, x)
}

// relationships writes CONCEPT_RELATIONSHIP, each row with its reverse.
func (g *generator) relationships() error {
	header := "concept_id_1\tconcept_id_2\trelationship_id\tvalid_start_date\tvalid_end_date\tinvalid_reason"
	return g.file("CONCEPT_RELATIONSHIP.csv", header, func(row func(...string)) error {
		both := func(a, b, forth, back string) {
			row(a, b, forth, dates, "")
			row(b, a, back, dates, "")
		}
		for i := range g.Standard {
			if i%10_000 == 0 && g.ctx.Err() != nil {
				return g.ctx.Err()
			}
			id := g.id(i)
			both(id, id, "Maps to", "Mapped from")
			for k := range g.Sources {
				both(g.sourceID(i, k), id, "Maps to", "Mapped from")
			}
			for _, p := range g.parents[i] {
				if p >= 0 {
					both(id, g.id(int(p)), "Is a", "Subsumes")
				}
			}
			for range g.Links {
				both(id, g.id(g.words.rng.IntN(g.Standard)), "Has finding site", "Finding site of")
			}
		}
		return nil
	})
}

// vocabularies writes the small files.
func (g *generator) vocabularies() error {
	return errors.Join(
		g.file("VOCABULARY.csv",
			"vocabulary_id\tvocabulary_name\tvocabulary_reference\tvocabulary_version\tvocabulary_concept_id", func(row func(...string)) error {
				row("None", "OMOP Standardized Vocabularies", "OMOP generated", fmt.Sprintf("synthetic %d", g.Standard),
					"0")
				return nil
			}),
		g.file("RELATIONSHIP.csv",
			"relationship_id\trelationship_name\tis_hierarchical\tdefines_ancestry\treverse_relationship_id\trelationship_concept_id", func(row func(...string)) error {
				row("Maps to", "Maps to", "0", "0", "Mapped from", "0")
				row("Is a", "Is a", "1", "1", "Subsumes", "0")
				return nil
			}),
	)
}
