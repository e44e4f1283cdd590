import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFileTree } from './create-file-tree.js';

const failure = (code: string) => expect.objectContaining({ code: `filesystem/${code}` });

it('replaces the only occurrence, or all, and counts them', () => {
  const tree = createFileTree({ files: { f: 'aXbXcX' } });
  expect(() => tree.edit('f', 'X', '-')).toThrowError(
    expect.objectContaining({
      code: 'filesystem/text_not_unique',
      message: expect.stringContaining('not unique in "f" (3 occurrences, on lines 1, 1, 1)'),
    }),
  );
  expect(() => createFileTree({ files: { f: 'XX' } }).edit('f', 'X', '-')).toThrowError(
    failure('text_not_unique'),
  );
  expect(tree.edit('f', 'aX', 'A')).toBe(1);
  expect(tree.edit('f', 'X', '', { all: true })).toBe(2);
  expect(tree.readText('f')).toBe('Abc');
});

it('does not find itself in what it put', () => {
  const tree = createFileTree({ files: { f: 'aaaa' } });
  expect(tree.edit('f', 'aa', 'aaa', { all: true })).toBe(2);
  expect(tree.readText('f')).toBe('aaaaaa');
});

it('refuses what is not there and what is empty, and changes nothing', () => {
  const tree = createFileTree({ files: { f: 'x' } });
  expect(() => tree.edit('f', 'y', 'z')).toThrowError(failure('text_not_found'));
  expect(() => tree.edit('f', '', 'z')).toThrowError(failure('empty_search'));
  expect(() => tree.edit('none', 'y', 'z')).toThrowError(failure('not_found'));
  expect(tree.journal()).toEqual([]);
});

it('leaves every other byte of a file that is no UTF-8 alone', () => {
  const bytes = Uint8Array.of(0xff, 0xfe, 0x61, 0x00, 0x80, 0x0d, 0x0a);
  const tree = createFileTree({ files: { f: bytes } });
  tree.edit('f', 'a', 'ü');
  expect(tree.readBytes('f')).toEqual(Uint8Array.of(0xff, 0xfe, 0xc3, 0xbc, 0x00, 0x80, 0x0d, 0x0a));
});

it('refuses what would be too large, or too many replacements, before it is made', () => {
  const tree = createFileTree({ files: { f: 'a'.repeat(200_000), g: 'ab'.repeat(50_000) } });
  const huge = 'x'.repeat(2 ** 16);
  expect(() => tree.edit('f', 'a', 'b')).toThrowError(failure('text_not_unique'));
  expect(() => tree.edit('f', 'a', 'b', { all: true })).toThrowError(
    expect.objectContaining({
      code: 'filesystem/too_many_replacements',
      message: expect.stringMatching(/"f" more than \d+ times; write the whole file instead/),
    }),
  );
  expect(() => tree.edit('g', 'ab', huge, { all: true })).toThrowError(failure('too_large'));
  expect(tree.edit('g', 'ab', 'c', { all: true })).toBe(50_000);
  expect(tree.journal()).toHaveLength(1);
});

describe('line ends of the file', () => {
  const edited = (file: string, find: string, replace: string, all = false): string => {
    const tree = createFileTree({ files: { f: file } });
    tree.edit('f', find, replace, { all, lineEnds: 'file' });
    return tree.readText('f');
  };

  it('match of either kind, and are those of what is put in', () => {
    expect(edited('a\r\nb\r\nc\r\n', 'a\nb\n', 'x\ny\nz\n')).toBe('x\r\ny\r\nz\r\nc\r\n');
    expect(edited('a\nb\nc\n', 'a\r\nb\r\n', 'x\r\n')).toBe('x\nc\n');
    expect(edited('a\r\nb\r\n', 'b', 'b\nc')).toBe('a\r\nb\r\nc\r\n');
    expect(edited('a\r\nb', '\nb', '\nc')).toBe('a\r\nc');
    expect(edited('ü\r\n1\r\n2\r\nü\r\n1\r\n', 'ü\n1', 'é\n0', true)).toBe('é\r\n0\r\n2\r\né\r\n0\r\n');
  });

  it('stay as they are in a file that has both, but for what is replaced', () => {
    expect(edited('a\r\nb\r\nc\nd\n', 'a\nb', 'x\ny')).toBe('x\r\ny\r\nc\nd\n');
    expect(edited('a\r\nb\nc\n', 'b\nc', 'x\r\ny')).toBe('a\r\nx\ny\n');
    expect(edited('a\r\nb\nc', 'c', 'x\r\ny')).toBe('a\r\nb\nx\r\ny');
  });

  it('are bytes like others where nothing else is asked for', () => {
    const tree = createFileTree({ files: { f: 'a\r\nb\r\n' } });
    expect(() => tree.edit('f', 'a\nb', 'x')).toThrowError(failure('text_not_found'));
    tree.edit('f', 'b', 'b\nc');
    expect(tree.readText('f')).toBe('a\r\nb\nc\r\n');
  });

  it('are folded so that every place is where it would be without them', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '\n'), minLength: 1 }),
        fc.nat(),
        fc.nat(),
        (text, from, size) => {
          const start = from % text.length;
          const find = text.slice(start, start + 1 + (size % 5));
          const tree = createFileTree({ files: { lf: text, crlf: text.replaceAll('\n', '\r\n') } });
          const options = { all: true, lineEnds: 'file' } as const;
          expect(tree.edit('crlf', find, 'x\ny', options)).toBe(tree.edit('lf', find, 'x\ny', options));
          const lf = tree.readText('lf');
          // A text of one line without an end says nothing of line ends.
          if (text.includes('\n')) expect(tree.readText('crlf')).toBe(lf.replaceAll('\n', '\r\n'));
        },
      ),
    );
  });
});

it('shows where a text that is not there nearly is, and how it differs', () => {
  const file = 'import os\n\ndef half(x):\n\tif x:\n\t\treturn x / 2\n\treturn 0\n\nprint(half(4))  \n';
  const said = (find: string): string => {
    try {
      createFileTree({ files: { f: file } }).edit('f', find, '');
    } catch (error) {
      return (error as Error).message.replace('The text to replace was not found in "f".', '').trim();
    }
    return 'found';
  };
  expect(said('def half(x):\n    if x:\n        return x / 2\n')).toBe(
    'The nearest lines are 3–5. Line 4 begins with 1 tab, not 4 blanks. Line 5 begins with 2 tabs, not 8 blanks.',
  );
  expect(said('\tif x:\n\t\treturn x // 2\n\treturn 0')).toBe(
    'The nearest lines are 4–6. Line 5 is "\\t\\treturn x / 2", not "\\t\\treturn x // 2".',
  );
  expect(said('print(half(4))\n')).toBe('The nearest line is 8. Line 8 ends with 2 blanks, not nothing.');
  expect(said('print(half(5))')).toBe(
    'The nearest line is 8. Line 8 is "print(half(4))  ", not "print(half(5))".',
  );
  expect(said('     3\tdef half(x):\n     4\t\tif x:')).toBe(
    'Its lines begin with line numbers, which are not in the file; leave them out.',
  );
  expect(said('print(half(4))  \nprint(half(6))\n')).toBe(
    'The nearest line is 8. The file ends before "print(half(6))".',
  );
  expect(said('nothing of this kind')).toBe('');
});

it('says on which lines a text stands that is there more than once', () => {
  const tree = createFileTree({ files: { f: 'x\ny\nx x\n', g: 'x\n'.repeat(20) } });
  expect(() => tree.edit('f', 'x', 'z')).toThrowError('(3 occurrences, on lines 1, 3, 3)');
  expect(() => tree.edit('g', 'x', 'z')).toThrowError(
    '(20 occurrences, on lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …)',
  );
});
