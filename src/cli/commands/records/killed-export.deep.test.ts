import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { NOT_BUILT } from '../../../testing/run-alone.fixture.js';
import { unless } from '../../../testing/unless.fixture.js';
import { numberedRecords } from './numbered-records.fixture.js';

const command = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));

/** Code that Node loads before the command: it kills the process as it is about to save for the second time. */
const KILLS_ITSELF = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { rename } = fs.promises;
let saves = 0;
fs.promises.rename = async (from, to) => {
  if (String(to).includes('/mettle/records/') && ++saves === 2) process.kill(process.pid, 'SIGKILL');
  return rename(from, to);
};
syncBuiltinESMExports();
`;

unless(NOT_BUILT).it('an export that kill -9 ended goes on, and writes what it would have written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-killed-'));
  try {
    const lines = numberedRecords(2500);
    writeFileSync(join(folder, 'runs.jsonl'), lines.join(''));
    writeFileSync(join(folder, 'kills.mjs'), KILLS_ITSELF);
    const run = (out: string, ...more: string[]) => {
      const [preload, flags] = [
        more.filter((each) => each.endsWith('.mjs')),
        more.filter((each) => each === '--resume'),
      ];
      const args = [
        ...preload.flatMap((each) => ['--import', join(folder, each)]),
        command,
        'export',
        'runs.jsonl',
      ];
      const gate = ['--include', 'failed,not_checked,errors,unverified,refuted', '--split', 'any'];
      return spawnSync(process.execPath, [...args, '--format', 'mettle', '--out', out, ...gate, ...flags], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, XDG_STATE_HOME: join(folder, 'state') },
      });
    };
    expect(run('whole.jsonl').status).toBe(0);
    expect(run('killed.jsonl', 'kills.mjs').signal).toBe('SIGKILL');
    expect(existsSync(join(folder, 'killed.jsonl'))).toBe(false);
    const resumed = run('killed.jsonl', '--resume');
    expect([resumed.status, resumed.stderr]).toEqual([
      0,
      expect.stringMatching(/^export records {2}[1-9]\d{2,}\/2500/),
    ]);
    expect(readFileSync(join(folder, 'killed.jsonl'))).toEqual(readFileSync(join(folder, 'whole.jsonl')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
