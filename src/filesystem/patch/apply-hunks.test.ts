import { describe, expect, it } from 'vitest';
import { atOnce } from '../../core/internal.js';
import { type AppliedHunks, applyHunks } from './apply-hunks.js';
import type { PatchHunk } from './parse-patch.js';

const lines = (text: string): string[] => text.split(' ').map((line) => `${line}\n`);

/** A hunk that replaces lines, given as words, from a line on. */
function hunk(oldStart: number, old: string, now: string): PatchHunk {
  const words = (text: string): string[] => (text === '' ? [] : lines(text));
  return { oldStart, oldLines: words(old), newLines: words(now), at: 1 };
}

function apply(text: string, ...hunks: PatchHunk[]): string | AppliedHunks {
  const applied = atOnce(applyHunks(lines(text).join(''), hunks));
  return 'text' in applied ? applied.text.trimEnd().split('\n').join(' ') : applied;
}

describe('applyHunks', () => {
  it('replaces, removes and adds lines where the hunks say', () => {
    expect(apply('a b c d', hunk(2, 'b', 'B B'), hunk(4, 'd', ''))).toBe('a B B c');
    expect(apply('a b c d', hunk(3, '', 'new'))).toBe('a b c new d');
    expect(apply('a b', hunk(0, '', 'new'))).toBe('new a b');
    expect(apply('a b', hunk(2, '', 'new'))).toBe('a b new');
  });

  it('seeks a hunk nearest first, above before below', () => {
    expect(apply('x a x x a x', hunk(3, 'a', 'A'))).toBe('x A x x a x');
    expect(apply('x a x x x a', hunk(4, 'a', 'A'))).toBe('x A x x x a');
    expect(apply('x x x a x a', hunk(1, 'a', 'A'))).toBe('x x x A x a');
    expect(apply('a x x x', hunk(4, 'a', 'A'))).toBe('A x x x');
  });

  it('seeks a hunk as far away as the hunk before it was found', () => {
    expect(apply('n n A s q s e', hunk(1, 'A', 'B'), hunk(4, 's', 'S'))).toBe('n n B s q S e');
  });

  it('never goes back before the hunk that it follows', () => {
    const second = hunk(4, 'a', 'A');
    expect(apply('a b c d', hunk(3, 'c', 'C'), second)).toEqual({ failed: second });
    const longer = hunk(1, 'a b c d e', '');
    expect(apply('a b c d', longer)).toEqual({ failed: longer });
  });

  it('gives up where it has cost too much', () => {
    const wanted = hunk(1, 'b', 'B');
    const text = lines('a a a a a b').join('');
    expect(atOnce(applyHunks(text, [wanted], { lines: 100 }))).toHaveProperty('text');
    expect(atOnce(applyHunks(text, [wanted], { lines: 10 }))).toEqual({ failed: wanted });
  });

  it('counts the lines and the characters of a text that it cuts up, where it compares hardly any', () => {
    const cost = (text: string): number => {
      const budget = { lines: 10_000 };
      atOnce(applyHunks(text, [hunk(1, 'a', 'A')], budget));
      return 10_000 - budget.lines;
    };
    expect(cost('a\n'.repeat(5_000))).toBeGreaterThan(5_000);
    expect(cost(`a\n${'z'.repeat(500_000)}`)).toBeGreaterThan(5_000);
  });
});
