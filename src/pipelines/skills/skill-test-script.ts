/** The tests in a skill's folder: each case is a recorded run, whose tools answer as they did then. */
export const SKILL_TEST = `"""Plays recorded runs with the script: python3 tests/test_script.py, or pytest."""
import json
import math
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent
SCRIPT = (FOLDER.parent / "script.py").read_text(encoding="utf-8")
RECORDED = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))


def same(one, other):
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=1e-9)
    return one == other


def play(case):
    calls = list(case["calls"])

    def tool(name):
        def answer(**given):
            assert calls, f"{name} is called once more than in the record"
            expected = calls.pop(0)
            assert (name, given) == (expected["tool"], expected["arguments"])
            return expected["data"]

        return answer

    names = {call["tool"]: tool(call["tool"]) for call in case["calls"]}
    exec(compile(SCRIPT, "script.py", "exec"), names)
    answer = names[RECORDED["function"]](**case["inputs"])
    assert not calls, f"{len(calls)} calls of the record were not made"
    assert same(answer, case["answer"]), f"{answer!r} is not {case['answer']!r}"


def test_recorded_runs():
    assert RECORDED["cases"], "there are no cases"
    for case in RECORDED["cases"]:
        play(case)


if __name__ == "__main__":
    test_recorded_runs()
    print(f"{len(RECORDED['cases'])} recorded runs played")
`;
