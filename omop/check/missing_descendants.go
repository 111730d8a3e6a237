package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func missingDescendants() Rule {
	return Rule{
		ID: "missing-descendants", Group: groupConcepts, Severity: omop.SeverityWarning, Vocabulary: true,
		Summary: "Records are chosen by concepts alone; those of the more specific concepts below them are left out. So are those of a concept beside the descendants of another, and of products where the class of an exposure's own concept is Ingredient; and a concept that is left out alone leaves those below it in. Where no database is named that tells whether it matters, this is a note.",
		Instead: "Join concept_ancestor and choose by ancestor_concept_id, or write a placeholder.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = 201820`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@diabetes mellitus])`,
		check: func(p *pass) {
			if p.asksConceptsAlone() {
				return
			}
			written := map[int64]bool{}
			found := p.literals()
			for _, l := range found {
				written[l.concept.ID] = true
			}
			var left []literal
			below := map[int64][]int64{}
			for _, l := range found {
				if !l.known || l.exclude || l.route.below || l.route.mapped || !all(l.columns, hasHierarchy) ||
					l.united(found) && !p.forgotten(l, found) || p.asks(l.node.Text) && !p.asksEveryKind() {
					continue
				}
				ids, err := p.opt.Vocabulary.Descendants(p.ctx, l.concept.ID)
				if err != nil {
					p.err = err
					return
				}
				ids = slices.DeleteFunc(slices.Clone(ids),
					func(id int64) bool { return written[id] || id == l.concept.ID })
				if len(ids) > 0 {
					below[l.concept.ID] = ids
					left = append(left, l)
				}
			}
			p.reportLeftOut(left, below)
			p.judgeLeftIn(found)
			p.judgeIngredientsAlone()
		},
	}
}

// reportLeftOut reports concepts whose descendants are left out. Whether there are records of these is a matter of the
// database: where it can't be asked, it is a note, unless the question's words want them.
func (p *pass) reportLeftOut(left []literal, below map[int64][]int64) {
	if len(left) == 0 {
		return
	}
	severity, more := omop.SeverityInfo, ""
	switch {
	case p.opt.Compare != nil && p.withDescendants(below) != p.Tree.Text:
		c, err := p.opt.Compare(p.ctx, p.Tree.Text, p.withDescendants(below))
		if p.err = err; err != nil || c.Same {
			return
		}
		if c.Known {
			severity = p.severity()
		}
		if c.Other != "" {
			more = fmt.Sprintf(": with them this gives %s, not %s", c.Other, c.Given)
		}
	case p.opt.Generated:
		severity = p.severity()
	}
	followed := slices.ContainsFunc(p.literals(), func(l literal) bool { return l.route.below }) // "of any kind" is of these
	if followed && p.asksEveryKind() {
		severity = omop.SeverityInfo
	}
	for _, l := range left {
		sure := len(l.constants) == 1 && p.asksEveryKind() && !followed || l.concept.Class == "Ingredient" && len(p.question.words) > 0
		severity := severity
		sure = sure || p.forgotten(l, p.literals())
		if sure && (p.opt.Compare == nil || p.withDescendants(below) == p.Tree.Text) { // the records are of products
			severity = p.severity()
		}
		p.reportAs(severity, l.node, "%s has %d descendants that are left out%s; join concept_ancestor, or write a placeholder",
			l.concept, len(below[l.concept.ID]), more)
	}
}

// aloneWords are the words by which a question wants the concepts alone that it names.
var aloneWords = []string{
	"exactly the concept", "exactly this concept", "exactly these concepts", "exactly these", "exactly those",
	"not their narrower", "not its narrower", "no narrower", "without narrower", "narrower ones", "no descendants", "without descendants", "not descendants",
	"only the concept", "the concept itself", "exact concept", "single concept", "exactly as", "coded exactly",
	"recorded exactly", "more specific", "none of its subtypes", "no subtypes", "not its subtypes", "without subtypes",
	"without its subtypes", "none of its descendants", "not its descendants", "without its descendants",
	"unspecific", "unspecified", "concept itself", "itself", "general concept", "not to a narrower", "not narrower",
}

// asksConceptsAlone reports whether the question wants concepts without their descendants.
func (p *pass) asksConceptsAlone() bool { return p.asks(aloneWords...) }

// withDescendants is the statement with the descendants of some of its concepts beside these.
func (p *pass) withDescendants(below map[int64][]int64) string {
	text := p.Tree.Text
	var at []*sqltree.Constant
	equal := map[*sqltree.Constant]*sqltree.Compare{}
	for _, s := range p.selections {
		for _, c := range s.constants {
			n, ok := id(c)
			if !ok || below[n] == nil || slices.Contains(at, c) {
				continue
			}
			at = append(at, c)
			if cmp, ok := s.expr.(*sqltree.Compare); ok {
				equal[c] = cmp
			}
		}
	}
	slices.SortFunc(at, func(a, b *sqltree.Constant) int { return b.Pos() - a.Pos() }) // from the end
	for _, c := range at {
		n, _ := id(c)
		start := c.Pos()
		if start < 0 || !strings.HasPrefix(text[start:], c.Text) {
			continue
		}
		list := c.Text
		for _, d := range below[n] {
			list += ", " + strconv.FormatInt(d, 10)
		}
		if equal[c] != nil { // the operator stands before it
			list = "(" + list + ")"
			before := strings.TrimRight(text[:start], " \t\r\n")
			if !strings.HasSuffix(before, "=") {
				continue
			}
			text = before[:len(before)-1] + "IN " + list + text[start+len(c.Text):]
			continue
		}
		text = text[:start] + list + text[start+len(c.Text):]
	}
	return text
}

// united reports whether the same columns are chosen by ancestors as well: whoever unites a list
// of concepts with the descendants of some has decided which of them to follow. A concept that the column itself is
// compared with beside the descendants of others has been forgotten.
func (l literal) united(found []literal) bool {
	listed := !all(l.column, isClinicalConcept)
	return slices.ContainsFunc(found, func(o literal) bool {
		return (listed || o.concept.ID == l.concept.ID) && o.route.below && !o.exclude &&
			slices.ContainsFunc(o.columns, func(c origin) bool { return slices.Contains(l.columns, c) })
	})
}

// hasHierarchy reports whether the column holds concepts of which records have the
// specific ones. Eras hold ingredients, and kinds of visit are chosen one by one.
func hasHierarchy(o origin) bool {
	return isClinicalConcept(o) && !isSource(o) && !isDrugEra(o) && o.Column.Name == o.Relation.Table.ConceptColumn
}

// forgotten reports whether a concept stands alone in a set beside the descendants of another, where a question is
// asked: of the diseases that it names one is followed, and the other is not. A list of concepts that has one of those
// whose descendants are followed as well is a concept set, which says of each concept whether they are.
func (p *pass) forgotten(l literal, found []literal) bool {
	if len(p.question.words) == 0 || l.route.below || l.exclude {
		return false
	}
	beside := func(o literal) bool {
		return o.route.below && !o.exclude && o.concept.ID != l.concept.ID && p.err == nil &&
			slices.ContainsFunc(o.columns, func(c origin) bool { return slices.Contains(l.columns, c) }) &&
			!slices.Contains(p.below(o.concept.ID), l.concept.ID)
	}
	inSet := func(o literal) bool {
		return !o.route.below && slices.ContainsFunc(found, func(f literal) bool {
			return f.route.below && f.concept.ID == o.concept.ID
		})
	}
	return slices.ContainsFunc(found, beside) && !slices.ContainsFunc(found, inSet)
}

// judgeLeftIn reports a concept that is left out of the descendants of another without its own: those stay in.
//
// Example: "a lung disease other than asthma", below 257907 and <> 317009.
func (p *pass) judgeLeftIn(found []literal) {
	if p.wordsFor("below a concept") {
		return
	}
	written := map[int64]bool{}
	for _, l := range found {
		if l.exclude {
			written[l.concept.ID] = true
		}
	}
	for _, l := range found {
		if !l.exclude || !l.known || l.route.below || l.route.mapped || !all(l.columns, hasHierarchy) ||
			p.asks(l.node.Text) {
			continue
		}
		stay := 0
		for _, o := range found {
			if o.exclude || !o.route.below || o.concept.ID == l.concept.ID ||
				!slices.ContainsFunc(o.columns, func(c origin) bool { return slices.Contains(l.columns, c) }) {
				continue
			}
			whole := p.below(o.concept.ID)
			if !slices.Contains(whole, l.concept.ID) {
				continue
			}
			for _, n := range p.below(l.concept.ID) {
				if n != l.concept.ID && !written[n] && slices.Contains(whole, n) {
					stay++
				}
			}
		}
		if followed := func(o literal) bool { // its descendants are left out, too
			return o.exclude && o.route.below && o.concept.ID == l.concept.ID
		}; stay == 0 || p.err != nil || slices.ContainsFunc(found, followed) {
			continue
		}
		severity := omop.SeverityInfo
		if len(p.question.words) > 0 || p.opt.Generated {
			severity = p.severity()
		}
		p.reportAs(severity, l.node, "%s is left out alone, and %d descendants of it stay in; "+
			"leave them out by concept_ancestor", l.concept, stay)
	}
}

// judgeIngredientsAlone reports exposures that are chosen by the class of their own concept, where a question is asked:
// most are recorded as products, which are below their ingredients.
func (p *pass) judgeIngredientsAlone() {
	if p.wordsFor("quality of the data") || p.wordsFor("as it is recorded") {
		return
	}
	for _, f := range p.conceptFilters("concept_class_id") {
		exposed := all(f.columns, func(o origin) bool { return o.String() == "drug_exposure.drug_concept_id" })
		if !exposed || len(f.values) != 1 || !strings.EqualFold(f.values[0], "Ingredient") || !f.clause.chooses() {
			continue
		}
		severity := omop.SeverityInfo
		if len(p.question.words) > 0 || p.opt.Generated {
			severity = p.severity()
		}
		p.reportAs(severity, f.expr, "exposures are of products, and these are only those that are recorded as an ingredient; "+
			"join concept_ancestor, the ingredient above the exposure's concept")
	}
}
