package info

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
)

// Release is what cdm_source says of the data: every row, with name, dates and
// versions. Two releases of a database that says nothing new of itself look the same; without cdm_source it is "".
func Release(ctx context.Context, db omop.Reader) (string, error) {
	d := &describer{db: ask(db), info: &Info{}}
	if err := d.catalog(ctx); err != nil {
		return "", fmt.Errorf("read the database's release: %w", err)
	}
	var parts []string
	for _, column := range []string{"cdm_source_name", "source_release_date", "cdm_release_date", "cdm_version",
		"vocabulary_version"} {
		if d.has("cdm_source", column) {
			parts = append(parts, "coalesce(trim("+column+"::VARCHAR), '')")
		}
	}
	if len(parts) == 0 {
		return "", nil
	}
	row := "concat_ws(' | ', " + strings.Join(parts, ", ") + ")"
	var text sql.NullString
	if err := d.db.QueryRowContext(ctx,
		"SELECT string_agg("+row+", ' ; ' ORDER BY "+row+") FROM cdm_source").Scan(&text); err != nil {
		return "", fmt.Errorf("read the database's release: %w", err)
	}
	return text.String, nil
}

// LastDay is the day of the latest clinical event up to a day; zero where there is
// none. Events that are dated later are slips of the pen, or plans.
func LastDay(ctx context.Context, db omop.Reader, upTo time.Time) (time.Time, error) {
	d := &describer{db: ask(db), info: &Info{}}
	if err := d.catalog(ctx); err != nil {
		return time.Time{}, fmt.Errorf("read the end of the data: %w", err)
	}
	var ends []string
	day := "DATE '" + upTo.Format(time.DateOnly) + "'"
	for _, t := range d.schema.Tables {
		if t.Group != "clinical" || !t.IsEvent() || t.Name == "observation_period" || !d.has(t.Name, t.StartDate) {
			continue
		}
		start := "TRY_CAST(" + schema.Quote(t.StartDate) + " AS DATE)"
		ends = append(ends, "SELECT max("+start+") AS last FROM "+schema.Quote(t.Name)+" WHERE "+start+" <= "+day)
	}
	if len(ends) == 0 {
		return time.Time{}, nil
	}
	var last sql.NullTime
	if err := d.db.QueryRowContext(ctx, "SELECT max(last) FROM ("+strings.Join(ends,
		" UNION ALL ")+") AS e").Scan(&last); err != nil {
		return time.Time{}, fmt.Errorf("read the end of the data: %w", err)
	}
	return last.Time, nil
}

// Versions are the version of the CDM by its columns, and of the vocabulary as
// cdm_source or the vocabulary itself says it. Either may be "".
func Versions(ctx context.Context, db omop.Reader) (cdm, vocabulary string, err error) {
	d := &describer{db: ask(db), info: &Info{}, rows: map[string]int64{}}
	for _, step := range []func(context.Context) error{d.catalog, d.source, d.vocabulary} {
		if err := step(ctx); err != nil {
			return "", "", fmt.Errorf("read the database's versions: %w", err)
		}
	}
	return d.info.Version, d.info.VocabularyVersion, nil
}
