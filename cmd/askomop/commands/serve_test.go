package commands_test

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
)

func TestThePageIsServedWithSmallCountsHiddenAndOnThisMachineOnly(t *testing.T) {
	cmdtest.UseDemo(t)
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"--min-cell", "0", "serve"}, "leave --min-cell at 5"},
		{[]string{"--min-cell", "4", "serve"}, "leave --min-cell at 5"},
		{[]string{"serve", "--listen", "0.0.0.0:0"}, "give --tls-cert and --tls-key"},
		{[]string{"serve", "--listen", "8808"}, "want HOST:PORT"},
		{[]string{"serve", "--token", "short"}, "at least 16 letters"},
		{[]string{"serve", "now"}, "takes no argument"},
	} {
		got := cmdtest.OnDemo(t, tc.args...)
		if got.Code != commands.ExitUsage || !strings.Contains(got.ErrOut, tc.want) || got.Out != "" {
			t.Errorf("%v: %d %q %q", tc.args, got.Code, got.Out, got.ErrOut)
		}
	}
}

// The program is started as by hand: its link opens the page, and an interrupt ends it.
func TestServePrintsALinkAndEndsAtAnInterrupt(t *testing.T) {
	cmdtest.UseDemo(t)
	const token = "a-token-of-the-environment"
	c := exec.Command(os.Args[0], "serve", "--listen", "127.0.0.1:0")
	c.Env = append(os.Environ(), cmdtest.RunVar+"=1", "ASKOMOP_SERVE_TOKEN="+token)
	errOut, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Process.Kill() }() // it may have ended
	link := ""
	for lines := bufio.NewScanner(errOut); link == "" && lines.Scan(); {
		link, _ = strings.CutPrefix(lines.Text(), "Open ")
		if !strings.HasPrefix(link, "http") {
			link = ""
		}
	}
	if !strings.HasSuffix(link, "/open?token="+token) {
		t.Fatalf("the link is %q", link)
	}
	r, err := http.Get(link)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusOK || len(r.Cookies()) != 1 {
		t.Errorf("the link is answered with %s and %d cookies", r.Status, len(r.Cookies()))
	}
	began := time.Now()
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil || time.Since(began) > 5*time.Second {
		t.Errorf("after %v it ended with %v", time.Since(began), err)
	}
}
