package duckdb

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
)

// endless never ends by itself.
const endless = "WITH RECURSIVE r(n) AS (SELECT 1::BIGINT UNION ALL SELECT n + 1 FROM r) SELECT COUNT(*) FROM r"

// countdown is a context that is cancelled when it has been asked so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// The driver plans a query, looks at its context, and starts it. One that is called off
// in between stays in the connection, and the next statement would work on it, here for minutes.
func TestAConnectionIsSettledWhereverItsQueryWasCalledOff(t *testing.T) {
	e := open(t, newFile(t), Options{})
	for asked := range 8 { // at the ninth the query has begun
		c, err := e.DB().Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		rows, err := c.QueryContext(&countdown{t.Context(), asked}, "WITH RECURSIVE r(n) AS (SELECT 1::BIGINT UNION ALL SELECT n + 1 FROM r WHERE n < 10000000) SELECT COUNT(*) FROM r")
		if err == nil {
			rows.Close()
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("called off when asked %d times: %v", asked, err)
		}
		start := time.Now()
		if err := settle(c); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("called off when asked %d times: settling took %s", asked, took)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestAnEndlessQueryThatWasCalledOffHoldsNobodyUp(t *testing.T) {
	e := open(t, newFile(t), Options{})
	for i := range 10 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*time.Millisecond)
		_, err := e.Query(ctx, endless, omop.Limit{})
		cancel()
		if !errors.Is(err, omop.ErrTimeout) {
			t.Fatalf("the endless query: %v", err)
		}
		table, err := e.Query(t.Context(), "SELECT COUNT(*) FROM person", omop.Limit{Time: 10 * time.Second})
		if err != nil || table.Rows[0][0] != int64(1000) {
			t.Fatalf("after %d endless queries: %v", i+1, err)
		}
	}
}
