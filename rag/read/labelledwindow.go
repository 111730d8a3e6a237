package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// A part of a plan may say how long a time is that another part names: "The look-back is 365 days before the first
// fill. What proportion had a stroke within that window?"

// windowUse is where a plan names a time whose length another part says, and the words that say it in full.
type windowUse struct {
	at      stretch
	instead order
}

// findWindows finds the parts that only say how long a time is, where another part names it. They are taken out of the
// parts, and what names them is said in full from then on.
func (l *plan) findWindows() {
	for _, one := range l.of("washout", "follow") {
		length, ok := l.lengthOf(one)
		if !ok {
			continue
		}
		uses := l.namesWindow(one.role, length)
		if len(uses) == 0 || len(l.of("washout", "follow")) > 1 && l.vague(uses) {
			continue
		}
		l.windows = append(l.windows, uses...)
		l.defined = append(l.defined, one)
		l.parts = slices.DeleteFunc(l.parts, func(o labelPart) bool { return o == one })
	}
}

// lengthOf is the length of the time that a part consists of: "365 days before the first fill".
func (l *plan) lengthOf(one labelPart) (order, bool) {
	from := one.value
	for from < one.to && l.p.seq(from, "for|up|to|of|is|=|the|maximum|max|a|an|lasts|covers|comprises") {
		from++
	}
	l.p.pos = from
	d, ok := l.p.duration()
	end := l.p.pos
	if !ok || end == from || d == (study.Offset{}) || end > one.to {
		return nil, false
	}
	length := l.says(from, end, nil)
	if end == one.to {
		return length, true
	}
	way := "before|preceding"
	if one.role == "follow" {
		way = "after|from|following|since"
	}
	switch {
	case l.p.seq(end, way):
		end++
	case one.role == "washout" && l.p.seq(end, "prior", "to"):
		end += 2
	default:
		return nil, false
	}
	for end < one.to && (isArticle[l.p.toks[end].low] || l.p.seq(end, "their|that|this|each|day|date|of")) {
		end++
	}
	_, n := l.labels.longest(end, "anchorword", "firstone")
	return length, n > 0 && end+n == one.to || end == one.to
}

// namesWindow are the places in which the time of a role is named: "during the look-back", "within that window".
func (l *plan) namesWindow(role string, length order) (uses []windowUse) {
	said := slices.Concat(order{words("within")}, length, order{words("after it")})
	if role == "washout" {
		said = slices.Concat(order{words("in the")}, length, order{words("before it")})
	}
	for _, one := range l.of("question", "report", "outcome", "covariate", "exclude", "include") {
		for i := one.value; i < one.to; i++ {
			if !l.p.seq(i, "within|in|during|over|throughout") {
				continue
			}
			k := i + 1
			for k < one.to && l.p.seq(k, "that|this|the|their|said|whole|same") {
				k++
			}
			ph, n := l.labels.longest(k, "windowword")
			if n == 0 || k+n > one.to || ph.value != role && !(ph.value == "" && l.p.seq(k-1, "that|this|said|same")) {
				continue
			}
			uses = append(uses, windowUse{stretch{i, k + n}, said})
		}
	}
	return uses
}

// vague reports whether a time is named by a word that does not say which: "that window".
func (l *plan) vague(uses []windowUse) bool {
	return slices.ContainsFunc(uses, func(u windowUse) bool {
		ph, _ := l.labels.longest(u.at.to-1, "windowword")
		return ph.value == "" && u.at.to-u.at.from == 3
	})
}

// windowAt is the time that is named at a token.
func (l *plan) windowAt(i int) (windowUse, bool) {
	k := slices.IndexFunc(l.windows, func(u windowUse) bool { return u.at.from == i })
	if k < 0 {
		return windowUse{}, false
	}
	return l.windows[k], true
}
