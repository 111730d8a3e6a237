"""Oxigraph as an oracle: oxigraph.py FILE loads triples, then answers queries, one JSON object a line in and out.

In: {"query": "..."}. Out: {"variables": [...], "rows": [[term or null]]} or {"error": "..."}, terms as N-Triples writes them.
"""

import json
import sys

import pyoxigraph


def answer(store, query):
    try:
        found = store.query(query)
        names = [v.value for v in found.variables]
        rows = [[None if s[n] is None else str(s[n]) for n in names] for s in found]
        return {"variables": names, "rows": rows}
    except Exception as e:  # whatever the engine dislikes is an answer here
        return {"error": str(e)}


def main(path):
    store = pyoxigraph.Store()
    store.bulk_load(path=path)
    print(json.dumps({"triples": len(store)}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(store, json.loads(line)["query"])), flush=True)


main(sys.argv[1])
