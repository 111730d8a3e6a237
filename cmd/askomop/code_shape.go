package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/vocab"
)

// shapes reports whether the set is to be more than words code to: changed, stored, or written as an expression.
func (c *call) shapes(out *printer) bool {
	return out.format == formatAtlas || c.String("save") != "" || len(c.StringSlice("exclude")) > 0 || c.Bool("no-descendants") || c.Bool("mapped")
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
		return usagef("%q is coded as %s; say which is meant with --domain", sets[0].Entity.Text, strings.Join(domains, " and as "))
	}
	v, err := c.app.Vocabulary(ctx)
	if err != nil {
		return err
	}
	set := sets[0]
	e := conceptset.Of(set, v)
	if err := c.exclude(ctx, &e, set.Entity.Domain, v); err != nil {
		return err
	}
	for i := range e.Items {
		e.Items[i].Descendants = e.Items[i].Descendants && (!c.Bool("no-descendants") || e.Items[i].Exclude)
		e.Items[i].Mapped = c.Bool("mapped")
	}
	return c.finish(ctx, out, v, e, set)
}

// exclude adds what --exclude names to the expression, as items that are left out.
func (c *call) exclude(ctx context.Context, e *conceptset.Expression, domain string, v *vocab.Vocabulary) error {
	coder, err := c.app.Coder(ctx)
	if err != nil {
		return err
	}
	for _, text := range c.StringSlice("exclude") {
		set, err := coder.Code(ctx, coding.Entity{Domain: domain, Text: text})
		if err != nil {
			return fmt.Errorf("--exclude %q: %w", text, err)
		}
		for _, i := range conceptset.Of(set, v).Items {
			i.Exclude = true
			e.Items = append(e.Items, i)
		}
	}
	return nil
}

// codeFile reads a set that ATLAS has exported.
func (p *program) codeFile(ctx context.Context, c *call, out *printer) error {
	f, err := os.Open(c.String("read"))
	if err != nil {
		return fmt.Errorf("reading a concept set: %w", err)
	}
	defer f.Close()
	e, err := conceptset.ReadAtlas(f)
	if err != nil {
		return fmt.Errorf("%s: %w", c.String("read"), err)
	}
	v, err := c.app.Vocabulary(ctx)
	if err != nil {
		return err
	}
	domain := c.String("domain")
	if domain == "" && len(e.Items) > 0 {
		domain = strings.ToLower(e.Items[0].Concept.Domain)
	}
	if err := c.exclude(ctx, &e, domain, v); err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(c.String("read")), filepath.Ext(c.String("read")))
	return c.finish(ctx, out, v, e, coding.ConceptSet{Entity: coding.Entity{Domain: domain, Text: name}})
}

// finish resolves an expression, stores it where --save names it, and prints it.
func (c *call) finish(ctx context.Context, out *printer, v *vocab.Vocabulary, e conceptset.Expression, set coding.ConceptSet) error {
	resolved, err := e.Resolve(ctx, v)
	if err != nil {
		return err
	}
	for _, i := range resolved.Missing {
		set.Notes = append(set.Notes, fmt.Sprintf("%s (%d) is not in this vocabulary", i.Concept.Name, i.Concept.ID))
	}
	set.Concepts, set.Notes = resolved.Members, append(set.Notes, resolved.Notes...)
	if name := c.String("save"); name != "" {
		saved, err := c.app.Sets().Save(conceptset.Saved{
			Name: name, At: time.Now().UTC().Truncate(time.Second), Domain: set.Entity.Domain, Text: set.Entity.Text,
			Vocabulary: v.Info().Version, Expression: e, Concepts: resolved.IDs(),
		})
		if err != nil {
			return err
		}
		c.note("Stored as concept set %s, version %d: write [%s@set:%[1]s] in SQL.", saved.Name, saved.Version, placeholderDomain(set.Entity.Domain))
	}
	if out.format == formatAtlas {
		for _, n := range set.Notes {
			c.note("%s", n)
		}
		return conceptset.WriteAtlas(c.Streams.Out, e)
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
