import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The files of `dist/` that an import of one of them reads before anything is called, with their bytes. */
function loadedBy(entry: string, found = new Map<string, number>()): ReadonlyMap<string, number> {
  if (found.has(entry)) return found;
  const text = readFileSync(entry, 'utf8');
  found.set(entry, Buffer.byteLength(text));
  for (const [, path = ''] of text.matchAll(/^(?:import|export)\s*(?:[^"';]*?\sfrom\s*)?"(\.[^"]+)";$/gm))
    loadedBy(join(dirname(entry), path), found);
  return found;
}

const total = (files: ReadonlyMap<string, number>) =>
  [...files.values()].reduce((sum, size) => sum + size, 0);

describe('what is loaded before anything is called (processor time follows from it)', () => {
  it.each([
    ['dist/index.js', 36, 1_550_000],
    ['dist/cli/main.js', 24, 366_000],
    ['dist/sandbox/index.js', 25, 1_020_000],
    // A codec for each foreign format: they write at once, so they can't be loaded later.
    ['dist/records/index.js', 24, 240_000],
  ])('by %s is at most %i files and %i bytes', (entry, files, bytes) => {
    const loaded = loadedBy(entry);
    expect(loaded.size).toBeGreaterThan(3);
    expect(loaded.size).toBeLessThanOrEqual(files);
    expect(total(loaded)).toBeLessThanOrEqual(bytes);
  });

  it('by the root is nothing of what only training and trajectories need', () => {
    const text = [...loadedBy('dist/index.js').keys()].map((path) => readFileSync(path, 'utf8')).join('\n');
    const holds = (module: string) => new RegExp(`^(//#region |// )src/${module}/`, 'm').test(text);
    expect(holds('sandbox')).toBe(true);
    for (const late of [
      'agents',
      'environments',
      'optimizers',
      'programs',
      'tools',
      'training',
      'evaluation',
      'generation',
      'gym',
      'benchmarks',
    ])
      expect(holds(late)).toBe(false);
  });
});
