package read

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// Terms is what a Reader needs of the vocabulary.
type Terms interface {
	// Lookup returns the concepts that have the normalised text as a name, synonym or abbreviation, best first.
	Lookup(normalised string) []vocab.Hit
}

// LooseTerms is a vocabulary that also knows texts by their words in another order or with a slip of the pen.
type LooseTerms interface {
	Terms
	Loose(text string) []vocab.Hit
	HasWord(word string) bool
	Slips(word string) []string
}

// Reader reads questions. It is safe for concurrent use.
type Reader struct {
	terms   Terms
	lex     *lexicon
	chosen  map[string]string     // definitions other than the house's
	weights []study.StandardGroup // of the user's standard population, where one is chosen
	looked  *vocab.Kept
	// what is ranked by people is ranked by records, as where "most often" may mean them
	byRecords bool
	composed  bool // the text was put together from the parts of another, and is not parted once more
}

// New returns a Reader over the names of a vocabulary.
func New(terms Terms) *Reader {
	return &Reader{terms: terms, lex: lexiconOnce(), looked: vocab.NewKept(mostLookups)}
}

// Reading is what a question's words were found to mean.
type Reading struct {
	Question *study.Question // nil where the question was refused
	Others   []Other         // other readings of the same words, where they leave a choice open
	Words    []Word          // how each stretch of words was read
	Unread   []Span          // phrases without a place in any reading
	Partial  *study.Question // what was understood of a question with unread phrases; may be nil
	Mentions []Mention
	Refusal  *Refusal // why there is no Question
	Notes    []string // what was taken otherwise than the house takes it

	near  func() []Near // looks for questions near to a refused one
	built *builder      // that made the question
	wider []Other       // of a further figure: readings of more people than were counted last
}

// Other is another reading of the same words.
type Other struct {
	What     string // how it differs: "any record in that time, not only the first ever"
	Question *study.Question
	Always   bool // shown however little its number differs
	Asked    bool // it was asked for, too: the whole beside its parts
}

// Word says what a stretch of the question was read as.
type Word struct {
	Text       string
	Start, End int
	As         string
	Meant      string // of an entity: as it is spelt in the question that was read, where that differs from Text
}

// Span is a stretch of the question.
type Span struct {
	Text       string
	Start, End int
	Known      bool // of unread words: each is known, but not where it stands
}

// Mention is an entity that was found, in the form that package rag uses.
type Mention struct {
	Domain, Text string
	Start, End   int
}

// Refusal says why a question is not read.
type Refusal struct {
	Kind Kind
	Why  string
}

// Kind is the reason of a refusal.
type Kind string

// The kinds of refusals.
const (
	Unknown       Kind = "unknown_words" // a phrase has no place; see Unread
	NoEvent       Kind = "incomplete"    // understood in part, but something is missing
	Ambiguous     Kind = "ambiguous"
	Contradiction Kind = "contradiction"
	// effects, models, tests, causes, forecasts, advice, identities, free text, changing data
	OutOfScope  Kind = "out_of_scope"
	Unsupported Kind = "unsupported" // understood, but the study question cannot say it
)

// Read reads a question. The error is the context's; what cannot be read is told by Refusal.
func (r *Reader) Read(ctx context.Context, text string) (*Reading, error) {
	text, greeting := withoutGreeting(text)
	ids, other := r.givenIDs(ctx, text)
	if other != nil {
		return &Reading{Refusal: other, Words: greeting}, ctx.Err()
	}
	if ids != nil {
		reading, err := r.readNamed(ctx, ids.text())
		reading = ids.restore(reading, text)
		reading.Words = append(reading.Words, greeting...)
		return reading, err
	}
	reading, err := r.readNamed(ctx, text)
	reading.Words = append(reading.Words, greeting...)
	return reading, err
}

// readNamed reads a question whose things are called by their names.
func (r *Reader) readNamed(ctx context.Context, text string) (*Reading, error) {
	whole, put, unclear := r.wholeNames(ctx, text)
	said := text
	if whole != nil {
		said = whole.text()
	}
	reading, err := r.understand(ctx, said)
	if err == nil && reading.Question != nil {
		reading.Others = append(reading.Others, r.otherDays(ctx, said, reading)...)
		reading.Others = append(reading.Others, r.otherOrder(ctx, said, reading)...)
		reading.Others = append(reading.Others, r.otherAlternatives(ctx, said, reading)...)
		reading.Others = append(reading.Others, r.anyOfThem(ctx, text, put, reading.Question)...)
	}
	if whole != nil {
		reading = whole.restore(reading, text)
	}
	if name := r.ofItself(ctx, text, put, reading.Question); name != "" {
		reading.Question, reading.Refusal = nil, &Refusal{Ambiguous, "it does not say whether that is the " + name +
			" itself or another one"}
	}
	for _, name := range unclear {
		if reading.Question != nil && namesEntity(reading.Question, name) {
			reading.Question, reading.Refusal = nil, &Refusal{Ambiguous, "it does not say which " + name + " is meant"}
		}
	}
	return reading, err
}

// understand reads a question as it stands, and where it is refused in the other ways that there are.
func (r *Reader) understand(ctx context.Context, text string) (*Reading, error) {
	if rows := r.inBands(ctx, text); rows != nil {
		return rows, ctx.Err()
	}
	if one := r.amongNamed(ctx, text); one != nil {
		return one, ctx.Err()
	}
	if one := r.plainFirst(ctx, text); one != nil {
		return one, ctx.Err()
	}
	if one := r.aboutTopic(ctx, text, true); one != nil {
		return one, ctx.Err()
	}
	p := newParser(ctx, r, text)
	if why := cmp.Or(p.asksPlaceAlone(), p.leftOrKeptToo(), p.countsSomeEach()); why != "" {
		return &Reading{Refusal: &Refusal{Ambiguous, why}}, ctx.Err()
	}
	reading, err := r.read(ctx, text)
	if kind := reading.refusedAs(); err == nil && kind != "" && kind != Contradiction {
		if again := r.amidTalk(ctx, text); again != nil {
			reading = again
		}
	}
	if kind := reading.refusedAs(); err == nil && kind != Contradiction && kind != OutOfScope &&
		(kind != "" || newParser(ctx, r, text).asksApart()) {
		if each := r.apart(ctx, text); each != nil {
			reading = each
		}
	}
	if kind := reading.refusedAs(); err == nil && (kind == Unknown || kind == NoEvent || kind == Unsupported) {
		again := r.labelled(ctx, text)
		if again == nil {
			again = r.figures(ctx, text)
		}
		if again == nil {
			again = r.byAges(ctx, text)
		}
		if again == nil {
			again = r.reworded(ctx, text)
		}
		if again != nil {
			reading = again
		}
	}
	if kind := reading.refusedAs(); err == nil && kind != "" && kind != OutOfScope && kind != Ambiguous {
		again := r.framed(ctx, text)
		if again == nil {
			whole := newParser(ctx, r, text)
			names := whole.namesInBrackets() // for which no other order of the whole was tried
			again = r.remarked(whole, func(core string) *Reading {
				if names {
					if reading := r.arranged(ctx, core); reading != nil {
						return reading
					}
				}
				if reading := r.reworded(ctx, core); reading != nil {
					return reading
				}
				if reading := r.framed(ctx, core); reading != nil {
					return reading
				}
				return r.timeOfThose(ctx, core)
			})
		}
		if again == nil || again.Question == nil {
			again = r.timeOfThose(ctx, text)
		}
		if again != nil && again.Question != nil {
			reading = again
		}
	}
	if kind := reading.refusedAs(); err == nil && (kind == Ambiguous || kind == OutOfScope) {
		if all := r.figures(ctx, text); all != nil {
			reading = all
		}
	}
	if err == nil && reading.Refusal != nil {
		if one := r.aboutTopic(ctx, text, false); one != nil {
			reading = one
		}
	}
	if err == nil && reading.Refusal != nil {
		if rows := r.inRowsOfEach(ctx, text); rows != nil {
			reading = rows
		}
	}
	if err == nil && reading.Refusal != nil {
		reading.near = func() []Near { return r.near(ctx, text, reading) }
	}
	return reading, err
}

// reworded reads a refused question in other words, or as one that is said twice.
func (r *Reader) reworded(ctx context.Context, text string) *Reading {
	for _, read := range []func(context.Context, string) *Reading{r.following, r.sharedNames, r.paraphrased,
		r.completed, r.restated, r.definedAs, r.glossed, r.glossedOrder, r.glossedNames, r.shortNames} {
		if again := read(ctx, text); again != nil {
			return again
		}
	}
	return nil
}

// Near are questions near to a refused one, in its own words, each of which can be read. What was understood of the
// question is in Partial afterwards, where something was.
func (r *Reading) Near() []Near {
	if r.near == nil {
		return nil
	}
	return r.near()
}

func (r *Reader) read(ctx context.Context, text string) (*Reading, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if why := Outside(text); why != "" {
		// "drop those with an earlier stroke" changes no data
		if told := newParser(ctx, r, text).explained(); told != nil && told.Question != nil {
			return told, ctx.Err()
		}
		return &Reading{Refusal: &Refusal{OutOfScope, why}}, nil
	}
	if both := r.saidBeside(ctx, text); both != nil {
		return both, ctx.Err()
	}
	reading := newParser(ctx, r, text).read()
	switch reading.refusedAs() {
	case "", Contradiction, Unsupported:
	default:
		reading = r.readAgain(ctx, text, reading)
	}
	return reading, ctx.Err()
}

// readAgain tries a refused question in another order, without its remarks, and in the grammar's words. It returns the
// first attempt that was read, else one that says more about why not, else the first refusal.
func (r *Reader) readAgain(ctx context.Context, text string, refused *Reading) *Reading {
	if again := r.arranged(ctx, text); again != nil { // with every word, so before any that is taken off
		return again
	}
	if both := r.compared(ctx, text); both != nil {
		return both
	}
	told := newParser(ctx, r, text).explained()
	if told != nil && told.Question != nil {
		return told
	}
	if plain := r.rephrased(ctx, text); plain != nil {
		if Outside(plain.left()) == "" {
			if again := plain.read(); again.Question != nil {
				return again
			}
		}
		if again := r.rephrased(ctx, text).explained(); again != nil && again.Question != nil {
			return again
		}
	}
	if told != nil { // a fact that the question contradicts, or that it cannot say
		return told
	}
	return refused
}

// refusedAs is the kind of the refusal, or "".
func (r *Reading) refusedAs() Kind {
	if r == nil || r.Refusal == nil {
		return ""
	}
	return r.Refusal.Kind
}

// read reads the parser's tokens.
func (p *parser) read() *Reading {
	s := p.sentence()
	reading := &Reading{}
	q, fault := s.resolve()
	reading.built = s.built
	if fault == nil && q != nil {
		fault = invalid(q.Validate())
	}
	reading.Words, reading.Unread, reading.Mentions = p.account()
	switch {
	case len(reading.Unread) > 0:
		reading.Refusal = &Refusal{Unknown, unreadReason(reading.Unread)}
		if fault == nil {
			reading.Partial = q
		}
	case fault != nil:
		reading.Refusal = fault
	default:
		if p.wantsRecords && (q.Measure.Kind != study.Count || q.Measure.Of != study.Records) {
			reading.Refusal = &Refusal{Ambiguous, "records are asked for, and something else is counted"}
			return reading
		}
		if q.Measure.Of == study.Records && p.endsInDistinct() {
			reading.Refusal = &Refusal{NoEvent, "it does not say of what there are distinct ones"}
			return reading
		}
		if comparable(q) && p.said("compare") {
			reading.Refusal = &Refusal{NoEvent, "it does not say what is compared of each"}
			return reading
		}
		if why := contradiction(q); why != "" {
			reading.Refusal = &Refusal{Contradiction, why}
			return reading
		}
		if looksBackTwice(q) {
			reading.Refusal = &Refusal{Ambiguous, "it does not say before what people are to be observed"}
			return reading
		}
		if what := p.lost(reading.Words, q); what != "" {
			reading.Refusal, reading.Partial = &Refusal{Unsupported,
				"“" + what + "” has no place in what was understood"}, q
			return reading
		}
		reading.Question, reading.Others, reading.Notes = q, s.others, p.notes()
	}
	return reading
}

// endsInDistinct reports whether the question ends with "n distinct", and does not say of what.
func (p *parser) endsInDistinct() bool {
	for i := range p.toks {
		if _, n := p.longest(i, "howmany"); n > 0 && p.seq(i+n, "distinct|unique|different") && p.onlySigns(i+n+1) {
			return true
		}
	}
	return false
}

// comparable reports whether a question asks for one figure, which is compared with nothing.
func comparable(q *study.Question) bool {
	m := q.Measure
	return len(q.Strata) == 0 && (m.Kind == study.Count || m.Kind == study.Share || m.Kind == study.Rate ||
		m.Kind == study.Prevalence || m.Kind == study.Number && (m.Stat == study.Mean || m.Stat == study.Median))
}

func unreadReason(unread []Span) string {
	var texts []string
	for _, u := range unread {
		texts = append(texts, "“"+u.Text+"”")
	}
	return "no reading has a place for " + strings.Join(texts, " and ")
}

// invalid is the refusal of a question that Validate rejects; nil without an error.
func invalid(err error) *Refusal {
	var field *study.FieldError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &field) && field.Empty:
		return &Refusal{Contradiction, "it asks for a range or a period that holds nothing"}
	}
	return &Refusal{Unsupported, err.Error()}
}
