import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { cpythonRunner, openSearchSandbox, sandboxRunner } from '../python-runner.fixture.js';
import { BINDING, fillTemplate, pythonLiteral } from './python-source.js';

const withPython = await needs('python3');

const withSandbox = await needs('sandbox');

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom("'", '"', '\\', '\n', '\r', '\t', '\u0000', '\u2028', '{', '}', 'x'), {
      maxLength: 8,
    })
    .map((parts) => parts.join('')),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
})).value;
const samples = fc.sample(json, { numRuns: 300, seed: 11 });
const code = `[${samples.map((sample) => pythonLiteral(sample).text).join(', ')}]`;

describe('pythonLiteral', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSearchSandbox();
  });
  afterAll(() => sandbox.close());

  withSandbox.it('means the same JSON value in a sandbox', async () => {
    const values = (await sandboxRunner(sandbox)(code, {})) as readonly Json[];
    expect(values.map(canonicalJson)).toEqual(samples.map(canonicalJson));
  });

  withPython.it('means the same JSON value in CPython', async () => {
    const values = (await cpythonRunner(code, {})) as readonly Json[];
    expect(values.map(canonicalJson)).toEqual(samples.map(canonicalJson));
  });
});

describe('fillTemplate', () => {
  const sum = { text: 'a + b', binding: BINDING.sum };
  it.each([
    ['len({0})', BINDING.primary, 'len(a + b)'],
    ['{0!}.upper()', BINDING.primary, '(a + b).upper()'],
    ['{0~} + {0!}', BINDING.sum, 'a + b + (a + b)'],
    ['{0~} * 2', BINDING.product, '(a + b) * 2'],
    ["'{:.2f}'.format({0})", BINDING.primary, "'{:.2f}'.format(a + b)"],
  ])('puts parentheses into %s only where they are needed', (template, binding, expected) => {
    expect(fillTemplate(template, binding, [sum])).toEqual({ text: expected, binding });
  });

  it('leaves replacement patterns in arguments alone', () => {
    const argument = { text: "'$& $1 {0}'", binding: BINDING.primary };
    expect(fillTemplate('f({0})', BINDING.primary, [argument]).text).toBe("f('$& $1 {0}')");
  });
});
