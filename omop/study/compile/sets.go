package compile

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// conceptSet is a concept set that Members writes once, by name, however often it is used.
type conceptSet struct {
	name  string
	items []study.Item
}

// inSets holds of a column with a concept of the concept sets among the entities. The other entities come back.
func (c *compiler) inSets(column string, entities []study.Entity) (ways []string, rest []study.Entity) {
	for _, e := range entities {
		items := e.Items
		if c.cohort && !e.Exact {
			for _, id := range e.IDs {
				items = append(items, study.Item{ID: id})
			}
		}
		if len(items) == 0 {
			rest = append(rest, e)
			continue
		}
		ways = append(ways, fmt.Sprintf("%s IN %s", column, c.set(items)))
	}
	return ways, rest
}

// set is a subquery that selects the concepts of a concept set.
func (c *compiler) set(items []study.Item) string {
	if !c.cohort {
		return bracket(selectSet(items))
	}
	for _, known := range c.sets {
		if reflect.DeepEqual(known.items, items) {
			return fmt.Sprintf("(SELECT concept_id FROM %s)", known.name)
		}
	}
	name := fmt.Sprintf("concepts_%d", len(c.sets)+1)
	c.sets = append(c.sets, conceptSet{name, items})
	return fmt.Sprintf("(SELECT concept_id FROM %s)", name)
}

// selectSet selects the concepts of a concept set as OHDSI resolves it: valid descendants, and what is excluded last.
func selectSet(items []study.Item) string {
	var in, out []study.Item
	for _, i := range items {
		if i.Exclude {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	if len(in) == 0 {
		return "SELECT concept_id FROM concept WHERE 1 = 0"
	}
	if len(out) == 0 {
		return union(in)
	}
	return fmt.Sprintf("SELECT concept_id FROM %s AS included\nWHERE concept_id NOT IN %s", bracket(union(in)),
		bracket(union(out)))
}

// union selects concepts, their descendants where these are meant, and the codes that map to both where those are.
func union(items []study.Item) string {
	var mapped []study.Item
	for _, i := range items {
		if i.Mapped {
			mapped = append(mapped, i)
		}
	}
	parts := withDescendants(items)
	if len(mapped) > 0 {
		parts = append(parts,
			"SELECT concept_id_1 AS concept_id FROM concept_relationship\nWHERE relationship_id = 'Maps to' AND invalid_reason IS NULL\n"+
				"  AND concept_id_2 IN "+bracket(strings.Join(withDescendants(mapped), "\nUNION\n")))
	}
	return strings.Join(parts, "\nUNION\n")
}

func withDescendants(items []study.Item) []string {
	var all, above []string
	for _, i := range items {
		all = append(all, strconv.FormatInt(i.ID, 10))
		if !i.Exact {
			above = append(above, strconv.FormatInt(i.ID, 10))
		}
	}
	parts := []string{fmt.Sprintf("SELECT concept_id FROM concept WHERE concept_id IN (%s)", strings.Join(all, ", "))}
	if len(above) > 0 {
		parts = append(parts,
			fmt.Sprintf("SELECT c.concept_id FROM concept_ancestor AS ca JOIN concept AS c ON c.concept_id = ca.descendant_concept_id\n"+
				"WHERE c.invalid_reason IS NULL AND ca.ancestor_concept_id IN (%s)", strings.Join(above, ", ")))
	}
	return parts
}
