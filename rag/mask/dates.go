package mask

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// mergeDates joins the words of a date that is spelled out: "31 December 1989" and
// "December 31, 1989" become 1989-12-31, "March 2005" becomes 2005-03, "1990s" stays one word.
// Dates in digits and slashes are left alone: which comes first, the day or the month, nobody can tell.
func mergeDates(ws []word) []word {
	out := ws[:0:0]
	for i := 0; i < len(ws); {
		text, n := spelledDate(ws[i:])
		if n == 0 {
			out = append(out, ws[i])
			i++
			continue
		}
		out = append(out, word{text, ws[i].start, ws[i+n-1].end})
		i += n
	}
	return out
}

func spelledDate(ws []word) (string, int) {
	at := func(i int) string {
		if i < len(ws) {
			return ws[i].text
		}
		return ""
	}
	switch {
	case isDay(at(0)) && month(at(1)) > 0 && isYear(at(2)):
		return date(at(2), month(at(1)), at(0), 3)
	case isDay(at(0)) && at(1) == "of" && month(at(2)) > 0 && isYear(at(3)):
		return date(at(3), month(at(2)), at(0), 4)
	case month(at(0)) > 0 && isDay(at(1)) && isYear(at(2)):
		return date(at(2), month(at(0)), at(1), 3)
	case month(at(0)) > 0 && isYear(at(1)):
		return fmt.Sprintf("%s-%02d", at(1), month(at(0))), 2
	case month(at(0)) > 0 && at(1) == "of" && isYear(at(2)):
		return fmt.Sprintf("%s-%02d", at(2), month(at(0))), 3
	case isYear(at(0)) && at(1) == "s" && ws[0].end == ws[1].start && at(0)[3] == '0':
		return at(0) + "s", 2
	}
	return "", 0
}

func date(year string, month int, day string, n int) (string, int) {
	d, _ := strconv.Atoi(ordinal(day))
	text := fmt.Sprintf("%s-%02d-%02d", year, month, d)
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return "", 0
	}
	return text, n
}

// ordinal strips "1st", "22nd" of its letters.
func ordinal(s string) string {
	for _, suffix := range []string{"st", "nd", "rd", "th"} {
		if cut, ok := strings.CutSuffix(s, suffix); ok && cut != "" && isDigit(cut[len(cut)-1]) {
			return cut
		}
	}
	return s
}

func isDay(s string) bool {
	d, err := strconv.Atoi(ordinal(s))
	return err == nil && d >= 1 && d <= 31
}

var months = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
	"november", "december"}

// month returns 1 to 12 for the name of a month, or 0.
func month(s string) int {
	if s == "sept" {
		return 9
	}
	return 1 + slices.IndexFunc(months, func(m string) bool {
		return s == m || len(s) == 3 && s == m[:3] && s != "may" || s == "may" && m == "may"
	})
}

// isMonth reports whether a word is a merged month: 2005-03.
func isMonth(w string) bool { return len(w) == 7 && isYear(w[:4]) && w[4] == '-' }

// monthDays returns the first and the last day of a merged month.
func monthDays(w string) []string {
	first, err := time.Parse("2006-01", w)
	if err != nil {
		return nil
	}
	return []string{first.Format(time.DateOnly), first.AddDate(0, 1, -1).Format(time.DateOnly)}
}

// decadeYears returns the first and the last year of a merged decade: 1990s.
func decadeYears(w string) []string {
	if len(w) != 5 || !isYear(w[:4]) || w[3:] != "0s" {
		return nil
	}
	return []string{w[:4], w[:3] + "9"}
}
