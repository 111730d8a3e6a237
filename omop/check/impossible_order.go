package check

import "github.com/askomop/askomop/omop"

func impossibleOrder() Rule {
	return Rule{
		ID: "impossible-order", Group: groupTime, Severity: omop.SeverityInfo,
		Summary: "The statement looks for events after death, or for ends before starts: mistakes of the data.",
		Instead: "Turn the comparison round, unless the quality of the data is the question.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN death AS d ON d.person_id = co.person_id WHERE co.condition_start_date > d.death_date`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN death AS d ON d.person_id = co.person_id WHERE co.condition_start_date <= d.death_date`,
		check: func(p *pass) {
			for _, b := range p.bounds {
				if b.op == ">" || b.op == ">=" {
					b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
				}
				if b.op != "<" && (b.op != "<=" || b.days >= 0) || b.absolute || !b.fixed || b.days > 0 {
					continue
				}
				// first lies before second
				first, second := p.Origins(b.first), p.Origins(b.second)
				switch {
				case all(first, isDeathDate) && all(second, isStart) && b.test.clause.chooses():
					p.report(b.test.expr, "events after death are mistakes of the data, mostly")
				case all(first, isEnd) && all(second, isStart) && first[0].Relation == second[0].Relation && p.Refs[b.first].Relation == p.Refs[b.second].Relation:
					p.report(b.test.expr, "an end before its own start is a mistake of the data")
				}
			}
		},
	}
}

func isDeathDate(o origin) bool { return o.TableName() == "death" && hasDate(o) }

func isStart(o origin) bool {
	return isEvent(o.Relation.Table) && o.Column.Name == o.Relation.Table.StartDate
}

func isEnd(o origin) bool {
	return isEvent(o.Relation.Table) && o.Relation.Table.EndDate != "" && o.Column.Name == o.Relation.Table.EndDate
}
