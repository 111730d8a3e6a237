package cells

import (
	"fmt"
	"math/big"
	"strings"
	"time"
)

// decimal is a whole number where the type has no places and it fits.
func decimal(n *big.Int, scale int) any {
	if scale == 0 && n.IsInt64() {
		return n.Int64()
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
	f, _ := new(big.Rat).SetFrac(n, power).Float64()
	return f
}

// months writes an interval of months as DuckDB does: "1 year 2 months".
func months(n int64) string {
	return strings.TrimSpace(amount(n/12, "year") + " " + amount(n%12, "month"))
}

// span writes a length of time as DuckDB does: "3 days 04:05:06".
func span(d time.Duration) string {
	days, rest, sign := int64(d/(24*time.Hour)), d%(24*time.Hour), ""
	text := amount(days, "day")
	if rest == 0 && days != 0 {
		return text
	}
	if rest < 0 {
		sign, rest = "-", -rest
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s%02d:%02d:%02d", text, sign, int(rest.Hours()), int(rest.Minutes())%60,
		int(rest.Seconds())%60))
}

func amount(n int64, unit string) string {
	switch n {
	case 0:
		return ""
	case 1, -1:
		return fmt.Sprintf("%d %s", n, unit)
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
