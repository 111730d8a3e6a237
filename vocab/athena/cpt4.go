package athena

import (
	"context"
	"database/sql"
	"fmt"
)

// cpt4Table is the file of CPT4 concepts that Athena delivers without names, which are licensed apart. The cpt4 tool of
// the download gets the names and appends the concepts to CONCEPT.csv.
const cpt4Table = "concept_cpt4"

// addCPT4 adds the CPT4 concepts that CONCEPT lacks, so that their codes, maps and hierarchy are known. Their code
// stands for the name.
func (l *loader) addCPT4(ctx context.Context, db *sql.DB) error {
	file := l.from.files[cpt4Table]
	concept := tables[0]
	if file != nil && !l.report.Tables[0].Kept {
		path, done, err := l.from.path(ctx, file, l.work)
		if err != nil {
			return err
		}
		defer done()
		staged := table{name: cpt4Table, columns: concept.columns}
		if err := staged.load(ctx, db, path); err != nil {
			return err
		}
		for _, stmt := range []string{
			"INSERT INTO concept BY NAME SELECT * REPLACE (coalesce(concept_name, concept_code) AS concept_name) FROM " + cpt4Table +
				" WHERE concept_id NOT IN (SELECT concept_id FROM concept)",
			"UPDATE concept SET concept_name = concept_code WHERE concept_name IS NULL AND vocabulary_id = 'CPT4'",
			"DROP TABLE " + cpt4Table,
		} {
			if _, err := db.ExecContext(ctx, stmt); err != nil {
				return err
			}
		}
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM concept").Scan(&l.report.Tables[0].Rows); err != nil {
			return err
		}
	}
	return l.noteCPT4(ctx, db)
}

// noteCPT4 tells of CPT4 concepts without their names, and how to get them.
func (l *loader) noteCPT4(ctx context.Context, db *sql.DB) error {
	var unnamed int64
	err := db.QueryRowContext(ctx,
		"SELECT count(*) FROM concept WHERE vocabulary_id = 'CPT4' AND concept_name = concept_code").Scan(&unnamed)
	if unnamed > 0 {
		l.report.Notes = append(l.report.Notes,
			fmt.Sprintf("%d CPT4 concepts came without names, which the American Medical Association licenses: "+
				"they are found by code only. To add the names, get an API key of a UMLS account (https://uts.nlm.nih.gov/uts/profile), run "+
				"\"java -Dumls-apikey=KEY -jar cpt4.jar 5\" in the folder of the download, and load that folder again", unnamed))
	}
	return err
}
