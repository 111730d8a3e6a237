package spark

import (
	"context"
	"errors"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/enginetest"
	"github.com/askomop/askomop/omop/spark/connect"
)

func server(t testing.TB) string {
	return needs.Env(t, "ASKOMOP_TEST_SPARK", "a Spark with its Connect server (.ci/spark makes one and prints its address)")
}

// session is a session of the server that runs anything.
func session(t testing.TB) *connect.Client {
	t.Helper()
	place, err := ParsePlace(server(t))
	if err != nil {
		t.Fatal(err)
	}
	c, err := connect.New(connect.Options{Address: place.Host})
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

func opened(t testing.TB, address, vocabulary string) *Engine {
	t.Helper()
	e, err := Open(t.Context(), address, Options{TempDir: t.TempDir(), Vocabulary: vocabulary})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func TestContract(t *testing.T) {
	enginetest.FillSpark(t, session(t).Run, "askomop_contract", enginetest.Fixture(t))
	enginetest.Run(t, opened(t, server(t)+"?cdm=askomop_contract", ""))
}

func TestAVocabularyOfTheHomeFolderIsLent(t *testing.T) {
	file, home := enginetest.Fixture(t), enginetest.HomeVocabulary(t)
	enginetest.FillSpark(t, session(t).Run, "askomop_lent_names", file, enginetest.Vocabulary...)
	enginetest.RunLent(t, opened(t, server(t)+"?cdm=askomop_lent_names", home), true)
}

// A server that ends a statement at its deadline may do so before the deadline is seen to be past here.
func TestTheServersDeadlineIsTheLimitOfTime(t *testing.T) {
	ended := status.Error(codes.DeadlineExceeded, "stream terminated by RST_STREAM with error code: CANCEL")
	err := explain(t.Context(), "SELECT 1", ended)
	if !errors.Is(err, omop.ErrTimeout) {
		t.Errorf("it is taken for %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := explain(ctx, "SELECT 1", status.Error(codes.DeadlineExceeded, "")); !errors.Is(err, context.Canceled) {
		t.Errorf("what was called off is taken for %v", err)
	}
}
