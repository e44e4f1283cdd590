import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PersistentMap } from './persistent-map.js';

const key = fc.string({ maxLength: 2, unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'ü') });
const edits = fc.array(fc.tuple(key, fc.option(fc.nat(5))), { maxLength: 80 });

function edit(
  start: PersistentMap<number>,
  list: readonly [string, number | null][],
  model: Map<string, number>,
): PersistentMap<number> {
  let map = start;
  for (const [name, value] of list) {
    map = value === null ? map.delete(name) : map.set(name, value);
    if (value === null) model.delete(name);
    else model.set(name, value);
  }
  return map;
}

const byKey = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) =>
  left < right ? -1 : 1;

it('behaves as a map, sorted, and never changes what was there before', () => {
  fc.assert(
    fc.property(edits, edits, (first, second) => {
      const model = new Map<string, number>();
      const before = edit(PersistentMap.empty(), first, model);
      const then = [...model].sort(byKey);
      const after = edit(before, second, model);
      expect([...before.entries()]).toEqual(then);
      expect([...after.entries()]).toEqual([...model].sort(byKey));
      expect(after.size).toBe(model.size);
      for (const [name, value] of model) expect(after.get(name)).toBe(value);
      expect(after.get('missing')).toBe(undefined);
    }),
  );
});

it('finds exactly the differences of two maps, in order', () => {
  fc.assert(
    fc.property(edits, edits, edits, (shared, left, right) => {
      const start = edit(PersistentMap.empty(), shared, new Map());
      const [before, after] = [edit(start, left, new Map()), edit(start, right, new Map())];
      const [old, now] = [new Map(before.entries()), new Map(after.entries())];
      const expected = [...new Set([...old.keys(), ...now.keys()])]
        .sort()
        .map((name) => ({ key: name, before: old.get(name), after: now.get(name) }))
        .filter((difference) => difference.before !== difference.after);
      expect([...PersistentMap.differences(before, after)]).toEqual(expected);
    }),
  );
});

it('is itself again when nothing changes', () => {
  const map = PersistentMap.empty<number>().set('a', 1).set('b', 2);
  expect(map.set('a', 1)).toBe(map);
  expect(map.delete('c')).toBe(map);
});

it('holds many keys that come in order', () => {
  let map = PersistentMap.empty<number>();
  for (let index = 0; index < 20_000; index++) map = map.set(String(index).padStart(6, '0'), index);
  for (let index = 0; index < 20_000; index += 2) map = map.delete(String(index).padStart(6, '0'));
  expect(map.size).toBe(10_000);
  const other = map.set('000001', -1).set('019999', -1);
  expect(Array.from(PersistentMap.differences(map, other), ({ key: name }) => name)).toEqual([
    '000001',
    '019999',
  ]);
});

it('is the same map whether it is built at once or key by key', () => {
  fc.assert(
    fc.property(fc.dictionary(key, fc.nat(5)), edits, (start, list) => {
      const model = new Map(Object.entries(start));
      const built = PersistentMap.of(model);
      expect([...built.entries()]).toEqual([...model].sort(byKey));
      const changed = edit(built, list, model);
      expect([...changed.entries()]).toEqual([...model].sort(byKey));
      expect(changed.size).toBe(model.size);
    }),
  );
});
