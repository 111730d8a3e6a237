// Package translate turns SPARQL into SQL: one SELECT as a sqltree.Statement, which is judged, run and suppressed like
// any other.
//
//	SELECT (COUNT(DISTINCT ?p) AS ?people) WHERE {
//	  ?p a omop:Person ; omop:has_gender concept:8532 ; omop:has_drug_exposure ?d .
//	  OPTIONAL { ?d omop:days_supply ?days }
//	  FILTER (?days > 30) }
//
// becomes, over package graph's CDM,
//
//	SELECT COUNT(DISTINCT p.person_id) AS people
//	FROM person AS p JOIN drug_exposure AS d ON p.person_id = d.person_id
//	WHERE p.gender_concept_id = 8532 AND d.days_supply > 30
//
// How: each pattern becomes a Relation (tables, conditions, and a Value for each variable), and relations are joined,
// left-joined and united as SPARQL's algebra says. A Value knows its type where the graph does: a person, a concept, a
// date. So a column stays a column, and a comparison of two of them one of SQL's. Where the type differs from solution
// to solution (two branches of a UNION), the value is an RDF term as text (term.go). Unbound and error are both NULL,
// and SPARQL's rules for errors are SQL's for NULL.
//
// What is a triple is the business of a Graph. The package knows neither tables nor OMOP.
package translate
