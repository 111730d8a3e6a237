package llm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"sync"
)

// Limit is the most that may be spent; zero fields are no limit.
type Limit struct {
	Tokens int64   // prompt and completion together
	Money  float64 // in the currency of the prices
}

// Spent is the use of a budget so far.
type Spent struct {
	Requests         int
	PromptTokens     int64
	CompletionTokens int64
	Money            float64
	Currency         string // empty where no price is known
	Estimated        bool   // some provider did not count: its tokens are taken to be four bytes long
}

// Budget is shared by the models of a run. It is safe for concurrent use.
type Budget struct {
	limit  Limit
	prices Prices

	mu       sync.Mutex
	spent    Spent
	reserved Spent // of requests under way
}

// NewBudget returns a budget that nothing is spent of. prices may be nil where only tokens are limited.
func NewBudget(limit Limit, prices Prices) *Budget {
	return &Budget{limit: limit, prices: prices}
}

// Spent returns what was spent until now.
func (b *Budget) Spent() Spent {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent
}

// WithBudget books what m's answers cost and, once a request would go beyond the
// budget, fails with ErrBudget before asking: what was done stays done. A money
// limit needs the model's price; without one, WithBudget fails with ErrPrice.
func WithBudget(m Model, b *Budget) (Model, error) {
	if b == nil {
		return m, nil
	}
	price, known := b.prices.Of(m.Name())
	if b.limit.Money > 0 && !known {
		return nil, unpriced(m.Name())
	}
	return budgeted{m, b, price}, nil
}

func unpriced(model string) error {
	return &Error{Model: model, Kind: ErrPrice}
}

// overBudget says by which price money ran out: prices change.
func overBudget(model string, err error, b *Budget, p Price) error {
	e := &Error{Model: model, Kind: ErrBudget, Detail: err.Error()}
	if b.limit.Money > 0 && p.AsOf != "" {
		e.Detail += ", by its price of " + p.AsOf
	}
	return e
}

type budgeted struct {
	Model
	budget *Budget
	price  Price
}

func (m budgeted) Generate(ctx context.Context, req Request) (Response, error) {
	expected := m.cost(Response{PromptTokens: promptTokens(req), CompletionTokens: req.MaxTokens})
	if err := m.budget.reserve(expected); err != nil {
		return Response{}, overBudget(m.Name(), err, m.budget, m.price)
	}
	resp, err := m.Model.Generate(ctx, req)
	used := resp
	var e *Error
	if errors.As(err, &e) {
		used = e.Partial
	}
	m.budget.settle(expected, m.actual(req, used, err))
	return resp, err
}

// actual is the cost of a request that ended with resp and err.
func (m budgeted) actual(req Request, resp Response, err error) Spent {
	if resp.FromCache {
		return Spent{}
	}
	counted := resp.PromptTokens+resp.CompletionTokens > 0
	if !counted && err != nil {
		return Spent{Requests: 1}
	}
	if !counted {
		resp.PromptTokens, resp.CompletionTokens = promptTokens(req), tokens(len(resp.Text))
	}
	s := m.cost(resp)
	s.Requests, s.Estimated = 1, !counted
	return s
}

func (m budgeted) cost(r Response) Spent {
	return Spent{PromptTokens: int64(r.PromptTokens), CompletionTokens: int64(r.CompletionTokens),
		Money: m.price.Cost(r), Currency: m.price.Currency}
}

// reserve sets the expected cost aside, so that requests at the same time do not go beyond the limit together.
func (b *Budget) reserve(expected Spent) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.limit.Tokens > 0 {
		spent := b.spent.PromptTokens + b.spent.CompletionTokens
		ahead := b.reserved.PromptTokens + b.reserved.CompletionTokens + expected.PromptTokens +
			expected.CompletionTokens
		if spent+ahead > b.limit.Tokens {
			return fmt.Errorf("%d of %d tokens are spent and this request needs about %d", spent, b.limit.Tokens,
				expected.PromptTokens+expected.CompletionTokens)
		}
	}
	if b.limit.Money > 0 && b.spent.Money+b.reserved.Money+expected.Money > b.limit.Money {
		return fmt.Errorf("%s of %s %s are spent and this request costs about %s", amount(b.spent.Money),
			amount(b.limit.Money), expected.Currency, amount(expected.Money))
	}
	b.reserved.add(expected, 1)
	return nil
}

// amount is money as people read it; of less than a cent, two digits that count.
func amount(money float64) string {
	decimals := 2
	if money > 0 && money < 1 {
		decimals = 1 - int(math.Floor(math.Log10(money)))
	}
	return strconv.FormatFloat(money, 'f', max(decimals, 2), 64)
}

func (b *Budget) settle(expected, actual Spent) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved.add(expected, -1)
	b.spent.add(actual, 1)
	b.spent.Requests += actual.Requests
	b.spent.Estimated = b.spent.Estimated || actual.Estimated
	if actual.Currency != "" {
		b.spent.Currency = actual.Currency
	}
}

func (s *Spent) add(o Spent, sign int64) {
	s.PromptTokens += sign * o.PromptTokens
	s.CompletionTokens += sign * o.CompletionTokens
	s.Money += float64(sign) * o.Money
}

func promptTokens(req Request) int { return tokens(len(req.System) + len(req.User) + len(req.Schema)) }

// tokens is about how many tokens a text of so many bytes has.
func tokens(size int) int { return (size + 3) / 4 }
