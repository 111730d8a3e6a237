package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/schedule"
)

// scheduleRefresh freezes a schedule's question anew and shows what that changes
// before it takes the place of the old.
func (p *program) scheduleRefresh(ctx context.Context, c *call) error {
	old, err := c.oneSchedule()
	if err != nil {
		return err
	}
	fresh, frozen, err := c.app.Refresh(ctx, old, commandPath(c.Context))
	if err == nil && frozen.Answer.Run().Status != pipeline.Answered {
		err = c.notFrozen(frozen)
	}
	if err != nil {
		c.note(
			"%s goes on with what was frozen on %s.",
			old.Name,
			old.Frozen.At.In(old.Location()).Format(time.DateOnly),
		)
		return err
	}
	changes := frozenChanges(old.Frozen, fresh.Frozen)
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		if err := out.json(map[string]any{"schedule": old.Name,
			"changes": append([]string{}, changes...)}); err != nil {
			return err
		}
	} else {
		var b strings.Builder
		fmt.Fprintf(&b, "%s now: %s\n", old.Name, frozen.Answer.Answer)
		for _, line := range changes {
			b.WriteString(line + "\n")
		}
		if len(changes) == 0 {
			b.WriteString("Frozen anew, it is the same.\n")
		}
		if err := out.flush(&b); err != nil {
			return err
		}
	}
	if len(changes) == 0 {
		return nil
	}
	if err := c.confirm("Replace what was frozen?"); err != nil {
		return err
	}
	err = c.app.KeepRefreshed(fresh)
	if err == nil {
		c.note("%s is at revision %d since %s.", old.Name, fresh.Revision, time.Now().Format(time.DateTime))
	}
	return err
}

// frozenChanges says line by line what differs between two freezings, but for the time.
func frozenChanges(old, fresh schedule.Frozen) []string {
	var out []string
	version := func(what, a, b string) {
		if a != b {
			out = append(out, fmt.Sprintf("%s: %q → %q", what, a, b))
		}
	}
	if sqltree.Layout(old.Template) != sqltree.Layout(fresh.Template) {
		out = append(out, "SQL:")
		out = append(out, lineDiff(sqltree.Layout(old.Template), sqltree.Layout(fresh.Template))...)
	}
	for _, s := range fresh.Sets {
		at := slices.IndexFunc(old.Sets, func(o schedule.Set) bool { return o.Domain == s.Domain && o.Text == s.Text })
		if at < 0 {
			out = append(
				out,
				fmt.Sprintf("[%s@%s] is new: %s", s.Domain, s.Text, plural(len(s.Concepts), "concept", "concepts")),
			)
			continue
		}
		out = append(out, memberChanges(old.Sets[at], s)...)
	}
	for _, s := range old.Sets {
		if !slices.ContainsFunc(
			fresh.Sets,
			func(o schedule.Set) bool { return o.Domain == s.Domain && o.Text == s.Text },
		) {
			out = append(out, fmt.Sprintf("[%s@%s] is no longer used", s.Domain, s.Text))
		}
	}
	version("pair", old.Pair, fresh.Pair)
	version("model", old.Model, fresh.Model)
	version("vocabulary", old.Vocabulary, fresh.Vocabulary)
	version("CDM", old.CDM, fresh.CDM)
	version("library", old.Library, fresh.Library)
	return out
}

func memberChanges(old, fresh schedule.Set) []string {
	var out []string
	side := func(sign string, in, other schedule.Set) {
		for _, m := range in.Concepts {
			if !slices.ContainsFunc(other.Concepts, func(o schedule.Member) bool { return o.ID == m.ID }) {
				out = append(out, fmt.Sprintf("[%s@%s] %s %d %s (%s)", in.Domain, in.Text, sign, m.ID, m.Name, m.Why))
			}
		}
	}
	side("+", fresh, old)
	side("-", old, fresh)
	if len(out) == 0 && !slices.Equal(old.Apart, fresh.Apart) {
		out = append(
			out,
			fmt.Sprintf(
				"[%s@%s] the same concepts; what lies below them and is left out has changed", old.Domain, old.Text,
			),
		)
	}
	return out
}

// lineDiff marks the lines that only one of two texts has, by their longest common part.
func lineDiff(a, b string) []string {
	x, y := strings.Split(strings.TrimSpace(a), "\n"), strings.Split(strings.TrimSpace(b), "\n")
	common := make([][]int, len(x)+1)
	for i := range common {
		common[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var out []string
	i, j := 0, 0
	for i < len(x) || j < len(y) {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			out = append(out, "    "+x[i])
			i, j = i+1, j+1
		case j == len(y) || i < len(x) && common[i+1][j] >= common[i][j+1]:
			out = append(out, "  - "+x[i])
			i++
		default:
			out = append(out, "  + "+y[j])
			j++
		}
	}
	return out
}
