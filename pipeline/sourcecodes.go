package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// mostCodeLists bounds how often a template is coded anew because a code in it has no standard concept, or a member of
// a list none at all.
const mostCodeLists = 40

// codeAll codes the template. A source code that has no standard concept is looked for in the column of source
// concepts; a member of a list that the vocabulary does not have is left out where that can only make the list
// shorter. Both are said.
func (p *Pipeline) codeAll(ctx context.Context, r *work) error {
	coder := coding.In(p.parts.Coder, r.Question)
	var sources []coding.ConceptSet
	for range mostCodeLists {
		var err error
		r.SQL, r.Concepts, err = coding.CodeTemplate(ctx, coder, r.Template.SQL)
		miss, bySource := sourceOnly(r.Concepts, err)
		if !bySource && (!errors.As(err, &miss) || miss.Ambiguous) {
			r.Concepts = append(r.Concepts, sources...)
			return err
		}
		change := listChange(leaveOut)
		if bySource {
			change = lookBySource
		}
		if p.parts.Parser == nil || p.rewrite(ctx, r, miss, change) != nil {
			if err == nil {
				err = miss
			}
			return err
		}
		if bySource {
			sources = append(sources, sourceSet(miss))
			if err := p.keepsSources(ctx, r, miss); err != nil {
				return err
			}
			continue
		}
		r.Template.Assumptions = append(slices.Clone(r.Template.Assumptions),
			fmt.Sprintf("%q is left out of the list: this vocabulary has no %s of that name", miss.Entity.Text,
				miss.Entity.Domain))
	}
	return fmt.Errorf("coding the SQL: more than %d codes have no standard concept; ask for fewer", mostCodeLists)
}

// sourceOnly is the first entity of which codes are to be looked for as source concepts.
func sourceOnly(sets []coding.ConceptSet, err error) (*coding.NoConceptError, bool) {
	for _, s := range sets {
		if len(s.Source) > 0 {
			return &coding.NoConceptError{Entity: s.Entity, Source: s.Source, Nearest: s.Concepts}, true
		}
	}
	var miss *coding.NoConceptError
	if errors.As(err, &miss) && len(miss.Source) > 0 {
		return &coding.NoConceptError{Entity: miss.Entity, Source: miss.Source, Reason: miss.Reason}, true
	}
	return nil, false
}

// sourceSet stands for such an entity in the record of the run.
func sourceSet(miss *coding.NoConceptError) coding.ConceptSet {
	names := make([]string, len(miss.Source))
	for i, m := range miss.Source {
		names[i] = m.Vocabulary + " " + m.Code
	}
	note := fmt.Sprintf("%s: without a standard concept that records have; they are looked for by %s_source_concept_id",
		strings.Join(names, ", "), miss.Entity.Domain)
	return coding.ConceptSet{Entity: miss.Entity, Concepts: slices.Concat(miss.Nearest, miss.Source),
		Notes: []string{note}}
}

// errUnplaced says that a template has no certain place for what is to be changed.
var errUnplaced = errors.New("the list stands in no column of standard concepts")

// rewrite changes the lists with an entity, in the template and in the query for the people behind it.
func (p *Pipeline) rewrite(ctx context.Context, r *work, miss *coding.NoConceptError, change listChange) error {
	sql, err := p.rewritten(ctx, r.Template.SQL, miss, change)
	if err != nil {
		return err
	}
	if r.Plan != nil && r.Plan.People != "" {
		people, err := p.rewritten(ctx, r.Plan.People, miss, change)
		if err != nil {
			return err
		}
		plan := *r.Plan
		plan.SQL, plan.People, r.Plan = sql, people, &plan
	}
	r.Template.SQL = sql
	return nil
}

func (p *Pipeline) rewritten(ctx context.Context, template string, miss *coding.NoConceptError,
	change listChange) (string, error) {
	stmt, err := sqltree.Parse(ctx, p.parts.Parser, template)
	if err != nil {
		return "", err
	}
	var failed error
	changed := false
	negated := negatedLists(stmt)
	sqltree.Rewrite(stmt.Query, func(e sqltree.Expr) sqltree.Expr {
		in, ok := e.(*sqltree.In)
		if !ok || failed != nil {
			return e
		}
		at := slices.IndexFunc(in.List, func(x sqltree.Expr) bool {
			h, is := x.(*sqltree.Placeholder)
			return is && string(h.Domain) == miss.Entity.Domain && h.Text == miss.Entity.Text
		})
		if at < 0 {
			return e
		}
		if negated[in] && len(miss.Source) == 0 {
			failed = errUnplaced // fewer members would exclude fewer people
			return e
		}
		by, err := change(in, at, miss)
		if err != nil {
			failed = err
			return e
		}
		changed = true
		return by
	})
	switch {
	case failed != nil:
		return "", failed
	case !changed:
		return "", errUnplaced
	}
	return sqltree.Format(stmt)
}

// leaveOut takes a member out of a list that has others.
func leaveOut(in *sqltree.In, at int, miss *coding.NoConceptError) (sqltree.Expr, error) {
	if len(in.List) < 2 || in.Not || strings.Contains(miss.Entity.Text, ":") {
		return nil, errUnplaced
	}
	in.List = slices.Delete(slices.Clone(in.List), at, at+1)
	return in, nil
}

// listChange changes a list in which an entity stands, at a place of it.
type listChange func(in *sqltree.In, at int, miss *coding.NoConceptError) (sqltree.Expr, error)

// lookBySource looks for the codes of a list in the column of source concepts beside the one that is asked of.
func lookBySource(in *sqltree.In, at int, miss *coding.NoConceptError) (sqltree.Expr, error) {
	column, ok := in.Expr.(*sqltree.Column)
	if !ok {
		return nil, errUnplaced
	}
	name := sourceColumn(strings.ToLower(column.Name()))
	if name == "" {
		return nil, errUnplaced
	}
	source := sqltree.Clone(column)
	source.Names[len(source.Names)-1] = name
	codes := &sqltree.In{Expr: source}
	for _, m := range miss.Source {
		codes.List = append(codes.List, sqltree.NewInt(m.ID))
	}
	standard := &sqltree.In{Loc: in.Loc, Expr: in.Expr, List: slices.Delete(slices.Clone(in.List), at, at+1)}
	for _, m := range miss.Nearest { // of the same list, and with a standard concept
		standard.List = append(standard.List, sqltree.NewInt(m.ID))
	}
	var either sqltree.Expr = codes
	if len(standard.List) > 0 {
		either = sqltree.NewOr(in.Loc, standard, codes)
	}
	if in.Not {
		return &sqltree.Not{Loc: in.Loc, Expr: either}, nil
	}
	return either, nil
}

// sourceColumn is the column of source concepts beside a column of standard ones; "" where there is none.
func sourceColumn(standard string) string {
	for _, t := range eventTables() {
		if t.ConceptColumn == standard && t.SourceConceptColumn != "" {
			return t.SourceConceptColumn
		}
	}
	return ""
}

// eventTables are the tables of the CDM whose records have a concept.
func eventTables() []*schema.Table {
	versions := schema.Versions()
	s, err := schema.For(versions[len(versions)-1])
	if err != nil {
		return nil // a version that is listed can be had
	}
	var tables []*schema.Table
	for _, name := range schema.TableNames() {
		if t, ok := s.Table(name); ok && t.ConceptColumn != "" {
			tables = append(tables, t)
		}
	}
	return tables
}

// keepsSources abstains where the database holds no source concepts: none of the codes could be found.
func (p *Pipeline) keepsSources(ctx context.Context, r *work, miss *coding.NoConceptError) error {
	stmt, err := sqltree.Parse(ctx, p.parts.Parser, r.Template.SQL)
	if err != nil {
		return err
	}
	read := tablesRead(stmt)
	for _, t := range eventTables() {
		column := t.SourceConceptColumn
		if !slices.Contains(read, t.Name) || column == "" || !strings.HasPrefix(column, miss.Entity.Domain+"_") {
			continue
		}
		kept, err := p.parts.Engine.Query(ctx,
			fmt.Sprintf("SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM %s WHERE %s > 0 LIMIT 1) AS kept", t.Name,
				column), p.opt.Limit)
		if err != nil {
			return fmt.Errorf("looking whether %s holds source concepts: %w", t.Name, err)
		}
		if len(kept.Rows) == 1 && len(kept.Rows[0]) == 1 && kept.Rows[0][0] == int64(0) {
			return &coding.NoConceptError{Entity: miss.Entity,
				Reason: miss.Reason + ", and this database keeps no " + column + " by which it could be found"}
		}
	}
	return nil
}

// negatedLists are the lists of which a longer one may leave fewer rows: below NOT, NOT IN (SELECT …), NOT EXISTS,
// EXCEPT, CASE, and in outer joins, whose missing rows can be asked for.
func negatedLists(stmt *sqltree.Statement) map[*sqltree.In]bool {
	negated := map[*sqltree.In]bool{}
	sqltree.Walk(stmt.Query, func(n sqltree.Node) bool {
		turns := false
		switch x := n.(type) {
		case *sqltree.Not, *sqltree.Case:
			turns = true
		case *sqltree.Exists:
			turns = x.Not
		case *sqltree.InQuery:
			turns = x.Not
		case *sqltree.SetOp:
			turns = x.Op == "EXCEPT"
		case *sqltree.Join:
			turns = x.Type != "" && x.Type != "INNER" && x.Type != "SEMI"
		}
		if turns {
			mark(n, negated)
		}
		return true
	})
	return negated
}

// mark notes every list below a node.
func mark(n sqltree.Node, lists map[*sqltree.In]bool) {
	sqltree.Walk(n, func(x sqltree.Node) bool {
		if in, ok := x.(*sqltree.In); ok {
			lists[in] = true
		}
		return true
	})
}
