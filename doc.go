// Package askomop answers questions, asked in plain words, from a database in the
// OMOP Common Data Model. It shows the SQL and every medical code it used, and
// says "I can't answer this" rather than guess.
//
// This package holds nothing but this page. The way of a question:
//
//	"How many women with atopic dermatitis took tacrolimus?"
//	   rag/mask      mask      "How many <SEX> with <CONDITION> took <DRUG>?", and the entities found
//	   rag/retrieve  retrieve  the most similar masked questions of the library
//	   rag/read      read      a study question: of women with atopic dermatitis, the number with an exposure to tacrolimus
//	   omop/study    compile   its SQL, a template: … IN ([condition@atopic dermatitis]) … IN ([drug@tacrolimus])
//	   rag/write     write     where the words could not be read: SQL of a pair that is worded alike, or by a model
//	   omop/check    check     the OMOP rules
//	   coding        code      each placeholder becomes a set of concept ids, each with its reason
//	   omop          execute   one read-only statement, within limits
//	   pipeline      answer    the table, a sentence, and the record of all this
//
// The packages, and what each may know of the others:
//
//	cmd/askomop  the command line, commands: flags in, app called, result printed; cmdtest and acceptance try it as its user does
//	app          what askomop can do, as a Go API; the only one that names a concrete store, engine or provider
//	eval         measures answers: cases, scores, the run matrix, reports
//	pipeline     the order of the stages, and the Run that records them
//	               plausible: what is odd about a result; privacy: what of it may be shown; worded: a model's sentence about it;
//	               audit, results, schedule, cohort: what is kept, and asked again
//	rag          from words to SQL, in floors: read (words to a study question), library (pairs), mask, retrieve, prompt, write
//	coding       from words and source codes to concept sets
//	vocab        the OMOP vocabulary: names, codes, hierarchy
//	omop         the CDM: its schema as data, loading, checking, the Engine; duckdb, sqltree, demo below it
//	               study: the study question, what is asked as one value; compile below it makes its SQL, circe reads ATLAS's cohorts
//	llm          language and embedding models behind two interfaces
//	evaldata     the curated pairs, one .sql file each
//
// Imports point one way: cmd → app → eval → pipeline → {rag, coding, omop}, {rag, coding} → {llm, vocab}, and rag →
// {omop/study, omop/sqltree}. The floors of rag stand on those below: write and mask on prompt, retrieve on mask,
// mask on read, all on the types of rag itself. A test in internal/importtest holds both.
package askomop
