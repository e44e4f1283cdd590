/** Where bare Monty comes to another value than this machine's python3, by cause. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RandomStream } from 'mettle/core';
import { createFileTree } from 'mettle/filesystem';
import {
  createMontyEngine,
  DEFAULT_SANDBOX_LIMITS,
  type EngineOutcome,
  type EngineSession,
  findMontyDifferences,
} from 'mettle/sandbox';
import type { BenchSuite, Figure } from './harness.js';

export const suite: BenchSuite = { name: 'Monty differences', figures: measure };

const EXPRESSIONS = Number(process.env.METTLE_EXPRESSIONS ?? 20_000);
const RUNS_PER_SESSION = 500;
const SEED = 20_261_121;
/** Modules that python3 has for the expressions, and those of them that Monty has. */
const MODULES =
  'import json, re, math, datetime, itertools, functools, collections, bisect, copy, os, base64, binascii, unicodedata';
const PYTHON_MODULES = `${MODULES}, heapq, statistics, textwrap, string, operator`;

/** What an expression came to: how its value prints, or the class of the exception. */
type Outcome = { readonly value: string } | { readonly raised: string };
type Kind = 'same' | 'fails' | 'otherError' | 'silent' | 'noError';

const limits = { ...DEFAULT_SANDBOX_LIMITS, timeoutSeconds: 1 };

async function measure(): Promise<readonly Figure[]> {
  const expressions = [...generate(EXPRESSIONS), ...listed()];
  const expected = inPython(expressions);
  const engine = createMontyEngine({ maxWorkers: 1 });
  const { available, reason } = await engine.probe();
  if (expected === null || !available) {
    process.stderr.write(`monty-differences: skipped: ${available ? 'python3 does not run here' : reason}\n`);
    return [];
  }
  const tally: Record<Kind, number> = { same: 0, fails: 0, otherError: 0, silent: 0, noError: 0 };
  const causes = new Map<string, number>();
  let session: EngineSession | null = null;
  for (const [index, { expression, group }] of expressions.entries()) {
    if (session === null || index % RUNS_PER_SESSION === 0) {
      await session?.close();
      session = await engine.openSession({ files: createFileTree(), limits });
      await session.run(request(MODULES));
    }
    const wanted = expected[index];
    if (wanted === undefined) continue;
    const kind = compare(wanted, await session.run(request(`repr(${expression})`)));
    tally[kind]++;
    if (kind !== 'silent' && kind !== 'noError') continue;
    const cause = findMontyDifferences(expression).map(({ id }) => id);
    const name = cause.length === 0 ? 'on no list' : cause.join(' + ');
    if (cause.length === 0) process.stderr.write(`${group}: ${expression}\n`);
    causes.set(name, (causes.get(name) ?? 0) + 1);
  }
  await session?.close();
  await engine.close();
  const { length } = expressions;
  return [
    { name: 'expressions', value: length, unit: '' },
    { name: 'same value or exception', value: (100 * tally.same) / length, unit: '%' },
    { name: 'fails in Monty alone', value: tally.fails, unit: '' },
    { name: 'another class of exception', value: tally.otherError, unit: '' },
    { name: 'another value, silently', value: tally.silent, unit: '' },
    { name: 'fails in CPython alone', value: tally.noError, unit: '' },
    { name: 'silent, and on no list', value: causes.get('on no list') ?? 0, unit: '', claim: '0' },
    ...[...causes]
      .sort(([, left], [, right]) => right - left)
      .map(([name, value]) => ({ name: `silent: ${name}`, value, unit: '' })),
  ];
}

function compare(wanted: Outcome, { ok, value, error }: EngineOutcome): Kind {
  if ('value' in wanted) return !ok ? 'fails' : value === wanted.value ? 'same' : 'silent';
  if (ok) return 'noError';
  return error?.type.replace(/^.*\./, '') === wanted.raised.replace('PatternError', 'error') ||
    error?.type === wanted.raised
    ? 'same'
    : 'otherError';
}

function request(code: string): Parameters<EngineSession['run']>[0] {
  return {
    code,
    runNumber: 1,
    fileName: null,
    inputs: {},
    functions: {},
    limits,
    signal: null,
    onOutput: null,
  };
}

interface Generated {
  readonly expression: string;
  readonly group: string;
}

function generate(count: number): readonly Generated[] {
  const pools = new Map<string, string[]>();
  const templates: Generated[] = [];
  let section = '';
  for (const line of readFileSync(resolve('bench/monty-expressions.txt'), 'utf8').split('\n')) {
    const [, kind, name] = /^\[(pool|templates) (\w+)\]$/.exec(line) ?? [];
    if (kind !== undefined && name !== undefined) {
      section = name;
      if (kind === 'pool') pools.set(name, []);
    } else if (line !== '' && !line.startsWith('# ')) {
      const pool = pools.get(section);
      if (pool === undefined) templates.push({ expression: line, group: section });
      else pool.push(line);
    }
  }
  const random = new RandomStream(SEED, 'monty-differences');
  const filled = (text: string): string =>
    text.replace(/§([A-Z0-9]+)/g, (_, name: string) => filled(random.pick(pools.get(name) ?? ['None'])));
  return Array.from({ length: count }, () => {
    const { expression, group } = random.pick(templates);
    return { expression: filled(expression), group };
  });
}

/** Expressions that differed once. */
function listed(): readonly Generated[] {
  const text = readFileSync(resolve('src', 'sandbox', '__fixtures__', 'expressions.txt'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((expression) => ({ expression, group: 'list' }));
}

const EVALUATE_ALL = `
import contextlib, io, json, signal, sys
class TooLong(BaseException): pass
def stop(*_): raise TooLong()
signal.signal(signal.SIGALRM, stop)
if hasattr(sys, 'set_int_max_str_digits'): sys.set_int_max_str_digits(0)
modules, expressions = json.load(sys.stdin)
answers = []
for expression in expressions:
    names = {}
    exec(modules, names)
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        answers.append({'value': repr(eval(expression, names))})
    except TooLong: answers.append({'raised': 'TimeoutError'})
    except BaseException as error: answers.append({'raised': type(error).__name__})
    finally: signal.setitimer(signal.ITIMER_REAL, 0)
print(json.dumps(answers))
`;

function inPython(expressions: readonly Generated[]): readonly Outcome[] | null {
  const { status, stdout } = spawnSync(
    'python3',
    ['-I', '-S', '-X', 'utf8', '-W', 'ignore', '-c', EVALUATE_ALL],
    {
      input: JSON.stringify([PYTHON_MODULES, expressions.map(({ expression }) => expression)]),
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    },
  );
  return status === 0 ? (JSON.parse(stdout) as readonly Outcome[]) : null;
}
