package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
)

func (p *program) codeCommand() *cli.Command {
	return &cli.Command{
		Name:      "code",
		Usage:     "show the concepts that words or a source code stand for",
		ArgsUsage: "TEXT, such as \"type 2 diabetes\" or ICD10CM:N18.6",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "domain", Usage: domainNames() + " (default: all are tried)"},
			&cli.StringFlag{Name: "format", Usage: "table, json or csv (default: table)"},
		},
		Action: p.action(p.code),
	}
}

func domainNames() string {
	names := make([]string, len(omop.Domains))
	for i, d := range omop.Domains {
		names[i] = string(d)
	}
	return strings.Join(names, ", ")
}

func (p *program) code(ctx context.Context, c *call) error {
	text, err := c.text("TEXT")
	if err != nil {
		return err
	}
	domains := omop.Domains
	if d := omop.Domain(strings.ToLower(c.String("domain"))); d != "" {
		if !slices.Contains(omop.Domains, d) {
			return usagef("--domain %s is none of %s", d, domainNames())
		}
		domains = []omop.Domain{d}
	}
	out, err := c.printer(formatTable, formatJSON, formatCSV)
	if err != nil {
		return err
	}
	coder, err := c.parts.Coder(ctx)
	if err != nil {
		return err
	}
	sets, misses, err := codeIn(ctx, coder, text, domains)
	if err != nil {
		return err
	}
	if len(sets) == 0 {
		return uncoded(c, text, misses)
	}
	return out.conceptSets(sets)
}

// codeIn codes a text in each of the domains and parts what was found from what was not.
func codeIn(ctx context.Context, coder coding.Coder, text string, domains []omop.Domain) ([]coding.ConceptSet, []error, error) {
	var sets []coding.ConceptSet
	var misses []error
	for _, d := range domains {
		set, err := coder.Code(ctx, coding.Entity{Domain: string(d), Text: text})
		switch {
		case err == nil:
			sets = append(sets, set)
		case errors.Is(err, coding.ErrNoConcept):
			misses = append(misses, err)
		default:
			return nil, nil, fmt.Errorf("coding %q as %s: %w", text, d, err)
		}
	}
	return sets, misses, nil
}

// uncoded abstains: it tells what came nearest in each domain.
func uncoded(c *call, text string, misses []error) error {
	for _, m := range misses {
		var miss *coding.NoConceptError
		if len(misses) == 1 || errors.As(m, &miss) && (len(miss.Nearest) > 0 || miss.Ambiguous) {
			fmt.Fprintf(c.Streams.Err, "askomop: %v\n", m)
		}
	}
	fmt.Fprintf(c.Streams.Err, "askomop: %q was not coded; look at what there is with: askomop vocab search %q\n", text, text)
	return errAbstained
}

// conceptSets prints sets with the reason for each concept.
func (p *printer) conceptSets(sets []coding.ConceptSet) error {
	switch p.format {
	case formatJSON:
		docs := make([]jsonConceptSet, len(sets))
		for i, s := range sets {
			docs[i] = conceptSetDocument(s)
		}
		return p.json(docs)
	case formatCSV:
		rows := [][]string{{"domain", "text", "concept_id", "name", "vocabulary", "code", "why", "score"}}
		for _, s := range sets {
			for _, m := range s.Concepts {
				rows = append(rows, []string{s.Entity.Domain, s.Entity.Text, fmt.Sprint(m.ID), m.Name, m.Vocabulary, m.Code, m.Why, exactFloat(m.Score)})
			}
		}
		return p.csv(rows)
	}
	var b strings.Builder
	for i, s := range sets {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s, %s\n", placeholder(s.Entity), plural(len(s.Concepts), "concept", "concepts"))
		b.WriteString(memberLines(s.Concepts))
		for _, n := range s.Notes {
			fmt.Fprintf(&b, "    - %s\n", n)
		}
	}
	return p.flush(&b)
}
