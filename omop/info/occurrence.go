package info

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Occurrence is how often a concept stands in clinical records.
type Occurrence struct{ Records, People int }

// Occurrences counts the records and people of each of the concepts that has any,
// whether it stands as the standard concept of a record or as its source concept.
func (u Usage) Occurrences(ctx context.Context, ids []int64) (map[int64]Occurrence, error) {
	return u.Outside(ctx, ids, nil)
}

// Outside counts like Occurrences, of the records only whose standard concept is in none of the set.
func (u Usage) Outside(ctx context.Context, ids, set []int64) (map[int64]Occurrence, error) {
	found := map[int64]Occurrence{}
	if len(ids) == 0 {
		return found, nil
	}
	there, err := u.columns(ctx)
	if err != nil {
		return nil, err
	}
	records := recordsOf(there, ids, set)
	if records == "" {
		return found, nil
	}
	rows, err := u.db.QueryContext(ctx,
		"SELECT id, count(*), count(DISTINCT person_id) FROM ("+records+") AS r GROUP BY 1")
	if err != nil {
		return nil, fmt.Errorf("counting records and people of concepts: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var o Occurrence
		if err := rows.Scan(&id, &o.Records, &o.People); err != nil {
			return nil, err
		}
		found[id] = o
	}
	return found, rows.Err()
}

// PeopleWith counts the people who have a record of any of the concepts, whether it stands as the standard concept or
// as the source concept.
func (u Usage) PeopleWith(ctx context.Context, ids []int64) (int, error) {
	there, err := u.columns(ctx)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	records := recordsOf(there, ids, nil)
	if records == "" {
		return 0, nil
	}
	var people int
	if err := u.db.QueryRowContext(ctx,
		"SELECT count(DISTINCT person_id) FROM ("+records+") AS r").Scan(&people); err != nil {
		return 0, fmt.Errorf("counting the people of concepts: %w", err)
	}
	return people, nil
}

// recordsOf is SQL for the records of concepts, id and person, whose standard concept is in none of the set; nothing
// where no table has any.
func recordsOf(there map[[2]string]bool, ids, set []int64) string {
	list, not := idTexts(ids), ""
	if len(set) > 0 {
		not = idTexts(set)
	}
	var parts []string
	for _, t := range codedTables() {
		concept, source := t.ConceptColumn, t.SourceConceptColumn
		if !there[[2]string{t.Name, concept}] {
			continue
		}
		parts = append(parts, fmt.Sprintf("SELECT %s AS id, person_id FROM %s WHERE %[1]s IN (%[3]s)", concept, t.Name,
			list)+notIn(concept, not))
		if there[[2]string{t.Name, source}] {
			parts = append(parts, fmt.Sprintf("SELECT %s, person_id FROM %s WHERE %[1]s IN (%[3]s) AND %[1]s <> %[4]s",
				source, t.Name, list, concept)+notIn(concept, not))
		}
	}
	return strings.Join(parts, " UNION ALL ")
}

// idTexts writes ids as a SQL list without its brackets.
func idTexts(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, ", ")
}

func notIn(column, list string) string {
	if list == "" {
		return ""
	}
	return " AND " + column + " NOT IN (" + list + ")"
}

// Small reports whether so few people are behind a count that it must not be shown.
func (o Occurrence) Small(minCell int) bool { return o.People > 0 && o.People < minCell }
