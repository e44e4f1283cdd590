import fc from 'fast-check';
import { diff3Merge } from 'node-diff3';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../core/internal.js';
import { mergeText, type TextMerge } from './merge-text.js';

const merge = (base: string, ours: string, theirs: string): TextMerge | undefined =>
  atOnce(mergeText(base, ours, theirs));

/** The same by the library `node-diff3`, which takes quadratic time. */
function reference(base: string, ours: string, theirs: string): TextMerge {
  const cut = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const hunks: { line: number; base: string; ours: string; theirs: string }[] = [];
  let text = '';
  for (const { ok, conflict } of diff3Merge(cut(ours), cut(base), cut(theirs), {
    excludeFalseConflicts: true,
  })) {
    text += (ok ?? []).join('');
    if (conflict === undefined) continue;
    const { a, o, b, aIndex } = conflict;
    hunks.push({ line: aIndex + 1, base: o.join(''), ours: a.join(''), theirs: b.join('') });
  }
  return hunks.length === 0 ? { kind: 'merged', text } : { kind: 'conflict', hunks };
}

const lines = (letters: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...letters), { maxLength: 25 })
    .map((list) => list.map((line) => `${line}\n`).join(''));

describe('mergeText', () => {
  it.each(['ab', 'abcdefgh', 'abcdefghijklmnopqrstuvwxyz'])(
    'gives what node-diff3 gives, of lines %s',
    (letters) => {
      fc.assert(
        fc.property(lines(letters), lines(letters), lines(letters), (base, ours, theirs) => {
          expect(merge(base, ours, theirs)).toEqual(reference(base, ours, theirs));
        }),
        { numRuns: 400 },
      );
    },
  );

  it('gives what node-diff3 gives of edits in one text', () => {
    const base = Array.from({ length: 60 }, (_, index) => `line ${index % 50}\n`);
    const edits = fc.array(fc.tuple(fc.nat(59), fc.constantFrom('', 'new\n', 'line 7\n', 'a\nb\n')), {
      maxLength: 6,
    });
    const apply = (list: readonly (readonly [number, string])[]): string => {
      const copy = [...base];
      for (const [at, line] of list) copy[at] = line;
      return copy.join('');
    };
    fc.assert(
      fc.property(edits, edits, (left, right) => {
        const given = [base.join(''), apply(left), apply(right)] as const;
        expect(merge(...given)).toEqual(reference(...given));
      }),
      { numRuns: 400 },
    );
  });

  it('keeps a last line without an ending, and NUL-free text of any script', () => {
    expect(merge('a\nb', 'A\nb', 'a\nb\nc')).toEqual({
      kind: 'conflict',
      hunks: [{ line: 1, base: 'a\nb', ours: 'A\nb', theirs: 'a\nb\nc' }],
    });
    expect(merge('ä\n\n€\n\n\u{1f600}', 'Ä\n\n€\n\n\u{1f600}', 'ä\n\n€\n\n!')).toEqual({
      kind: 'merged',
      text: 'Ä\n\n€\n\n!',
    });
  });

  it('merges far more unchanged lines than a call takes arguments', () => {
    const base = Array.from({ length: 200_000 }, (_, index) => `${index}\n`).join('');
    const merged = merge(base, base.replace('7\n', 'seven\n'), `${base}end\n`);
    expect(merged).toEqual({ kind: 'merged', text: `${base.replace('7\n', 'seven\n')}end\n` });
  });

  it('merges tens of thousands of changed lines, in steps of a bounded number of lines', () => {
    const text = (change: (index: number) => boolean, word: string): string =>
      Array.from({ length: 60_000 }, (_, index) =>
        change(index) ? `${word} ${index}\n` : `line ${index}\n`,
      ).join('');
    const base = text(() => false, '');
    const work = mergeText(
      base,
      text((index) => index % 6 === 1, 'ours'),
      text((index) => index % 6 === 4, 'theirs'),
    );
    let steps = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) steps++;
    const expected = Array.from({ length: 60_000 }, (_, index) =>
      index % 6 === 1 ? `ours ${index}\n` : index % 6 === 4 ? `theirs ${index}\n` : `line ${index}\n`,
    ).join('');
    expect(step.value).toEqual({ kind: 'merged', text: expected });
    expect(steps).toBeGreaterThan(100);
  });

  it('gives up on lines that are equal tens of thousands of times', () => {
    expect(merge('x\n'.repeat(2000), `${'x\n'.repeat(2000)}a\n`, `b\n${'x\n'.repeat(2000)}`)).toBeUndefined();
  });
});
