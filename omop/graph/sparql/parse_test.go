package sparql

import (
	"errors"
	"strings"
	"testing"
)

var prefixes = map[string]string{"omop": "https://w3id.org/omop/ontology/"}

func TestErrorsNameThePlace(t *testing.T) {
	for _, test := range []struct {
		query        string
		line, column int
		says         string
	}{
		{"SELECT ?x\nWHERE { ?x omop:a ?y", 2, 7, "not closed"},
		{"SELECT ?x WHERE { ?x foo:a ?y }", 1, 22, "prefix foo: is not declared"},
		{"SELECT ?x WHERE { ?x omop:a \"open }", 1, 29, "is not closed"},
		{"SELECT (COUNT(?x) AS ?n) ?y WHERE { ?x omop:a ?y }", 1, 26, "?y is neither in GROUP BY nor in an aggregate"},
		{"SELECT (1 AS ?x) WHERE { ?x omop:a ?y }", 1, 8, "?x has a value already"},
		{"SELECT ?x WHERE { ?x omop:a ?y BIND (1 AS ?y) }", 1, 32, "?y has a value already"},
		{"SELECT ?x WHERE { SERVICE <http://example.org/> { ?x omop:a ?y } }", 1, 19, "SERVICE"},
		{"SELECT ?x FROM <http://example.org/> WHERE { ?x omop:a ?y }", 1, 11, "FROM"},
		{"SELECT ?x WHERE { GRAPH ?g { ?x omop:a ?y } }", 1, 19, "GRAPH"},
		{"LOAD <file:///etc/passwd>", 1, 1, "LOAD"},
		{"INSERT DATA { <a> <b> <c> }", 1, 1, "INSERT"},
		{"CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }", 1, 1, "CONSTRUCT"},
		{"ASK { ?s ?p ?o }", 1, 1, "ASK"},
		{"SELECT ?x WHERE { ?x !omop:a ?y }", 1, 22, "not supported here: !"},
		{"SELECT ?x WHERE { ?x omop:a [condition@ ] }", 1, 29, "empty placeholder"},
		{"SELECT ?x WHERE { ?x omop:a [sickness@gout] }", 1, 29, "unknown domain"},
		{"SELECT ?x WHERE { ?x omop:a [condition@gout }", 1, 29, "not closed"},
		{"SELECT ?x WHERE { ?x omop:a ?y FILTER (FOO(?y)) }", 1, 40, "not a function of SPARQL"},
		{"SELECT ?x WHERE { ?x omop:a ?y FILTER (STRLEN(?y, 1)) }", 1, 40, "STRLEN takes one argument, not 2"},
		{"SELECT ?x WHERE { ?x omop:a ?y } LIMIT ten", 1, 40, "whole number"},
		{"SELECT ?x WHERE { ?x omop:a ?y } ; SELECT 1", 1, 34, "can't stand behind the query"},
		{"SELECT ?x WHERE { VALUES (?a ?b) { (1) } }", 1, 36, "this row has 1 values"},
		{"SELECT (SUM(COUNT(?x)) AS ?n) WHERE { ?x omop:a ?y }", 1, 9, "an aggregate can't stand in an aggregate"},
		{"# über\nSELECT ?x WHERE { ?x omop:ä ?y . ?x omop:b }", 2, 44, "missing"},
		{strings.Repeat("(", 100), 1, 1, "begins with SELECT"},
		{"SELECT ?x WHERE " + strings.Repeat("{", 100), 1, 80, "nests deeper"},
		{"SELECT (" + strings.Repeat("-", 100) + "1 AS ?x) WHERE {}", 1, 71, "nests deeper"},
	} {
		_, err := Parse(test.query, prefixes)
		var e *Error
		switch {
		case !errors.As(err, &e):
			t.Errorf("%s\nis read, with the error %v", test.query, err)
		case !strings.Contains(e.Msg, test.says) || e.Line != test.line || e.Column != test.column:
			t.Errorf("%s\n%v; want line %d, column %d: … %s …", test.query, e, test.line, test.column, test.says)
		}
	}
}

func TestAPlaceholderIsNoBlankNode(t *testing.T) {
	q, err := Parse(`SELECT ?x WHERE { ?x omop:a [condition@type 2 diabetes, "adult" # 1] ; omop:b [ omop:c [drug@a\]b] ] }`, prefixes)
	if err != nil {
		t.Fatal(err)
	}
	list := q.Where.Elements[0].(*Triples).List
	if len(list) != 3 {
		t.Fatalf("%d patterns, want 3", len(list))
	}
	first, ok := list[0].Object.(*Placeholder)
	if !ok || first.Text != `type 2 diabetes, "adult" # 1` {
		t.Errorf("the first object is %#v", list[0].Object)
	}
	if inner, ok := list[2].Object.(*Placeholder); !ok || inner.Text != "a]b" {
		t.Errorf("the inner object is %#v", list[2].Object)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"SELECT * WHERE { ?s ?p ?o }", "PREFIX : <a> BASE <http://b/> SELECT (COUNT(DISTINCT *) AS ?n) { ?s :a/^:b*|:c+ ?o ; a [] , (1 2.5 -3e4) . } GROUP BY (?s + 1 AS ?t) HAVING (COUNT(*) > 2) ORDER BY DESC(?t) LIMIT 3 OFFSET 4",
		`SELECT ?x { ?x omop:a "a\n\u00e9"@en-GB, 'b'^^<t>, """c"d""" FILTER (NOT EXISTS { ?x omop:b [drug@a\]b] } && ?x IN (1, 2) || !BOUND(?x)) VALUES (?y ?z) { (UNDEF true) } }`,
		"SELECT ?x { { SELECT ?x { ?x a ?y } } UNION { MINUS { } OPTIONAL { BIND (IF(1 < 2, 3, 4) AS ?q) } } } # end",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := Parse(text, prefixes)
		var e *Error
		switch {
		case err == nil && q == nil:
			t.Fatal("no query and no error")
		case err == nil:
			q.Output()
		case !errors.As(err, &e) || e.Line < 1 || e.Column < 1:
			t.Fatalf("an error without a place: %v", err)
		}
	})
}
