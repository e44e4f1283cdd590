import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { errorMessage } from '../core/internal.js';
import { unless } from '../testing/unless.fixture.js';
import { createSandbox } from './create-sandbox.js';
import { resolveEngine } from './engines.js';

const folder = fileURLToPath(new URL('../../../shared/data/humaneval/', import.meta.url));
const file = existsSync(folder) ? readdirSync(folder).find((name) => name.endsWith('.jsonl')) : undefined;
const reason = await resolveEngine('auto').then(
  () => '',
  (thrown) => errorMessage(thrown),
);
const skipped = file === undefined ? 'no data beside the checkout' : reason;

interface Problem {
  readonly task_id: string;
  readonly prompt: string;
  readonly canonical_solution: string;
  readonly test: string;
  readonly entry_point: string;
}

unless(skipped).describe('HumanEval reference solutions', () => {
  it('pass their tests in engine auto', async () => {
    const problems = readFileSync(`${folder}${file ?? ''}`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Problem);
    await using sandbox = await createSandbox({ limits: { timeoutSeconds: 30 } });
    const failed: string[] = [];
    for (const { task_id, prompt, canonical_solution, test, entry_point } of problems) {
      await sandbox.reset();
      const { error, engine } = await sandbox.run(
        `${prompt}${canonical_solution}\n${test}\ncheck(${entry_point})\n`,
      );
      // What Monty says it lacks is no wrong answer.
      const isLack = engine === 'monty' && error?.type === 'NotImplementedError';
      if (error !== null && !isLack) failed.push(`${task_id}: ${error.type}: ${error.message}`);
    }
    expect(problems.length).toBeGreaterThan(0);
    expect(failed).toEqual([]);
  });
});
