package info

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/schema"
)

// mostCounted is how many people of a table are counted: whether they are few is all that is asked.
const mostCounted = 1000

// numbers are the numbers in a finding's message: "3 of 300", "100 %", "all 4219", and a number alone.
var numbers = lazyregexp.New(`\d+ of \d+|\d+ %|all \d+|\b\d+\b`)

// Few reports whether the table's records belong to fewer people than may be shown.
func (t Table) Few() bool { return t.hidden != "" }

// Hide hides the numbers and dates of tables that have records of fewer than least people, and numbers of records that
// are as small.
func (i *Info) Hide(least int) {
	if least <= 1 {
		return
	}
	few := map[string]bool{}
	model, _ := schema.For(i.Version) // of a version that is not known, no table's dates count
	i.FirstDate, i.LastDate = "", ""
	for k := range i.Tables {
		t := &i.Tables[k]
		if t.People > 0 && t.People < int64(least) {
			t.hidden, t.FirstDate, t.LastDate = "few", "", ""
			few[t.Name] = true
		} else if without := i.Persons - t.Rows; t.People > 0 && without > 0 && without < int64(least) {
			t.hidden = "nearly all" // have a row each, and the number would tell how many few have none
		}
		if model == nil {
			continue
		}
		if described, ok := model.Table(t.Name); ok && isClinicalEvent(described) {
			i.widen(*t)
		}
	}
	i.hideMergedFew(int64(least))
	for k := range i.Findings {
		if f := &i.Findings[k]; few[f.Table] || f.count > 0 && f.count < int64(least) {
			f.Message = numbers.ReplaceAllString(f.Message, "few")
		}
	}
	for k := range i.Domains {
		d := &i.Domains[k]
		if few[d.Table] || d.Unmapped > 0 && d.Unmapped < int64(least) ||
			d.Rows > d.Unmapped && d.Rows-d.Unmapped < int64(least) {
			d.fewer = least
		}
	}
}

// hideMergedFew hides how many eras there are where they are hardly fewer than the records that they are made of: 469
// of 470 conditions would tell that one person has had one twice.
func (i *Info) hideMergedFew(least int64) {
	records := map[string]int64{}
	for _, t := range i.Tables {
		records[t.Name] = t.Rows
	}
	for k := range i.Tables {
		t := &i.Tables[k]
		of := schema.RecordsOf(t.Name)
		apart := max(records[of]-t.Rows, t.Rows-records[of])
		if t.hidden == "" && of != "" && t.Rows > 0 && apart > 0 && apart < least {
			t.hidden = "nearly those of " + of
		}
	}
}

// RowCount is the number of rows as it may be shown: "few" where they are those of few people, "nearly all" where few
// people have none, and of which table nearly all where they are eras.
func (t Table) RowCount() string { return cmp.Or(t.hidden, fmt.Sprint(t.Rows)) }

// RowCount is the number of records as it may be shown.
func (d Domain) RowCount() string { return shown(d.Rows, d.fewer) }

// UnmappedCount is the number of records without a standard concept as it may be shown.
func (d Domain) UnmappedCount() string { return shown(d.Unmapped, d.fewer) }

// UnmappedShare is the share in percent, as it may be shown.
func (d Domain) UnmappedShare() string {
	if d.fewer > 0 {
		return "hidden"
	}
	return fmt.Sprintf("%.1f %%", 100*d.Share)
}

func shown(n int64, fewer int) string {
	if fewer > 0 {
		return "few"
	}
	return fmt.Sprint(n)
}

// MarshalJSON writes "few" in the place of a number that is hidden.
func (t Table) MarshalJSON() ([]byte, error) {
	type plain Table
	if t.hidden == "" {
		return json.Marshal(plain(t))
	}
	return json.Marshal(map[string]any{"name": t.Name, "rows": t.hidden})
}

// MarshalJSON writes "few" in the place of numbers that are hidden.
func (d Domain) MarshalJSON() ([]byte, error) {
	type plain Domain
	if d.fewer == 0 {
		return json.Marshal(plain(d))
	}
	return json.Marshal(map[string]any{"domain": d.Domain, "table": d.Table, "rows": "few", "unmapped": "few",
		"unmapped_share": "hidden"})
}
