package info

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
)

// Unit is a unit in which values are recorded; concept 0 or none is the zero Unit.
type Unit struct {
	Concept int64
	Name    string
	Code    string // in UCUM
	People  int    // who have such values
}

// mostUnits is how many units of a measurement are told.
const mostUnits = 10

// Units are the units in which values of the measurements are recorded, the most frequent first, at most ten. They are
// asked as any query is, so that they have their names where the database has no vocabulary and another one stands in.
func Units(ctx context.Context, engine omop.Engine, measurements []int64) ([]Unit, error) {
	ids := make([]string, len(measurements))
	for i, id := range measurements {
		ids[i] = strconv.FormatInt(id, 10)
	}
	t, err := engine.Query(ctx, `SELECT CAST(r.unit AS BIGINT) AS unit, u.concept_name,
       CASE WHEN u.vocabulary_id = 'UCUM' THEN u.concept_code END AS code, CAST(r.people AS BIGINT) AS people
FROM (SELECT COALESCE(m.unit_concept_id, 0) AS unit, COUNT(DISTINCT m.person_id) AS people, COUNT(*) AS records
      FROM measurement AS m
      WHERE m.value_as_number IS NOT NULL AND m.measurement_concept_id IN (`+strings.Join(ids, ", ")+`)
      GROUP BY COALESCE(m.unit_concept_id, 0)) AS r
LEFT JOIN concept AS u ON u.concept_id = r.unit AND u.concept_id <> 0
ORDER BY r.records DESC, r.unit
LIMIT `+strconv.Itoa(mostUnits), omop.Limit{Rows: mostUnits})
	if err != nil {
		return nil, fmt.Errorf("reading the units of measurements: %w", err)
	}
	units := make([]Unit, len(t.Rows))
	for i, row := range t.Rows {
		concept, known := row[0].(int64)
		people, counted := row[3].(int64)
		if !known || !counted {
			return nil, fmt.Errorf("reading the units of measurements: %v is no unit with its people", row)
		}
		units[i] = Unit{Concept: concept, People: int(people)}
		units[i].Name, _ = row[1].(string)
		units[i].Code, _ = row[2].(string)
	}
	return units, nil
}
