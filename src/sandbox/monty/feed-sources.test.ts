import { describe, expect, it } from 'vitest';
import { SpentSources } from './feed-sources.js';

const HEAD = [...Buffer.from('MONTY\0'), 8, 0];

function entry(feed: number, source: string): number[] {
  const name = Buffer.from(`<python-input-${feed}>`);
  const text = Buffer.from(source);
  return [name.length, ...name, text.length, ...text];
}

function spent(sources: Readonly<Record<number, string>>): SpentSources {
  const result = new SpentSources();
  for (const [feed, source] of Object.entries(sources)) result.add(Number(feed), source);
  return result;
}

const dropped = (sources: SpentSources, bytes: readonly number[]): number[] => [
  ...sources.drop(Uint8Array.from(bytes)),
];

describe('SpentSources', () => {
  const names = [...entry(0, 'x'), ...entry(1, 'y = 1'), 3, 97, 97, 97];

  it('takes them out of the one table of sources, and leaves the others in', () => {
    const sources = spent({ 0: 'x = "é"', 1: 'y = 1' });
    const kept = entry(7, 'def f(): pass');
    const table = [3, ...entry(1, 'y = 1'), ...kept, ...entry(0, 'x = "é"')];
    expect(dropped(sources, [...HEAD, ...names, ...table, 1, 2])).toEqual([
      ...HEAD,
      ...names,
      1,
      ...kept,
      1,
      2,
    ]);
  });

  it('counts what it holds, and holds nothing that leaves code behind', () => {
    const sources = spent({ 0: 'def f(): pass', 1: 'f = lambda: 1', 2: 'class A: pass' });
    for (let feed = 3; feed < 20; feed++) sources.add(feed, `class A:\n  x = 1\n# ${'x'.repeat(10_000)}`);
    expect(sources.isWorthShedding(0)).toBe(false);
    for (let feed = 3; feed < 20; feed++) sources.add(feed, `# ${'x'.repeat(10_000)}`);
    expect(sources.isWorthShedding(500_000)).toBe(true);
    expect(sources.isWorthShedding(1_000_000)).toBe(false);
    sources.clear();
    expect(sources.isWorthShedding(0)).toBe(false);
  });

  it('takes the newest source of a feed as what it is', () => {
    const sources = spent({ 3: 'x' });
    sources.add(3, 'f = lambda: 1');
    const bytes = [...HEAD, 1, ...entry(3, 'x')];
    expect(dropped(sources, bytes)).toEqual(bytes);
  });

  it('leaves alone what is not certain: two tables, a wrong number, another source, another version', () => {
    const sources = spent({ 0: 'x', 1: 'y' });
    const table = [2, ...entry(0, 'x'), ...entry(1, 'y')];
    for (const bytes of [
      [...HEAD, ...table, 0, ...table],
      [...HEAD, 3, ...table.slice(1)],
      [...HEAD, 2, ...entry(0, 'z'), ...entry(1, 'y')],
      [...HEAD, ...table.slice(0, -1)],
      [...Buffer.from('MONTY\0'), 9, 0, ...table],
      [...table],
      [],
    ]) {
      expect(dropped(sources, bytes)).toEqual(bytes);
    }
  });
});
