import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callCommandLine } from '../command-line.fixture.js';
import { installCommand } from './install.js';

describe('mettle install', () => {
  it('installs monty and nothing else', async () => {
    const { code, stderr } = await callCommandLine(['install', 'cpython']);
    expect([code, stderr]).toEqual([2, 'mettle install: mettle can install only monty; got "cpython".\n']);
    expect((await callCommandLine(['install'])).code).toBe(2);
  });

  it('says in one line what to do where the index cannot be reached', async () => {
    const home = mkdtempSync(join(tmpdir(), 'mettle-install-'));
    try {
      const io = {
        cwd: '/',
        environment: {
          PIP_INDEX_URL: 'https://127.0.0.1:1/simple',
          XDG_CACHE_HOME: home,
          LOCALAPPDATA: home,
        },
        json: true,
        colour: false,
        signal: new AbortController().signal,
        progress: () => undefined,
        announce: () => undefined,
        say: () => undefined,
        relay: () => undefined,
        stdin: (async function* () {})(),
        confirm: async () => false,
        ask: async () => '',
        stdinIsTerminal: false,
        readStdin: async () => new Uint8Array(),
      };
      await expect(installCommand.run({ args: ['monty'], rest: [], options: {} }, io)).rejects.toMatchObject({
        code: 'sandbox/install_failed',
        message: expect.stringMatching(/^[^\n]*PIP_INDEX_URL[^\n]*METTLE_MONTY_BIN[^\n]*$/),
      });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});
