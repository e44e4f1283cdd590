import { describe, expect, it } from 'vitest';
import { compareWithPython } from './differential.fixture.js';
import { BLOCK_NAMES, generatePrograms } from './program-generator.fixture.js';

describe('the generator of programs', () => {
  it('gives the same programs for the same seed, and uses every block', () => {
    const all = [...generatePrograms(1, 600)];
    expect([...generatePrograms(1, 5)]).toEqual(all.slice(0, 5));
    expect(new Set(all.map(({ program }) => program)).size).toBe(600);
    const names = all.map(({ name }) => name).join();
    expect(BLOCK_NAMES.filter((name) => !names.includes(name))).toEqual([]);
  });
});

compareWithPython({
  title: 'some generated programs',
  programs: () => generatePrograms(1, 12),
  atLeast: 12,
});
