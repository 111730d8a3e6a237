package read

// moveEachBehind puts the groups of "what percentage of people in each state have asthma" behind what is asked of them:
// in each of them it is the share of its people. Behind the asthma, "of people with asthma in each state", they are the
// parts of those who have it.
func (p *parser) moveEachBehind() {
	if !p.said("share") {
		return
	}
	for i := 2; i < len(p.toks); i++ {
		if _, n := p.longest(i-1, "people"); n != 1 || !p.seq(i, "in|of|for|at", "each|every") {
			continue
		}
		p.pos = i
		_, ok := p.strata()
		end := p.pos
		more := ok && (p.is("relpron") || p.word("with", "having", "without", "on") || p.sees("verb"))
		p.pos = 0
		p.role, p.group = make([]string, len(p.toks)), make([]int, len(p.toks))
		if !more || end == len(p.toks) {
			continue
		}
		last := len(p.toks)
		for last > end && isSign(p.toks[last-1].low) {
			last--
		}
		p.say(last, last, "by "+p.text[p.toks[i+2].start:p.toks[end-1].end])
		p.say(i, end, "")
		return
	}
}
