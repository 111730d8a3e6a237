package coding

import (
	"context"
	"errors"
	"slices"
)

// suggest names what Options.Suggest finds in an abstention that names what is similar. An abstention for
// another reason, such as two readings that are equally good, names these and stays as it is.
func (s *session) suggest(ctx context.Context, err error) error {
	var e *NoConceptError
	if s.options.Suggest == nil || !errors.As(err, &e) ||
		slices.ContainsFunc(e.Nearest, func(m Member) bool { return m.Why != similar }) {
		return err
	}
	hits, failed := s.options.Suggest.Find(ctx, s.entity.Text, s.domain, nearestShown*hitsPerCandidate)
	if failed != nil { // the abstention stands without it
		s.options.Logger.Warn("nothing was suggested", "entity", s.entity.String(), "error", failed)
		return err
	}
	named := *e
	named.Nearest = nil
	for _, h := range hits {
		for _, c := range s.standard(h) {
			known := slices.ContainsFunc(named.Nearest, func(m Member) bool { return m.ID == c.concept.ID })
			if !known && c.score >= leastNear && len(named.Nearest) < nearestShown {
				named.Nearest = append(named.Nearest, member(c.concept, c.why, c.score))
			}
		}
	}
	return &named
}
