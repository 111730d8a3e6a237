package databricks_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/enginetest"
	"github.com/askomop/askomop/omop/spark"
	"github.com/askomop/askomop/omop/spark/connect"
	"github.com/askomop/askomop/omop/spark/databricks"
)

// TestContract runs the contract over the interface, with a real Spark behind it, two rows a chunk.
func TestContract(t *testing.T) {
	address := needs.Env(t, "ASKOMOP_TEST_SPARK", "a Spark with its Connect server (.ci/spark makes one and prints its address)")
	behind, err := connect.New(connect.Options{Address: strings.TrimPrefix(address, "spark://"), Settings: map[string]string{"spark.sql.session.timeZone": "UTC"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := behind.Close(); err != nil {
			t.Error(err)
		}
	})
	enginetest.FillSpark(t, behind.Run, "askomop_warehouse", enginetest.Fixture(t))
	w := &warehouse{run: behind.Run, perChunk: 2}
	t.Setenv(spark.DatabricksToken, goodToken)
	e, err := spark.Open(t.Context(), "databricks://"+w.address(t)+"/sql/1.0/warehouses/"+warehouseID+"?cdm=askomop_warehouse&tls=false", spark.Options{TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	enginetest.Run(t, e)
	if w.cancelled == 0 {
		t.Error("no statement that ran past its limits was told to stop")
	}
}

// client is a client of a warehouse that gives what run does.
func client(t *testing.T, w *warehouse) *databricks.Client {
	t.Helper()
	c, err := databricks.New(databricks.Options{Host: w.address(t), Warehouse: warehouseID, Token: goodToken})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func numbers(n int) func(context.Context, string, func([]omop.Column, [][]any) error) error {
	return func(_ context.Context, _ string, each func([]omop.Column, [][]any) error) error {
		var rows [][]any
		for i := range n {
			rows = append(rows, []any{int64(i), nil})
		}
		return each([]omop.Column{{Name: "i", Type: "BIGINT"}, {Name: "gap", Type: "VARCHAR"}}, rows)
	}
}

// read runs a statement and counts what comes.
func read(t *testing.T, c *databricks.Client) (rows int, last any, err error) {
	t.Helper()
	err = c.Run(t.Context(), "SELECT 1", func(columns []omop.Column, more [][]any) error {
		if len(columns) != 2 || columns[0].Type != "BIGINT" {
			t.Errorf("columns %v", columns)
		}
		for _, r := range more {
			if last = r[0]; r[1] != nil {
				t.Errorf("a gap arrives as %v", r[1])
			}
		}
		rows += len(more)
		return nil
	})
	return rows, last, err
}

func TestEveryChunkIsRead(t *testing.T) {
	for _, n := range []int{0, 1, 99, 100, 1001} {
		rows, last, err := read(t, client(t, &warehouse{run: numbers(n), perChunk: 100}))
		if err != nil || rows != n || n > 0 && last != int64(n-1) {
			t.Errorf("%d rows: %d came, the last %v: %v", n, rows, last, err)
		}
	}
}

func TestABusyWarehouseIsAskedAgain(t *testing.T) {
	w := &warehouse{run: numbers(3), perChunk: 2}
	c := client(t, w)
	w.refusals = 2
	if rows, _, err := read(t, c); err != nil || rows != 3 {
		t.Errorf("%d rows: %v", rows, err)
	}
	w.refusals = 100
	var failed *databricks.Failure
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if err := c.Run(ctx, "SELECT 1", nil); !errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &failed) {
		t.Errorf("always busy: %v", err)
	}
}

func TestWhatFailsIsSaid(t *testing.T) {
	c := client(t, &warehouse{run: func(context.Context, string, func([]omop.Column, [][]any) error) error {
		return errors.New("[DIVIDE_BY_ZERO] Division by zero")
	}})
	var failed *databricks.Failure
	if _, _, err := read(t, c); !errors.As(err, &failed) || !strings.Contains(failed.Message, "DIVIDE_BY_ZERO") {
		t.Errorf("a statement that fails: %v", err)
	}
	w := &warehouse{run: numbers(1), perChunk: 1}
	c, err := databricks.New(databricks.Options{Host: w.address(t), Warehouse: warehouseID, Token: "dapi-of-another"})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := read(t, c); err == nil || !strings.Contains(err.Error(), "DATABRICKS_TOKEN") || strings.Contains(err.Error(), "dapi") {
		t.Errorf("a wrong token: %v", err)
	}
	if _, err := databricks.New(databricks.Options{Host: "x"}); err == nil {
		t.Error("no token is taken")
	}
}

func TestWhatIsCalledOffIsStoppedOnTheWarehouse(t *testing.T) {
	stopped := make(chan struct{})
	w := &warehouse{run: func(ctx context.Context, _ string, _ func([]omop.Column, [][]any) error) error {
		<-ctx.Done()
		close(stopped)
		return ctx.Err()
	}}
	c := client(t, w)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := c.Run(ctx, "SELECT 1", nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("past its time: %v", err)
	}
	select {
	case <-stopped:
	case <-time.After(5 * time.Second):
		t.Error("the warehouse goes on")
	}
}

func TestWhatIsEnoughIsLeft(t *testing.T) {
	w := &warehouse{run: numbers(1000), perChunk: 10}
	enough := fmt.Errorf("enough")
	n := 0
	if err := client(t, w).Run(t.Context(), "SELECT 1", func(_ []omop.Column, rows [][]any) error {
		if n += len(rows); n >= 30 {
			return enough
		}
		return nil
	}); !errors.Is(err, enough) || n != 30 {
		t.Errorf("%d rows: %v", n, err)
	}
}
