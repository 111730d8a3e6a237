package eval

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// givenIDs reads which ids a set codes its entities to, from SQL with placeholders and
// the same SQL with ids; nil where the two are not the same but for that.
func givenIDs(template, withIDs string) []Coded {
	holders, err := sqltree.Placeholders(template)
	if err != nil {
		return nil
	}
	want, have := tokens(template, false), tokens(withIDs, false)
	var out []Coded
	for next := 0; len(want) > 0; want = want[1:] {
		if !strings.HasPrefix(want[0], "[") || !strings.Contains(want[0], "@") {
			if len(have) == 0 || have[0] != want[0] {
				return nil
			}
			have = have[1:]
			continue
		}
		if next == len(holders) {
			return nil
		}
		ids, rest := idList(have)
		if len(ids) == 0 {
			return nil
		}
		have = rest
		out = addCoded(out, Coded{string(holders[next].Domain), holders[next].Text, ids})
		next++
	}
	if len(have) > 0 {
		return nil
	}
	return out
}

// idList reads ids with commas between them off tokens.
func idList(have []string) (ids []int64, rest []string) {
	for len(have) > 0 {
		id, err := strconv.ParseInt(have[0], 10, 64)
		if err != nil {
			return nil, nil
		}
		ids, have = append(ids, id), have[1:]
		if len(have) == 0 || have[0] != "," {
			break
		}
		have = have[1:]
	}
	return ids, have
}

// addCoded adds the ids of an entity, to those that it has already where it stands several times.
func addCoded(all []Coded, c Coded) []Coded {
	for i := range all {
		if sameEntity(all[i], c) {
			all[i].IDs = distinctIDs(slices.Concat(all[i].IDs, c.IDs))
			return all
		}
	}
	c.IDs = distinctIDs(c.IDs)
	return append(all, c)
}

func sameEntity(a, b Coded) bool {
	return strings.EqualFold(a.Domain, b.Domain) && strings.EqualFold(a.Text, b.Text)
}

// distinctIDs are ids in ascending order, each once.
func distinctIDs(ids []int64) []int64 {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// conceptColumn is a column of records that holds what was recorded.
var conceptColumn = lazyregexp.New(`(?i)^(condition|drug|procedure|measurement|observation|device|visit)_concept_id$`)

// idsByColumn reads from a parse tree which ids stand beside columns of concepts, by the column's domain: which words
// they stand for, SQL does not say. A domain is left out whose ids a query finds, as in condition_concept_id IN (SELECT
// descendant_concept_id FROM concept_ancestor …): some of them stand nowhere.
func idsByColumn(s *sqltree.Statement) []Coded {
	byDomain, found := map[string][]int64{}, map[string]bool{}
	domainOf := func(e sqltree.Expr) string {
		if c, ok := e.(*sqltree.Column); ok {
			if m := conceptColumn.FindStringSubmatch(c.Name()); m != nil {
				return strings.ToLower(m[1])
			}
		}
		return ""
	}
	note := func(column sqltree.Expr, values ...sqltree.Expr) {
		domain := domainOf(column)
		for _, v := range values {
			switch v := v.(type) {
			case *sqltree.Constant:
				id, err := strconv.ParseInt(v.Text, 10, 64)
				if v.Kind == sqltree.Int && err == nil && id > 0 { // 0 is "no matching concept"
					byDomain[domain] = append(byDomain[domain], id)
				}
			case *sqltree.Column:
				found[domain] = found[domain] || strings.EqualFold(v.Name(), "descendant_concept_id")
			}
		}
	}
	sqltree.Walk(s.Query, func(n sqltree.Node) bool {
		switch x := n.(type) {
		case *sqltree.In:
			note(x.Expr, x.List...)
		case *sqltree.InQuery:
			found[domainOf(x.Expr)] = true
		case *sqltree.Compare:
			if x.Op == "=" {
				note(x.Left, x.Right)
				note(x.Right, x.Left)
			}
		}
		return true
	})
	var out []Coded
	for _, d := range omop.Domains {
		if ids := byDomain[string(d)]; len(ids) > 0 && !found[string(d)] {
			out = append(out, Coded{string(d), "", distinctIDs(ids)})
		}
	}
	return out
}
