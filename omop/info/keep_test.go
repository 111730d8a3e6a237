package info

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// What is kept hides what is described anew: of a table of few people, and of a finding about few.
func TestAKeptDescriptionHidesAsMuch(t *testing.T) {
	fresh := describe(t, database(t, "5.4", "INSERT INTO person (person_id) VALUES (1), (2), (3), (4), (5), (6), (7)",
		"INSERT INTO observation_period (observation_period_id, person_id, observation_period_start_date, observation_period_end_date) "+
			"VALUES (1, 1, '2008-01-01', '2008-12-31'), (2, 2, '2008-01-01', '2008-12-31'), (3, 3, '2008-01-01', '2008-12-31'), "+
			"(4, 4, '2008-01-01', '2008-12-31'), (5, 5, '2008-01-01', '2008-12-31')",
		"INSERT INTO death (person_id, death_date) VALUES (1, '2008-05-05'), (2, '2008-06-06')"))
	text, err := fresh.Keep()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Kept(text)
	if err != nil || !reflect.DeepEqual(again, fresh) {
		t.Fatalf("%v\nkept %+v\nmade %+v", err, again, fresh)
	}
	fresh.Hide(5)
	again.Hide(5)
	want, _ := json.Marshal(fresh)
	got, _ := json.Marshal(again)
	if string(got) != string(want) || !strings.Contains(string(got), "few of 7 people") && !strings.Contains(string(got), "few people") ||
		strings.Contains(string(got), "2 of 7") {
		t.Errorf("%s\nwant %s", got, want)
	}
	for _, damaged := range []string{"", "{", `{"cdm_version": "5.4", "findings": [{"code": "no_death"}]}`, `{"persons": 7}`} {
		if _, err := Kept([]byte(damaged)); err == nil {
			t.Errorf("%q was taken", damaged)
		}
	}
}
