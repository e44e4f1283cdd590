/**
 * What judges a task in Harbor's separate verifier, with Python's standard library alone. It rebuilds the world that the agent started with,
 * compares it with what the agent left, and writes `reward.json`. What the agent left is read and never run: a database whose declarations
 * are not those of the start is refused before a row is read. If the verifier itself breaks it writes no reward, so that this is no zero.
 */
export const HARBOR_VERIFIER: string = `import json
import math
import re
import sqlite3
import sys
from pathlib import Path

TESTS, APP, LOGS = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name"


class Wrong(Exception):
    """What the agent left is not what was asked for."""


def same(wanted, found, tolerance):
    if isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    if isinstance(wanted, (int, float)) and isinstance(found, (int, float)):
        return wanted == found if tolerance is None else abs(wanted - found) <= tolerance
    if isinstance(wanted, list):
        return isinstance(found, list) and len(wanted) == len(found) and all(map(same, wanted, found, [tolerance] * len(wanted)))
    if isinstance(wanted, dict):
        return isinstance(found, dict) and wanted.keys() == found.keys() and all(same(wanted[k], found[k], tolerance) for k in wanted)
    return type(wanted) is type(found) and wanted == found


def same_items(wanted, found, tolerance):
    if not isinstance(found, list) or len(wanted) != len(found):
        return False
    left = list(found)
    for item in wanted:
        place = next((i for i, other in enumerate(left) if same(item, other, tolerance)), None)
        if place is None:
            return False
        del left[place]
    return True


def check_answer(expected):
    try:
        found = json.loads((APP / "answer.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Wrong(f"/app/answer.json holds no JSON: {error}")
    wanted, tolerance = expected["value"], expected.get("tolerance")
    how = expected["comparison"]
    if how == "number":
        close = 1e-9 * abs(wanted) if tolerance is None else tolerance
        right = isinstance(found, (int, float)) and not isinstance(found, bool) and math.isfinite(found) and abs(wanted - found) <= close
    elif how == "set":
        right = same_items(wanted, found, tolerance)
    else:
        right = same(wanted, found, tolerance)
    if not right:
        raise Wrong("the answer is not the expected one")


def key_text(value, alone):
    text = str(value)
    pattern = r"^(?:[#\\\\]|x')" if alone else r"[\\\\,]|^(?:#|x')"
    return re.sub(pattern, lambda match: "\\\\" + match[0], text, count=1 if alone else 0)


def facts_of(database):
    facts = {}
    tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
    for table in tables:
        quoted = '"' + table.replace('"', '""') + '"'
        shape = list(database.execute(f"PRAGMA table_info({quoted})"))
        names = [column[1] for column in shape]
        key = [column[1] for column in sorted((c for c in shape if c[5]), key=lambda c: c[5])]
        for row in database.execute(f"SELECT * FROM {quoted}"):
            fact = dict(zip(names, row))
            facts[table + "/" + ",".join(key_text(fact[name], len(key) == 1) for name in key)] = fact
    return facts


def exempt(name, exceptions):
    return any(name.startswith(e.rstrip("*")) if e.endswith(("/", "*")) else name == e for e in exceptions)


def check_state(check, start, end):
    kind, name = check["kind"], check.get("name")
    if kind == "fact":
        return name in end and same(check["value"], end[name], None)
    if kind == "has":
        return name in end and all(k in end[name] and same(v, end[name][k], None) for k, v in check["members"].items())
    if kind == "absent":
        return name not in end
    if kind == "count":
        return sum(fact.startswith(check["prefix"]) for fact in end) == check["value"]
    if kind == "unchanged":
        names = [n for n in start.keys() | end.keys() if not exempt(n, check["except"])]
        return all(n in start and n in end and same(start[n], end[n], None) for n in names)
    raise ValueError(f"there is no check {kind}")


def check_world(expected):
    checks = expected.get("goals", []) + expected.get("invariants", [])
    first = sqlite3.connect(":memory:")
    first.executescript((TESTS / "world.sql").read_text(encoding="utf-8"))
    start = facts_of(first)
    try:
        last = sqlite3.connect(f"file:{APP / 'world.db'}?mode=ro", uri=True)
        last.execute("PRAGMA trusted_schema = OFF")
        last.execute("PRAGMA cell_size_check = ON")
        if list(last.execute(SCHEMA)) != list(first.execute(SCHEMA)):
            raise Wrong("the tables are not those of the start")
        end = facts_of(last)
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        raise Wrong(f"the database can't be read: {error}")
    for check in checks:
        if not check_state(check, start, end):
            raise Wrong(f"a {check['kind']} check does not hold")


expected = json.loads((TESTS / "expected.json").read_text(encoding="utf-8"))
try:
    if expected["answer"] is not None:
        try:
            check_answer(expected["answer"])
        except (OverflowError, RecursionError) as error:
            raise Wrong(f"the answer can't be compared: {error}")
    if (TESTS / "world.sql").exists():
        check_world(expected)
    reward, reason = 1, "every expectation holds"
except Wrong as wrong:
    reward, reason = 0, str(wrong)
LOGS.mkdir(parents=True, exist_ok=True)
(LOGS / "reward.json").write_text(json.dumps({"reward": reward}))
print(reason)
`;
