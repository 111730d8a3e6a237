package compile_test

import (
	"fmt"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
)

// An exposure without an end lasts for its days of supply, else it is of one day.
func TestExposuresWithoutAnEnd(t *testing.T) {
	db := emptyDatabase(t)
	const supplied = `INSERT INTO drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_type_concept_id, days_supply)
		VALUES (9, 4, 1310149, '2008-08-01', 0, 30), (10, 2, 1310149, '2008-10-01', 0, 0)`
	for _, statement := range append(append([]string{}, fourPeople...), supplied) {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	const touching = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"drug",` +
		`"concepts":[{"text":"warfarin"}],"touching":{"from":"%[1]s","to":"%[1]s"}}}}}`
	for day, want := range map[string]int64{
		"2008-03-20": 1, "2008-03-21": 0, // the end is recorded
		"2008-05-01": 1, "2008-05-02": 0, // neither end nor supply
		"2008-08-01": 1, "2008-08-30": 1, "2008-08-31": 0, // 30 days
		"2008-10-01": 1, "2008-10-02": 0, // a supply of no days is none
	} {
		q, err := study.Parse(fmt.Appendf(nil, touching, day))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := compile.Compile(q, compile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := query(db, plan.SQL)
		if err != nil || len(got.Rows) != 1 || text(got.Rows[0][0]) != fmt.Sprint(want) {
			t.Errorf("%s: %v, %v, want %d\n%s", day, got, err, want, plan.SQL)
		}
	}
}
