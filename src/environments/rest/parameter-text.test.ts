import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/index.js';
import { readPairs, readText, writePairs, writeText } from './parameter-text.js';
import type { RestParameter } from './rest-operation.js';

const schemas: Readonly<Record<string, JsonObject>> = {
  text: { type: 'string' },
  list: { type: 'array', items: { type: 'string' } },
  object: {
    type: 'object',
    properties: { R: { type: 'integer' }, G: { type: 'integer' }, B: { type: 'integer' } },
  },
};
const values: Readonly<Record<string, Json>> = {
  text: 'blue',
  list: ['blue', 'black', 'brown'],
  object: { R: 100, G: 200, B: 150 },
};

const color = (kind: string, style: string, explode: boolean): RestParameter => ({
  name: 'color',
  in: 'query',
  argument: 'color',
  required: true,
  schema: schemas[kind] ?? {},
  style,
  explode,
  json: false,
});

/** "Style Examples" of the OpenAPI Specification 3.1. */
describe('a parameter is written as the specification shows, and read again', () => {
  it.each([
    ['text', 'form', true, 'color=blue'],
    ['text', 'form', false, 'color=blue'],
    ['list', 'form', true, 'color=blue&color=black&color=brown'],
    ['list', 'form', false, 'color=blue,black,brown'],
    ['object', 'form', true, 'R=100&G=200&B=150'],
    ['object', 'form', false, 'color=R,100,G,200,B,150'],
    ['list', 'spaceDelimited', false, 'color=blue black brown'],
    ['list', 'pipeDelimited', false, 'color=blue|black|brown'],
    ['object', 'deepObject', true, 'color[R]=100&color[G]=200&color[B]=150'],
  ])('as pairs: %s, %s, exploded %s', (kind, style, explode, text) => {
    const parameter = color(kind, style, explode);
    const pairs = writePairs(parameter, values[kind] ?? null);
    expect(pairs.map((pair) => pair.join('=')).join('&')).toBe(text);
    expect(readPairs(parameter, [['other', '1'], ...pairs])).toEqual(values[kind]);
    expect(readPairs(parameter, [['other', '1']])).toBeUndefined();
  });

  it.each([
    ['text', 'simple', false, 'blue'],
    ['list', 'simple', false, 'blue,black,brown'],
    ['list', 'simple', true, 'blue,black,brown'],
    ['object', 'simple', false, 'R,100,G,200,B,150'],
    ['object', 'simple', true, 'R=100,G=200,B=150'],
    ['text', 'label', false, '.blue'],
    ['list', 'label', false, '.blue,black,brown'],
    ['object', 'label', false, '.R,100,G,200,B,150'],
    ['text', 'matrix', false, ';color=blue'],
    ['list', 'matrix', false, ';color=blue,black,brown'],
    ['object', 'matrix', false, ';color=R,100,G,200,B,150'],
  ])('as text: %s, %s, exploded %s', (kind, style, explode, text) => {
    const parameter = color(kind, style, explode);
    expect(writeText(parameter, values[kind] ?? null, encodeURIComponent)).toBe(text);
    expect(readText(parameter, text, decodeURIComponent)).toEqual(values[kind]);
  });

  it.each([
    ['list', 'label', '.blue.black.brown'],
    ['object', 'label', '.R=100.G=200.B=150'],
    ['list', 'matrix', ';color=blue;color=black;color=brown'],
    ['object', 'matrix', ';R=100;G=200;B=150'],
  ])('as text: %s, %s, exploded', (kind, style, text) => {
    expect(writeText(color(kind, style, true), values[kind] ?? null, encodeURIComponent)).toBe(text);
  });
});

it('parts of a path are escaped, and JSON stands as it is written', () => {
  const list = color('list', 'simple', false);
  expect(writeText(list, ['a,b', 'c/d'], encodeURIComponent)).toBe('a%2Cb,c%2Fd');
  expect(readText(list, 'a%2Cb,c%2Fd', decodeURIComponent)).toEqual(['a,b', 'c/d']);
  const json: RestParameter = { ...color('object', 'form', true), json: true };
  expect(writePairs(json, { R: 1 })).toEqual([['color', '{"R":1}']]);
  expect(readPairs(json, [['color', '{"R":1}']])).toEqual({ R: 1 });
});

it.each<[JsonObject, string, Json]>([
  [{ type: 'integer' }, '7', 7],
  [{ type: 'integer' }, '07', '07'],
  [{ type: 'number' }, '-1.5e3', -1500],
  [{ type: 'boolean' }, 'false', false],
  [{ type: 'boolean' }, 'no', 'no'],
  [{ type: ['string', 'null'] }, '', ''],
  [{ type: ['integer', 'null'] }, '', null],
  [{ type: ['integer', 'null'] }, 'null', null],
  [{ type: ['string', 'null'] }, 'null', null],
  [{ type: 'string' }, 'null', 'null'],
  [{ type: 'string' }, '7', '7'],
  [{ type: 'string' }, 'true', 'true'],
  [{ type: 'boolean' }, 'true', true],
  [{ type: 'integer' }, '', ''],
  [{ type: 'integer' }, '-0', -0],
  [{ type: 'number' }, '1e+2', 100],
  [{ type: 'number' }, '.5', '.5'],
  [{ type: 'number' }, '1x', '1x'],
  [{ type: 'array', items: { type: 'integer' } }, '', []],
  [{ type: 'array', items: { type: 'integer' } }, '1,x', [1, 'x']],
  [{ type: 'array' }, '1', ['1']],
  [{ type: 'object', properties: { a: { type: 'integer' } } }, 'a,1,b,2,c', { a: 1, b: '2' }],
])('%j reads %j as %j', (schema, text, value) => {
  expect(readText({ ...color('text', 'simple', false), schema }, text, decodeURIComponent)).toEqual(value);
});

it('writes and reads what is not text in lists, members and JSON', () => {
  const form = color('list', 'form', true);
  expect(writePairs(form, [1, null, { a: [2] }])).toEqual([
    ['color', '1'],
    ['color', ''],
    ['color', '{"a":[2]}'],
  ]);
  expect(writePairs(color('text', 'form', true), null)).toEqual([['color', '']]);
  expect(writeText(color('object', 'simple', true), { 'a,b': 'c=d' }, encodeURIComponent)).toBe(
    'a%2Cb=c%3Dd',
  );
  expect(writeText(color('object', 'matrix', false), { 'a/b': 1 }, encodeURIComponent)).toBe(
    ';color=a%2Fb,1',
  );
  expect(writeText(color('object', 'label', true), { 'a/b': 1 }, encodeURIComponent)).toBe('.a%2Fb=1');
  const json: RestParameter = { ...color('object', 'simple', false), json: true };
  expect(writeText(json, { a: 1 }, encodeURIComponent)).toBe('%7B%22a%22%3A1%7D');
  expect(readText(json, '%7B%22a%22%3A1%7D', decodeURIComponent)).toEqual({ a: 1 });
  expect(readText(json, '{', decodeURIComponent)).toBe('{');
  expect(readPairs(json, [['color', '{']])).toBe('{');
  expect(readPairs(json, [['colour', '1']])).toBeUndefined();
});

it('reads pairs of lists and objects by their schema', () => {
  const integers: JsonObject = {
    type: 'array',
    items: { $ref: '#/$defs/n' },
    $defs: { n: { type: 'integer' } },
  };
  const list = (style: string, explode: boolean): RestParameter => ({
    ...color('list', style, explode),
    schema: integers,
  });
  const pairs = (...texts: readonly string[]) => texts.map((text) => ['color', text] as const);
  expect(readPairs(list('form', true), pairs('1', '2'))).toEqual([1, 2]);
  expect(readPairs(list('form', true), pairs('1,2'))).toEqual(['1,2']);
  expect(readPairs(list('form', false), pairs('1,2'))).toEqual([1, 2]);
  expect(readPairs(list('form', false), pairs('1', '2'))).toEqual([1, 2]);
  expect(readPairs(list('pipeDelimited', true), pairs('1|2'))).toEqual([1, 2]);
  expect(readPairs(list('form', false), pairs(''))).toEqual([]);
  const object = color('object', 'form', false);
  expect(readPairs(object, pairs('R,1,X,2,G'))).toEqual({ R: 1, X: '2' });
  expect(readPairs(object, pairs(''))).toBeUndefined();
  const deep = color('object', 'deepObject', true);
  expect(
    readPairs(deep, [
      ['color[R]', '1'],
      ['colour[G]', '2'],
      ['color[B', '3'],
    ]),
  ).toEqual({ R: 1 });
  expect(
    readPairs(color('object', 'form', true), [
      ['R', '1'],
      ['X', '2'],
    ]),
  ).toEqual({ R: 1 });
  expect(readPairs(color('text', 'form', true), pairs('a', 'b'))).toBe('a');
});
