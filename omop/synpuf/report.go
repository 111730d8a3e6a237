package synpuf

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// unmappedExamples is how many codes without a standard concept a report names for each vocabulary.
const unmappedExamples = 5

// count fills the report's numbers.
func (r *run) count(ctx context.Context, report *Report) error {
	cdm, err := schema.For("5.4")
	if err != nil {
		return err
	}
	var outside, all []string
	for _, t := range cdm.Tables {
		var n int64
		if err := r.conn.QueryRowContext(ctx, "SELECT count(*) FROM "+t.Name).Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		report.Tables = append(report.Tables, Count{t.Name, n})
		if t.IsEvent() && strings.HasSuffix(t.Name, "_occurrence") || t.Name == "drug_exposure" ||
			t.Name == "measurement" || t.Name == "observation" || t.Name == "device_exposure" {
			all = append(all, fmt.Sprintf("(SELECT count(*) FROM %s)", t.Name))
			outside = append(outside, fmt.Sprintf(`(SELECT count(*) FROM %s AS e ANTI JOIN observation_period AS p ON p.person_id = e.person_id
				AND e.%s BETWEEN p.observation_period_start_date AND p.observation_period_end_date)`, t.Name, t.StartDate))
		}
	}
	if len(all) > 0 {
		query := "SELECT " + strings.Join(outside, " + ") + ", " + strings.Join(all, " + ")
		if err := r.conn.QueryRowContext(ctx, query).Scan(&report.Outside, &report.All); err != nil {
			return fmt.Errorf("count what lies outside observation: %w", err)
		}
	}
	if err := r.countUnmapped(ctx, report); err != nil {
		return err
	}
	if err := r.countDropped(ctx, report); err != nil {
		return err
	}
	if err := r.countMoved(ctx, report); err != nil {
		return err
	}
	lacks, err := r.texts(ctx,
		"SELECT 'the vocabulary has no concept for ' || name || ' (' || vocabulary_id || '): 0 stands for it' FROM synpuf_constant WHERE concept_id = 0 ORDER BY ALL")
	report.Missing = append(report.Missing, lacks...)
	return err
}

func (r *run) countUnmapped(ctx context.Context, report *Report) error {
	rows, err := r.conn.QueryContext(ctx, fmt.Sprintf(`
		WITH code AS (SELECT coding, code, sum(records)::BIGINT AS records FROM synpuf_unmapped GROUP BY ALL)
		SELECT coding, count(*), sum(records)::BIGINT, array_to_string(list(code ORDER BY records DESC, code)[1:%d], ' ')
		FROM code GROUP BY coding ORDER BY coding`, unmappedExamples))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var s Share
		var examples string
		if err := rows.Scan(&s.Vocabulary, &s.Codes, &s.Records, &examples); err != nil {
			return err
		}
		s.Examples = strings.Fields(examples)
		report.Unmapped = append(report.Unmapped, s)
	}
	return rows.Err()
}

func (r *run) countMoved(ctx context.Context, report *Report) error {
	var examples string
	err := r.conn.QueryRowContext(ctx, fmt.Sprintf(`
		WITH code AS (SELECT code, moved, sum(records)::BIGINT AS records FROM synpuf_moved GROUP BY ALL)
		SELECT coalesce(sum(records) FILTER (moved), 0)::BIGINT, count(*) FILTER (moved), coalesce(sum(records) FILTER (NOT moved), 0)::BIGINT,
		       coalesce(array_to_string((list(code ORDER BY records DESC, code) FILTER (moved))[1:%d], ' '), '') FROM code`, unmappedExamples)).
		Scan(&report.Moved.Conditions, &report.Moved.Codes, &report.Moved.Procedures, &examples)
	report.Moved.Examples = strings.Fields(examples)
	return err
}

func (r *run) countDropped(ctx context.Context, report *Report) error {
	rows, err := r.conn.QueryContext(ctx,
		"SELECT kind, reason, sum(claims)::BIGINT FROM synpuf_dropped GROUP BY ALL ORDER BY ALL")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var d Dropped
		if err := rows.Scan(&d.Kind, &d.Reason, &d.Claims); err != nil {
			return err
		}
		report.Dropped = append(report.Dropped, d)
	}
	return rows.Err()
}
