import { expect } from 'vitest';
import { createSandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { tool } from '../tools/index.js';
import { resumeProgram, startProgram } from './program.js';

const { it } = await needs('monty');

const CYCLES = 500;

it(`writes a program down, ends its sandbox and goes on elsewhere, ${CYCLES} times, and doubles no call`, async () => {
  const calls: number[] = [];
  const buy = tool({
    name: 'buy',
    description: 'Buys.',
    parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    execute: ({ n }) => calls.push(Number(n)),
  });
  const keys = { key: 'a key of a test, long enough', dumpKey: 'another key of a test' };
  const parts = { tools: [buy], needsApproval: ['buy'] };
  const sandbox = await createSandbox({ engine: 'monty', dumpKey: keys.dumpKey });
  const code = `total = 0\nfor n in range(${CYCLES}):\n    total += buy(n)\ntotal`;
  let step = await startProgram(code, { sandbox, ...parts });
  let open = sandbox;
  let largest = 0;
  while (step.status === 'waiting') {
    const bytes = await step.dump(keys.key);
    largest = Math.max(largest, bytes.byteLength);
    await open.close();
    ({ sandbox: open, step } = await resumeProgram(bytes, { approved: true }, { ...parts, ...keys }));
  }
  await open.close();
  expect(step.result).toMatchObject({ ok: true, value: (CYCLES * (CYCLES + 1)) / 2 });
  expect(calls).toEqual(Array.from({ length: CYCLES }, (_, n) => n));
  expect(largest).toBeLessThan(10_240);
}, 600_000);
