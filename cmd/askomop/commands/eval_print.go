package commands

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/askomop/askomop/eval"
)

// mainScores are the columns of the table of settings.
var mainScores = []string{
	"accuracy", "wrong", "withheld", "executability", "SQL accuracy", "EX", "LF", "ST", "refused", "refusing F1",
	"RS(0)", "RS(5)", "RS(10)", "RS(N)",
}

// groupScores are the columns of the tables by group.
var groupScores = []string{"accuracy", "wrong", "withheld", "refused", "RS(10)"}

// evaluation prints a report: settings, parts of the way, groups, and the three numbers at the end.
func (p *printer) evaluation(rep *eval.Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d of %d asked, numbers within %g %%\n", rep.Run, rep.Done, rep.Planned, 100*rep.Tolerance)
	rep, common := shortLabels(rep)
	if common != "" {
		fmt.Fprintf(&b, "All settings: %s\n", common)
	}
	p.settingsTable(&b, rep)
	p.modelsTable(&b, eval.Models(rep))
	p.stagesTable(&b, rep)
	for _, dimension := range eval.Dimensions {
		p.groupsTable(&b, rep, dimension)
	}
	for _, u := range rep.Unscored {
		fmt.Fprintf(&b, "\nNot scored against the reference of %s: %s", u.Reference, u.Problem)
	}
	leftOut(&b, rep.LeftOut)
	b.WriteString("\n")
	for _, s := range rep.Settings {
		b.WriteString(summary(s) + "\n")
	}
	return p.flush(&b)
}

// shortLabels is the report without what the labels of all its settings end in, and that. Example: of "sql, m,
// leave-one-out" and "both, m, leave-one-out" it leaves "sql" and "both".
func shortLabels(rep *eval.Report) (short *eval.Report, common string) {
	if len(rep.Settings) < 2 {
		return rep, ""
	}
	parts := strings.Split(rep.Settings[0].Label, ", ")
	for n := 1; n < len(parts); n++ {
		common = strings.Join(parts[n:], ", ")
		if slices.ContainsFunc(rep.Settings,
			func(s eval.SettingReport) bool { return !strings.HasSuffix(s.Label, ", "+common) }) {
			continue
		}
		out := *rep
		out.Settings = slices.Clone(rep.Settings)
		for i := range out.Settings {
			out.Settings[i].Label = strings.TrimSuffix(out.Settings[i].Label, ", "+common)
		}
		return &out, common
	}
	return rep, ""
}

// summary is a setting in a line.
func summary(s eval.SettingReport) string {
	line := s.Label + ":"
	if acc, ok := s.Scores["accuracy"]; ok {
		line += fmt.Sprintf(" %.1f %% of %d questions right, %.1f %% wrong;", acc.Value, acc.N, s.Scores["wrong"].Value)
	}
	if r, ok := s.Scores["refused"]; ok {
		line += fmt.Sprintf(" %.1f %% of %d refusals refused;", r.Value, r.N)
	}
	line += fmt.Sprintf(" RS(10) %.1f", s.Scores["RS(10)"].Value)
	if rules, ok := s.Scores["accuracy with rules"]; ok && rules.Value > s.Scores["accuracy"].Value {
		line += fmt.Sprintf("; with the rules %.1f %% right, RS(10) %.1f", rules.Value, s.Scores["RS(10) with rules"].Value)
	}
	if a := s.Adjudicated; a != nil {
		line += fmt.Sprintf(
			"; by a person %.1f %% right, %.1f %% right or defensible, %d truly wrong, %d unclear, %d not judged",
			a.Accuracy, a.Acceptable, a.Wrong, a.Unclear, a.Open,
		)
	}
	if spent := spentText(s.Spent); spent != "" {
		line += "; " + spent
	}
	return line
}

// mostLeftOut is how many cases that were left out are listed on the terminal; --json and --html have all.
const mostLeftOut = 40

// leftOut lists the cases of a set that could not be asked, with the reasons.
func leftOut(b *strings.Builder, left []eval.LeftOut) {
	for i, l := range left {
		if i == mostLeftOut {
			fmt.Fprintf(b, "\nLeft out: %d more, which --json and --html list", len(left)-i)
			break
		}
		fmt.Fprintf(b, "\nLeft out: %s", strings.TrimSpace(l.ID+" ("+l.Source+")")+": "+strings.Join(l.Reasons, "; "))
	}
	if len(left) > 0 {
		fmt.Fprintf(b, "\n%s of the set could not be asked.\n", plural(len(left), "case", "cases"))
	}
}

func (p *printer) settingsTable(b *strings.Builder, rep *eval.Report) {
	if besideEachOther(rep) {
		p.heading(b, "Settings, with 95 % intervals")
		p.transposed(b, rep, mainScores)
		return
	}
	p.heading(b, "Settings")
	w := newGrid(append([]string{"setting"}, mainScores...))
	for _, s := range rep.Settings {
		row := []string{s.Label}
		for _, name := range mainScores {
			stat, ok := s.Scores[name]
			row = append(row, value(stat, ok))
		}
		w.AppendRow(gridRow(row))
	}
	b.WriteString(w.Render() + "\n")
}

// modelsTable shows the accuracy and the executability by setting and model, as the paper's table does.
func (p *printer) modelsTable(b *strings.Builder, t *eval.ModelTable) {
	if t == nil {
		return
	}
	p.heading(b, "Settings × models: accuracy / executability, %")
	w := newGrid(append([]string{"setting"}, t.Models...))
	for _, r := range t.Rows {
		row := []string{r.Setting}
		for _, s := range r.Cells {
			if s == nil {
				row = append(row, "")
				continue
			}
			acc, ok := s.Scores["accuracy"]
			ran, any := s.Scores["executability"]
			row = append(row, value(acc, ok)+" / "+value(ran, any))
		}
		w.AppendRow(gridRow(row))
	}
	b.WriteString(w.Render() + "\n")
}

// How many settings stand beside each other with their intervals: any few, and more where their labels are short.
const (
	fewSettings  = 3
	someSettings = 6
	shortLabel   = 22 // columns, about those of a score with its interval
)

func besideEachOther(rep *eval.Report) bool {
	isLong := func(s eval.SettingReport) bool { return len(s.Label) > shortLabel }
	return len(rep.Settings) <= fewSettings ||
		len(rep.Settings) <= someSettings && !slices.ContainsFunc(rep.Settings, isLong)
}

// stagesTable shows the parts of the way: every score that is not in the first table.
func (p *printer) stagesTable(b *strings.Builder, rep *eval.Report) {
	if !besideEachOther(rep) {
		return // --html and --json have it all
	}
	p.heading(b, "Stages and effort")
	var rest []string
	for _, m := range rep.Metrics {
		if !slices.Contains(mainScores, m.Name) {
			rest = append(rest, m.Name)
		}
	}
	p.transposed(b, rep, rest)
}

// transposed is a table with a line a score and a column a setting: it stays readable with many scores.
func (p *printer) transposed(b *strings.Builder, rep *eval.Report, scores []string) {
	header := []string{"score"}
	for _, s := range rep.Settings {
		header = append(header, s.Label)
	}
	w := newGrid(header)
	for _, name := range scores {
		row, any := []string{name}, false
		for _, s := range rep.Settings {
			stat, ok := s.Scores[name]
			any = any || ok && (stat.Value != 0 || stat.High != 0 || slices.Contains(mainScores, name))
			row = append(row, interval(stat, ok))
		}
		if any {
			w.AppendRow(gridRow(row))
		}
	}
	b.WriteString(w.Render() + "\n")
}

func interval(s eval.Stat, ok bool) string {
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s (%s to %s)", eval.FormatScore(s.Value), eval.FormatScore(s.Low), eval.FormatScore(s.High))
}

func (p *printer) groupsTable(b *strings.Builder, rep *eval.Report, dimension string) {
	w := newGrid(append([]string{"setting", dimension, "n"}, groupScores...))
	rows := 0
	for _, s := range rep.Settings {
		for _, g := range s.Groups[dimension] {
			row := []string{s.Label, g.Group, fmt.Sprint(g.Scores["RS(10)"].N)}
			for _, name := range groupScores {
				stat, ok := g.Scores[name]
				row = append(row, value(stat, ok))
			}
			w.AppendRow(gridRow(row))
			rows++
		}
	}
	if rows > 0 {
		p.heading(b, "By "+dimension)
		b.WriteString(w.Render() + "\n")
	}
}

func value(s eval.Stat, ok bool) string {
	if !ok {
		return ""
	}
	return eval.FormatScore(s.Value)
}

// diffs prints comparisons, the changed cases first, the test last.
func (p *printer) diffs(all iter.Seq[eval.Diff]) error {
	var b strings.Builder
	for d := range all {
		fmt.Fprintf(&b, "%s → %s\n", d.A, d.B)
		p.changes(&b, "Better", d.Better)
		p.changes(&b, "Worse", d.Worse)
		fmt.Fprintf(
			&b,
			"\n%d cases in both: %d right, then %d; %d better, %d worse, %d newly wrong. McNemar's exact test: p = %.4g\n",
			d.Common, d.RightA, d.RightB,
			len(d.Better),
			len(d.Worse),
			d.NewWrong,
			d.P,
		)
		fmt.Fprintf(
			&b,
			"Right: %+.1f points (%+.1f to %+.1f); RS(10): %+.1f (%+.1f to %+.1f); intervals of 95 %% over %s of wordings\n",
			d.Right.Value, d.Right.Low, d.Right.High, d.RS10.Value, d.RS10.Low, d.RS10.High,
			plural(d.Right.N, "group", "groups"),
		)
		b.WriteString("\n")
	}
	return p.flush(&b)
}

func (p *printer) changes(b *strings.Builder, title string, list []eval.Change) {
	if len(list) == 0 {
		return
	}
	p.heading(b, title)
	for _, c := range list {
		fmt.Fprintf(b, "  %s: %s → %s: %s\n", c.Case, c.From, c.To, c.Question)
		if c.Why != "" {
			b.WriteString(indent(c.Why, "    "))
		}
	}
}
