import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newOrphans, processesOf, startedNow } from './processes.mjs';

const skipped = existsSync('/proc/self/stat') ? '' : ' (skipped: there is no /proc)';

it.skipIf(skipped !== '')(`finds a process whose parent has ended${skipped}`, async () => {
  const before = startedNow();
  const { stdout } = spawnSync('sh', ['-c', 'sleep 600 >/dev/null 2>&1 & echo $!'], { encoding: 'utf8' });
  const pid = Number(stdout);
  expect(await newOrphans(before, 0)).toContain(`process ${pid} is still there: sleep 600 `);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => newOrphans(before, 0)).not.toContain(`process ${pid} is still there: sleep 600 `);
});

it.skipIf(skipped !== '')(`finds the processes of a user${skipped}`, async () => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  const line = `process ${child.pid} is still there: sleep 600 `;
  expect(await processesOf(process.getuid?.(), 0)).toContain(line);
  expect(await processesOf(0x7fff_fff0, 0)).toEqual([]);
  child.kill('SIGKILL');
});
