import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { unless } from '../../src/testing/unless.fixture.js';
import { newOrphans, processesOf, startedNow } from './processes.mjs';

const skipped = existsSync('/proc/self/stat') ? '' : 'there is no /proc';

unless(skipped).it('finds a process whose parent has ended', async () => {
  const before = startedNow();
  const { stdout } = spawnSync('sh', ['-c', 'sleep 600 >/dev/null 2>&1 & echo $!'], { encoding: 'utf8' });
  const pid = Number(stdout);
  expect(await newOrphans(before, 0)).toContain(`process ${pid} is still there: sleep 600 `);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => newOrphans(before, 0)).not.toContain(`process ${pid} is still there: sleep 600 `);
});

unless(skipped).it('finds the processes of a user', async () => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  const line = `process ${child.pid} is still there: sleep 600 `;
  expect(await processesOf(process.getuid?.(), 0)).toContain(line);
  expect(await processesOf(0x7fff_fff0, 0)).toEqual([]);
  child.kill('SIGKILL');
});
