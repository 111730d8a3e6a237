package schedule

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func TestAHistorySurvivesALineThatWasCutShort(t *testing.T) {
	f := Folder{Path: t.TempDir()}
	put(t, f, plan("a", "@daily", "UTC", time.Now()))
	add := func(id string) {
		t.Helper()
		if err := f.Append("a", Record{ID: id, By: ByClock, Due: day("2026-01-01"), Status: Answered, Source: "v1"}); err != nil {
			t.Fatal(err)
		}
	}
	add("one")
	for _, torn := range []string{`{"id":"tw`, "\x00\x00\x00", strings.Repeat("x", 200_000)} {
		file, err := os.OpenFile(f.ledger("a"), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString(torn); err != nil {
			t.Fatal(err)
		}
		file.Close()
		if h := history(t, f, "a"); h[len(h)-1].ID == "tw" {
			t.Fatalf("%+v", h)
		}
		add("next")
	}
	if h := history(t, f, "a"); len(h) != 4 {
		t.Errorf("%d records, want 4", len(h))
	}
}

func TestTheEndOfALongHistoryIsEnough(t *testing.T) {
	f := Folder{Path: t.TempDir(), NoSync: true}
	s := plan("a", "@hourly", "UTC", day("2026-01-01"))
	put(t, f, s)
	for i := range 500 {
		rec := Record{ID: fmt.Sprint(i), By: ByClock, Due: day("2026-01-01").Add(time.Duration(i) * time.Hour), Status: Failed, Message: strings.Repeat("m", 300)}
		if i == 3 {
			rec.Status, rec.Source = Answered, "v1"
		}
		if err := f.Append("a", rec); err != nil {
			t.Fatal(err)
		}
	}
	due, source, err := f.settled(s)
	if err != nil || source != "v1" || !due.Equal(day("2026-01-01").Add(499*time.Hour)) {
		t.Errorf("%s, %q, %v", due, source, err)
	}
	if last, err := f.lastAnswered("a", ""); err != nil || last == nil || last.ID != "3" {
		t.Errorf("last answered %+v, %v", last, err)
	}
	if recent, err := f.Recent("a"); err != nil || recent[len(recent)-1].ID != "499" || len(recent) >= 500 {
		t.Errorf("%d recent records, %v", len(recent), err)
	}
}

func TestSchedulesThatCannotBeKept(t *testing.T) {
	f := Folder{Path: t.TempDir()}
	good := plan("good", "@daily", "UTC", time.Now())
	put(t, f, good)
	if err := f.Put(good, false); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("twice: %v", err)
	}
	for _, name := range []string{"", "a b", "../a", "A", "a.b", "-a", strings.Repeat("a", 81)} {
		if err := f.Put(plan(name, "@daily", "UTC", time.Now()), false); err == nil {
			t.Errorf("the name %q was taken", name)
		}
	}
	if err := f.Put(plan("never", "", "UTC", time.Now()), false); err == nil || !strings.Contains(err.Error(), "--on-refresh") {
		t.Errorf("never due: %v", err)
	}
	if _, err := f.Get("nosuch"); !errors.Is(err, ErrNotFound) {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(f.file("broken"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	all, err := f.List()
	if len(all) != 1 || err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("%d schedules, %v", len(all), err)
	}
	if err := f.Remove("broken"); err != nil {
		t.Errorf("removing a damaged one: %v", err)
	}
}
