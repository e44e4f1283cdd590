import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_INPUT_BYTES, readTextInput } from './read-text-input.js';

let cwd: string;
const io = () => ({ cwd, readStdin: async () => new TextEncoder().encode('from stdin') });

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-read-'));
  writeFileSync(join(cwd, 'a.py'), 'x = 1');
  writeFileSync(join(cwd, 'raw'), new Uint8Array([0xff, 0xfe]));
  writeFileSync(join(cwd, 'huge'), '');
  truncateSync(join(cwd, 'huge'), MAX_INPUT_BYTES + 1);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('readTextInput', () => {
  it('reads a file and standard input', async () => {
    expect(await readTextInput('a.py', io())).toBe('x = 1');
    expect(await readTextInput('-', io())).toBe('from stdin');
  });

  it.each([
    ['none.py', 'Cannot read none.py: there is no such file.'],
    ['.', 'Cannot read .: it is a folder; name a file in it.'],
    ['huge', 'Cannot read huge: it is larger than 10 MB.'],
    ['raw', 'raw is not UTF-8 text; save it as UTF-8.'],
  ])('says in one line why it cannot read %s', async (name, message) => {
    await expect(readTextInput(name, io())).rejects.toThrowError(message);
  });
});
