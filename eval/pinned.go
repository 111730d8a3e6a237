package eval

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// lastDay is the last day of which the database has records: what "today" is to data that ended years ago.
const lastDay = "CAST((SELECT MAX(observation_period_end_date) FROM observation_period) AS DATE)"

// pinned is SQL with the last day of the data in the place of the day on which it runs; "" where it does not ask for
// that.
func pinned(sql string) string {
	var b strings.Builder
	tokens := sqltree.Tokens(sql)
	changed := false
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		b.WriteString(t.Space)
		calls := i+2 < len(tokens) && tokens[i+1].Text == "(" && tokens[i+2].Text == ")"
		today := false
		if t.Kind == sqltree.WordToken {
			switch strings.ToLower(t.Text) {
			case "current_date", "current_timestamp", "localtimestamp":
				today = true
			case "now", "today", "getdate", "sysdate", "get_current_timestamp":
				today = calls
			}
		}
		if !today {
			b.WriteString(t.Text)
			continue
		}
		b.WriteString(lastDay)
		changed = true
		if calls {
			i += 2
		}
	}
	if !changed {
		return ""
	}
	return b.String()
}
