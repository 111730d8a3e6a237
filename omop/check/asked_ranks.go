package check

import (
	"slices"
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

// judgeRankEnd reports the shortest for the longest, or the cheapest for the dearest, and the other way round.
func (p *pass) judgeRankEnd() {
	s := p.Result.Scope
	if s == nil || s.Tree.Limit == nil || len(s.Tree.OrderBy) == 0 || s.Tree.GroupBy.Empty() {
		return
	}
	long, short := p.wordsFor("long"), p.wordsFor("short")
	f, ok := p.essence(orderedBy(s)).(*sqltree.Func)
	if long == short || !ok || !slices.Contains([]string{"avg", "mean", "sum", "median", "max", "min"}, f.Name) ||
		all(p.Origins(f.Args[0]), isBirth) || p.seesBirth(f) {
		return
	}
	if desc := s.Tree.OrderBy[0].Desc; desc != long {
		p.report(s.Tree.OrderBy[0].Expr, "the %s come first, and the question is of the %s; order the other way",
			map[bool]string{true: "largest", false: "smallest"}[desc], map[bool]string{true: "largest", false: "smallest"}[long])
	}
}

// judgeRankedQuotient reports a ranking by counts where the question ranks by shares or means that stand beside them.
func (p *pass) judgeRankedQuotient() {
	s := p.Result.Scope
	if s == nil || s.Tree.Limit == nil || len(s.Tree.OrderBy) == 0 || !p.wordsFor("highest quotient") ||
		p.formOf(orderedBy(s)) != aCount {
		return
	}
	if slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool {
		of := p.formOf(i.Expr)
		return of == aQuotient || of == aStatistic
	}) {
		p.report(s.Tree.OrderBy[0].Expr, "the question ranks by a share or a mean, and this by a count")
	}
}

// judgeExtremeValue reports a mean, or the other end, where the question is of each one's lowest or highest value.
func (p *pass) judgeExtremeValue() {
	low, high := p.wordsFor("smallest value"), p.wordsFor("largest value")
	if low == high || p.Result.Scope != nil && p.Result.Scope.Tree.Limit != nil || p.calls(rankings...) {
		return
	}
	want := map[bool]string{true: "min", false: "max"}[low]
	ofValue := func(f *sqltree.Func) bool { return len(f.Args) > 0 && all(p.Origins(sqltree.Bare(f.Args[0])), isValue) }
	var other *sqltree.Func
	for _, f := range p.Calls {
		switch {
		case f.Name == want || strings.HasPrefix(f.Name, "arg_") || !ofValue(f):
			if f.Name == want {
				return
			}
		case slices.Contains([]string{"min", "max", "avg", "mean", "median"}, f.Name) && p.Homes[f] != nil && p.groupedByPerson(p.Homes[f]):
			other = f
		}
	}
	if other != nil {
		p.report(other, "the question is of the %s value of each, and this is the %s", map[bool]string{true: "lowest", false: "highest"}[low],
			strings.ToUpper(other.Name))
	}
}

// judgeRatio reports a ratio that is the other way round than the question's "ratio of A to B", of sexes or kinds of
// visits.
func (p *pass) judgeRatio() {
	w := p.question.words
	at := slices.Index(w, "ratio")
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if at < 0 || at+4 >= len(w) || w[at+1] != "of" || w[at+3] != "to" || !ok || f.Name != "/" || len(f.Args) != 2 {
		return
	}
	above, below := p.kindIn(f.Args[0]), p.kindIn(p.withoutNullIf(f.Args[1]))
	if first, second := kindNamed(w[at+2]), kindNamed(w[at+4]); first != "" && first == below && second == above {
		p.report(f, "the question is of %s to %s, and this is the other way round", w[at+2], w[at+4])
	}
}

// judgeMoreOf reports "more A than B" the other way round, of kinds of visits that are counted for each person.
func (p *pass) judgeMoreOf() {
	w := p.question.words
	more, than := slices.Index(w, "more"), slices.Index(w, "than")
	if more < 0 || than < more || than+1 >= len(w) || than-more > 4 || more+1 >= len(w) {
		return
	}
	first, second := kindNamed(w[more+1]), kindNamed(w[than+1])
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || sideOf(c.Op) == 0 || t.not || first == "" || second == "" {
			continue
		}
		large, small := p.kindIn(p.Follow(sqltree.Bare(c.Left))), p.kindIn(p.Follow(sqltree.Bare(c.Right)))
		if sideOf(c.Op) < 0 {
			large, small = small, large
		}
		if large == second && small == first {
			p.report(c, "the question is of more %s than %s, and this is the other way round", w[more+1], w[than+1])
			return
		}
	}
}

// kindNamed is the sex or the kind of visits that a word names, or "".
func kindNamed(word string) string {
	if of := sexIn([]string{word}); of != "" {
		return string(of)
	}
	for _, k := range visitKinds {
		if isWordFor(k.name+" visits", word) {
			return k.ids[0]
		}
	}
	return ""
}

// kindIn is the one sex, or kind of visits, for which a count looks, or "".
func (p *pass) kindIn(e sqltree.Expr) string {
	found := ""
	for _, s := range p.selections {
		of := string(p.chosenSex(s))
		if all(s.column, func(o origin) bool { return o.Column.Name == "visit_concept_id" }) && len(s.constants) == 1 {
			of = s.constants[0].Text
		}
		f, _ := p.essence(e).(*sqltree.Func)
		within := f != nil && holdsExpr(f, s.expr)
		if sub, ok := p.essence(e).(*sqltree.Subquery); ok {
			within = holdsExpr(sub.Query, s.expr)
		}
		if of == "" || s.exclude || !within {
			continue
		}
		if found != "" && found != of {
			return ""
		}
		found = of
	}
	return found
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
