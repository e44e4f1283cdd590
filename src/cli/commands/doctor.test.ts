import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedEngine } from '../../sandbox/index.js';
import type { CommandIo } from '../command.js';
import { doctorCommand } from './doctor.js';

const io: CommandIo = {
  cwd: '/',
  environment: { PATH: '' },
  json: true,
  colour: false,
  signal: new AbortController().signal,
  progress: () => undefined,
  say: () => undefined,
  readStdin: async () => new Uint8Array(),
};

describe('mettle doctor', () => {
  it('reports each engine as it was probed on this machine', async () => {
    const { document, exitCode, text } = await doctorCommand.run({ args: [], options: {} }, io);
    const monty = await sharedEngine('monty').probe();
    const cpython = await sharedEngine('cpython').probe();
    expect(document).toMatchObject({
      engines: [
        { name: 'monty', available: monty.available, why: monty.reason, isolation: monty.isolation },
        { name: 'cpython', available: cpython.available, why: cpython.reason, isolation: cpython.isolation },
        { name: 'docker', available: (await sharedEngine('docker').probe()).available },
      ],
      models: [],
    });
    expect(exitCode).toBe(monty.available || cpython.available ? 0 : 3);
    expect(text).toContain(monty.reason);
  });

  it('says what an absent part would unlock and how to get it', async () => {
    const { document } = await doctorCommand.run({ args: [], options: {} }, io);
    expect(document).toMatchObject({
      optional: expect.arrayContaining([
        expect.objectContaining({
          name: 'bwrap',
          available: false,
          install: expect.stringContaining('bubblewrap'),
        }),
      ]),
    });
  });

  it('does not tick a part whose engine cannot run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mettle-doctor-'));
    try {
      for (const program of ['docker', 'bwrap']) {
        writeFileSync(join(folder, program), '#!/bin/sh\nexit 1\n');
        chmodSync(join(folder, program), 0o755);
      }
      const environment = { PATH: folder };
      const { document, text } = await doctorCommand.run({ args: [], options: {} }, { ...io, environment });
      for (const [name, engine] of [
        ['docker', 'docker'],
        ['bwrap', 'cpython'],
      ] as const) {
        const runs = (await sharedEngine(engine).probe()).available;
        expect(document).toMatchObject({
          optional: expect.arrayContaining([
            expect.objectContaining({ name, available: true, unlocked: runs }),
          ]),
        });
        expect(text).toContain(
          runs ? `✓ ${name}: unlocks` : `✗ ${name}: is here, but the ${engine} engine cannot run`,
        );
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
