import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { pythonToJson } from '../../training/internal.js';
import { leafOperator, type Operator } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import type { Value } from '../language/value-type.js';
import { pool, values } from '../library/arguments.fixture.js';
import { library } from '../library/index.js';
import { Engines, lacksBoth, same } from '../python-engines.fixture.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';
import { columnOperators } from './column-operators.js';

const withSandbox = await needs('sandbox');

/** Arguments that each operator is tried with. */
const CASES = 12;
/** Fewest cases on which an operator has a value, all together. */
const FEWEST_VALUED = 500;

const leaf = (name: string, result: 'text' | 'integer'): Operator =>
  leafOperator({
    python: name,
    result,
    cost: 1,
    read: (input) => (input as Readonly<Record<string, Value>>)[name],
  });
const leaves = [leaf('cell', 'text'), leaf('part', 'text'), leaf('count', 'integer')];

it('offers none where an input is a single text', () => {
  expect(columnOperators(library, pool, leaves.slice(0, 1))).toEqual([]);
  expect(columnOperators(library, pool, leaves.slice(2))).toEqual([]);
});

unless(lacksBoth).describe('operators with columns are the same natively and in Python', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await Engines.open();
  });
  afterAll(() => engines?.close());

  it('on texts and counts of every kind', async () => {
    const operators = columnOperators(library, pool, leaves);
    const imports = new Set(operators.flatMap(({ imports: modules }) => modules));
    const lines = [
      ...[...imports].map((module) => `import ${module}`),
      ...new Set(operators.flatMap(({ helpers }) => helpers)),
    ];
    const calls = operators.map((operator, index) => {
      const names = ['cell', ...(operator.columns ?? []).map((_column, place) => `column_${place}`)];
      const given = [
        { text: 'cell', binding: BINDING.primary },
        ...names.slice(1).map((name, place) => {
          const { text, binding } = operator.columns?.[place]?.render([]) ?? { text: '', binding: 0 };
          return { text: text.replace(/^\w+/, name), binding };
        }),
      ];
      lines.push(`def f${index}(${names.join(', ')}):`, `    return ${operator.render(given).text}`);
      const samples = ['text' as const, ...(operator.columns ?? []).map(({ result }) => result)].map(
        (type, place) => fc.sample(values[type], { numRuns: CASES, seed: 7 * index + place }),
      );
      return Array.from({ length: CASES }, (_case, at) => samples.map((sample) => sample[at] ?? null));
    });
    const answers = await engines.call(
      lines.join('\n'),
      operators.map((_operator, index) => `f${index}`),
      calls,
    );
    let place = 0;
    let valued = 0;
    const different: unknown[] = [];
    for (const [index, operator] of operators.entries()) {
      for (const args of calls[index] ?? []) {
        const [first, ...others] = answers[place++] ?? [];
        const [text = '', ...given] = args;
        const held = (operator.columns ?? []).map((column, at) => {
          const name = /^\w+/.exec(column.name)?.[0] ?? '';
          return column.leaf?.({ [name]: given[at] ?? null });
        });
        const native = held.includes(undefined) ? undefined : operator.apply([text, ...(held as Value[])]);
        if (native !== undefined) valued++;
        const converted = pythonToJson(first?.[1] ?? null);
        const isSame =
          first !== undefined &&
          others.every((other) => same(other, first)) &&
          (native === undefined ||
            (first[0] && converted.ok && canonicalJson(converted.value) === canonicalJson(native as Json)));
        if (!isSame) different.push({ name: operator.name, args, native, answers: [first, ...others] });
      }
    }
    expect(different).toEqual([]);
    expect(valued).toBeGreaterThan(FEWEST_VALUED);
  });
});

withSandbox.describe('columns that fill constants', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSearchSandbox();
  });
  afterAll(() => sandbox.close());

  it('are found, and written as a person would', async () => {
    const replaced = (text: string, old: string, by: string): { input: Json; output: string } => ({
      input: { text, old, new: by },
      output: text.replaceAll(old, by),
    });
    const { script } = await searchScript({
      examples: [
        replaced('moss-iris-a.b', '-', ':'),
        replaced('kite_fern-x_juno', '_', '.'),
        replaced('grove.elm', '.', '/'),
        replaced('a/b-c/d', '/', ' '),
        replaced('ember*hazel-rue', '*', '+'),
      ],
      budget: { maxEvaluations: 50_000 },
      seed: 0,
      sandbox,
    });
    expect(script).toContain("return record['text'].replace(record['old'], record['new'])");
  });
});
