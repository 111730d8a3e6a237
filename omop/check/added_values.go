package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// valuesOf are the expressions that are added up: for CASE WHEN … THEN days ELSE 0 END the days, whatever it asks.
func valuesOf(args []sqltree.Expr) []sqltree.Expr {
	var out []sqltree.Expr
	for _, a := range args {
		c, ok := sqltree.Bare(a).(*sqltree.Case)
		if !ok {
			out = append(out, a)
			continue
		}
		var added []sqltree.Expr
		for _, w := range c.Whens {
			if !isConstant(w.Then) {
				added = append(added, w.Then)
			}
		}
		if len(added) == 0 || c.Else != nil && !isConstant(c.Else) {
			added = []sqltree.Expr{a}
		}
		out = append(out, added...)
	}
	return out
}

// meantOncePerRecord reports whether rows of people are repeated as the question says: "over all visits, each visit
// counted, what was the mean age?".
func (p *pass) meantOncePerRecord(of *relation) bool {
	if of.Table == nil || of.Table.Name != "person" {
		return false
	}
	w := p.question.words
	if p.wordsFor("share") && p.sharedUnit() == recordUnit {
		return true // "in what percentage of stays was the patient a woman?"
	}
	for i, word := range w {
		each := isWordFor("each of them", word) && i+2 < len(w) && slices.Contains(records, w[i+1]) &&
			isWordFor("is counted", w[i+2])
		over := (word == "over" || word == "across") && i+1 < len(w) && w[i+1] == "all" &&
			slices.ContainsFunc(w[i+2:min(len(w), i+6)], func(x string) bool { return slices.Contains(records, x) })
		if each || over {
			return true
		}
	}
	return false
}

// weighsByRecords reports whether a mean or median is of a value that a window computes for each person, and that
// stands in each of the person's rows: AVG(n) of COUNT(*) OVER (PARTITION BY person_id) AS n.
func (p *pass) weighsByRecords(f *sqltree.Func) bool {
	if len(f.Args) == 0 || f.Name == "count" {
		return false
	}
	w, ok := p.Follow(sqltree.Bare(f.Args[0])).(*sqltree.Window)
	if !ok || isRank(w) || !aggregates[w.Func.Name] || len(w.OrderBy) > 0 || len(w.PartitionBy) != 1 ||
		identityOf(p.Origins(w.PartitionBy[0])) != personKey {
		return false
	}
	for at := p.Homes[f]; at != nil; {
		if len(at.Relations) != 1 || at != p.Homes[f] && !p.plainly(at) || p.ranksIn(at) {
			return false
		}
		if at == p.Homes[w.Func] {
			return p.rowsPerPerson(at) == no
		}
		if at.Relations[0].Inner == nil {
			return false
		}
		at = at.Relations[0].Inner.Scope
	}
	return false
}
