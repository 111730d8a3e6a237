package coding_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func TestProbe(t *testing.T) {
	b, err := os.ReadFile(os.Getenv("PROBE"))
	if err != nil {
		t.Skip()
	}
	r := coding.NewRules(vocabtest.Open(t, vocabtest.Sample(t, os.Getenv("SAMPLE"))), coding.Options{})
	for line := range strings.Lines(string(b)) {
		d, text, _ := strings.Cut(strings.TrimSpace(line), "@")
		set, err := r.Code(context.Background(), coding.Entity{Domain: d, Text: text})
		if err != nil {
			fmt.Printf("%-40s !! %v\n", line[:len(line)-1], err)
			continue
		}
		fmt.Printf("%-40s", strings.TrimSpace(line))
		for i, m := range set.Concepts {
			if i == 4 {
				fmt.Printf(" …%d", len(set.Concepts))
				break
			}
			fmt.Printf(" | %d %.50s <%s> %.2f", m.ID, m.Name, m.Why, m.Score)
		}
		for _, n := range set.Notes {
			fmt.Printf("\n      note %.300s", n)
		}
		fmt.Println()
	}
}
