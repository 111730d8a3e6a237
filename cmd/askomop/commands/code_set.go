package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/vocab"
)

func (p *program) codeSetCommand() *cli.Command {
	return &cli.Command{
		Name:  "set",
		Usage: "list, show, compare and remove stored concept sets",
		Subcommands: []*cli.Command{
			{Name: "list", Usage: "the stored sets", Action: p.action(p.setList)},
			{
				Name: "show", Usage: "the items of a set and its versions", ArgsUsage: "NAME[@VERSION]",
				Flags:  []cli.Flag{&cli.StringFlag{Name: "format", Usage: "table, json or atlas (default: table)"}},
				Action: p.action(p.setShow),
			},
			{
				Name: "diff", Usage: "what a set has gained and lost: between two versions, or since it was saved",
				ArgsUsage: "NAME[@VERSION] [NAME[@VERSION]]",
				Action:    p.action(p.setDiff),
			},
			{
				Name:      "remove",
				Usage:     "delete a set with all its versions",
				ArgsUsage: "NAME",
				Action:    p.action(p.setRemove),
			},
		},
	}
}

func (p *program) setList(_ context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	all, err := c.app.Sets().List()
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		docs := []app.StoredSet{}
		for _, s := range all {
			docs = append(docs, app.NewStoredSet(s))
		}
		return out.json(docs)
	}
	if len(all) == 0 {
		c.note("No concept set is stored yet; store one with: askomop code --domain condition --save NAME TEXT")
		return nil
	}
	w := newGrid([]string{"set", "version", "saved", "domain", "of", "items", "concepts"})
	for _, s := range all {
		w.AppendRow(
			gridRow(
				[]string{
					s.Name,
					fmt.Sprint(s.Version),
					s.At.Format(time.DateOnly),
					s.Domain,
					s.Text,
					fmt.Sprint(len(s.Expression.Items)),
					fmt.Sprint(len(s.Concepts)),
				},
			),
		)
	}
	_, err = fmt.Fprintln(c.Streams.Out, w.Render())
	return err
}

// storedSet loads the set that an argument names.
func (c *call) storedSet(ref string) (conceptset.Saved, error) {
	name, version, err := conceptset.ParseReference(strings.TrimPrefix(ref, conceptset.Prefix))
	if err != nil {
		return conceptset.Saved{}, usagef("%v", err)
	}
	return c.app.Sets().Load(name, version)
}

func (p *program) setShow(_ context.Context, c *call) error {
	ref, err := oneArgument(c, "NAME")
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON, formatAtlas)
	if err != nil {
		return err
	}
	set, err := c.storedSet(ref)
	if err != nil {
		return err
	}
	switch out.format {
	case formatJSON:
		return out.json(app.NewStoredSet(set))
	case formatAtlas:
		return conceptset.WriteAtlas(c.Streams.Out, set.Expression)
	}
	versions, err := c.app.Sets().Versions(set.Name)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(
		&b,
		"%s, version %d of %d, saved %s: %s@%s, %s\n", set.Name, set.Version,
		versions[len(versions)-1],
		set.At.Format(time.DateTime),
		set.Domain,
		set.Text,
		plural(len(set.Concepts), "concept", "concepts"),
	)
	for _, i := range set.Expression.Items {
		fmt.Fprintf(
			&b,
			"  %s %d  %s  %s %s%s\n",
			map[bool]string{false: "+", true: "-"}[i.Exclude],
			i.Concept.ID, i.Concept.Name, i.Concept.Vocabulary, i.Concept.Code,
			itemFlags(i),
		)
	}
	return out.flush(&b)
}

// itemFlags says what comes with an item's concept.
func itemFlags(i conceptset.Item) string {
	text := ""
	if i.Descendants {
		text += ", with descendants"
	}
	if i.Mapped {
		text += ", with mapped"
	}
	return text
}

func (p *program) setDiff(ctx context.Context, c *call) error {
	if c.NArg() < 1 || c.NArg() > 2 {
		return usagef("%s needs a NAME, or two; askomop %[1]s --help", commandPath(c.Context))
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	first, err := c.storedSet(c.Args().Get(0))
	if err != nil {
		return err
	}
	v, err := c.app.Vocabulary(ctx)
	if err != nil {
		return err
	}
	later, what := []int64(nil), "on this vocabulary"
	if c.NArg() == 2 {
		second, err := c.storedSet(c.Args().Get(1))
		if err != nil {
			return err
		}
		later, what = second.Concepts, fmt.Sprintf("in %s version %d", second.Name, second.Version)
	} else {
		resolved, err := first.Expression.Resolve(ctx, v)
		if err != nil {
			return err
		}
		later = resolved.IDs()
	}
	d := conceptset.Compare(first.Concepts, later)
	if out.format == formatJSON {
		return out.json(struct {
			Gained []int64 `json:"gained"`
			Lost   []int64 `json:"lost"`
		}{append([]int64{}, d.Gained...), append([]int64{}, d.Lost...)})
	}
	var b strings.Builder
	fmt.Fprintf(
		&b,
		"%s version %d, %s: %d more, %d fewer\n", first.Name, first.Version, what,
		len(d.Gained),
		len(d.Lost),
	)
	writeConcepts(&b, "+", d.Gained, v)
	writeConcepts(&b, "-", d.Lost, v)
	return out.flush(&b)
}

// writeConcepts lists concepts by id, a line each.
func writeConcepts(b *strings.Builder, sign string, ids []int64, v *vocab.Vocabulary) {
	for _, id := range ids {
		name := "no longer in this vocabulary"
		if k, err := v.Concept(id); err == nil {
			name = fmt.Sprintf("%s, %s", k.Name, standing(k))
		}
		fmt.Fprintf(b, "  %s %d  %s\n", sign, id, name)
	}
}

func (p *program) setRemove(_ context.Context, c *call) error {
	name, err := oneArgument(c, "NAME")
	if err != nil {
		return err
	}
	if err := c.app.Sets().Remove(name); errors.Is(err, conceptset.ErrNotSaved) {
		return fmt.Errorf("removing: %w", err)
	} else if err != nil {
		return err
	}
	c.note("Removed concept set %s.", name)
	return nil
}
