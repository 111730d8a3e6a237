package eval

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// cell is a value of a result as it is compared.
type cell struct {
	kind    cellKind
	num     float64 // of a number and of a truth value
	text    string  // of a text: lower case, dashes and blanks made alike
	percent bool    // written with a percent sign
}

type cellKind uint8

const (
	nullCell cellKind = iota
	numberCell
	textCell
)

// newCell reads a value of an omop.Table or of one that was kept as JSON. Numbers
// written as text count as numbers, truth values as 1 and 0, midnight as its day.
func newCell(v any) cell {
	switch x := v.(type) {
	case nil:
		return cell{}
	case int64:
		return cell{kind: numberCell, num: float64(x)}
	case int:
		return cell{kind: numberCell, num: float64(x)}
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return cell{} // a share of nothing is not a number
		}
		return cell{kind: numberCell, num: x}
	case bool:
		if x {
			return cell{kind: numberCell, num: 1}
		}
		return cell{kind: numberCell}
	case time.Time:
		return cell{kind: textCell, text: dateText(x)}
	case string:
		return textOrNumber(x)
	}
	return textOrNumber(fmt.Sprint(v))
}

var (
	numberText   = lazyregexp.New(`^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?\s*%?$`)
	midnightText = lazyregexp.New(`^(\d{4}-\d\d-\d\d)[T ]00:00(:00(\.0+)?)?(Z|\+00(:00)?)?$`)
	dashes       = strings.NewReplacer("–", "-", "—", "-", "‐", "-", "−", "-", " to ", "-", " - ", "-")
)

// sexWords are the forms in which a sex is written.
var sexWords = map[string]string{"f": "female", "women": "female", "woman": "female", "m": "male", "men": "male",
	"man": "male"}

func textOrNumber(s string) cell {
	s = strings.TrimSpace(s)
	if numberText.MatchString(s) {
		percent := strings.HasSuffix(s, "%")
		n, err := strconv.ParseFloat(strings.TrimSpace(strings.ReplaceAll(strings.TrimSuffix(s, "%"), ",", "")), 64)
		if err == nil {
			return cell{kind: numberCell, num: n, percent: percent}
		}
	}
	if m := midnightText.FindStringSubmatch(s); m != nil {
		return cell{kind: textCell, text: m[1]}
	}
	s = dashes.Replace(strings.ToLower(strings.Join(strings.Fields(s), " ")))
	if sex, ok := sexWords[s]; ok {
		s = sex
	}
	return cell{kind: textCell, text: s}
}

func dateText(t time.Time) string {
	t = t.UTC()
	if t.Equal(t.Truncate(24 * time.Hour)) {
		return t.Format(time.DateOnly)
	}
	return t.Format(time.DateTime)
}

// equal compares two cells. got is multiplied by factor first; tolerance is relative to want.
func equal(want, got cell, factor, tolerance float64) bool {
	if want.kind != got.kind {
		return false
	}
	switch want.kind {
	case numberCell:
		// The last term lets what binary fractions cannot hold pass, such as 90 for 100 at 10 %.
		return math.Abs(got.num*factor-want.num) <= tolerance*math.Abs(want.num)+1e-9*math.Max(1, math.Abs(want.num))
	case textCell:
		return want.text == got.text
	}
	return true
}
