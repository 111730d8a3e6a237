package commands

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/askomop/askomop/app"
)

// mostForEnding is how long the program may take to clean up after the first Ctrl-C. What is left then is removed by
// the next start.
const mostForEnding = 5 * time.Second

// RunProcess is the whole life of a process of askomop: it runs the command of the process's arguments on its streams,
// ends at Ctrl-C, and returns the exit code. In a child process that runs queries for another, it runs those.
func RunProcess() int {
	keepToOwner()
	if app.IsQueryWorker() {
		return ServeQueries()
	}
	deferCollection()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal the default action is back: a second Ctrl-C ends the
	// process even where something does not heed its context.
	context.AfterFunc(ctx, func() {
		stop()
		time.AfterFunc(mostForEnding, func() { os.Exit(ExitFailed) }) // such as one that waits for a pipe to be opened
	})
	code := Main(ctx, processStreams(), os.Args)
	stop()
	return code
}

// ServeQueries is the life of a child process that runs queries; it returns the exit code.
func ServeQueries() int {
	if err := app.ServeQueries(os.Stdin, os.Stdout); err != nil {
		return ExitFailed
	}
	return ExitAnswered
}

// processStreams are the streams of this process.
func processStreams() Streams {
	s := Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Terminal:    term.IsTerminal(int(os.Stdout.Fd())),
		ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		InTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
	}
	if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
		s.Width = width
	}
	return s
}
