package app

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestNothingIsMadeTwiceAtOnceAndNoLockIsLeft lets many make one file again and again: never two at a time, and no lock file stays.
func TestNothingIsMadeTwiceAtOnceAndNoLockIsLeft(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	path := filepath.Join(t.TempDir(), "file")
	making := make(chan struct{}, 1)
	var made, refused int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				err := makeAlone(path, func() error {
					select {
					case making <- struct{}{}:
					default:
						return errors.New("two make the file at once")
					}
					mu.Lock()
					made++
					mu.Unlock()
					<-making
					return nil
				})
				mu.Lock()
				if err != nil {
					refused++
					if err.Error() == "two make the file at once" {
						t.Error(err)
					}
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if made == 0 || made+refused != 1600 {
		t.Errorf("made %d times, refused %d times, of 1600", made, refused)
	}
	left, err := os.ReadDir(temp)
	if err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
