package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/askomop/askomop/eval"
)

// evalEstimate prints what is still to be asked of the run in dir, and asks nothing.
func (c *call) evalEstimate(ctx context.Context, m eval.Matrix, dir string) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if c.Bool("restart") || !exists(dir) { // as if it began: nothing is removed or left
		temp, err := os.MkdirTemp("", "askomop-eval-")
		if err != nil {
			return fmt.Errorf("estimating the cost: %w", err)
		}
		defer os.RemoveAll(temp)
		dir = filepath.Join(temp, filepath.Base(dir))
	}
	folder, err := eval.OpenFolder(dir, m.Plan())
	if err != nil {
		return err
	}
	estimates, err := m.Estimate(ctx, folder)
	open := m.Open(folder)
	if err = errors.Join(err, folder.Close()); err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(append([]eval.Estimate{}, estimates...))
	}
	fmt.Fprintf(c.Streams.Out, "%s to ask.\n", plural(open, "question", "questions"))
	for _, e := range estimates {
		fmt.Fprintln(c.Streams.Out, estimateText(e.Setting, e))
	}
	return nil
}

// noteCost says what the questions will cost before they are asked.
func (c *call) noteCost(estimates []eval.Estimate) {
	sum := eval.Estimate{}
	for _, e := range estimates {
		if e.Questions == 0 {
			continue
		}
		if len(estimates) > 1 {
			c.note("  %s", estimateText(e.Setting, e))
		}
		sum.Questions, sum.Calls = sum.Questions+e.Questions, sum.Calls+e.Calls
		sum.PromptTokens += e.PromptTokens
		sum.CompletionTokens += e.CompletionTokens
		sum.Money, sum.Currency = sum.Money+e.Money, e.Currency
		if sum.PricesOf == "" || e.PricesOf != "" && e.PricesOf < sum.PricesOf {
			sum.PricesOf = e.PricesOf // the oldest, of several models
		}
	}
	if sum.Questions == 0 {
		return
	}
	c.note("%s.", estimateText("About, without repairs", sum))
	m := c.settings.Model
	switch tokens := sum.PromptTokens + sum.CompletionTokens; {
	case m.BudgetMoney > 0 && sum.Money > m.BudgetMoney, m.BudgetTokens > 0 && tokens > m.BudgetTokens:
		c.note("The budget will end the run before it is through; what is asked until then is kept.")
	case m.BudgetMoney == 0 && m.BudgetTokens == 0:
		c.note("--budget-tokens and --budget-money set bounds; --estimate stops here.")
	}
}

func estimateText(what string, e eval.Estimate) string {
	text := fmt.Sprintf(
		"%s: %s, %s, %s tokens of prompts and %s of answers",
		what,
		plural(e.Questions, "question", "questions"),
		plural(e.Calls, "call", "calls"),
		thousands(e.PromptTokens),
		thousands(e.CompletionTokens),
	)
	if e.Currency == "" {
		return text + "; the price of the model is not known"
	}
	text += ", " + moneyText(e.Money, e.Currency)
	if e.PricesOf != "" {
		text += " by the price of " + e.PricesOf
	}
	return text
}

// spentText says how many tokens and how much money a setting took; "" where no model was asked.
func spentText(s eval.Spent) string {
	if s.Calls == 0 {
		return ""
	}
	text := fmt.Sprintf(
		"%s, %s tokens of prompts and %s of answers",
		plural(s.Calls, "call", "calls"),
		thousands(s.PromptTokens),
		thousands(s.CompletionTokens),
	)
	if s.Currency != "" {
		text += ", " + moneyText(s.Money, s.Currency)
	}
	return text
}

func moneyText(amount float64, currency string) string {
	if amount > 0 && amount < 0.1 {
		return fmt.Sprintf("%.4f %s", amount, currency)
	}
	return fmt.Sprintf("%.2f %s", amount, currency)
}

// thousands writes a number of tokens: 12, 3.4 thousand, 56 thousand, 4.1 million.
func thousands(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 10_000:
		return fmt.Sprintf("%.1f thousand", float64(n)/1000)
	case n < 999_500:
		return fmt.Sprintf("%.0f thousand", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f million", float64(n)/1e6)
}
