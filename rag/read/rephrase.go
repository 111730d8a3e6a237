package read

import "context"

// Some ways of asking are others in disguise: "who bled" of a haemorrhage named before, "stroke per year, counts of
// records". What is a turn of phrase is in paraphrases.tsv; here is what needs to know what the words are, said in the
// words that the grammar has, where it could not read them as they stand.

// rephrased is a parser of the question in the grammar's words; nil where it has them already.
func (r *Reader) rephrased(ctx context.Context, text string) *parser {
	p := newParser(ctx, r, text)
	again := p.sayNamesAgain()
	again = p.saySuchRecords() || again
	if behind, commas := p.countBehind(), p.commasAside(); !again && !behind && !commas {
		return nil
	}
	return p
}
