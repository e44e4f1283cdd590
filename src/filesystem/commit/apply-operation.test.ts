import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkBefore, undoOperation } from './apply-operation.js';
import { makeFolder, removeFolder } from './host-folder.fixture.js';
import type { CommitOperation } from './operations.js';

let folder: string;
beforeEach(() => {
  folder = makeFolder({});
});
afterEach(() => removeFolder(folder));

const making: CommitOperation = {
  kind: 'mkdir',
  path: 'new',
  slot: 0,
  before: null,
  after: { kind: 'directory', mode: 0o755 },
};
const place = () => ({ root: folder, folder: {} as never });

it('undoes a directory that was made and has not got its mode yet, and none that was not made', () => {
  expect(undoOperation(place(), making)).toBe(true);
  mkdirSync(join(folder, 'new'));
  chmodSync(join(folder, 'new'), 0o700);
  expect(() => checkBefore(place(), making)).toThrowError(
    expect.objectContaining({ code: 'filesystem/host_changed' }),
  );
  expect(undoOperation(place(), making)).toBe(true);
  expect(existsSync(join(folder, 'new'))).toBe(false);
  expect(() => checkBefore(place(), making)).not.toThrow();
});
