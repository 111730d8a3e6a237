package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func conceptAsText() Rule {
	return Rule{
		ID: "concept-as-text", Group: groupConcepts, Severity: omop.SeverityWarning,
		Summary: "A concept id is compared as a text, or, which is an error, with a text that is no id or with a part of one.",
		Instead: "Write the id as a number, without quotes.",
		Wrong:   `SELECT COUNT(*) AS patients FROM person WHERE gender_concept_id = '8532'`,
		Right:   `SELECT COUNT(*) AS patients FROM person WHERE gender_concept_id = 8532`,
		check: func(p *pass) {
			for _, t := range p.tests {
				if p.judgePartOfID(t) || p.judgeSplitList(t) {
					continue
				}
				column, texts := compared(t.expr)
				if column == nil || !slices.ContainsFunc(texts, isText) {
					continue
				}
				from := p.Origins(sqltree.Bare(column))
				if identityOf(from) != conceptKey {
					continue
				}
				_, like := t.expr.(*sqltree.Like)
				switch odd := slices.IndexFunc(texts, isOddID); {
				case like || !slices.ContainsFunc(texts, isDigits):
					p.reportAs(omop.SeverityError, t.expr,
						"%s is a number that has nothing to do with the text: compare concept_code, with its vocabulary_id, or choose by a concept id", from[0])
				case odd >= 0 && p.isWrittenAsText(column):
					p.reportAs(omop.SeverityError, texts[odd],
						"no id is written so, and %s is compared as a text here; write the ids as numbers", from[0])
				default:
					p.report(t.expr, "%s is a number; write %s without quotes", from[0], textOf(t.expr))
					if len(texts) == 1 {
						p.mend(texts[0].Pos(), quotedNumber, "$1")
					}
				}
			}
		},
	}
}

// judgePartOfID reports a condition on some of the digits of a concept id, or one that looks for an id in a text. It
// returns whether it does.
//
// Example: LEFT(CAST(condition_concept_id AS VARCHAR), 3) = '201'; STRPOS('201826,440674', CAST(condition_concept_id AS
// VARCHAR)) > 0, which 4406 meets as well.
func (p *pass) judgePartOfID(t *test) bool {
	var column origin
	found := p.Within(t.expr, func(e sqltree.Expr) bool {
		for _, part := range p.digitsIn(e) {
			if from := p.Origins(sqltree.Bare(part)); identityOf(from) == conceptKey {
				column = from[0]
				return true
			}
		}
		return false
	})
	if found {
		p.reportAs(omop.SeverityError, t.expr,
			"the digits of %s say nothing: an id that shares some of them is another concept's; choose by whole ids",
			column)
	}
	return found
}

// judgeSplitList reports ids that are looked for as texts among the parts of one, where a part begins with a blank: no
// id is written so. Example: CAST(condition_concept_id AS VARCHAR) = ANY (STRING_SPLIT('201826, 440674', ',')).
func (p *pass) judgeSplitList(t *test) bool {
	var split *sqltree.Func
	column := false
	sqltree.Inspect(t.expr, func(e sqltree.Expr) {
		f, ok := e.(*sqltree.Func)
		if ok && isNamed(f, "string_split", "str_split", "split", "string_to_array") && len(f.Args) == 2 {
			split = f
		}
		column = column || p.isWrittenAsText(e) && identityOf(p.Origins(sqltree.Bare(e))) == conceptKey
	})
	if split == nil || !column || !isText(split.Args[0]) || !isText(split.Args[1]) {
		return false
	}
	list, by := split.Args[0].(*sqltree.Constant), split.Args[1].(*sqltree.Constant)
	for _, part := range strings.Split(list.Text, by.Text) {
		if isOddID(sqltree.NewString(part)) {
			p.reportAs(omop.SeverityError, t.expr,
				"no id is written as '%s', and the ids are compared as texts here; write them as numbers", part)
			return true
		}
	}
	return false
}

// digitsIn lists the parts of an expression of which it looks at some letters or digits alone.
func (p *pass) digitsIn(e sqltree.Expr) []sqltree.Expr {
	switch e := e.(type) {
	case *sqltree.Extract: // the first four letters of a text, which can be a year
		return []sqltree.Expr{e.From}
	case *sqltree.Compare:
		if isDay(e.Right) {
			return []sqltree.Expr{e.Left}
		}
	case *sqltree.Like:
		var out []sqltree.Expr
		parted := false // ',201826,440674,' LIKE '%,' || condition_concept_id || ',%' finds whole ids
		sqltree.Inspect(e.Pattern, func(x sqltree.Expr) {
			c, ok := x.(*sqltree.Constant)
			parted = parted || ok && strings.Trim(c.Text, "%") != ""
			out = append(out, x)
		})
		if !isText(e.Expr) || parted { // else '201826, 440674' LIKE '%' || condition_concept_id || '%'
			return nil
		}
		return out
	case *sqltree.Func:
		inText := slices.Contains(textFunctions, e.Name) || isNamed(e, "strpos", "instr", "position")
		asText := slices.ContainsFunc(e.Args, func(a sqltree.Expr) bool { return isText(a) || p.isWrittenAsText(a) })
		switch {
		case slices.Contains(partsOfText, e.Name) && len(e.Args) > 1:
			return e.Args[:1]
		case inText && asText && len(e.Args) > 1:
			return e.Args[:2]
		}
	}
	return nil
}

// partsOfText are the functions that give some letters of a text.
var partsOfText = []string{"left", "right", "substr", "substring", "split_part", "regexp_extract"}

func isDay(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Kind == sqltree.Date
}

// isWrittenAsText reports whether an expression is a cast to text.
func (p *pass) isWrittenAsText(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Cast)
	if !ok {
		c, ok = p.Follow(e).(*sqltree.Cast)
	}
	return ok && slices.Contains([]string{"VARCHAR", "TEXT", "CHAR", "STRING"}, strings.ToUpper(c.Type))
}

// isOddID reports whether a text is not written as a number is, such as one that begins with a blank.
func isOddID(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	if !ok || c.Kind != sqltree.String {
		return false
	}
	n, ok := id(c)
	return !ok || strconv.FormatInt(n, 10) != c.Text
}

// isDigits reports whether a text can be an id.
func isDigits(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	if !ok {
		return false
	}
	_, ok = id(c)
	return ok
}

func isText(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Kind == sqltree.String
}

// compared returns what a condition compares, and with what.
func compared(e sqltree.Expr) (what sqltree.Expr, with []sqltree.Expr) {
	switch e := e.(type) {
	case *sqltree.Compare:
		if isConstant(e.Left) {
			return e.Right, []sqltree.Expr{e.Left}
		}
		return e.Left, []sqltree.Expr{e.Right}
	case *sqltree.In:
		return e.Expr, e.List
	case *sqltree.Like:
		return e.Expr, []sqltree.Expr{e.Pattern}
	case *sqltree.Between:
		return e.Expr, []sqltree.Expr{e.Low, e.High}
	}
	return nil, nil
}
