// Package tables is the layout of a results database and the SQL over it, the same for
// DuckDB and PostgreSQL. How the database is opened, locked and filled in bulk is the stores' own.
package tables

import (
	"context"
	"database/sql"
)

// Querier is a connection or a transaction.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Layout makes the tables where they are not there; cohort and cohort_definition are those of
// OMOP's results schema, cohort_inclusion to cohort_censor_stats those that OHDSI's tools read beside them.
const Layout = `
CREATE TABLE IF NOT EXISTS result (schedule VARCHAR NOT NULL, run VARCHAR NOT NULL, finished TIMESTAMP NOT NULL, header VARCHAR NOT NULL, body VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS cohort_definition (
	cohort_definition_id BIGINT NOT NULL, cohort_definition_name VARCHAR NOT NULL, cohort_definition_description VARCHAR,
	definition_type_concept_id INTEGER NOT NULL, cohort_definition_syntax VARCHAR, subject_concept_id INTEGER NOT NULL, cohort_initiation_date DATE);
CREATE TABLE IF NOT EXISTS cohort (
	cohort_definition_id BIGINT NOT NULL, subject_id BIGINT NOT NULL, cohort_start_date DATE NOT NULL, cohort_end_date DATE NOT NULL);
CREATE TABLE IF NOT EXISTS cohort_generation (
	cohort_definition_id BIGINT NOT NULL, generation INTEGER NOT NULL, run VARCHAR NOT NULL, generated TIMESTAMP NOT NULL, people BIGINT NOT NULL,
	entries BIGINT NOT NULL, source_database VARCHAR, source_release VARCHAR, attrition VARCHAR);
CREATE TABLE IF NOT EXISTS cohort_member (
	cohort_definition_id BIGINT NOT NULL, generation INTEGER NOT NULL, subject_id BIGINT NOT NULL, cohort_start_date DATE NOT NULL, cohort_end_date DATE NOT NULL);
CREATE TABLE IF NOT EXISTS cohort_inclusion (cohort_definition_id BIGINT NOT NULL, rule_sequence INTEGER NOT NULL, name VARCHAR, description VARCHAR);
CREATE TABLE IF NOT EXISTS cohort_inclusion_result (
	cohort_definition_id BIGINT NOT NULL, mode_id INTEGER NOT NULL, inclusion_rule_mask BIGINT NOT NULL, person_count BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS cohort_inclusion_stats (
	cohort_definition_id BIGINT NOT NULL, rule_sequence INTEGER NOT NULL, mode_id INTEGER NOT NULL, person_count BIGINT NOT NULL, gain_count BIGINT NOT NULL,
	person_total BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS cohort_summary_stats (cohort_definition_id BIGINT NOT NULL, mode_id INTEGER NOT NULL, base_count BIGINT NOT NULL, final_count BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS cohort_censor_stats (cohort_definition_id BIGINT NOT NULL, lost_count BIGINT NOT NULL)`
