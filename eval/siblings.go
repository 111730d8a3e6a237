package eval

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag"
)

// MeetMemory notes in each case the user's own pairs that are siblings of its question: worded as it is but for
// entities and numbers, or with SQL that is the reference's but for them. What was asked and verified before would
// answer it by heart.
func MeetMemory(cases []Case, pairs []rag.Pair) {
	var own []kin
	for _, p := range pairs {
		if p.Own {
			own = append(own, kinOf(p.ID, p.Wordings(), p.SQL))
		}
	}
	if len(own) == 0 {
		return
	}
	for i := range cases {
		c := &cases[i]
		wordings := []string{c.Question}
		if c.pair != nil {
			wordings = c.pair.Wordings()
		}
		asked := kinOf(c.PairID, wordings, c.SQL)
		for _, o := range own {
			if o.id != c.PairID && !slices.Contains(c.Twins, o.id) && asked.sibling(o) {
				c.Twins = append(c.Twins, o.id)
			}
		}
	}
}

// kin is what a question and its SQL are without entities and numbers.
type kin struct {
	id        string
	templates []string
	sql       string
}

func kinOf(id string, wordings []string, sql string) kin {
	k := kin{id: id, sql: sql}
	holders, err := sqltree.Placeholders(sql)
	for _, w := range wordings {
		if err == nil {
			for _, h := range holders {
				if at := wordsAt(w, h.Text); at >= 0 {
					w = w[:at] + "<" + strings.ToUpper(string(h.Domain)) + ">" + w[at+len(h.Text):]
				}
			}
		}
		k.templates = append(k.templates, withoutNumbers(plainWording(w)))
	}
	return k
}

var digits = lazyregexp.New(`\d+(\.\d+)?`)

func withoutNumbers(s string) string { return digits.ReplaceAllString(s, "<n>") }

func (k kin) sibling(o kin) bool {
	for _, t := range k.templates {
		if slices.Contains(o.templates, t) {
			return true
		}
	}
	return k.sql != "" && o.sql != "" && Structure(k.sql, o.sql)
}
