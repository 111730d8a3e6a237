package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// mismatch is an equality of two columns that never identify the same thing.
type mismatch struct {
	node sqltree.Node
	a, b origin // one of the columns on either side
	idA  string // what a identifies; never ""
	idB  string // what b identifies; "" for what is not a key
	kind mismatchKind
}

// mismatchKind tells which rule speaks about a mismatch, so that one mistake gives one finding.
type mismatchKind int

const (
	conceptMismatch mismatchKind = iota
	placeMismatch
	keylessMismatch
	personMismatch
	eventMismatch
	otherMismatch
)

// reportKeys reports the mismatches of one kind.
func (p *pass) reportKeys(kind mismatchKind, say func(m mismatch) string) {
	for _, m := range p.mismatches() {
		if m.kind == kind {
			p.report(m.node, "%s", say(m))
		}
	}
}

// mismatches lists the equalities between columns that identify different things.
func (st *statement) mismatches() []mismatch {
	var out []mismatch
	for _, e := range st.pairs {
		a, b := e.left, e.right
		if identityOf(a) == "" {
			a, b = b, a
		}
		m := mismatch{node: e.node, a: a[0], b: b[0], idA: identityOf(a), idB: identityOf(b)}
		switch {
		case m.idA == "" || m.idA == m.idB:
			continue
		case m.idB == "" && !all(b, isNoKey):
			continue
		}
		if m.idB == personKey || m.idB == conceptKey {
			m.a, m.b, m.idA, m.idB = m.b, m.a, m.idB, m.idA
		}
		m.kind = kindOf(m)
		out = append(out, m)
	}
	return out
}

// isNoKey reports whether the column can't hold a key: dates, numbers, texts. Values of
// observations can be anything, such as the person_id of a child's mother.
func isNoKey(o origin) bool {
	return o.Column.Type != schema.ID && !strings.HasPrefix(o.Column.Name, "value_")
}

func kindOf(m mismatch) mismatchKind {
	places := []string{"person", "location", "care_site", "provider"}
	noKeys := []string{"death", "drug_era", "dose_era", "condition_era", "cost"}
	a, b := m.a.TableName(), m.b.TableName()
	switch {
	case m.idA == conceptKey || m.idB == conceptKey:
		return conceptMismatch
	case slices.Contains(places, a) && slices.Contains(places, b):
		return placeMismatch
	case slices.Contains(noKeys, a) || slices.Contains(noKeys, b):
		return keylessMismatch
	case m.idA == personKey || m.idB == personKey:
		return personMismatch
	case m.a.Column.Primary && m.b.Column.Primary && isEvent(m.a.Relation.Table) && isEvent(m.b.Relation.Table):
		return eventMismatch
	}
	return otherMismatch
}

// keyName returns what an identity is called in a message: "provider_id" of "provider.provider_id".
func keyName(identity string) string {
	_, column, _ := strings.Cut(identity, ".")
	return column
}
