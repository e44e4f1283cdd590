import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { artefactFromCode } from '../artefact.js';
import { DoctestsPass } from '../behaviour/doctests-pass.js';
import { ExamplesPass, type ExamplesPassOptions } from '../behaviour/examples-pass.js';
import { StdioPass, type StdioPassOptions } from '../behaviour/stdio-pass.js';
import { TestsPass } from '../behaviour/tests-pass.js';
import { createPythonRunner } from '../execution/create-python-runner.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import type { Judgement } from '../verdict.js';
import { type Pair, readPairs } from './pairs.fixture.js';

const { METTLE_TEST_PACKAGES: packages = '' } = process.env;
const why = await whyUnavailable('cpython');

/** What a pair may need that a process of its own for the code can't give, and how its right and wrong program end then. */
const KINDS: Readonly<
  Record<string, readonly [right: Judgement['verdict'], why: string, titles: readonly string[]]>
> = {
  'the tests share the code’s process': [
    'not_checked',
    'they derive from its classes, pickle its objects, load it again, start its file or run its docstrings; the reason names which',
    [
      'a class of the code that the tests subclass',
      'objects of the code that the tests pickle',
      'a module reloaded, with a counter at its top',
      'a script run as a program of its own, by the tests',
      'a doctest that the tests run',
    ],
  ],
  'the last reference to an object is the tests’': [
    'fail',
    'the code’s process keeps what it has handed over until the tests end, so a weak reference stays',
    ['weak references that forget'],
  ],
  'coroutines of the code take turns that the tests gather': [
    'fail',
    'each goes on for a while when it is asked for, so their steps are in another order than in one event loop',
    ['context variables, each task with its own'],
  ],
  'a protocol of the code, asked about an object of the tests': [
    'fail',
    'isinstance is answered by the stand-in of the protocol, which knows no attributes',
    ['a protocol that objects of the tests fulfil'],
  ],
  'a descriptor of the code in a class of the tests': [
    'fail',
    'a stand-in binds no instance',
    ['a decorator as a class that counts, also on methods'],
  ],
};
const EXCEPTIONS = new Map(
  Object.values(KINDS).flatMap(([verdict, , titles]) => titles.map((title) => [title, verdict] as const)),
);

function requirementOf({ kind, tests }: Pair): Requirement {
  const options = { engine: 'cpython', timeoutSeconds: 60 } as const;
  if (kind === 'doctests') return DoctestsPass(options);
  if (kind === 'tests') return TestsPass({ tests, ...options });
  const given: unknown = JSON.parse(tests);
  if (kind === 'stdio') return StdioPass({ ...(given as Pick<StdioPassOptions, 'cases'>), ...options });
  const { function: functionName, examples } = given as Pick<ExamplesPassOptions, 'examples'> & {
    readonly function: string;
  };
  return ExamplesPass({ functionName, examples, ...options });
}

/** Whether a reason names a test that pytest says fails, and what differs there. */
function isTold({ kind, fails }: Pair, reason: string): boolean {
  if (kind !== 'tests') return /expected|returned|raised|Expected/.test(reason);
  const [, name = '', said = ''] = /^Tests fail: (.+?): (.+)$/s.exec(reason) ?? [];
  return fails.includes(name === 'the tests' ? '' : name) && /line \d+ of the tests.*\w/s.test(said);
}

unless(why).describe('ordinary programs and their wrong twins', () => {
  const python = createPythonRunner({ maxSandboxes: 2, packages: packages === '' ? [] : packages });
  afterAll(() => python.close());
  const judge = async (code: string, requirement: Requirement): Promise<Judgement> =>
    requirement.validate(artefactFromCode(code), {
      python,
      signal: new AbortController().signal,
      messages: [],
      earlier: new Map(),
    });
  const pairs = readPairs().filter(({ title }) => packages !== '' || !/^(?:numpy|pandas):/.test(title));

  it('knows how pytest ends each pair, and each exception', () => {
    const all = readPairs();
    expect(all.length).toBeGreaterThanOrEqual(200);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
    expect(all.filter(({ fails, right, wrong }) => fails.length === 0 || right === wrong)).toEqual([]);
    expect([...EXCEPTIONS.keys()].filter((title) => !all.some((pair) => pair.title === title))).toEqual([]);
  });

  it.each(pairs)('passes the right one and tells the wrong one what failed: $title', async (pair) => {
    const requirement = requirementOf(pair);
    const right = await judge(pair.right, requirement);
    const wrong = await judge(pair.wrong, requirement);
    const exception = EXCEPTIONS.get(pair.title);
    expect({ verdict: right.verdict, reason: right.reason }).toMatchObject({ verdict: exception ?? 'pass' });
    if (exception !== undefined) {
      expect(wrong.verdict).not.toBe('pass');
      return;
    }
    expect({ verdict: wrong.verdict, told: isTold(pair, wrong.reason), reason: wrong.reason }).toMatchObject({
      verdict: 'fail',
      told: true,
    });
  });
});
