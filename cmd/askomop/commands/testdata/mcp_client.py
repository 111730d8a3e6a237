"""Calls every tool of `askomop mcp` as a client of the protocol's own SDK does. Usage: mcp_client.py CALLS COMMAND...

Prints one JSON object: what each tool answered, what wrong input gave, how long the first word took, and the memory of the
server after a tenth of CALLS calls and after all.
"""
import asyncio
import json
import os
import sys
import time

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

TOOLS = {
    "ask": {"question": "How many patients with hypertension are women?"},
    "read_question": {"question": "How many women took metformin?"},
    "run_question": {"study_question": {"measure": {"kind": "count"}, "population": {}}},
    "find_concepts": {"text": "warfarin"},
    "concept_set": {"text": "type 2 diabetes", "domain": "condition"},
    "check_sql": {"sql": "SELECT COUNT(*) AS patients FROM condition_occurrence"},
    "run_sql": {"sql": "SELECT COUNT(*) AS people FROM person"},
    "describe_database": {},
    "describe_table": {"table": "drug_exposure"},
    "compute": {"expression": "100 * 3 / 12"},
    "library_search": {"text": "readmission"},
    "cohort_list": {},
    "cohort_show": {"name": "afib"},
    "cohort_export": {"question": "How many women with atrial fibrillation took warfarin within 90 days of it?"},
    "schedule_list": {},
    "schedule_show": {"name": "weekly"},
}
WRONG = [
    ("ask", {}), ("ask", {"question": 3}), ("run_sql", {"sql": "SELECT 1", "rows": True}), ("concept_set", {"text": []}),
    ("run_question", {"study_question": {"measure": {"kind": "guess"}, "population": {}}}), ("cohort_show", {"name": "nobody"}),
    ("cohort_export", {}), ("schedule_show", {"name": "../../etc/passwd"}), ("schedule_show", {}),
]


def memory(pid):
    """The memory of a process and those that it started, in megabytes."""
    total, children = 0, []
    try:
        with open(f"/proc/{pid}/status") as f:
            total = next(int(line.split()[1]) for line in f if line.startswith("VmRSS"))
        with open(f"/proc/{pid}/task/{pid}/children") as f:
            children = f.read().split()
    except (OSError, StopIteration):
        pass
    return total / 1024 + sum(memory(c) for c in children)


def server():
    """The process that this one started."""
    with open(f"/proc/{os.getpid()}/task/{os.getpid()}/children") as f:
        return int(f.read().split()[0])


async def main():
    calls, command = int(sys.argv[1]), sys.argv[2:]
    out = {"tools": {}, "wrong": []}
    async with stdio_client(StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))) as (r, w):
        async with ClientSession(r, w) as s:
            start = time.time()
            await s.initialize()
            out["initialize_ms"] = (time.time() - start) * 1000
            out["listed"] = sorted(t.name for t in (await s.list_tools()).tools)
            for name, given in TOOLS.items():
                x = await s.call_tool(name, given)
                out["tools"][name] = {"error": bool(x.is_error), "content": x.structured_content}
            for name, given in WRONG:
                try:
                    x = await s.call_tool(name, given)
                    out["wrong"].append([name, bool(x.is_error)])
                except Exception:  # refused by the protocol
                    out["wrong"].append([name, True])
            tools, pid = list(TOOLS.items()), server()
            for i in range(calls):
                name, given = tools[i % len(tools)]
                await s.call_tool(name, given)
                if i == calls // 10:
                    out["memory_before"] = memory(pid)
            out["memory_after"] = memory(pid)
            at_once = await asyncio.gather(*[s.call_tool("ask", {"question": "How many patients have asthma?"}) for _ in range(20)])
            out["at_once"] = sum(1 for x in at_once if not x.is_error)
    print(json.dumps(out))


asyncio.run(main())
