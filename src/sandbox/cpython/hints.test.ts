import { describe, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { diedOfMemory, hintFor, limitSign } from './hints.js';

const files = createFileTree({ files: { 'a.txt': '' } });

describe('hintFor', () => {
  it('says of a refused path that it can be neither read nor written', () => {
    const refused = {
      type: 'PermissionError',
      message: "[Errno 13] Permission denied: '/'",
      path: '/',
      files,
    };
    expect(hintFor(refused)).toMatch(/^Only the working folder can be read and written/);
  });

  it('says where shared memory is missing', () => {
    const refused = { type: 'PermissionError', message: '[Errno 13] Permission denied', path: null, files };
    expect(hintFor(refused)).toContain('multiprocessing');
    for (const path of ['/dev/shm/pym-1-x', '/psm_16cad8cc'])
      expect(hintFor({ ...refused, path })).toMatch(/^Under Landlock.*install bubblewrap/);
  });

  it('says who can set limits, and that users have no names', () => {
    const failed = { path: null, files };
    const message = 'not allowed to raise maximum limit';
    expect(hintFor({ ...failed, type: 'ValueError', message })).toMatch(/pass limits/);
    const unknown = "'getpwuid(): uid not found: 65534'";
    expect(hintFor({ ...failed, type: 'KeyError', message: unknown })).toMatch(/no list of users/);
    expect(hintFor({ ...failed, type: 'KeyError', message: "'getpwuid'" })).toBeNull();
  });

  it.each([
    ['PermissionError', "[Errno 13] Permission denied: '/tmp/a'", '/tmp/a'],
    ['error', "[Errno 13] Permission denied: '/tmp/a.db'", null],
    ['PermissionError', "[Errno 13] Permission denied: './a' -> '/tmp/a'", './a'],
  ])('says where files can be, for %s: %s', (type, message, path) => {
    expect(hintFor({ type, message, path, files })).toMatch(/relative paths, and tempfile/);
  });

  it('says what managers of multiprocessing lack', () => {
    const ended = { type: 'EOFError', message: '', path: null, files };
    expect(hintFor(ended)).toMatch(/Managers of multiprocessing.*sockets/);
    expect(hintFor({ ...ended, message: 'EOF when reading a line' })).toMatch(/keyboard/);
  });

  it('names the relative path of a file of the tree', () => {
    const absent = { type: 'FileNotFoundError', message: 'No such file', path: '/a.txt', files };
    expect(hintFor(absent)).toContain('open "a.txt"');
    expect(hintFor({ ...absent, path: '/b.txt' })).toBeNull();
  });

  it.each([
    ['ImportError', 'libx.so: failed to map segment from shared object', 'memory'],
    ['OSError', '[Errno 12] Cannot allocate memory', 'memory'],
    ['RuntimeError', 'std::bad_alloc', 'memory'],
    ['RuntimeError', "can't start new thread", 'limit'],
    ['ValueError', 'std::bad_alloc', null],
    ['ImportError', 'no such file', null],
  ] as const)('takes %s: %s as a sign of a limit: %s', (type, message, kind) => {
    expect(limitSign({ type, message })).toBe(kind);
    const hint = hintFor({ type, message, path: null, files });
    if (kind === null) expect(hint).toBeNull();
    else expect(hint).toContain('memoryMegabytes');
  });

  it('knows what libraries write before they end a process without memory', () => {
    for (const last of [
      'OpenBLAS error: Memory allocation still failed after 10 retries, giving up.',
      'OpenBLAS blas_thread_init: pthread_create failed for thread 1 of 4: Resource temporarily unavailable',
      "terminate called after throwing an instance of 'std::bad_alloc'",
    ])
      expect(diedOfMemory(`progress\n${last}\n`)).toBe(true);
    expect(diedOfMemory('Segmentation fault')).toBe(false);
  });
});
