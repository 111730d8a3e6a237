package check

import "github.com/askomop/askomop/omop"

func otherResult() Rule {
	return Rule{
		ID: "other-result", Group: groupQuestion, Severity: omop.SeverityWarning,
		Summary: "Run on the database that `--db` names, or where nothing can be told there, or none is named, on the demonstration database with the statement's own concepts, the statement gives another number than the question in the comment before it (or after `--question`), as askomop understands that.",
		Instead: "Read how the question was understood: either the statement or its question says something else than was meant.",
		Wrong:   "-- question: How many patients had asthma in 2009?\nSELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND condition_start_date BETWEEN DATE '2008-07-01' AND DATE '2009-12-31'",
		Right:   "-- question: How many patients had asthma in 2009?\nSELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND condition_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31'",
		check: func(p *pass) {
			if p.opt.Results == nil || p.asked == "" {
				return
			}
			found, err := p.opt.Results(p.ctx, Asked{Question: p.asked, Statement: p.Tree.Text, Own: p.ownConcepts()})
			p.otherwise = found.Allowed && !found.Same
			p.agrees = err == nil && !found.Trial && (found.Same || found.Allowed || found.Concepts)
			p.otherConcepts = err == nil && found.Concepts &&
				(found.Far || found.Short && p.asksForAbsence() || p.asksEveryKind())
			switch {
			case err != nil:
				p.err = err
			case found.Allowed || found.Concepts || found.Nobody || found.Message != "" &&
				(p.takesAgeOnDay() || p.meaning.Question != nil && p.takesPeriods(mentionsOf(p.meaning.Question))):
				p.reportAs(omop.SeverityInfo, p.main(), "%s", found.Message)
			case found.Message != "":
				p.report(p.main(), "%s", found.Message)
			}
		},
	}
}
