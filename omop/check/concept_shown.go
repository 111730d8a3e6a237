package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// Names of concepts under which something else stands, or that stand beside something else.

// judgeNameForOther reports a concept's name that is put out under the name of another kind of concepts than the one of
// the column that its concept is joined to.
//
// Example: c.concept_name AS race, where c.concept_id = person.gender_concept_id.
func (p *pass) judgeNameForOther() {
	seen := map[string]bool{} // a CTE passes its names on
	for _, s := range p.Scopes {
		for i, item := range s.Tree.List {
			if len(s.Outputs) != len(s.Tree.List) { // a star among them
				break
			}
			columns := p.namedColumns(item.Expr)
			said, is := kindsSaid(words(s.Outputs[i].Name)), kindsOf(columns)
			fits := slices.ContainsFunc(said, func(k string) bool { return slices.Contains(is, k) })
			if len(said) == 0 || len(is) == 0 || fits {
				continue
			}
			if seen[s.Outputs[i].Name] {
				continue
			}
			seen[s.Outputs[i].Name] = true
			p.reportAs(omop.SeverityWarning, item.Expr,
				"this is the name of %s, and it is called %s; join concept again under another alias",
				columns[0], s.Outputs[i].Name)
		}
	}
}

// namedColumns lists the columns of patients' data whose concepts' names an expression gives.
func (p *pass) namedColumns(e sqltree.Expr) []origin {
	var out []origin
	for _, o := range p.Origins(sqltree.Bare(e)) {
		if o.String() != "concept.concept_name" {
			return nil
		}
		columns, route := p.chosen(o.Relation.Origin("concept_id"))
		if route.below || route.mapped {
			return nil
		}
		out = append(out, columns...)
	}
	return out
}

// nameKinds are the kinds of concepts that names of columns speak of, as the CDM's columns begin.
var nameKinds = []string{"gender", "race", "ethnicity", "unit", "route", "drug", "condition", "procedure",
	"measurement", "visit", "device", "specialty"}

// kindsSaid lists the kinds of concepts of which words speak.
func kindsSaid(list []string) []string {
	return slices.DeleteFunc(slices.Clone(nameKinds), func(kind string) bool {
		return !slices.ContainsFunc(list, func(w string) bool { return isWordFor("name of "+kind, w) })
	})
}

// kindsOf lists the kinds of concepts in columns. It is empty where one holds several kinds.
func kindsOf(columns []origin) []string {
	var out []string
	for _, o := range columns {
		own := append(kindsSaid(words(o.Column.Name)), kindsSaid(words(o.Column.Domain))...)
		if len(own) == 0 {
			return nil
		}
		out = append(out, own...)
	}
	return out
}

// judgeNameBesideID reports a concept's name beside the id of another column of the same record, where nothing says
// that the two are to stand side by side.
//
// Example: de.drug_concept_id, c.concept_name, where c.concept_id = de.drug_type_concept_id.
func (p *pass) judgeNameBesideID() {
	for _, s := range p.Scopes {
		var ids, named []origin
		var names []*sqltree.Item
		for _, item := range s.Tree.List {
			from := p.Origins(sqltree.Bare(item.Expr))
			if len(from) == 1 && identityOf(from) == conceptKey && !aggregated(item.Expr) {
				ids = append(ids, from[0])
			}
			if columns := p.namedColumns(item.Expr); len(columns) > 0 {
				names, named = append(names, item), append(named, columns...)
			}
		}
		if len(ids) != 1 || len(names) != 1 || len(named) != 1 || isSource(ids[0]) || isSource(named[0]) ||
			ids[0] == named[0] || ids[0].Relation != named[0].Relation {
			continue
		}
		own := words(names[0].Alias)
		told := slices.ContainsFunc(own, func(w string) bool { // AS type, AS status
			return w != "concept" && w != "id" && slices.Contains(words(named[0].Column.Name), w)
		})
		asked := len(p.question.words) == 0 && !isType(named[0]) || slices.ContainsFunc(kindsOf(named),
			func(kind string) bool { return p.wordsFor("name of "+kind) && !slices.Contains(kindsOf(ids), kind) })
		if !told && !asked && len(kindsSaid(own)) == 0 {
			p.reportAs(omop.SeverityWarning, names[0].Expr, "this is the name of %s, and it stands beside %s", named[0], ids[0])
		}
	}
}

// judgeNameOfEither reports the names of concepts that are those of one column or of another, of different records, in
// one list: what is counted of the one stands under names of the other.
//
// Example: JOIN concept c ON c.concept_id = co.condition_concept_id OR c.concept_id = de.drug_concept_id.
func (p *pass) judgeNameOfEither() {
	either := map[*relation][]origin{}
	for _, e := range p.pairs {
		if e.test == nil || e.test.not || e.test.clause != inOn && e.test.clause != inWhere ||
			e.test.joint && standsIn[*sqltree.Compare](e.node) {
			continue
		}
		for _, side := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
			if len(side[0]) != 1 || len(side[1]) != 1 || side[0][0].String() != "concept.concept_id" ||
				side[0][0].Relation.Scope != e.scope {
				continue
			}
			rel, column := side[0][0].Relation, side[1][0]
			for _, b := range either[rel] {
				if b.Relation != column.Relation && otherUse(b, column) && p.showsName(rel) {
					p.reportAs(omop.SeverityWarning, e.node,
						"%s names %s in one row and %s in another; join concept once for each, or count them apart",
						rel.Name, b, column)
					return
				}
			}
			either[rel] = append(either[rel], column)
		}
	}
}

// showsName reports whether a name of a relation of concept is put out.
func (p *pass) showsName(rel *relation) bool {
	return slices.ContainsFunc(rel.Scope.Tree.List, func(i *sqltree.Item) bool {
		return slices.Contains(p.Origins(sqltree.Bare(i.Expr)), rel.Origin("concept_name"))
	})
}
