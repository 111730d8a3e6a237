package app

import (
	"context"
	"sync"
)

// lazy is a part that is built when it is first wanted and shared from then on. A failure is not kept:
// whoever asks next builds again.
type lazy[T any] struct {
	mu    sync.Mutex
	built bool
	value T
}

// get returns the part, built where it is not there yet. Others who ask wait meanwhile.
func (l *lazy[T]) get(ctx context.Context, build func(context.Context) (T, error)) (T, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.built {
		value, err := build(ctx)
		if err != nil {
			return value, err
		}
		l.value, l.built = value, true
	}
	return l.value, nil
}

// peek returns the part if it has been built.
func (l *lazy[T]) peek() (T, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.value, l.built
}
