import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../../core/index.js';
import type { Sandbox } from '../../../sandbox/index.js';
import type { LibraryEntry } from '../library-entry.js';
import { instantiate, type Operator } from '../operator.js';
import {
  cpythonRunner,
  hasPython,
  montyRunner,
  montySandbox,
  type PythonRunner,
} from '../python-runner.fixture.js';
import { BINDING } from '../python-source.js';
import type { Value } from '../value-type.js';
import { pool, values } from './arguments.fixture.js';
import { gridLibrary, library } from './index.js';

/** Cases for each entry, over all ways to fill its constants. */
const CASES = 160;
/** Ways to fill an entry's constants that are tried. */
const FILLINGS = 8;

interface Agreement {
  readonly lines: readonly string[];
  readonly calls: readonly string[];
  readonly cases: readonly {
    readonly operator: Operator;
    readonly args: readonly Value[];
    readonly expected: Value;
  }[];
}

/** Python that asks an entry's template on many arguments, and what the native implementation answers. */
function prepare(entry: LibraryEntry): Agreement {
  const operators = instantiate(entry, pool);
  const step = Math.max(1, Math.floor(operators.length / FILLINGS));
  const chosen = operators.filter((_operator, index) => index % step === 0);
  const lines = [...(entry.imports ?? []).map((module) => `import ${module}`), ...(entry.helpers ?? [])];
  const calls: string[] = [];
  const cases: Agreement['cases'][number][] = [];
  for (const [index, operator] of chosen.entries()) {
    const names = operator.holes.map((_hole, position) => `argument_${position}`);
    const body = operator.render(names.map((name) => ({ text: name, binding: BINDING.primary }))).text;
    lines.push(`def ${entry.name}_${index}(${names.join(', ')}):`, `    return ${body}`);
    const tuples = fc.sample(fc.tuple(...operator.holes.map((hole) => values[hole])), {
      numRuns: Math.ceil(CASES / chosen.length),
      seed: 7 + index,
    });
    for (const args of tuples) {
      const expected = operator.apply(args);
      if (expected === undefined) continue;
      calls.push(`${entry.name}_${index}(*cases['${entry.name}'][${cases.length}])`);
      cases.push({ operator, args, expected });
    }
  }
  expect(cases.length, `${entry.name} has a value on too few cases`).toBeGreaterThan(5);
  return { lines, calls, cases };
}

/** What was prepared, for the second Python. */
const agreements = new Map<string, Agreement>();

/** Where the native implementations and Python part ways. */
async function disagreements(asked: readonly LibraryEntry[], run: PythonRunner): Promise<string[]> {
  const prepared = asked.map((entry) => {
    const agreement = agreements.get(entry.name) ?? prepare(entry);
    agreements.set(entry.name, agreement);
    return { entry, ...agreement };
  });
  const code = [
    ...prepared.flatMap(({ lines }) => lines),
    `[${prepared.map(({ calls }) => `[${calls.join(', ')}]`).join(', ')}]`,
  ].join('\n');
  const inputs = Object.fromEntries(
    prepared.map(({ entry, cases }) => [entry.name, cases.map(({ args }) => args) as unknown as Json]),
  );
  const results = (await run(code, { cases: inputs })) as readonly (readonly Json[])[];
  return prepared.flatMap(({ cases }, place) =>
    cases.flatMap(({ operator, args, expected }, index) => {
      const actual = canonicalJson(results[place]?.[index]);
      if (actual === canonicalJson(expected)) return [];
      return [
        `${operator.name} of ${JSON.stringify(args)}: native ${canonicalJson(expected)}, Python ${actual}`,
      ];
    }),
  );
}

const entries = [...library, ...gridLibrary];

it('has no two entries of one name', () => {
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
});

describe('native primitives agree with their Python in Monty', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await montySandbox();
  });
  afterAll(() => sandbox.close());

  it.each(entries.map((entry) => [entry.name, entry] as const))('%s', async (_name, entry) => {
    expect(await disagreements([entry], montyRunner(sandbox))).toEqual([]);
  });
});

describe.skipIf(!hasPython)(
  'native primitives agree with their Python in CPython (skipped without python3)',
  () => {
    it('all of them', async () => {
      expect(await disagreements(entries, cpythonRunner)).toEqual([]);
    });
  },
);
