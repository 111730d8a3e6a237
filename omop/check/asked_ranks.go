package check

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeRankSide reports the most frequent where the question asks for the rarest.
func (p *pass) judgeRankSide() {
	s := p.Result.Scope
	if s == nil || s.Tree.Limit == nil || len(s.Tree.OrderBy) == 0 || !s.Tree.OrderBy[0].Desc ||
		!p.wordsFor("rarest") || p.wordsFor("most") || s.Tree.GroupBy.Empty() {
		return
	}
	if f, ok := p.essence(orderedBy(s)).(*sqltree.Func); ok && strings.HasPrefix(f.Name, "count") {
		p.report(s.Tree.OrderBy[0].Expr, "the largest counts come first, and the question is of the smallest; leave out DESC")
	}
}

// judgeRankOfEach reports the first of all groups where the question wants the first of each year, sex or the like.
//
// Example: of "for each year, the most frequent condition", GROUP BY year, condition_concept_id … LIMIT 1.
func (p *pass) judgeRankOfEach() {
	s := p.Result.Scope
	if s == nil || s.Tree.Limit == nil || len(s.Tree.GroupBy.Exprs) < 2 || !p.wordsFor("each group") || !p.wordsFor("most") ||
		p.calls("row_number", "rank", "dense_rank", "arg_max", "max_by", "mode", "first_value", "ntile") || s.Tree.Qualify != nil {
		return
	}
	if n, ok := number(s.Tree.Limit); !ok || n > 10 {
		return
	}
	for _, e := range s.Tree.GroupBy.Exprs {
		e = p.Follow(numbered(e, s))
		for _, grain := range append([]string{"sex", "gender", "race"}, grains...) {
			each := p.asks("each "+grain, "every "+grain, "per "+grain, "each calendar "+grain)
			if each && (isPartOfDate(e, grain) || all(p.Origins(e), isTraitOfPeople)) {
				p.report(s.Tree.Limit, "LIMIT keeps the first of all rows, and the question is of the first of each %s; number them by PARTITION BY", grain)
				return
			}
		}
	}
}

// isTraitOfPeople reports whether a column is a lasting trait of a person.
func isTraitOfPeople(o origin) bool {
	return o.TableName() == "person" && o.Column.IsConcept()
}
