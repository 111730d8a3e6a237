package edit

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/study"
)

// addRange is an interval of numbers that must have an end.
func (l *lister) addRange(id, label string, r *study.Range) {
	l.add(Choice{ID: id, Label: label, Input: Range, Value: rangeText(*r), probe: "20..29", set: func(v string) error {
		read, err := readRange(v)
		if err != nil {
			return err
		}
		if read == nil {
			return errors.New("one of the two numbers is needed")
		}
		*r = *read
		return nil
	}})
}

// rangeText is an interval as a value has it. Ends that are left out themselves begin with "under" or "over".
func rangeText(r study.Range) string {
	end := func(f *float64, open bool, word string) string {
		switch {
		case f == nil:
			return ""
		case open:
			return word + " " + strconv.FormatFloat(*f, 'f', -1, 64)
		}
		return strconv.FormatFloat(*f, 'f', -1, 64)
	}
	if r.Min == nil && r.Max == nil {
		return ""
	}
	return end(r.Min, r.MinOpen, "over") + ".." + end(r.Max, r.MaxOpen, "under")
}

// readRange is nil for no interval at all.
func readRange(value string) (*study.Range, error) {
	low, high, _ := strings.Cut(value, "..")
	r := &study.Range{}
	var err, errHigh error
	r.Min, r.MinOpen, err = readEnd(low, "over")
	r.Max, r.MaxOpen, errHigh = readEnd(high, "under")
	switch {
	case err != nil || errHigh != nil:
		return nil, errors.Join(err, errHigh)
	case r.Min == nil && r.Max == nil:
		return nil, nil
	case r.Min != nil && r.Max != nil && *r.Min > *r.Max:
		return nil, fmt.Errorf("%g is more than %g", *r.Min, *r.Max)
	}
	return r, nil
}

func readEnd(text, word string) (end *float64, open bool, err error) {
	text = strings.TrimSpace(text)
	rest, open := strings.CutPrefix(text, word)
	if text = strings.TrimSpace(rest); text == "" {
		return nil, false, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != f || f > 1e12 || f < -1e12 {
		return nil, false, fmt.Errorf("%q is not a number", text)
	}
	return &f, open, nil
}

// addPeriod is calendar time that may be missing.
func (l *lister) addPeriod(id, label string, p **study.Period) {
	now := ""
	if *p != nil {
		now = year((*p).From, "-01-01") + ".." + year((*p).To, "-12-31")
	}
	l.add(Choice{ID: id, Label: label, Input: Period, Value: now, Adds: *p == nil, probe: "1901..1902",
		set: func(v string) (err error) {
			*p, err = readPeriod(v)
			return err
		}})
}

// year leaves of the first or last day of a year the year.
func year(day, end string) string { return strings.TrimSuffix(day, end) }

// readPeriod is nil for no period at all.
func readPeriod(value string) (*study.Period, error) {
	low, high, _ := strings.Cut(value, "..")
	from, err := readDay(low, "-01-01")
	to, errTo := readDay(high, "-12-31")
	switch {
	case err != nil || errTo != nil:
		return nil, errors.Join(err, errTo)
	case from == "" && to == "":
		return nil, nil
	case from != "" && to != "" && from > to:
		return nil, fmt.Errorf("%s is after %s", from, to)
	}
	return &study.Period{From: from, To: to}, nil
}

// readDay reads a day, or a year as its first or last one.
func readDay(text, end string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", nil
	}
	if _, err := time.Parse("2006", text); err == nil {
		return text + end, nil
	}
	if _, err := time.Parse(time.DateOnly, text); err == nil {
		return text, nil
	}
	return "", fmt.Errorf("%q is not a day: write 2009, or 2009-03-31", text)
}
