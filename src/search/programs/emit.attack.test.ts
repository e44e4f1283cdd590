import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { evaluateScript, makeExamples } from '../../training/index.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';
import { emitScript } from './emit.js';
import type { Program } from './program.js';

const { describe, it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

const seven: Program = { kind: 'constant', value: 7 };
const hostile = [
  '"""\nraise ValueError("out")\n"""',
  'ends with a quote"',
  'ends with a backslash\\',
  '""" + open("/etc/passwd") + """',
  "'''",
  'line one\nline two\r\n\ttabbed',
  '\u0000\u2028\u0085\ud800',
  '\\N{DIGIT ONE} \\x41 \\u0041 {braces} %s',
  '""',
  ' ',
];

describe('a description', () => {
  const judge = async (description: string): Promise<readonly number[]> => {
    const script = emitScript(seven, description);
    const examples = makeExamples([{ input: 1, output: 7 }]);
    return (await evaluateScript({ script, examples, sandbox })).map(({ reward }) => reward);
  };

  it.each(hostile)('stays a docstring: %j', async (description) => {
    expect(await judge(description)).toEqual([1]);
  });

  it('stays a docstring whatever it holds', async () => {
    const part = fc.constantFrom('"', '""', '"""', '\\', "'", '\n', '\r', '#', 'x', '{', ' ', '\u0000');
    const descriptions = fc.sample(
      fc.array(part, { maxLength: 10 }).map((parts) => parts.join('')),
      { numRuns: 150, seed: 3 },
    );
    for (const description of descriptions)
      expect([description, await judge(description)]).toEqual([description, [1]]);
  });
});

describe('examples', () => {
  it.each(["'", '"', '\\', "'\\'", '\n', "');raise ValueError('", '{0}', '$&', '__proto__', 'constructor'])(
    'with %j in keys, inputs and outputs become data, never code',
    async (nasty) => {
      const examples = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => ({
        input: { [`k${nasty}`]: `${letter}${nasty}${letter}x` },
        output: `${nasty}${letter.toUpperCase()}`,
      }));
      const result = await searchScript({ examples, budget: { maxEvaluations: 30_000 }, seed: 0, sandbox });
      expect(result.outcomes.every(({ error }) => error === null)).toBe(true);
      expect(result.script ?? result.guess?.script).toContain('def transform(record)');
    },
  );
});
