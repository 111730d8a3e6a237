package llm

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

//go:embed prices.csv
var pricesCSV string

// Price is the price of a million tokens of a model.
type Price struct {
	Input, CacheRead, CacheWrite, Output float64
	Currency                             string
	AsOf                                 string // the day it held, as YYYY-MM-DD
}

// Cost is the cost of an answer, in Currency.
func (p Price) Cost(r Response) float64 {
	plain := max(r.PromptTokens-r.CachedTokens-r.CacheWriteTokens, 0)
	return (float64(plain)*p.Input + float64(r.CachedTokens)*p.CacheRead +
		float64(r.CacheWriteTokens)*p.CacheWrite + float64(r.CompletionTokens)*p.Output) / 1e6
}

// Prices maps Model.Name to what the model costs.
type Prices map[string]Price

// KnownPrices returns the table that comes with the program; prices.csv says from when.
func KnownPrices() (Prices, error) { return ReadPrices(strings.NewReader(pricesCSV)) }

var priceColumns = []string{"model", "input", "cache_read", "cache_write", "output", "currency", "as_of", "source"}

// ReadPrices reads a table in the form of prices.csv. Lines that begin with # are remarks.
func ReadPrices(r io.Reader) (Prices, error) {
	cr := csv.NewReader(r)
	cr.Comment = '#'
	cr.FieldsPerRecord = len(priceColumns)
	rows, err := cr.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("reading prices: %w; the columns are %s", err, strings.Join(priceColumns, ","))
	}
	if len(rows) == 0 || !slices.Equal(rows[0], priceColumns) {
		return nil, fmt.Errorf("reading prices: the first line must be %s", strings.Join(priceColumns, ","))
	}
	prices := Prices{}
	for _, row := range rows[1:] {
		p, err := readPrice(row)
		if err != nil {
			return nil, fmt.Errorf("reading the prices of %s: %w", row[0], err)
		}
		prices[row[0]] = p
	}
	return prices, nil
}

func readPrice(row []string) (Price, error) {
	p := Price{Currency: row[5], AsOf: row[6]}
	for i, field := range []*float64{&p.Input, &p.CacheRead, &p.CacheWrite, &p.Output} {
		text := row[i+1]
		if text == "" && (i == 1 || i == 2) {
			*field = p.Input
			continue
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v >= 0) {
			return Price{}, fmt.Errorf("%s %q is not a price", priceColumns[i+1], text)
		}
		*field = v
	}
	return p, nil
}

// version matches the end of the name of a dated version of a model, behind the model's name.
var version = lazyregexp.New(`-(\d{4}-\d{2}-\d{2}|\d{8}|\d{3,4}|latest)$`)

// Of returns the price of a model, or of the model that it is a dated version of.
// A name that only begins alike has no price: gpt-5 and gpt-5-pro differ tenfold.
func (p Prices) Of(model string) (Price, bool) {
	if price, ok := p[model]; ok {
		return price, true
	}
	price, ok := p[version.ReplaceAllString(model, "")]
	return price, ok
}
