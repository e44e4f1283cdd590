import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import type { CallCase } from '../cases/benchmark-case.js';
import type { ExpectedCall } from '../cases/expected-call.js';
import { pairUp } from './pair-up.js';
import { scoreCalls } from './score-calls.js';
import { typedEqual } from './typed-equal.js';

const tools = [
  {
    name: 'book',
    description: 'Books a room.',
    parameters: {
      type: 'object',
      properties: {
        guest: { type: 'string' },
        nights: { type: 'integer' },
        breakfast: { type: 'boolean' },
        note: { type: 'string' },
      },
      required: ['guest'],
      additionalProperties: false,
    },
  },
  { name: 'cancel', description: 'Cancels a booking.', parameters: { type: 'object', properties: {} } },
];
const caseOf = (...expected: readonly ExpectedCall[]): CallCase => ({ id: 'c', query: 'q', tools, expected });
const call = (tool: string, argumentValues: JsonObject = {}) => ({ tool, arguments: argumentValues });
const mia: ExpectedCall = {
  tool: 'book',
  arguments: {
    guest: { equals: 'Mia Sand' },
    nights: { oneOf: [2, 3] },
    breakfast: { equals: true, optional: true },
    note: { present: true, optional: true },
  },
};

describe('scoreCalls', () => {
  it.each<[string, JsonObject]>([
    ['the value', { guest: 'Mia Sand', nights: 2 }],
    ['another accepted value', { guest: ' mia sand', nights: 3 }],
    ['optional arguments', { guest: 'Mia Sand', nights: 2, breakfast: true, note: 'late' }],
  ])('passes a call with %s', (_what, given) => {
    expect(scoreCalls(caseOf(mia), [call('book', given)])).toMatchObject({
      passed: true,
      credit: 1,
      reason: '',
    });
  });

  it.each<[string, JsonObject, string]>([
    ['text for a number', { guest: 'Mia Sand', nights: '2' }, 'nights is "2"; expected one of 2, 3'],
    ['a number for text', { guest: 5, nights: 2 }, 'guest is 5'],
    ['a missing argument', { guest: 'Mia Sand' }, 'nights is missing'],
    ['a wrong optional argument', { guest: 'Mia Sand', nights: 2, breakfast: 'true' }, 'breakfast is "true"'],
    ['null', { guest: null, nights: 2 }, 'guest is null'],
  ])('gives half for %s', (_what, given, words) => {
    const score = scoreCalls(caseOf(mia), [call('book', given)]);
    expect(score).toMatchObject({ passed: false, credit: 0.5, toolsRight: true, argumentsRight: false });
    expect([score.kind, score.reason]).toEqual(['wrong_arguments', expect.stringContaining(words)]);
  });

  it.each<[string, JsonObject, string]>([
    ['that is not expected', { guest: 'Mia Sand', nights: 2, pets: 1 }, 'pets is not expected'],
    ["that doesn't fit the schema", { guest: 'Mia Sand', nights: 2, note: 7 }, 'note'],
  ])('gives full credit and no pass for an argument %s', (_what, given, words) => {
    const score = scoreCalls(caseOf(mia), [call('book', given)]);
    expect(score).toMatchObject({ passed: false, credit: 1, argumentsRight: true });
    expect(score.reason).toContain(words);
  });

  it.each([
    ['no_call', caseOf(mia), []],
    ['wrong_tool', caseOf(mia), [call('cancel')]],
    ['wrong_tool', caseOf(mia), [call('Book', { guest: 'Mia Sand', nights: 2 })]],
    ['wrong_call_count', caseOf(mia), [call('book'), call('book')]],
    ['needless_call', caseOf(), [call('cancel')]],
  ] as const)('gives nothing for %s', (kind, item, calls) => {
    expect(scoreCalls(item, calls)).toMatchObject({ passed: false, credit: 0, toolsRight: false, kind });
  });

  it('passes a reply without a call where none is expected', () => {
    expect(scoreCalls(caseOf(), []).passed).toBe(true);
  });

  it('fails arguments that are no JSON object, also where none are required', () => {
    const broken = { tool: 'cancel', arguments: {}, invalidArguments: '{"id":' };
    expect(scoreCalls(caseOf({ tool: 'cancel' }), [broken])).toMatchObject({ passed: false, credit: 0.5 });
  });

  it('takes calls in any order, each for one expected call', () => {
    const any = { tool: 'book', arguments: { guest: { present: true } } } as const;
    const leo = { tool: 'book', arguments: { guest: { equals: 'Leo' } } } as const;
    const both = [call('book', { guest: 'Leo' }), call('book', { guest: 'Mia' })];
    expect(scoreCalls(caseOf(any, leo), both).passed).toBe(true);
    expect(scoreCalls(caseOf(any, leo), both.toReversed()).passed).toBe(true);
    const twice = [call('book', { guest: 'Mia' }), call('book', { guest: 'Mia' })];
    expect(scoreCalls(caseOf(leo, any), twice)).toMatchObject({ passed: false, kind: 'wrong_arguments' });
  });
});

describe('typedEqual', () => {
  it.each([
    [5, 5, true],
    [5, '5', false],
    ['5', 5, false],
    [1, true, false],
    [0, null, false],
    ['Caf\u00e9', 'cafe\u0301 ', true],
    [[1, 'A'], [1, 'a'], true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1 }, [1], false],
    [{ toString: 1 }, {}, false],
  ] as const)('of %j and %j is %s', (expected, actual, isEqual) => {
    expect(typedEqual(expected, actual)).toBe(isEqual);
  });
});

it('pairs up places that take several items with what is left', () => {
  const fits = [[0, 1, 2], [0], [0, 1]];
  expect(pairUp(3, (place, item) => fits[place]?.includes(item) ?? false)).toEqual([2, 0, 1]);
  expect(pairUp(3, (place, item) => place < 2 && item === 0)).toBeNull();
});
