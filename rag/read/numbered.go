package read

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// numbered is a list of numbers of a kind: "CKD stage 3, 4 or 5", "stage 3 or stage 4 CKD", "type 1 or 2 diabetes".
type numbered struct {
	word    string // stage, type, grade
	numbers []string
	joint   string // or, and; "" of a range
	first   int    // its token of the word
	tail    int    // the token behind it
}

// numberedEvent reads such a list as any of its members. With "and", that is for what nobody is of twice at a time, as
// stages are; somebody may have both types of a disease.
func (p *parser) numberedEvent(e *event, domains []string) bool {
	p.skip()
	for h := range mostBefore + 1 { // "chronic kidney disease stage 3 or 4"
		list, ok := p.numberedAt(p.pos + h)
		if !ok || len(list.numbers) == 1 && (h > 0 || len(p.candidates(p.pos)) > 0) {
			continue
		}
		if h > 0 {
			if p.numberedNames(e, list, p.spelt(p.pos, h)+" ", 0, domains) {
				return true
			}
			continue
		}
		for t := min(mostBefore, len(p.toks)-list.tail); t > 0; t-- {
			if p.numberedNames(e, list, "", t, domains) {
				return true
			}
		}
	}
	return false
}

// numberedNames makes the event of the numbers between the words before them and t tokens behind them, where the
// vocabulary has each.
func (p *parser) numberedNames(e *event, list numbered, before string, t int, domains []string) bool {
	behind := ""
	if t > 0 {
		if !p.toks[list.tail+t-1].isWord {
			return false
		}
		behind = " " + p.spelt(list.tail, t)
	}
	var names []study.Entity
	found := domains
	for _, number := range list.numbers {
		name := before + list.word + " " + number + behind
		if found = preferred(domainsOf(p.hitsOf(name, true), name, t+3), found); len(found) == 0 {
			return false
		}
		names = append(names, study.Entity{Text: name})
	}
	p.markNumbered(list, t, "entity "+found[0])
	e.Concepts, e.domains = append(e.Concepts, names...), found
	return true
}

// markNumbered notes that the names were read: each number by itself, with the words beside it.
func (p *parser) markNumbered(list numbered, t int, as string) {
	end := list.tail + t
	from := p.pos
	for k := p.pos; k < end; k++ {
		joint := k < list.tail && !p.toks[k].isNum && k > list.first
		if plural := k == list.first && p.toks[k].low != list.word; joint || plural {
			p.mark(k, k+1, "word")
			from = k + 1
			continue
		}
		p.mark(from, k+1, as)
		if p.toks[k].isNum && k < list.tail-1 {
			from = k + 1
		}
	}
	p.pos = end
}

// exclusive are kinds of which nobody is of two at a time.
var exclusive = []string{"stage", "grade", "class", "degree"}

// numberedAt reads the word and its numbers from token i on.
func (p *parser) numberedAt(i int) (list numbered, ok bool) {
	word := func(k int) string {
		if k >= len(p.toks) {
			return ""
		}
		return vocab.Normalize(p.toks[k].low)
	}
	number := func(k int) int {
		if k >= len(p.toks) || !p.toks[k].isNum || strings.Contains(p.toks[k].low, ".") {
			return 0
		}
		return int(p.toks[k].num)
	}
	list.word, list.first = word(i), i
	if !vocab.TakesNumber(list.word) || number(i+1) == 0 {
		return list, false
	}
	last := number(i + 1)
	list.numbers, list.tail = []string{strconv.Itoa(last)}, i+2
	for {
		k, joint := list.tail, ""
		for k < len(p.toks) && slices.Contains([]string{",", "or", "and", "to", "-", "–", "through", "/"}, p.toks[k].low) {
			joint = p.toks[k].low
			k++
		}
		if word(k) == list.word {
			k++
		}
		n := number(k)
		if joint == "" || n == 0 {
			break
		}
		if joint == "to" || joint == "-" || joint == "–" || joint == "through" {
			for last++; last < n; last++ {
				list.numbers = append(list.numbers, strconv.Itoa(last))
			}
		} else if joint != "," && joint != "/" {
			list.joint = joint
		}
		last = n
		list.numbers, list.tail = append(list.numbers, strconv.Itoa(n)), k+1
	}
	either := list.joint != "and" || slices.Contains(exclusive, list.word) && !p.saidSince(max(0, i-6), "both")
	return list, len(list.numbers) < 10 && either
}
