package commands

import (
	"strings"
	"testing"
)

func TestProgressIsABarOnATerminalALineInAPipeAndNothingWhenQuiet(t *testing.T) {
	show := func(terminal, quiet bool) string {
		var b strings.Builder
		p := newProgress(Streams{Err: &b, ErrTerminal: terminal}, quiet, "Loading")
		for i := range int64(3) {
			p.At("person", i, 3)
		}
		p.End()
		return b.String()
	}
	if got := show(false, false); got != "Loading …\n" {
		t.Errorf("in a pipe: %q", got)
	}
	if got := show(false, true) + show(true, true); got != "" {
		t.Errorf("quiet: %q", got)
	}
	if got := show(true, false); !strings.Contains(got, "Loading: person") || strings.Contains(got, "\n") {
		t.Errorf("on a terminal: %q", got)
	}
}
