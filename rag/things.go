package rag

import (
	"slices"
	"strings"
	"unicode"
)

// Things are the mentions of a question, each thing once: without those that repeat another, are its abbreviation, or
// are spelled out in brackets behind them.
//
// Example: "the age of heart failure patients at their first HF diagnosis" has one thing, heart failure; "an opioid
// (oxycodone or fentanyl)" has two, oxycodone and fentanyl.
func (m Masked) Things() []Mention {
	var out []Mention
	for _, e := range m.Entities {
		again := slices.ContainsFunc(out, func(o Mention) bool { return sameThing(o, e) })
		short := slices.ContainsFunc(m.Entities,
			func(o Mention) bool { return o.Domain == e.Domain && shortFor(e.Text, o.Text) })
		if again || short || m.spelledOut(e) {
			continue
		}
		out = append(out, e)
	}
	return out
}

func sameThing(a, b Mention) bool { return a.Domain == b.Domain && strings.EqualFold(a.Text, b.Text) }

// spelledOut reports whether two mentions or more of its domain stand in brackets right behind a mention.
func (m Masked) spelledOut(e Mention) bool {
	if e.Start < 0 || e.End <= e.Start || e.End > len(m.Question) {
		return false
	}
	behind := m.Question[e.End:]
	inner, opens := strings.CutPrefix(strings.TrimLeft(behind, " "), "(")
	closes := strings.IndexByte(inner, ')')
	if !opens || closes < 0 {
		return false
	}
	from := len(m.Question) - len(inner)
	members := 0
	for _, o := range m.Entities {
		if o.Domain == e.Domain && o.Start >= from && o.End <= from+closes {
			members++
		}
	}
	return members > 1
}

// shortFor reports whether a text of capitals is made of the beginnings of a longer name's words, one of each and in
// their order: HF of heart failure, T2DM of type 2 diabetes mellitus, ACEi of ACE inhibitor.
func shortFor(short, long string) bool {
	capitals := 0
	for _, r := range short {
		if unicode.IsUpper(r) {
			capitals++
		}
	}
	words := strings.FieldsFunc(strings.ToLower(long),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return capitals > 1 && len(words) > 1 && !strings.ContainsRune(short, ' ') &&
		beginnings(strings.ToLower(short), words)
}

// beginnings reports whether a text is cut into one beginning of each word.
func beginnings(text string, words []string) bool {
	if len(words) == 0 {
		return text == ""
	}
	for n := 1; n <= min(len(text), len(words[0])) && text[:n] == words[0][:n]; n++ {
		if beginnings(text[n:], words[1:]) {
			return true
		}
	}
	return false
}
