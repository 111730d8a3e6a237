package coding

// The numbers that rank candidates and choose among readings stand here; those of slips of the pen, in similar.go. They
// were set by hand on the dev part of internal/bench/codes/gold.tsv (4,743 mentions), each where a class of mentions
// was ranked or answered wrong, and kept where neither the other classes nor the held part lost by it; none was fitted
// by a program, and surelyNamed alone was compared at several values. What they do to mentions that nobody had seen is
// in docs/coding.md.
const (
	// Scores are similarities in [0, 1]; 1 is named outright.
	similarity      = 0.97  // what a similar term counts beside one that is named outright
	namedOutright   = 0.955 // score of a hit from which nothing else is looked for
	otherOrder      = 0.99  // of a term of the same words in another order
	otherName       = 0.98  // of a synonym whose words are, in another order, the name of another concept
	joinedOtherwise = 0.95  // of a term of the same words that are joined by another word
	evidenceScore   = 0.96  // of a concept one of whose names says the same in other words
	kindScore       = 0.95  // of a concept that is a kind of what a cut-down vocabulary lacks
	testScore       = 0.98  // of one of the tests or vaccines that are meant together
	behindTests     = 0.975 // what is left of a class behind the very tests that are asked for
	wholeIngredient = 0.99  // what an ingredient keeps of the score of a product that is named with its strength
	ofSimilar       = 0.1   // what the ingredient of a similar product is behind it
	otherStrength   = 0.01  // what a product loses where it has none of the numbers that are written
	belowExact      = 0.999 // the most that a likeness of vectors can be: near is never the same
	leastNear       = 0.3   // from which something is worth naming where nothing was coded

	// surelyNamed is the score of a hit by name that keeps its place before what vectors find: most of the mention's
	// telling words are in the name. Of 0.93, 0.85, 0.75 and 0.6 the first put the right concept first least often
	// (0.85 to 0.90 of 500 mentions of the gold set), and the last two alike.
	surelyNamed = 0.75

	// Factors of a similarity for what shared words do not show.
	turned        = 0.85 // one text denies what the other says: with or without loss of consciousness
	oneSide       = 0.93 // a term is of one side, which was not asked for
	unasked       = 0.91 // a test in a specimen, at a time or in a panel that the mention says nothing of
	covers        = 0.4  // how much of a test's score is the share of the mention that a name says
	orderCounts   = 0.1  // the order of words tells a bypass from left to right from its mirror image
	missingCounts = 0.5  // what only the mention says: mentions leave words out of names, but hardly add any
	silence       = 1.04 // a name that adds only that nothing more is said: unspecified
	letterCounts  = 0.8  // a word that only shares letters, beside the word itself

	// Similarities of what a word may stand for, less a part of the cost of reading it so.
	costToLikeness = 1.5
	leastLikeness  = 0.5
	stemLikeness   = 0.72 // of a word to what it is cut short to fewer than minStem letters

	// Costs of readings. Only the nearest can be answers.
	nearReadings = 0.011 // how much dearer another reading may be than the one that is taken and still put it in doubt
	nearGuesses  = 0.05  // the same of a reading with a guess, which all other guesses put in doubt
	evidenceCost = 0.08  // of a reading: what is shorter is written out, and no more

	// Costs of rewritings. A reading's cost is the sum over its words: the readings nearest to what is written come
	// first.
	costDrop     = 0.01
	costSame     = 0.02
	costShort    = 0.03
	costDose     = 0.03
	costEnding   = 0.04
	costForm     = 0.05 // an adjective for its noun, or the other way round
	costOwn      = 0.05 // a word that has a long form, and that the vocabulary writes short as well
	costWider    = 0.06
	costPast     = 0.06
	costMisspelt = 0.10  // a word misspelt, by the words of the vocabulary
	costNear     = 0.12  // words of which names choose one for what mentions call by another: only to find candidates
	costGuess    = 0.15  // a word cut short, by the words of the vocabulary
	costCut      = 0.18  // a word that the vocabulary has, and that may be cut short all the same
	costKept     = 0.25  // a word that has a long form, and that the vocabulary does not know
	nextLong     = 0.015 // each further long form of a row is dearer by so much
	nextGuess    = 0.005 // each further word that one may stand for; a vocabulary's abbreviation beside a row's
	nextOther    = 0.001 // each further wording that means the same
)
