package cmdtest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// RunVar makes the test's binary askomop itself.
const RunVar = "ASKOMOP_TEST_RUN"

// Process runs askomop to its end in a process of its own, with variables in its environment.
func Process(t *testing.T, env []string, args ...string) (out, errOut string, err error) {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), append(env, RunVar+"=1")...)
	var o, e strings.Builder
	c.Stdout, c.Stderr = &o, &e
	err = c.Run()
	return o.String(), e.String(), err
}

// Kill starts askomop with the arguments and kills it after a while.
func Kill(t *testing.T, env []string, after time.Duration, args ...string) {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), append(env, RunVar+"=1")...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	_ = c.Process.Kill() // it may have ended
	_ = c.Wait()
}

// Ended is how a process of askomop ended.
type Ended struct {
	Out, ErrOut string
	Code        int
	Took        time.Duration
}

// InShell runs askomop with the arguments in a process of its own, after a piece of shell that sets limits.
func InShell(t *testing.T, before string, stdin string, args ...string) Ended {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("/bin/sh", append([]string{"-c", before + ` exec "$0" "$@"`, self}, args...)...)
	c.Env = append(os.Environ(), RunVar+"=1")
	c.Stdin = strings.NewReader(stdin)
	var out, errOut bytes.Buffer
	c.Stdout, c.Stderr = &out, &errOut
	start := time.Now()
	err = c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return Ended{out.String(), errOut.String(), c.ProcessState.ExitCode(), time.Since(start)}
}

// SaysASentence holds that a failure is told to a person: no stack, no raw line of a log, and not too much.
func (e Ended) SaysASentence(t *testing.T, want string) {
	t.Helper()
	all := e.Out + e.ErrOut
	for _, raw := range []string{"goroutine ", "panic:", "SIGABRT", "level=", "stack_trace", "fatal error"} {
		if strings.Contains(all, raw) {
			t.Errorf("it says %q:\n%.2000s", raw, all)
		}
	}
	if !strings.Contains(all, want) || len(all) > 6000 {
		t.Errorf("exit %d, %d bytes, want %q in:\n%.2000s", e.Code, len(all), want, all)
	}
}
