import { describe, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { hintFor } from './hints.js';

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
    expect(hintFor({ ...refused, path: '/dev/shm/pym-1-x' })).toMatch(/^Under Landlock.*install bubblewrap/);
  });

  it('names the relative path of a file of the tree', () => {
    const absent = { type: 'FileNotFoundError', message: 'No such file', path: '/a.txt', files };
    expect(hintFor(absent)).toContain('open "a.txt"');
    expect(hintFor({ ...absent, path: '/b.txt' })).toBeNull();
  });
});
