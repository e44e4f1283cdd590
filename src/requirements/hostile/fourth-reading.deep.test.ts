import { afterAll, describe, expect, it } from 'vitest';
import { TestsPass } from '../behaviour/tests-pass.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { FORGED, type Program, RIGHT } from './fourth-reading.fixture.js';

const why = await whyUnavailable('cpython');

/** What is not yet so. */
const OPEN: ReadonlySet<string> = new Set([
  'a mock replaced by an object of the code',
  'a mock replaced by an object that has been called once',
  "native code by the tests' connection",
  'a result that is too large, for an exception',
  'a result that is too deep, for an exception',
  'dates, with a zone',
  'coroutines at the same time',
  'an asyncio.Queue of the tests',
  'a timer that calls back',
  'a worker of a queue that calls back',
  'a result of nine megabytes',
  '300 nested lists',
]);

const tried = (programs: readonly Program[]): readonly Program[] =>
  programs.filter(({ name }) => !OPEN.has(name));

describe.skipIf(why !== null)(`a fourth reading${why === null ? '' : ` (skipped: ${why})`}`, () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());
  const verdictOn = ({ code, tests, classes = [], functions = [] }: Program): ReturnType<typeof judge> =>
    judge(code, TestsPass({ tests, classes, functions, engine: 'cpython', timeoutSeconds: 20 }));

  it.each(tried(FORGED))('gives no pass to $name', async (program) => {
    expect((await verdictOn(program)).verdict).not.toBe('pass');
  });

  it.each(tried(RIGHT))('passes $name', async (program) => {
    const { verdict, reason } = await verdictOn(program);
    expect({ verdict, reason }).toEqual({
      verdict: 'pass',
      reason: expect.stringContaining('All tests pass.'),
    });
  });

  it('tells the seed of the decoys with the verdict, another one each time', async () => {
    const [program] = RIGHT.filter(({ name }) => name === 'a vector, against tuples');
    const reasons = program === undefined ? [] : [await verdictOn(program), await verdictOn(program)];
    const seeds = reasons.map(({ reason }) => /seed ([0-9a-f]{16})/.exec(reason)?.[1]);
    expect(seeds).not.toContain(undefined);
    expect(new Set(seeds).size).toBe(2);
  });
});
