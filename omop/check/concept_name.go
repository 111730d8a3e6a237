package check

import (
	"slices"
	"strings"
	"unicode"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

func conceptName() Rule {
	return Rule{
		ID: "concept-name", Group: groupConcepts, Severity: omop.SeverityInfo, Generated: omop.SeverityError,
		Summary: "Patients are chosen by the text of a concept's name, which misses its descendants and meets others by chance. LIKE with letters, which misses names in other letters, is a warning.",
		Instead: "Choose by concept ids with their descendants: IN ([condition@asthma]).",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_concept_id WHERE c.concept_name LIKE '%asthma%'`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co WHERE co.condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			p.judgeLetterCase()
			p.judgeNamesOfProducts()
			if p.asks("name", "names", "named", "called", "text", "string", "word", "words") { // it is of names itself
				return
			}
			for _, t := range p.tests {
				if !t.clause.chooses() {
					continue
				}
				o, ok := p.textTest(t.expr, func(o origin) bool { return nameColumn(o) != "" })
				if !ok {
					continue
				}
				columns, route := p.chosen(o.Relation.Origin(nameColumn(o)))
				switch {
				case len(columns) == 0, p.isDoseForm(route): // a search in the vocabulary
				case slices.ContainsFunc(columns, isClinicalConcept) && route.below && opOf(t.expr) == "=" && !t.not:
					p.reportAs(omop.SeverityInfo, t.expr, "a concept is chosen by its name; its concept id is safer")
				case slices.ContainsFunc(columns, isClinicalConcept) && p.namesOtherDomain(t.expr, columns):
					p.reportAs(p.atLeastWarning(), t.expr, "no concept of that name is recorded in %s", columns[0])
				case slices.ContainsFunc(columns, isClinicalConcept) && len(p.question.words) > 0 &&
					!isEquality(t.expr) && !t.not:
					p.reportAs(p.atLeastWarning(), t.expr, "the question names something, and this takes all whose %s holds a text: others, too, and not those that are named otherwise",
						o.Column.Name)
				case slices.ContainsFunc(columns, isClinicalConcept):
					p.report(t.expr, "patients are chosen by %s; choose by concept ids, such as %s IN ([…])",
						o.Column.Name, columns[0].Column.Name)
				default: // short lists such as the sexes, whose names are as good as keys
					p.reportAs(omop.SeverityInfo, t.expr, "%s is chosen by its name; its concept id is safer",
						columns[0].Column.Name)
				}
			}
		},
	}
}

// judgeLetterCase reports names that are looked for by LIKE with letters as they are written: names of one vocabulary
// are written Simvastatin and simvastatin.
func (p *pass) judgeLetterCase() {
	for _, t := range p.tests {
		l, ok := t.expr.(*sqltree.Like)
		if !ok || !t.clause.chooses() || l.IgnoreCase || l.Not {
			continue
		}
		pattern, text := sqltree.Bare(l.Pattern).(*sqltree.Constant)
		column, plain := sqltree.Bare(l.Expr).(*sqltree.Column)
		drugs := func() bool { // names of other vocabularies are written one way
			o := p.Origins(column)
			columns, _ := p.chosen(o[0].Relation.Origin(nameColumn(o[0])))
			return slices.ContainsFunc(columns, func(c origin) bool { return c.Column.Domain == "Drug" })
		}
		if text && plain && strings.ContainsFunc(pattern.Text, unicode.IsLetter) &&
			all(p.Origins(column), func(o origin) bool { return nameColumn(o) != "" }) && drugs() {
			p.reportAs(omop.SeverityWarning, t.expr, "names are written in capital and in small letters; write ILIKE")
		}
	}
}

// judgeNamesOfProducts reports drugs that are looked for by how their names begin, where products are recorded: those
// that begin with an amount or with another ingredient are missed.
//
// Example: STARTS_WITH(concept_name, 'lisinopril') misses "hydrochlorothiazide 12.5 MG / lisinopril 10 MG Oral Tablet".
func (p *pass) judgeNamesOfProducts() {
	for _, t := range p.tests {
		o, ok := p.textTest(t.expr, func(o origin) bool { return nameColumn(o) != "" })
		if !ok || !t.clause.chooses() || t.not || !beginsWith(t.expr) {
			continue
		}
		columns, route := p.chosen(o.Relation.Origin(nameColumn(o)))
		if !route.below && !route.mapped && all(columns, func(c origin) bool { return c.TableName() == "drug_exposure" && isStandard(c) }) {
			p.reportAs(omop.SeverityWarning, t.expr, "names of products begin with an amount or another ingredient, too: those are missed; choose by the ingredient's descendants")
		}
	}
}

// beginsWith reports whether a condition asks how a text begins, or what all of it is.
func beginsWith(e sqltree.Expr) bool {
	switch e := e.(type) {
	case *sqltree.Func:
		return e.Name == "starts_with" || e.Name == "prefix" || e.Name == "^@"
	case *sqltree.Like:
		c, ok := sqltree.Bare(e.Pattern).(*sqltree.Constant)
		return ok && !e.Not && c.Text != "" && !strings.ContainsAny(c.Text[:1], "%_")
	case *sqltree.Compare:
		f, ok := sqltree.Bare(e.Left).(*sqltree.Func)
		return ok && e.Op == "=" && f.Name == "left"
	}
	return false
}

// namesOtherDomain reports whether all concepts of a name belong into other columns: a product into those of eras, what
// is an observation into those of conditions.
func (p *pass) namesOtherDomain(e sqltree.Expr, columns []origin) bool {
	_, with := compared(e)
	if p.meaning.Concepts == nil || opOf(e) != "=" || len(with) != 1 || len(columns) != 1 {
		return false
	}
	c, ok := with[0].(*sqltree.Constant)
	if !ok {
		return false
	}
	named := p.meaning.Concepts(study.Entity{Text: c.Text})
	return len(named) > 0 && !slices.ContainsFunc(named, func(n Concept) bool {
		return inDomain(n.Domain, columns[0]) && (!isDrugEra(columns[0]) || n.Class == "Ingredient")
	})
}

// isDoseForm reports whether the route to the patients leads through a relationship such as 'RxNorm has dose form'. The
// forms are a short list without descendants, and no placeholder stands for them.
func (p *pass) isDoseForm(r route) bool {
	return slices.ContainsFunc(p.selections, func(s selection) bool {
		return !s.exclude && len(s.constants) == 1 &&
			strings.Contains(strings.ToLower(s.constants[0].Text), "dose form") &&
			slices.ContainsFunc(r.related,
				func(rel *relation) bool { return slices.Contains(s.column, rel.Origin("relationship_id")) })
	})
}

func nameColumn(o origin) string {
	switch o.String() {
	case "concept.concept_name", "concept_synonym.concept_synonym_name":
		return "concept_id"
	}
	return ""
}

// isClinicalConcept reports whether the column holds what happened to patients.
func isClinicalConcept(o origin) bool {
	return slices.ContainsFunc(omop.Domains, func(d omop.Domain) bool {
		return d != omop.Visit && domainName(d) == o.Column.Domain
	}) || isSource(o) || o.Column.Name == "cause_concept_id"
}

// domainName is the vocabulary's name of a placeholder's domain.
func domainName(d omop.Domain) string {
	return strings.ToUpper(string(d[:1])) + string(d[1:])
}

// textTest returns the column that satisfies want and that a condition compares with
// a text, by =, LIKE, IN or a function such as contains.
func (st *statement) textTest(e sqltree.Expr, want func(origin) bool) (origin, bool) {
	var column sqltree.Expr
	var texts []sqltree.Expr
	switch e := e.(type) {
	case *sqltree.Compare:
		column, texts = e.Left, []sqltree.Expr{e.Right}
		if isConstant(e.Left) {
			column, texts = e.Right, []sqltree.Expr{e.Left}
		}
	case *sqltree.Like:
		column, texts = e.Expr, []sqltree.Expr{e.Pattern}
	case *sqltree.In:
		column, texts = e.Expr, e.List
	case *sqltree.Func:
		if len(e.Args) < 2 || !slices.Contains(textFunctions, e.Name) {
			return origin{}, false
		}
		column, texts = e.Args[0], e.Args[1:2]
	default:
		return origin{}, false
	}
	if !slices.ContainsFunc(texts, isMeaningful) {
		return origin{}, false
	}
	from := st.Origins(plain(column))
	if !all(from, want) {
		return origin{}, false
	}
	return from[0], true
}

var textFunctions = []string{
	"contains", "starts_with", "ends_with", "prefix", "suffix", "regexp_matches", "regexp_full_match", "~", "~*", "!~",
	"!~*", "~~", "~~*", "!~~", "!~~*", "like_escape", "ilike_escape",
}

// isMeaningful reports whether a text says something: not empty, and no name for what is unknown.
func isMeaningful(e sqltree.Expr) bool {
	c, ok := sqltree.Bare(e).(*sqltree.Constant)
	if !ok || c.Kind != sqltree.String {
		return false
	}
	text := strings.ToLower(strings.Trim(c.Text, "% "))
	return text != "" && text != "no matching concept" && text != "unknown" && text != "no data"
}

// textParts are functions that give a text, or a part of it, in another form.
var textParts = []string{
	"lower", "upper", "lcase", "ucase", "trim", "ltrim", "rtrim", "left", "right", "substr", "substring", "split_part",
	"replace", "regexp_extract",
}

// plain strips what changes only how a text is written, or takes a part of it.
func plain(e sqltree.Expr) sqltree.Expr {
	for {
		e = sqltree.Bare(e)
		f, ok := e.(*sqltree.Func)
		if !ok || len(f.Args) == 0 || !slices.Contains(textParts, f.Name) {
			return e
		}
		e = f.Args[0]
	}
}
