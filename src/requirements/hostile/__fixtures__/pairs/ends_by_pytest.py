"""Asks real pytest (and Python itself) how each pair ends, and writes the names of the tests that the wrong twin fails to
ends.json. Every right program must pass and every wrong one must fail. Run it with a Python that has pytest,
pytest-asyncio and what the pairs import:

    PYTHONPATH=packages venv/bin/python ends_by_pytest.py [FILE…]
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import traceback

import pytest

HERE = pathlib.Path(__file__).parent
HEADER = "from solution import *\n"


def read(path):
    for chunk in path.read_text().split("\n==== ")[0:]:
        title, _, rest = chunk.removeprefix("==== ").partition("\n")
        code, _, rest = rest.partition("\n---- wrong\n")
        wrong, _, rest = rest.partition("\n---- ")
        kind, _, tests = rest.partition("\n")
        yield title, code + "\n", changed(title, code, wrong) + "\n", kind, tests


def changed(title, code, wrong):
    for hunk in wrong.strip("\n").split("\n\n"):
        lines = hunk.split("\n")
        old = "\n".join(line[1:] for line in lines if line.startswith("-"))
        new = "\n".join(line[1:] for line in lines if line.startswith("+"))
        if any(line[:1] not in ("-", "+") for line in lines) or ("\n" + code + "\n").count("\n" + old + "\n") != 1:
            sys.exit(f"{title}: the change does not fit:\n{hunk}")
        code = ("\n" + code + "\n").replace("\n" + old + "\n", "\n" + new + "\n" if new else "\n")[1:-1]
    return code


class Ends:
    def __init__(self):
        self.failed, self.passed = [], 0

    def pytest_runtest_logreport(self, report):
        name = ".".join(report.nodeid.split("::")[1:])
        if report.failed and name not in self.failed:
            self.failed.append(name)
        self.passed += report.passed and report.when == "call"

    def pytest_collectreport(self, report):
        if report.failed:
            self.failed.append("")


def by_pytest(folder, tests):
    path = folder / "test_pair.py"
    path.write_text(tests if "solution" in tests else HEADER + tests)
    ends = Ends()
    code = pytest.main(["-q", "-p", "no:cacheprovider", "-o", "asyncio_mode=auto", str(path)], [ends])
    # A file of plain asserts has no tests, and has ended well.
    return ends.failed, code in (0, 5)


def by_doctest(folder):
    import doctest

    import solution

    result = doctest.testmod(solution)
    return ["doctest"] * (result.failed > 0), result.failed == 0 and result.attempted > 0


def by_examples(tests):
    import solution

    wanted = json.loads(tests)
    failed = []
    for example in wanted["examples"]:
        try:
            result = getattr(solution, wanted["function"])(*example["arguments"], **example.get("keywordArguments", {}))
        except Exception as error:
            result = error
        result = list(result) if hasattr(result, "__next__") else result
        if result != example["result"] and json.dumps(result, default=repr) != json.dumps(example["result"]):
            failed.append("example")
    return failed, not failed


def by_stdio(folder, tests):
    failed = []
    for case in json.loads(tests)["cases"]:
        run = subprocess.run([sys.executable, "solution.py"], input=case["stdin"], capture_output=True, text=True)
        if run.returncode or run.stdout.split() != case["stdout"].split():
            failed.append("case")
    return failed, not failed


def ends_of(code, kind, tests):
    with tempfile.TemporaryDirectory() as name, open(name + "/out", "w+") as out, open(name + "/log", "w+") as log:
        folder = pathlib.Path(name)
        work = folder / "work"
        work.mkdir()
        (work / "solution.py").write_text(code)
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
            try:
                os.chdir(work)
                sys.path.insert(0, str(work))
                if kind == "tests":
                    result = by_pytest(work, tests)
                elif kind == "doctests":
                    result = by_doctest(work)
                elif kind == "examples":
                    result = by_examples(tests)
                else:
                    result = by_stdio(work, tests)
            except BaseException:
                traceback.print_exc()
                result = [["broken"], False]
            out.write(json.dumps(result))
            out.flush()
            os._exit(0)
        os.waitpid(child, 0)
        log.seek(0)
        return *json.loads((folder / "out").read_text() or '[["hangs"], false]'), log.read()


def main():
    ends, faults, titles = {}, 0, []
    for path in map(pathlib.Path, sys.argv[1:]) if sys.argv[1:] else sorted(HERE.glob("*.txt")):
        for title, right, wrong, kind, tests in read(path):
            titles.append(title)
            failed, passed, said = ends_of(right, kind, tests)
            if not passed:
                faults += 1
                print(f"RIGHT FAILS: {title}: {failed}\n{said[-3000:]}")
            failed, passed, said = ends_of(wrong, kind, tests)
            if passed or not failed:
                faults += 1
                print(f"WRONG PASSES: {title}\n{said[-1500:]}")
            ends[title] = sorted(set(failed))
    print(f"{len(ends)} pairs, {faults} faults, titles that occur twice: {sorted({t for t in titles if titles.count(t) > 1})}")
    if not sys.argv[1:] and not faults:
        (HERE / "ends.json").write_text(json.dumps(ends, indent=0, ensure_ascii=False) + "\n")


main()
