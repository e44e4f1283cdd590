import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import type { AnswerCase } from '../cases/benchmark-case.js';
import { runBenchmark } from '../run-benchmark.js';
import { readArc } from './read-arc.js';
import { readHumanEval } from './read-human-eval.js';
import { readMbpp } from './read-mbpp.js';

const shared = (name: string) => fileURLToPath(new URL(`../../../../shared/data/${name}`, import.meta.url));
const HUMAN_EVAL = process.env.METTLE_HUMANEVAL ?? shared('humaneval');
const MBPP = process.env.METTLE_MBPP ?? '';
const ARC = shared('arc-agi-1/training');

const { it: withSandbox } = await needs('cpython');
const given = (path: string, name: string) =>
  existsSync(path) ? withSandbox : unless(`there are no tasks of ${name} at ${path || 'METTLE_MBPP'}`).it;

/** Answers that are wrong in a small way: an operator or a number changed, or nothing returned. */
function mutated(reference: string, stream: RandomStream): string {
  const places = [...reference.matchAll(/(?<![\w.])(?:\d+|==|<=|>=|<|>|\+|-|and|or|not)(?![\w.])/g)];
  if (places.length === 0) return `${reference.replace(/\breturn\b.*/g, 'return None')}`;
  const { index = 0, 0: found } = stream.pick(places);
  const other: Readonly<Record<string, string>> = {
    '==': '!=',
    '<=': '>',
    '>=': '<',
    '<': '>=',
    '>': '<=',
    '+': '-',
    '-': '+',
    and: 'or',
    or: 'and',
    not: '',
  };
  return `${reference.slice(0, index)}${other[found] ?? String(Number(found) + 7)}${reference.slice(index + found.length)}`;
}

async function verdicts(cases: readonly AnswerCase[], answerOf: (item: AnswerCase) => string) {
  const byId = new Map(cases.map((item) => [item.id, answerOf(item)]));
  const report = await runBenchmark((_query, _tools, { caseId }) => byId.get(caseId) ?? '', cases, {
    concurrency: 2,
  });
  return report;
}

/** The reference answers pass, and few of those with one change do: such a change may do no harm. */
async function checkSuite(
  cases: readonly AnswerCase[],
  { count, least }: { readonly count: number; readonly least: number },
) {
  const all = await verdicts(cases, ({ reference = '' }) => reference);
  expect(all.misses).toEqual([]);
  expect([all.score?.mean, all.errors, all.notChecked]).toEqual([1, 0, 0]);
  const stream = new RandomStream(0, 'mutated answers');
  const some = stream.shuffle(cases).slice(0, count);
  const wrong = await verdicts(some, ({ reference = '' }) => mutated(reference, stream));
  expect([wrong.errors, wrong.notChecked]).toEqual([0, 0]);
  expect(1 - (wrong.score?.mean ?? 1)).toBeGreaterThan(least);
  const empty = await verdicts(some, () => '    return None\n');
  expect(empty.score?.mean).toBe(0);
}

given(HUMAN_EVAL, 'HumanEval')('passes the reference answers of HumanEval, and no others', async () => {
  await checkSuite(await readHumanEval(HUMAN_EVAL), { count: 40, least: 0.6 });
});

given(MBPP, 'MBPP')('passes the reference answers of MBPP, and no others', async () => {
  await checkSuite(await readMbpp(MBPP), { count: 40, least: 0.6 });
});

given(ARC, 'ARC')('passes the grids of ARC, and no others', async () => {
  const cases = await readArc({ folder: ARC });
  expect(cases.length).toBe(400);
  const right = await verdicts(cases, ({ reference = '' }) => reference);
  expect(right.score?.mean).toBe(1);
  const wrong = await verdicts(cases, ({ reference = '' }) =>
    reference.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)),
  );
  expect([wrong.score?.mean, wrong.errors]).toEqual([0, 0]);
});
