import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Environment } from '../environment.js';
import type { EnvironmentSubject, HostBait } from './subject.fixture.js';

/** That no tool reads or writes what lies on this machine. */
export function describeHostSafety(subject: EnvironmentSubject, environment: () => Environment): void {
  const none = subject.hostProbes({ file: '/x/y', folder: '/x', secret: '' }).length === 0;

  it.skipIf(none)('neither reads nor writes what lies on the host', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mettle-host-'));
    const bait: HostBait = { folder, file: join(folder, 'bait.txt'), secret: 'the-secret-of-the-host' };
    try {
      await writeFile(bait.file, bait.secret);
      await using world = await environment().open({ seed: 1 });
      for (const { tool, arguments: values } of subject.hostProbes(bait)) {
        const { observation } = await world.call(tool, values);
        expect(JSON.stringify({ tool, values, observation })).not.toContain(bait.secret);
      }
      expect(await readdir(folder)).toEqual(['bait.txt']);
      expect(await readFile(bait.file, 'utf8')).toBe(bait.secret);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}
