import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { findBubblewrap } from './confinement.js';
import { SKIPPED } from './test-engine.fixture.js';

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));

/** Only a build is told from another one, so the package is tried as it is built. */
const PROBE = `
import { createCpythonEngine, createSandbox } from ${JSON.stringify(`file://${DIST}sandbox/index.js`)};
const engine = createCpythonEngine({ environment: process.env, spares: 0 });
const { available, reason } = await engine.probe();
const sandbox = await createSandbox({ engine });
const { value } = await sandbox.run('6 * 7');
await sandbox.close();
await engine.close();
console.log(JSON.stringify({ available, reason, value }));
`;

const skipped =
  SKIPPED ||
  (findBubblewrap(process.env.PATH) === null ? 'no bubblewrap' : '') ||
  (existsSync(join(DIST, 'build-id')) ? '' : 'not built');

unless(skipped).describe('the self-test of the confinement', () => {
  let home: string;
  let programs: string;
  let stamp: string;
  let broken: string;
  let starts: string;

  beforeAll(() => {
    [home, programs] = ['once', 'bin'].map((name) => mkdtempSync(join(tmpdir(), `mettle-${name}-`))) as [
      string,
      string,
    ];
    // Where this is root, bubblewrap is started as another user.
    chmodSync(programs, 0o755);
    stamp = join(home, '.cache', 'mettle', 'self-test-bubblewrap.json');
    broken = join(programs, 'broken');
    starts = join(programs, 'starts');
    writeFileSync(starts, '');
    chmodSync(starts, 0o666);
    writeFileSync(
      join(programs, 'bwrap'),
      `#!/bin/sh\necho start >> ${starts}\n[ -e ${broken} ] && exit 1\nexec ${findBubblewrap(process.env.PATH)} "$@"\n`,
      { mode: 0o755 },
    );
  });
  afterAll(() => {
    for (const folder of [home, programs]) rmSync(folder, { recursive: true, force: true });
  });

  const node = async (args: readonly string[]): Promise<string> => {
    const { XDG_CACHE_HOME: _cache, XDG_RUNTIME_DIR: _runtime, ...rest } = process.env;
    const env = { ...rest, HOME: home, PATH: `${programs}:${process.env.PATH}` };
    return (await promisify(execFile)(process.execPath, args, { env })).stdout;
  };
  const probe = async (): Promise<{ available: boolean; reason: string; value: unknown }> =>
    JSON.parse(await node(['--input-type=module', '-e', PROBE]));
  const at = (): string => (JSON.parse(readFileSync(stamp, 'utf8')) as { at: string }).at;

  it('runs once, and says so; a stamp that cannot be believed is as none; doctor always tests', async () => {
    const first = await probe();
    expect(first).toMatchObject({ available: true, value: 42 });
    expect(first.reason).toContain(
      `its self-test passed just now, and counts until the next start of the machine (${stamp})`,
    );
    const tested = at();
    writeFileSync(starts, '');
    const second = await probe();
    expect(readFileSync(starts, 'utf8')).toBe('start\n');
    expect(second).toMatchObject({ available: true, value: 42 });
    expect(second.reason).toContain(`bubblewrap; its self-test passed at ${tested}`);
    expect(at()).toBe(tested);

    chmodSync(stamp, 0o644);
    expect((await probe()).reason).toContain('just now');
    expect(statSync(stamp).mode & 0o777).toBe(0o600);
    const again = at();
    expect(again > tested).toBe(true);

    const doctor = JSON.parse(await node([join(DIST, 'cli', 'main.js'), 'doctor', '--json'])) as {
      engines: { name: string; why: string }[];
    };
    expect(doctor.engines.find(({ name }) => name === 'cpython')?.why).toContain('just now');
    expect(at() > again).toBe(true);
  });

  it('runs again where a process no longer starts, and its stamp goes', async () => {
    await probe();
    writeFileSync(broken, '');
    const { available, reason } = await probe();
    expect([available, reason]).toEqual([
      true,
      expect.stringContaining('confined by landlock (bubblewrap: '),
    ]);
    expect(existsSync(stamp)).toBe(false);
    rmSync(broken);
    expect((await probe()).reason).toContain('confined by bubblewrap; its self-test passed just now');
  });
});
