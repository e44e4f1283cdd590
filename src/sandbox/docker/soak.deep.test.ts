import { spawn } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { makeLocalImage } from './local-image.fixture.js';

const RUNS = 120;

const { skipped, options, remove } = makeLocalImage('folder');
afterAll(remove);

/** What the soak says, and its exit status. */
function soak(
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly said: string; readonly status: number | null }> {
  const child = spawn(process.execPath, ['scripts/bench.mjs', 'soak'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ said, status })));
}

unless(skipped).describe('containers under kills at random', () => {
  it(`give no wrong result in ${RUNS} runs and leave nothing`, { timeout: 1_200_000 }, async () => {
    const { said, status } = await soak({
      ...process.env,
      METTLE_SOAK_ENGINES: 'docker',
      METTLE_SOAK_CONTAINER_RUNS: String(RUNS),
      METTLE_CONTAINER_PROGRAM: options.program,
      METTLE_CONTAINER_IMAGE: options.image,
      METTLE_CONTAINER_GLOBAL_FLAGS: options.globalFlags.join(' '),
      METTLE_CONTAINER_RUN_FLAGS: options.runFlags.join(' '),
    });
    expect(said).toContain('soak: docker: passed');
    expect(status).toBe(0);
  });
});
