package pipeline

import (
	"context"
	"slices"

	"github.com/askomop/askomop/rag/read"
)

// verifiedPairName is how the record calls a candidate that is the SQL of a verified pair with the question's own
// entities filled in.
const verifiedPairName = "template"

// askTemplate answers a question that is worded as a verified one is but for its entities and values, without asking a
// model. It reports whether it did. Where the reader of the words comes to another result, or says that the words are
// ambiguous, the model is asked.
//
// Source: the question templates of Kim et al. (2024), KU-DMIS at EHRSQL.
func (p *Pipeline) askTemplate(ctx context.Context, r *work, witness candidate) (bool, error) {
	if p.parts.Templates == nil || p.opt.Method == MethodSQL || len(r.alike) == 0 || r.DryRun {
		return false, nil
	}
	if why := r.Reading; why != nil && why.Refusal != nil &&
		slices.Contains([]read.Kind{read.Ambiguous, read.Contradiction, read.OutOfScope}, why.Refusal.Kind) {
		return false, nil
	}
	c := candidate{by: verifiedPairName, run: r.candidateRun()}
	c.err = p.fillTemplate(ctx, c.run, r)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if !c.answered() || witness.answered() && !SameResult(witness.run.Run, c.run.Run) {
		return false, nil
	}
	if err := p.settle(r, []candidate{witness, c}, verifiedTemplate); err != nil {
		return true, err
	}
	p.withoutModel().readOtherwise(ctx, r)
	return true, nil
}

func (p *Pipeline) fillTemplate(ctx context.Context, r *work, of *work) error {
	other := *p.withoutModel()
	other.parts.Writer = p.parts.Templates
	r.retrieved, r.Attempts = of.alike, 1
	if err := other.write(ctx, r, nil); err != nil {
		return err
	}
	return other.run(ctx, r)
}

// verifiedTemplate answers with the reader where it came to the same, else with the template, which a person has
// verified.
func verifiedTemplate(all []candidate) verdict {
	if all[0].answered() {
		return verdict{chosen: 0, agreement: 1}
	}
	return verdict{chosen: 1, agreement: 1}
}
