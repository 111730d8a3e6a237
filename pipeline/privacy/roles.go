package privacy

// Role is what a column of a query holds that was compiled from a study question: nothing has to be read off its SQL.
type Role uint8

// The roles of columns.
const (
	Group    Role = iota // what the rows are grouped by, or says more about it
	Own                  // the same, of what one person had, such as a path of treatment: it is hidden where few had it
	Persons              // a number of people
	Tally                // a number of records, days or the like, or a sum of values
	Estimate             // a share, a rate, a mean, a limit of an interval
)

// Known is a column of a compiled query. People and Part are columns of its wide form, by index: those with the number
// of people behind the cell, and of an estimate that is a share the people of its numerator; -1 where there is none.
type Known struct {
	Name         string
	Role         Role
	People, Part int
	Timed        bool // an estimate of Part over time, not over People: who is left of People cannot be told from it
	// of a part: the column of the whole that it is counted among, from 1; 0 where there is none. Their difference is
	// who is left
	Among int
	Few   []int // columns with further numbers of people, of whom there must be enough
}

// Compiled is the plan for the result of a compiled query. Its wide form puts out the columns, and after them added
// ones with the numbers of people that the columns name.
func Compiled(columns []Known, added, min int) *Plan {
	p := &Plan{ranking: ranking{kept: true}, rows: groupRows, group: -1, input: -1, star: -1, min: min, added: added}
	own := -1
	for i, k := range columns {
		c := shownColumn{name: k.Name}
		if k.People >= 0 {
			c.people = []int{k.People}
			p.group = k.People
		}
		switch k.Role {
		case Own:
			own = k.People
			c.kind, c.grouping, c.attributes, c.people = Value, true, []string{k.Name}, nil
		case Group:
			c.grouping, c.attributes, c.people = true, []string{k.Name}, nil
		case Persons:
			c.kind, c.reveals = People, []reveal{{column: i, behind: k.People}}
		case Tally:
			c.kind, c.reveals = Records, []reveal{{column: i, behind: k.People, sum: true}}
		case Estimate:
			c.kind = Measure
		}
		if c.kind.aggregated() && k.People < 0 {
			c.unknown = "the people behind it are not known"
		}
		if k.Part >= 0 && k.People >= 0 {
			c.people = append(c.people, k.Part)
			c.reveals = []reveal{{column: k.Part, behind: k.Part}}
			if !k.Timed {
				c.pairs = []pair{{k.Part, k.People, -1}}
				c.reveals = append(c.reveals, reveal{column: k.People, behind: k.People})
			}
		}
		c.people = append(c.people, k.Few...)
		if whole := k.Among - 1; whole >= 0 {
			p.nests = append(p.nests,
				nest{whole: tally{column: whole, value: whole, people: columns[whole].People},
					part: tally{column: i, value: i, people: k.People}})
		}
		p.shown = append(p.shown, c)
	}
	if own >= 0 {
		p.group = own
	}
	return p
}
