import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { NamedProgram } from './compare.fixture.js';

const HUMAN_EVAL = fileURLToPath(new URL('../../../../shared/data/humaneval/', import.meta.url));
const FIXTURES = new URL('../__fixtures__/programs/', import.meta.url);

interface Problem {
  readonly task_id: string;
  readonly prompt: string;
  readonly canonical_solution: string;
  readonly test: string;
  readonly entry_point: string;
}

/** The ordinary programs that every engine is tried with. */
export function fixturePrograms(): readonly NamedProgram[] {
  return readdirSync(FIXTURES)
    .filter((name) => name.endsWith('.py'))
    .sort()
    .map((name) => ({ name, program: readFileSync(new URL(name, FIXTURES), 'utf8') }));
}

/**
 * Programs made of the HumanEval problems beside the checkout, none where there are none: each reference solution
 * prints what it answers to the problem's test, and the test is given one that answers nothing and one that raises.
 */
export function humanEvalPrograms(): readonly NamedProgram[] {
  const file = existsSync(HUMAN_EVAL)
    ? readdirSync(HUMAN_EVAL).find((name) => name.endsWith('.jsonl'))
    : undefined;
  if (file === undefined) return [];
  const lines = readFileSync(`${HUMAN_EVAL}${file}`, 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const { task_id, prompt, canonical_solution, test, entry_point } = JSON.parse(line) as Problem;
    const program = `import random\nrandom.seed(7)\n${prompt}${canonical_solution}\n${test}\n`;
    const shown =
      'def shown(*args, **kwargs):\n' +
      `    result = ${entry_point}(*args, **kwargs)\n` +
      '    print(args, kwargs, repr(result))\n    return result\n\n';
    return [
      { name: task_id, program: `${program}${shown}check(shown)\n` },
      { name: `${task_id}, no answer`, program: `${program}check(lambda *args: None)\n` },
      {
        name: `${task_id}, wrong arguments`,
        program: `${program}check(lambda *args: print(args) or ${entry_point}(*args, None))\n`,
      },
    ];
  });
}
