package study

import (
	"fmt"
)

// compared is the range behind a measurement: "above 9", "between 140 and 160".
func (r *Range) compared() string {
	switch {
	case r.Min != nil && r.Max != nil && *r.Min == *r.Max:
		return fmt.Sprintf("of exactly %g", *r.Min)
	case r.Min != nil && r.Max != nil:
		return fmt.Sprintf("between %g and %g", *r.Min, *r.Max)
	case r.Min != nil && r.MinOpen:
		return fmt.Sprintf("above %g", *r.Min)
	case r.Min != nil:
		return fmt.Sprintf("of at least %g", *r.Min)
	case r.Max != nil && r.MaxOpen:
		return fmt.Sprintf("below %g", *r.Max)
	case r.Max != nil:
		return fmt.Sprintf("of at most %g", *r.Max)
	}
	return ""
}

// long is the range of a length of time.
func (r *Range) long() string {
	switch {
	case r.Min != nil && r.Max != nil && *r.Min != *r.Max:
		return fmt.Sprintf("between %g and %g", *r.Min, *r.Max)
	case r.Min == nil && r.Max != nil && r.MaxOpen:
		return fmt.Sprintf("fewer than %g", *r.Max)
	case r.Min == nil && r.Max != nil:
		return fmt.Sprintf("at most %g", *r.Max)
	}
	return r.counted()
}

// counted is the range before what is counted: "at least 3", "exactly 1".
func (r *Range) counted() string {
	switch {
	case r.Min != nil && r.Max != nil && *r.Min == *r.Max:
		return fmt.Sprintf("exactly %g", *r.Min)
	case r.Min != nil && r.Max != nil && *r.Min == 1 && r.MaxOpen && !r.MinOpen:
		return fmt.Sprintf("fewer than %g", *r.Max)
	case r.Min != nil && r.Max != nil && *r.Min == 1 && !r.MinOpen:
		return fmt.Sprintf("at most %g", *r.Max)
	case r.Min != nil && r.Max != nil:
		return fmt.Sprintf("between %g and %g", *r.Min, *r.Max)
	case r.Min != nil && r.MinOpen:
		return fmt.Sprintf("more than %g", *r.Min)
	case r.Min != nil:
		return fmt.Sprintf("at least %g", *r.Min)
	case r.Max != nil && r.MaxOpen:
		return fmt.Sprintf("none or fewer than %g", *r.Max)
	case r.Max != nil:
		return fmt.Sprintf("none or up to %g", *r.Max)
	}
	return ""
}

// often is the range before what a person has: "fewer than 3" would leave open whether those without any are meant.
func (r *Range) often() string {
	if r.Min != nil && r.Max != nil && *r.Min == 1 && !r.MinOpen && *r.Max > 1 {
		return "at least 1 but " + r.counted()
	}
	return r.counted()
}

// span is the range of ages: "65 or older", "between 65 and 74".
func (r *Range) span() string {
	switch {
	case r.Min != nil && r.Max != nil && !r.MinOpen && !r.MaxOpen:
		return fmt.Sprintf("%g to %g", *r.Min, *r.Max)
	case r.Min != nil && r.Max == nil && r.MinOpen:
		return fmt.Sprintf("over %g", *r.Min)
	case r.Min != nil && r.Max == nil:
		return fmt.Sprintf("%g or older", *r.Min)
	case r.Max != nil && r.Min == nil && r.MaxOpen:
		return fmt.Sprintf("under %g", *r.Max)
	case r.Max != nil && r.Min == nil:
		return fmt.Sprintf("%g or younger", *r.Max)
	}
	from, to := fmt.Sprintf("%g or older", *r.Min), fmt.Sprintf("%g or younger", *r.Max)
	if r.MinOpen {
		from = fmt.Sprintf("over %g", *r.Min)
	}
	if r.MaxOpen {
		to = fmt.Sprintf("under %g", *r.Max)
	}
	return from + " and " + to
}
