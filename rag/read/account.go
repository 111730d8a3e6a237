package read

import (
	"slices"
	"strings"
)

// Here is told how each word was read, and which were not.

// account lists how the words were read. Where words are unread that neither the grammar nor the vocabulary knows,
// these are the unread phrases; else all that has no place is.
func (p *parser) account() (words []Word, unread []Span, mentions []Mention) {
	var strange []Span
	for i := 0; i < len(p.toks); {
		j := i + 1
		for j < len(p.toks) && p.role[j] == p.role[i] && p.group[j] == p.group[i] &&
			(p.role[i] != "" || p.toks[i].isWord) && p.role[i] != "word" {
			j++
		}
		for j > i+1 && p.role[i] == "" && isSign(p.toks[j-1].low) {
			j--
		}
		span := p.span(i, j)
		role := p.role[i]
		if role == "" && !isSign(p.toks[i].low) {
			unread = append(unread, span)
			strange = append(strange, p.strange(i, j)...)
			role = "?"
		}
		if span.Text != "" || role == "?" { // no word that was put in
			words = append(words, Word{span.Text, span.Start, span.End, role, p.meant(i, j)})
		}
		if d, ok := strings.CutPrefix(role, "entity "); ok {
			mentions = append(mentions, Mention{d, span.Text, span.Start, span.End})
		}
		i = j
	}
	words = append(words, p.aside...)
	if len(strange) > 0 {
		return words, p.wholePhrases(p.ofPhrases(strange), mentions), mentions
	}
	known := p.joined(p.wholePhrases(unread, mentions))
	for k := range known {
		known[k].Known = true
	}
	return words, known, mentions
}

// meant is a stretch of tokens with its slips mended; "" where there are none.
func (p *parser) meant(i, j int) string {
	text := p.spelt(i, j-i)
	if text == p.text[p.toks[i].start:p.toks[j-1].end] {
		return ""
	}
	return text
}

func (p *parser) span(i, j int) Span {
	from, to := p.toks[i].start, p.toks[j-1].end
	return Span{Text: p.text[from:to], Start: from, End: to}
}

// strange are the words among unread ones that neither the grammar nor the vocabulary knows, with the name they
// belong to.
func (p *parser) strange(i, j int) []Span {
	var found []Span
	for i < j {
		if cs := p.candidates(i); len(cs) > 0 {
			i += cs[0].n
			continue
		}
		last := i
		for last < j && p.toks[last].isWord && !p.r.lex.words[p.toks[last].low] && len(p.candidates(last)) == 0 {
			last++
		}
		if last > i {
			found = append(found, p.span(i, last))
		}
		i = last + 1
	}
	return found
}

// ofPhrases joins unknown words between which "of the" or the like stands: "fracture of the hip" is one name.
func (p *parser) ofPhrases(strange []Span) []Span {
	var phrases []Span
	for _, u := range strange {
		if n := len(phrases); n > 0 && u.Start >= phrases[n-1].End {
			between := strings.Fields(strings.ToLower(p.text[phrases[n-1].End:u.Start]))
			if len(between) > 0 && !slices.ContainsFunc(between, func(w string) bool { return !joinsNames[w] }) {
				phrases[n-1] = Span{Text: p.text[phrases[n-1].Start:u.End], Start: phrases[n-1].Start, End: u.End}
				continue
			}
		}
		phrases = append(phrases, u)
	}
	return phrases
}

// joinsNames are words within names.
var joinsNames = map[string]bool{"of": true, "the": true, "to": true, "from": true}

// wholePhrases joins an unread word with the entity beside it: in "cystic fibrosis" only the first may be unknown.
func (p *parser) wholePhrases(unread []Span, mentions []Mention) []Span {
	for k, u := range unread {
		for _, m := range mentions {
			if m.Start >= u.End && strings.TrimSpace(p.text[u.End:m.Start]) == "" {
				u.End = m.End
			}
			if m.End <= u.Start && strings.TrimSpace(p.text[m.End:u.Start]) == "" {
				u.Start = m.Start
			}
		}
		unread[k] = Span{Text: p.text[u.Start:u.End], Start: u.Start, End: u.End}
	}
	return slices.Compact(unread)
}

// joined makes one phrase of unread ones that stand beside each other.
func (p *parser) joined(unread []Span) []Span {
	var phrases []Span
	for _, u := range unread {
		n := len(phrases)
		if n > 0 && !strings.ContainsFunc(p.text[min(phrases[n-1].End, u.Start):u.Start],
			func(r rune) bool { return r == ',' || r == ';' || r == ':' || r == '?' }) &&
			p.onlySmall(phrases[n-1].End, u.Start) {
			phrases[n-1] = Span{Text: p.text[phrases[n-1].Start:u.End], Start: phrases[n-1].Start, End: u.End}
			continue
		}
		phrases = append(phrases, u)
	}
	return phrases
}

// onlySmall reports whether only articles and courtesies lie between two places of the text.
func (p *parser) onlySmall(from, to int) bool {
	for i, t := range p.toks {
		if t.start >= from && t.end <= to && p.role[i] != "-" && !isSign(t.low) {
			return false
		}
	}
	return true
}

// isSign reports whether a token is punctuation, which needs no reading.
func isSign(low string) bool {
	return slices.Contains([]string{",", ";", ":", "?", "!", "(", ")", "…", "'", "/", "-", "•", "*"}, low)
}
