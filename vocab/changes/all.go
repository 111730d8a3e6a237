package changes

import (
	"context"
	"database/sql"
	"fmt"
)

// The temporary table change holds every change of a concept: id, kind, was and now. Names and codes are joined when
// they are shown.

// valid selects relationships in force.
const valid = "(invalid_reason IS NULL OR CAST(invalid_reason AS VARCHAR) IN ('', 'NULL'))"

// standing is whether a concept may stand in a standard field.
func standing(alias string) string {
	return fmt.Sprintf("(%s.standard_concept IS NOT DISTINCT FROM 'S' AND (%s.invalid_reason IS NULL OR CAST(%s.invalid_reason AS VARCHAR) IN ('', 'NULL')))", alias, alias, alias)
}

// concepts compares CONCEPT.
func (c *comparison) concepts(ctx context.Context) error {
	c.Progress("concepts")
	if err := c.exec(ctx, "CREATE TEMP TABLE change (id BIGINT, kind VARCHAR, was VARCHAR, now VARCHAR)"); err != nil {
		return err
	}
	if c.same["concept"] && c.same["concept_cpt4"] == c.hasCPT4(ctx) {
		return nil
	}
	return c.exec(ctx, `CREATE TEMP TABLE both_concepts AS
		SELECT coalesce(o.concept_id, n.concept_id) AS id, o.concept_id IS NOT NULL AS before, n.concept_id IS NOT NULL AS after,
			`+standing("o")+` AS was_standard, `+standing("n")+` AS is_standard,
			o.concept_name AS old_name, n.concept_name AS new_name, o.domain_id AS old_domain, n.domain_id AS new_domain
		FROM old_concept o FULL JOIN new_concept n ON o.concept_id = n.concept_id
		WHERE o.concept_id IS NULL OR n.concept_id IS NULL OR o.concept_name IS DISTINCT FROM n.concept_name
			OR o.domain_id IS DISTINCT FROM n.domain_id OR `+standing("o")+" <> "+standing("n")+`;
		INSERT INTO change
		SELECT id, '`+Gone+`', NULL, NULL FROM both_concepts WHERE NOT after
		UNION ALL SELECT id, '`+New+`', NULL, NULL FROM both_concepts WHERE NOT before
		UNION ALL SELECT id, '`+NotStandard+`', NULL, NULL FROM both_concepts WHERE before AND after AND was_standard AND NOT is_standard
		UNION ALL SELECT id, '`+Standard+`', NULL, NULL FROM both_concepts WHERE before AND after AND NOT was_standard AND is_standard
		UNION ALL SELECT id, '`+Domain+`', old_domain, new_domain FROM both_concepts WHERE before AND after AND old_domain IS DISTINCT FROM new_domain
		UNION ALL SELECT id, '`+Renamed+`', old_name, new_name FROM both_concepts WHERE before AND after AND old_name IS DISTINCT FROM new_name`)
}

// hasCPT4 reports whether either version was loaded from a file of CPT4 concepts, on which CONCEPT depends too.
func (c *comparison) hasCPT4(ctx context.Context) bool {
	var n int
	err := c.db.QueryRowContext(ctx,
		"SELECT count(*) FROM (FROM old.askomop_vocabulary_file UNION ALL FROM new.askomop_vocabulary_file) WHERE table_name = 'concept_cpt4'").Scan(&n)
	return err == nil && n > 0
}

// hierarchy compares what lies directly above each concept that both versions have.
func (c *comparison) hierarchy(ctx context.Context) error {
	c.Progress("hierarchy")
	if c.same["concept_ancestor"] {
		return nil
	}
	var before, after bool
	const has = "EXISTS (FROM %s_concept_ancestor WHERE ancestor_concept_id <> descendant_concept_id)"
	if err := c.db.QueryRowContext(ctx, fmt.Sprintf("SELECT "+has+", "+has, "old", "new")).Scan(&before,
		&after); err != nil {
		return err
	}
	if !before || !after {
		c.report.Notes = append(c.report.Notes,
			"no CONCEPT_ANCESTOR in one of the two or both: what moved in the hierarchy is not known, and sets are compared without descendants")
		return nil
	}
	const above = "SELECT descendant_concept_id AS id, ancestor_concept_id AS parent FROM %s_concept_ancestor WHERE min_levels_of_separation = 1"
	return c.pairs(ctx, "parent", fmt.Sprintf(above, "old"), fmt.Sprintf(above, "new"), `
		INSERT INTO change SELECT id, '`+Moved+`', was, now FROM parent_change
		WHERE EXISTS (FROM old_concept o WHERE o.concept_id = id) AND EXISTS (FROM new_concept n WHERE n.concept_id = id)`)
}

// maps compares "Maps to" of source concepts. A standard concept maps to itself, which is not counted.
func (c *comparison) maps(ctx context.Context) error {
	c.Progress("maps")
	if c.same["concept_relationship"] {
		return nil
	}
	const maps = "SELECT concept_id_1 AS id, concept_id_2 AS parent FROM %s_concept_relationship WHERE relationship_id = 'Maps to' AND concept_id_1 <> concept_id_2 AND " + valid
	old, now := fmt.Sprintf(maps, "old"), fmt.Sprintf(maps, "new")
	return c.pairs(ctx, "target", old, now, `
		INSERT INTO change
		SELECT id, CASE WHEN NOT id IN (SELECT id FROM (`+old+`)) THEN '`+Mapped+`'
			WHEN NOT id IN (SELECT id FROM (`+now+`)) THEN '`+Unmapped+`' ELSE '`+Remapped+`' END, was, now
		FROM target_change
		WHERE EXISTS (FROM old_concept o WHERE o.concept_id = id) AND EXISTS (FROM new_concept n WHERE n.concept_id = id)`)
}

// pairs compares two selections of id and parent: NAME_pair keeps the pairs that only one has, NAME_change lists them
// by id.
func (c *comparison) pairs(ctx context.Context, name, old, now, then string) error {
	return c.exec(ctx, fmt.Sprintf(`CREATE TEMP TABLE %[1]s_pair AS
		SELECT id, parent, false AS added FROM (%[2]s) o ANTI JOIN (%[3]s) n USING (id, parent)
		UNION ALL SELECT id, parent, true FROM (%[3]s) n ANTI JOIN (%[2]s) o USING (id, parent);
		CREATE TEMP TABLE %[1]s_change AS
		SELECT p.id, string_agg(coalesce(o.concept_name, p.parent::VARCHAR), '; ' ORDER BY o.concept_name, p.parent) FILTER (NOT added) AS was,
			string_agg(coalesce(n.concept_name, p.parent::VARCHAR), '; ' ORDER BY n.concept_name, p.parent) FILTER (added) AS now
		FROM %[1]s_pair p LEFT JOIN old_concept o ON o.concept_id = p.parent LEFT JOIN new_concept n ON n.concept_id = p.parent GROUP BY p.id;
		%[4]s`, name, old, now, then))
}

// kinds counts the changes, with examples.
func (c *comparison) kinds(ctx context.Context) error {
	for _, kind := range []string{Gone, NotStandard, Moved, Domain, Remapped, Unmapped, Mapped, Renamed, Standard,
		New} {
		k := Kind{Kind: kind, Vocabularies: []Count{}, Examples: []Change{}}
		side := "new"
		if kind == Gone {
			side = "old"
		}
		err := c.each(ctx, func(scan func(...any) error) error {
			var n Count
			err := scan(&n.Vocabulary, &n.Concepts)
			k.Concepts += n.Concepts
			k.Vocabularies = append(k.Vocabularies, n)
			return err
		}, `SELECT coalesce(v.vocabulary_id, ''), count(*) FROM change JOIN `+side+`_concept v ON v.concept_id = id WHERE kind = ?
			GROUP BY 1 ORDER BY 2 DESC, 1`, kind)
		if err != nil {
			return err
		}
		if k.Concepts > 0 {
			// Standard concepts first: they are what records hold.
			if k.Examples, err = c.list(ctx, `SELECT id, NULL, was, now FROM change JOIN `+side+`_concept v ON v.concept_id = id WHERE kind = ?
				ORDER BY v.standard_concept IS DISTINCT FROM 'S', id LIMIT ?`, kind, c.Examples); err != nil {
				return err
			}
		}
		c.report.Kinds = append(c.report.Kinds, k)
	}
	return nil
}

// list completes changes, selected as id, why, was and now, with name and code, and with what replaces concepts
// that are gone or not standard; ordered by name.
func (c *comparison) list(ctx context.Context, selected string, args ...any) ([]Change, error) {
	list := []Change{}
	err := c.each(ctx, func(scan func(...any) error) error {
		var ch Change
		var why, was, now, name, vocabulary, code sql.NullString
		err := scan(&ch.ID, &why, &was, &now, &name, &vocabulary, &code)
		ch.Why, ch.Was, ch.Now, ch.Name, ch.Vocabulary, ch.Code = why.String, was.String, now.String, name.String,
			vocabulary.String, code.String
		list = append(list, ch)
		return err
	}, `WITH chosen(id, why, was, now) AS MATERIALIZED (`+selected+`)
		SELECT c.id, c.why, c.was, coalesce(c.now, (SELECT string_agg(t.concept_name || ' (' || t.concept_id || ')', '; ' ORDER BY t.concept_id)
			FROM new_concept_relationship r JOIN new_concept t ON t.concept_id = r.concept_id_2
			WHERE r.concept_id_1 = c.id AND r.relationship_id IN ('Maps to', 'Concept replaced by') AND r.concept_id_2 <> c.id AND (r.invalid_reason IS NULL OR CAST(r.invalid_reason AS VARCHAR) IN ('', 'NULL')))),
			coalesce(n.concept_name, o.concept_name), coalesce(n.vocabulary_id, o.vocabulary_id), coalesce(n.concept_code, o.concept_code)
		FROM chosen c LEFT JOIN new_concept n ON n.concept_id = c.id LEFT JOIN old_concept o ON o.concept_id = c.id
		ORDER BY lower(coalesce(n.concept_name, o.concept_name)), c.id`, args...)
	return list, err
}

func (c *comparison) each(ctx context.Context, row func(scan func(...any) error) error, query string,
	args ...any) error {
	rows, err := c.db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
