package pipeline

import (
	"context"
	"strings"

	"github.com/askomop/askomop/rag/read"
)

// offers are lines with the questions near to a refused one that can be computed; "" where there are none.
func (p *Pipeline) offers(ctx context.Context, r *read.Reading) string {
	if r == nil {
		return ""
	}
	var b strings.Builder
	for _, near := range r.Near() {
		if _, err := p.compile(ctx, near.Question); err == nil {
			b.WriteString("\n  " + near.Text)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\nNear to it, and answered:" + b.String()
}
