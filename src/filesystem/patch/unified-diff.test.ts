import { diffArrays } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../core/internal.js';
import { applyHunks } from './apply-hunks.js';
import { parsePatch } from './parse-patch.js';
import { unifiedHunks } from './unified-diff.js';

const cut = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const text = (letters: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(fc.constantFrom(...letters), { maxLength: 40 }), fc.boolean())
    .map(([lines, isEnded]) => lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : ''));

const count = (hunks: string): [number, number] => [
  hunks.split('\n').filter((line) => line.startsWith('+')).length,
  hunks.split('\n').filter((line) => line.startsWith('-')).length,
];

describe('unifiedHunks', () => {
  it.each(['ab', 'abcdefghijklmnop'])(
    'changes as few lines as can be, and applies, of lines %s',
    (letters) => {
      fc.assert(
        fc.property(text(letters), text(letters), (before, after) => {
          const hunks = atOnce(unifiedHunks(before, after));
          const changed = (key: 'added' | 'removed'): number =>
            diffArrays(cut(before), cut(after)).reduce((sum, part) => sum + (part[key] ? part.count : 0), 0);
          expect(count(hunks)).toEqual([changed('added'), changed('removed')]);
          if (hunks === '') return void expect(before).toBe(after);
          const [file] = atOnce(parsePatch(`--- a/f\n+++ b/f\n${hunks}`));
          expect(atOnce(applyHunks(before, file?.hunks ?? []))).toEqual({ text: after });
        }),
        { numRuns: 400 },
      );
    },
  );

  it('says removals first, and joins changes that are up to six lines apart', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n';
    expect(atOnce(unifiedHunks(before, before.replace('b', 'B').replace('i', 'I')))).toBe(
      '@@ -1,10 +1,10 @@\n a\n-b\n+B\n c\n d\n e\n f\n g\n h\n-i\n+I\n j\n',
    );
    expect(atOnce(unifiedHunks(before, before.replace('a', 'A').replace('i', 'I')))).toBe(
      '@@ -1,4 +1,4 @@\n-a\n+A\n b\n c\n d\n@@ -6,5 +6,5 @@\n f\n g\n h\n-i\n+I\n j\n',
    );
  });

  it('replaces the middle whole where hundreds of thousands of lines changed, in bounded steps', () => {
    const lines = (word: string): string =>
      Array.from({ length: 300_000 }, (_, index) => `${word} ${index}\n`).join('');
    const work = unifiedHunks(`same\n${lines('old')}`, `same\n${lines('new')}`);
    let steps = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) steps++;
    expect(step.value.startsWith('@@ -1,300001 +1,300001 @@\n same\n-old 0\n-old 1\n')).toBe(true);
    expect(count(step.value)).toEqual([300_000, 300_000]);
    expect(steps).toBeGreaterThan(200);
  });
});
