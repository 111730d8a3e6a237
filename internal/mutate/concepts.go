package main

import (
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// conceptOperators choose records by the wrong concepts or the wrong column.
func conceptOperators() []operator {
	return []operator{
		s1("unassigned-id", classError, "unknown-concept", func(c choice) sqltree.Expr {
			return oneOf(c.in.Expr, sqltree.NewInt(c.root+1_000_000_000))
		}),
		s1("id-of-another-domain", classError, "concept-domain", func(c choice) sqltree.Expr {
			if c.ph.Domain == omop.Condition {
				return oneOf(c.in.Expr, sqltree.NewInt(1503297)) // metformin
			}
			return oneOf(c.in.Expr, sqltree.NewInt(201826)) // type 2 diabetes mellitus
		}),
		s1("id-of-a-source-code", classError, "non-standard-concept", func(c choice) sqltree.Expr {
			if id := c.site.testbed.foreign[c.ph.Domain]; id != 0 {
				return oneOf(c.in.Expr, sqltree.NewInt(id))
			}
			return nil
		}),
		s1("placeholder-of-another-domain", classError, "placeholder-domain", func(c choice) sqltree.Expr {
			return oneOf(c.in.Expr, &sqltree.Placeholder{Domain: otherDomain(c.ph.Domain), Text: c.ph.Text})
		}),
		s1("type-concept-column", classError, "type-concept", func(c choice) sqltree.Expr {
			return c.by(c.table.TypeColumn, &sqltree.Placeholder{Domain: c.ph.Domain, Text: c.ph.Text})
		}),
		s1("type-concept-by-id", classError, "type-concept", func(c choice) sqltree.Expr {
			return c.by(c.table.TypeColumn, sqltree.NewInt(c.root))
		}),
		s1("source-concept-column", classError, "source-concept", func(c choice) sqltree.Expr {
			return c.by(c.table.SourceConceptColumn, &sqltree.Placeholder{Domain: c.ph.Domain, Text: c.ph.Text})
		}),
		s1("source-concept-by-id", classError, "source-concept", func(c choice) sqltree.Expr {
			return c.by(c.table.SourceConceptColumn, sqltree.NewInt(c.root))
		}),
		s1("source-value-code", classError, "source-value", func(c choice) sqltree.Expr {
			if c.table.SourceValueColumn == "" || c.table.Domain == "" {
				return nil
			}
			return &sqltree.Like{Expr: column(c.alias, c.table.SourceValueColumn), Pattern: sqltree.NewString("25%")}
		}),
		s1("name-by-like", classError, "concept-name", func(c choice) sqltree.Expr {
			name := &sqltree.Func{Name: "lower", Args: []sqltree.Expr{column("named", "concept_name")}}
			return among(c.in.Expr, column("named", "concept_id"), base("concept", "named"),
				&sqltree.Like{Expr: name, Pattern: sqltree.NewString("%" + strings.ToLower(c.ph.Text) + "%")})
		}),
		s1("name-by-synonym", classError, "concept-name", func(c choice) sqltree.Expr {
			return among(c.in.Expr, column("syn", "concept_id"), base("concept_synonym", "syn"),
				equal(column("syn", "concept_synonym_name"), sqltree.NewString(c.ph.Text)))
		}),
		s1("code-without-vocabulary", classError, "concept-code", func(c choice) sqltree.Expr {
			return among(c.in.Expr, column("coded", "concept_id"), base("concept", "coded"),
				equal(column("coded", "concept_code"), sqltree.NewString("44054006")))
		}),
		s1("id-without-descendants", classWarning, "missing-descendants", func(c choice) sqltree.Expr {
			return oneOf(c.in.Expr, sqltree.NewInt(c.root))
		}),
		s1("id-as-text", classWarning, "concept-as-text", func(c choice) sqltree.Expr {
			return oneOf(&sqltree.Cast{Expr: c.in.Expr, Type: "VARCHAR"},
				sqltree.NewString(sqltree.NewInt(c.root).Text))
		}),
		s1("id-by-its-digits", classError, "concept-as-text", func(c choice) sqltree.Expr {
			digits := sqltree.NewInt(c.root).Text
			return &sqltree.Like{Expr: &sqltree.Cast{Expr: sqltree.Clone(c.in.Expr), Type: "VARCHAR"},
				Pattern: sqltree.NewString(digits[:min(len(digits), 3)] + "%")}
		}),
		{name: "era-of-forms-below", rule: "era-ingredient", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				in, ph, t := s.chosen(e)
				if in == nil || t.Name != "drug_era" {
					return nil
				}
				forms := &sqltree.Join{Type: "INNER", Left: base("concept_ancestor", "ca"), Right: base("concept", "form"),
					On: equal(column("form", "concept_id"), column("ca", "descendant_concept_id"))}
				return among(in.Expr, column("form", "concept_id"), forms,
					equal(column("ca", "ancestor_concept_id"), sqltree.NewInt(s.root(ph))),
					&sqltree.Like{Expr: column("form", "concept_class_id"), Pattern: sqltree.NewString("Clinical Drug%")})
			})
		}},
		{name: "era-of-a-product", rule: "era-ingredient", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if in, _, t := s.chosen(e); in != nil && t.Name == "drug_era" {
					return oneOf(in.Expr, sqltree.NewInt(40164929)) // metformin hydrochloride 500 MG oral tablet
				}
				return nil
			})
		}},
		{name: "era-of-a-class-of-products", rule: "era-ingredient", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				in, _, t := s.chosen(e)
				if in == nil || t.Name != "drug_era" {
					return nil
				}
				return among(in.Expr, column("product", "concept_id"), base("concept", "product"),
					equal(column("product", "concept_class_id"), sqltree.NewString("Clinical Drug")))
			})
		}},
		{name: "exposures-as-eras-of-a-product", rule: "era-ingredient", tree: erasForExposures},
		{name: "race-for-sex", rule: "concept-domain", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				c, ok := e.(*sqltree.Compare)
				if !ok {
					return nil
				}
				if _, alias, name := s.of(c.Left); name == "gender_concept_id" {
					if id, ok := c.Right.(*sqltree.Constant); ok && id.Kind == sqltree.Int {
						return &sqltree.Compare{Op: c.Op, Left: column(alias, "race_concept_id"),
							Right: sqltree.NewInt(8532)}
					}
				}
				return nil
			})
		}},
	}
}

// choice is a place where records are chosen by a placeholder.
type choice struct {
	site  *site
	in    *sqltree.In
	ph    *sqltree.Placeholder
	table *schema.Table
	alias string
	root  int64
}

// s1 is an operator that replaces alias.column IN ([placeholder]).
func s1(name string, c class, rule string, to func(choice) sqltree.Expr) operator {
	return operator{name: name, class: c, rule: rule, tree: func(s *site, n int) bool {
		return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
			in, ph, t := s.chosen(e)
			if in == nil {
				return nil
			}
			if next := to(choice{s, in, ph, t, in.Expr.(*sqltree.Column).Table(), s.root(ph)}); next != nil {
				return next
			}
			return nil
		})
	}}
}

// by is the choice by another column; nil where the table has none.
func (c choice) by(name string, what sqltree.Expr) sqltree.Expr {
	if name == "" {
		return nil
	}
	return oneOf(column(c.alias, name), what)
}

// erasForExposures reads drug_era where drug_exposure is meant, and looks for a product in it.
func erasForExposures(s *site, n int) bool {
	t, ok := find(s, n, func(t *sqltree.BaseTable) bool { return t.Name == "drug_exposure" && s.table(t.RefName()) != nil })
	if !ok {
		return false
	}
	alias := t.RefName()
	renamed := map[string]string{"drug_exposure_start_date": "drug_era_start_date",
		"drug_exposure_end_date": "drug_era_end_date", "drug_exposure_id": "drug_era_id"}
	sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
		if in, _, of := s.chosen(e); in != nil && of.Name == "drug_exposure" &&
			in.Expr.(*sqltree.Column).Table() == alias {
			return oneOf(in.Expr, sqltree.NewInt(40164929))
		}
		if c, ok := e.(*sqltree.Column); ok && c.Table() == alias && renamed[c.Name()] != "" {
			return column(alias, renamed[c.Name()])
		}
		return e
	})
	t.Alias, t.Name = alias, "drug_era"
	return true
}
