package coding

import (
	"cmp"
	"context"
	"errors"
)

// Certain codes by the rules what they are certain of, and by the model's word what they are not. What has an exact
// name costs no request.
type Certain struct {
	*Verified
	reading *Rules // the rules in a question; nil for Verified's own
}

// In implements ContextCoder: the words around an entity speak to the rules.
func (c Certain) In(question string) Coder {
	c.reading = c.rules.in(question)
	return c
}

// Code implements Coder.
func (c Certain) Code(ctx context.Context, e Entity) (ConceptSet, error) {
	set, err := cmp.Or(c.reading, c.rules).Code(ctx, e)
	var miss *NoConceptError
	if err == nil || !errors.As(err, &miss) || len(miss.Source) > 0 {
		return set, err
	}
	return c.Verified.Code(ctx, e)
}
