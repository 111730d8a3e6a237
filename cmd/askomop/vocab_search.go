package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/vocab"
)

func (p *program) vocabSearchCommand() *cli.Command {
	return &cli.Command{
		Name:      "search",
		Usage:     "find concepts by name, synonym, abbreviation or code",
		ArgsUsage: "TEXT",
		Description: "Words are read as hospitals write them, too: abbreviated, cut short, misspelt, in any order.\n" +
			"--used, --unused and --counts look at the records of the database that --db names.",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "k", Usage: "at most `N` concepts", Value: 15},
			&cli.StringFlag{Name: "domain", Usage: "concepts of one domain_id, such as Drug"},
			&cli.StringSliceFlag{Name: "vocabulary", Usage: "concepts of one vocabulary_id, such as SNOMED; may be given again"},
			&cli.BoolFlag{Name: "standard", Usage: "standard concepts only"},
			&cli.BoolFlag{Name: "source", Usage: "concepts that are not standard only"},
			&cli.BoolFlag{Name: "used", Usage: "concepts only that the database's records have"},
			&cli.BoolFlag{Name: "unused", Usage: "concepts only that no record has"},
			&cli.BoolFlag{Name: "counts", Usage: "show the records and people of each"},
		},
		Action: p.action(p.vocabSearch),
	}
}

// jsonHit is a found concept.
type jsonHit struct {
	jsonVocabConcept
	Term            string    `json:"term"`
	Kind            string    `json:"kind"`
	Score           app.Float `json:"score"`
	*app.Occurrence           // where counts are asked for
}

func (p *program) vocabSearch(ctx context.Context, c *call) error {
	text, err := c.text("TEXT")
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	filter, err := searchFilter(c)
	if err != nil {
		return err
	}
	found, err := p.searched(ctx, c, text, filter)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		docs := []jsonHit{}
		for _, h := range found.hits {
			doc := jsonHit{conceptDocument(h.Concept), h.Term, h.Kind.String(), app.Float(h.Score), nil}
			if found.counted {
				doc.Occurrence = app.NewOccurrence(found.counts[h.Concept.ID], c.app.MinCell())
			}
			docs = append(docs, doc)
		}
		return out.json(docs)
	}
	if len(found.hits) == 0 {
		c.note("Nothing in this vocabulary is like %q.", text)
		return nil
	}
	return printHits(c, found)
}

// searchFilter reads the flags that narrow a search.
func searchFilter(c *call) (vocab.Filter, error) {
	f := vocab.Filter{Vocabularies: c.StringSlice("vocabulary"), Standard: c.Bool("standard"), Source: c.Bool("source")}
	switch {
	case f.Standard && f.Source:
		return f, usagef("--standard and --source exclude each other")
	case c.Bool("used") && c.Bool("unused"):
		return f, usagef("--used and --unused exclude each other")
	}
	return f, nil
}

// searchResult is what a search found, with its counts where they are wanted.
type searchResult struct {
	hits    []vocab.Hit
	counts  map[int64]info.Occurrence
	counted bool
}

// How many more hits are looked at where records decide which of them stay.
const usedReach = 20

// searched looks a text up, and in the records where use is asked about.
func (p *program) searched(ctx context.Context, c *call, text string, f vocab.Filter) (searchResult, error) {
	v, err := c.app.SearchedVocabulary(ctx)
	if err != nil {
		return searchResult{}, err
	}
	if f.Domains, err = domainFilter(v, c.String("domain")); err != nil {
		return searchResult{}, err
	}
	byUse := c.Bool("used") || c.Bool("unused")
	k := c.Int("k")
	if byUse {
		k *= usedReach
	}
	found := searchResult{counted: byUse || c.Bool("counts")}
	if found.hits, err = findConcepts(ctx, v, text, k, f); err != nil || !found.counted {
		return found, err
	}
	engine, err := c.app.Engine(ctx)
	if err != nil {
		return found, err
	}
	ids := make([]int64, len(found.hits))
	for i, h := range found.hits {
		ids[i] = h.Concept.ID
	}
	if found.counts, err = info.NewUsage(engine.DB()).Occurrences(ctx, ids); err != nil {
		return found, err
	}
	if byUse {
		found.hits = slices.DeleteFunc(found.hits, func(h vocab.Hit) bool { return (found.counts[h.Concept.ID].Records > 0) != c.Bool("used") })
	}
	found.hits = found.hits[:min(c.Int("k"), len(found.hits))]
	return found, nil
}

func printHits(c *call, found searchResult) error {
	head := []string{"concept", "name", "domain", "vocabulary", "code", "class", "", "found as", "score"}
	if found.counted {
		head = append(head, "records", "people")
	}
	w := newGrid(head)
	for _, h := range found.hits {
		k := h.Concept
		as := h.Kind.String()
		if h.Term != k.Name {
			as += " " + h.Term
		}
		row := []string{fmt.Sprint(k.ID), k.Name, k.Domain, k.Vocabulary, k.Code, k.Class, k.Standard, as, readableFloat(h.Score)}
		if found.counted {
			records, people := shownOccurrence(found.counts[k.ID], c.app.MinCell())
			row = append(row, records, people)
		}
		w.AppendRow(gridRow(row))
	}
	_, err := fmt.Fprintln(c.Streams.Out, w.Render())
	return err
}

// findConcepts looks a text up as a code, else by its words.
func findConcepts(ctx context.Context, v *vocab.Vocabulary, text string, k int, f vocab.Filter) ([]vocab.Hit, error) {
	system, code, named := strings.Cut(text, ":")
	if !named {
		system, code = "", text
	}
	concepts, err := v.ByCode(system, strings.TrimSpace(code))
	if err != nil && !errors.Is(err, vocab.ErrNotFound) {
		return nil, err
	}
	var hits []vocab.Hit
	for _, c := range concepts {
		if f.Admits(c) {
			hits = append(hits, vocab.Hit{Concept: c, Term: c.Code, Kind: vocab.KindCode, Score: 1})
		}
	}
	if len(hits) > 0 {
		return hits[:min(k, len(hits))], nil
	}
	return coding.NewRules(v, coding.Options{}).Search(ctx, text, f, k)
}

// domainFilter takes a domain of the vocabulary in any case: domain_id is written "Drug".
func domainFilter(v *vocab.Vocabulary, domain string) ([]string, error) {
	if domain == "" {
		return nil, nil
	}
	domains := v.Domains()
	i := slices.IndexFunc(domains, func(d string) bool { return strings.EqualFold(d, domain) })
	if i < 0 {
		return nil, usagef("this vocabulary has no domain %q; it has %s", domain, strings.Join(domains, ", "))
	}
	return domains[i : i+1], nil
}
