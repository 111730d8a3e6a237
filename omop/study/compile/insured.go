package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// insuredBy holds of times of insurance with a plan, or by a payer, of one of the names; case does not matter.
func (c *compiler) insuredBy(r *record, names []string, at string) string {
	if r.domain != study.PayerPlan {
		c.refuse(at, "is of times of insurance")
		return "FALSE"
	}
	if c.options.Plans != nil {
		c.refuseUnknownPlan(names, c.options.Plans(), at)
	}
	var list []string
	for _, name := range names {
		list = append(list, literal(strings.ToLower(name)))
	}
	in := strings.Join(list, ", ")
	return fmt.Sprintf("(LOWER(%s) IN (%s) OR LOWER(%s) IN (%[2]s))", r.col(planName), in, r.col(sourceValue))
}

// refuseUnknownPlan refuses a name that the database does not have, and says which it has.
func (c *compiler) refuseUnknownPlan(names, known []string, at string) {
	for _, name := range names {
		if c.refusal != nil || slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, name) }) {
			continue
		}
		has := "it has none"
		if len(known) > 0 {
			has = "it has " + strings.Join(known, ", ")
		}
		c.refusal = &Unsupported{Field: at, Data: true,
			Why: fmt.Sprintf("the database names no plan or payer “%s”; %s", name, has)}
	}
}
