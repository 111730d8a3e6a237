package main

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed gold.tsv
var goldTSV string

// mention is a row of gold.tsv.
type mention struct {
	part, kind, domain, text string
	right                    []int64 // any of them; empty where the right answer is to abstain
	named                    bool    // the text is the name of a right concept
}

// mentionsOf reads the mentions of a part, or of all, from a text as gold.tsv is.
func mentionsOf(text, part string) ([]mention, error) {
	var all []mention
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(fields) != 6 {
			return nil, fmt.Errorf("mentions: %d columns, want 6: %q", len(fields), line)
		}
		m := mention{part: fields[0], kind: fields[1], domain: fields[2], text: fields[3]}
		for id := range strings.SplitSeq(fields[4], "|") {
			if id == "" {
				continue
			}
			n, err := strconv.ParseInt(id, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("mentions: %w", err)
			}
			m.right = append(m.right, n)
		}
		for name := range strings.SplitSeq(fields[5], " | ") {
			m.named = m.named || strings.EqualFold(name, m.text)
		}
		if part == "all" || part == m.part {
			all = append(all, m)
		}
	}
	return all, nil
}
