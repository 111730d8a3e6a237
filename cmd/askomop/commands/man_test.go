package commands

import (
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

func TestTheManualHasEveryCommandAndFlag(t *testing.T) {
	page := execute(t, nil, Streams{}, "man")
	if page.code != 0 || !strings.HasPrefix(page.out, ".nh\n.TH askomop 1") {
		t.Fatalf("exit code %d: %.200s%s", page.code, page.out, page.errOut)
	}
	count := 0
	var look func(commands []*cli.Command)
	look = func(commands []*cli.Command) {
		for _, c := range commands {
			if count++; !strings.Contains(page.out, ".SH "+c.Name+"\n") && !strings.Contains(page.out, ".SS "+c.Name+"\n") {
				t.Errorf("the manual lacks the command %s", c.Name)
			}
			for _, f := range c.Flags {
				if !strings.Contains(page.out, "--"+f.Names()[0]) {
					t.Errorf("the manual lacks --%s of %s", f.Names()[0], c.Name)
				}
			}
			look(c.Subcommands)
		}
	}
	look(NewApp(Streams{}).Commands)
	if count < 40 {
		t.Errorf("only %d commands were looked for", count)
	}
	if got := execute(t, nil, Streams{}, "man", "ask"); got.code != ExitUsage {
		t.Errorf("with an argument: exit code %d", got.code)
	}
}
