package app

import (
	"context"
	"sync"
)

// kept is a part that is built when it is first wanted and shared from then on. A failure is not kept:
// whoever asks next builds again.
type kept[T any] struct {
	mu    sync.Mutex
	built bool
	value T
}

// get returns the part, built where it is not there yet. Others who ask wait meanwhile.
func (k *kept[T]) get(ctx context.Context, build func(context.Context) (T, error)) (T, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.built {
		value, err := build(ctx)
		if err != nil {
			return value, err
		}
		k.value, k.built = value, true
	}
	return k.value, nil
}

// peek returns the part if it has been built.
func (k *kept[T]) peek() (T, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.value, k.built
}
