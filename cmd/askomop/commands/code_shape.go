package commands

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/omop"
)

// shapes reports whether the set is to be more than words code to: changed, stored, or written as an expression.
func (c *call) shapes(out *printer) bool {
	return out.format == formatAtlas || c.String("save") != "" || len(c.StringSlice("exclude")) > 0 ||
		c.Bool("no-descendants") ||
		c.Bool("mapped")
}

// show prints sets, and what records have besides where that is wanted.
func (c *call) show(ctx context.Context, out *printer, sets []coding.ConceptSet) error {
	if c.Bool("recommend") {
		return c.recommend(ctx, out, sets)
	}
	counts, err := c.countConcepts(ctx, sets)
	if err != nil {
		return err
	}
	return out.conceptSets(sets, counts)
}

// codeShaped makes an expression of a coded set, changes it as the flags say, stores and prints it.
func (p *program) codeShaped(ctx context.Context, c *call, out *printer, sets []coding.ConceptSet) error {
	if len(sets) > 1 {
		var domains []string
		for _, s := range sets {
			domains = append(domains, s.Entity.Domain)
		}
		return usagef(
			"%q is coded as %s; say which is meant with --domain",
			sets[0].Entity.Text,
			strings.Join(domains, " and as "),
		)
	}
	shaped, err := c.app.Shape(ctx, sets[0], c.setOptions())
	if err != nil {
		return err
	}
	return c.finish(ctx, out, shaped)
}

// setOptions are how the flags change a set.
func (c *call) setOptions() app.SetOptions {
	return app.SetOptions{
		Exclude:       c.StringSlice("exclude"),
		NoDescendants: c.Bool("no-descendants"),
		Mapped:        c.Bool("mapped"),
		Save:          c.String("save"),
	}
}

// codeFile reads a set that ATLAS has exported.
func (p *program) codeFile(ctx context.Context, c *call, out *printer) error {
	f, err := os.Open(c.String("read"))
	if err != nil {
		return fmt.Errorf("reading a concept set: %w", err)
	}
	defer f.Close()
	name := strings.TrimSuffix(filepath.Base(c.String("read")), filepath.Ext(c.String("read")))
	shaped, err := c.app.ReadSet(ctx, name, f, c.String("domain"), c.setOptions())
	if err != nil {
		return fmt.Errorf("%s: %w", c.String("read"), err)
	}
	return c.finish(ctx, out, shaped)
}

// finish prints a set that was shaped.
func (c *call) finish(ctx context.Context, out *printer, shaped *app.ShapedSet) error {
	set := shaped.Set
	if s := shaped.Saved; s != nil {
		c.note(
			"Stored as concept set %s, version %d: write [%s@set:%[1]s] in SQL.", s.Name, s.Version,
			placeholderDomain(set.Entity.Domain),
		)
	}
	if out.format == formatAtlas {
		for _, n := range set.Notes {
			c.note("%s", n)
		}
		return conceptset.WriteAtlas(c.Streams.Out, shaped.Expression)
	}
	if len(set.Concepts) == 0 {
		return fmt.Errorf("the concept set holds no concept of this vocabulary: %s", strings.Join(set.Notes, "; "))
	}
	return c.show(ctx, out, []coding.ConceptSet{set})
}

// placeholderDomain is a domain as placeholders have it, or condition where there is none.
func placeholderDomain(domain string) string {
	for _, d := range omop.Domains {
		if strings.EqualFold(string(d), domain) {
			return string(d)
		}
	}
	return "condition"
}
