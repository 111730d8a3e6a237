"""The W3C's SPARQL query tests as JSON: w3c.py FOLDER prints one object a line, read from the manifests below.

{"group", "name", "kind", "query", "data": [[s, p, o]], "variables": [...], "rows": [[term or null]], "error"}, terms as N-Triples writes
them. kind is the test's class, such as QueryEvaluationTest. error says why a test could not be read.
"""

import json
import pathlib
import sys

import pyoxigraph as ox

MF = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
QT = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#"
RS = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
FORMATS = {".ttl": ox.RdfFormat.TURTLE, ".rdf": ox.RdfFormat.RDF_XML, ".nt": ox.RdfFormat.N_TRIPLES}


def load(path):
    store = ox.Store()
    store.bulk_load(path=str(path), format=FORMATS[path.suffix], base_iri=path.as_uri())
    return store


def triples(path):
    """The triples as they are written: a store would give 0 for 00."""
    found = ox.parse(path=str(path), format=FORMATS[path.suffix], base_iri=path.as_uri())
    return [[str(q.subject), str(q.predicate), str(q.object)] for q in found]


def node(store, s, p):
    """The first object of a property."""
    for q in store.quads_for_pattern(s, ox.NamedNode(p), None, None):
        return q.object
    return None


def items(store, head):
    while head is not None and head != ox.NamedNode(RDF + "nil"):
        yield node(store, head, RDF + "first")
        head = node(store, head, RDF + "rest")


def file(n):
    return pathlib.Path(n.value.removeprefix("file://"))


def results(path):
    """Variables and rows of a result file; a Turtle file holds them as a graph."""
    if path.suffix in FORMATS:
        store = load(path)
        whole = next(q.subject for q in store.quads_for_pattern(None, ox.NamedNode(RDF + "type"), ox.NamedNode(RS + "ResultSet"), None))
        names = [q.object.value for q in store.quads_for_pattern(whole, ox.NamedNode(RS + "resultVariable"), None, None)]
        rows = []
        for q in store.quads_for_pattern(whole, ox.NamedNode(RS + "solution"), None, None):
            row = {}
            for b in store.quads_for_pattern(q.object, ox.NamedNode(RS + "binding"), None, None):
                row[node(store, b.object, RS + "variable").value] = str(node(store, b.object, RS + "value"))
            rows.append([row.get(n) for n in names])
        return names, rows
    form = {".srx": ox.QueryResultsFormat.XML, ".srj": ox.QueryResultsFormat.JSON, ".tsv": ox.QueryResultsFormat.TSV, ".csv": ox.QueryResultsFormat.CSV}[path.suffix]
    found = ox.parse_query_results(path=str(path), format=form)
    if isinstance(found, ox.QueryBoolean):
        raise ValueError("the result is yes or no, of an ASK")
    names = [v.value for v in found.variables]
    return names, [[None if s[n] is None else str(s[n]) for n in names] for s in found]


def test(group, store, entry):
    kind = node(store, entry, RDF + "type").value.rpartition("#")[2]
    name = node(store, entry, MF + "name").value
    out = {"group": group, "name": name, "kind": kind}
    try:
        action = node(store, entry, MF + "action")
        if isinstance(action, ox.NamedNode):
            out["query"] = file(action).read_text()
            return out
        query = file(node(store, action, QT + "query"))
        out["query"] = "BASE <" + query.as_uri() + ">\n" + query.read_text()
        if node(store, action, QT + "graphData") is not None:
            raise ValueError("graphs by name")
        data = node(store, action, QT + "data")
        out["data"] = [] if data is None else triples(file(data))
        out["variables"], out["rows"] = results(file(node(store, entry, MF + "result")))
    except Exception as e:
        out["error"] = str(e)
    return out


for manifest in sorted(pathlib.Path(sys.argv[1]).resolve().rglob("manifest.ttl")):
    store = load(manifest)
    for q in store.quads_for_pattern(None, ox.NamedNode(MF + "entries"), None, None):
        for entry in items(store, q.object):
            print(json.dumps(test(manifest.parent.name, store, entry)))
