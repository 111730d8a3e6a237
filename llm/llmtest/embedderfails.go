package llmtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/llm"
)

// What the server of an embedder can do beside the behaviors of models.
const (
	WrongDimension Behavior = "a vector of another dimension"
	ZeroVector     Behavior = "a vector of zeros"
	NotANumber     Behavior = "a vector with no number"
	TooLarge       Behavior = "a vector with a number that is too large"
	TooFew         Behavior = "a vector too few"
	TooMany        Behavior = "a vector too many"
	NoVectors      Behavior = "no vectors"
)

// EmbedDim is the dimension of Vectors.
const EmbedDim = 12

// Vectors are what the server of an embedder answers with: one a text, made of its bytes, and
// damaged as the behavior says.
func Vectors(b Behavior, texts []string) [][]any {
	vecs := make([][]any, len(texts))
	for i, text := range texts {
		sums := make([]float64, EmbedDim)
		for j := range len(text) {
			sums[j%EmbedDim] += float64(text[j]) * float64(j+1)
		}
		for _, x := range sums {
			vecs[i] = append(vecs[i], x)
		}
	}
	last := len(vecs) - 1
	switch b {
	case WrongDimension:
		vecs[last] = append(vecs[last], 1.0)
	case ZeroVector:
		for j := range vecs[last] {
			vecs[last][j] = 0
		}
	case NotANumber:
		vecs[last][0] = "NaN"
	case TooLarge:
		vecs[last][0] = 1e300
	case TooFew:
		vecs = vecs[:last]
	case TooMany:
		vecs = append(vecs, vecs[last])
	case NoVectors:
		vecs = nil
	}
	return vecs
}

// embedKinds is how each failing behavior of an embedder's server must end.
var embedKinds = []struct {
	behavior Behavior
	want     []error
}{
	{RateLimits, []error{llm.ErrRateLimited}},
	{QuotaUsed, []error{llm.ErrQuota}},
	{BadKey, []error{llm.ErrAuth}},
	{NoModel, []error{llm.ErrRequest}},
	{TooLong, []error{llm.ErrRequest}},
	{Fails, []error{llm.ErrUnavailable}},
	{Halves, []error{llm.ErrUnavailable, llm.ErrInvalid}},
	{NotJSON, []error{llm.ErrInvalid}},
	{WrongJSON, []error{llm.ErrInvalid}},
	{WrongDimension, []error{llm.ErrInvalid}},
	{ZeroVector, []error{llm.ErrInvalid}},
	{NotANumber, []error{llm.ErrInvalid}},
	{TooLarge, []error{llm.ErrInvalid}},
	{TooFew, []error{llm.ErrInvalid}},
	{TooMany, []error{llm.ErrInvalid}},
	{NoVectors, []error{llm.ErrInvalid}},
}

// TestEmbedderFails runs what an embedder of a provider does with answers that won't do. open returns one
// of EmbedDim dimensions whose server behaves as told once it is asked for more than the dimension. It uses Key as its
// key.
func TestEmbedderFails(t *testing.T, open func(t *testing.T, b Behavior) llm.Embedder) {
	for _, k := range embedKinds {
		t.Run(string(k.behavior), func(t *testing.T) {
			e := open(t, k.behavior)
			vecs, err := e.Embed(t.Context(), []string{"gout", "", "asthma"})
			if vecs != nil || !slices.ContainsFunc(k.want, func(kind error) bool { return errors.Is(err, kind) }) {
				t.Fatalf("Embed = %v, %v, want one of %v", vecs, err, k.want)
			}
			if says := advice[k.behavior]; !strings.Contains(err.Error(), "; ") ||
				!strings.Contains(err.Error(), says) {
				t.Errorf("the error %q says nothing of what to do, or not %q", err, says)
			}
			if strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), Key) {
				t.Errorf("the error holds the key: %v", err)
			}
			var e2 *llm.Error
			if k.behavior == RateLimits && (!errors.As(err, &e2) || e2.RetryAfter != RetryAfter) {
				t.Errorf("err = %+v, want a wait of %s", err, RetryAfter)
			}
		})
	}
	for _, b := range []Behavior{Hangs, Stalls} {
		t.Run(string(b)+" and the user goes", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(100*time.Millisecond, cancel)
			testEnds(t, open(t, b), ctx, context.Canceled)
		})
		t.Run(string(b)+" until its time is over", func(t *testing.T) {
			e, err := llm.DecorateEmbedder(open(t, b), 8, llm.Options{Timeout: 100 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			testEnds(t, e, t.Context(), llm.ErrTimeout)
		})
	}
}

func testEnds(t *testing.T, e llm.Embedder, ctx context.Context, want error) {
	start := time.Now()
	if _, err := e.Embed(ctx, []string{"gout", "asthma"}); !errors.Is(err, want) || llm.Retryable(err) {
		t.Errorf("err = %v, want %v", err, want)
	}
	if took := time.Since(start); took > soon {
		t.Errorf("took %s", took)
	}
}
