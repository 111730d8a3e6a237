package check_test

import (
	"errors"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

func TestEveryRuleFindsItsWrongExampleAndPassesItsRightOne(t *testing.T) {
	c := check.New(strict(t))
	for _, r := range check.Rules() {
		t.Run(r.ID, func(t *testing.T) {
			var broken *omop.QueryError
			found, err := c.Check(t.Context(), r.Wrong)
			if err != nil && !errors.As(err, &broken) {
				t.Fatal(err)
			}
			if err == nil && !has(found, r.ID) {
				t.Errorf("not found in %s\nfound: %v", r.Wrong, found)
			}
			for _, f := range found {
				if f.Rule != r.ID && f.Severity == omop.SeverityError {
					t.Errorf("its wrong example also breaks %s: %s", f.Rule, f.Message)
				}
			}
			for _, f := range findings(t, c, r.Right) {
				if f.Severity != omop.SeverityInfo {
					t.Errorf("its right example is said to break %s: %s", f.Rule, f.Message)
				}
			}
		})
	}
}
