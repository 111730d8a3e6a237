package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/vocab/changes"
)

func (p *program) vocabDiffCommand() *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "tell what differs between two versions of the vocabulary, and in the concept sets in use",
		ArgsUsage: "OLD NEW",
		Description: "Each is a DuckDB file, a vocabulary's or a whole CDM, or a download from Athena (DIR or ZIP), which is loaded\n" +
			"for the while. OLD can be left out: then it is the vocabulary that vocab load has made.",
		Flags: []cli.Flag{
			&cli.IntFlag{
				Name:  "examples",
				Usage: "show at most `N` concepts of each kind of change",
				Value: app.ShownExamples,
			},
		},
		Action: p.action(p.vocabDiff),
	}
}

func (p *program) vocabDiff(ctx context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	args := c.Args().Slice()
	if len(args) == 1 && exists(c.app.LoadedFile()) {
		args = []string{c.app.LoadedFile(), args[0]}
	}
	if len(args) != 2 {
		return usagef("vocab diff takes two vocabularies, OLD and NEW: DuckDB files, or downloads from Athena")
	}
	if c.Int("examples") < 1 {
		return usagef("--examples %d: at least 1 is shown of each kind", c.Int("examples"))
	}
	report, err := c.app.CompareVocabularies(ctx, args[0], args[1], c.Int("examples"))
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(report)
	}
	var b strings.Builder
	writeChanges(&b, report)
	return out.flush(&b)
}

// changeHeading names a kind of change.
func changeHeading(kind string) string {
	switch kind {
	case changes.NotStandard:
		return "no longer standard"
	case changes.Moved:
		return "moved in the hierarchy"
	case changes.Domain:
		return "moved to another domain"
	case changes.Remapped:
		return "source codes mapped otherwise"
	case changes.Unmapped:
		return "source codes no longer mapped"
	case changes.Mapped:
		return "source codes newly mapped"
	case changes.Standard:
		return "standard now"
	}
	return kind // "gone", "renamed" and "new" are words
}

// writeChanges words a comparison of two vocabularies.
func writeChanges(b *strings.Builder, r *changes.Report) {
	fmt.Fprintf(b, "From %s to %s\n", versionLine(r.Old), versionLine(r.New))
	total := int64(0)
	w := newGrid([]string{"what", "concepts", "most of them in"})
	for _, k := range r.Kinds {
		total += k.Concepts
		var most []string
		for _, v := range k.Vocabularies[:min(3, len(k.Vocabularies))] {
			most = append(most, fmt.Sprintf("%s %s", v.Vocabulary, grouped(v.Concepts)))
		}
		w.AppendRow(gridRow([]string{changeHeading(k.Kind), grouped(k.Concepts), strings.Join(most, ", ")}))
	}
	if total == 0 {
		b.WriteString("No concept has changed.\n")
	} else {
		fmt.Fprintf(b, "%s\n", w.Render())
	}
	for _, k := range r.Kinds {
		if k.Concepts == 0 {
			continue
		}
		fmt.Fprintf(b, "\n%s\n", capitalised(changeHeading(k.Kind)))
		for _, c := range k.Examples {
			fmt.Fprintf(b, "  %s\n", changeLine(c))
		}
		if more := k.Concepts - int64(len(k.Examples)); more > 0 {
			fmt.Fprintf(b, "  … %s more\n", grouped(more))
		}
	}
	writeSetChanges(b, r)
	for _, n := range r.Notes {
		fmt.Fprintf(b, "\nKeep in mind: %s\n", n)
	}
}

func versionLine(v changes.Version) string {
	name := v.Version
	if name == "" {
		name = v.File
	}
	return fmt.Sprintf("%s (%s concepts, %s standard)", name, grouped(v.Concepts), grouped(v.Standard))
}

func changeLine(c changes.Change) string {
	line := fmt.Sprintf("%d  %s  %s %s", c.ID, c.Name, c.Vocabulary, c.Code)
	switch {
	case c.Was != "" && c.Now != "":
		return fmt.Sprintf("%s: %s → %s", line, c.Was, c.Now)
	case c.Now != "":
		return fmt.Sprintf("%s → %s", line, c.Now)
	case c.Was != "":
		return fmt.Sprintf("%s: was %s", line, c.Was)
	}
	return line
}

// writeSetChanges words what concept sets in use gain and lose.
func writeSetChanges(b *strings.Builder, r *changes.Report) {
	if r.SetsCompared == 0 {
		return
	}
	fmt.Fprintf(b, "\nConcept sets in use: %d compared, %d changed\n", r.SetsCompared, len(r.Sets))
	for _, s := range r.Sets {
		fmt.Fprintf(b, "  %s  %d → %s\n", s.Name, s.Before, plural(s.After, "concept", "concepts"))
		writeMembers(b, "-", s.Lost)
		writeMembers(b, "+", s.Gained)
		writeSources(b, "source codes newly map to it", s.Mapped)
		writeSources(b, "source codes no longer map to it", s.Unmapped)
	}
}

// shownMembers is how many concepts of a set are listed on paper; JSON has all.
const shownMembers = 10

func writeMembers(b *strings.Builder, sign string, list []changes.Change) {
	for i, c := range list {
		if i == shownMembers {
			fmt.Fprintf(b, "    %s … %d more (--json lists all)\n", sign, len(list)-i)
			return
		}
		fmt.Fprintf(b, "    %s %s (%s)\n", sign, changeLine(c), changeHeading(c.Why))
	}
}

func writeSources(b *strings.Builder, what string, list []changes.Change) {
	if len(list) == 0 {
		return
	}
	var codes []string
	for i, c := range list {
		if i == shownMembers {
			codes = append(codes, "…")
			break
		}
		codes = append(codes, c.Vocabulary+" "+c.Code)
	}
	fmt.Fprintf(b, "    %d %s: %s\n", len(list), what, strings.Join(codes, ", "))
}

func capitalised(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// grouped writes a count with a comma at every thousand.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
