import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dearerThan, openFruitWorld } from '../../generation/generator/generator.fixture.js';
import type { CallCase } from '../cases/benchmark-case.js';
import { type RunBenchmarkOptions, runBenchmark } from '../run-benchmark.js';
import { agentProcess } from './agent-process.js';

const AGENT = `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const [mode] = process.argv.slice(2);
for await (const line of createInterface({ input: process.stdin })) {
  const step = JSON.parse(line);
  appendFileSync('steps.jsonl', line + '\\n');
  const say = (value) => console.log(typeof value === 'string' ? value : JSON.stringify(value));
  const query = { tool: 'sql_query', args: { sql: 'SELECT count(*) FROM fruit WHERE cents > 40' } };
  if (mode === 'solves' || mode === 'one-shot') say(step.step === 1 ? query : { answer: /[0-9]+/.exec(step.observation) ? 2 : null });
  if (mode === 'talks') say('I think that there are two.');
  if (mode === 'numbers') say('{"tool": "book", "args": {"nights": 2.0}}');
  if (mode === 'several') say({ calls: [{ tool: 'book', args: { nights: 2 } }, { tool: 'book', args: { nights: 3 } }] });
  if (mode === 'list') say([1]);
  if (mode === 'dies') { console.error('no key'); process.exit(3); }
  if (mode === 'long') say('x'.repeat(2 ** 21));
  if (mode === 'one-shot') process.exit(0);
}
`;
let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-agent-'));
  writeFileSync(join(cwd, 'agent.mjs'), AGENT);
});
afterAll(() => rmSync(cwd, { recursive: true }));

const agent = (mode: string, timeoutSeconds?: number) =>
  agentProcess({
    command: `"${process.execPath}" agent.mjs ${mode}`,
    cwd,
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  });
const tools = [
  {
    name: 'book',
    description: 'Books a room.',
    parameters: { type: 'object', properties: { nights: { type: 'integer' } } },
  },
];
const caseOf = (...nights: readonly number[]): CallCase => ({
  id: 'book',
  query: 'Book it.',
  tools,
  expected: nights.map((value) => ({ tool: 'book', arguments: { nights: { equals: value } } })),
});
const onTask = async (mode: string, options: RunBenchmarkOptions = {}) => {
  const task = dearerThan(await openFruitWorld(), 40);
  return runBenchmark(agent(mode), [{ id: 'dearer', task }], options);
};

describe('agentProcess', () => {
  it.each(['solves', 'one-shot'])('lets a program that %s play a task, step by step', async (mode) => {
    expect(await onTask(mode)).toMatchObject({ score: { mean: 1 }, errors: 0 });
    const steps = readFileSync(join(cwd, 'steps.jsonl'), 'utf8').trim().split('\n').slice(-2);
    expect(steps.map((line) => JSON.parse(line))).toMatchObject([
      { case_id: 'dearer', step: 1, observation: '', task: 'How many fruits cost more than 40 cents?' },
      {
        step: 2,
        observation: expect.stringContaining('2'),
        transcript: expect.stringContaining('call sql_query'),
      },
    ]);
  });

  it.each(['talks', 'list'])('takes what a program that %s writes as its answer', async (mode) => {
    expect(await onTask(mode)).toMatchObject({ scored: 1, errors: 0, score: { mean: 0 } });
  });

  it('takes several calls at once, and knows how numbers are written', async () => {
    expect(await runBenchmark(agent('several'), [caseOf(2, 3)])).toMatchObject({ score: { mean: 1 } });
    const report = await runBenchmark(agent('numbers'), [
      {
        id: 'written',
        query: 'Book it.',
        tools,
        functions: [
          {
            name: 'book',
            parameters: { type: 'dict', properties: { nights: { type: 'integer' } }, required: [] },
          },
        ],
        answers: '[{"book": {"nights": [2]}}]',
        rule: 'simple',
      },
    ]);
    expect(report.misses[0]?.detail).toBe('book: nights is no integer.');
  });

  it.each([
    ['dies', 'ended without a reply', 'no key'],
    ['long', 'a line of over', ''],
    ['silent', 'sent nothing for', ''],
  ])('scores a program that %s as failed, on calls, tasks and answers', async (mode, words, more) => {
    const played = agent(mode, mode === 'silent' ? 0.5 : 60);
    const task = dearerThan(await openFruitWorld(), 40);
    const report = await runBenchmark(played, [
      caseOf(2),
      { id: 'task', task },
      { id: 'answer', query: 'Say 2.', check: { kind: 'program', runs: [{ stdin: '', stdout: '2' }] } },
    ]);
    expect(report).toMatchObject({ scored: 3, errors: 0, score: { mean: 0 } });
    for (const { trials } of report.cases) {
      expect(trials[0]?.reason).toContain(words);
      expect(trials[0]?.reason).toContain(more);
    }
  });

  it('counts a command that the shell does not find as an error', async () => {
    const absent = agentProcess({ command: 'no-such-agent', cwd });
    expect(await runBenchmark(absent, [caseOf(2)])).toMatchObject({ scored: 0, errors: 1 });
  });
});
