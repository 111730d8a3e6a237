package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/schedule"
)

func (p *program) cohortCommand() *cli.Command {
	yes := &cli.BoolFlag{Name: "yes", Usage: "don't ask"}
	generation := func(usage string) cli.Flag {
		return &cli.IntFlag{Name: "generation", Usage: usage}
	}
	return &cli.Command{
		Name:  "cohort",
		Usage: "the people behind questions, kept as OMOP cohorts",
		Subcommands: []*cli.Command{
			{
				Name: "add", Usage: "find the people behind a question and keep them, once", ArgsUsage: "NAME",
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "question", Usage: "a \"how many\" `QUESTION` in plain words"},
					&cli.StringFlag{
						Name:  "sql",
						Usage: "a `FILE` with a SQL template that counts people, or selects person_id and a date",
					},
					&cli.StringFlag{Name: "pair", Usage: "the `ID` of a pair of the library"},
					yes,
				},
				Action: p.action(p.cohortAdd),
			},
			{
				Name: "import", Usage: "keep the cohort definitions of ATLAS: a JSON file, a folder or a zip of them",
				ArgsUsage: "FILE|FOLDER|ZIP",
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "name", Usage: "`NAME` of a single definition (default: made of its title)"},
				},
				Action: p.action(p.cohortImport),
			},
			{
				Name: "make", Usage: "find the people of kept definitions in the database", ArgsUsage: "NAME...",
				Flags:  []cli.Flag{&cli.BoolFlag{Name: "all", Usage: "of every definition"}},
				Action: p.action(p.cohortMake),
			},
			{Name: "list", Usage: "list the cohorts", Action: p.action(p.cohortList)},
			{
				Name:      "show",
				Usage:     "show a cohort: its SQL, its generations, how many are left after each criterion",
				ArgsUsage: "NAME",
				Action:    p.action(p.cohortShow),
			},
			{
				Name: "diff", Usage: "how many came and went between two generations (default: the last two)",
				ArgsUsage: "NAME [GENERATION] [GENERATION]",
				Action:    p.action(p.cohortDiff),
			},
			{
				Name: "export", Usage: "write a cohort for ATLAS (--format atlas), or its rows, which are single people and need --rows", ArgsUsage: "NAME",
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "format", Usage: "atlas, csv, json or parquet (default: csv)"},
					&cli.StringFlag{
						Name:  "question",
						Usage: "of --format atlas: the cohort of a `QUESTION` in plain words, in place of NAME",
					},
					&cli.StringFlag{Name: "to", Usage: "`FILE` to write"},
					generation("the `N`th generation (default: the newest)"),
					&cli.BoolFlag{Name: "rows", Usage: "allow rows of single people"},
				},
				Action: p.action(p.cohortExport),
			},
			{
				Name:      "remove",
				Usage:     "remove a cohort with all its generations",
				ArgsUsage: "NAME",
				Flags:     []cli.Flag{yes},
				Action:    p.action(p.cohortRemove),
			},
		},
	}
}

// cohortAdd makes a cohort once. Made regularly, it is a schedule's.
func (p *program) cohortAdd(ctx context.Context, c *call) error {
	name, err := oneArgument(c, "NAME")
	if err != nil {
		return err
	}
	o, err := c.origin()
	if err != nil {
		return err
	}
	s, frozen, err := c.app.DraftCohort(ctx, name, o, commandPath(c.Context))
	if err != nil {
		return err
	}
	if frozen.Answer.Run().Status != pipeline.Answered {
		return c.notFrozen(frozen)
	}
	if err := c.showFrozen(s, frozen); err != nil {
		return err
	}
	if err := c.confirm("Keep this cohort?"); err != nil {
		return err
	}
	written, err := c.app.KeepCohort(ctx, s, frozen)
	if err != nil {
		return err
	}
	c.note(
		"Cohort %s, generation %d, is kept. In SQL: person_id IN ([cohort@%s]); in questions: In cohort %[3]s, how many …?",
		name, written.Generation, name,
	)
	return nil
}

// oneCohort reads the cohort that the command's first argument names.
func (c *call) oneCohort(ctx context.Context) (results.Cohort, error) {
	name := c.Args().First()
	if name == "" {
		return results.Cohort{}, usagef("%s needs the NAME of a cohort; askomop cohort list", commandPath(c.Context))
	}
	if err := c.app.EnsureCohort(ctx, name); err != nil {
		return results.Cohort{}, err
	}
	return c.app.Cohort(ctx, name)
}

func (p *program) cohortList(ctx context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	all, err := c.app.Cohorts(ctx)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(c.app.CohortDocuments(all))
	}
	defined, err := c.app.Definitions().List()
	if err != nil {
		return err
	}
	if len(all)+len(defined) == 0 {
		c.note(`There is none yet: askomop cohort add NAME --question "How many patients …?"`)
		return nil
	}
	w := newGrid([]string{"name", "id", "people", "generations", "made", "of"})
	for _, found := range all {
		g, _ := found.Newest()
		w.AppendRow(
			gridRow(
				[]string{
					found.Name,
					fmt.Sprint(found.ID),
					shownBeside(g.People, all, c.app.MinCell()),
					fmt.Sprint(len(found.Generations)),
					g.At.Local().Format("2006-01-02 15:04"),
					found.Description,
				},
			),
		)
	}
	for _, def := range defined {
		if !slices.ContainsFunc(all, func(k results.Cohort) bool { return k.Name == def.Name }) {
			w.AppendRow(gridRow([]string{def.Name, "", "", "0", "when it is named", def.Title}))
		}
	}
	_, err = fmt.Fprintln(c.Streams.Out, w.Render())
	return err
}

func (p *program) cohortShow(ctx context.Context, c *call) error {
	found, err := c.oneCohort(ctx)
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(c.app.CohortDocument(found))
	}
	var b strings.Builder
	newest, _ := found.Newest()
	fmt.Fprintf(&b, "%s (cohort_definition_id %d)\n%s\n", found.Name, found.ID, found.Description)
	out.heading(&b, "Generations")
	for _, g := range c.app.CohortDocument(found).Generations {
		fmt.Fprintf(
			&b,
			"  %d  %s  %s people  %s\n",
			g.Number,
			g.At.Local().Format("2006-01-02 15:04"),
			peopleText(g.People),
			g.Source,
		)
	}
	out.heading(&b, "Attrition")
	b.WriteString(attritionText(newest.Steps, c.app.MinCell()))
	out.heading(&b, "SQL")
	b.WriteString(indent(out.sql(found.Syntax), "  "))
	return out.flush(&b)
}

func (p *program) cohortDiff(ctx context.Context, c *call) error {
	found, err := c.oneCohort(ctx)
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	before, after, err := twoGenerations(found, c.Args().Slice()[1:])
	if err != nil {
		return err
	}
	d, err := c.app.CompareCohort(ctx, found.Name, before, after)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(
			map[string]any{
				"name":          found.Name,
				"before":        before,
				"after":         after,
				"people_before": d.Before,
				"people_after":  d.After,
				"came":          d.Came,
				"went":          d.Went,
				"moved":         d.Moved,
			},
		)
	}
	_, err = fmt.Fprintf(
		c.Streams.Out,
		"%s: generation %d → %d\n%v → %v people: %v came, %v went; %v of those who stayed have another start\n",
		found.Name, before, after, d.Before, d.After, d.Came, d.Went, d.Moved,
	)
	return err
}

// twoGenerations are those named, or the last two.
func twoGenerations(found results.Cohort, names []string) (before, after int, err error) {
	n := len(found.Generations)
	if len(names) == 0 && n < 2 {
		return 0, 0, errors.New("there is one generation only, and nothing to compare it with")
	}
	if len(names) > 2 {
		return 0, 0, usagef("cohort diff takes a NAME and two generations at most")
	}
	if len(names) == 0 {
		return found.Generations[n-2].Number, found.Generations[n-1].Number, nil
	}
	numbers := []int{0, found.Generations[n-1].Number}
	for i, text := range names {
		if _, err := fmt.Sscanf(text, "%d", &numbers[i]); err != nil {
			return 0, 0, usagef("%q is not a generation: give its number", text)
		}
		if _, ok := found.Generation(numbers[i]); !ok || numbers[i] == 0 {
			return 0, 0, fmt.Errorf(
				"cohort %s has no generation %d; see: askomop cohort show %[1]s",
				found.Name,
				numbers[i],
			)
		}
	}
	return numbers[0], numbers[1], nil
}

// cohortExport writes rows of the OMOP table cohort.
func (p *program) cohortExport(ctx context.Context, c *call) error {
	if c.String("format") == "atlas" {
		return c.exportAtlas(ctx)
	}
	found, err := c.oneCohort(ctx)
	if err != nil {
		return err
	}
	if !c.Bool("rows") {
		return usagef("a cohort's rows are single people; where you may have them: --rows")
	}
	t, err := c.app.CohortRows(ctx, found, c.Int("generation"))
	if err != nil {
		return err
	}
	return c.export(ctx, t)
}

func (p *program) cohortRemove(ctx context.Context, c *call) error {
	found, err := c.oneCohort(ctx)
	if err != nil {
		return err
	}
	all, err := c.app.Schedules().List()
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(all, func(s *schedule.Schedule) bool { return s.Cohort == found.Name }); i >= 0 {
		c.note("The schedule %s writes it, and will make it again.", all[i].Name)
	}
	if err := c.confirm(fmt.Sprintf("Remove cohort %s with its %s?", found.Name,
		plural(len(found.Generations), "generation", "generations"))); err != nil {
		return err
	}
	return c.app.RemoveCohort(ctx, found.Name)
}
