package commands_test

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
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
		got := cmdtest.OnDemo(t, tc.args...)
		if got.Code != commands.ExitUsage || !strings.Contains(got.ErrOut, tc.want) || got.Out != "" {
			t.Errorf("%v: %d %q %q", tc.args, got.Code, got.Out, got.ErrOut)
		}
	}
}
