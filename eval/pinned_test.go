package eval

import (
	"strings"
	"testing"
)

func TestTodayIsPinnedToTheEndOfTheData(t *testing.T) {
	for _, sql := range []string{"SELECT CURRENT_DATE - d", "SELECT now() - d", "SELECT Today ( ) - d", "SELECT getdate() - d"} {
		if got := pinned(sql); !strings.Contains(got, lastDay) || !strings.HasSuffix(got, " - d") {
			t.Errorf("pinned(%q) = %q", sql, got)
		}
	}
	for _, sql := range []string{"SELECT 'CURRENT_DATE'", "SELECT today FROM t", "SELECT 1 -- now()", `SELECT "current_date"`} {
		if got := pinned(sql); got != "" {
			t.Errorf("pinned(%q) = %q", sql, got)
		}
	}
}
