package check

import (
	"fmt"
	"time"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
)

// yearsSinceBirth is a difference of the year of birth from a year.
var yearsSinceBirth = lazyregexp.New(`(?i)\b(\d{4})\s*-\s*((?:\w+\.)?)year_of_birth\b`)

// judgeAgeOnNamedDay reports an age by the year of birth alone on a day that the question names, where full dates of
// birth give another number.
//
// Example: of "aged 65 or over on 1 July 2009", 2009 - year_of_birth >= 65.
func (p *pass) judgeAgeOnNamedDay() {
	if p.opt.Compare == nil || p.opt.BirthDates == nil || !p.wordsFor("speaks of age") || p.wordsFor("end of a year") ||
		p.comparesBirthdays() || p.readsColumn("person.birth_datetime") || p.readsColumn("person.month_of_birth") ||
		p.asks("year of birth", "birth year", "years of birth", "calendar year", "calendar years", "turned", "turn",
			"birthday") {
		return
	}
	day, ok := p.dayNamed()
	if !ok || !p.opt.BirthDates(p.ctx) {
		return
	}
	changed := false
	exact := yearsSinceBirth.ReplaceAllStringFunc(p.Tree.Text, func(text string) string {
		part := yearsSinceBirth.FindStringSubmatch(text)
		if part[1] != day.Format("2006") {
			return text
		}
		changed = true
		return fmt.Sprintf("date_sub('year', CAST(%sbirth_datetime AS DATE), DATE '%s')", part[2], day.Format(time.DateOnly))
	})
	if !changed {
		return
	}
	c, err := p.opt.Compare(p.ctx, p.Tree.Text, exact)
	if p.err = err; err != nil || !c.Known {
		return
	}
	const says = "this is the age by the year of birth, and the question's is that on a day: who has the birthday later " +
		"in that year is a year younger; use birth_datetime"
	if c.Same {
		p.reportAs(omop.SeverityInfo, p.main(), says)
		return
	}
	p.report(p.main(), says)
	p.regardless = append(p.regardless, says)
}
