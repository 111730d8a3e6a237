// Package graph is the CDM as an RDF graph: its ontology, made from omop/schema; SPARQL over it, translated to SQL; and
// its triples, to be loaded elsewhere.
//
// A row is a resource: a person is <urn:omop:person:5>, a concept the page that Athena has for it. A column is a
// property, named as https://w3id.org/omop/ontology/ names it: without the table's name (omop:start_date), a reference
// as omop:has_… from what is referred to where that is a person or a visit (?person omop:has_drug_exposure ?drug), else
// to it (?drug omop:has_concept ?concept). Concepts carry SKOS: skos:prefLabel, skos:broader. NULL is not a triple.
//
// Sites' ids repeat where they should not. Rows of a table in which they do are named by their place in the table
// (<urn:omop:drug_exposure:row:17>), so that two records never become one. What other rows refer to (people, visits,
// concepts) is named by its id always.
//
// The packages below hold the two halves that know nothing of OMOP: sparql reads the language, translate makes SQL of
// it.
package graph
