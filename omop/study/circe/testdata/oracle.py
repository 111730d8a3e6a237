"""Circe as an oracle for tests: reads requests as JSON lines and answers each with a line.

{"db": FILE, "definition": {...}, "by": "duckcdm" or "circepy"}  ->  {"rows": [[person, start, end], ...], "stats": {table: rows}}

duckcdm and ohdsi-circepy are two ports of OHDSI's Circe, written apart; SqlRender's port in duckcdm translates for both. The
database is attached read-only, what Circe writes lies in memory. Of several records on the day that a limit keeps, Circe
leaves open which it is: here it is the one with the lowest event_id.
"""
import json
import re
import sys

import duckdb
from duckcdm.circe import BuildExpressionQueryOptions, build_cohort_query
from duckcdm.sqlrender import render, split_sql, translate

STATS = {
    "cohort_inclusion_result": "cohort_definition_id BIGINT, mode_id BIGINT, inclusion_rule_mask BIGINT, person_count BIGINT",
    "cohort_inclusion_stats": "cohort_definition_id BIGINT, rule_sequence BIGINT, mode_id BIGINT, person_count BIGINT, gain_count BIGINT, person_total BIGINT",
    "cohort_summary_stats": "cohort_definition_id BIGINT, mode_id BIGINT, base_count BIGINT, final_count BIGINT",
    "cohort_censor_stats": "cohort_definition_id BIGINT, lost_count BIGINT",
}


def circe_sql(definition, by):
    if by == "circepy":
        from circe import api
        from circe.cohortdefinition import BuildExpressionQueryOptions as Options
        options = Options()
        options.cohort_id, options.cdm_schema, options.target_table = 1, "cdm.main", "memory.main.cohort"
        options.result_schema, options.vocabulary_schema, options.generate_stats = "memory.main", "cdm.main", True
        return api.build_cohort_query(api.cohort_expression_from_json(json.dumps(definition)), options)
    return build_cohort_query(definition, BuildExpressionQueryOptions(
        cohort_id=1, cdm_schema="cdm.main", target_table="memory.main.cohort", result_schema="memory.main",
        vocabulary_schema="cdm.main", generate_stats=True))


def settled(sql):
    sql = re.sub(r"(order by (pe\.|)start_date\s+(?:ASC|DESC))\) as ordinal", r"\1, \2event_id) as ordinal", sql)
    return re.sub(r"(R\.min_rule_id ASC, R\.start_date ASC)\) AS rank_value", r"\1, R.event_id) AS rank_value", sql)


def run(con, definition, by):
    for (name,) in con.execute("SELECT table_name FROM duckdb_tables() WHERE temporary").fetchall():
        con.execute(f'DROP TABLE temp."{name}"')
    con.execute("CREATE OR REPLACE TABLE memory.main.cohort (cohort_definition_id BIGINT, subject_id BIGINT, cohort_start_date DATE, cohort_end_date DATE)")
    for table, columns in STATS.items():
        con.execute(f"CREATE OR REPLACE TABLE memory.main.{table} ({columns})")
    sql = translate(render(settled(circe_sql(definition, by))), "duckdb")
    for statement in split_sql(sql):
        if statement.strip():
            con.execute(statement)
    rows = con.execute("SELECT subject_id, CAST(cohort_start_date AS VARCHAR), CAST(cohort_end_date AS VARCHAR) FROM memory.main.cohort ORDER BY ALL").fetchall()
    stats = {t: con.execute(f"SELECT * EXCLUDE (cohort_definition_id) FROM memory.main.{t} ORDER BY ALL").fetchall() for t in STATS}
    return {"rows": rows, "stats": stats}


def main():
    connections = {}
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if request["db"] not in connections:
                con = duckdb.connect(":memory:", config={"threads": 2})
                con.execute(f"ATTACH '{request['db']}' AS cdm (READ_ONLY)")
                connections[request["db"]] = con
            answer = run(connections[request["db"]], request["definition"], request.get("by", "duckcdm"))
        except Exception as e:  # the test reports it
            answer = {"error": f"{type(e).__name__}: {e}"}
        print(json.dumps(answer, default=str), flush=True)


main()
