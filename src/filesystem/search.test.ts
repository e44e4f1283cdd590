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
  it('gives path, 1-based line and the line without its ending', () => {
    expect(tree.search('^import (os|re)$')).toEqual({
      matches: [
        { path: 'a.py', line: 1, text: 'import os' },
        { path: 'b/c.py', line: 3, text: 'import re' },
      ],
      total: 2,
      offset: 1,
      truncated: false,
    });
  });

  it('is limited by a pattern of paths, and passes over binary files only', () => {
    expect(tree.search('import', { glob: '**/*.py' }).total).toBe(3);
    expect(tree.search('import', { glob: '*.bin' }).total).toBe(0);
    expect(tree.search('latin').matches).toEqual([{ path: 'latin.txt', line: 2, text: 'import latin' }]);
  });

  it('gives pages', () => {
    const all = tree.search('import').matches;
    expect(tree.search('import', { offset: 2, limit: 2 })).toEqual({
      matches: all.slice(1, 3),
      total: 5,
      offset: 2,
      truncated: true,
    });
    expect(tree.search('import', { offset: 4, limit: 0 })).toMatchObject({
      matches: all.slice(3),
      truncated: false,
    });
    expect(tree.search('import', { offset: 9 })).toMatchObject({ matches: [], total: 5, truncated: false });
    expect(() => tree.search('import', { offset: 0 })).toThrowError(failure('invalid_page'));
  });

  it('shortens long lines', () => {
    const long = createFileTree({ files: { x: 'y'.repeat(5000) } });
    expect(long.search('y', { maxLineChars: 10 }).matches[0]?.text).toBe(`${'y'.repeat(10)}…`);
  });

  it('understands Python group names and flags', () => {
    expect(tree.search('(?i)IMPORT (?P<name>os)').total).toBe(1);
  });

  it.each(['(', '(?=x)', '(a)\\1', '['.repeat(20), `(${'x'.repeat(20_000)})`, '((a{900}){900}){900}'])(
    'refuses %.20s in words',
    (expression) => {
      expect(() => tree.search(expression)).toThrowError(
        expect.objectContaining({
          code: 'filesystem/invalid_expression',
          message: expect.stringMatching(/^invalid regex: /),
        }),
      );
    },
  );
});
