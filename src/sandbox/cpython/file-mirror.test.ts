import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atOnce } from '../../core/internal.js';
import { createFileTree } from '../../filesystem/index.js';
import type { PythonValue } from '../python-value.js';
import { FileMirror } from './file-mirror.js';

let top: string;
let folder: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'mettle-mirror-'));
  folder = join(top, 'work');
  mkdirSync(join(folder, 'd'), { recursive: true });
  writeFileSync(join(top, 'secret.txt'), 'secret');
  for (const name of ['d/a.txt', 'd/b.txt', 'd/c.txt']) writeFileSync(join(folder, name), 'inside');
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** Names and kinds of operations, with where links lead. */
const shown = (operations: readonly PythonValue[]) =>
  operations.map((operation) => {
    const [kind, path, target] = operation as readonly PythonValue[];
    return kind === 'l' ? `l ${String(path)} ${String(target)}` : `${String(kind)} ${String(path)}`;
  });

describe('the files of a folder on their way into a workspace', () => {
  it('keep links as links that lead to the same place by a relative path', () => {
    symlinkSync(join(folder, 'd'), join(folder, 'absolute'));
    symlinkSync('absolute/a.txt', join(folder, 'chain'));
    symlinkSync('..', join(folder, 'd/up'));
    const mirror = new FileMirror(createFileTree({ base: folder }));
    expect(shown(atOnce(mirror.delta()))).toEqual([
      'l absolute d',
      'l chain d/a.txt',
      'd d',
      'f d/a.txt',
      'f d/b.txt',
      'f d/c.txt',
      'l d/up ..',
    ]);
    expect(atOnce(mirror.delta())).toEqual([]);
  });

  it('may be removed, or have a link out of the folder put in their place, while they are read', () => {
    const mirror = new FileMirror(createFileTree({ base: folder }));
    const work = mirror.delta();
    // One step for each of the folder and its files: all are known, and none is read.
    for (let step = 0; step < 4; step++) work.next();
    unlinkSync(join(folder, 'd/b.txt'));
    unlinkSync(join(folder, 'd/c.txt'));
    symlinkSync('../../secret.txt', join(folder, 'd/c.txt'));
    let step = work.next();
    while (step.done !== true) step = work.next();
    expect(shown(step.value)).toEqual(['d d', 'f d/a.txt']);
  });
});
