import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CodingClient } from '../../environments/index.js';
import { importTraces, type Trajectory } from '../../records/index.js';
import { SKIPPED } from '../../sandbox/cpython/test-engine.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { recordOnHost } from './host-session.fixture.js';
import { sessionScript } from './session-scripts.fixture.js';
import { testFromSession } from './session-test.js';

/** Folders with real code: of this project's own tests, packages that are installed for it; or those named in METTLE_SESSION_FOLDERS. */
const PACKAGES = ['ignore', 'fflate', 'commander', 're2js', 'yaml', 'ajv'];
const packages = new URL('../../../node_modules/', import.meta.url).pathname;
const named = process.env.METTLE_SESSION_FOLDERS?.split(':').filter((each) => each !== '');
const folders = (named ?? PACKAGES.map((name) => join(packages, name))).filter(isSmall);

const CLIENTS: readonly CodingClient[] = ['claude-code', 'codex', 'pi'];
const SESSIONS = Number(process.env.METTLE_SESSIONS ?? 201);

function isSmall(folder: string): boolean {
  const files = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder, { recursive: true }).length
    : 0;
  return files > 0 && files < 1_000;
}

let place = '';
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'mettle-sessions-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

unless(SKIPPED).it(
  'of two hundred sessions that a plain shell recorded, nine in ten steps re-execute alike',
  async () => {
    const count = { steps: 0, same: 0, tests: 0 };
    const reasons = new Map<string, number>();
    let processor = 0;
    for (let seed = 0; seed < SESSIONS; seed++) {
      const client = CLIENTS[seed % CLIENTS.length] as CodingClient;
      const folder = folders[seed % folders.length] as string;
      const root = join(place, 'home', `project-${seed}`);
      const log = recordOnHost(client, { folder, root, steps: sessionScript(folder, root, seed) });
      const { trajectories } = await importTraces(log);
      const before = process.cpuUsage();
      const test = await testFromSession(trajectories[0] as Trajectory, { workdir: folder });
      const { user, system } = process.cpuUsage(before);
      processor += (user + system) / 1e6;
      const { file, shell } = test.byKind;
      count.steps += file.calls + shell.calls;
      count.same += file.same + shell.same;
      if (test.task !== null) count.tests += 1;
      for (const { reason } of [...test.different, ...test.notRun]) {
        const kind = reason.replace(/".*?"|[0-9]+/g, '_').slice(0, 60);
        reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
        if (process.env.METTLE_SESSION_REASONS !== undefined) console.log(seed, client, reason);
      }
    }
    const share = count.same / count.steps;
    console.log(
      `${SESSIONS} sessions, ${count.steps} steps, ${(share * 100).toFixed(1)} % alike, ${count.tests} tests, ${(processor / SESSIONS).toFixed(2)} s of this process a session`,
      Object.fromEntries([...reasons].sort(([, one], [, other]) => other - one).slice(0, 12)),
    );
    expect(share).toBeGreaterThanOrEqual(0.9);
    expect(count.tests).toBeGreaterThanOrEqual(SESSIONS * 0.95);
  },
);

it('has folders to record sessions in', () => {
  expect(folders.length).toBeGreaterThan(2);
});
