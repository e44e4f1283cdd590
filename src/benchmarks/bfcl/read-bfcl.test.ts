import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BfclCase } from '../cases/benchmark-case.js';
import { readBfcl } from './read-bfcl.js';
import { scoreBfcl } from './score-bfcl.js';

/** Two files in the form of BFCL, with questions of our own. */
const BOOK = {
  name: 'hotel.book',
  description: 'Books rooms.',
  parameters: {
    type: 'dict',
    properties: {
      guest: { type: 'string' },
      nights: { type: 'integer' },
      price: { type: 'float' },
      beds: { type: 'array', items: { type: 'float' } },
      extras: { type: 'dict', properties: { breakfast: { type: 'boolean' }, view: { type: 'string' } } },
    },
    required: ['guest', 'nights'],
  },
};
const QUESTION = `{"id": "simple_python_0", "question": [[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Book it."}]], "function": [${JSON.stringify(BOOK)}]}\n`;
const ANSWER =
  '{"id": "simple_python_0", "ground_truth": [{"hotel.book": {"guest": ["Mia Sand"], "nights": [2], "price": [80.5, ""], "beds": [[1.5, 2.0], ""], "extras": [{"breakfast": [true], "view": ["sea", ""]}, ""]}}]}\n';
const SEA = `{"id": "irrelevance_0", "question": [[{"role": "user", "content": "Hello?"}]], "function": [${JSON.stringify(BOOK)}]}\n`;

let folder = '';
let booking: BfclCase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-bfcl-'));
  mkdirSync(join(folder, 'possible_answer'));
  writeFileSync(join(folder, 'BFCL_v4_simple_python.json'), QUESTION);
  writeFileSync(join(folder, 'BFCL_v4_irrelevance.json'), SEA);
  writeFileSync(join(folder, 'BFCL_v4_memory.json'), QUESTION);
  writeFileSync(join(folder, 'possible_answer', 'BFCL_v4_simple_python.json'), ANSWER);
  [, booking] = (await readBfcl(folder)) as [BfclCase, BfclCase];
});
afterAll(() => rmSync(folder, { recursive: true }));

const scoreOf = (argumentsText: string, tool = 'hotel.book') =>
  scoreBfcl(booking, [{ tool, arguments: JSON.parse(argumentsText), argumentsText }]);

describe('readBfcl', () => {
  it('reads the categories that can be scored, with schemas as JSON Schema', async () => {
    const cases = await readBfcl(folder);
    expect(cases.map(({ id, rule }) => [id, rule])).toEqual([
      ['irrelevance_0', 'irrelevance'],
      ['simple_python_0', 'simple'],
    ]);
    expect(booking).toMatchObject({
      category: 'simple_python',
      query: 'Book it.',
      instructions: 'Be brief.',
    });
    expect(booking.answers).toContain('[1.5, 2.0]');
    expect(booking.tools[0]?.parameters).toMatchObject({
      type: 'object',
      properties: {
        price: { type: 'number' },
        beds: { items: { type: 'number' } },
        extras: { type: 'object' },
      },
    });
  });

  it.each([
    [['memory'], "can't be scored"],
    [['parallel'], 'has no category parallel; it has irrelevance, simple_python'],
  ])('refuses the categories %j', async (categories, words) => {
    await expect(readBfcl(folder, { categories })).rejects.toMatchObject({
      code: 'benchmarks/invalid_case',
      message: expect.stringContaining(words),
    });
  });

  it('refuses a folder without its files', async () => {
    await expect(readBfcl(join(folder, 'possible_answer', 'absent'))).rejects.toThrow('Cannot read');
  });
});

describe('scoreBfcl', () => {
  it.each([
    '{"guest": "mia-sand", "nights": 2}',
    '{"guest": "Mia Sand", "nights": 2, "price": 80.5, "beds": [1.5, 2.0]}',
    '{"guest": "Mia Sand", "nights": 2, "extras": {"breakfast": true}}',
    '{"guest": "Mia Sand", "nights": 2, "extras": {"breakfast": true, "view": "SEA"}}',
  ])('passes %s', (text) => {
    expect(scoreOf(text)).toMatchObject({ passed: true, credit: 1 });
  });

  it.each([
    ['{"guest": "Mia Sand", "nights": 2.0}', 'nights is no integer'],
    ['{"guest": "Mia Sand", "nights": true}', 'nights is no integer'],
    ['{"guest": "Mia Sand", "nights": "2"}', 'nights is no integer'],
    ['{"guest": "Mia Sand", "nights": 3}', 'nights has none of the accepted values'],
    ['{"guest": "Mia Sand"}', 'nights is required'],
    ['{"guest": "Mia Sand", "nights": 2, "pets": 1}', 'pets is not expected'],
    ['{"guest": "Mia Sand", "nights": 2, "beds": [2.0, 1.5]}', 'beds has none of the accepted values'],
    [
      '{"guest": "Mia Sand", "nights": 2, "extras": {"view": "sea"}}',
      'extras has none of the accepted values',
    ],
    ['{"guest": "Mia Sand", "nights": 2, "extras": {"breakfast": true, "pool": 1}}', 'extras has none'],
  ])('gives half for %s', (text, words) => {
    const score = scoreOf(text);
    expect(score).toMatchObject({ passed: false, credit: 0.5, kind: 'wrong_arguments' });
    expect(score.reason).toContain(words);
  });

  it('takes a whole number for an int or a float where nobody knows how it was written', () => {
    const call = { tool: 'hotel.book', arguments: { guest: 'Mia Sand', nights: 2, beds: [1.5, 2] } };
    expect(scoreBfcl(booking, [call]).passed).toBe(true);
  });

  it('fails another function, no call, two calls, and arguments that are no JSON', () => {
    expect(scoreOf('{"guest": "Mia Sand", "nights": 2}', 'hotel_book')).toMatchObject({
      credit: 0,
      kind: 'wrong_tool',
    });
    expect(scoreBfcl(booking, [])).toMatchObject({ kind: 'no_call' });
    const call = { tool: 'hotel.book', arguments: { guest: 'Mia Sand', nights: 2 } };
    expect(scoreBfcl(booking, [call, call])).toMatchObject({ kind: 'wrong_call_count' });
    const torn = { tool: 'hotel.book', arguments: {}, invalidArguments: '{"guest"' };
    const free = {
      ...booking,
      functions: [{ ...BOOK, parameters: { ...BOOK.parameters, required: [] } }],
      answers: '[{"hotel.book": {}}]',
    };
    expect(scoreBfcl(free, [torn])).toMatchObject({ passed: false, credit: 0.5 });
    expect(scoreBfcl(free, [{ tool: 'hotel.book', arguments: {} }]).passed).toBe(true);
  });

  describe('of functions with other arguments', () => {
    const properties = {
      floor: { type: 'integer' },
      beds: { type: 'array', items: { type: 'float' } },
      guests: { type: 'array', items: { type: 'dict' } },
      price: { type: 'float' },
    };
    const functions = [{ name: 'book', parameters: { type: 'dict', properties, required: [] } }];
    const passes = (rule: 'simple' | 'parallel', answers: string, ...written: readonly string[]) =>
      scoreBfcl(
        { ...booking, functions, answers, rule },
        written.map((text) => ({ tool: 'book', arguments: JSON.parse(text), argumentsText: text })),
      ).passed;

    it.each<[string, string, string, boolean]>([
      ['an argument that may not be left out', '{"floor": [3]}', '{}', false],
      ['one that may', '{"floor": [3, ""]}', '{}', true],
      ['a variable in place of a value', '{"floor": ["top"]}', '{"floor": "top"}', true],
      ['another variable', '{"floor": ["top"]}', '{"floor": "roof"}', false],
      ['a whole number for a float', '{"price": [80.0]}', '{"price": 80}', true],
      ['items of another type that are equal', '{"beds": [[1.0]]}', '{"beds": [true]}', false],
      ['a list of dicts', '{"guests": [[{"name": ["Mia"]}]]}', '{"guests": [{"name": "mia"}]}', true],
      ['a dict too many', '{"guests": [[{"name": ["Mia"]}]]}', '{"guests": [{"name": "Mia"}, {}]}', false],
      [
        'a dict too few',
        '{"guests": [[{"name": ["Mia"]}, {"name": ["Bo"]}]]}',
        '{"guests": [{"name": "Mia"}]}',
        false,
      ],
    ])('judges %s', (_what, accepted, given, passed) => {
      expect(passes('simple', `[{"book": ${accepted}}]`, given)).toBe(passed);
    });

    it('takes several calls in any order, each for one answer alone', () => {
      const answers = '[{"book": {"floor": [1]}}, {"book": {"floor": [2]}}]';
      expect(passes('parallel', answers, '{"floor": 2}', '{"floor": 1}')).toBe(true);
      expect(passes('parallel', answers, '{"floor": 2}', '{"floor": 2}')).toBe(false);
      const same = '[{"book": {"floor": [1]}}, {"book": {"floor": [1]}}]';
      expect(passes('parallel', same, '{"floor": 1}', '{"floor": 2}')).toBe(false);
    });
  });

  it('asks of irrelevance that nothing is called, and of relevance that something is', () => {
    const call = { tool: 'anything', arguments: {} };
    const asked = (rule: 'irrelevance' | 'relevance', calls: readonly (typeof call)[]) =>
      scoreBfcl({ ...booking, rule, answers: null }, calls).passed;
    expect([asked('irrelevance', []), asked('irrelevance', [call])]).toEqual([true, false]);
    expect([asked('relevance', []), asked('relevance', [call])]).toEqual([false, true]);
  });
});
