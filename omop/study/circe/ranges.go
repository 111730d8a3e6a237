package circe

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/study"
)

// either is a condition that holds in one of several ranges.
type either[T any] []T

// as makes a criterion of the ranges, each by itself.
func (e either[T]) as(of func(*T) study.Criterion) study.Criterion {
	var any []study.Criterion
	for i := range e {
		any = append(any, of(&e[i]))
	}
	return *anyOf(any)
}

// wholeNumbers takes a numeric range that Circe cuts to whole numbers. It has one element, or none where the field is
// missing.
func (im *reader) wholeNumbers(o *object, name string) []either[study.Range] {
	return im.numbers(o, name, math.Trunc)
}

// decimals takes a numeric range that Circe writes with four digits.
func (im *reader) decimals(o *object, name string) []either[study.Range] {
	return im.numbers(o, name, func(f float64) float64 { return math.Round(f*1e4) / 1e4 })
}

func (im *reader) numbers(o *object, name string, round func(float64) float64) []either[study.Range] {
	var in struct {
		Value, Extent *float64
		Op            string
	}
	if name == "" || !o.take(name, &in) {
		return nil
	}
	path := o.path + "." + name
	if in.Value == nil || strings.HasSuffix(in.Op, "bt") && in.Extent == nil {
		im.refuse(path, "has no value")
		return nil
	}
	value, extent := round(*in.Value), 0.0
	if in.Extent != nil {
		extent = round(*in.Extent)
	}
	switch in.Op {
	case "lt":
		return []either[study.Range]{{{Max: &value, MaxOpen: true}}}
	case "lte":
		return []either[study.Range]{{{Max: &value}}}
	case "eq":
		return []either[study.Range]{{{Min: &value, Max: &value}}}
	case "gt":
		return []either[study.Range]{{{Min: &value, MinOpen: true}}}
	case "gte":
		return []either[study.Range]{{{Min: &value}}}
	case "bt":
		if value > extent {
			im.refuse(path, "holds no number")
		}
		return []either[study.Range]{{{Min: &value, Max: &extent}}}
	case "!bt":
		return []either[study.Range]{{{Max: &value, MaxOpen: true}, {Min: &extent, MinOpen: true}}}
	case "!eq":
		return []either[study.Range]{{{Max: &value, MaxOpen: true}, {Min: &value, MinOpen: true}}}
	}
	im.refuse(path+".Op", "%q is no operator", in.Op)
	return nil
}

// dates takes a range of dates.
func (im *reader) dates(o *object, name string) []either[study.Period] {
	var in struct{ Value, Extent, Op string }
	if !o.take(name, &in) {
		return nil
	}
	path := o.path + "." + name
	value := im.day(path+".Value", in.Value)
	if value == "" {
		im.refuse(path+".Value", "is missing")
		return nil
	}
	switch in.Op {
	case "lt":
		return []either[study.Period]{{{To: moved(value, -1)}}}
	case "lte":
		return []either[study.Period]{{{To: value}}}
	case "eq":
		return []either[study.Period]{{{From: value, To: value}}}
	case "gt":
		return []either[study.Period]{{{From: moved(value, 1)}}}
	case "gte":
		return []either[study.Period]{{{From: value}}}
	case "!eq":
		return []either[study.Period]{{{To: moved(value, -1)}, {From: moved(value, 1)}}}
	}
	extent := im.day(path+".Extent", in.Extent)
	switch {
	case extent == "":
		im.refuse(path+".Extent", "is missing")
	case in.Op == "bt" && value > extent:
		im.refuse(path, "holds no day")
	case in.Op == "bt":
		return []either[study.Period]{{{From: value, To: extent}}}
	case in.Op == "!bt":
		return []either[study.Period]{{{To: moved(value, -1)}, {From: moved(extent, 1)}}}
	default:
		im.refuse(path+".Op", "%q is no operator", in.Op)
	}
	return nil
}

// day is a date of ATLAS as an ISO date: its parts may lack a leading zero.
func (im *reader) day(path, text string) string {
	if text == "" {
		return ""
	}
	var y, m, d int
	if _, err := fmt.Sscanf(text, "%d-%d-%d", &y, &m, &d); err != nil {
		im.refuse(path, "%q is no date", text)
		return ""
	}
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if t.Day() != d || int(t.Month()) != m {
		im.refuse(path, "%q is no date", text)
		return ""
	}
	return t.Format(time.DateOnly)
}

func moved(iso string, days int) string {
	t, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return iso
	}
	return t.AddDate(0, 0, days).Format(time.DateOnly)
}
