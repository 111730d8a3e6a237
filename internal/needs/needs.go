// Package needs is what tests do that need something which not every machine has.
package needs

import (
	"os"
	"testing"
)

// Missing ends a test that lacks what it needs: it is skipped, but fails in CI (CI=true),
// where everything has to be there.
func Missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("CI lacks what this test needs: "+format, args...)
	}
	t.Skipf("needs "+format, args...)
}

// Env is the value of an environment variable that says where something is; how tells how to get it.
func Env(t testing.TB, name, how string) string {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		Missing(t, "%s: %s", name, how)
	}
	return value
}
