import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unless } from '../testing/unless.fixture.js';
import { createFileTree } from './create-file-tree.js';
import { HostFolder } from './host-folder.js';
import { createIgnoreRules } from './ignore-rules.js';

const failure = (...codes: string[]) =>
  expect.objectContaining({ code: expect.stringMatching(new RegExp(`^filesystem/(${codes.join('|')})$`)) });

let top: string;
let base: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'mettle-attack-'));
  base = join(top, 'base');
  mkdirSync(join(base, 'inside'), { recursive: true });
  mkdirSync(join(top, 'outside'));
  writeFileSync(join(top, 'secret'), 'secret');
  writeFileSync(join(top, 'outside/secret'), 'secret');
  writeFileSync(join(base, 'inside/file'), 'fine');
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

describe('paths that climb', () => {
  it.each([
    '../secret',
    '/../../../secret',
    'inside/../../secret',
    './../secret',
    '..//secret',
    'inside/./.././../secret',
    '..\\secret',
    '%2e%2e/secret',
    '\u2024\u2024/secret',
    '..\u2215secret',
  ])('%s reads nothing outside', (path) => {
    const tree = createFileTree({ base });
    expect(() => tree.readBytes(path)).toThrowError(failure('not_found'));
    expect(tree.exists(path)).toBe(false);
    expect(tree.glob(path)).toEqual([]);
    expect(tree.glob('*', { root: path })).toEqual([]);
  });

  it.each(['a\0b', '\0', '/etc/passwd\0.txt', 'x/\0/y'])('%j is refused by every operation', (path) => {
    const tree = createFileTree({ base });
    const invalid = failure('invalid_path');
    expect(() => tree.readBytes(path)).toThrowError(invalid);
    expect(() => tree.writeText(path, '')).toThrowError(invalid);
    expect(() => tree.exists(path)).toThrowError(invalid);
    expect(() => tree.rename('inside/file', path)).toThrowError(invalid);
    expect(() => tree.makeDirectory(path)).toThrowError(invalid);
    expect(() => createFileTree({ files: { [path]: '' } })).toThrowError(invalid);
  });

  it('too long, too deep and no text are refused', () => {
    const tree = createFileTree({ base });
    expect(() => tree.writeText('x'.repeat(256), '')).toThrowError(failure('name_too_long'));
    expect(() => tree.writeText('ü'.repeat(200), '')).toThrowError(failure('name_too_long'));
    expect(() => tree.writeText('a/'.repeat(300), '')).toThrowError(failure('name_too_long'));
    expect(() => tree.writeText('a/'.repeat(1e6), '')).toThrowError(failure('name_too_long'));
    expect(() => tree.writeText('\ud800', '')).toThrowError(failure('invalid_path'));
    expect(() => tree.writeText(7 as never, '')).toThrowError(failure('invalid_path'));
    expect(tree.list('')).toEqual(['inside']);
  });
});

unless(process.platform === 'win32' ? 'Windows needs a privilege for links' : null).describe('links', () => {
  it.each([
    ['an absolute one', () => join(top, 'secret')],
    ['one that climbs', () => '../secret'],
    ['one that climbs and comes back', () => '../base/inside/file'],
    ['one through a directory outside', () => '../outside/secret'],
    ['one to the file system', () => '/etc/passwd'],
    ['one that hides the climb', () => 'inside/../../secret'],
  ])('%s does not lead outside', (_name, target) => {
    symlinkSync(target(), join(base, 'link'));
    const tree = createFileTree({ base });
    expect(() => tree.readBytes('link')).toThrowError(failure('not_found'));
    expect(tree.list('')).toEqual(['inside']);
    expect(tree.glob('**')).toEqual(['/inside', '/inside/file']);
  });

  it('to a directory outside gives none of its files', async () => {
    symlinkSync(join(top, 'outside'), join(base, 'inside/out'));
    symlinkSync('inside/out', join(base, 'chain'));
    const tree = createFileTree({ base });
    for (const path of ['inside/out/secret', 'chain/secret', 'inside/out', 'chain']) {
      expect(() => tree.stat(path)).toThrowError(failure('not_found'));
    }
    expect((await tree.search('secret')).total).toBe(0);
    expect(JSON.stringify(tree.snapshot())).not.toContain(Buffer.from('secret').toString('base64'));
  });

  it('in a circle are an error of their own path alone', async () => {
    symlinkSync('self', join(base, 'self'));
    symlinkSync('b', join(base, 'a'));
    symlinkSync('a', join(base, 'b'));
    symlinkSync('deep/../c', join(base, 'c'));
    const tree = createFileTree({ base });
    for (const path of ['self', 'a', 'b/x', 'c']) {
      expect(() => tree.readBytes(path)).toThrowError(failure('symlink_loop'));
      expect(tree.exists(path)).toBe(false);
    }
    expect(tree.list('')).toEqual(['inside']);
    expect(tree.glob('**/*')).toEqual(['/inside', '/inside/file']);
    expect((await tree.search('fine')).total).toBe(1);
    expect(tree.snapshot().base?.map(({ path }) => path)).toEqual(['inside', 'inside/file']);
  });

  it('to a directory above do not make walks endless', () => {
    symlinkSync('..', join(base, 'inside/up'));
    for (let index = 0; index < 20; index++) {
      mkdirSync(join(base, `d${index}`));
      symlinkSync(`../d${index + 1}`, join(base, `d${index}/x`));
      symlinkSync(`../d${index + 1}`, join(base, `d${index}/y`));
    }
    const tree = createFileTree({ base });
    expect(tree.files()).toEqual(['inside/file']);
    expect(tree.readText('inside/up/inside/up/inside/file')).toBe('fine');
    tree.rename('inside', 'moved');
    expect(tree.files()).toEqual(['moved/file']);
  });

  it('to what is kept back are kept back too', () => {
    writeFileSync(join(base, '.env'), 'secret');
    symlinkSync('.env', join(base, 'readme.txt'));
    mkdirSync(join(base, '.git'));
    writeFileSync(join(base, '.git/config'), 'secret');
    symlinkSync('.git', join(base, 'folder'));
    const tree = createFileTree({ base });
    for (const path of ['readme.txt', '.env', '.ENV', 'folder/config', '.git/config', 'folder']) {
      expect(() => tree.readBytes(path)).toThrowError(failure('not_found'));
    }
    expect(tree.list('')).toEqual(['inside']);
  });

  it('put in the place of a directory meanwhile are not followed', () => {
    const host = new HostFolder(base, { ignores: createIgnoreRules(), maxBytesPerFile: 1000 });
    writeFileSync(join(top, 'outside/file'), 'secret');
    renameSync(join(base, 'inside'), join(base, 'was'));
    symlinkSync(join(top, 'outside'), join(base, 'inside'));
    expect(() => host.read(['inside', 'file'])).toThrowError(failure('not_found'));
    expect(host.entries(['inside'])).toEqual([]);
    expect(() => host.read(['..', 'secret'])).toThrowError(failure('not_found'));
    expect(host.entries(['..'])).toEqual([]);
    expect(host.entries(['was', '..', '..', 'outside'])).toEqual([]);
    expect(host.entry(['inside', '..', '..', 'secret'])).toBe(undefined);
    expect(host.entry(['inside/../../secret'])).toBe(undefined);
  });

  it('as the base itself are followed once, at the start', () => {
    symlinkSync(base, join(top, 'alias'));
    const tree = createFileTree({ base: join(top, 'alias') });
    rmSync(join(top, 'alias'));
    symlinkSync(join(top, 'outside'), join(top, 'alias'));
    expect(tree.list('')).toEqual(['inside']);
  });

  it('and pipes, devices and sockets are never opened', () => {
    const made = spawnSync('mkfifo', [join(base, 'pipe')]);
    symlinkSync('/dev/zero', join(base, 'zero'));
    const tree = createFileTree({ base });
    if (made.status === 0) expect(() => tree.readBytes('pipe')).toThrowError(failure('not_found'));
    expect(() => tree.readBytes('zero')).toThrowError(failure('not_found'));
    expect(tree.list('')).toEqual(['inside']);
  });
});

describe('hostile content and names', () => {
  it('names from the depths of JavaScript are names like any other', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__/x'];
    const tree = createFileTree();
    for (const name of names.filter((name) => name !== '__proto__')) tree.writeText(name, name);
    expect(tree.files()).toEqual(['__proto__/x', 'constructor', 'hasOwnProperty', 'toString']);
    expect(tree.fork().diff().written).toEqual([]);
    expect(createFileTree().exists('constructor')).toBe(false);
  });

  it('what is handed out cannot be used to change the tree', () => {
    const tree = createFileTree({ files: { a: 'x' } });
    tree.writeText('b', 'y');
    (tree.journal() as unknown[]).length = 0;
    Object.assign(tree.journal()[0] ?? {}, { path: 'z' });
    (tree.list('') as string[]).push('c');
    expect(tree.journal()).toEqual([{ operation: 'write', path: 'b', kind: 'create', size: 1 }]);
    expect(tree.list('')).toEqual(['a', 'b']);
  });

  it('patterns that make others run for years take no time', async () => {
    const tree = createFileTree({ files: { ['a'.repeat(200)]: `${'a'.repeat(50_000)}b` } });
    expect((await tree.search('^(a+)+$')).total).toBe(0);
    expect((await tree.search('(a|a)*c')).total).toBe(0);
    expect(tree.glob(`${'*a'.repeat(100)}*b`)).toEqual([]);
    expect(tree.glob(`${'**/'.repeat(200)}b`)).toEqual([]);
    expect(tree.glob(`${'[a'.repeat(1000)}`)).toEqual([]);
    expect(() => tree.glob('*'.repeat(5000))).toThrowError(failure('invalid_pattern'));
  });

  it('writing without end is stopped', () => {
    const tree = createFileTree({
      limits: { maxEntries: 100, maxWrittenBytes: 1000, maxBytesPerFile: 500, maxJournalEntries: 150 },
    });
    const fill = (path: (index: number) => string) => () => {
      for (let index = 0; ; index++) tree.writeText(path(index), 'x'.repeat(index % 3));
    };
    expect(fill((index) => `f${index}`)).toThrowError(failure('no_space'));
    expect(fill(() => 'f0')).toThrowError(failure('no_space'));
    expect(tree.journal()).toHaveLength(150);
    expect(() => tree.fork().appendBytes('f0', new Uint8Array(501))).toThrowError(failure('too_large'));
  });

  it('a host folder that is moved into the tree is read only as far as the limit goes', () => {
    for (let index = 0; index < 20; index++) writeFileSync(join(base, `inside/${index}`), 'x'.repeat(100));
    const tree = createFileTree({ base, limits: { maxWrittenBytes: 1000 } });
    expect(() => tree.rename('inside', 'moved')).toThrowError(failure('no_space'));
    expect(tree.list('')).toEqual(['inside']);
    expect(tree.list('inside')).toHaveLength(21);
  });
});

unless(process.platform === 'linux' ? null : 'there is no /proc').describe(
  'a file that lies about its size',
  () => {
    it('is read no further than the limit', () => {
      const read = (maxBytesPerFile: number): Uint8Array =>
        createFileTree({ base: '/proc/self', limits: { maxBytesPerFile } }).readBytes('status');
      expect(read(2 ** 20).byteLength).toBeGreaterThan(100);
      expect(() => read(100)).toThrowError(failure('too_large'));
    });
  },
);
