// Package read turns a question's words into a study question.
//
// A question goes through four steps. Phrases are found: of lexicon.tsv, where the grammar looks for them, and names
// of the vocabulary. The grammar builds a sentence, which holds the measure, the people and what is said of them. From
// that resolve.go and its like make a study question. Then audit.go checks that every word was used: as an entity, a
// phrase, a number, a date or a code. Where a word is left, nothing is answered and the phrase is named. A question
// that is refused is tried again: in other words, as a core with remarks, as several figures.
//
// The sentence of "What percentage of women with AF started warfarin within 90 days of diagnosis?":
//
//	measure:   share
//	people:    women; predicate: with AF
//	predicate: started warfarin (first ever); relation: within 90 days of diagnosis
//
// The files, by what they read:
//
//	read                                   what is tried in turn
//
// Words and phrases:
//
//	lexicon, token, unittoken, parser,     words and numbers; how a phrase and a name are looked for
//	phrases, lookup, number
//	strength, namedafter, pressure,        names: "lisinopril 10 mg tablets", "a shingles jab", "above 140/90",
//	plans, nameparts                       "Medicare Part D", "fracture due to osteoporosis"
//
// Forms of sentences, by what is measured:
//
//	sentence                               which form a question has
//	counts, countedrecords, recordtold,    "how many patients", "prescriptions of metformin", "fills were for 90 days"
//	recordhad, occurrences, observed,      "how many had one, how many two, and how many three or more"
//	severalnumbers, numberbands
//	share*, recordshares, riskof           "what percentage of", "the risk of X within a year of Y"
//	rates, washout, agesatrisk             "per 1,000 person-years"
//	numbers, quantity, valueof,            "average age at", "median days from A to B", "HbA1c in percent"
//	agequestion, statlast, ranksbeside,    "median and 90th percentile"
//	base, totals, paid, permany,
//	beforeafter, confidence
//	ranking, ranked*, indications          "the 10 most common conditions", "states by number of"
//	describe, pathways, starters,          Table 1, "treatment pathways", "drug restart", "utilisation of",
//	druguse, curves, adherence,            "one-year mortality", "days covered", "persistence",
//	persistence, switching, changes,       "stopped within 180 days", "changed from 2008 to 2009",
//	coverage                               "from when to when"
//	second, therest, behind, oralso,       "and how many of them", "versus everyone else", "is it higher in women?"
//	dayofyear, saidback                    "on 1 July of each year"; how questions are said back
//
// People and what is said of them:
//
//	people, postmods, traits, age          "women over 65 with AF in Texas"
//	predicate, clause, clauselist,         "have never been treated with warfarin", "more than 30 hospital days in all"
//	verbevent, summedevent, onlyof, allthen
//	leftout, peopleleftout,                "a statin, excluding simvastatin", "excluding those with A and those with B",
//	leftouttoo, ofitskind                  "a statin, simvastatin or atorvastatin,"
//	commaor, nonelisted, placeofdenied     "A, or B without C"; "A with no B, or C with no D"; "no A and none of B"
//	head, entity, event, event*,           "first diagnosis of stroke in 2009", "filled twice with a supply of 30 days"
//	value, valuebands, careby, numbered,   "an HbA1c above 9", "by a cardiologist", "stage 3 or 4"
//	visithead, listlead, visitwithout      "ER visits", "either", "all three of", "a stay without asthma"
//	relation, distance, window, between,   "within 90 days of it", "between A and B", "in the third quarter of 2009",
//	anchor, anaphors, dates, dayandafter   "their first fill", "on the day of X or within 30 days after it"
//	daynamed                               "at the end of that year", "on that date"
//	lookback, followed, ordered, elided    "a year of observation before", "followed by B", "A first and B later", "A and
//	                                       B afterwards"
//	strata, tail*                          "by sex and 10-year age group"; what may follow anything
//
// From the sentence to the study question:
//
//	resolve, resolve*, cohort, criteria,   which event is the index, and what hangs on it
//	groupings, shares, shared*
//	nth, sometimes                         "after at least two falls", "three in 2008 and none in 2009"
//	definitions, known, feworno            "started", "known", "fewer than 3": what words that leave a choice are
//	                                       taken for
//	otherreadings, otherdays, somany,      the other readings: any record, the day itself, "two strokes", "in 2008
//	twoyears, agesateach, agesatdiagnosis  and 2009", "age at admission", "over 80 at diagnosis"
//	lastnamed, thatrecord, thatday,        what "afterwards", "at admission", "before that date" point to; whose time
//	their*                                 and age: "of patients with diabetes in 2009"
//	onaday, takenonday, prevalentday,      "on 1 January 2010", what people have, take or are in on that day;
//	wholetime, calendarmonths              "throughout 2009", "by calendar month"
//	readmitted, discharged, fromend,       "readmitted", "discharged in 2009", "mortality after discharge", "not
//	notfollowed, laststay                  readmitted within 30 days", "their last stay was for"
//	curvefrom, understate, measuredwhile,  from which event time is counted: "survival after a stroke in AF", "while
//	aroundthemselves, observedrate,        on furosemide", "before their first diagnosis", "observed in 2009", "over 80
//	ofthosewithit                          at their first fracture"
//	deniedthen, deniedwhen, deniedverbs,   how far a "not" reaches: "not on warfarin when …", "did not take A or have
//	yearofdenied, nolist, eitherbyitself,  B", "no INR test in 2009", "A, no B and C", "after a fall or had
//	whileelse, otherthan, deathday         osteoporosis", "while on A or in hospital", "other drugs", "on the day they
//	                                       died"
//	account, audit, refuse, near,          how each word was read, and whether it has its place; what is refused, and
//	contradiction                          what is offered instead
//
// A refused question in other words:
//
//	rephrase, paraphrase, turns, say       turns of phrase that the grammar has in other words
//	plainfirst                             those that are put into other words before a question is read
//	arranged, besides, byages, opposed,    "HbA1c in percent by year (mean)", "A versus B", "in children and in adults"
//	sided, comparedeach, withoutverb
//	namesagain, nameof, firstofname,       "the fracture", "a diagnosis of it", "on the day of their first one", "i.e.",
//	restated, definedas,                   "defined as"
//	glossed, glossedorder,                 "had an earlier A, i.e. before the first B"
//	glossedname, commas,                   a name or an id in brackets, "in days" between commas, "…: how many people?"
//	countbehind, givenids, idsnamed,
//	codesnamed, shortnames                 "beta blocking agents (ATC C07)", "the ATC class OPIOIDS", "simva / atorva"
//	following, choices, samename
//	frame, framefill                       meanings that are said in many orders
//
// A refused question as a core with remarks:
//
//	greeting, explain, asides, titles,     a letter's greeting; which part is the core; titles, opinions and talk, which
//	loosely, mind, talk, again, restates,  say nothing of the number
//	courtesy
//	topics, topicsays, topictimes          "Antipsychotics in dementia:", as far as the question behind it says the same
//	audience                               "For the antibiotic stewardship group:"
//	topicpeople, rowseach                  "Bleeds in warfarin starters: what percentage …"; "One row per drug please."
//	askers, askersays, reasons, formwish   what those who ask plan, think and have seen, and why; the form of the answer
//	facts, fact*                           remarks that say something, compared with the question or put into it
//	factorder, factpairs, factrelate,      the order of two events, and whether the same day counts
//	factday, factmonths
//	factdefines, factlengths, factshares,  definitions: what is new, a length, person-time, a readmission; how many
//	factcounts, factindex                  records are meant, from when days are counted
//	factchange                             "(last value up to the first fill versus the first value after it)"
//	factmeasure                            "(mean length of stay in days)", "(race)", "(by year of birth)"
//	methods                                "(Aalen-Johansen)", "(Wilson)", "(with or without B)"
//	factprevalent                          "prevalent cases are out"
//	factthen, factpermits                  "only those over 60 at the time"; "either is fine"
//	leftover, judge, judgelimits, spots    words that are left, and whether they change anything
//
// A plan of a study in labelled parts:
//
//	labelled, labelledparts,               "Index date: first warfarin fill. Outcome: stroke within 180 days. Report N."
//	labelledpeople, labelledasks,          "… in the look-back", "the index date being the first fill", "numerator"
//	labelledwindow, labelledindex,
//	labelledshare, comparedarms            "warfarin vs clopidogrel starters: number and mean age at start in each group"
//	labelledsaid, labelledfigures          the same in sentences: "Exclude anyone with A; how many remain?"
//	labelledsteps                          "Attrition: people with A; of these, those with B"
//
// Several questions in one:
//
//	figures, figure*, ofwhom,              "how many had a stroke, and how old were they?"
//	anotherstat, widens
//	apart, apartwords, eachnamed           "for each drug separately"
//	joined, told                           figures that are one question
//
// Only resolve.go and its like know which study questions are valid; the grammar does not.
package read
