package pipeline

import (
	"slices"

	"github.com/askomop/askomop/pipeline/plausible"
	"github.com/askomop/askomop/rag"
)

// requireFollowUp abstains from a survival at times to which nobody is followed: the curve of the last day on which
// somebody was says nothing of later.
func (p *Pipeline) requireFollowUp(r *work) error {
	beyond := plausible.NobodyFollowed(p.judged(r))
	if len(beyond) == 0 || slices.Contains(beyond, false) {
		return nil
	}
	return &rag.Abstention{Reason: ReasonOutOfScope,
		Message: "Nobody in this database is followed so long after that: a percentage at that time is not known. Ask for a shorter time, or for the median."}
}
