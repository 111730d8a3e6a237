// Command askomop answers questions from a database in the OMOP Common Data Model.
//
// It exits with 0 when a question was answered, 1 when something failed, 2 when it
// was used wrongly and 3 when it abstained. Results go to standard output,
// everything else to standard error.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // schedules name time zones, and not every system has their data

	"golang.org/x/term"

	"github.com/askomop/askomop/app"
)

// mostForEnding is how long the program may take to clean up after the first Ctrl-C. What is left then is removed by the next start.
const mostForEnding = 5 * time.Second

func main() {
	keepToOwner()
	if app.IsQueryWorker() {
		serveQueries()
	}
	deferCollection()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal the default action is back: a second Ctrl-C ends the
	// process even where something does not heed its context.
	context.AfterFunc(ctx, func() {
		stop()
		time.AfterFunc(mostForEnding, func() { os.Exit(exitFailed) }) // such as one that waits for a pipe to be opened
	})
	code := Main(ctx, processStreams(), os.Args)
	stop()
	os.Exit(code)
}

// serveQueries is the life of a child process that runs queries.
func serveQueries() {
	if err := app.ServeQueries(os.Stdin, os.Stdout); err != nil {
		os.Exit(exitFailed)
	}
	os.Exit(exitAnswered)
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
