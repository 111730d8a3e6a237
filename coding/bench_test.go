package coding_test

import (
	"context"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func BenchmarkCode(b *testing.B) {
	for _, sample := range []string{needs.GiBleed, needs.Synthea, needs.Athena} {
		r := coding.NewRules(vocabtest.Open(b, vocabtest.Sample(b, sample)), coding.Options{})
		for _, e := range []coding.Entity{{Domain: "condition", Text: "sinusitis"}, {Domain: "drug", Text: "aspirin"}, {Domain: "condition", Text: "flurbonitis"}} {
			b.Run(sample+"/"+e.Text, func(b *testing.B) {
				for b.Loop() {
					r.Code(context.Background(), e) //nolint:errcheck // abstentions are timed too
				}
			})
		}
	}
}
