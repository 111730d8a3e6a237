package read

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/vocab"
)

// What says that each of a list is asked for by itself stands in apart.tsv: "separately", "for each drug", "one number
// for each", "each drug counted on its own".

//go:embed apart.tsv
var apartFile string

// apartOnce are the words of apart.tsv by what they do.
var apartOnce = sync.OnceValue(func() map[string][]string {
	by := map[string][]string{}
	for line := range strings.Lines(apartFile) {
		if cols := strings.Split(strings.TrimRight(line, "\n"), "\t"); line[0] != '#' && len(cols) > 1 {
			by[cols[0]] = append(by[cols[0]], strings.Fields(cols[1])...)
		}
	}
	return by
})

// saysApart reports whether a token is one of the words of apart.tsv.
func (p *parser) saysApart(i int, roles ...string) bool {
	return i < len(p.toks) && slices.ContainsFunc(roles, func(role string) bool {
		return slices.Contains(apartOnce()[role], p.toks[i].low)
	})
}

// apartWords are the stretches that say that each is asked for by itself.
func (p *parser) apartWords(l list) []stretch {
	var found []stretch
	for i := range p.toks {
		if i >= l.from && i < l.to || i > 0 && len(found) > 0 && i < found[len(found)-1].to {
			continue
		}
		if end := max(p.apartEnd(i), p.byNamed(i, l)); end > 0 {
			found = append(found, stretch{i, end})
		}
	}
	return found
}

// namedKinds are the domains of what the words for kinds name.
var namedKinds = map[string]string{"drug": "drug", "medication": "drug", "medicine": "drug", "agent": "drug",
	"treatment": "drug", "vaccine": "drug", "condition": "condition", "disease": "condition", "diagnosis": "condition",
	"procedure": "procedure", "test": "measurement"}

// byNamed is where "by drug" ends that begins at a token, where a list of drugs stands before it: each of those
// that are named, and not each product. Of classes, "a statin or an opioid, by drug", it is each drug of them. It
// is 0 where there is none.
func (p *parser) byNamed(i int, l list) int {
	if i < l.to || !p.seq(i, "by") || i+1 >= len(p.toks) || i+2 < len(p.toks) && !isSign(p.toks[i+2].low) {
		return 0
	}
	_, domain := p.itemAt(l.from)
	if kind := namedKinds[p.toks[i+1].low]; kind == "" || kind != domain {
		return 0
	}
	for _, item := range l.items {
		if slices.ContainsFunc(p.r.lookup(item), func(h vocab.Hit) bool { return h.Kind == vocab.KindClass }) {
			return 0
		}
	}
	return i + 2
}

// apartEnd is where words end that begin at a token and say that each is asked for by itself; 0 where they do not.
func (p *parser) apartEnd(i int) int {
	at, says := i, false
	for p.saysApart(at, "lead", "figure") {
		at++
	}
	signed := at > i || i > 0 && isSign(p.toks[i-1].low)
	for ; p.saysApart(at, "alone"); at++ {
		// else it is taken separately, at different times
		says = says || signed || p.seq(at, "respectively") || p.seq(at+1, ":") || p.seq(at+1, "for", "each|every")
	}
	prep := p.seq(at, "for|in|per") || at > i && p.seq(at, "of")
	each := at + boolInt(prep)
	perOne := prep && at > i && p.saysApart(at-1, "figure") && p.saysApart(each, "kind") && // "one line per drug"
		i > 0 && (isSign(p.toks[i].low) || p.boundary(i) != none)
	if p.seq(each, "each|every") && (prep || signed) || perOne {
		says = true
		counted := false
		for at = each + 1; p.saysApart(at, "kind", "of", "tail"); at++ {
			counted = counted || p.seq(at, "counted|count|looked")
			if !counted && p.seq(at, "own|itself") {
				return 0 // taken on its own, without the others
			}
		}
	}
	if !says || at == i || at < len(p.toks) && !isSign(p.toks[at].low) {
		return 0
	}
	return at
}

// standIns are words that stand for each of a list which is named before: "each drug", "either of them", "it".
func (p *parser) standIns(l list, markers []stretch) []stretch {
	var found []stretch
	for i := l.to; i < len(p.toks) && (l.head || l.versus || len(markers) > 0); i++ {
		if slices.ContainsFunc(markers, func(s stretch) bool { return i >= s.from && i < s.to }) {
			continue
		}
		end := i
		switch {
		case p.seq(i, "each|either|every"):
			for end = i + 1; p.saysApart(end, "kind", "of"); {
				end++
			}
		case p.bareUsers(i) > i:
			end = p.bareUsers(i)
		case p.seq(i, "first", "use|exposure|fill|prescription|dispensing|dose|record|diagnosis") && !p.seq(i+2, "of"):
			end = i + 2
		case l.head && p.seq(i, "it"):
			end = i + 1
		case l.head && p.seq(i, "the", "drug|medication|medicine|agent|treatment|vaccine"):
			end = i + 2
		}
		if end > i {
			found = append(found, stretch{i, end})
			i = end - 1
		}
	}
	return found
}

// listRankedBy is the token behind "by" of a list that is to be ranked: "rank A, B and C by number of users", "rank the
// statins A and B by …"; 0 where it is none.
func (p *parser) listRankedBy(l list) int {
	at := 0
	for p.seq(at, "please|can|could|you") {
		at++
	}
	if !p.seq(at, "rank|order|sort|compare") || !p.seq(l.to, "by") {
		return 0
	}
	_, domain := p.itemAt(l.from)
	for at++; at < l.from; at++ {
		_, n := p.longest(at, "listdomain")
		class := p.entityAt(at)
		if n == 0 && !isArticle[p.toks[at].low] && (class.n != 1 || class.domains[0] != domain) {
			return 0
		}
	}
	return l.to + 1
}

// rankingOf is what a list is ranked by, asked of each: of "them", or of what is counted.
func (p *parser) rankingOf(l list, by int) (e asked) {
	rest := p.text[p.toks[by].start:]
	for _, item := range l.items {
		said := rest + " of " + item
		for i := by; i < len(p.toks); i++ {
			if p.seq(i, "them|each") {
				said = p.text[p.toks[by].start:p.toks[i].start] + item + p.text[p.toks[i].end:]
			}
		}
		e.members, e.said = append(e.members, item), append(e.said, said)
	}
	return e
}
