package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// literal is a concept id that a statement writes out.
type literal struct {
	selection
	node    *sqltree.Constant
	concept Concept
	known   bool
	columns []origin // of patients' data that it chooses; empty where none is known
	route   route
}

// literals looks up every concept id that is compared with a column of concept ids.
// Concept 0, "no matching concept", and a site's own concepts from 2,000,000,000 on
// are left out.
func (p *pass) literals() []literal {
	var out []literal
	for _, s := range p.selections {
		if identityOf(s.column) != conceptKey {
			continue
		}
		l := literal{selection: s}
		l.columns, l.route = p.chosenBy(s.column)
		for _, c := range s.constants {
			n, ok := id(c)
			if !ok || n <= 0 || n >= firstOwnConcept {
				continue
			}
			next := l
			next.node = c
			var err error
			if next.concept, next.known, err = p.opt.Vocabulary.Concept(p.ctx, n); err != nil {
				p.err = err
				return nil
			}
			next.concept.ID = n
			out = append(out, next)
		}
	}
	return append(append(out, p.addedLiterals()...), p.setLiterals(out)...)
}

// setLiterals looks up the concept ids that a set operation adds to what its other parts find, or takes from them,
// where that is not a list of IN itself: a CTE that is joined, and EXCEPT SELECT 317009.
func (p *pass) setLiterals(found []literal) []literal {
	var out []literal
	within := map[*result]bool{} // those of IN, whose added ids are known
	for _, t := range p.tests {
		if in, ok := t.expr.(*sqltree.InQuery); ok && p.Subs[in.Query] != nil {
			within[p.passedOn(p.Subs[in.Query])] = true
		}
	}
	for _, set := range p.Sets {
		q, ok := set.Tree.(*sqltree.SetOp)
		if !ok || len(set.Columns) != 1 || len(set.Inputs) == 0 || set.Inputs[0].Scope == nil {
			continue
		}
		var ids []*sqltree.Constant
		switch {
		case q.Op == "EXCEPT":
			for _, in := range set.Inputs[1:] {
				if len(in.Columns) == 1 {
					ids = append(ids, listed(in.Columns[0], in, sqltree.MaxDepth)...)
				}
			}
		case !within[set]:
			ids = added(set)
		}
		columns, _ := p.chosenBy(p.OriginsOf(set.Columns[0]))
		for _, c := range ids {
			n, ok := id(c)
			if !ok || n <= 0 || n >= firstOwnConcept || len(columns) == 0 ||
				slices.ContainsFunc(found, func(l literal) bool { return l.node == c }) {
				continue
			}
			l := literal{node: c, columns: columns}
			l.test, l.exclude = &test{scope: set.Inputs[0].Scope, expr: c, clause: inWhere, must: true}, q.Op == "EXCEPT"
			if l.concept, l.known, p.err = p.opt.Vocabulary.Concept(p.ctx, n); p.err != nil {
				return nil
			}
			l.concept.ID = n
			out = append(out, l)
		}
	}
	return out
}

// addedLiterals looks up the concept ids that a query adds to those that it finds: SELECT descendant_concept_id FROM …
// UNION SELECT 43530634.
func (p *pass) addedLiterals() []literal {
	var out []literal
	for _, t := range p.tests {
		in, ok := t.expr.(*sqltree.InQuery)
		if !ok || p.Subs[in.Query] == nil {
			continue
		}
		columns, route := p.chosenBy(p.Origins(sqltree.Bare(in.Expr)))
		for _, c := range added(p.passedOn(p.Subs[in.Query])) {
			n, ok := id(c)
			if !ok || n <= 0 || n >= firstOwnConcept {
				continue
			}
			l := literal{node: c, columns: columns, route: route}
			l.test, l.exclude = t, in.Not != t.not
			if l.concept, l.known, p.err = p.opt.Vocabulary.Concept(p.ctx, n); p.err != nil {
				return nil
			}
			l.concept.ID = n
			out = append(out, l)
		}
	}
	return out
}

// chosenBy lists the columns of patients' data that a set of concepts in some columns selects.
func (p *pass) chosenBy(list []origin) (out []origin, r route) {
	for _, o := range list {
		columns, route := p.chosen(o)
		out = append(out, columns...)
		r.below, r.mapped = r.below || route.below, r.mapped || route.mapped
	}
	return out, r
}

// added lists the constants that a union of ids adds to what its other parts find.
func added(r *result) []*sqltree.Constant {
	set, ok := r.Tree.(*sqltree.SetOp)
	if !ok || set.Op != "UNION" {
		return nil
	}
	var out []*sqltree.Constant
	for _, in := range r.Inputs {
		if len(in.Columns) == 1 {
			out = append(out, listed(in.Columns[0], in, sqltree.MaxDepth)...)
		}
	}
	if len(out) == len(r.Inputs) { // a list, which is a selection
		return nil
	}
	return out
}

// fits reports whether the concept's domain is that of one of the columns.
func (l literal) fits(columns []origin) bool {
	return slices.ContainsFunc(columns, func(o origin) bool { return inDomain(l.concept.Domain, o) })
}

// severityAmong is the rule's severity for a concept id that can't be found, or a warning
// where others of its list can: the result is then not empty, only less than was meant.
func (p *pass) severityAmong(found []literal, l literal, right func(literal) bool) omop.Severity {
	together := func(o literal) bool {
		return o.expr == l.expr ||
			o.scope != l.scope &&
				slices.ContainsFunc(o.columns, func(c origin) bool { return slices.Contains(l.columns, c) })
	}
	if p.inUnion(l.scope) ||
		slices.ContainsFunc(found, func(o literal) bool { return together(o) && o.known && right(o) }) {
		return omop.SeverityWarning
	}
	return p.severity()
}

// inUnion reports whether a SELECT gives part of the rows of a set operation, as the parts of a concept set do.
func (p *pass) inUnion(s *scope) bool {
	return slices.ContainsFunc(p.Sets, func(set *result) bool {
		return slices.ContainsFunc(set.Inputs, func(in *result) bool {
			return in.Scope != nil && (in.Scope == s || reads(in.Scope, s.Result, sqltree.MaxDepth))
		})
	})
}

// String names the concept for a message: 201826 (Type 2 diabetes mellitus).
func (c Concept) String() string { return fmt.Sprintf("%d (%s)", c.ID, c.Name) }

// inDomain reports whether concepts of a domain belong into a column. Combined domains,
// such as "Condition/Meas", belong into the columns of either.
func inDomain(domain string, o origin) bool {
	if never, ok := neverIn[o.Column.Name]; ok {
		return !slices.Contains(never, domain)
	}
	if o.Column.Domain == "" {
		return true
	}
	if o.Column.Domain == "Observation" { // it takes everything that has no table of its own
		return !slices.Contains([]string{"Condition", "Drug", "Procedure", "Measurement", "Device"}, domain)
	}
	return slices.ContainsFunc(strings.Split(domain, "/"), func(part string) bool {
		// Meas of Measurement, but not Condition of Condition Status
		rest, short := strings.CutPrefix(o.Column.Domain, part)
		return part != "" && (short && !strings.Contains(rest, " ") || strings.HasPrefix(part, o.Column.Domain))
	})
}

// neverIn are the domains of which no concept makes sense in columns for which the specification asks no one domain.
var neverIn = map[string][]string{
	"cause_concept_id":    {"Drug", "Measurement", "Device", "Unit", "Gender", "Race", "Ethnicity", "Visit", "Type Concept", "Route"},
	"value_as_concept_id": {"Measurement", "Unit", "Gender", "Race", "Ethnicity", "Visit", "Type Concept", "Route"},
}

// decided lists the columns whose domain the specification holds to.
func decided(columns []origin) []origin {
	var out []origin
	for _, o := range columns {
		t := o.Relation.Table
		if neverIn[o.Column.Name] != nil || o.Column.Name == t.ConceptColumn && t.Domain != "" ||
			slices.Contains([]string{"Gender", "Race", "Ethnicity", "Unit", "Route", "Currency", "Meas Value Operator",
				"Condition Status"}, o.Column.Domain) {
			out = append(out, o)
		}
	}
	return out
}

// sourceVocabularies are some of those of which no concept is standard.
var sourceVocabularies = []string{"ICD9CM", "ICD10CM", "ICD10", "ICD10CN", "ICD10GM", "Read", "OXMIS", "NDC", "SPL",
	"ATC", "ICPC", "Gemscript"}

// conceptFilter is a condition that leaves concepts of some domains or vocabularies only.
type conceptFilter struct {
	selection
	values  []string
	columns []origin // of patients' data that hold these concepts themselves
}

// conceptFilters lists the conditions on a column of concept, such as domain_id, whose
// concepts are joined to columns with a domain of their own.
func (p *pass) conceptFilters(column string) []conceptFilter {
	var out []conceptFilter
	for _, s := range p.selections {
		if !s.must || s.exclude || len(s.column) != 1 || s.column[0].String() != "concept."+column {
			continue
		}
		columns, route := p.chosen(s.column[0].Relation.Origin("concept_id"))
		held := decided(columns)
		if route.below || route.mapped || len(held) == 0 || len(held) < len(columns) {
			continue
		}
		f := conceptFilter{selection: s, columns: held}
		for _, c := range s.constants {
			f.values = append(f.values, c.Text)
		}
		out = append(out, f)
	}
	return out
}
