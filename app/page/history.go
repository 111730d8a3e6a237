package page

import (
	"bytes"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
)

// daysDrawn is how many days the picture of the history has at most.
const daysDrawn = 30

// historyView shows the questions that were asked, newest first, by day.
type historyView struct {
	Find    string
	Days    []dayView
	Found   int // entries that have the words; the newest are listed
	Listed  int
	Picture template.HTML // how many questions were asked each day
	Off     bool
	Trouble string
}

// dayView shows the questions of one day.
type dayView struct {
	Name    string
	Entries []askedView
}

// askedView is a question as it was last asked on a day, and how often it was.
type askedView struct {
	app.LogEntry
	Times int
}

func (s *Server) history(w http.ResponseWriter, r *http.Request, of *session) error {
	v := historyView{Find: clip(r.URL.Query().Get("find")), Off: s.app.Settings().NoLog}
	wanted := strings.Fields(strings.ToLower(v.Find))
	var newest []app.LogEntry
	asked := map[string]picture.Asked{}
	for rec, err := range s.app.RunLog().Records() {
		if r.Context().Err() != nil {
			return r.Context().Err()
		}
		if err != nil {
			v.Trouble = "The log is damaged; askomop log verify shows where."
			continue
		}
		e, err := app.ReadEntry(rec)
		if err != nil || e.Question == "" || e.IsBeside() || !has(strings.ToLower(e.Question), wanted) {
			continue
		}
		v.Found++
		count(asked, e)
		if newest = append(newest, e); len(newest) > 2*mostListed {
			newest = slices.Delete(newest, 0, mostListed)
		}
	}
	slices.Reverse(newest)
	newest = newest[:min(len(newest), mostListed)]
	v.Listed, v.Days = len(newest), byDay(newest, time.Now())
	v.Picture = picture.OfDays(asked, time.Now(), daysDrawn).HTML("wide", "narrow")
	return s.show(w, of, "history", frame{Title: "History", Place: "history", Page: v})
}

// count adds an entry to its day.
func count(asked map[string]picture.Asked, e app.LogEntry) {
	day := e.Time.Local().Format(time.DateOnly)
	n := asked[day]
	if e.Status == "answered" {
		n.Answered++
	} else {
		n.Other++
	}
	asked[day] = n
}

// byDay parts entries, newest first, by the days of this machine's time.
func byDay(entries []app.LogEntry, now time.Time) []dayView {
	var days []dayView
	for _, e := range entries {
		name := dayName(e.Time.Local(), now.Local())
		if len(days) == 0 || days[len(days)-1].Name != name {
			days = append(days, dayView{Name: name})
		}
		days[len(days)-1].add(e)
	}
	return days
}

// add lists an entry, or counts it where the same was asked later that day.
func (d *dayView) add(e app.LogEntry) {
	i := slices.IndexFunc(d.Entries, func(o askedView) bool {
		return o.Question == e.Question && o.Status == e.Status && o.Command == e.Command &&
			bytes.Equal(o.Study, e.Study)
	})
	if i < 0 {
		d.Entries = append(d.Entries, askedView{e, 1})
	} else {
		d.Entries[i].Times++
	}
}

func dayName(t, now time.Time) string {
	switch day := t.Format(time.DateOnly); day {
	case now.Format(time.DateOnly):
		return "Today"
	case now.AddDate(0, 0, -1).Format(time.DateOnly):
		return "Yesterday"
	}
	return t.Format("Monday, 2 January 2006")
}
