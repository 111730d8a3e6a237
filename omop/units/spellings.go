package units

import "strings"

// spellings are UCUM's codes of what people write otherwise.
var spellings = map[string]string{
	"percent": "%", "pct": "%", "mmhg": "mm[Hg]", "mm hg": "mm[Hg]", "°c": "Cel", "c": "Cel", "celsius": "Cel",
	"°f": "[degF]", "fahrenheit": "[degF]", "lb": "[lb_av]", "lbs": "[lb_av]", "pounds": "[lb_av]", "in": "[in_i]",
	"inches": "[in_i]", "ft": "[ft_i]", "bpm": "/min", "beats/min": "/min",
	"ml/min/1.73m2": "mL/min/{1.73_m2}", "ml/min/1.73 m2": "mL/min/{1.73_m2}", "ml/min per 1.73 m2": "mL/min/{1.73_m2}",
}

// unitSpellings are parts of units as people write them, in lower case, with UCUM's.
var unitSpellings = map[string]string{
	"mg": "mg", "g": "g", "kg": "kg", "ug": "ug", "mcg": "ug", "ng": "ng", "pg": "pg", "l": "L", "dl": "dL", "ml": "mL",
	"ul": "uL", "fl": "fL", "mol": "mol", "mmol": "mmol", "umol": "umol", "nmol": "nmol", "pmol": "pmol", "meq": "meq",
	"eq": "eq", "u": "U", "mu": "mU", "iu": "[IU]", "miu": "m[IU]", "uiu": "u[IU]", "kat": "kat", "ukat": "ukat",
	"nkat": "nkat", "cm": "cm", "m": "m", "mm": "mm", "min": "min", "h": "h", "hr": "h", "s": "s", "sec": "s",
	"kpa": "kPa",
	"k":   "10*3", "m2": "m2", "cells": "{cells}", "mm3": "mm3", "cumm": "mm3",
}

// Code returns UCUM's code of a unit as people write it, "µmol/l" or "K/uL"; ok is false where it is not understood.
func Code(text string) (code string, ok bool) {
	text = strings.TrimSpace(text)
	if code, ok := fromSpelling(text); ok { // before UCUM itself, in which K is kelvin
		return code, true
	}
	_, err := Parse(text)
	return text, err == nil
}

// fromSpelling reads a unit by its spelling.
func fromSpelling(text string) (code string, ok bool) {
	low := strings.ToLower(strings.NewReplacer("µ", "u", "μ", "u", " per ", "/").Replace(text))
	if code, ok := spellings[low]; ok {
		return code, true
	}
	low = strings.ReplaceAll(low, " ", "")
	for _, times := range []string{"x10^", "x10*", "×10^", "x10e", "10^", "10e"} {
		if rest, ok := strings.CutPrefix(low, times); ok {
			low = "10*" + rest
			break
		}
	}
	parts := strings.Split(low, "/")
	for i, part := range parts {
		switch known, is := unitSpellings[part]; {
		case is:
			parts[i] = known
		case part == "" && i == 0 || strings.HasPrefix(part, "10*"):
		default:
			return "", false
		}
	}
	code = strings.Join(parts, "/")
	_, err := Parse(code)
	return code, err == nil
}

// shown are parts of codes that people write otherwise.
var shown = strings.NewReplacer("mm[Hg]", "mmHg", "(173.10*-2.m2)", "1.73 m2", "{1.73_m2}", "1.73 m2")

// Shown is a unit in UCUM as people write it: mm[Hg] as mmHg.
func Shown(code string) string { return shown.Replace(code) }
