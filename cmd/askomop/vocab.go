package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/omop/load"
	"github.com/askomop/askomop/vocab"
)

func (p *program) vocabCommand() *cli.Command {
	return &cli.Command{
		Name:  "vocab",
		Usage: "load and search the OMOP vocabulary",
		Subcommands: []*cli.Command{
			{
				Name:      "load",
				Usage:     "load a vocabulary downloaded from Athena",
				ArgsUsage: "DIR|ZIP",
				Description: "The vocabulary is kept in the home folder. It serves databases that have none of their own,\n" +
					"and vocab search and vocab show without --db.",
				Action: p.action(p.vocabLoad),
			},
			{
				Name:      "search",
				Usage:     "find concepts by name, synonym, abbreviation or code",
				ArgsUsage: "TEXT",
				Flags: []cli.Flag{
					&cli.IntFlag{Name: "k", Usage: "at most `N` concepts", Value: 15},
					&cli.StringFlag{Name: "domain", Usage: "concepts of one domain_id, such as Drug"},
					&cli.BoolFlag{Name: "standard", Usage: "standard concepts only"},
				},
				Action: p.action(p.vocabSearch),
			},
			{
				Name:      "show",
				Usage:     "show a concept: what it maps to, what lies below it",
				ArgsUsage: "ID",
				Action:    p.action(p.vocabShow),
			},
		},
	}
}

func (p *program) vocabLoad(ctx context.Context, c *call) error {
	source, err := oneArgument(c, "DIR or ZIP")
	if err != nil {
		return err
	}
	target := c.parts.ownVocabulary()
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return fmt.Errorf("making the vocabulary's folder: %w; choose another with --home DIR", err)
	}
	bar := newProgress(c.Streams, c.settings.Quiet, "Loading the vocabulary")
	report, err := load.Load(ctx, load.Options{
		Source: source, Target: target, Version: "5.4", Replace: true, Vocabulary: true, Progress: loadProgress(bar), Logger: c.log,
	})
	bar.end()
	if err != nil {
		return err
	}
	return printReport(c, report)
}

// jsonHit is a found concept.
type jsonHit struct {
	jsonVocabConcept
	Term  string    `json:"term"`
	Kind  string    `json:"kind"`
	Score jsonFloat `json:"score"`
}

type jsonVocabConcept struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	Domain     string `json:"domain"`
	Vocabulary string `json:"vocabulary"`
	Class      string `json:"class"`
	Standard   string `json:"standard"`
	Code       string `json:"code"`
	Invalid    string `json:"invalid"`
}

func conceptDocument(c vocab.Concept) jsonVocabConcept {
	return jsonVocabConcept{c.ID, c.Name, c.Domain, c.Vocabulary, c.Class, c.Standard, c.Code, c.Invalid}
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
	v, err := c.parts.SearchedVocabulary(ctx)
	if err != nil {
		return err
	}
	hits := findConcepts(v, text, c.Int("k"), vocab.Filter{Domains: domainFilter(c.String("domain")), Standard: c.Bool("standard")})
	if out.format == formatJSON {
		docs := []jsonHit{}
		for _, h := range hits {
			docs = append(docs, jsonHit{conceptDocument(h.Concept), h.Term, h.Kind.String(), jsonFloat(h.Score)})
		}
		return out.json(docs)
	}
	if len(hits) == 0 {
		c.note("Nothing in this vocabulary is like %q.", text)
		return nil
	}
	w := newGrid([]string{"concept", "name", "domain", "vocabulary", "code", "class", "", "found as", "score"})
	for _, h := range hits {
		k := h.Concept
		found := h.Kind.String()
		if h.Term != k.Name {
			found += " " + h.Term
		}
		w.AppendRow(gridRow([]string{fmt.Sprint(k.ID), k.Name, k.Domain, k.Vocabulary, k.Code, k.Class, k.Standard, found, readableFloat(h.Score)}))
	}
	_, err = fmt.Fprintln(c.Streams.Out, w.Render())
	return err
}

// findConcepts looks a text up as a concept id, then as a code, then by similarity.
func findConcepts(v *vocab.Vocabulary, text string, k int, f vocab.Filter) []vocab.Hit {
	exact := func(concepts []vocab.Concept) []vocab.Hit {
		var hits []vocab.Hit
		for _, c := range concepts {
			hits = append(hits, vocab.Hit{Concept: c, Term: c.Code, Kind: vocab.KindCode, Score: 1})
		}
		return hits[:min(k, len(hits))]
	}
	system, code, named := strings.Cut(text, ":")
	if !named {
		system, code = "", text
	}
	if concepts, err := v.ByCode(system, strings.TrimSpace(code)); err == nil {
		return exact(concepts)
	}
	return v.Search(text, f, k)
}

// domainFilter takes a domain in any case: domain_id is written "Drug".
func domainFilter(domain string) []string {
	if domain == "" {
		return nil
	}
	return []string{strings.ToUpper(domain[:1]) + strings.ToLower(domain[1:])}
}

func (p *program) vocabShow(ctx context.Context, c *call) error {
	arg, err := oneArgument(c, "concept ID")
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(arg, 10, 64)
	if err != nil {
		return usagef("%q is no concept id; find one with: askomop vocab search %q", arg, arg)
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	v, err := c.parts.SearchedVocabulary(ctx)
	if err != nil {
		return err
	}
	concept, err := v.Concept(id)
	if errors.Is(err, vocab.ErrNotFound) {
		return fmt.Errorf("concept %d: %w; find one with: askomop vocab search TEXT", id, err)
	} else if err != nil {
		return fmt.Errorf("reading concept %d: %w", id, err)
	}
	below, err := v.Descendants(ctx, []int64{id})
	if err != nil {
		return fmt.Errorf("reading what lies below concept %d: %w", id, err)
	}
	return out.concept(concept, v.MapsTo(id), below)
}

// shownDescendants is how many descendants vocab show lists on paper; JSON has all.
const shownDescendants = 20

func (p *printer) concept(c vocab.Concept, targets []vocab.Concept, below vocab.Closure) error {
	if p.format == formatJSON {
		doc := struct {
			jsonVocabConcept
			MapsTo      []jsonVocabConcept `json:"maps_to"`
			Descendants []jsonVocabConcept `json:"descendants"`
		}{conceptDocument(c), []jsonVocabConcept{}, []jsonVocabConcept{}}
		for _, t := range targets {
			doc.MapsTo = append(doc.MapsTo, conceptDocument(t))
		}
		for _, d := range below.Descendants {
			doc.Descendants = append(doc.Descendants, conceptDocument(d.Concept))
		}
		return p.json(doc)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d  %s\n", c.ID, c.Name)
	fmt.Fprintf(&b, "  %s %s, %s, %s, %s\n", c.Vocabulary, c.Code, c.Domain, c.Class, standing(c))
	for _, t := range targets {
		fmt.Fprintf(&b, "  maps to %d  %s (%s %s)\n", t.ID, t.Name, t.Vocabulary, t.Code)
	}
	if n := len(below.Descendants); n > 0 {
		fmt.Fprintf(&b, "  %s:\n", plural(n, "descendant", "descendants"))
	} else if len(below.Unknown) > 0 {
		b.WriteString("  the vocabulary has no hierarchy for this concept\n")
	}
	for i, d := range below.Descendants {
		if i == shownDescendants {
			fmt.Fprintf(&b, "    … %d more (--json lists all)\n", len(below.Descendants)-i)
			break
		}
		fmt.Fprintf(&b, "    %d  %s\n", d.Concept.ID, d.Concept.Name)
	}
	return p.flush(&b)
}

func standing(c vocab.Concept) string {
	switch {
	case c.Invalid != "":
		return "no longer valid"
	case c.Standard == "S":
		return "standard"
	case c.Standard == "C":
		return "classification"
	default:
		return "source concept"
	}
}
