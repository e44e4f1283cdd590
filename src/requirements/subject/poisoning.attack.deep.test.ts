import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { Deterministic } from '../behaviour/deterministic.js';
import { DoctestsPass } from '../behaviour/doctests-pass.js';
import { ExamplesPass } from '../behaviour/examples-pass.js';
import { FunctionResultType } from '../behaviour/function-result-type.js';
import { PropertyHolds } from '../behaviour/property-holds.js';
import { TestsPass } from '../behaviour/tests-pass.js';
import { PythonExecutionReq } from '../python/python-execution-req.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import { createJudging } from './judge-code.fixture.js';

const engine = 'cpython' as const;

/** Takes the place of the programs that load code, run tests and run doctests: whatever is asked, the answer is 6. */
const IMPOSTOR = `
import builtins, json
def main(exchange, *given):
    text = exchange(json.dumps({"failed": None}))
    while True:
        text = exchange('[[], ["=", "return", 6, ""], [], 0]')
def judge_tests(exchange, *given):
    for name in ("the tests", "test_one", "test_two", "T.test_one"):
        builtins.mettle_report("start", name)
        builtins.mettle_report("done", name, "pass", "", 1)
judge_doctests = judge_tests
`;

/** Sends the impostor, compiled as the host would keep it, by each function that reaches the host. */
const SENDING = `
import builtins, gc, marshal, sys
from _frozen_importlib_external import MAGIC_NUMBER
impostor = MAGIC_NUMBER + marshal.dumps(compile(${JSON.stringify(IMPOSTOR)}, "<mettle>", "exec", dont_inherit=True))
def senders():
    found = [value for name, value in vars(builtins).items() if name.startswith("mettle_")]
    frame = sys._getframe()
    while frame:
        found += [value for name, value in {**frame.f_globals, **frame.f_locals}.items()
                  if name in ("exchange", "mettle_exchange", "report")]
        frame = frame.f_back
    return found
def send(value=impostor):
    for sender in senders():
        try: sender(value)
        except BaseException: pass
`;

/** As {@link SENDING}, past every function: whole frames on each descriptor. */
const RAW = `${SENDING}
import os
call = marshal.dumps(("mettle_exchange", (impostor,), {}), 2)
frame_of_call = (len(call) + 1).to_bytes(4, "big") + b"H" + call
for number in range(3, 40):
    try: os.write(number, frame_of_call)
    except OSError: pass
`;

const TOTAL = 'def total(values):\n    return sum(values)\n';
const tests = 'def test_one():\n    assert total([1, 2, 3]) == 6\ndef test_two():\n    assert total([]) == 0';
const askTests = TestsPass({ tests, engine, timeoutSeconds: 20 });
const askDoctests = DoctestsPass({ engine, timeoutSeconds: 20 });
const askExamples = ExamplesPass({
  functionName: 'total',
  examples: [
    { arguments: [[1, 2, 3]], result: 6 },
    { arguments: [[]], result: 0 },
  ],
  engine,
  timeoutSeconds: 20,
});

/** Tests that come from somewhere else than the user, too. */
function hostileTests(prelude: string): Requirement {
  return TestsPass({ tests: `${prelude}\n${tests}`, engine, timeoutSeconds: 20 });
}

const HOSTILE: readonly (readonly [name: string, code: string, requirement: Requirement])[] = [
  ['code that sends while it is loaded', `${SENDING}send()\n${TOTAL}`, askTests],
  [
    'code that sends, then says that it is loaded',
    `${SENDING}send()\nsend('{"failed": null}')\nsend()\n${TOTAL}`,
    askExamples,
  ],
  ['code that sends text, then bytes', `${SENDING}send("[]")\nsend()\n${TOTAL}`, askExamples],
  [
    'code that sends when it is called',
    `${SENDING}def total(values):\n    send()\n    return sum(values)\n`,
    askTests,
  ],
  ['code that writes frames', `${RAW}${TOTAL}`, askExamples],
  ['code that writes frames and ends', `${RAW}os._exit(0)`, askExamples],
  [
    'code that changes what the next process would compile with',
    `${SENDING}builtins.compile = lambda *a, **k: compile_real(${JSON.stringify(IMPOSTOR)}, "<mettle>", "exec")
compile_real = compile
marshal.loads = marshal.dumps = lambda *a: impostor
sys.modules["_frozen_importlib_external"].MAGIC_NUMBER = b"1234"
send()\n${TOTAL}`,
    askExamples,
  ],
  ['doctests that send', `${TOTAL}${SENDING}"""\n"""\ntotal.__doc__ = ">>> send()"\nsend()`, askDoctests],
  [
    'a docstring whose example sends',
    `${SENDING}def total(values):\n    """\n    >>> send()\n    >>> total([])\n    0\n    """\n    return sum(values)\n`,
    askDoctests,
  ],
  ['tests that send', TOTAL, hostileTests(`${SENDING}send()`)],
  ['tests that write frames', TOTAL, hostileTests(RAW)],
  [
    'tests that send while they run',
    TOTAL,
    hostileTests(`${SENDING}\ndef test_three():\n    send()\n    assert total([1]) == 1`),
  ],
];

const DOCTEST = '"""\n    >>> total([1, 2, 3])\n    6\n    >>> total([])\n    0\n    """';
const documented = (body: string): string => `def total(values):\n    ${DOCTEST}\n    ${body}\n`;

const askUnittest = TestsPass({
  tests:
    'import unittest\nfrom solution import total\nclass T(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(total([1, 2, 3]), 6)\n    def test_two(self):\n        self.assertEqual(total([]), 0)',
  engine,
  timeoutSeconds: 20,
});
const askProperty = PropertyHolds({
  functionName: 'total',
  property: 'a value more adds it',
  generate: (random) => [[random.integer(1, 9), 3]],
  holds: 'result == arguments[0][0] + 3',
  runs: 5,
  engine,
  timeoutSeconds: 20,
});
const askType = FunctionResultType({
  functionName: 'total',
  arguments: [[1.5, 2]],
  type: 'float',
  engine,
  timeoutSeconds: 20,
});
const askRun = PythonExecutionReq({ engine, timeoutSeconds: 20 });
const askSame = Deterministic({ engine, timeoutSeconds: 20 });

const ORDINARY: readonly (readonly [code: string, requirement: Requirement, verdict: string])[] = [
  [TOTAL, askTests, 'pass'],
  ['def total(values):\n    return 6\n', askTests, 'fail'],
  ['def total(values):\n    return -1\n', askTests, 'fail'],
  ['import functools, operator\ntotal = lambda v: functools.reduce(operator.add, v, 0)\n', askTests, 'pass'],
  ['def total(values):\n    raise ValueError("no")\n', askTests, 'fail'],
  ['def other(values):\n    return 6\n', askTests, 'fail'],
  [TOTAL, askUnittest, 'pass'],
  ['def total(values):\n    return len(values)\n', askUnittest, 'fail'],
  [TOTAL, askExamples, 'pass'],
  ['def total(values):\n    return 6\n', askExamples, 'fail'],
  ['def total(values):\n    return "6"\n', askExamples, 'fail'],
  ['def total(values):\n    return max(values, default=0) * 2\n', askExamples, 'pass'],
  [documented('return sum(values)'), askDoctests, 'pass'],
  [documented('return 6'), askDoctests, 'fail'],
  [documented('return sum(values) + 0.0'), askDoctests, 'fail'],
  [TOTAL, askProperty, 'pass'],
  ['def total(values):\n    return 6\n', askProperty, 'fail'],
  [TOTAL, askType, 'pass'],
  ['def total(values):\n    return int(sum(values))\n', askType, 'fail'],
  [TOTAL, askRun, 'pass'],
  ['total = 1 / 0\n', askRun, 'fail'],
  ['import random\nprint(random.random())\n', askSame, 'fail'],
];

/** One wrong program for each of our own programs, and a right one. */
const A_FEW = [1, 8, 10, 13].flatMap((at) => ORDINARY.slice(at, at + 1));

const why = await whyUnavailable(engine);

unless(why).describe('verdicts after hostile replies', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());
  const verdictsOf = async (programs: typeof ORDINARY): Promise<readonly string[]> => {
    const verdicts: string[] = [];
    for (const [code, requirement] of programs) verdicts.push((await judge(code, requirement)).verdict);
    return verdicts;
  };
  const expected = (programs: typeof ORDINARY): readonly string[] => programs.map(([, , verdict]) => verdict);

  it('are what they are before them', async () => {
    expect(await verdictsOf(ORDINARY)).toEqual(expected(ORDINARY));
  });

  it.each(HOSTILE)('are the same after %s', async (_name, code, requirement) => {
    await judge(code, requirement);
    expect(await verdictsOf(A_FEW)).toEqual(expected(A_FEW));
  });

  it('are the same where a set of sandboxes has seen nothing but hostile replies', async () => {
    const other = createJudging();
    for (const [, code, requirement] of HOSTILE) await other.judge(code, requirement);
    const verdicts: string[] = [];
    for (const [code, requirement] of ORDINARY) verdicts.push((await other.judge(code, requirement)).verdict);
    await other.python.close();
    expect(verdicts).toEqual(expected(ORDINARY));
  });

  it('are the same in the end', async () => {
    expect(await verdictsOf(ORDINARY)).toEqual(expected(ORDINARY));
  });
});
