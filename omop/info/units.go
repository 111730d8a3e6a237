package info

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	ucum "github.com/askomop/askomop/omop/units"
)

// Unit is a unit in which values are recorded. Of records without a unit concept, it is what their source has for it.
type Unit struct {
	Concept int64
	Source  string // unit_source_value of records whose unit concept is 0 or none
	Name    string
	Code    string // in UCUM
	People  int    // who have such values
}

// mostUnits is how many units of a measurement are told: a source may write one in several ways.
const mostUnits = 30

// Units are the units in which values of the measurements are recorded, the most frequent first, at most thirty. They
// are asked as any query is, so that they have their names where the database has no vocabulary and another stands in.
func Units(ctx context.Context, engine omop.Engine, measurements []int64) ([]Unit, error) {
	ids := make([]string, len(measurements))
	for i, id := range measurements {
		ids[i] = strconv.FormatInt(id, 10)
	}
	t, err := engine.Query(ctx, `SELECT CAST(r.unit AS BIGINT) AS unit, COALESCE(u.concept_name, named.concept_name) AS name,
       CASE WHEN u.vocabulary_id = 'UCUM' THEN u.concept_code ELSE named.concept_code END AS code,
       CAST(r.people AS BIGINT) AS people, r.source
FROM (SELECT m.unit AS unit, m.source AS source, COUNT(DISTINCT m.person_id) AS people, COUNT(*) AS records
      FROM (SELECT x.person_id, COALESCE(x.unit_concept_id, 0) AS unit,
                   CASE WHEN COALESCE(x.unit_concept_id, 0) = 0 THEN x.unit_source_value END AS source
            FROM measurement AS x
            WHERE x.value_as_number IS NOT NULL AND x.measurement_concept_id IN (`+strings.Join(ids, ", ")+`)) AS m
      GROUP BY m.unit, m.source) AS r
LEFT JOIN concept AS u ON u.concept_id = r.unit AND u.concept_id <> 0
LEFT JOIN (SELECT LOWER(n.concept_name) AS concept_key, MIN(n.concept_name) AS concept_name, MIN(n.concept_code) AS concept_code
           FROM concept AS n
           WHERE n.vocabulary_id = 'UCUM'
           GROUP BY LOWER(n.concept_name)) AS named ON named.concept_key = LOWER(r.source)
ORDER BY r.records DESC, r.unit, r.source
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
		units[i].Source, _ = row[4].(string)
		if code, understood := ucum.Code(units[i].Source); understood && units[i].Code == "" {
			units[i].Code = code
		}
	}
	return units, nil
}
