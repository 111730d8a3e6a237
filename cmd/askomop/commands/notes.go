package commands

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"
)

// newLogger tells warnings as sentences, and with --verbose everything as a log does, with times and levels.
func newLogger(w io.Writer, set settings) *slog.Logger {
	if set.Verbose {
		return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: set.logLevel()}))
	}
	return slog.New(sentences{w: w, least: set.logLevel()})
}

// sentences is a slog.Handler for people: "Cache not read (model: x, error: no such file)."
type sentences struct {
	w     io.Writer
	least slog.Level
	with  []slog.Attr
}

func (s sentences) Enabled(_ context.Context, level slog.Level) bool { return level >= s.least }

func (s sentences) WithAttrs(attrs []slog.Attr) slog.Handler {
	s.with = append(s.with[:len(s.with):len(s.with)], attrs...)
	return s
}

func (s sentences) WithGroup(string) slog.Handler { return s }

// Handle writes one line. A stack is for the log alone.
func (s sentences) Handle(_ context.Context, r slog.Record) error {
	var details []string
	add := func(a slog.Attr) bool {
		if a.Key != "stack" {
			details = append(details, a.Key+": "+strings.Join(strings.Fields(a.Value.String()), " "))
		}
		return true
	}
	for _, a := range s.with {
		add(a)
	}
	r.Attrs(add)
	first, n := utf8.DecodeRuneInString(r.Message)
	text := string(unicode.ToUpper(first)) + r.Message[n:]
	if len(details) > 0 {
		text += " (" + strings.Join(details, ", ") + ")"
	}
	_, err := fmt.Fprintln(s.w, visible(text+"."))
	return err
}
