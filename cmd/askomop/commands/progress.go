package commands

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress shows how long work advances: as a bar on a terminal, as one line
// elsewhere, not at all with --quiet.
type progress struct {
	title string
	bar   *progressbar.ProgressBar // nil without a terminal
}

// newProgress begins a piece of work of unknown length.
func newProgress(s Streams, quiet bool, title string) *progress {
	p := &progress{title: title}
	switch {
	case quiet:
	case !s.ErrTerminal:
		fmt.Fprintf(s.Err, "%s …\n", title)
	default:
		p.bar = progressbar.NewOptions64(-1,
			progressbar.OptionSetWriter(s.Err),
			progressbar.OptionSetDescription(title),
			progressbar.OptionSetWidth(30),
			progressbar.OptionThrottle(65*time.Millisecond),
			progressbar.OptionSetElapsedTime(true),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// At tells what is being done, and how much of it is done; total is 0 where it is not known.
func (p *progress) At(what string, done, total int64) {
	if p.bar == nil {
		return
	}
	p.bar.Describe(p.title + ": " + what)
	// The bar's errors are those of writing to the terminal, where there is nobody left to tell.
	if total > 0 {
		p.bar.ChangeMax64(total)
		_ = p.bar.Set64(min(done, total-1)) // the last step would end the bar
	} else {
		_ = p.bar.Add64(0)
	}
}

// End removes the bar.
func (p *progress) End() {
	if p.bar != nil {
		_ = p.bar.Finish()
		_ = p.bar.Clear()
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
