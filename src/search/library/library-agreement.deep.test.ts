import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { pythonToJson } from '../../training/internal.js';
import type { LibraryEntry } from '../language/library-entry.js';
import { instantiate, type Operator } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import type { Value } from '../language/value-type.js';
import { type Answer, bounded, Engines, lacksBoth, same } from '../python-engines.fixture.js';
import { pool, values } from './arguments.fixture.js';
import { gridLibrary, library } from './index.js';

/** Arguments that each primitive is tried with, those it has no value for among them. */
const CASES = 360;
/** Ways to fill an entry's constants that are tried. */
const FILLINGS = 8;
/** Entries that one run asks: a run costs more than its calls. */
const ENTRIES_PER_RUN = 16;
/** Their Python makes lists as long as numbers say: with those of a million, that alone took a third of all this. */
const LONG_ANSWERS =
  /^(as_often_as_it_says|count_up_to|count_from_zero|counted_between|filled_(integers|texts))$/;
/** Largest number that these are tried with. */
const LARGEST = 20_000;

const entries = [...library, ...gridLibrary];
const groups = Array.from({ length: Math.ceil(entries.length / ENTRIES_PER_RUN) }, (_group, index) =>
  entries.slice(index * ENTRIES_PER_RUN, (index + 1) * ENTRIES_PER_RUN),
);

/** An entry's template as a Python function for each filling, and the arguments of each. */
interface Asked {
  readonly code: string;
  readonly functions: readonly string[];
  readonly operators: readonly Operator[];
  readonly calls: readonly (readonly (readonly Value[])[])[];
}

function ask(entry: LibraryEntry): Asked {
  const all = instantiate(entry, pool);
  const step = Math.max(1, Math.floor(all.length / FILLINGS));
  const operators = all.filter((_operator, index) => index % step === 0);
  const lines = [...(entry.imports ?? []).map((module) => `import ${module}`), ...(entry.helpers ?? [])];
  const functions = operators.map((_operator, index) => `${entry.name}_${index}`);
  for (const [index, operator] of operators.entries()) {
    const names = operator.holes.map((_hole, position) => `argument_${position}`);
    const body = operator.render(names.map((name) => ({ text: name, binding: BINDING.primary }))).text;
    lines.push(`def ${functions[index]}(${names.join(', ')}):`, `    return ${body}`);
  }
  const numRuns = Math.ceil(CASES / operators.length);
  const calls = operators.map((operator, index) => {
    const columns = operator.holes.map((hole, position) =>
      fc.sample(values[hole], { numRuns, seed: 31 * index + position }),
    );
    const cases = Array.from({ length: numRuns }, (_case, at) => columns.map((column) => column[at] ?? null));
    return LONG_ANSWERS.test(entry.name) ? cases.filter(isShort) : cases;
  });
  return { code: lines.join('\n'), functions, operators, calls };
}

function isShort(args: readonly Value[]): boolean {
  return !args.flat(1).some((item) => Math.abs(Number(item)) > LARGEST);
}

/** Whether an engine answered what the native implementation did. */
function isNative([answered, value]: Answer, native: Value): boolean {
  const converted = pythonToJson(value);
  return (
    answered && converted.ok && canonicalJson(converted.value) === canonicalJson(bounded(native) as Json)
  );
}

it('has no two entries of one name', () => {
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
});

unless(lacksBoth).describe('primitives are the same natively and in Python', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await Engines.open();
  });
  afterAll(() => engines?.close());

  it.each(groups.map((group) => [group[0]?.name, group.at(-1)?.name, group] as const))(
    '%s to %s',
    async (_first, _last, group) => {
      const asked = group.map(ask);
      const answers = await engines.call(
        asked.map(({ code }) => code).join('\n'),
        asked.flatMap(({ functions }) => functions),
        asked.flatMap(({ calls }) => calls),
      );
      const different: unknown[] = [];
      let place = 0;
      for (const { operators, calls } of asked) {
        let valued = 0;
        for (const [index, operator] of operators.entries()) {
          for (const args of calls[index] ?? []) {
            const native = operator.apply(args);
            const [first, ...others] = answers[place++] ?? [];
            if (native !== undefined) valued++;
            const isSame =
              first !== undefined &&
              others.every((other) => same(other, first)) &&
              (native === undefined || isNative(first, native));
            if (!isSame) different.push({ name: operator.name, args, native, answers: [first, ...others] });
          }
        }
        expect(valued, `${operators[0]?.name} has a value on too few cases`).toBeGreaterThan(5);
      }
      expect(different).toEqual([]);
    },
  );
});
