package read

import "context"

// Framed reads a question by frames alone, as if the reader had refused it.
func (r *Reader) Framed(ctx context.Context, text string) *Reading { return r.framed(ctx, text) }
