package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/eval"
	"github.com/askomop/askomop/internal/wholefile"
)

func (p *program) evalCommand() *cli.Command {
	return &cli.Command{
		Name:  "eval",
		Usage: "measure how good the answers are: ask the library's questions and score what comes",
		Description: "Asks every wording of every pair, the pair itself left out, and the questions that have\n" +
			"to be refused; compares each result with that of the pair's own SQL. What was asked is\n" +
			"kept under the run's name: a run that was interrupted goes on where it was, and one that\n" +
			"is finished is only scored again. Another model joins the run by the same command with\n" +
			"another --llm. --cases asks the questions of a set made elsewhere.\n\n" +
			"   askomop eval --cases set.xlsx --columns question=QUESTION,sql=QUERY --dialect snowflake",
		Flags: slices.Concat(reportFlags(), casesFlags(), []cli.Flag{
			&cli.StringFlag{Name: "name", Usage: "`NAME` of the run", Value: "default"},
			&cli.StringSliceFlag{
				Name: "setting",
				Usage: "ask under the `SETTING`; may be given several times: " + strings.Join(
					app.EvalSettings(),
					", ",
				) + " (default: reader, with a model all of them)",
			},
			&cli.BoolFlag{Name: "leave-in", Usage: "leave the pair that is asked for in the library"},
			&cli.BoolFlag{Name: "both", Usage: "ask with the pair left in and with it left out"},
			&cli.StringSliceFlag{Name: "topic", Usage: "only pairs of the `TOPIC`; may be given several times"},
			&cli.IntFlag{Name: "workers", Usage: "ask `N` questions at a time", Value: defaultWorkers()},
			&cli.BoolFlag{Name: "estimate", Usage: "tell what is to be asked and about what it costs, and stop"},
			&cli.BoolFlag{Name: "restart", Usage: "forget what was asked under this name"},
		}),
		Action: p.action(p.eval),
		Subcommands: []*cli.Command{
			{Name: "list", Usage: "list the runs", Action: p.action(p.evalList)},
			{
				Name:      "show",
				Usage:     "score a run again, without asking anything",
				ArgsUsage: "NAME",
				Flags:     reportFlags(),
				Action:    p.action(p.evalShow),
			},
			{
				Name: "calibrate", Usage: "learn from a run how certain an answer has to be, for --abstain-at calibrated", ArgsUsage: "RUN[:SETTING]",
				Description: "Learns from a run made with eval --setting question, sql, both, vote or agent how often answers are right that have the same\n" +
					"agreement, similarity, coding, findings and repairs, and from which probability on answering gives the best RS(10).\n" +
					"It is kept for the model in the home folder; what is said of it is cross-fitted.",
				Flags:  []cli.Flag{toleranceFlag(), adjudicateFlag()},
				Action: p.action(p.evalCalibrate),
			},
			{
				Name: "diff", Usage: "tell what got better and what got worse, with McNemar's exact test",
				ArgsUsage: "A[:SETTING] B[:SETTING]",
				Description: "A and B are runs; of runs with several settings, those of the same name are compared, or those\n" +
					"that are named: askomop eval diff default:top-1 default:top-5. A and B can be the same run.",
				Flags:  []cli.Flag{toleranceFlag()},
				Action: p.action(p.evalDiff),
			},
		},
	}
}

func reportFlags() []cli.Flag {
	return []cli.Flag{
		toleranceFlag(),
		&cli.StringFlag{Name: "html", Usage: "write the whole report to `FILE` as well"},
		adjudicateFlag(),
	}
}

func adjudicateFlag() cli.Flag {
	return &cli.StringFlag{
		Name:  "adjudicate",
		Usage: "write the answers that differ from their references to the sheet `FILE` (CSV) for a person to judge, and go by the verdicts that stand in it",
	}
}

func toleranceFlag() cli.Flag {
	return &cli.Float64Flag{
		Name:  "tolerance",
		Usage: "numbers may differ by this `PART` of the reference's",
		Value: eval.DefaultTolerance,
	}
}

// evalOptions say what is asked, by the flags.
func (c *call) evalOptions() app.EvalOptions {
	return app.EvalOptions{
		Settings: c.StringSlice(
			"setting",
		), LeaveIn: c.Bool("leave-in"), Both: c.Bool("both"), Topics: c.StringSlice("topic"), Workers: c.Int("workers"),
		Cases: c.String("cases"), Foreign: c.foreignOptions(), Examples: c.String("examples"),
	}
}

// readRun reads the run of a name.
func (c *call) readRun(name string) (*eval.Record, error) {
	dir, err := c.runDir(name)
	if err != nil {
		return nil, err
	}
	return eval.Read(dir)
}

// runDir is the folder of a run, within that of all runs.
func (c *call) runDir(name string) (string, error) {
	if name != filepath.Base(name) || name == "." || name == ".." || strings.ContainsAny(name, `/\`) {
		return "", usagef("--name %s: a run's name is not a path; letters, digits, dots and hyphens", name)
	}
	return filepath.Join(c.settings.Home, "eval", name), nil
}

// eval runs what is missing of a run, and reports.
func (p *program) eval(ctx context.Context, c *call) error {
	if c.NArg() > 0 {
		return usagef(
			"eval takes no argument %q; a run is named with --name, and shown by: askomop eval show NAME",
			c.Args().First(),
		)
	}
	if err := checkReport(c); err != nil {
		return err
	}
	m, err := c.app.EvalMatrix(ctx, c.evalOptions())
	if err != nil {
		return err
	}
	dir, err := c.runDir(c.runName())
	if err != nil {
		return err
	}
	if c.Bool("estimate") {
		return c.evalEstimate(ctx, m, dir)
	}
	if c.Bool("restart") {
		if err := eval.Remove(dir); err != nil {
			return err
		}
	}
	folder, err := eval.OpenFolder(dir, m.Plan())
	if errors.Is(err, eval.ErrOtherPlan) {
		return fmt.Errorf("%w (a run has one embedder, one masker and one library, too)", err)
	}
	if err != nil {
		return err
	}
	err = c.runMatrix(ctx, m, folder)
	if err = errors.Join(err, folder.Close()); err != nil {
		return err
	}
	return c.report(&folder.Record)
}

// runMatrix asks what is missing, with progress.
func (c *call) runMatrix(ctx context.Context, m eval.Matrix, folder *eval.Folder) error {
	open := m.Open(folder)
	if open == 0 {
		c.note("Nothing is left to ask.")
		return nil
	}
	estimates, err := m.Estimate(ctx, folder)
	if err != nil {
		return err
	}
	c.noteCost(estimates)
	bar := c.begin(fmt.Sprintf("Asking %s", plural(open, "question", "questions")))
	defer bar.End()
	m.Progress = func(done, total int, k eval.Case) { bar.At(k.ID, int64(done), int64(total)) }
	if err = m.Run(ctx, folder); err != nil {
		bar.End()
		c.note("%d of %d are asked and kept; the same command goes on from there.", open-m.Open(folder), open)
	}
	return err
}

func (p *program) evalShow(_ context.Context, c *call) error {
	if err := checkReport(c); err != nil {
		return err
	}
	name, err := oneArgument(c, "NAME")
	if err != nil {
		return err
	}
	record, err := c.readRun(name)
	if err != nil {
		return err
	}
	return c.report(record)
}

// checkReport refuses numbers that make no sense before anything is asked.
func checkReport(c *call) error {
	if n := c.Int("workers"); n < 1 && c.IsSet("workers") {
		return usagef("--workers %d: at least one has to ask", n)
	}
	if t := c.Float64("tolerance"); t < 0 || t >= 1 {
		return usagef("--tolerance %g: it is a part of the number, from 0 to less than 1; 0.1 is 10 %%", t)
	}
	return nil
}

// report prints a run's scores and writes the HTML report where one is wanted.
func (c *call) report(record *eval.Record) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	rep := eval.NewReport(record, c.Float64("tolerance"))
	if len(rep.Settings) == 0 {
		return fmt.Errorf("the run %s holds no answers yet; askomop eval --name %s asks", record.Name, record.Name)
	}
	if path := c.String("adjudicate"); path != "" {
		if err := c.adjudicate(rep, path); err != nil {
			return err
		}
	}
	if path := c.String("html"); path != "" {
		page, err := eval.HTML(rep)
		if err != nil {
			return err
		}
		if err := wholefile.Write(path, page); err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
		c.note("The report is in %s.", path)
	}
	if out.format == formatJSON {
		return out.json(rep)
	}
	return out.evaluation(rep)
}

// adjudicate reads a person's verdicts from the sheet, and writes into it what is to be judged.
func (c *call) adjudicate(rep *eval.Report, path string) error {
	var filled []eval.SheetRow
	f, err := os.Open(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return fmt.Errorf("reading the verdicts: %w", err)
	default:
		filled, err = eval.ReadSheet(f)
		if err = errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	sheet := rep.Sheet(filled)
	text, err := eval.WriteSheet(sheet)
	if err != nil {
		return fmt.Errorf("writing the sheet: %w", err)
	}
	if err := wholefile.Write(path, text); err != nil {
		return fmt.Errorf("writing the sheet: %w", err)
	}
	rep.Adjudicate(sheet)
	open := 0
	for _, s := range rep.Settings {
		open += s.Adjudicated.Open
	}
	if open > 0 {
		c.note(
			"%s in %s to be judged: write right, defensible, wrong or unclear into the column verdict, and run the same again.",
			plural(open, "answer is", "answers are"),
			path,
		)
	}
	return nil
}

func (p *program) evalList(_ context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	folders, err := os.ReadDir(filepath.Join(c.settings.Home, "eval"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("listing the runs: %w", err)
	}
	type run struct {
		Name     string   `json:"name"`
		Settings []string `json:"settings"`
		Done     int      `json:"done"`
		Planned  int      `json:"planned"`
	}
	runs := []run{}
	for _, f := range folders {
		record, err := c.readRun(f.Name())
		if err != nil {
			c.note("%v", err)
			continue
		}
		runs = append(
			runs,
			run{
				record.Name,
				record.Plan.Settings,
				len(record.Outcomes),
				len(record.Plan.Settings) * len(record.Plan.Cases),
			},
		)
	}
	if out.format == formatJSON {
		return out.json(runs)
	}
	w := newGrid([]string{"run", "settings", "asked", "of"})
	for _, r := range runs {
		w.AppendRow(gridRow([]string{r.Name, fmt.Sprint(len(r.Settings)), fmt.Sprint(r.Done), fmt.Sprint(r.Planned)}))
	}
	_, err = fmt.Fprintln(c.Streams.Out, w.Render())
	return err
}

func (p *program) evalDiff(_ context.Context, c *call) error {
	if c.NArg() != 2 {
		return usagef(
			"eval diff needs the names of two runs, or of two settings as RUN:SETTING; askomop eval list shows them",
		)
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	var reports [2]*eval.Report
	var settings [2]string
	for i, arg := range c.Args().Slice() {
		name, setting, _ := strings.Cut(arg, ":")
		settings[i] = setting
		record, err := c.readRun(name)
		if err != nil {
			return err
		}
		reports[i] = eval.NewReport(record, c.Float64("tolerance"))
	}
	diffs, err := eval.Diffs(reports[0], settings[0], reports[1], settings[1])
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(diffs)
	}
	return out.diffs(slices.Values(diffs))
}
