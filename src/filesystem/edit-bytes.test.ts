import { expect, it } from 'vitest';
import { createFileTree } from './create-file-tree.js';

const failure = (code: string) => expect.objectContaining({ code: `filesystem/${code}` });

it('replaces the only occurrence, or all, and counts them', () => {
  const tree = createFileTree({ files: { f: 'aXbXcX' } });
  expect(() => tree.edit('f', 'X', '-')).toThrowError(
    expect.objectContaining({
      code: 'filesystem/text_not_unique',
      message: expect.stringContaining('not unique in "f" (3 occurrences)'),
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
