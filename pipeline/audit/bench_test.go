package audit

import (
	"strings"
	"testing"
)

// BenchmarkAppend is what every question pays for its record, on the disk when it returns.
func BenchmarkAppend(b *testing.B) {
	log := Open(b.TempDir(), Options{})
	entry := map[string]string{"question": "How many patients died each year?", "sql": strings.Repeat("SELECT ", 300)}
	for b.Loop() {
		if _, _, err := log.Append(b.Context(), entry); err != nil {
			b.Fatal(err)
		}
	}
}
