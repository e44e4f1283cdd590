import { expect, it } from 'vitest';
import { type Json, RandomStream } from '../core/index.js';
import { OverlayState } from './overlay-state.js';
import { freezeFacts, worldStateChanges, worldStateDigest } from './world-state.js';

const factsOf = (count: number): Map<string, Json> =>
  new Map(Array.from({ length: count }, (_, index) => [`row/${index}`, { n: index % 7, text: `t${index}` }]));

/** States over one base after random changes, each with the plain map that it stands for. */
function* states(
  count: number,
): Generator<{ readonly over: OverlayState; readonly plain: Map<string, Json> }> {
  const random = new RandomStream(count, 'changes');
  const base = factsOf(count);
  let over = new OverlayState(base);
  const plain = new Map(base);
  yield { over, plain: new Map(plain) };
  for (let step = 0; step < 5; step++) {
    const facts = new Map<string, Json | undefined>();
    for (let each = 0; each < 5; each++) {
      const name = `row/${random.integer(0, count + 5)}`;
      const fact = random.pick<Json | undefined>([undefined, { n: step }, base.get(name), 'x'.repeat(2_000)]);
      facts.set(name, fact);
      if (fact === undefined) plain.delete(name);
      else plain.set(name, fact);
    }
    over = over.with(facts);
    yield { over, plain: new Map(plain) };
  }
}

it.each([3, 40, 9_999, 10_004])(
  'is, with %i facts, the map that it stands for, with the same digest',
  (count) => {
    let before: { readonly over: OverlayState; readonly plain: Map<string, Json> } | undefined;
    for (const { over, plain } of states(count)) {
      expect(new Map(over)).toEqual(plain);
      expect([over.size, [...over.keys()].length, [...over.values()].length]).toEqual(
        Array(3).fill(plain.size),
      );
      expect([over.has('row/0'), over.get('row/0')]).toEqual([plain.has('row/0'), plain.get('row/0')]);
      const seen: string[] = [];
      over.forEach((_, name) => {
        seen.push(name);
      });
      expect(seen).toEqual([...over.keys()]);
      expect(worldStateDigest(over)).toBe(worldStateDigest(plain));
      expect(worldStateDigest(over)).toBe(worldStateDigest(new Map([...plain].reverse())));
      if (before !== undefined) {
        const changes = worldStateChanges(before.over, over);
        expect(changes).toEqual(worldStateChanges(before.plain, plain));
        expect(changes).toEqual(worldStateChanges(before.over, plain));
      }
      before = { over, plain };
    }
  },
);

it('is frozen with its base, fact by fact', () => {
  const over = new OverlayState(new Map<string, Json>([['a', { n: 1 }]])).with(new Map([['b', { n: 2 }]]));
  freezeFacts(over);
  expect([...over.values()].every(Object.isFrozen)).toBe(true);
});

it('is digested without reading again what it shares with others', () => {
  let reads = 0;
  class Counted extends Map<string, Json> {
    override get(name: string): Json | undefined {
      reads += 1;
      return super.get(name);
    }
  }
  const facts = Array.from({ length: 500 }, (_, index): [string, Json] => [`fact/${index}`, { index }]);
  const first = new OverlayState(new Counted(facts));
  const next = first.with(
    new Map<string, Json | undefined>([
      ['fact/7', { index: 8 }],
      ['fact/9', undefined],
      ['fact/10a', 1],
      ['zero', 0],
    ]),
  );
  worldStateDigest(first);
  reads = 0;
  expect(worldStateDigest(next)).toBe(worldStateDigest(new Map(next)));
  expect(reads).toBeLessThan(20);
});
