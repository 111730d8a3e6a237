// Package newcomer tests that askomop is easy to extend: it adds an engine, a statistic and a command over a copy of
// the repository, builds them, and fails if more than a few files had to change. Read newcomer_test.go to see which.
package newcomer
