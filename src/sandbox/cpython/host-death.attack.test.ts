import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED } from './test-engine.fixture.js';

const built = fileURLToPath(new URL('../../../dist/sandbox/index.js', import.meta.url));
const skipped = SKIPPED || (existsSync(built) ? '' : 'the package is not built');

/** A host that runs endless code which has started a daemon, and says so. */
function startHost(mechanism: string): ChildProcess {
  const code = `import os
if os.fork() == 0:
    os.setsid()
    os.fork()
print("running")
while True: pass`;
  const script = `
    const { createCpythonEngine, createSandbox } = await import(${JSON.stringify(built)});
    const engine = createCpythonEngine({ environment: process.env, mechanism: ${JSON.stringify(mechanism)} });
    const sandbox = await createSandbox({ engine, limits: { timeoutSeconds: 300, deadlineSeconds: 300 } });
    await sandbox.run(${JSON.stringify(code)}, { onOutput: () => process.stdout.write('running') });`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Process ids and parents of everything on this machine. */
function parents(): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      if (fields[0] !== 'Z') found.set(Number(name), Number(fields[1]));
    } catch {
      // it has just ended
    }
  }
  return found;
}

function below(root: number): readonly number[] {
  const all = [...parents()];
  const found: number[] = [];
  for (let layer = [root]; layer.length > 0; ) {
    layer = all.filter(([, parent]) => layer.includes(parent)).map(([pid]) => pid);
    found.push(...layer);
  }
  return found;
}

/** Folders that a host has made, whose names tell the process. */
function foldersOf(host: number | undefined): readonly string[] {
  return ['/tmp', tmpdir()]
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((path) => new RegExp(`/mettle-(?:session|attest)-\\d+-${host}-`).test(path));
}

unless(skipped).describe.each(MECHANISMS)('a host that is killed, with %s', (mechanism) => {
  it('leaves no process and no folder behind', async () => {
    const host = startHost(mechanism);
    await new Promise((resolve) => host.stdout?.once('data', resolve));
    const started = below(host.pid ?? 0);
    const made = foldersOf(host.pid);
    expect(made.length > 0).toBe(mechanism === 'landlock');
    expect(started.length).toBeGreaterThan(3);
    host.kill('SIGKILL');
    await expect
      .poll(() => started.filter((pid) => parents().has(pid)), { timeout: 20_000, interval: 50 })
      .toEqual([]);
    expect(foldersOf(host.pid)).toEqual([]);
  });
});
