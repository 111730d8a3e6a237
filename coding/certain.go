package coding

import (
	"context"
	"errors"
)

// Certain codes by the rules what they are certain of, and by the model's word what they are not. What has an exact name
// costs no request.
type Certain struct{ *Verified }

// Code implements Coder.
func (c Certain) Code(ctx context.Context, e Entity) (ConceptSet, error) {
	set, err := c.rules.Code(ctx, e)
	var miss *NoConceptError
	if err == nil || !errors.As(err, &miss) || len(miss.Source) > 0 {
		return set, err
	}
	return c.Verified.Code(ctx, e)
}
