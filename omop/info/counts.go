package info

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
)

// Counts are aggregates of a database that results are judged by. Each is read when it is first
// asked for and then remembered. Counts may be used concurrently.
type Counts struct {
	db omop.Reader

	mu          sync.Mutex
	people      int64 // 0 until it is counted
	first, last sql.NullInt64
	yearsRead   bool
	born        int             // 1 where birth_datetime is filled, 0 where not, unread before it was asked
	overlapping int             // 1 where somebody's observation periods share a day, 0 where not, or unread
	empty       map[string]bool // by table, of those that were asked for
	catalog     *describer      // read when columns are asked for
	lacks       map[string][]string
}

const unread = -1

// NewCounts returns the Counts of the connection's current schema.
func NewCounts(db omop.Reader) *Counts {
	return &Counts{db: db, empty: map[string]bool{}, lacks: map[string][]string{}, born: unread, overlapping: unread}
}

// People is the number of people of the database.
func (c *Counts) People(ctx context.Context) (int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.people == 0 {
		if err := c.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM person").Scan(&c.people); err != nil {
			return 0, fmt.Errorf("counting the people: %w", err)
		}
	}
	return c.people, nil
}

// Years are the first and the last year in which anyone is observed, or false where that is unknown.
func (c *Counts) Years(ctx context.Context) (first, last int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.yearsRead {
		const query = `SELECT EXTRACT(YEAR FROM MIN(observation_period_start_date)), EXTRACT(YEAR FROM MAX(observation_period_end_date))
			FROM observation_period`
		if err := c.db.QueryRowContext(ctx, query).Scan(&c.first, &c.last); err != nil {
			return 0, 0, false // a database without the table, or one that is being closed
		}
		c.yearsRead = true
	}
	return int(c.first.Int64), int(c.last.Int64), c.first.Valid && c.last.Valid
}

// BirthDates reports whether the day on which people were born is known of any; without it, birth_datetime holds only
// years, or nothing.
func (c *Counts) BirthDates(ctx context.Context) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.born == unread {
		const query = `SELECT COUNT(*) FROM (SELECT 1 AS one FROM person
			WHERE birth_datetime IS NOT NULL AND (EXTRACT(MONTH FROM birth_datetime) <> 1 OR EXTRACT(DAY FROM birth_datetime) <> 1) LIMIT 1) AS p`
		n := 0
		if err := c.db.QueryRowContext(ctx, query).Scan(&n); err != nil {
			return false // a database without the column, or one that is being closed
		}
		c.born = min(n, 1)
	}
	return c.born == 1
}

// overlappingPeriods counts the people of whom two observation periods share a day, which the CDM forbids.
const overlappingPeriods = `SELECT COUNT(DISTINCT o.person_id) FROM (
	SELECT person_id, observation_period_start_date AS start_date, MAX(observation_period_end_date) OVER (PARTITION BY person_id
		ORDER BY observation_period_start_date, observation_period_end_date ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
	FROM observation_period) AS o WHERE o.start_date <= o.before`

// PeriodsOverlap reports whether observation periods of any person share a day: their time would count twice.
func (c *Counts) PeriodsOverlap(ctx context.Context) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.overlapping == unread {
		n := 0
		if err := c.db.QueryRowContext(ctx, overlappingPeriods).Scan(&n); err != nil {
			return false // a database without the table, or one that is being closed
		}
		c.overlapping = min(n, 1)
	}
	return c.overlapping == 1
}

// BirthDays reports whether the month and the day of everybody's birth are there.
func (c *Counts) BirthDays(ctx context.Context) bool {
	const query = `SELECT NOT EXISTS (SELECT 1 FROM person WHERE month_of_birth IS NULL OR day_of_birth IS NULL)`
	var all bool
	return c.db.QueryRowContext(ctx, query).Scan(&all) == nil && all
}

// Units lists the concepts of the units in which there are values of concepts; false where that can't be read. Where no
// unit stands beside a value, it is taken to be that of the others.
func (c *Counts) Units(ctx context.Context, concepts []int64) (units []int64, ok bool) {
	ids := make([]string, len(concepts))
	for i, id := range concepts {
		ids[i] = strconv.FormatInt(id, 10)
	}
	query := "SELECT DISTINCT unit_concept_id FROM measurement WHERE value_as_number IS NOT NULL AND unit_concept_id > 0 AND measurement_concept_id IN (" +
		strings.Join(ids, ", ") + ")"
	rows, err := c.db.QueryContext(ctx, query)
	if err != nil {
		return nil, false
	}
	defer rows.Close()
	for rows.Next() {
		var unit int64
		if rows.Scan(&unit) != nil {
			return nil, false
		}
		units = append(units, unit)
	}
	return units, rows.Err() == nil
}

// Empty reports whether a table of the database holds no rows.
func (c *Counts) Empty(ctx context.Context, table string) (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	empty, known := c.empty[table]
	if !known {
		if err := c.db.QueryRowContext(ctx,
			"SELECT NOT EXISTS (SELECT 1 FROM "+schema.Quote(table)+")").Scan(&empty); err != nil {
			return false, fmt.Errorf("looking whether %s is empty: %w", table, err)
		}
		c.empty[table] = empty
	}
	return empty, nil
}

// Lacks returns the columns that the CDM requires of a table and that are missing, or empty in all of its rows, in
// lower case. A table without rows lacks none.
func (c *Counts) Lacks(ctx context.Context, table string) ([]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if lacks, known := c.lacks[table]; known {
		return lacks, nil
	}
	if c.catalog == nil {
		d := &describer{db: ask(c.db), info: &Info{}}
		if err := d.catalog(ctx); err != nil {
			return nil, fmt.Errorf("listing the columns of the database: %w", err)
		}
		c.catalog = d
	}
	t, ok := c.catalog.schema.Table(table)
	if !ok || !c.catalog.has(table) {
		return nil, nil
	}
	missing, empty, err := c.catalog.lacking(ctx, t)
	if err != nil {
		return nil, err
	}
	c.lacks[table] = append(missing, empty...)
	return c.lacks[table], nil
}
