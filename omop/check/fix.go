package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
)

// mend gives the last finding its mending: what a pattern finds at a place of the text becomes something
// else. $ in the pattern's groups is as regexp has it. Where the text there is another, nothing is mended.
func (p *pass) mend(at int, pattern *lazyregexp.Regexp, to string) {
	if len(p.findings) == 0 || at < 0 || at > len(p.Tree.Text) {
		return
	}
	found := pattern.FindStringSubmatchIndex(p.Tree.Text[at:])
	if found == nil || found[0] != 0 {
		return
	}
	for i := 1; 2*i+1 < len(found); i++ {
		if found[2*i] >= 0 {
			to = strings.ReplaceAll(to, "$"+string(rune('0'+i)), p.Tree.Text[at+found[2*i]:at+found[2*i+1]])
		}
	}
	p.findings[len(p.findings)-1].Fix = &omop.Edit{Start: at, End: at + found[1], Text: to}
}

// The texts that mendings replace.
var (
	equalNull     = lazyregexp.New(`^(?i)=\s*NULL\b`)
	unequalNull   = lazyregexp.New(`^(?i)(<>|!=)\s*NULL\b`)
	countAny      = lazyregexp.New(`^(?i)COUNT\s*\(\s*(\*|1)\s*\)`)
	countColumn   = lazyregexp.New(`^(?i)COUNT\s*\(\s*([\w."]+)\s*\)`)
	quotedNumber  = lazyregexp.New(`^'(\d+)'`)
	quotedText    = lazyregexp.New(`^'[^']*'`)
	wholeDivision = lazyregexp.New(`^//`)
	lessThan      = lazyregexp.New(`^<`)
	equalSet      = lazyregexp.New(`^=\s*(\[[^\]\n]*\])`)
)

// person returns the qualified person_id of the first relation of a SELECT that has one; "" where none has.
func (s *statement) person(at *scope) string {
	for _, rel := range at.Relations {
		if !rel.Semi && rel.Name != "" && rel.Find("person_id") != nil {
			return rel.Name + ".person_id"
		}
	}
	return ""
}

// Apply makes the mendings of findings in a text. It returns the text and how many were made; of two that
// overlap, the first in the text is made.
func Apply(text string, findings []omop.Finding) (string, int) {
	var edits []omop.Edit
	for _, f := range findings {
		if f.Fix != nil {
			edits = append(edits, *f.Fix)
		}
	}
	slices.SortStableFunc(edits, func(a, b omop.Edit) int { return a.Start - b.Start })
	var out strings.Builder
	last, made := 0, 0
	for _, e := range edits {
		if e.Start < last || e.End > len(text) {
			continue
		}
		out.WriteString(text[last:e.Start])
		out.WriteString(e.Text)
		last = e.End
		made++
	}
	out.WriteString(text[last:])
	return out.String(), made
}
