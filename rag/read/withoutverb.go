package read

import "strings"

// "How many of them took A, how many B and how many C on or after the diagnosis?" says the verb once, and behind the
// last what holds for all: the question is asked of each with it. Where something stands between the first and the
// second, it need not hold for all, and nothing is read.

// askedWithoutVerb is the question of each of several that are asked for without a verb; nothing where it is none.
func (p *parser) askedWithoutVerb() (e asked) {
	var items []stretch
	for i := 0; i < len(p.toks); i++ {
		_, n := p.longest(i, "howmany", "share")
		if n == 0 {
			continue
		}
		if len(items) == 0 {
			first, ok := p.itemBefore(p.askedNext(i + n))
			if !ok {
				return asked{}
			}
			items = append(items, first)
			i = first.to - 1
			continue
		}
		from := i + n
		for from < len(p.toks) && isArticle[p.toks[from].low] {
			from++
		}
		m, _ := p.itemAt(from)
		if m == 0 || !p.onlyAnd(items[len(items)-1].to, i) {
			return asked{}
		}
		items = append(items, stretch{from, from + m})
		i = from + m - 1
	}
	if len(items) < 2 {
		return asked{}
	}
	first, last := items[0], items[len(items)-1]
	tail := p.text[p.toks[last.to-1].end:]
	e.noTail = strings.Trim(tail, " ?.!") == ""
	for _, item := range items {
		e.members = append(e.members, p.textOf(item))
		e.said = append(e.said, p.text[:p.toks[first.from].start]+p.textOf(item)+tail)
	}
	return e
}

// askedNext is the token from i on at which the next number or share is asked for.
func (p *parser) askedNext(i int) int {
	for ; i < len(p.toks); i++ {
		if _, n := p.longest(i, "howmany", "share"); n > 0 {
			break
		}
	}
	return i
}

// itemBefore is the longest name that ends before a token, signs and "and" aside.
func (p *parser) itemBefore(to int) (s stretch, ok bool) {
	for to > 0 && to < len(p.toks) && p.seq(to-1, ",|and|;") {
		to--
	}
	for from := range to {
		if n, _ := p.itemAt(from); n == to-from {
			return stretch{from, to}, true
		}
	}
	return s, false
}

// onlyAnd reports whether nothing but "and" and signs stand between two tokens.
func (p *parser) onlyAnd(from, to int) bool {
	for ; from < to; from++ {
		if !p.seq(from, ",|and|;") {
			return false
		}
	}
	return true
}
