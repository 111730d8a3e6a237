package vocab

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

func TestSorterMergesWhatItSpilled(t *testing.T) {
	for _, limit := range []int{sortBuffer, 1000} { // in memory, and in dozens of files
		s := newSorter(t.TempDir())
		s.limit = limit
		rng := rand.New(rand.NewPCG(1, 2))
		var want [][]byte
		for range 5000 {
			rec := make([]byte, rng.IntN(30))
			for i := range rec {
				rec[i] = byte(rng.IntN(3)) // many equal beginnings, and zeros
			}
			want = append(want, rec)
			if err := s.add(rec); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortFunc(want, bytes.Compare)
		n := 0
		err := s.each(t.Context(), func(rec []byte) error {
			if n < len(want) && !bytes.Equal(rec, want[n]) {
				t.Fatalf("limit %d: record %d is %v, want %v", limit, n, rec, want[n])
			}
			n++
			return nil
		})
		if err != nil || n != len(want) {
			t.Errorf("limit %d: %d of %d records, %v", limit, n, len(want), err)
		}
		if left, _ := os.ReadDir(s.dir); len(left) != 0 {
			t.Errorf("limit %d: files left: %v", limit, left)
		}
	}
}

func TestSorterEndsWithItsContext(t *testing.T) {
	s := newSorter(t.TempDir())
	if err := s.add([]byte("x")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.each(ctx, func([]byte) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
