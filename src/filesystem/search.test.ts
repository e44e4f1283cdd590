import { describe, expect, it } from 'vitest';
import { createFileTree } from './create-file-tree.js';

const failure = (code: string) => expect.objectContaining({ code: `filesystem/${code}` });
const tree = createFileTree({
  files: {
    'a.py': 'import os\r\nprint("x")\n',
    'b/c.py': 'import sys\n\nimport re',
    'notes.txt': 'import nothing\n',
    'binary.bin': Uint8Array.from([0, ...new TextEncoder().encode('import x')]),
    'latin.txt': Uint8Array.from([0xe9, 0x0a, ...new TextEncoder().encode('import latin\n')]),
  },
});

describe('search', () => {
  it('gives path, 1-based line and the line without its ending', async () => {
    expect(await tree.search('^import (os|re)$')).toEqual({
      matches: [
        { path: 'a.py', line: 1, text: 'import os' },
        { path: 'b/c.py', line: 3, text: 'import re' },
      ],
      total: 2,
      offset: 1,
      truncated: false,
      files: 5,
      skipped: { binary: 1, unreadable: 0, longLines: 0 },
    });
  });

  it('is limited by a pattern of paths, and passes over binary files only', async () => {
    expect((await tree.search('import', { glob: '**/*.py' })).total).toBe(3);
    expect((await tree.search('import', { glob: '*.bin' })).total).toBe(0);
    expect((await tree.search('latin')).matches).toEqual([
      { path: 'latin.txt', line: 2, text: 'import latin' },
    ]);
  });

  it('gives pages', async () => {
    const all = (await tree.search('import')).matches;
    expect(await tree.search('import', { offset: 2, limit: 2 })).toEqual({
      matches: all.slice(1, 3),
      total: 5,
      offset: 2,
      truncated: true,
      files: 5,
      skipped: { binary: 1, unreadable: 0, longLines: 0 },
    });
    expect(await tree.search('import', { offset: 4, limit: 0 })).toMatchObject({
      matches: all.slice(3),
      truncated: false,
    });
    expect(await tree.search('import', { offset: 9 })).toMatchObject({
      matches: [],
      total: 5,
      truncated: false,
    });
    expect(await tree.search('import', { offset: 4, limit: 2 })).toMatchObject({ truncated: false });
    await expect(tree.search('import', { offset: 0 })).rejects.toThrowError(failure('invalid_page'));
  });

  it('shortens long lines', async () => {
    const long = createFileTree({ files: { x: 'y'.repeat(5000) } });
    expect((await long.search('y', { maxLineChars: 10 })).matches[0]?.text).toBe(`${'y'.repeat(9)}…`);
    expect((await long.search('y', { maxLineChars: 5000 })).matches[0]?.text).toBe('y'.repeat(5000));
  });

  it('shows the match within a long line, and halves no character', async () => {
    const found = async (
      line: string,
      expression: string,
      maxLineChars: number,
    ): Promise<string | undefined> =>
      (await createFileTree({ files: { x: line } }).search(expression, { maxLineChars })).matches[0]?.text;
    const line = `${'a'.repeat(500)}needle${'b'.repeat(500)}`;
    expect(await found(line, 'needle', 20)).toBe('…aaaaaaneedlebbbbbb…');
    expect(await found(`${'a'.repeat(500)}needle`, 'needle', 20)).toBe(`…${'a'.repeat(13)}needle`);
    expect(await found(`aneedle${'b'.repeat(500)}`, 'needle', 20)).toBe(`aneedle${'b'.repeat(12)}…`);
    expect(await found(line, 'need.*', 20)).toBe('…needlebbbbbbbbbbbb…');
    expect(await found(`${'😀'.repeat(500)}x${'😀'.repeat(500)}`, 'x', 9)).toMatch(/^…(?:😀)+x(?:😀)+…$/u);
    expect(await found('y'.repeat(50), 'y*', 0)).toBe('');
  });

  it('counts what it could not search, and lines of which it searched the beginning', async () => {
    const long = createFileTree({
      files: { long: `${'a'.repeat(2_000_000)}needle`, bin: Uint8Array.of(0), text: 'needle' },
    });
    expect(await long.search('needle')).toMatchObject({
      total: 1,
      files: 3,
      skipped: { binary: 1, unreadable: 0, longLines: 1 },
    });
  });

  it('understands Python group names and flags', async () => {
    expect((await tree.search('(?i)IMPORT (?P<name>os)')).total).toBe(1);
  });

  it.each(['(', '(?=x)', '(a)\\1', '['.repeat(20), `(${'x'.repeat(20_000)})`, '((a{900}){900}){900}'])(
    'refuses %.20s in words',
    async (expression) => {
      await expect(tree.search(expression)).rejects.toThrowError(
        expect.objectContaining({
          code: 'filesystem/invalid_expression',
          message: expect.stringMatching(/^invalid regex: /),
        }),
      );
    },
  );

  it('gives a page of bounded size, whatever it is asked for', async () => {
    const many = createFileTree({ files: { x: 'y\n'.repeat(100_500) } });
    const { matches, total, truncated } = await many.search('y', { limit: 0 });
    expect([matches.length, total, truncated]).toEqual([100_000, 100_500, true]);
    expect((await many.search('y', { limit: 0, offset: 100_001 })).matches).toHaveLength(500);
  });

  it('takes turns', async () => {
    const text = createFileTree({ files: { x: `${'a'.repeat(40)}\n`.repeat(20_000) } });
    let turns = 0;
    const count = (): void => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    expect((await text.search('(?:a?){100}a{100}')).total).toBe(0);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(0);
  });

  it('searches a long line only as far as an expression of its size can be sought in', async () => {
    const text = createFileTree({ files: { x: `${'a'.repeat(900)}first${'a'.repeat(2_000_000)}last` } });
    expect((await text.search('(?:b{100}|b{50}){6}|first')).total).toBe(1);
    expect((await text.search('(?:b{100}|b{50}){6}|last')).total).toBe(0);
  });

  it('gives up on more text than a large expression can be sought in', async () => {
    const large = createFileTree({ files: { x: `${'a'.repeat(999)}\n`.repeat(2_500) } });
    await expect(large.search(`^(?:b{900}|c{900})`)).rejects.toThrowError(failure('search_too_long'));
    expect((await large.search('^b')).total).toBe(0);
  });
});
