import { expect } from 'vitest';
import { needs } from '../../testing/needs.fixture.js';
import { createSandbox } from '../create-sandbox.js';

const { it } = await needs('python3');

it('counts the time of code whose own processes wake at once to wait for each other', async () => {
  const limits = { timeoutSeconds: 1, deadlineSeconds: 4, maxProcesses: 64 };
  const sandbox = await createSandbox({ engine: 'cpython', limits });
  const { error } = await sandbox.run(`
import os, time
def wake():
    while True:
        time.sleep(0.02 - time.monotonic() % 0.02)
        end = time.perf_counter() + 0.00002
        while time.perf_counter() < end: pass
for _ in range(60):
    if os.fork() == 0: wake()
wake()
`);
  await sandbox.close();
  expect(error).toMatchObject({ kind: 'timeout', message: expect.stringContaining('limit of 1 s') });
});
