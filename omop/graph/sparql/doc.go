// Package sparql reads SPARQL 1.1 SELECT queries into a tree of Go values.
//
// What it reads, by example:
//
//	PREFIX omop: <https://w3id.org/omop/ontology/>
//	SELECT ?year (COUNT(DISTINCT ?p) AS ?people) WHERE {
//	  ?p a omop:Person ; omop:year_of_birth ?year ; omop:has_condition_occurrence ?c .
//	  ?c omop:has_concept [condition@type 2 diabetes] .
//	  FILTER NOT EXISTS { ?p omop:has_drug_exposure/omop:has_concept [drug@metformin] }
//	} GROUP BY ?year ORDER BY ?year
//
// A placeholder [domain@text] stands where a concept does. What SPARQL has and this package has not (updates,
// CONSTRUCT, SERVICE, graphs by name, …) is refused by its name. Every error is an *Error, which names the place.
//
// The package knows the language alone: no graph, no SQL, no OMOP.
package sparql
