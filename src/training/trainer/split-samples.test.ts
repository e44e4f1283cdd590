import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { makeTrainingExample } from '../training-example.js';
import { splitSamples } from './split-samples.js';

const make = (count: number, label: (n: number) => JsonObject) =>
  Array.from({ length: count }, (_, n) => makeTrainingExample({ x: [{ n }], y: [label(n)] }));
const numbersOf = (examples: readonly { x: readonly (JsonObject | null)[] }[]) =>
  examples.map(({ x: [value] }) => Number(value?.n));

describe('splitSamples', () => {
  test('draws by content and seed, not by place', () => {
    const examples = make(40, (n) => ({ n }));
    const { train, apart } = splitSamples({ examples, share: 0.2, seed: 3 });
    expect([train.length, apart.length]).toEqual([32, 8]);
    expect(numbersOf(apart)).not.toEqual([32, 33, 34, 35, 36, 37, 38, 39]);
    const turned = splitSamples({ examples: [...examples].reverse(), share: 0.2, seed: 3 });
    expect(new Set(numbersOf(turned.apart))).toEqual(new Set(numbersOf(apart)));
    const other = splitSamples({ examples, share: 0.2, seed: 4 });
    expect(new Set(numbersOf(other.apart))).not.toEqual(new Set(numbersOf(apart)));
  });

  test('gives each label its share', () => {
    const examples = make(100, (n) => ({ label: n < 10 ? 'rare' : n < 40 ? 'some' : 'many' }));
    const { apart } = splitSamples({ examples, share: 0.2, seed: 1 });
    const counts = { rare: 0, some: 0, many: 0 };
    for (const { y } of apart) counts[(y[0] as { label: keyof typeof counts }).label]++;
    expect(counts).toEqual({ rare: 2, some: 6, many: 12 });
  });

  test('keeps the same x on one side, whatever its y', () => {
    const examples = Array.from({ length: 40 }, (_, n) =>
      makeTrainingExample({ x: [{ n: n % 10 }], y: [{ noisy: n }] }),
    );
    const { train, apart } = splitSamples({ examples, share: 0.25, seed: 2 });
    const held = new Set(numbersOf(apart));
    expect(apart.length).toBeGreaterThanOrEqual(10);
    expect(numbersOf(train).some((n) => held.has(n))).toBe(false);
  });

  test('leaves something to learn from, and sets nothing apart of very little', () => {
    expect(splitSamples({ examples: make(3, (n) => ({ n })), share: 0.5, seed: 0 }).apart).toEqual([]);
    const { train, apart } = splitSamples({ examples: make(4, (n) => ({ n })), share: 0.9, seed: 0 });
    expect([train.length, apart.length]).toEqual([1, 3]);
    expect(splitSamples({ examples: make(9, (n) => ({ n })), share: 0, seed: 0 }).apart).toEqual([]);
  });
});
