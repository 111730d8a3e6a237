package report

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
)

// summarisedColumns are the columns of omopgenerics' summarised result, in its order.
var summarisedColumns = []string{"result_id", "cdm_name", "group_name", "group_level", "strata_name", "strata_level",
	"variable_name", "variable_level",
	"estimate_name", "estimate_type", "estimate_value", "additional_name", "additional_level"}

const (
	overall = "overall"
	and     = " &&& " // parts the names, and the levels, of several columns
	none    = "\x00"  // stands for R's NA
)

// estimate is a row of a summarised result.
type estimate struct {
	group, strata, additional pairs
	variable, level           string
	name, kind, value         string
}

// pairs are names with their levels.
type pairs struct{ names, levels []string }

func (p *pairs) add(name, level string) {
	if level == "" {
		level = "missing" // only a variable's level may be NA
	}
	p.names, p.levels = append(p.names, part(name)), append(p.levels, part(level))
}

// part is a name or a level as it can stand beside others.
func part(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "&&&", "and")
}

func joined(all []string) string {
	if len(all) == 0 {
		return overall
	}
	return strings.Join(all, and)
}

// Summarised writes the result as a file that omopgenerics' importSummarisedResult reads: a row for each number, what
// is hidden as "-", and the settings as rows of their own.
func Summarised(w io.Writer, a *app.Answer, about *About) error {
	r := a.Run()
	switch {
	case r.Table == nil:
		return ErrNoTable
	case r.RowLevel:
		return errors.New("a summarised result has no rows of single people: ask without --rows")
	}
	all, err := newShape(a).estimates()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	writeR(out, summarisedColumns, true)
	for _, e := range all {
		writeR(out, e.cells(about), false)
	}
	for _, s := range settings(a, about, all) {
		e := estimate{variable: "settings", level: none, name: s[0], kind: "character", value: s[1]}
		writeR(out, e.cells(about), false)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the summarised result: %w", err)
	}
	return nil
}

func (e estimate) cells(about *About) []string {
	name := about.Database.Name
	if name == "" {
		name = "unknown"
	}
	return []string{"1", name, joined(e.group.names), joined(e.group.levels), joined(e.strata.names),
		joined(e.strata.levels), e.variable, e.level,
		e.name, e.kind, e.value, joined(e.additional.names), joined(e.additional.levels)}
}

// writeR writes a line as R's write.csv does: texts in quotes, NA and numbers without.
func writeR(w *bufio.Writer, cells []string, header bool) {
	for i, c := range cells {
		if i > 0 {
			w.WriteByte(',')
		}
		switch {
		case c == none:
			w.WriteString("NA")
		case i == 0 && !header:
			w.WriteString(c)
		default:
			w.WriteString(`"` + strings.ReplaceAll(c, `"`, `""`) + `"`)
		}
	}
	w.WriteByte('\n')
}

// settings say what the result is, by which program and with which minimal cell.
func settings(a *app.Answer, about *About, all []estimate) [][2]string {
	kind := "summary"
	if q := a.Run().Study; q != nil {
		kind = string(q.Measure.Kind)
	}
	names := func(of func(estimate) pairs) string {
		if len(all) == 0 || len(of(all[0]).names) == 0 {
			return ""
		}
		return joined(of(all[0]).names)
	}
	minCell := about.MinCell
	if minCell < 2 {
		minCell = 0
	}
	out := [][2]string{{"result_type", "askomop_" + kind}, {"package_name", "askomop"},
		{"package_version", about.Program},
		{"group", names(func(e estimate) pairs { return e.group })}, {"strata", names(func(e estimate) pairs { return e.strata })},
		{"additional", names(func(e estimate) pairs { return e.additional })}, {"min_cell_count", fmt.Sprint(minCell)},
		{"question", part(a.Question)}, {"understood_as", part(a.Reading)}, {"cdm_version",
			about.Database.Version}, {"vocabulary_version", about.Database.Vocabulary}}
	var levels []string
	for _, i := range a.Run().Intervals {
		if !slices.Contains(levels, i.Percent()) {
			levels = append(levels, i.Percent())
		}
	}
	if len(levels) > 0 {
		out = append(out, [2]string{"confidence_level", strings.Join(levels, ", ")})
	}
	return out
}

// shape says what each column of a result is in a summarised one.
type shape struct {
	a     *app.Answer
	roles []compile.Role
	kind  study.Kind
}

func newShape(a *app.Answer) *shape {
	s := &shape{a: a, roles: make([]compile.Role, len(a.Columns))}
	r := a.Run()
	if r.Study != nil {
		s.kind = r.Study.Measure.Kind
	}
	groups := r.Groups
	for i, name := range a.Columns {
		switch {
		case r.Plan != nil && i < len(r.Plan.Columns):
			s.roles[i] = r.Plan.Columns[i].Role
		case slices.Contains(groups, name) || !picture.Numeric(a.Rows, i):
			s.roles[i] = compile.Stratum
		default:
			s.roles[i] = compile.Number
		}
	}
	return s
}

// estimates are the numbers of the result, in the order of its rows.
func (s *shape) estimates() ([]estimate, error) {
	var all []estimate
	for r, row := range s.a.Rows {
		base := s.keys(row)
		for i, v := range row {
			if s.isKey(i) {
				continue
			}
			if e, ok := s.estimate(base, i, v); ok {
				all = append(append(all, e), s.ends(e, r, i)...)
			}
		}
	}
	seen := map[string]bool{}
	for _, e := range all {
		key := strings.Join(append(e.cells(&About{})[:9], e.additional.levels...), "\x01")
		if seen[key] {
			return nil, fmt.Errorf("a summarised result has each estimate once, and %s stands twice for %s: two rows of the result have the same groups", e.name, joined(e.strata.levels))
		}
		seen[key] = true
	}
	return all, nil
}

func (s *shape) isKey(column int) bool {
	return s.roles[column] == compile.Stratum || s.roles[column] == compile.Name
}

// additionals are columns that stand beside the strata: time, and what says more of a row.
var additionals = map[string]string{"days": "time", "step": "reason_id", "criterion": "reason"}

// keys are the groups of a row.
func (s *shape) keys(row []any) estimate {
	e := estimate{level: none}
	for i, v := range row {
		name, level := s.a.Columns[i], plain(v)
		switch {
		case !s.isKey(i):
		case s.kind == study.Characteristics && name == "characteristic":
			e.variable = part(level)
		case s.kind == study.Characteristics && name == "level":
			if level != "" {
				e.level = part(level)
			}
		case s.kind == study.Characteristics && name == "group_name":
			e.group.add("cohort_name", level)
		case additionals[name] != "":
			e.additional.add(additionals[name], level)
		case s.roles[i] == compile.Name:
			e.additional.add(name, level)
		case name == "gender":
			e.strata.add("sex", picture.Cell(name, v))
		default:
			e.strata.add(name, level)
		}
	}
	return e
}

// estimate is a cell of the result; ok is false where it has none.
func (s *shape) estimate(base estimate, column int, v any) (estimate, bool) {
	name := s.a.Columns[column]
	e := base
	e.name, e.kind = name, s.kindOf(column, v)
	switch _, hidden := v.(string); {
	case hidden && picture.IsHidden(v):
		e.value = "-"
	case v == nil:
		e.value = none
	default:
		e.value = plain(v)
	}
	if s.kind == study.Characteristics {
		if v == nil { // a count has no mean, and a mean no count
			return e, false
		}
		return e, true
	}
	e.variable = name
	if q := s.a.Run().Study; q != nil && s.roles[column] == compile.Count || s.roles[column] == compile.Change {
		e.name = "count"
	}
	if strings.HasPrefix(name, "percentage") {
		e.name = "percentage"
	}
	if e.name == name && s.roles[column] != compile.Estimate && e.kind == "integer" {
		e.name = "count"
	}
	return e, true
}

// kindOf is the type of an estimate, of omopgenerics' seven.
func (s *shape) kindOf(column int, v any) string {
	name := s.a.Columns[column]
	whole := true
	for _, row := range s.a.Rows {
		if _, ok := row[column].(int64); !ok && row[column] != nil && !picture.IsHidden(row[column]) {
			whole = false
		}
	}
	switch {
	case strings.HasPrefix(name, "percentage"):
		return "percentage"
	case s.roles[column] == compile.Date:
		return "date"
	case s.roles[column] == compile.Count || s.roles[column] == compile.Numerator ||
		s.roles[column] == compile.Denominator || whole && picture.Numeric(s.a.Rows, column):
		return "integer"
	}
	if _, ok := picture.Number(v); !ok && v != nil && !picture.IsHidden(v) {
		return "character"
	}
	return "numeric"
}

// ends are the ends of a cell's interval. A number that is hidden has none.
func (s *shape) ends(of estimate, row, column int) []estimate {
	var all []estimate
	for _, i := range s.a.Intervals {
		if i.Row != row || i.Column != column || of.value == "-" {
			continue
		}
		for _, end := range []struct {
			name  string
			value app.Float
		}{{"lower", i.Low}, {"upper", i.High}} {
			e := of
			e.name, e.kind, e.value = fmt.Sprintf("%s_%sCI_%s", of.name, app.ExactFloat(100*i.Level), end.name),
				"numeric", none
			if n, ok := picture.Number(end.value); ok {
				e.value = app.ExactFloat(n)
			}
			if of.kind == "percentage" {
				e.kind = of.kind
			}
			all = append(all, e)
		}
	}
	return all
}
