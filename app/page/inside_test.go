package page

import (
	"fmt"
	"testing"
	"time"

	"github.com/askomop/askomop/omop/info"
)

// Hurry gives clients little time, for tests.
func (s *Served) Hurry(d time.Duration) {
	s.page.times = times{head: d, idle: d, body: d, answer: d}
	s.server.ReadHeaderTimeout, s.server.IdleTimeout = d, d
}

// Page is what is served.
func (s *Served) Page() *Server { return s.page }

// Streams is how many streams of events are open.
func (s *Server) Streams() int {
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	n := 0
	for _, one := range s.sessions.all {
		one.mu.Lock()
		n += one.streams
		one.mu.Unlock()
	}
	return n
}

// Sessions is how many are open.
func (s *Server) Sessions() int {
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	return len(s.sessions.all)
}

// Age lets the sessions be unused for so long.
func (s *Server) Age(by time.Duration) {
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	for _, one := range s.sessions.all {
		one.mu.Lock()
		one.seen = one.seen.Add(-by)
		one.mu.Unlock()
	}
}

// A concept that few people have a record of does not tell how many records, nor does what is left of its set.
func TestRecordsOfRareConceptsAreHidden(t *testing.T) {
	for want, counts := range map[string]map[int64]info.Occurrence{
		"[120 hidden hidden 0]": {1: {Records: 120, People: 90}, 2: {Records: 9, People: 4}, 3: {Records: 50, People: 40}},
		"[hidden hidden 50 0]":  {1: {Records: 1, People: 1}, 2: {Records: 40, People: 30}, 3: {Records: 50, People: 40}},
		"[120 7 50 0]":          {1: {Records: 120, People: 90}, 2: {Records: 7, People: 5}, 3: {Records: 50, People: 40}},
		"[hidden 0 0 0]":        {1: {Records: 2, People: 2}},
	} {
		v := setView{Concepts: []conceptView{{ID: 1}, {ID: 2}, {ID: 3}, {ID: 4}}}
		v.count(counts, 5)
		var got []string
		for _, c := range v.Concepts {
			got = append(got, c.Records)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}
