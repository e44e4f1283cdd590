import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { TestsPass } from './tests-pass.js';

const folder = fileURLToPath(new URL('../../../../shared/data/humaneval/', import.meta.url));
const file = existsSync(folder) ? readdirSync(folder).find((name) => name.endsWith('.jsonl')) : undefined;
const why = file === undefined ? 'no data beside the checkout' : await whyUnavailable('cpython');

interface Problem {
  readonly task_id: string;
  readonly prompt: string;
  readonly canonical_solution: string;
  readonly test: string;
  readonly entry_point: string;
}

unless(why).describe('TestsPass on HumanEval', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());

  it('passes the reference solutions and fails functions that return None', {
    timeout: 900_000,
  }, async () => {
    const problems = readFileSync(`${folder}${file ?? ''}`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Problem);
    const found: string[] = [];
    for (const { task_id, prompt, canonical_solution, test, entry_point } of problems) {
      const tests = TestsPass({
        tests: `${test}\ncheck(${entry_point})\n`,
        engine: 'cpython',
        timeoutSeconds: 60,
      });
      const right = await judge(`${prompt}${canonical_solution}`, tests);
      if (right.verdict !== 'pass') found.push(`${task_id}: ${right.verdict} ${right.reason}`);
      const wrong = await judge(`${prompt}    return None\n`, tests);
      if (wrong.verdict !== 'fail') found.push(`${task_id}, wrong: ${wrong.verdict} ${wrong.reason}`);
    }
    expect(problems.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });
});
