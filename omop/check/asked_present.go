package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// severityOfUndone is how grave it is that a condition undoes an outer join: a note where the question is how many have
// what the join looks for, since those without it do not count anyway.
//
// Example: of "How many people with gout took allopurinol?", LEFT JOIN drug_exposure AS d … WHERE d.drug_concept_id =
// 1167322.
func (p *pass) severityOfUndone(t *test, rel *relation) omop.Severity {
	if p.asksWhoHas() && p.countsOnce() && p.wantsPresence(t) && (!p.ofDeath(rel) || p.wordsFor("death")) {
		return omop.SeverityInfo
	}
	return p.severity()
}

// asksWhoHas reports whether the question is how many have something, with no word for those who have not: of a share,
// a mean, an absence, zeros, all.
func (p *pass) asksWhoHas() bool {
	if len(p.question.words) == 0 || p.asksForAbsence() {
		return false
	}
	plain := newQuestion(strings.TrimPrefix(otherThanNone.ReplaceAllString(p.asked, " "), "How many of the "))
	for _, of := range []string{"share", "mean", "each person", "zeros", "none is few, too", "not dead by then",
		"those without count"} {
		if plain.has(phrases()[of]...) {
			return false
		}
	}
	if p.readsOneKindOfEvent() {
		return true
	}
	for i, w := range p.question.words { // "2 or more" has no alternative
		last := i+1 == len(p.question.words)
		if w == "or" && (last || !isWordFor("or more", p.question.words[i+1])) {
			return false
		}
	}
	return true
}

// otherThanNone says that something is there.
var otherThanNone = lazyregexp.New(`(?i)\b(other than|not|<>) (0|zero)\b`)

// readsOneKindOfEvent reports whether the statement reads events once, so that no "or" of the question can want others
// than those whom an outer join finds.
func (p *pass) readsOneKindOfEvent() bool {
	n := 0
	for _, r := range p.Bases {
		if isEvent(r.Table) || r.Table.Name == "death" {
			n++
		}
	}
	return n == 1
}

// countsOnce reports whether the statement's result is one count, alone or in groups of what each person is.
func (p *pass) countsOnce() bool {
	s := p.Result.Scope
	if s == nil {
		return false
	}
	ofPeople := func(o origin) bool { return o.TableName() == "person" || o.TableName() == "concept" }
	counts := 0
	for _, i := range s.Tree.List {
		e := p.essence(i.Expr)
		f, ok := e.(*sqltree.Func)
		switch {
		case ok && strings.HasPrefix(f.Name, "count"):
			counts++
		case !all(p.columnsIn(i.Expr), ofPeople):
			return false
		}
	}
	return counts == 1
}

// wantsPresence reports whether a condition can only be meant for rows that are there. That of a small count can be
// meant for those who have none.
func (p *pass) wantsPresence(t *test) bool {
	if t.not {
		return false
	}
	switch e := t.expr.(type) {
	case *sqltree.Compare:
		what, _ := compared(e)
		small := e.Op[0] == '<' && what == e.Left || e.Op[0] == '>' && what == e.Right
		return (slices.Contains([]string{"=", "<", "<=", ">", ">="}, e.Op) || e.Op == "<>" && isZero(e.Right)) &&
			(!small || len(p.columnsIn(what)) > 0)
	case *sqltree.Between:
		return !e.Not
	case *sqltree.In:
		return !e.Not
	case *sqltree.InQuery:
		return !e.Not
	case *sqltree.Like:
		return !e.Not
	}
	return false
}

// ofDeath reports whether a relation holds deaths: that there is none is what is looked for as often.
func (p *pass) ofDeath(rel *relation) bool { return rel.Table != nil && rel.Table.Name == "death" }
