import { describe, expect, it } from 'vitest';
import { createFileTree, type FileTree } from '../../filesystem/index.js';
import { deleteFileTool } from './delete-file.js';
import { editFileTool } from './edit-file.js';
import { listFilesTool } from './list-files.js';
import { moveFileTool } from './move-file.js';
import { readFileTool } from './read-file.js';
import { searchFilesTool } from './search-files.js';
import { writeFileTool } from './write-file.js';

const tree = (): FileTree =>
  createFileTree({
    files: {
      'a.txt': 'l1\nl2\nl3\nl4',
      'src/b.py': 'x = 1\ny = x\n',
      'raw.bin': new Uint8Array([0xff, 0x61]),
      'null.bin': new Uint8Array([0, 0x61, 1]),
    },
  });

describe('list_files', () => {
  it('lists files only, sorted, by page', async () => {
    const { call } = listFilesTool(tree());
    expect(await call({})).toEqual({
      files: ['a.txt', 'null.bin', 'raw.bin', 'src/b.py'],
      total: 4,
      offset: 1,
      truncated: false,
    });
    expect(await call({ pattern: '**/*.py' })).toMatchObject({ files: ['src/b.py'], total: 1 });
    expect(await call({ offset: 2, limit: 1 })).toEqual({
      files: ['null.bin'],
      total: 4,
      offset: 2,
      truncated: true,
      next_offset: 3,
    });
  });

  it('says of a pattern that matches nothing what there is, and what would match', async () => {
    const { call } = listFilesTool(tree());
    expect(await call({ pattern: 'nothing*' })).toEqual({
      files: [],
      total: 0,
      offset: 1,
      truncated: false,
      note: 'No file matches "nothing*". There are 4 files, such as a.txt, null.bin, raw.bin.',
    });
    expect(await call({ pattern: '*.py' })).toMatchObject({
      note: expect.stringContaining('No file matches "*.py"; "**/*.py" matches 1.'),
    });
  });

  it('lists what fits, and says how many files each folder holds', async () => {
    const many = Array.from(
      { length: 3000 },
      (_, index) => [`src/part${index % 3}/file-${index}.ts`, ''] as const,
    );
    const { call } = listFilesTool(createFileTree({ files: { ...Object.fromEntries(many), 'a.txt': '' } }));
    const first = (await call({})) as { files: string[]; next_offset: number };
    expect(JSON.stringify(first).length).toBeLessThan(25_000);
    expect(first).toMatchObject({
      total: 3001,
      truncated: true,
      next_offset: first.files.length + 1,
      folders: { './': 1, 'src/part0/': 1000, 'src/part1/': 1000, 'src/part2/': 1000 },
    });
    const all = [...first.files];
    for (let next: number | undefined = first.next_offset; next !== undefined; ) {
      const page = (await call({ offset: next })) as { files: string[]; next_offset?: number };
      all.push(...page.files);
      next = page.next_offset;
    }
    expect([all.length, new Set(all).size]).toEqual([3001, 3001]);
  });
});

describe('read_file', () => {
  it('reads whole or by lines, which keep their endings', async () => {
    const { call } = readFileTool(tree());
    expect(await call({ path: 'a.txt' })).toEqual({
      content: 'l1\nl2\nl3\nl4',
      start_line: 1,
      end_line: 4,
      total_lines: 4,
      truncated: false,
    });
    expect(await call({ path: '/a.txt', offset: 2, limit: 2 })).toEqual({
      content: 'l2\nl3\n',
      start_line: 2,
      end_line: 3,
      total_lines: 4,
      truncated: true,
      next_offset: 4,
    });
    expect(await call({ path: 'a.txt', offset: 9 })).toMatchObject({
      content: '',
      start_line: 9,
      end_line: 8,
      truncated: false,
    });
  });

  it('gives a large file by pages that join to the whole, however long its lines are', async () => {
    const texts = {
      lines: Array.from({ length: 5000 }, (_, index) => `line ${index}\r\n`).join(''),
      one: '😀'.repeat(30_000),
      mixed: `short\n${'x'.repeat(70_000)}\nlast`,
    };
    const { call } = readFileTool(createFileTree({ files: texts }));
    for (const [path, text] of Object.entries(texts)) {
      let [whole, calls] = ['', 0];
      let at: { offset?: number; character?: number } | null = {};
      while (at !== null) {
        const page = (await call({ path, ...at })) as {
          content: string;
          next_offset?: number;
          next_character?: number;
        };
        expect(page.content.length).toBeLessThanOrEqual(20_000);
        whole += page.content;
        at =
          page.next_offset === undefined
            ? null
            : { offset: page.next_offset, character: page.next_character ?? 1 };
        expect(++calls).toBeLessThan(10);
      }
      expect(whole).toBe(text);
    }
  });

  it('says what it cannot find, and what is not text', async () => {
    const { call } = readFileTool(tree());
    expect(await call({ path: 'none.txt' })).toEqual({ error: 'file not found: none.txt' });
    expect(await call({ path: 'src' })).toEqual({ error: expect.stringContaining('directory') });
    expect(await call({ path: 'raw.bin' })).toEqual({ error: 'not a text file: raw.bin' });
    expect(await call({ path: 'null.bin' })).toEqual({ error: 'not a text file: null.bin' });
  });
});

describe('write_file', () => {
  it('writes the file and the folders above it', async () => {
    const files = tree();
    expect(await writeFileTool(files).call({ path: 'new/dir/c.txt', content: 'héé' })).toEqual({
      written: 'new/dir/c.txt',
      bytes: 5,
    });
    expect(files.readText('new/dir/c.txt')).toBe('héé');
    expect(await writeFileTool(files).call({ path: 'a.txt/x', content: '' })).toHaveProperty('error');
  });

  it('keeps the line ends of a file that has one kind of them', async () => {
    const files = createFileTree({ files: { crlf: 'a\r\nb\r\n', both: 'a\r\nb\n' } });
    const { call } = writeFileTool(files);
    expect(await call({ path: 'crlf', content: 'x\ny\r\n' })).toEqual({ written: 'crlf', bytes: 6 });
    await call({ path: 'both', content: 'x\ny\r\n' });
    expect([files.readText('crlf'), files.readText('both')]).toEqual(['x\r\ny\r\n', 'x\ny\r\n']);
  });
});

describe('edit_file', () => {
  it('replaces a unique piece and leaves other bytes alone', async () => {
    const files = tree();
    const { call } = editFileTool(files);
    expect(await call({ path: 'a.txt', old: 'l2', new: 'two' })).toEqual({ path: 'a.txt', replacements: 1 });
    expect(files.readText('a.txt')).toBe('l1\ntwo\nl3\nl4');
    expect(await call({ path: 'raw.bin', old: 'a', new: 'b' })).toEqual({ path: 'raw.bin', replacements: 1 });
    expect([...files.readBytes('raw.bin')]).toEqual([0xff, 0x62]);
    expect(await call({ path: 'null.bin', old: 'a', new: 'b' })).toEqual({
      error: 'not a text file: null.bin',
    });
  });

  it('refuses what is ambiguous, absent or empty, and changes nothing then', async () => {
    const files = tree();
    const { call } = editFileTool(files);
    expect(await call({ path: 'a.txt', old: 'l', new: 'x' })).toEqual({
      error: expect.stringContaining('not unique'),
    });
    expect(await call({ path: 'a.txt', old: 'zzz', new: 'x' })).toEqual({
      error: expect.stringContaining('not found'),
    });
    expect(await call({ path: 'a.txt', old: '', new: 'x' })).toEqual({
      error: expect.stringContaining('empty'),
    });
    expect(await call({ path: 'none', old: 'a', new: 'x' })).toEqual({ error: 'file not found: none' });
    expect(files.changes()).toEqual({ written: [], deleted: [] });
    expect(await call({ path: 'a.txt', old: 'l', new: 'x', replace_all: true })).toEqual({
      path: 'a.txt',
      replacements: 4,
    });
  });
});

describe('search_files', () => {
  it('finds lines by expression and glob', async () => {
    const { call } = searchFilesTool(tree());
    expect(await call({ pattern: 'x', glob: '**/*.py' })).toEqual({
      matches: [
        { path: 'src/b.py', line: 1, text: 'x = 1' },
        { path: 'src/b.py', line: 2, text: 'y = x' },
      ],
      total: 2,
      offset: 1,
      truncated: false,
    });
    expect(await call({ pattern: 'l\\d', limit: 1, offset: 2 })).toMatchObject({
      matches: [{ path: 'a.txt', line: 2, text: 'l2' }],
      total: 4,
      truncated: true,
    });
    expect(await call({ pattern: 'l2' })).toMatchObject({
      total: 1,
      note: 'Files left out: 1 that are no text.',
    });
    expect(await call({ pattern: 'x', glob: '*.py' })).toMatchObject({
      total: 0,
      note: expect.stringContaining('No file matches "*.py"'),
    });
    expect(await call({ pattern: '(' })).toEqual({ error: expect.stringContaining('invalid regex') });
  });
});

describe('move_file and delete_file', () => {
  it('move and delete files and folders, and lose nothing that was there', async () => {
    const files = tree();
    const [move, remove] = [moveFileTool(files), deleteFileTool(files)];
    expect(await move.call({ path: 'src/b.py', to: 'lib/new/b.py' })).toEqual({
      moved: 'src/b.py',
      to: 'lib/new/b.py',
    });
    expect(await move.call({ path: 'a.txt', to: 'raw.bin' })).toEqual({
      error: 'there is something at raw.bin already',
    });
    expect(await move.call({ path: 'none', to: 'x' })).toEqual({ error: 'file not found: none' });
    expect(await remove.call({ path: 'a.txt' })).toEqual({ deleted: 'a.txt' });
    expect(await remove.call({ path: 'a.txt' })).toEqual({ error: 'file not found: a.txt' });
    expect(await remove.call({ path: 'lib' })).toEqual({ error: expect.stringContaining('not empty') });
    expect(await remove.call({ path: 'src' })).toEqual({ deleted: 'src' });
    expect(files.files()).toEqual(['lib/new/b.py', 'null.bin', 'raw.bin']);
  });
});

describe('arguments', () => {
  it('are checked before a tool runs', async () => {
    const { call } = readFileTool(tree());
    expect(await call({})).toEqual({ error: 'read_file needs the argument path (string)' });
    expect(await call({ path: 1 })).toEqual({ error: 'read_file: the argument path must be of type string' });
    expect(await call({ path: 'a.txt', line: 1 })).toEqual({
      error: 'read_file has no argument line; it takes path, offset, limit, character',
    });
    expect(await call({ path: 'a.txt', offset: 1.5 })).toEqual({ error: expect.stringContaining('integer') });
  });

  it('are described as JSON Schema', () => {
    expect(readFileTool(tree()).parameters).toMatchObject({
      type: 'object',
      required: ['path'],
      additionalProperties: false,
      properties: { path: { type: 'string' }, offset: { type: 'integer', default: 1 } },
    });
  });
});
