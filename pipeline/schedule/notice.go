package schedule

import (
	"fmt"
	"strings"
	"time"
)

// Notice is what webhooks and commands are told of a run whose alerts have fired.
// Its JSON names don't change. It holds no row of the result, and hidden counts stay hidden.
type Notice struct {
	ID       string    `json:"id"` // of the notice: the same however often it is sent
	Schedule string    `json:"schedule"`
	Run      string    `json:"run"`
	Due      time.Time `json:"due"`
	Status   string    `json:"status"`
	Alerts   []string  `json:"alerts"`
	Message  string    `json:"message"`
	Answer   string    `json:"answer"`
	Measure  string    `json:"measure"`
	Value    *float64  `json:"value"` // null where it is hidden
	Stale    []string  `json:"stale"`
}

// notice is the notice of a run; ok is false where no alert has fired.
func notice(name string, rec Record) (n Notice, ok bool) {
	n = Notice{
		ID: name + "@" + rec.ID, Schedule: name, Run: rec.ID, Due: rec.Due, Status: rec.Status,
		Alerts:  append([]string{}, rec.Alerts...),
		Message: rec.Message, Answer: rec.Answer, Measure: rec.Measure, Value: rec.Value,
		Stale: append([]string{}, rec.Stale...),
	}
	return n, len(rec.Alerts) > 0
}

// String is the notice in a line for a terminal or a log.
func (n Notice) String() string {
	return fmt.Sprintf("ALERT %s (run %s): %s", n.Schedule, n.Run, strings.Join(n.Alerts, " | "))
}
