package read

import "slices"

// People speak of themselves and of their work beside a question: "Our statistician wants to know how many …", "… for
// a grant application", "The reviewers asked for it." Words for those who ask, for asking and planning, for papers and
// meetings (category "talk") say nothing of patients. A stretch of them alone, before or behind what is asked, is
// passed over. A word that nobody knows is none of them: it may be a disease. Nor is "by department", "in the trial":
// what follows a preposition of place or a distribution may choose among patients.

// talkLinks hold such words together, and choose nothing by themselves.
var talkLinks = []string{"for", "of", "to", "in", "on", "as", "at", "is", "are", "was", "were", "be", "been", "being",
	"would", "will", "can", "could", "may", "might", "has", "have", "had", "do", "does", "did", "it", "so", "because",
	"since", "and", "about", "regarding", "concerning", "whether", "if", "here"}

// choosing stand before a noun by which people may be chosen or parted.
const choosing = "in|at|from|on|within|of|under|by|per|each|every|across|between|with|among|outside"

// asTalk is what a remark with such words is about.
const asTalk = "what it is for"

// talkAt is how many tokens of talk stand at token i; those that only link others are told.
func (m *remark) talkAt(i int) (n int, link bool) {
	if ph, n := m.p.longest(i, "talk"); n > 0 && m.p.entityAt(i).n <= n && !(isTalkNoun[ph.value] && m.chooses(i)) {
		return n, false
	}
	if i == 0 && m.p.seq(0, "before|after|while|when|once|what") {
		if ph, _ := m.p.longest(1, "talk"); ph.value == "who" { // "Before we design the trial, …"
			return 1, true
		}
	}
	if low := m.p.toks[i].low; isArticle[low] || isSign(low) || slices.Contains(talkLinks, low) {
		return 1, true
	}
	return 0, false
}

var isTalkNoun = map[string]bool{"who": true, "work": true}

// chooses reports whether the noun at token i stands behind a word that may choose people by it.
func (m *remark) chooses(i int) bool {
	for i > 0 && isArticle[m.p.toks[i-1].low] {
		i--
	}
	return i > 0 && m.p.seq(i-1, choosing)
}

// leads are where the question may begin behind talk that leads it in: before "how many" of "I wonder how many", before
// "for" and behind it in "I'd be grateful for the number".
func (m *remark) leads() []int {
	last := 0
	for i := 0; i < len(m.p.toks); {
		n, link := m.talkAt(i)
		if n == 0 {
			break
		}
		i += n
		if !link {
			last = i
		}
	}
	if last == 0 || last == len(m.p.toks) {
		return nil
	}
	found := []int{last}
	for last < len(m.p.toks) && (isSign(m.p.toks[last].low) || slices.Contains(talkLinks, m.p.toks[last].low)) {
		last++
		found = append(found, last)
	}
	return found
}

// trail is where talk begins that ends the question: "for a grant application"; the end without it.
func (m *remark) trail() int {
	for i := range m.p.toks {
		if i > 0 && m.p.seq(i, "for|as|to|so|because") && !m.p.takesTo(i) && m.allTalk(i) {
			return i
		}
	}
	return len(m.p.toks)
}

// allTalk reports whether everything from token i on is talk.
func (m *remark) allTalk(i int) bool {
	talks := false
	for i < len(m.p.toks) {
		n, link := m.talkAt(i)
		if n == 0 {
			return false
		}
		talks = talks || !link
		i += n
	}
	return talks
}
