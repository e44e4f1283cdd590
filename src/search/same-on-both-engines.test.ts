import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Json, RandomStream } from '../core/index.js';
import { unless } from '../testing/unless.fixture.js';
import { idiomaticScript } from './idiom/index.js';
import type { Expression } from './language/expression.js';
import { constantOperator, instantiate, leafOperator, type Operator } from './language/operator.js';
import { ACCEPTED, type Value, type ValueType } from './language/value-type.js';
import { pool, values } from './library/arguments.fixture.js';
import { gridLibrary, library } from './library/index.js';
import { emitScript } from './programs/emit.js';
import type { Program } from './programs/program.js';
import { Engines, lacksOne, same } from './python-engines.fixture.js';

/** Composed scripts, and inputs of each. */
const SCRIPTS = 400;
const INPUTS = 12;
const SCRIPTS_PER_RUN = 20;
/** Composed scripts that are held against their idiomatic form. */
const IDIOMATIC = 240;

function sample(type: ValueType, count: number, seed: number): readonly Value[] {
  return fc.sample(values[type], { numRuns: count, seed });
}

/** What makes a list or a text as long as a number says; of a million, whatever is done with it takes too long. */
const AS_LONG_AS_A_NUMBER = /^(count_(up_to|from_zero)|counted_|filled_|as_often|repeat_text|fill_)/;

const entries = [...library, ...gridLibrary].filter(({ name }) => !AS_LONG_AS_A_NUMBER.test(name));
const instances: readonly Operator[] = entries.flatMap((entry) => {
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

unless(lacksOne).describe('what the search emits', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await Engines.open();
  });
  afterAll(() => engines.close());

  it('is the same when composed', async () => {
    const random = new RandomStream(5, 'composed scripts');
    const types: readonly ValueType[] = ['text', 'integer', 'number', 'texts', 'numbers', 'integers', 'grid'];
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
      const functions = some.map((_script, index) => `f_${index}`);
      const calls = some.map(({ inputs }) => inputs.map((input) => [input]));
      const answers = await engines.call(parts.join('\n'), functions, calls);
      for (const [index, [monty, cpython]] of answers.entries()) {
        const { script, inputs } = some[Math.floor(index / INPUTS)] ?? { script: '', inputs: [] };
        if (cpython?.[0] === true) answered++;
        if (!same(cpython, monty)) different.push({ script, input: inputs[index % INPUTS], cpython, monty });
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
      const functions = some.flatMap((_script, index) => [`f_${index}`, `g_${index}`]);
      const calls = some.flatMap(({ inputs }) => {
        const each = inputs.map((input) => [input]);
        return [each, each];
      });
      const answers = await engines.call(parts.join('\n'), functions, calls);
      for (const [index, one] of some.entries()) {
        for (const [place, input] of one.inputs.entries()) {
          const at = 2 * index * INPUTS + place;
          const [, before] = answers[at] ?? [];
          const [monty, after] = answers[at + INPUTS] ?? [];
          const hasBoth = before?.[0] === true && after?.[0] === true;
          if (hasBoth) kept++;
          if (!same(after, monty) || (hasBoth && !same(before, after)))
            wrong.push({ ...one, input, before, after, monty });
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(kept).toBeGreaterThan(IDIOMATIC);
  });
});
