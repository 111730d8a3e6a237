package main

import (
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// vocabularyOperators read the vocabulary's tables wrongly.
func vocabularyOperators() []operator {
	return []operator{
		s1("ancestor-for-descendant", classError, "ancestor-direction", func(c choice) sqltree.Expr {
			return among(c.in.Expr, column("ca", "ancestor_concept_id"), base("concept_ancestor", "ca"),
				equal(column("ca", "descendant_concept_id"), sqltree.NewInt(c.root)))
		}),
		{name: "ancestor-joined-wrongly", rule: "ancestor-direction", tree: func(s *site, n int) bool {
			q, ok := find(s, n, func(q *sqltree.Select) bool { return q.From != nil && s.ownChoice(q) != nil })
			if !ok {
				return false
			}
			in := s.ownChoice(q)
			ph := in.List[0].(*sqltree.Placeholder)
			q.From = &sqltree.Join{Type: "INNER", Left: q.From, Right: base("concept_ancestor", "ca"),
				On: equal(column("ca", "ancestor_concept_id"), sqltree.Clone(in.Expr))}
			in.Expr, in.List = column("ca", "descendant_concept_id"), []sqltree.Expr{sqltree.NewInt(s.root(ph))}
			return true
		}},
		s1("maps-to-backwards", classError, "maps-to", func(c choice) sqltree.Expr {
			return c.mapped("concept_id_1", "concept_id_2", "Maps to")
		}),
		s1("mapped-from-backwards", classError, "maps-to", func(c choice) sqltree.Expr {
			return c.mapped("concept_id_2", "concept_id_1", "Mapped from")
		}),
		s1("standard-in-lower-case", classError, "vocabulary-value", func(c choice) sqltree.Expr {
			return c.which("standard_concept", "s")
		}),
		s1("valid-by-not-deleted", classWarning, "vocabulary-value", func(c choice) sqltree.Expr {
			return c.among(&sqltree.Compare{Op: "<>", Left: column("which", "invalid_reason"), Right: sqltree.NewString("D")})
		}),
		s1("domain-in-another-form", classError, "vocabulary-value", func(c choice) sqltree.Expr {
			return c.which("domain_id", string(c.ph.Domain)+"s")
		}),
		s1("vocabulary-in-another-form", classError, "vocabulary-value", func(c choice) sqltree.Expr {
			if c.ph.Domain == omop.Drug {
				return c.which("vocabulary_id", "RXNORM")
			}
			return c.which("vocabulary_id", "Snomed CT")
		}),
		s1("concepts-of-a-source-vocabulary", classError, "non-standard-concept", func(c choice) sqltree.Expr {
			if c.ph.Domain != omop.Condition {
				return nil
			}
			return c.which("vocabulary_id", "ICD10CM")
		}),
		s1("concepts-of-another-domain", classError, "concept-domain", func(c choice) sqltree.Expr {
			if c.ph.Domain == omop.Condition {
				return c.which("domain_id", "Drug")
			}
			return c.which("domain_id", "Condition")
		}),
	}
}

// which is the choice with a condition on the concepts' own rows.
func (c choice) which(name, value string) sqltree.Expr {
	return c.among(equal(column("which", name), sqltree.NewString(value)))
}

// among is the choice with any condition on them, as rows of "which".
func (c choice) among(condition sqltree.Expr) sqltree.Expr {
	return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(c.in),
		among(c.in.Expr, column("which", "concept_id"), base("concept", "which"), condition))
}

// mapped is the choice by a source code whose mapping is followed from one column to the other.
func (c choice) mapped(out, in, relationship string) sqltree.Expr {
	if c.ph.Domain != omop.Condition {
		return nil
	}
	from := &sqltree.Join{Type: "INNER", Left: base("concept_relationship", "cr"), Right: base("concept", "source"),
		On: equal(column("source", "concept_id"), column("cr", in))}
	return among(c.in.Expr, column("cr", out), from,
		equal(column("source", "vocabulary_id"), sqltree.NewString("ICD9CM")),
		equal(column("source", "concept_code"), sqltree.NewString("250.00")),
		equal(column("cr", "relationship_id"), sqltree.NewString(relationship)))
}

// ownChoice returns the term of a WHERE by which records of its own FROM are chosen.
func (s *site) ownChoice(q *sqltree.Select) *sqltree.In {
	terms := []sqltree.Expr{q.Where}
	if and, ok := q.Where.(*sqltree.And); ok {
		terms = and.Terms
	}
	for _, t := range terms {
		if in, ph, _ := s.chosen(t); ph != nil {
			return in
		}
	}
	return nil
}
