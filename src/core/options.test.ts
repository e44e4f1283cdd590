import { runInNewContext } from 'node:vm';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as option from './option-kinds.js';
import { defineOptions, invalidOption, type OptionKinds } from './options.js';

interface LoopOptions {
  readonly task: string;
  readonly seed?: number;
  readonly signal?: AbortSignal | undefined;
}

const loopOptions = defineOptions<LoopOptions>()('loop', {
  task: option.required(option.text),
  seed: option.integer,
  signal: option.signal,
});
const check = (given: unknown, owner?: string) => () => loopOptions(given as LoopOptions, owner);

describe('defineOptions', () => {
  it('returns the options that it checked', () => {
    const given = { task: 'sum', signal: undefined };
    expect(loopOptions(given)).toBe(given);
  });

  it('refuses an option that does not exist, and names the nearest', () => {
    expect(check({ taskk: 'sum' })).toThrowError(
      expect.objectContaining({
        code: 'core/invalid_option',
        message: 'loop has no option taskk; it has task, seed, signal. Did you mean task?',
        details: { owner: 'loop', option: 'taskk', known: ['task', 'seed', 'signal'] },
      }),
    );
    expect(check({ task: 'sum', colour: undefined })).toThrowError(
      'loop has no option colour; it has task, seed, signal.',
    );
  });

  it('does not take names of Object.prototype for options', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(check(JSON.parse(`{"task": "sum", "${name}": 1}`))).toThrowError(`loop has no option ${name};`);
    }
  });

  it('refuses what is no options object', () => {
    for (const none of [undefined, null, 'task', 3, () => 1, ['task']]) {
      expect(check(none)).toThrowError(/^loop takes an object, with task, seed, signal; got /);
    }
  });

  it('refuses a value of the wrong kind, and an option that is missing', () => {
    expect(check({ task: 'sum', seed: '7' })).toThrowError(
      expect.objectContaining({
        code: 'core/invalid_option',
        message: 'loop: seed must be a whole number; got "7".',
        details: { owner: 'loop', option: 'seed' },
      }),
    );
    expect(check({ seed: 7 })).toThrowError('loop: task must be a string that is not empty; got undefined.');
  });

  it('names the subclass that was given the options', () => {
    expect(check({}, 'sublist')).toThrowError(/^sublist: task must be/);
  });

  it('names the item of an array that is wrong, and says that an array is empty', () => {
    const list = defineOptions<{ readonly names?: readonly string[] }>()('pick', {
      names: option.list(option.string, 1),
    });
    expect(() => list({ names: ['a', 5] })).toThrowError('pick: names[1] must be a string; got 5.');
    expect(() => list({ names: [] })).toThrowError(
      'pick: names must be an array of at least 1, each item a string; got an empty array.',
    );
  });

  it('refuses options that conflict, and adds the hint to an unknown one', () => {
    const pair = defineOptions<{ readonly a?: number; readonly b?: number }>()(
      'pair',
      { a: option.number, b: option.number },
      { conflicts: [['a', 'b']], hint: 'Limits go into limits: {…}.' },
    );
    expect(pair(Object.assign({ a: 1 }, { b: undefined }) as object)).toEqual({ a: 1, b: undefined });
    expect(() => pair({ a: 1, b: 2 })).toThrowError('pair takes one of a and b, not both.');
    expect(() => pair({ seconds: 1 } as object)).toThrowError(
      'pair has no option seconds; it has a, b. Limits go into limits: {…}.',
    );
  });

  it('shows short strings alone in an error, never what an object or array holds', () => {
    const error = (got: unknown) => invalidOption('redact', 'secrets', 'a function', got).message;
    expect(error(['sk-1'])).toBe('redact: secrets must be a function; got an array.');
    expect(error({ key: 'sk-1' })).toBe('redact: secrets must be a function; got an object.');
    expect(error('x'.repeat(61))).toBe('redact: secrets must be a function; got 61 characters.');
  });

  it('is a compile error without every option of the interface, those of union members included', () => {
    expectTypeOf<keyof OptionKinds<LoopOptions>>().toEqualTypeOf<'task' | 'seed' | 'signal'>();
    expectTypeOf<keyof OptionKinds<{ readonly a: 1 } | { readonly b?: 2 }>>().toEqualTypeOf<'a' | 'b'>();
    const task = option.text;
    // @ts-expect-error seed and signal are missing
    expectTypeOf({ task }).toExtend<OptionKinds<LoopOptions>>();
    // @ts-expect-error there is no option other
    const kinds: OptionKinds<LoopOptions> = { task, seed: task, signal: task, other: task };
    expect(Object.keys(kinds)).toHaveLength(4);
  });

  it('is a compile error to take any object for what is read by the names in it', () => {
    interface Lent {
      readonly files?: Readonly<Record<string, string>> | null;
      readonly tree?: URL;
    }
    const kinds: OptionKinds<Lent> = { files: option.record, tree: option.object };
    // @ts-expect-error a Map would pass, and hold nothing
    const loose: OptionKinds<Lent> = { files: option.object, tree: option.object };
    const check = defineOptions<Lent>()('lend', kinds);
    const given = { files: new Map([['a', 'b']]) };
    expect(() => check(given)).toThrow(
      'lend: files must be a plain object, of names and values; got an object of class Map.',
    );
    expect(Object.keys(loose)).toEqual(['files', 'tree']);
  });
});

describe('option', () => {
  it.each([
    ['boolean', option.boolean, [true, false], [0, 'true', null]],
    ['string', option.string, ['', 'a'], [1, null]],
    ['text', option.text, ['a'], ['', 1]],
    ['callback', option.callback, [() => 1, class {}], [{}, 'f']],
    ['number', option.number, [0, -1.5], [Number.NaN, Number.POSITIVE_INFINITY, '1']],
    ['amount', option.amount, [0, 1.5], [-1, Number.NaN]],
    ['positive', option.positive, [0.1], [0, -1, Number.POSITIVE_INFINITY]],
    ['limit', option.limit, [0.1, Number.POSITIVE_INFINITY], [0, Number.NaN, '1']],
    ['share', option.share, [0, 0.5, 1], [-0.1, 1.1]],
    ['object', option.object, [{}, new Map()], [[], null, () => 1]],
    [
      'record',
      option.record,
      [{}, Object.create(null), runInNewContext('({})'), process.env],
      [[], null, new Map(), new (class {})()],
    ],
    ['signal', option.signal, [new AbortController().signal], [{}, null, true]],
    ['wholeNumber', option.wholeNumber(1), [1, 2], [0, 1.5, '1']],
    ['between', option.between(1, 2), [1, 1.5, 2], [0.9, 2.1, Number.NaN]],
    ['seconds', option.seconds, [0.1, 2_147_483], [0, 2_147_484, Number.POSITIVE_INFINITY]],
    ['integer', option.integer, [-1, 0], [0.5, 2 ** 60]],
    ['oneOf', option.oneOf(['a', 'b']), ['a', 'b'], ['c', 1, ['a']]],
    ['list', option.list(option.string), [[], ['a']], ['a', [1], null]],
    ['either', option.either(option.string, option.boolean), ['a', true], [1]],
  ] as const)('%s', (_, { allows }, good, bad) => {
    expect(good.filter((value) => !allows(value))).toEqual([]);
    expect((bad as readonly unknown[]).filter(allows)).toEqual([]);
  });
});
