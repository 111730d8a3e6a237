package schedules

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/pipeline/schedule"
)

// TestSchedulesOverARefreshOfTheData adds five questions to a database with half of the
// people, loads the other half, and looks at diffs, alerts and stale marks.
func TestSchedulesOverARefreshOfTheData(t *testing.T) {
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	whole := cmdtest.GiBleedFile(t)
	cdm := filepath.Join(t.TempDir(), "cdm.duckdb")
	var half []string
	for _, table := range []string{"person", "condition_occurrence", "drug_exposure", "procedure_occurrence", "measurement", "observation", "visit_occurrence", "observation_period"} {
		half = append(half, "DELETE FROM "+table+" WHERE person_id % 2 = 1")
	}
	// Half of the people, records up to 2015, and a vocabulary that does not know viral sinusitis (40481087) yet.
	half = append(half, "DELETE FROM condition_occurrence WHERE condition_start_date > DATE '2015-06-30'",
		"DELETE FROM drug_exposure WHERE drug_exposure_start_date > DATE '2015-06-30'", "DELETE FROM procedure_occurrence WHERE procedure_date > DATE '2015-06-30'",
		"DELETE FROM measurement WHERE measurement_date > DATE '2015-06-30'", "DELETE FROM observation WHERE observation_date > DATE '2015-06-30'",
		"DELETE FROM visit_occurrence WHERE visit_start_date > DATE '2015-06-30'",
		"DELETE FROM concept WHERE concept_id = 40481087", "DELETE FROM concept_ancestor WHERE 40481087 IN (ancestor_concept_id, descendant_concept_id)",
		"UPDATE cdm_source SET cdm_release_date = DATE '2018-01-01'")
	cmdtest.Edited(t, whole, cdm, half...)
	var hooks []schedule.Notice
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var n schedule.Notice
		if json.Unmarshal(body, &n) == nil && r.Header.Get(schedule.HeaderSignature) == "sha256="+schedule.Sign("hush", r.Header.Get(schedule.HeaderTime), body) {
			hooks = append(hooks, n)
		}
	}))
	defer server.Close()
	t.Setenv("ASKOMOP_WEBHOOK_SECRET", "hush")

	questions := map[string]string{
		"celecoxib":  "How many people took celecoxib?",
		"concussion": "How many women had a concussion with no loss of consciousness?",
		"by-sex":     "How many patients with acute bronchitis are there by sex?",
		"sinusitis":  "How many patients had sinusitis?",
		"recent":     "How many patients had acute bronchitis in the last 365 days?",
	}
	alerts := map[string][]string{
		"celecoxib": {"patients changes > 20%"}, "concussion": {"patients falls > 1%"}, "by-sex": {"patients rises > 50%"}, "sinusitis": {"stale"}, "recent": {"changes"},
	}
	for name, question := range questions {
		args := []string{"--db", cdm, "schedule", "add", name, "--question", question, "--on-refresh", "--timezone", "Europe/Berlin", "--webhook", server.URL, "--yes"}
		for _, a := range alerts[name] {
			args = append(args, "--alert", a)
		}
		added := cmdtest.MustJSON[struct{ Run cmdtest.Answer }](t, args...)
		ran := cmdtest.MustJSON[app.RecordDocument](t, "schedule", "run", name)
		now, _ := json.Marshal(ran.Cells)
		if asked, _ := json.Marshal(added.Run.Rows); string(asked) != string(now) || ran.Status != schedule.Answered {
			t.Fatalf("%s: added with %s, run with %s %s", name, asked, now, ran.Message)
		}
	}
	if got := cmdtest.Must(t, "schedule", "run", "--once"); !strings.Contains(got.ErrOut, "0 runs made") {
		t.Fatalf("without new data: %s", got.ErrOut)
	}

	cmdtest.Edited(t, whole, cdm+".new")
	if err := os.Rename(cdm+".new", cdm); err != nil {
		t.Fatal(err)
	}
	ran := cmdtest.Must(t, "schedule", "run", "--once")
	if !strings.Contains(ran.ErrOut, "5 runs made") {
		t.Fatalf("after the refresh: %s", ran.ErrOut)
	}
	fired := map[string]bool{}
	for name, question := range questions {
		h := cmdtest.MustJSON[[]schedule.Record](t, "schedule", "history", name)
		last := h[len(h)-1]
		if len(h) != 2 || last.By != schedule.ByRefresh || last.Status != schedule.Answered {
			t.Fatalf("%s: history %+v", name, h)
		}
		fired[name] = len(last.Alerts) > 0
		if stale := len(last.Stale) > 0; stale != (name == "sinusitis") || stale && !strings.Contains(last.Stale[0], "Viral sinusitis (40481087)") {
			t.Errorf("%s is stale by %v", name, last.Stale)
		}
		// The diff says what asking anew says, but where the concept set was frozen without what is new.
		d := cmdtest.MustJSON[app.DiffDocument](t, "schedule", "diff", name)
		if name == "recent" {
			if last.DataEnd < "2018" || h[0].DataEnd > "2015-06-30" || len(d.Changed) != 1 {
				t.Errorf("recent: the data ends %s, then %s; changed %v", h[0].DataEnd, last.DataEnd, d.Changed)
			}
			continue
		}
		asked := cmdtest.MustJSON[cmdtest.Answer](t, "--db", cdm, "ask", question)
		for i, row := range asked.Rows {
			want, got := row[len(row)-1], d.Changed[i].After
			if same := want == got; same == (name == "sinusitis") {
				t.Errorf("%s: the run gave %v, asking gives %v", name, got, want)
			}
		}
	}
	if want := map[string]bool{"celecoxib": true, "concussion": false, "by-sex": true, "sinusitis": true, "recent": true}; !mapsEqual(fired, want) {
		t.Errorf("alerts fired %v, want %v", fired, want)
	}
	if len(hooks) != 4 || slices.ContainsFunc(hooks, func(n schedule.Notice) bool { return n.Schedule == "concussion" }) {
		t.Errorf("webhooks %+v", hooks)
	}
	if strings.Count(ran.ErrOut, "ALERT ") != 4 {
		t.Errorf("standard error: %s", ran.ErrOut)
	}

	// Frozen anew, the set holds what is new; the old stays until somebody says yes.
	shown := cmdtest.Run(t, "schedule", "refresh", "sinusitis")
	if shown.Code != commands.ExitUsage || !strings.Contains(shown.Out, "+ 40481087 Viral sinusitis") {
		t.Fatalf("refresh: %d %s%s", shown.Code, shown.Out, shown.ErrOut)
	}
	if r := cmdtest.MustJSON[app.RecordDocument](t, "schedule", "run", "sinusitis"); len(r.Stale) == 0 {
		t.Error("a refresh that was only shown has replaced what was frozen")
	}
	cmdtest.Must(t, "schedule", "refresh", "sinusitis", "--yes")
	r := cmdtest.MustJSON[app.RecordDocument](t, "schedule", "run", "sinusitis")
	if len(r.Stale) != 0 || r.Revision != 2 || r.Shown != "2,689" {
		t.Errorf("after the refresh: %+v", r.Record)
	}
}

func mapsEqual(a, b map[string]bool) bool {
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return len(a) == len(b)
}
