package gemini

import (
	"errors"
	"math"
	"strings"

	"github.com/askomop/askomop/llm"
)

// tokenProbability is how probable a token of the answer was, the geometric mean; 0 where the answer does not tell.
// The mean that the API gives counts where it gives no token by itself.
func (c *candidate) tokenProbability() float64 {
	if tokens := c.LogprobsResult.ChosenCandidates; len(tokens) > 0 {
		sum := 0.0
		for _, t := range tokens {
			sum += t.LogProbability
		}
		return math.Exp(min(0, sum/float64(len(tokens))))
	}
	if c.AvgLogprobs == nil || math.IsNaN(*c.AvgLogprobs) {
		return 0
	}
	return math.Exp(min(0, *c.AvgLogprobs))
}

// refusesTokens reports whether a model refused a request because it does not tell how probable its tokens are.
func refusesTokens(err error) bool {
	var e *llm.Error
	return errors.As(err, &e) && errors.Is(e, llm.ErrRequest) && strings.Contains(strings.ToLower(e.Detail), "logprobs")
}
