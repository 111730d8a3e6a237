package tools

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/askomop/askomop/app"
)

type expression struct {
	Expression string `json:"expression" jsonschema:"numbers, + - * / and parentheses"`
}

// Computed is the value of an expression.
type Computed struct {
	Value float64 `json:"value"`
}

// longestExpression bounds what is computed.
const longestExpression = 500

func compute(_ context.Context, _ Session, in expression) (Computed, error) {
	if len(in.Expression) > longestExpression {
		return Computed{}, fmt.Errorf("the expression is longer than %d bytes", longestExpression)
	}
	c := &calculation{rest: in.Expression}
	value, err := c.sum()
	switch {
	case err != nil:
		return Computed{}, err
	case c.peek() != 0:
		return Computed{}, fmt.Errorf("%q is not arithmetic", c.rest)
	case math.IsNaN(value) || math.IsInf(value, 0):
		return Computed{}, fmt.Errorf("%s has no value: something is divided by zero", in.Expression)
	}
	return Computed{value}, nil
}

// calculation reads an expression from left to right.
type calculation struct{ rest string }

// peek is the next sign; 0 at the end.
func (c *calculation) peek() byte {
	c.rest = strings.TrimLeft(c.rest, " \t\n")
	if c.rest == "" {
		return 0
	}
	return c.rest[0]
}

func (c *calculation) sum() (float64, error) {
	value, err := c.product()
	for err == nil && (c.peek() == '+' || c.peek() == '-') {
		sign := c.rest[0]
		c.rest = c.rest[1:]
		var next float64
		next, err = c.product()
		if sign == '-' {
			next = -next
		}
		value += next
	}
	return value, err
}

func (c *calculation) product() (float64, error) {
	value, err := c.factor()
	for err == nil && (c.peek() == '*' || c.peek() == '/') {
		sign := c.rest[0]
		c.rest = c.rest[1:]
		var next float64
		next, err = c.factor()
		if sign == '/' {
			next = 1 / next
		}
		value *= next
	}
	return value, err
}

func (c *calculation) factor() (float64, error) {
	switch sign := c.peek(); {
	case sign == '-':
		c.rest = c.rest[1:]
		value, err := c.factor()
		return -value, err
	case sign == '(':
		c.rest = c.rest[1:]
		value, err := c.sum()
		if err == nil && c.peek() != ')' {
			err = fmt.Errorf("a parenthesis is not closed")
		}
		c.rest = strings.TrimPrefix(c.rest, ")")
		return value, err
	}
	n := 0
	for n < len(c.rest) && strings.IndexByte("0123456789.", c.rest[n]) >= 0 {
		n++
	}
	value, err := strconv.ParseFloat(c.rest[:n], 64)
	if err != nil {
		return 0, fmt.Errorf("a number is missing at %q", c.rest)
	}
	c.rest = c.rest[n:]
	return value, nil
}

type tableName struct {
	Table string `json:"table" jsonschema:"as describe_database lists it, such as drug_exposure"`
}

// TableDetail is a table in words.
type TableDetail struct {
	Table   string   `json:"table"`
	About   string   `json:"about,omitempty"`
	Columns []string `json:"columns"`
}

func describeTable(ctx context.Context, a Session, in tableName) (TableDetail, error) {
	facts, err := a.Facts(ctx)
	if err != nil {
		return TableDetail{}, err
	}
	var names []string
	for _, t := range facts.Tables {
		if strings.EqualFold(t.Name, in.Table) {
			return TableDetail{t.Name, t.About, t.Columns}, nil
		}
		names = append(names, t.Name)
	}
	if near := app.Nearest(in.Table, names); near != "" {
		return TableDetail{}, fmt.Errorf("there is no table %q with rows; did you mean %s?", in.Table, near)
	}
	return TableDetail{}, fmt.Errorf("there is no table %q with rows; there are %s", in.Table,
		strings.Join(names, ", "))
}
