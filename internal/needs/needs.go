// Package needs lets a test say that it needs something which not every machine has: a server, a public sample, time.
// Without it the test is skipped on a developer's machine and fails in CI.
package needs

import (
	"os"
	"path/filepath"
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

// Public samples that lie beside the checkout, by their files.
const (
	GiBleed    = "gibleed_5.3_csv.zip"
	Synthea    = "Synthea27Nj_5.4.zip"
	Athena     = "vocabulary_extract_athena.zip"
	Phenotypes = "phenotypes_atlas_sample.zip"
	SPARQL     = "sparql11_tests_w3c.zip"
)

// Sample is the path of a sample. It is looked for in shared/data above the test's folder, or in the folder that
// ASKOMOP_TEST_SAMPLES names; "none" there says that this machine has none, and the test is skipped in CI, too.
func Sample(t testing.TB, name string) string {
	t.Helper()
	folder := os.Getenv("ASKOMOP_TEST_SAMPLES")
	if folder == "none" {
		t.Skip("needs " + name + ", and ASKOMOP_TEST_SAMPLES is none")
	}
	if folder != "" {
		path := filepath.Join(folder, name)
		if _, err := os.Stat(path); err != nil {
			t.Fatalf("ASKOMOP_TEST_SAMPLES: %v", err)
		}
		return path
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "shared", "data", name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		if dir == filepath.Dir(dir) {
			Missing(t, "%s in shared/data beside the checkout (ASKOMOP_TEST_SAMPLES=none does without)", name)
		}
	}
}

// Time skips a test that takes long under -short. CI must not use -short: there the test fails instead of being
// skipped.
func Time(t testing.TB, why string) {
	t.Helper()
	if !testing.Short() {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("CI runs this test, too (%s): leave -short away", why)
	}
	t.Skip("long: " + why)
}
