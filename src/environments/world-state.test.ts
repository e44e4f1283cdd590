import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../core/index.js';
import { OverlayState } from './overlay-state.js';
import { type WorldState, worldStateChanges, worldStateDigest } from './world-state.js';

const states = fc
  .dictionary(fc.string({ maxLength: 3 }), fc.oneof(fc.integer(), fc.string(), fc.constant({ a: 1 })))
  .map((facts): WorldState => new Map<string, Json>(Object.entries(facts)));

describe('world states', () => {
  it('have equal digests exactly when nothing differs', () => {
    fc.assert(
      fc.property(states, states, (left, right) => {
        expect(worldStateDigest(left) === worldStateDigest(right)).toBe(
          worldStateChanges(left, right).length === 0,
        );
      }),
    );
  });

  it('do not depend on the order of their facts', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(worldStateDigest(new Map([...state].reverse()))).toBe(worldStateDigest(state));
      }),
    );
  });

  it('list what changed by name', () => {
    const before: WorldState = new Map([
      ['c', 1],
      ['a', 1],
      ['same', 1],
    ]);
    const after: WorldState = new Map([
      ['d', 1],
      ['same', 1],
      ['c', 2],
      ['b', 1],
    ]);
    expect(worldStateChanges(before, after)).toEqual([
      { name: 'a', before: 1, after: null },
      { name: 'b', before: null, after: 1 },
      { name: 'c', before: 1, after: 2 },
      { name: 'd', before: null, after: 1 },
    ]);
  });

  it('have the same digest as an overlay as without one', () => {
    const changes = fc.dictionary(fc.string({ maxLength: 3 }), fc.option(fc.integer(), { nil: undefined }));
    fc.assert(
      fc.property(states, changes, changes, (base, first, second) => {
        const overlay = new OverlayState(base)
          .with(new Map(Object.entries(first)))
          .with(new Map(Object.entries(second)));
        expect(worldStateDigest(overlay)).toBe(worldStateDigest(new Map(overlay)));
      }),
    );
  });

  it('change into each other by their changes', () => {
    fc.assert(
      fc.property(states, states, (before, after) => {
        const rebuilt = new Map(before);
        for (const change of worldStateChanges(before, after)) {
          if (change.after === null) rebuilt.delete(change.name);
          else rebuilt.set(change.name, change.after);
        }
        expect(worldStateDigest(rebuilt)).toBe(worldStateDigest(after));
      }),
    );
  });
});

it('digests of a large state what changed since the one before, not since the first', () => {
  const base = new Map<string, Json>(
    Array.from({ length: 12_000 }, (_, index) => [`t/${index}`, { n: index }]),
  );
  let state = new OverlayState(base);
  worldStateDigest(state);
  for (let index = 0; index < 600; index++) {
    state = state.with(new Map([[`t/${index}`, { n: -1 }]]));
    if (index % 2 === 1) worldStateDigest(state);
  }
  const last = state.with(new Map([['t/9000', { n: -1 }]])).with(new Map([['t/9001', undefined]]));
  let read = 0;
  const get = last.get.bind(last);
  Object.defineProperty(last, 'get', {
    value: (name: string) => {
      read++;
      return get(name);
    },
  });
  const digest = worldStateDigest(last);
  expect(read).toBeLessThan(500);
  expect(digest).toBe(worldStateDigest(new Map(last.entries())));
});
