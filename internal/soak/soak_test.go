package main

import (
	"strings"
	"testing"
	"time"
)

// A soak of three seconds, without processes; task soak takes ten minutes.
func TestAShortSoakFindsNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a demo database and runs for seconds")
	}
	var out strings.Builder
	err := run(t.Context(), options{during: 3 * time.Second, clients: 8, persons: 300, seed: 1}, &out)
	if err != nil {
		t.Errorf("%v\n%s", err, out.String())
	}
	for _, kind := range []string{"good", "bad", "huge", "cancelled", "check"} {
		if !strings.Contains(out.String(), "\n"+kind+" ") {
			t.Errorf("there was no %s query in three seconds:\n%s", kind, out.String())
		}
	}
}
