import { expect, it } from 'vitest';
import type { RunOptions, RunResult, Sandbox } from '../../sandbox/index.js';
import type { PythonRunner } from '../execution/python-runner.js';
import { type JudgedFromOutside, judgeFromOutside } from './judge-process.js';

type Run = (options: RunOptions) => Promise<unknown>;

/** A sandbox whose runs are played. */
const played = (run: Run): Sandbox =>
  ({
    capabilities: async () => ({ engine: 'played' }),
    run: async (_code: string, options: RunOptions) => {
      await Promise.race([run(options), untilAborted(options)]);
      return { ok: true, error: null } as RunResult;
    },
  }) as unknown as Sandbox;

const untilAborted = ({ signal }: RunOptions): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener('abort', () => resolve());
  });

const call = async (options: RunOptions, name: string, ...args: readonly string[]): Promise<unknown> =>
  options.functions?.[name]?.(...args);

function judge(subject: Run, judging: Run): Promise<JudgedFromOutside> {
  const python = {
    use: (_plan: unknown, body: (sandbox: Sandbox) => unknown) => body(played(judging)),
  } as unknown as PythonRunner;
  const plan = {
    engine: 'cpython' as const,
    limits: {},
    allowedImports: null,
    workdir: null,
    stdoutMaxBytes: null,
    stderrMaxBytes: null,
    exportPaths: [],
  };
  return judgeFromOutside({
    subject: played(subject),
    python,
    code: { code: '', plan, signal: new AbortController().signal },
    program: 'tests',
    entry: 'judge_tests',
    argumentsOf: () => [],
    firstName: 'the tests',
  });
}

it('starts the judging program while the code is loaded, and lets it report once that is', async () => {
  const order: string[] = [];
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const judged = await judge(
    async (options) => {
      await begun;
      order.push('loaded');
      await call(options, 'mettle_exchange', '{"failed": null}');
    },
    async (options) => {
      begin();
      await call(options, 'mettle_report', 'done', 'the tests', 'pass');
      order.push('reported');
    },
  );
  expect(order).toEqual(['loaded', 'reported']);
  expect(judged).toMatchObject({ parts: [{ name: 'the tests', details: ['pass'] }], failed: null });
});

it('says only that the code can not be loaded, and ends the judging program', async () => {
  let ended: Promise<void> | undefined;
  const judged = await judge(
    (options) => call(options, 'mettle_exchange', '{"failed": {"type": "ValueError", "message": "no"}}'),
    (options) => {
      ended = untilAborted(options);
      return call(options, 'mettle_report', 'done', 'the tests', 'pass');
    },
  );
  expect(judged).toMatchObject({ parts: [], broken: [], failed: { type: 'ValueError', message: 'no' } });
  await ended;
});
