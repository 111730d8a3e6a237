package study

import (
	"fmt"
	"strconv"
	"strings"
)

// Placeholders are the entries of a list that name entities: [drug@metformin] with its descendants, and concepts that
// are taken without them by their ids, after prefix.
func Placeholders(domain string, entities []Entity, prefix string) []string {
	var list []string
	add := func(text string) {
		list = append(list, fmt.Sprintf("[%s@%s]", domain, strings.ReplaceAll(text, "]", `\]`)))
	}
	for _, e := range entities {
		switch {
		case e.Text != "":
			add(e.Text)
		case e.Code != "":
			add(e.Vocabulary + ":" + e.Code)
		case e.Set != "":
			add("set:" + e.Set)
		}
		for _, id := range e.IDs {
			if e.Exact {
				list = append(list, prefix+strconv.FormatInt(id, 10))
			} else {
				add("concept:" + strconv.FormatInt(id, 10))
			}
		}
	}
	return list
}
