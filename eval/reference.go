package eval

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline"
)

// Candidates tells what a coder chooses from. *coding.Rules and *coding.Verified do.
type Candidates interface {
	// Candidates returns the ids of at most k concepts that the entity's words may mean, the
	// most similar first, and behind each class what lies below it; not searched is what needs no search, such as a
	// source code.
	Candidates(ctx context.Context, e coding.Entity, k int) (ids []int64, searched bool, err error)
	// Tops returns those of the ids that have no parent among them, in their order.
	Tops(ctx context.Context, ids []int64) ([]int64, error)
}

// CandidateDepth is how many candidates recall@50 looks at.
const CandidateDepth = 50

func (r *runner) runReference(ctx context.Context, id string, c Case) error {
	sql := c.SQL
	if c.IDSQL != "" {
		sql = c.IDSQL
	}
	run := r.References.AskTemplate(ctx, sql)
	if err := stops(run, ctx.Err()); err != nil {
		return err
	}
	ref := Reference{Case: id, SQL: run.SQL, Concepts: codedOf(run), Result: kept(run), raw: unhidden(run)}
	ref.Hidden = !ref.raw.equal(ref.Result)
	if run.Status != pipeline.Answered {
		ref.Problem = run.Tellable()
		if ref.Problem == "" {
			ref.Problem = string(run.Status)
		}
	}
	if err := r.runPinned(ctx, &ref, sql); err != nil {
		return err
	}
	tree, err := sqltree.Parse(ctx, r.Parser, sql)
	var syntax *sqltree.SyntaxError
	switch {
	case err == nil:
		ref.Traits = CountTraits(tree)
	case !errors.As(err, &syntax): // a reference that does not parse has its Problem already
		return fmt.Errorf("counting in the reference of %s: %w", id, err)
	}
	switch {
	case len(c.Given) > 0:
		ref.Concepts = c.Given
	case (c.pair == nil || c.IDSQL != "") && len(ref.Concepts) == 0 && tree != nil: // no placeholders say more
		ref.Concepts, ref.ByColumn = idsByColumn(tree), true
	}
	if err := r.offers(ctx, &ref); err != nil {
		return fmt.Errorf("looking for the candidates of the reference of %s: %w", id, err)
	}
	if err := r.folder.references.append(ref); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.folder.References[id] = ref
	return nil
}

// runPinned runs a reference that asks for today as of the last day of the data.
func (r *runner) runPinned(ctx context.Context, ref *Reference, sql string) error {
	asOf := pinned(sql)
	if asOf == "" {
		return nil
	}
	run := r.References.AskTemplate(ctx, asOf)
	if err := stops(run, ctx.Err()); err != nil {
		return err
	}
	if run.Status == pipeline.Answered {
		ref.Pinned, ref.rawPinned = kept(run), unhidden(run)
		ref.Hidden = ref.Hidden || !ref.rawPinned.equal(ref.Pinned)
	}
	return nil
}

// offers looks which of the reference's concepts the coder would have to choose from.
func (r *runner) offers(ctx context.Context, ref *Reference) error {
	if r.Candidates == nil || ref.ByColumn {
		return nil
	}
	for _, c := range ref.Concepts {
		found, searched, err := r.Candidates.Candidates(ctx, coding.Entity{Domain: c.Domain, Text: c.Text},
			CandidateDepth)
		if err != nil {
			return err
		}
		if !searched {
			continue
		}
		tops, err := r.Candidates.Tops(ctx, c.IDs)
		if err != nil {
			return err
		}
		o := Offer{Domain: c.Domain, Text: c.Text, Wanted: tops}
		for _, id := range tops {
			if !slices.Contains(found, id) {
				o.Missed = append(o.Missed, id)
			}
		}
		ref.Offers = append(ref.Offers, o)
	}
	return nil
}

// compare adds to an outcome what is scored of it beside its own result.
func (r *runner) compare(ctx context.Context, c Case, o *Outcome) error {
	if !c.Answerable() || o.Template == "" {
		return nil
	}
	r.mu.Lock()
	ref := r.folder.References[c.referenceID()]
	r.mu.Unlock()
	if ref.ByColumn && o.SQL != "" {
		tree, err := sqltree.Parse(ctx, r.Parser, o.SQL)
		if err == nil {
			o.ByColumn = idsByColumn(tree)
		} else if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return r.share(ctx, c, ref, o)
}

// share runs the template of an answerable case once more, coded as the reference is, where
// its own coding is another or failed: so SQL and coding are scored apart.
func (r *runner) share(ctx context.Context, c Case, ref Reference, o *Outcome) error {
	if o.Answered() && sameCoding(o.Concepts, ref.Concepts) {
		return nil
	}
	run := r.References.AskTemplate(ctx, withGiven(o.Template, c.Given))
	if err := stops(run, ctx.Err()); err != nil {
		return err
	}
	o.Shared, o.rawShared = kept(run), unhidden(run)
	return nil
}

// withGiven puts the ids that a set gives into a template; entities of which it says nothing stay placeholders.
func withGiven(template string, given []Coded) string {
	sql, err := sqltree.Render(template, func(p sqltree.Placeholder) (string, error) {
		for _, g := range given {
			if sameEntity(g, Coded{Domain: string(p.Domain), Text: p.Text}) {
				return strings.Trim(strings.ReplaceAll(fmt.Sprint(g.IDs), " ", ", "), "[]"), nil
			}
		}
		return p.String(), nil
	})
	if err != nil {
		return template // it does not parse either, and its run says so
	}
	return sql
}

// sameCoding reports whether the entities that both lists have are coded alike.
func sameCoding(own, reference []Coded) bool {
	for _, a := range own {
		for _, b := range reference {
			if sameEntity(a, b) && !slices.Equal(distinctIDs(a.IDs), distinctIDs(b.IDs)) {
				return false
			}
		}
	}
	return true
}
