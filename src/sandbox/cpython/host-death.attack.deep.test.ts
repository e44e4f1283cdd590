import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { foldersOf, mounts, parentsOfAll, processesBelow } from './host-processes.fixture.js';
import { MECHANISMS, SKIPPED } from './test-engine.fixture.js';

const built = fileURLToPath(new URL('../../../dist/sandbox/index.js', import.meta.url));
const skipped = SKIPPED || (existsSync(built) ? '' : 'the package is not built');

const CODE = `import os
if os.fork() == 0:
    os.setsid()
    os.fork()
print("running")
while True: pass`;

/** Two processes that wait, one of them in a session of its own, and one that doesn't wait. */
const LINE = `echo kept > "$HOME/file"; sleep 300 &
python3 -c 'import os, time; os.fork(); os.setsid(); time.sleep(300)' &
echo running; while :; do :; done`;

const CALLS = {
  run: `sandbox.run(${JSON.stringify(CODE)}, options)`,
  shell: `sandbox.shell(${JSON.stringify(LINE)}, options)`,
  'shell after a run': `sandbox.run('x = 1').then(() => sandbox.shell(${JSON.stringify(LINE)}, options))`,
};

/** A host that runs what never ends and starts a daemon, and says so. */
function startHost(mechanism: string, call: keyof typeof CALLS): ChildProcess {
  const script = `
    const { createCpythonEngine, createSandbox } = await import(${JSON.stringify(built)});
    const engine = createCpythonEngine({ environment: process.env, mechanism: ${JSON.stringify(mechanism)} });
    const sandbox = await createSandbox({ engine, limits: { timeoutSeconds: 300, deadlineSeconds: 300 } });
    const options = { onOutput: () => process.stdout.write('running') };
    await ${CALLS[call]};`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const cases = MECHANISMS.flatMap((mechanism) =>
  (Object.keys(CALLS) as (keyof typeof CALLS)[]).map((call) => ({ mechanism, call })),
);

unless(skipped).describe.each(cases)('a host that is killed during a $call, with $mechanism', (one) => {
  it('leaves no process, no mount and no folder behind', async () => {
    const mounted = mounts();
    const host = startHost(one.mechanism, one.call);
    const pid = host.pid ?? 0;
    await new Promise((resolve) => host.stdout?.once('data', resolve));
    const started = processesBelow(pid);
    expect(foldersOf(pid).length > 0).toBe(one.mechanism === 'landlock');
    expect(started.length).toBeGreaterThan(3);
    host.kill('SIGKILL');
    await expect
      .poll(() => started.filter((each) => parentsOfAll().has(each)), { timeout: 20_000, interval: 50 })
      .toEqual([]);
    expect(foldersOf(pid)).toEqual([]);
    expect(mounts()).toEqual(mounted);
  });
});
