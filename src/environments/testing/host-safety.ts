import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '../../core/internal.js';
import type { DefineCase } from './define-case.js';
import type { EnvironmentSubject, HostBait } from './subject.js';

/** That no tool reads or writes what lies on this machine. */
export function hostSafetyCases(subject: EnvironmentSubject, it: DefineCase): void {
  it('neither reads nor writes what lies on the host', async (environment, skip) => {
    const folder = await mkdtemp(join(tmpdir(), 'mettle-host-'));
    const bait: HostBait = { folder, file: join(folder, 'bait.txt'), secret: 'the-secret-of-the-host' };
    try {
      const probes = subject.hostProbes(bait);
      if (probes.length === 0) return skip('the subject has no probes of the host');
      await writeFile(bait.file, bait.secret);
      await using world = await environment.open({ seed: 1 });
      for (const { tool, arguments: values } of probes) {
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
