package load

import (
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// What tools write where there is no value. Words such as NA count as nothing in
// numbers, dates and optional text, but not in required text: NA is Namibia's code.
const (
	noText         = `'', '""', '\N'`
	noOptionalText = noText + `, 'NA', '#N/A', 'NULL', 'null'`
	noValue        = noOptionalText + `, 'N/A', 'NaN', 'nan', 'None', 'none', '.'`
)

// scientific matches a whole number that a spreadsheet has rounded to a few digits.
const scientific = `'[+-]?[0-9]+([.][0-9]+)?[eE][+]?[0-9]+'`

// A cell is one column of a source as SQL: its text, NULL where there is none, and
// its value, NULL where the text can't be read as the target's type. plain is the value
// too, but only of what is written in the usual ways: it plans and runs many times
// faster than value with its patterns, and raises unreadable for everything else.
type cell struct {
	text  string
	value string
	plain string
}

// order tells whether the day stands first in dates with slashes.
type order int

const (
	monthFirst order = iota // 7/24/2179, the American way and the default
	dayFirst
)

// cellOf reads the source column raw, a VARCHAR, as the type of c.
func cellOf(c *schema.Column, raw string, dates order, decimalComma bool) cell {
	if c.Type == schema.Text {
		nothing := noOptionalText
		if c.Required {
			nothing = noText
		}
		text := "CASE WHEN " + raw + " NOT IN (" + nothing + ") THEN " + raw + " END"
		return cell{text: text, value: text, plain: text}
	}
	trimmed := "trim(" + raw + ")"
	text := "CASE WHEN " + trimmed + " NOT IN (" + noValue + ") THEN " + trimmed + " END"
	x := cell{text: text}
	switch c.Type {
	case schema.ID, schema.Integer:
		x.value, x.plain = wholeNumber(trimmed, c.Type.SQL()), plainNumber(raw, c.Type.SQL())
	case schema.Number:
		x.value, x.plain = number(trimmed, decimalComma), number(raw, false)
	case schema.Date:
		x.value, x.plain = date(trimmed, dates), plainDate(raw, dates)
	case schema.Datetime:
		x.value, x.plain = datetime(trimmed, dates), plainDatetime(raw)
	}
	x.value = "COALESCE(" + x.plain + ", " + x.value + ")"
	x.plain = "COALESCE(" + x.plain + ", CASE WHEN " + raw + " NOT IN (" + noValue + ") THEN " + fail + " END)"
	return x
}

// fail raises unreadable.
const fail = "error('" + unreadable + "')"

// plainNumber reads digits, with or without a ".0". Only what the engine itself would
// write comes back the same, which tells digits from 1.5, 0x10 and 1.74E+18.
func plainNumber(v, sqlType string) string {
	back := func(v string) string {
		whole := "TRY_CAST(" + v + " AS " + sqlType + ")"
		return "CASE WHEN CAST(" + whole + " AS VARCHAR) = " + v + " THEN " + whole + " END"
	}
	return "CASE WHEN " + v + " LIKE '%.0' THEN " + back("left("+v+", -2)") + " ELSE " + back(v) + " END"
}

func plainDate(v string, dates order) string {
	slashes := ""
	if dates == monthFirst {
		slashes = " WHEN " + v + " LIKE '%_/%_/____' THEN CAST(TRY_STRPTIME(" + v + ", '%m/%d/%Y') AS DATE)"
	}
	return "CASE WHEN " + v + " LIKE '____-__-__' OR " + v + " LIKE '____-__-__ __:__:__' THEN TRY_CAST(left(" + v +
		", 10) AS DATE)" +
		" WHEN length(" + v + ") = 8 THEN TRY_CAST(" + separated(v) + " AS DATE)" + slashes + " END"
}

// plainDatetime reads a day that begins with the year, with or without a time of day.
func plainDatetime(v string) string {
	return "CASE WHEN " + v + " LIKE '____-__-__ __:__:__' OR " + v + " LIKE '____-__-__' THEN TRY_CAST(" + v +
		" AS TIMESTAMP)" +
		" WHEN length(" + v + ") = 8 OR " + v + " LIKE '________ __:__:__' THEN TRY_CAST(" + separated(v) +
		" || substr(" + v + ", 9) AS TIMESTAMP) END"
}

// separated turns 20101231 into 2010-12-31.
func separated(v string) string {
	return "left(" + v + ", 4) || '-' || substr(" + v + ", 5, 2) || '-' || substr(" + v + ", 7, 2)"
}

// wholeNumber also takes 4116324.0, as pandas writes integers of a column with gaps.
// TRY_CAST alone would round 1.5, and read 0x10, 1_000 and 1.74E+18.
func wholeNumber(v, sqlType string) string {
	return "CASE WHEN regexp_full_match(" + v + ", '[+-]?[0-9]+') THEN TRY_CAST(" + v + " AS " + sqlType + ")" +
		" WHEN regexp_full_match(" + v + ", '[+-]?[0-9]+[.]0*') THEN TRY_CAST(split_part(" + v + ", '.', 1) AS " +
		sqlType + ") END"
}

func number(v string, decimalComma bool) string {
	value := "TRY_CAST(" + v + " AS DOUBLE)"
	if decimalComma {
		value = "COALESCE(" + value + ", TRY_CAST(replace(" + v + ", ',', '.') AS DOUBLE))"
	}
	return "CASE WHEN isfinite(" + value + ") THEN " + value + " END"
}

// date reads the day of a date or of a timestamp, as it is written: a time zone moves
// no date.
func date(v string, dates order) string {
	return "COALESCE(" +
		"CASE WHEN regexp_matches(" + v + ", '^[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}([ T]|$)')" +
		" THEN TRY_CAST(regexp_extract(" + v + ", '^[0-9/-]+') AS DATE) END, " +
		"CAST(" + otherDate(v, dates) + " AS DATE))"
}

func datetime(v string, dates order) string {
	const local = `'^[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}[ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?'`
	return "COALESCE(" +
		"CASE WHEN regexp_matches(" + v + ", " + local + ") THEN TRY_CAST(regexp_extract(" + v + ", " + local +
		") AS TIMESTAMP) END, " +
		"CASE WHEN regexp_full_match(" + v + ", '[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}') THEN TRY_CAST(" + v +
		" AS TIMESTAMP) END, " +
		otherDate(v, dates) + ")"
}

// otherDate reads what does not begin with the year and a separator. Each format is
// guarded by its shape, because strptime takes the year 79 for %Y and 2010123 for %Y%m%d.
func otherDate(v string, dates order) string {
	slashes := "%m/%d/%Y"
	if dates == dayFirst {
		slashes = "%d/%m/%Y"
	}
	formats := func(day string) string {
		var list []string
		for _, time := range []string{"", " %H:%M:%S", " %H:%M:%S.%g", " %H:%M", " %I:%M:%S %p", " %I:%M %p"} {
			list = append(list, "'"+day+time+"'")
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	shape := func(pattern, day string) string {
		return " WHEN regexp_matches(" + v + ", '^" + pattern + "( .*)?$') THEN TRY_STRPTIME(" + v + ", " +
			formats(day) + ")"
	}
	return "CASE" +
		" WHEN regexp_full_match(" + v + ", '[0-9]{8}[.]0') THEN TRY_STRPTIME(left(" + v + ", 8), '%Y%m%d')" +
		shape("[0-9]{8}", "%Y%m%d") +
		shape("[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}", slashes) +
		shape("[0-9]{1,2}[.][0-9]{1,2}[.][0-9]{4}", "%d.%m.%Y") +
		shape("[0-9]{1,2}-[A-Za-z]{3}-[0-9]{4}", "%d-%b-%Y") +
		" END"
}

func above12(s string) bool {
	return len(s) == 2 && s[0] >= '0' && s[1] >= '0' && s[1] <= '9' && s > "12" && s <= "31"
}

// typedCell reads a Parquet column, which has a type already. What matches is cast;
// everything else goes through its text.
func typedCell(c *schema.Column, raw, sqlType string, dates order) cell {
	text := "CAST(" + raw + " AS VARCHAR)"
	whole := strings.HasSuffix(sqlType, "INT") || strings.HasSuffix(sqlType, "INTEGER")
	float := sqlType == "DOUBLE" || sqlType == "FLOAT" || strings.HasPrefix(sqlType, "DECIMAL")
	dated := sqlType == "DATE" || strings.HasPrefix(sqlType, "TIMESTAMP")
	switch {
	case whole && (c.Type == schema.ID || c.Type == schema.Integer || c.Type == schema.Number),
		dated && (c.Type == schema.Date || c.Type == schema.Datetime):
		value := "TRY_CAST(" + raw + " AS " + c.Type.SQL() + ")"
		return cell{text: text, value: value,
			plain: "COALESCE(" + value + ", CASE WHEN " + raw + " IS NOT NULL THEN " + fail + " END)"}
	case float && c.Type == schema.Number: // pandas writes gaps as NaN
		number := "CAST(" + raw + " AS DOUBLE)"
		value := "CASE WHEN isfinite(" + number + ") THEN " + number + " END"
		return cell{text: "CASE WHEN isfinite(" + number + ") THEN " + text + " END", value: value, plain: value}
	}
	return cellOf(c, text, dates, false)
}
