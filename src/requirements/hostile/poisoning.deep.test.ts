import { expect } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { FORGED_PROPERTIES } from '../behaviour/properties.fixture.js';
import { FORGED_SIGNATURES } from '../behaviour/signatures.fixture.js';
import { PROBLEMS, TRICKS, wrongProgram } from '../behaviour/tampering.fixture.js';
import * as kinds from '../kinds.js';
import { createChecker } from '../pipeline/checker.js';
import { FORGED_SAVES } from '../plotting/plots.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import { FORGED_TYPES } from '../types/forged-types.fixture.js';
import { FORGED } from './fourth-reading.fixture.js';

const options = { engine: 'cpython', timeoutSeconds: 10 } as const;
const functionName = 'total';

/** One of each kind, all about one task: a function that adds, and a program that prints the sum of 1, 2 and 3. */
const REQUIREMENTS: Readonly<Record<keyof typeof kinds, Requirement>> = {
  AllOf: kinds.AllOf([kinds.PythonSyntaxValid(), kinds.ReplyLength({ maxChars: 3_000 })]),
  AnyOf: kinds.AnyOf([kinds.MarkdownTable(), kinds.UsesTool('look')]),
  ComplexityLimit: kinds.ComplexityLimit({ maxComplexity: 4, maxLines: 40 }),
  Deterministic: kinds.Deterministic(options),
  DoctestsPass: kinds.DoctestsPass(options),
  ExamplesPass: kinds.ExamplesPass({
    ...options,
    functionName,
    examples: [
      { arguments: [[1, 2, 3]], result: 6 },
      { arguments: [[]], result: 0 },
    ],
  }),
  FunctionResultType: kinds.FunctionResultType({
    ...options,
    functionName,
    arguments: [[1.5]],
    type: 'float',
  }),
  FunctionSignature: kinds.FunctionSignature({ functionName, parameters: ['values'] }),
  ImportRestrictions: kinds.ImportRestrictions({ allowedImports: ['math', 'functools'] }),
  JsonOutput: kinds.JsonOutput({ of: 'reply' }),
  MarkdownList: kinds.MarkdownList(),
  MarkdownTable: kinds.MarkdownTable(),
  MatplotlibHeadlessBackend: kinds.MatplotlibHeadlessBackend(),
  ModelJudge: kinds.ModelJudge({
    requirement: 'It adds.',
    generate: async (messages) => (JSON.stringify(messages).includes('sum(values)') ? 'yes' : 'no'),
  }),
  NoFileUse: kinds.NoFileUse(),
  NoNetworkUse: kinds.NoNetworkUse(),
  NoSubprocessUse: kinds.NoSubprocessUse(),
  Not: kinds.Not(kinds.UsesTool('look')),
  OutputSizeLimit: kinds.OutputSizeLimit({ limitChars: 5, engine: 'cpython' }),
  PlotDependenciesAvailable: kinds.PlotDependenciesAvailable({ engine: 'cpython', modules: ['json'] }),
  PlotFileSaved: kinds.PlotFileSaved({ outputPath: 'plot.png' }),
  PropertyHolds: kinds.PropertyHolds({
    ...options,
    functionName,
    property: 'a value more adds it',
    generate: (random) => [[random.integer(4, 9), 3]],
    holds: 'result == arguments[0][0] + 3',
    runs: 3,
  }),
  PythonCodeExtraction: kinds.PythonCodeExtraction(),
  PythonExecutionReq: kinds.PythonExecutionReq(options),
  PythonSyntaxValid: kinds.PythonSyntaxValid(),
  ReplyLength: kinds.ReplyLength({ maxChars: 100 }),
  SimpleValidate: kinds.SimpleValidate((reply) => reply.includes('sum')),
  StdioPass: kinds.StdioPass({ ...options, cases: [{ stdin: '', stdout: '6' }] }),
  TestsPass: kinds.TestsPass({
    ...options,
    tests: 'def test_one():\n    assert total([1, 2, 3]) == 6\ndef test_two():\n    assert total([]) == 0',
  }),
  TimeBound: kinds.TimeBound({
    ...options,
    functionName,
    argumentsOf: (n) => [[n]],
    sizes: [1, 2],
    maxSeconds: 3,
  }),
  ToolArgument: kinds.ToolArgument({ argument: 'at', check: (value) => value === 'x' }),
  TypesHold: kinds.TypesHold(),
  UsesTool: kinds.UsesTool('look'),
  Weighted: kinds.Weighted([{ requirement: kinds.PythonSyntaxValid(), weight: 1 }], { threshold: 0.5 }),
};

const fenced = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;
const DOCTEST = '"""\n    >>> total([1, 2, 3])\n    6\n    """';
const written = (body: string, more = 'print(total([1, 2, 3]))'): string =>
  fenced(`def total(values):\n    ${DOCTEST}\n    ${body}\n\n${more}`);

/** Replies whose verdicts must stay; `§` stands for a number, so that each is new to the checker. */
const REPLIES: readonly string[] = [
  written('return sum(values)  # §'),
  written('return 6  # §'),
  written('return int(sum(values))  # §', 'import socket'),
  written('raise ValueError("§")'),
  written('return sum(values)  # §', 'import random\nprint(random.random())'),
  fenced(
    'import matplotlib\nmatplotlib.use("Agg")\nimport matplotlib.pyplot as plt\nplt.savefig("plot.png")  # §',
  ),
  fenced('def total(values: list[int]) -> int:\n    return "a" * len(values)  # §'),
  fenced('def total(values)\n    return sum(values)  # §'),
  '- one §\n- two\n',
  '| a |\n|---|\n| § |\n',
  '{"a": §}',
  'No code, and no sum. §',
];

const codes = (forged: Readonly<Record<string, string>>): readonly string[] =>
  Object.values(forged).map((code) => fenced(code.replaceAll(/\b(?:add|area|half)\b/g, 'total')));

/** Whatever may be sent, by what it deceives; of each a few are drawn. Loops without end only take time. */
const HOSTILE: readonly (readonly string[])[] = [
  TRICKS.map((trick) => fenced(wrongProgram(PROBLEMS[0] as (typeof PROBLEMS)[0], trick, 'ExamplesPass'))),
  FORGED.map(({ code }) => fenced(code.replaceAll('median', 'total'))),
  codes(FORGED_PROPERTIES),
  codes(FORGED_SIGNATURES),
  codes(FORGED_SAVES),
  codes(FORGED_TYPES),
  [
    '```',
    `\`\`\`python\n${'('.repeat(5_000)}\n\`\`\``,
    `<think>${'```python\n'.repeat(500)}`,
    `{"__proto__": {"verdict": "pass"}, "a": ${'['.repeat(3_000)}`,
    '\u0000\ud800\u202e'.repeat(500),
    fenced('x = 1\n'.repeat(3_000)),
    fenced(`x = ${'9'.repeat(10_000)}\nprint(x)`),
  ],
].map((replies) => replies.filter((reply) => !/while True|\b64 \* 2/.test(reply)));
const DRAWN = 7;

const why = await whyUnavailable('cpython');

unless(why).it('verdicts of every kind are the same whatever was judged before', async () => {
  const requirements = Object.values(REQUIREMENTS);
  await using checker = createChecker({ requirements });
  const random = new RandomStream(7, 'poisoning');
  let number = 0;
  const verdictsOf = async (reply: string): Promise<readonly string[]> => {
    const { results } = await checker.check(reply.replaceAll('§', String(1_000 + number++)));
    return results.map(({ requirement, verdict }) => `${requirement} ${verdict}`);
  };
  const expected: (readonly string[])[] = [];
  for (const reply of REPLIES) expected.push(await verdictsOf(reply));
  // Each kind that these replies can meet is met by one and missed by another.
  const seen = new Set(expected.flat());
  const undecided = Object.keys(REQUIREMENTS).filter(
    (kind) =>
      !seen.has(`${kind} pass`) || ![`${kind} fail`, `${kind} not_checked`].some((each) => seen.has(each)),
  );
  expect(undecided).toEqual(['Not', 'PlotDependenciesAvailable', 'ToolArgument', 'UsesTool']);
  const compare = async (at: number, after: string): Promise<void> => {
    expect([after, await verdictsOf(REPLIES[at] ?? '')]).toEqual([after, expected[at]]);
  };
  const drawn = HOSTILE.flatMap((replies) => random.sample(replies, DRAWN));
  for (const hostile of random.shuffle(drawn)) {
    await checker.check(hostile);
    for (let time = 0; time < 2; time++) await compare(random.integer(0, REPLIES.length - 1), hostile);
  }
  for (let time = 0; time < 20; time++) await compare(time % REPLIES.length, 'all of them');
});
