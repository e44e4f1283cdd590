import { expect, it } from 'vitest';
import { branchChooser } from './discriminator.js';
import type { SchemaNode } from './run.js';
import { schemaValidator } from './schema-validator.js';

const shape = (...kinds: readonly string[]) => ({
  properties: { name: { type: 'string' }, kind: { enum: kinds } },
  required: ['kind', 'name'],
});
const shapes = [shape('a'), shape('b', 'c'), shape('c', 'd'), shape('e')];
const branches = shapes.map((): SchemaNode => ({ checks: [] }));

it('leaves only the shapes that have the constant of a value', () => {
  const choose = branchChooser(shapes, branches);
  const chosen = (value: unknown): readonly number[] => choose(value).map((one) => branches.indexOf(one));
  expect(chosen({ kind: 'a' })).toEqual([0]);
  expect(chosen({ kind: 'c' })).toEqual([1, 2]);
  expect(chosen({ kind: 'z' })).toEqual([]);
  expect(chosen({ kind: ['a'] })).toEqual([]);
  expect(chosen(Object.create({ kind: 'a' }))).toEqual([]);
  expect(chosen(['a'])).toEqual([0, 1, 2, 3]);
});

it.each([
  ['a shape may lack the member', [...shapes, { properties: { kind: { const: 'f' } } }]],
  ['a shape allows anything', [...shapes, true]],
  ['a constant is an object', [...shapes, { ...shape('f'), properties: { kind: { const: {} } } }]],
  ['a member may be anything', [...shapes, { ...shape('f'), properties: { kind: {} } }]],
  ['there are two shapes', shapes.slice(0, 2)],
])('tries all shapes where %s', (_, given) => {
  const all = given.map((): SchemaNode => ({ checks: [] }));
  expect(branchChooser(given, all)({ kind: 'a' })).toBe(all);
});

it.each(['oneOf', 'anyOf'])('changes nothing of what %s says', (keyword) => {
  const told = schemaValidator({ [keyword]: shapes });
  const untold = schemaValidator({ [keyword]: [false, ...shapes] });
  const values = [
    ...['a', 'b', 'c', 'd', 'e', 'z', 1, null].map((kind) => ({ kind, name: 'n' })),
    { kind: 'a' },
    { name: 'n' },
    5,
    [],
  ];
  for (const value of values)
    expect(told.check(value).map((one) => one.keyword)).toEqual(
      untold.check(value).map((one) => one.keyword),
    );
});

it('names each of several shapes that fit', () => {
  const [problem] = schemaValidator({ oneOf: [true, false, true, shape('a')] }).check(1);
  expect(problem?.message).toBe('must fit one shape alone, but fits shapes 1 and 3 and 4');
});
