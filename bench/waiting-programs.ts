/** A program that waits for a decision ten thousand times: written down, its sandbox ended, and resumed in another one. */
import { type ProgramStep, resumeProgram, startProgram } from 'mettle/agents';
import { createSandbox } from 'mettle/sandbox';
import { tool } from 'mettle/tools';
import { type BenchSuite, type Figure, quantile } from './harness.js';

const CYCLES = 10_000;
const keys = { key: 'a key of a bench, long enough', dumpKey: 'another key of a bench' };

async function figures(): Promise<readonly Figure[]> {
  const calls: number[] = [];
  const buy = tool({
    name: 'buy',
    description: 'Buys.',
    parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    execute: ({ n }) => calls.push(Number(n)),
  });
  const parts = { tools: [buy], needsApproval: ['buy'] };
  let sandbox = await createSandbox({ engine: 'monty', dumpKey: keys.dumpKey });
  const code = `total = 0\nfor n in range(${CYCLES}):\n    total += buy(n)\ntotal`;
  let step: ProgramStep = await startProgram(code, { sandbox, ...parts });
  const milliseconds: number[] = [];
  const sizes: number[] = [];
  while (step.status === 'waiting') {
    const start = performance.now();
    const bytes = await step.dump(keys.key);
    await sandbox.close();
    ({ sandbox, step } = await resumeProgram(bytes, { approved: true }, { ...parts, ...keys }));
    milliseconds.push(performance.now() - start);
    sizes.push(bytes.byteLength);
  }
  await sandbox.close();
  const isRight =
    milliseconds.length === CYCLES && JSON.stringify(step.result.value) === `${(CYCLES * (CYCLES + 1)) / 2}`;
  if (!isRight) throw new Error(`the program ended wrong: ${JSON.stringify(step.result)}`);
  const doubled = calls.length - new Set(calls).size;
  const lost = CYCLES - new Set(calls).size;
  const what = `of ${CYCLES.toLocaleString('en')} times written down and resumed`;
  return [
    { name: `calls made twice, ${what}`, value: doubled, unit: 'calls', claim: '0' },
    { name: `calls lost, ${what}`, value: lost, unit: 'calls', claim: '0' },
    { name: `one cycle, median ${what}`, value: quantile(milliseconds, 0.5), unit: 'ms', claim: '≤ 5 ms' },
    { name: `one cycle, 95th percentile ${what}`, value: quantile(milliseconds, 0.95), unit: 'ms' },
    { name: `largest program, ${what}`, value: Math.max(...sizes) / 1000, unit: 'KB', claim: '≤ 10 KB' },
  ];
}

export const suite: BenchSuite = { name: 'waiting programs', figures };
