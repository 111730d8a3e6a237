package main

import (
	"strings"
	"testing"
)

func TestMCPIsServedWithSmallCountsHiddenAndOnThisMachineOnly(t *testing.T) {
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"--min-cell", "0", "mcp"}, "leave --min-cell at 5"},
		{[]string{"mcp", "--http", "0.0.0.0:0"}, "only addresses of this machine"},
		{[]string{"mcp", "--http", "8808"}, "want HOST:PORT"},
		{[]string{"mcp", "now"}, "takes no argument"},
	} {
		got := askomop(t, tc.args...)
		if got.code != exitUsage || !strings.Contains(got.errOut, tc.want) || got.out != "" {
			t.Errorf("%v: %d %q %q", tc.args, got.code, got.out, got.errOut)
		}
	}
}
