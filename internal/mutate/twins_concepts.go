package main

import "github.com/askomop/askomop/omop/sqltree"

// conceptTwins choose the concepts of a placeholder otherwise: by their ids, from a list, or as all below their root.
func conceptTwins() []rewording {
	each := func(name string, write func(s *site, what sqltree.Expr, root int64, ids []int64) sqltree.Expr) rewording {
		return twin(name, func(s *site) bool {
			changed := false
			sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
				in, ok := e.(*sqltree.In)
				if !ok || len(in.List) != 1 {
					return e
				}
				ph, ok := in.List[0].(*sqltree.Placeholder)
				if !ok {
					return e
				}
				name := string(ph.Domain) + "@" + ph.Text
				next := write(s, in.Expr, s.pair.roots[name], s.pair.sets[name])
				if in.Not {
					next = &sqltree.Not{Expr: next}
				}
				changed = true
				return next
			})
			return changed
		})
	}
	constants := func(ids []int64) []sqltree.Expr {
		var out []sqltree.Expr
		for _, n := range ids {
			out = append(out, sqltree.NewInt(n))
		}
		return out
	}
	below := func(root int64) *sqltree.Select {
		return &sqltree.Select{
			List: []*sqltree.Item{{Expr: column("below", "descendant_concept_id")}},
			From: base("concept_ancestor", "below"), Where: equal(column("below", "ancestor_concept_id"), sqltree.NewInt(root)),
		}
	}
	return []rewording{
		each("ids spelled out", func(_ *site, what sqltree.Expr, _ int64, ids []int64) sqltree.Expr {
			return &sqltree.In{Expr: what, List: constants(ids)}
		}),
		each("ids in VALUES", func(_ *site, what sqltree.Expr, _ int64, ids []int64) sqltree.Expr {
			v := &sqltree.Values{}
			for _, n := range constants(ids) {
				v.Rows = append(v.Rows, []sqltree.Expr{n})
			}
			return &sqltree.InQuery{Expr: what, Query: v}
		}),
		each("descendants of the root", func(_ *site, what sqltree.Expr, root int64, _ []int64) sqltree.Expr {
			return &sqltree.InQuery{Expr: what, Query: below(root)}
		}),
		each("root EXISTS above", func(_ *site, what sqltree.Expr, root int64, _ []int64) sqltree.Expr {
			q := below(root)
			q.List = []*sqltree.Item{{Expr: sqltree.NewInt(1)}}
			q.Where = joined(q.Where, equal(column("below", "descendant_concept_id"), what))
			return &sqltree.Exists{Query: q}
		}),
		each("root = ANY above", func(_ *site, what sqltree.Expr, root int64, _ []int64) sqltree.Expr {
			return &sqltree.Quantified{Op: "=", Left: what, Query: below(root)}
		}),
	}
}
