package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeMeanOverPeople reports a mean of the means of people, or of other groups, where the question's is over records:
// those of who has many weigh less than others.
//
// Example: of "the mean length of stay of inpatient visits", AVG(m) over (SELECT AVG(visit_end_date -
// visit_start_date) AS m … GROUP BY person_id).
func (p *pass) judgeMeanOverPeople() {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || !isNamed(f, "avg", "mean", "median") || len(f.Args) != 1 || !p.asksMeanOfRecords() || p.Homes[f] == nil ||
		p.rowsPerPerson(p.Homes[f]) == no && p.weighsRows(p.Homes[f]) {
		return
	}
	if each := p.meanOfEach(f); each != nil {
		const says = "the question's mean is over records, and this is one of the means of groups of them: " +
			"those of a large group weigh less; take one mean of all"
		p.report(each, says)
		if p.asks("mean of all", "average of all", "median of all", "mean over all", "average over all", "mean across all") {
			p.regardless = append(p.regardless, says)
		}
	}
}

// weighsRows reports whether a SELECT has the rows of records beside the numbers of groups of them.
func (p *pass) weighsRows(s *scope) bool {
	return slices.ContainsFunc(s.Relations, func(r *relation) bool { return r.Table != nil && isEvent(r.Table) })
}

// meanOfEach is the mean of the rows of each group, of which another is the mean; nil where there is none.
func (p *pass) meanOfEach(mean *sqltree.Func) *sqltree.Func {
	of := p.essence(mean.Args[0])
	if q, ok := of.(*sqltree.Subquery); ok {
		r := p.Subs[q.Query]
		if r == nil || r.Scope == nil || len(r.Columns) != 1 || r.Columns[0].Expr == nil || !p.ofOnePerson(r.Scope) {
			return nil
		}
		of = p.essence(r.Columns[0].Expr)
	}
	if w, ok := of.(*sqltree.Window); ok {
		in := p.scopeOfWindow(w)
		once := in != nil && (in.Tree.Distinct || len(in.Tree.DistinctOn) > 0 || in.Tree.Qualify != nil ||
			slices.ContainsFunc(windowsOf(in), p.keepsFirst))
		if len(w.OrderBy) > 0 || len(w.PartitionBy) == 0 || !once || slices.ContainsFunc(w.PartitionBy, p.isRecordKey) {
			return nil
		}
		return meanFunc(w.Func)
	}
	each, ok := of.(*sqltree.Func)
	if !ok {
		return nil
	}
	home := p.Homes[each]
	if each.Name == "/" && len(each.Args) == 2 && p.dividesSum(each) {
		above, _ := p.essence(each.Args[0]).(*sqltree.Func)
		home = p.Homes[above]
	} else if each = meanFunc(each); each == nil {
		return nil
	}
	if home == nil || home == p.Homes[mean] || home.Tree.GroupBy.Empty() && !p.ofOnePerson(home) {
		return nil
	}
	for _, e := range home.Tree.GroupBy.Exprs {
		if p.isRecordKey(numbered(e, home)) {
			return nil
		}
	}
	return each
}

func meanFunc(f *sqltree.Func) *sqltree.Func {
	if isNamed(f, "avg", "mean", "median") {
		return f
	}
	return nil
}

// isRecordKey reports whether an expression tells the records of a table apart.
func (p *pass) isRecordKey(e sqltree.Expr) bool {
	return slices.ContainsFunc(p.Origins(sqltree.Bare(e)), func(o origin) bool {
		return o.Column.Primary && isEvent(o.Relation.Table) || o.Column.Name == "visit_occurrence_id"
	})
}

// scopeOfWindow is the SELECT in which a window function stands.
func (p *pass) scopeOfWindow(w *sqltree.Window) *scope {
	for _, s := range p.Scopes {
		if slices.Contains(windowsOf(s), w) {
			return s
		}
	}
	return nil
}

// asksMeanOfRecords reports whether the question's mean is of records that it names, and not of people: "the mean
// length of stay of inpatient visits", "the mean amount paid per visit".
func (p *pass) asksMeanOfRecords() bool {
	if p.wordsFor("each person") || p.wordsFor("mean of means") || p.asksEachOfPeople() ||
		p.wordsFor("each group") && !p.asks("per visit", "per stay") {
		return false
	}
	w := p.question.words
	at := slices.IndexFunc(w, func(x string) bool { return isWordFor("mean", x) || x == "median" })
	if at < 0 {
		return false
	}
	for i := at + 1; i+1 < len(w) && i < at+20; i++ {
		if !isWordFor("of what a mean is", w[i]) || w[i-1] == "number" || w[i-1] == "length" && w[i+1] == "stay" {
			continue // "length of stay", "number of visits"
		}
		for _, next := range w[i+1 : min(i+6, len(w))] {
			switch {
			case slices.Contains(people, next) || slices.Contains(onePerson, next),
				isWordFor("people by what they do", next):
				return false
			case isWordFor("visits", next) || isWordFor("results", next) || isWordFor("single records", next):
				return true
			case isWordFor("of what a mean is", next) || isWordFor("ends what is counted", next):
			default:
				continue
			}
			break
		}
	}
	return false
}
