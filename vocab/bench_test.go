package vocab_test

import (
	"context"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func BenchmarkAthenaExtract(b *testing.B) {
	db := vocabtest.Sample(b, needs.Athena)
	ctx, dir := context.Background(), b.TempDir()
	open := func(fingerprint, dir string) *vocab.Vocabulary {
		v, err := vocab.Open(ctx, vocab.Options{DB: db, Dir: dir, Fingerprint: fingerprint})
		if err != nil {
			b.Fatal(err)
		}
		return v
	}
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			open("build", b.TempDir()).Close()
		}
	})
	v := open("all", dir)
	defer v.Close()
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			open("all", dir).Close()
		}
	})
	b.Run("lookup", func(b *testing.B) {
		for b.Loop() {
			v.Lookup("type 2 diabetes mellitus")
		}
	})
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			v.Search("chronic obstructive lung disease", vocab.Filter{Domains: []string{"Condition"}, Standard: true}, 50)
		}
	})
	b.Run("search misspelt", func(b *testing.B) {
		for b.Loop() {
			v.Search("cronic obstrutive lung diseese", vocab.Filter{Domains: []string{"Condition"}, Standard: true}, 50)
		}
	})
	b.Run("descendants", func(b *testing.B) {
		for b.Loop() {
			if _, err := v.Descendants(ctx, []int64{201820}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
