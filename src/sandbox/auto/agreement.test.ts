import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../create-sandbox.js';
import { sharedEngine } from '../engines.js';

const cpython = await sharedEngine('cpython').probe();
const skipped = cpython.available ? '' : ` (skipped: ${cpython.reason})`;

const expressions = readFileSync(new URL('./__fixtures__/expressions.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '');

const MODULES =
  'base64 binascii bisect collections copy datetime functools heapq itertools json math operator os re statistics ' +
  'string textwrap';

/** Differences that docs/sandbox-engines.md names: nothing foresees them. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  'f"{None:>5}"',
  'f"{[1, 1, 2, 2, 3]:>5}"',
  "json.loads(b'\\x0b\\x1c\\x85')",
]);

/** The modules that an expression names, imported, and how its value prints. */
function programOf(expression: string): string {
  const used = MODULES.split(' ').filter((name) => expression.includes(`${name}.`));
  return `${used.map((name) => `import ${name}\n`).join('')}repr(${expression})`;
}

const EVALUATE_ALL = `
import json, sys
answers = []
for program in json.load(sys.stdin):
    *imports, expression = program.split('\\n')
    names = {}
    try:
        exec('\\n'.join(imports), names)
        answers.append(eval(expression, names))
    except BaseException as error:
        answers.append(f'raised {type(error).__name__}')
print(json.dumps(answers))
`;

describe.skipIf(!cpython.available)(`auto beside python3${skipped}`, () => {
  let expected: readonly string[] = [];
  beforeAll(() => {
    const { stdout } = spawnSync('python3', ['-I', '-S', '-X', 'utf8', '-W', 'ignore', '-c', EVALUATE_ALL], {
      input: JSON.stringify(expressions.map(programOf)),
      encoding: 'utf8',
    });
    expected = JSON.parse(stdout) as readonly string[];
  });

  it('has enough expressions to mean something, most of which Monty runs', async () => {
    expect(expressions.length).toBeGreaterThanOrEqual(300);
  });

  it('agrees on every expression', { timeout: 60_000 }, async () => {
    const differ: string[] = [];
    let inMonty = 0;
    for (const [index, expression] of expressions.entries()) {
      const sandbox = await createSandbox();
      const { value, error, engine } = await sandbox.run(programOf(expression));
      await sandbox.close();
      if (engine === 'monty') inMonty++;
      const answer = error === null ? String(value) : `raised ${error.type.replace(/^.*\./, '')}`;
      const same =
        answer.replace('PatternError', 'error') === expected[index]?.replace('PatternError', 'error');
      if (!same && !DOCUMENTED.has(expression))
        differ.push(`${expression}: ${answer}, not ${expected[index]}`);
    }
    expect(differ).toEqual([]);
    expect(inMonty).toBeGreaterThan(expressions.length / 2);
  });
});
