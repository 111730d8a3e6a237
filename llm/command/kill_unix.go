//go:build unix

package command

import (
	"os/exec"
	"syscall"
)

// killWithChildren lets the end of the context kill the program with whatever it has
// started: a program that is a shell script would leave the real model running.
func killWithChildren(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
