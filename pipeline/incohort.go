package pipeline

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/rag"
)

// A question can be limited to the people of a kept cohort: "In cohort statin-users, how many patients had a stroke?"
// A study question gets that as a criterion of its population. SQL that was not compiled is rewritten, as if the
// database held nobody else.

// inCohort is how such a question begins.
var inCohort = lazyregexp.New(`(?i)^\s*(?:in|among|within|for|of)\s+(?:the\s+)?cohort\s+([a-z0-9]+(?:[-_][a-z0-9]+)*)\s*[,:]?\s+`)

// splitCohort takes "in cohort NAME, …" off a question; without it, the result names none.
// It is about a kept cohort where kept says that there is one of the name, or where the name is set off by a sign, so
// that a slip in it is told; else the words are plain ones: "the cohort of patients with gout".
func splitCohort(question string, kept func(name string) (bool, error)) (cohortNamed, error) {
	at := inCohort.FindStringSubmatchIndex(question)
	if at == nil {
		return cohortNamed{rest: question}, nil
	}
	name, rest := strings.ToLower(question[at[2]:at[3]]), question[at[1]:]
	found := cohortNamed{name, rest, "Among patients with [cohort@" + name + "], " + rest}
	if strings.ContainsAny(question[at[3]:at[1]], ",:") {
		return found, nil
	}
	is, err := kept(name)
	if err != nil || !is {
		return cohortNamed{rest: question}, err
	}
	return found, nil
}

// amongCohort is the study question asked of a cohort's people; the question itself where name is empty.
func amongCohort(q *study.Question, name string) *study.Question {
	if name == "" {
		return q
	}
	limited := *q
	limited.Population.Criteria = append(slices.Clone(q.Population.Criteria), study.Criterion{Cohort: name})
	return &limited
}

// cohortNote says beside the answer whose people it is about.
func cohortNote(name string) string {
	return "only people of the cohort " + name + ", as it was last made, at any time of their lives"
}

// limitToCohort limits the run's template to the cohort that the question is about.
func (p *Pipeline) limitToCohort(ctx context.Context, r *work) error {
	if r.Masked.Cohort == "" {
		return nil
	}
	sql, err := withinCohort(ctx, p.parts.Parser, r.Template.SQL, r.Masked.Cohort)
	var syntax *sqltree.SyntaxError
	if errors.As(err, &syntax) {
		return nil // the check says so, in a way that can be mended
	}
	if err != nil {
		return err
	}
	r.Template.SQL = sql
	r.Template.Assumptions = append(slices.Clone(r.Template.Assumptions), cohortNote(r.Masked.Cohort))
	return nil
}

// withinCohort limits a template to the people of a cohort: every SELECT that reads records of people reads theirs
// alone, by person_id IN ([cohort@NAME]). A template that names the cohort already stays as it is. The error is a
// *rag.Abstention where the SQL has no certain place for the limit.
func withinCohort(ctx context.Context, parser sqltree.Serializer, template, name string) (string, error) {
	found, err := sqltree.Placeholders(template)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(found,
		func(p sqltree.Placeholder) bool { return p.Domain == sqltree.Cohort && p.Text == name }) {
		return template, nil
	}
	stmt, err := sqltree.Parse(ctx, parser, template)
	if err != nil {
		return "", err
	}
	if why := restrictPeople(stmt, name); why != "" {
		return "", &rag.Abstention{Reason: ReasonSlotsDoNotFit,
			Message: "This question can't be asked of a cohort: " + why +
				". Write the SQL with person_id IN ([cohort@" + name + "])."}
	}
	return sqltree.Format(stmt)
}

// restrictPeople adds the limit to every SELECT that reads records of people. It returns why that can't be done.
func restrictPeople(stmt *sqltree.Statement, cohort string) (why string) {
	cdm, err := schema.For("5.4")
	if err != nil {
		return err.Error()
	}
	all := selects(stmt)
	named, picked := cteNames(stmt, all), restrictedElsewhere(stmt)
	added := 0
	for _, s := range all {
		if s.From == nil || picked[s] || correlated(s) {
			continue
		}
		tables, optional := baseTables(s.From)
		at := -1
		for i, t := range tables {
			name := strings.ToLower(t.Name)
			if slices.Contains(named, name) {
				continue
			}
			if name == "cost" {
				return "a cost has no person"
			}
			if table, ok := cdm.Table(name); !ok || !table.HasPerson {
				continue
			}
			if optional[i] && at < 0 {
				return "an outer join leaves no certain place for the limit"
			}
			if at < 0 || name == "person" && !optional[i] {
				at = i
			}
		}
		if at < 0 {
			continue
		}
		member := &sqltree.In{
			Expr: &sqltree.Column{Names: []string{tables[at].RefName(), "person_id"}},
			List: []sqltree.Expr{&sqltree.Placeholder{Domain: sqltree.Cohort, Text: cohort}},
		}
		s.Where = sqltree.Conjoin(append(slices.Clone(sqltree.Conjuncts(s.Where)), member))
		added++
	}
	if added == 0 {
		return "the SQL reads no people"
	}
	return ""
}

// selects lists every SELECT of the statement, subqueries included.
func selects(stmt *sqltree.Statement) (all []*sqltree.Select) {
	sqltree.Walk(stmt, func(n sqltree.Node) bool {
		if s, ok := n.(*sqltree.Select); ok {
			all = append(all, s)
		}
		return true
	})
	return all
}

// cteNames lists the names that WITH clauses define anywhere in the statement.
func cteNames(stmt *sqltree.Statement, all []*sqltree.Select) (names []string) {
	for _, s := range all {
		for _, c := range s.With {
			names = append(names, strings.ToLower(c.Name))
		}
	}
	for _, c := range stmt.Query.Tail().With {
		names = append(names, strings.ToLower(c.Name))
	}
	return names
}

// restrictedElsewhere are the SELECTs from which persons are picked who are restricted where they come from:
// person_id IN (SELECT …). One that ranks is not among them: the first of all are not the first of the cohort.
func restrictedElsewhere(stmt *sqltree.Statement) map[*sqltree.Select]bool {
	all := map[*sqltree.Select]bool{}
	sqltree.Walk(stmt, func(n sqltree.Node) bool {
		if in, ok := n.(*sqltree.InQuery); ok && isPersonID(in.Expr) {
			if s, ok := in.Query.(*sqltree.Select); ok && s.Limit == nil && s.Qualify == nil {
				all[s] = true
			}
		}
		return true
	})
	return all
}

// correlated reports whether a subquery already reads the records of an outer query's person only.
func correlated(s *sqltree.Select) bool {
	for _, term := range sqltree.Conjuncts(s.Where) {
		c, ok := term.(*sqltree.Compare)
		if !ok || c.Op != "=" || !isPersonID(c.Left) || !isPersonID(c.Right) {
			continue
		}
		for _, side := range []sqltree.Expr{c.Left, c.Right} {
			if ref := side.(*sqltree.Column).Table(); ref != "" && !defines(s.From, ref) {
				return true
			}
		}
	}
	return false
}

func isPersonID(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Column)
	return ok && strings.EqualFold(c.Name(), "person_id")
}

// defines reports whether a FROM clause has a table or subquery of that name.
func defines(from sqltree.TableRef, name string) bool {
	switch t := from.(type) {
	case *sqltree.BaseTable:
		return strings.EqualFold(t.RefName(), name)
	case *sqltree.Subselect:
		return strings.EqualFold(t.Alias, name)
	case *sqltree.Join:
		return defines(t.Left, name) || defines(t.Right, name)
	}
	return false
}

// baseTables lists the base tables of a FROM clause from left to right, with those that only an outer join brings in
// marked.
func baseTables(from sqltree.TableRef) (tables []*sqltree.BaseTable, optional []bool) {
	var visit func(ref sqltree.TableRef, opt bool)
	visit = func(ref sqltree.TableRef, opt bool) {
		switch t := ref.(type) {
		case *sqltree.BaseTable:
			tables, optional = append(tables, t), append(optional, opt)
		case *sqltree.Join:
			visit(t.Left, opt || t.Type == "RIGHT" || t.Type == "FULL")
			visit(t.Right, opt || t.Type == "LEFT" || t.Type == "FULL" || t.Type == "ANTI" || t.Type == "SEMI")
		}
	}
	visit(from, false)
	return tables, optional
}
