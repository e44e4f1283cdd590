import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, RandomStream } from '../../core/index.js';
import { createSandbox, type PythonValue, type Sandbox, sharedEngine } from '../../sandbox/index.js';
import { emitScript } from './emit.js';
import type { Expression } from './expression.js';
import { idiomaticScript } from './idiom/index.js';
import { pool, values } from './library/arguments.fixture.js';
import { gridLibrary, library } from './library/index.js';
import type { LibraryEntry } from './library-entry.js';
import { constantOperator, instantiate, leafOperator, type Operator } from './operator.js';
import type { Program } from './program.js';
import { BINDING } from './python-source.js';
import { ACCEPTED, type Value, type ValueType } from './value-type.js';

/** Arguments that each primitive is tried with, those it has no value for among them. */
const CASES = 240;
const FILLINGS = 8;
/** Composed scripts, and inputs of each. */
const SCRIPTS = 400;
const INPUTS = 12;
const SCRIPTS_PER_RUN = 20;
/** Composed scripts that are held against their idiomatic form. */
const IDIOMATIC = 240;

const probes = await Promise.all((['monty', 'cpython'] as const).map((name) => sharedEngine(name).probe()));
const reason = probes.find(({ available }) => !available)?.reason ?? null;

/** Python that calls functions on arguments: what each answers, or the exception's class. */
const CALL_ALL = `
def call_all(functions, cases):
    answers = []
    for function, arguments in zip(functions, cases):
        for values in arguments:
            try:
                answer = function(*values)
                if isinstance(answer, list) and len(answer) > 1000:
                    answer = [len(answer), answer[:10], answer[-10:]]
                answers.append([True, answer])
            except Exception as error:
                answers.append([False, 'raised'])
    return answers
`;

function sample(type: ValueType, count: number, seed: number): readonly Value[] {
  return fc.sample(values[type], { numRuns: count, seed });
}

/** An entry as functions, and the arguments of each. */
function asFunctions(entry: LibraryEntry): { readonly code: string; readonly cases: readonly Value[][][] } {
  const operators = instantiate(entry, pool);
  const step = Math.max(1, Math.floor(operators.length / FILLINGS));
  const chosen = operators.filter((_operator, index) => index % step === 0);
  const lines = [...(entry.imports ?? []).map((module) => `import ${module}`), ...(entry.helpers ?? [])];
  const cases = chosen.map((operator, index) => {
    const names = operator.holes.map((_hole, position) => `argument_${position}`);
    const body = operator.render(names.map((name) => ({ text: name, binding: BINDING.primary }))).text;
    lines.push(`def f_${index}(${names.join(', ')}):`, `    return ${body}`);
    const count = Math.ceil(CASES / chosen.length);
    const columns = operator.holes.map((hole, position) => sample(hole, count, 31 * index + position));
    return Array.from({ length: count }, (_case, at) => columns.map((column) => column[at] ?? null));
  });
  const functions = chosen.map((_operator, index) => `f_${index}`).join(', ');
  return { code: `${lines.join('\n')}\n${CALL_ALL}\ncall_all([${functions}], cases)`, cases };
}

const instances: readonly Operator[] = [...library, ...gridLibrary].flatMap((entry) => {
  const operators = instantiate(entry, pool);
  return operators.filter((_operator, index) => index % Math.ceil(operators.length / 4) === 0);
});

/** A random expression over the input, which is called `value` and has the type `input`. */
function expressionOf(random: RandomStream, type: ValueType, input: ValueType, depth: number): Expression {
  const fits = instances.filter(({ result }) => ACCEPTED[type].includes(result));
  const isLeaf = depth === 0 || fits.length === 0;
  if (isLeaf || (ACCEPTED[type].includes(input) && random.chance(0.2))) {
    const operator = ACCEPTED[type].includes(input)
      ? leafOperator({ python: 'value', result: input, cost: 1, read: (value) => value as Value })
      : constantOperator(random.pick(sample(type, 20, random.integer(0, 1e6))), type, 1);
    return { operator, args: [], type: operator.result, cost: 1, readsInput: true, values: [] };
  }
  const operator = random.pick(fits);
  const args = operator.holes.map((hole) => expressionOf(random, hole, input, depth - 1));
  return { operator, args, type: operator.result, cost: 1, readsInput: true, values: [] };
}

function programOf(random: RandomStream, input: ValueType, depth: number): Program {
  const expression = (type: ValueType): Program => ({
    kind: 'expression',
    expression: expressionOf(random, type, input, random.integer(1, 3)),
  });
  const any = (): Program =>
    expression(random.pick(['text', 'integer', 'number', 'texts', 'numbers', 'boolean']));
  const inner = (): Program => (depth === 0 ? any() : programOf(random, input, depth - 1));
  switch (random.integer(0, 9)) {
    case 0:
      return {
        kind: 'record',
        fields: [
          ['a', inner()],
          ['b', inner()],
        ],
      };
    case 1:
      return { kind: 'list', items: [inner(), inner()] };
    case 2:
      return {
        kind: 'joined',
        parts: [expression('text'), { kind: 'constant', value: '-' }, expression('text')],
      };
    case 3:
      return {
        kind: 'written',
        number: expression(random.pick(['integer', 'number'])),
        digits: random.integer(0, 3),
      };
    case 4:
      return {
        kind: 'if',
        test: expressionOf(random, 'boolean', input, 2),
        whenTrue: inner(),
        otherwise: inner(),
      };
    default:
      return any();
  }
}

describe.skipIf(reason !== null)(
  `what the search emits${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let sandboxes: readonly Sandbox[];
    beforeAll(async () => {
      sandboxes = [
        await createSandbox({ engine: 'monty', limits: { timeoutSeconds: 30 } }),
        await createSandbox({ engine: 'cpython', limits: { timeoutSeconds: 30 } }),
      ];
    });
    afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

    async function onBoth(code: string, cases: unknown): Promise<readonly (readonly PythonValue[])[]> {
      return Promise.all(
        sandboxes.map(async (sandbox) => {
          const { error, value } = await sandbox.run(code, { inputs: { cases: cases as PythonValue } });
          expect(error, code).toBeNull();
          return value as readonly PythonValue[];
        }),
      );
    }

    it.each([...library, ...gridLibrary].map((entry) => [entry.name, entry] as const))(
      'is the same on Monty and CPython: %s',
      async (_name, entry) => {
        const { code, cases } = asFunctions(entry);
        const [monty = [], cpython = []] = await onBoth(code, cases);
        const flat = cases.flat();
        expect(cpython).toHaveLength(flat.length);
        const different = cpython.flatMap((answer, index) =>
          same(answer, monty[index])
            ? []
            : [{ arguments: flat[index], cpython: answer, monty: monty[index] }],
        );
        expect(different).toEqual([]);
      },
    );

    it('is the same when composed', async () => {
      const random = new RandomStream(5, 'composed scripts');
      const types: readonly ValueType[] = [
        'text',
        'integer',
        'number',
        'texts',
        'numbers',
        'integers',
        'grid',
      ];
      const scripts = Array.from({ length: SCRIPTS }, (_script, index) => {
        const input = random.pick(types);
        const program = programOf(random.child(`program ${index}`), input, 1);
        return { script: emitScript(program), inputs: sample(input, INPUTS, index) as readonly Json[] };
      });
      const different: unknown[] = [];
      let answered = 0;
      for (let from = 0; from < SCRIPTS; from += SCRIPTS_PER_RUN) {
        const some = scripts.slice(from, from + SCRIPTS_PER_RUN);
        const parts = some.map(({ script }, index) => `${script}\nf_${index} = transform\n`);
        const functions = some.map((_script, index) => `f_${index}`).join(', ');
        const cases = some.map(({ inputs }) => inputs.map((input) => [input]));
        const code = `${parts.join('\n')}${CALL_ALL}\ncall_all([${functions}], cases)`;
        const [monty = [], cpython = []] = await onBoth(code, cases);
        for (const [index, answer] of cpython.entries()) {
          const { script, inputs } = some[Math.floor(index / INPUTS)] ?? { script: '', inputs: [] };
          if (Array.isArray(answer) && answer[0] === true) answered++;
          if (!same(answer, monty[index])) {
            different.push({ script, input: inputs[index % INPUTS], cpython: answer, monty: monty[index] });
          }
        }
      }
      expect(different).toEqual([]);
      expect(answered).toBeGreaterThan(SCRIPTS);
    });

    it('is the same in the words of a person', async () => {
      const random = new RandomStream(7, 'idiomatic scripts');
      const types: readonly ValueType[] = ['text', 'integer', 'texts', 'numbers', 'integers', 'grid'];
      const scripts = Array.from({ length: IDIOMATIC }, (_script, index) => {
        const input = random.pick(types);
        const program = programOf(random.child(`program ${index}`), input, 1);
        const inputs = sample(input, INPUTS, index) as readonly Json[];
        return {
          plain: emitScript(program),
          script: idiomaticScript(program, { examples: [], inputs }),
          inputs,
        };
      });
      expect(scripts.filter(({ script }) => script === null)).toEqual([]);
      const wrong: unknown[] = [];
      let kept = 0;
      for (let from = 0; from < IDIOMATIC; from += SCRIPTS_PER_RUN) {
        const some = scripts.slice(from, from + SCRIPTS_PER_RUN);
        const parts = some.flatMap(({ plain, script }, index) => [
          `${plain}\nf_${index} = transform\n`,
          `${script}\ng_${index} = transform\n`,
        ]);
        const functions = some.map((_script, index) => `f_${index}, g_${index}`).join(', ');
        const cases = some.flatMap(({ inputs }) => {
          const calls = inputs.map((input) => [input]);
          return [calls, calls];
        });
        const code = `${parts.join('\n')}${CALL_ALL}\ncall_all([${functions}], cases)`;
        const [monty = [], cpython = []] = await onBoth(code, cases);
        for (const [index, one] of some.entries()) {
          for (const [place, input] of one.inputs.entries()) {
            const at = 2 * index * INPUTS + place;
            const [before, after] = [cpython[at], cpython[at + INPUTS]];
            const hasBoth = [before, after].every((answer) => Array.isArray(answer) && answer[0] === true);
            if (hasBoth) kept++;
            if (!same(after, monty[at + INPUTS]) || (hasBoth && !same(before, after))) {
              wrong.push({ ...one, input, before, after, monty: monty[at + INPUTS] });
            }
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(kept).toBeGreaterThan(IDIOMATIC);
    });
  },
);

/** Equal values of equal types, as far as they show: NaN is NaN. */
function same(left: PythonValue | undefined, right: PythonValue | undefined): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length && left.every((item, index) => same(item, right[index] as PythonValue))
    );
  }
  return Object.is(left, right) || JSON.stringify(left) === JSON.stringify(right);
}
