package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
)

func (p *program) codeCommand() *cli.Command {
	return &cli.Command{
		Name:      "code",
		Usage:     "show the concepts that words or source codes stand for; store them as a set",
		ArgsUsage: "TEXT, such as \"type 2 diabetes\", ICD10CM:N18.6, \"ICD-9 584.5-584.9\" or set:NAME",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "domain", Usage: domainNames() + " (default: all are tried)"},
			&cli.StringFlag{
				Name:  "format",
				Usage: "table, json, csv or atlas, the JSON that ATLAS imports (default: table)",
			},
			&cli.StringFlag{
				Name:  "context",
				Usage: "the `WORDS` around TEXT, which decide between readings of an abbreviation",
			},
			&cli.StringSliceFlag{
				Name:  "exclude",
				Usage: "leave out what `TEXT` stands for, with descendants; may be given again",
			},
			&cli.BoolFlag{Name: "no-descendants", Usage: "take the concepts alone"},
			&cli.BoolFlag{Name: "mapped", Usage: "take the source concepts that map to the set, too"},
			&cli.StringFlag{
				Name:  "read",
				Usage: "read the concept set from a `FILE` that ATLAS has exported, in place of TEXT",
			},
			&cli.StringFlag{Name: "save", Usage: "store the set as `NAME`, for [condition@set:NAME] in SQL"},
			&cli.BoolFlag{Name: "recommend", Usage: "show concepts that records have and that the set may be missing"},
			&cli.BoolFlag{Name: "counts", Usage: "show the records and people of each concept"},
		},
		Action: p.action(p.code),
		Subcommands: []*cli.Command{
			p.codeSetCommand(), p.codeRememberCommand(), p.codeDecisionsCommand(), p.codeForgetCommand(),
		},
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
	out, err := c.printer(formatTable, formatJSON, formatCSV, formatAtlas)
	if err != nil {
		return err
	}
	if c.String("read") != "" && c.NArg() > 0 {
		return usagef("--read takes the place of TEXT; leave one of them out")
	}
	if c.String("read") != "" {
		return p.codeFile(ctx, c, out)
	}
	text, err := c.text("TEXT")
	if err != nil {
		return err
	}
	domains, err := c.domains()
	if err != nil {
		return err
	}
	found, err := c.app.Code(ctx, text, c.String("context"), domains...)
	if err != nil {
		return err
	}
	sets := found.Sets
	if len(sets) == 0 {
		if sets, err = c.chooseReading(ctx, found.Misses); err != nil || len(sets) == 0 {
			return cmp.Or(err, printChoices(out, found.Misses), uncoded(c, text, found.Misses))
		}
	}
	if c.shapes(out) {
		return p.codeShaped(ctx, c, out, sets)
	}
	return c.show(ctx, out, sets)
}

// domains are those that --domain names, or all.
func (c *call) domains() ([]omop.Domain, error) {
	d := omop.Domain(strings.ToLower(c.String("domain")))
	switch {
	case d == "":
		return omop.Domains, nil
	case !slices.Contains(omop.Domains, d):
		return nil, usagef("--domain %s is none of %s", d, domainNames())
	}
	return []omop.Domain{d}, nil
}

// printChoices prints as JSON what there is to choose from in the domains that have anything.
func printChoices(out *printer, misses []error) error {
	if out.format != formatJSON {
		return nil
	}
	docs := []app.ConceptSet{}
	for _, m := range misses {
		var miss *coding.NoConceptError
		if errors.As(m, &miss) && (len(miss.Nearest) > 0 || len(misses) == 1) {
			docs = append(docs, app.NewUncoded(miss))
		}
	}
	return out.json(docs)
}

// uncoded abstains: it tells what came nearest in each domain.
func uncoded(c *call, text string, misses []error) error {
	if reason := sameReason(misses); reason != "" && len(misses) > 1 {
		fmt.Fprintf(c.Streams.Err, "askomop: no concept for %q in any domain: %s\n", text, reason)
	}
	for _, m := range misses {
		var miss *coding.NoConceptError
		if len(misses) == 1 || errors.As(m, &miss) && (len(miss.Nearest) > 0 || miss.Ambiguous) {
			fmt.Fprintf(c.Streams.Err, "askomop: %v\n", m)
		}
	}
	fmt.Fprintf(
		c.Streams.Err, "askomop: %q was not coded; look at what there is with: askomop vocab search %q\n", text,
		text,
	)
	return errAbstained
}

// sameReason is why nothing was found, where that is the same in every domain.
func sameReason(misses []error) string {
	same := ""
	for i, m := range misses {
		var miss *coding.NoConceptError
		if !errors.As(m, &miss) || i > 0 && miss.Reason != same {
			return ""
		}
		same = miss.Reason
	}
	return same
}

// conceptSets prints sets with the reason for each concept.
func (p *printer) conceptSets(sets []coding.ConceptSet, counts *conceptCounts) error {
	switch p.format {
	case formatJSON:
		docs := make([]app.ConceptSet, len(sets))
		for i, s := range sets {
			docs[i] = app.NewConceptSet(s)
			counts.addTo(docs[i].Concepts)
		}
		return p.json(docs)
	case formatCSV:
		rows := [][]string{
			append(
				[]string{"domain", "text", "concept_id", "name", "vocabulary", "code", "why", "score"},
				counts.head()...),
		}
		for _, s := range sets {
			for _, m := range s.Concepts {
				rows = append(
					rows,
					append(
						[]string{
							s.Entity.Domain,
							s.Entity.Text,
							fmt.Sprint(m.ID),
							m.Name, m.Vocabulary, m.Code, m.Why,
							app.ExactFloat(m.Score),
						},
						counts.cells(m.ID)...),
				)
			}
		}
		return p.csv(rows)
	}
	var b strings.Builder
	for i, s := range sets {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s, %s\n", app.Placeholder(s.Entity), plural(len(s.Concepts), "concept", "concepts"))
		b.WriteString(memberLines(counts.beside(s.Concepts)))
		for _, n := range s.Notes {
			fmt.Fprintf(&b, "    - %s\n", n)
		}
	}
	return p.flush(&b)
}
