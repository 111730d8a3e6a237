package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// occurrence is how often a concept stands in clinical records.
type occurrence struct{ records, people int }

// Occurrences counts the records and people of each of the concepts that has any,
// whether it stands as the standard concept of a record or as its source concept.
func (u usage) Occurrences(ctx context.Context, ids []int64) (map[int64]occurrence, error) {
	return u.Outside(ctx, ids, nil)
}

// Outside counts like Occurrences, of the records only whose standard concept is in none of the set.
func (u usage) Outside(ctx context.Context, ids, set []int64) (map[int64]occurrence, error) {
	found := map[int64]occurrence{}
	if len(ids) == 0 {
		return found, nil
	}
	there, err := u.columns(ctx)
	if err != nil {
		return nil, err
	}
	list, not := idTexts(ids), ""
	if len(set) > 0 {
		not = idTexts(set)
	}
	var parts []string
	for _, c := range countedColumns {
		if !there[c] {
			continue
		}
		parts = append(parts, fmt.Sprintf("SELECT %s AS id, person_id FROM %s WHERE %[1]s IN (%[3]s)", c[1], c[0], list)+notIn(c[1], not))
		source := [2]string{c[0], strings.TrimSuffix(c[1], "_concept_id") + "_source_concept_id"}
		if there[source] {
			parts = append(parts, fmt.Sprintf("SELECT %s, person_id FROM %s WHERE %[1]s IN (%[3]s) AND %[1]s <> %[4]s", source[1], source[0], list, c[1])+notIn(c[1], not))
		}
	}
	if len(parts) == 0 {
		return found, nil
	}
	rows, err := u.db.QueryContext(ctx, "SELECT id, count(*), count(DISTINCT person_id) FROM ("+strings.Join(parts, " UNION ALL ")+") GROUP BY 1")
	if err != nil {
		return nil, fmt.Errorf("counting records and people of concepts: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var o occurrence
		if err := rows.Scan(&id, &o.records, &o.people); err != nil {
			return nil, err
		}
		found[id] = o
	}
	return found, rows.Err()
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

// hidden reports whether so few people are behind a count that it must not be shown.
func (o occurrence) hidden(minCell int) bool { return o.people > 0 && o.people < minCell }

// shown are the counts of records and people as tables print them.
func (o occurrence) shown(minCell int) (records, people string) {
	if o.hidden(minCell) {
		return fmt.Sprintf("<%d", minCell), fmt.Sprintf("<%d", minCell)
	}
	return strconv.Itoa(o.records), strconv.Itoa(o.people)
}

// jsonOccurrence are the counts as JSON has them: null where they are hidden.
type jsonOccurrence struct {
	Records *int `json:"records"`
	People  *int `json:"people"`
}

func (o occurrence) document(minCell int) *jsonOccurrence {
	if o.hidden(minCell) {
		return &jsonOccurrence{}
	}
	return &jsonOccurrence{&o.records, &o.people}
}
