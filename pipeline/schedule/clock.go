package schedule

import "time"

// Clock tells the time and waits for it. Tests have their own.
type Clock interface {
	Now() time.Time
	// At returns a channel that receives once when it is t, at once where t has passed.
	At(t time.Time) <-chan time.Time
}

// SystemClock is the computer's clock.
type SystemClock struct{}

// Now implements Clock.
func (SystemClock) Now() time.Time { return time.Now() }

// At implements Clock.
func (SystemClock) At(t time.Time) <-chan time.Time { return time.After(time.Until(t)) }
