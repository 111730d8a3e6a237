package translate

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Term is the RDF term of a cell of the result; false for one without a value.
func (t Type) Term(cell any) (Term, bool) {
	if cell == nil {
		return Term{}, false
	}
	text := fmt.Sprint(cell)
	switch c := cell.(type) {
	case time.Time:
		text = c.Format("2006-01-02T15:04:05.999999")
		if t.Kind == Date {
			text = c.Format(time.DateOnly)
		}
	case float64:
		text = numberText(c, t.Kind)
	}
	switch t.Kind {
	case Any:
		return Decode(text)
	case Resource:
		return Term{Kind: '<', Text: t.Prefix + text}, true
	case Duration:
		if text = strings.ReplaceAll("P"+text+"D", "P-", "-P"); text == "P0D" {
			text = noTime
		}
	}
	return Term{Kind: '"', Text: text, Datatype: t.Datatype()}, true
}

// numberText writes a number in the form of its datatype.
func numberText(f float64, k Kind) string {
	switch {
	case k == Integer && f == math.Trunc(f):
		return strconv.FormatFloat(f, 'f', 0, 64)
	case k == Decimal:
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return strconv.FormatFloat(f, 'E', -1, 64)
}
