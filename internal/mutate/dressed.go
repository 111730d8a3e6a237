package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag"
)

// disguises are all the ways in which a mistake is hidden: each leaves what a statement returns as it is.
func disguises() []rewording {
	return slices.Concat(rewordings()[1:], twins(), dresses())
}

// dresses are the disguises that are about mistakes as much as about right SQL: they move conditions, not people.
func dresses() []rewording {
	return slices.Concat(tableDresses(), conditionDresses(), countDresses())
}

// dressUp hides a mistake in some of the disguises that fit it, another choice for each mistake, and asks the rules.
// A disguise that changes the result is left out.
func (h *testbed) dressUp(ctx context.Context, t *tally, wrong *pair, most int) error {
	hash := fnv.New32a()
	fmt.Fprint(hash, t.operator.name, wrong.ID, len(t.outcomes))
	list, start := disguises(), int(hash.Sum32()%1000)
	for i := 0; i < len(list) && most > 0; i++ {
		d := list[(start+i)%len(list)]
		text, ok := d.write(h.copyOf(wrong))
		if !ok || text == wrong.SQL {
			continue
		}
		same, runs, err := h.same(ctx, wrong, text)
		if err != nil {
			return err
		}
		if wrong.result != unrun && !same || wrong.result == unrun && runs {
			continue
		}
		most--
		out := outcome{operator: t.operator, pair: wrong.ID, wording: d.name, sql: text}
		if err := h.judge(ctx, wrong.Question, &out); err != nil {
			return fmt.Errorf("%s in %s, %s: %w\n%s", t.operator.name, wrong.ID, d.name, err, text)
		}
		t.dressed = append(t.dressed, out)
	}
	return nil
}

// unrun stands for the result of a statement that has none.
const unrun = "\x00"

// asPair is a mutant as it is written plainly, so that it can be disguised; nil where it is no SELECT.
func (h *testbed) asPair(ctx context.Context, from *pair, text string) (*pair, error) {
	tree, err := sqltree.Parse(ctx, h.engine, text)
	if err != nil {
		return nil, ctx.Err()
	}
	out := *from
	out.SQL, out.tree, out.result = text, tree, unrun
	if _, err := sqltree.Format(tree); err != nil {
		return nil, nil
	}
	out.result, err = h.resultOf(ctx, text)
	return &out, err
}

// wrongFiles are the wrong statements of the rules' own tests, from the repository's root.
var wrongFiles = []string{
	"omop/check/testdata/wrong.sql", "omop/check/testdata/models.sql", "internal/mutate/testdata/asked.sql",
}

// fromRoot is a file of the repository, from its root or from the folder of this package.
func fromRoot(file string) string {
	if _, err := os.Stat("go.mod"); err != nil {
		return filepath.Join("..", "..", file)
	}
	return file
}

// tryWritten disguises every n-th of the wrong statements that are written by hand, each found as it stands.
func (h *testbed) tryWritten(ctx context.Context, r *report, every, most int) error {
	kinds := map[string]*tally{}
	for _, file := range wrongFiles {
		text, err := os.ReadFile(fromRoot(file))
		if err != nil {
			return err
		}
		for i, sql := range strings.Split(strings.TrimSpace(string(text)), "\n\n")[1:] {
			head, rest, _ := strings.Cut(sql, "\n")
			if i%every != 0 || strings.HasPrefix(head, "-- right") {
				continue
			}
			p := &pair{Pair: rag.Pair{ID: fmt.Sprintf("%s:%d", filepath.Base(file), i+1)}}
			if asked, ok := strings.CutPrefix(rest, "-- question: "); ok {
				p.Question, rest, _ = strings.Cut(asked, "\n")
			}
			if p, err = h.asPair(ctx, p, rest); err != nil {
				return err
			}
			if p == nil {
				continue
			}
			t := kinds[kindOf(head)]
			if t == nil {
				t = &tally{written: true, operator: &operator{name: kindOf(head), class: classOf(ruleOf(head)), rule: ruleOf(head)}}
				kinds[kindOf(head)], r.tallies = t, append(r.tallies, t)
			}
			out := outcome{operator: t.operator, pair: p.ID, wording: "plain", sql: rest}
			if err := h.judge(ctx, p.Question, &out); err != nil {
				return fmt.Errorf("%s: %w", p.ID, err)
			}
			if !out.caught { // by another database's vocabulary or years
				continue
			}
			t.outcomes = append(t.outcomes, out)
			if err := h.dressUp(ctx, t, p, most); err != nil {
				return err
			}
		}
	}
	return nil
}

// kindOf is the kind of a mistake by the line above its statement: the rule that is to find it, or what a question
// beside it is about.
func kindOf(head string) string {
	head = strings.TrimPrefix(head, "-- ")
	if about, ok := strings.CutPrefix(head, "wrong "); ok {
		return "asked: " + about
	}
	return "written: " + strings.Fields(head)[0]
}

// classOf is what is expected of a rule: a note of one that only notes, else a warning.
func classOf(rule string) class {
	for _, r := range check.Rules() {
		if r.ID == rule && r.Severity == omop.SeverityInfo && r.Generated == "" {
			return classNote
		}
	}
	return classWarning
}

func ruleOf(head string) string {
	head = strings.TrimPrefix(head, "-- ")
	if strings.HasPrefix(head, "wrong ") {
		return "other-question"
	}
	return strings.Fields(head)[0]
}
