package page

import (
	"fmt"
	"net/http"
	"time"
)

// What a stage is called while it lasts.
var stageWords = map[string]string{
	"wait": "Waiting for other questions", "open": "Opening the database", "mask": "Finding medical terms",
	"retrieve": "Looking in the library", "read": "Reading the question", "write": "Writing the query",
	"check": "Checking the query", "code": "Looking codes up", "execute": "Counting",
	"answer": "Hiding small numbers", "readings": "Counting the other readings",
}

// stillHere is how often a stream says that it is alive, and streamTime how long one lasts; the browser opens another.
const (
	stillHere  = 10 * time.Second
	streamTime = 5 * time.Minute
)

// events streams the stages of a run, and ends when it has ended. A client that does not read is let go.
func (s *Server) events(w http.ResponseWriter, r *http.Request, of *session) error {
	found, err := of.run(r.PathValue("run"))
	if err != nil {
		return err
	}
	if !of.openStream() {
		return &refusal{http.StatusTooManyRequests, "Too many pages of yours are waiting for answers."}
	}
	defer of.closeStream()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	control := http.NewResponseController(w)
	send := func(event, data string) bool {
		_ = control.SetWriteDeadline(time.Now().Add(stillHere))
		_, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, data)
		return err == nil && control.Flush() == nil
	}
	over := time.NewTimer(streamTime)
	defer over.Stop()
	tick := time.NewTicker(stillHere)
	defer tick.Stop()
	for told := 0; ; {
		found.mu.Lock()
		stages, changed := found.stages, found.changed
		found.mu.Unlock()
		for ; told < len(stages); told++ {
			if !send("stage", stageWords[stages[told]]) {
				return nil
			}
		}
		select {
		case <-changed:
		case <-found.done:
			send("done", "")
			return nil
		case <-tick.C:
			if !send("alive", time.Since(found.started).Round(time.Second).String()) {
				return nil
			}
		case <-over.C:
			return nil
		case <-r.Context().Done():
			return nil
		case <-s.life.Done():
			return nil
		}
	}
}

// stop ends a run on the person's word.
func (s *Server) stop(w http.ResponseWriter, r *http.Request, of *session) error {
	found, err := of.run(r.PathValue("run"))
	if err != nil {
		return err
	}
	found.stop()
	select {
	case <-found.done:
	case <-r.Context().Done():
	case <-time.After(stillHere):
	}
	return seeOther(w, r, "/runs/"+found.id)
}
