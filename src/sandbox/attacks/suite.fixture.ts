import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import type { EngineName, Sandbox, SandboxLimits } from '../contract.js';
import { landlockAlone } from '../cpython/landlock-alone.fixture.js';
import { createSandbox } from '../create-sandbox.js';
import { BOMBS } from './bombs.fixture.js';
import { ESCAPES, NAME_OF_A_FILE } from './escapes.fixture.js';

const LIMITS: Partial<SandboxLimits> = {
  timeoutSeconds: 0.4,
  deadlineSeconds: 4,
  memoryMegabytes: 96,
  maxOutputChars: 100_000,
  maxValueBytes: 4_000_000,
  maxInputBytes: 4_000_000,
  maxFileBytes: 8_000_000,
  maxHostCalls: 500,
};

/** For what must work on a busy machine too. */
const GENEROUS: Partial<SandboxLimits> = { timeoutSeconds: 30, deadlineSeconds: 60 };

/** Which attacks are tried, and how. */
export interface AttackSuiteOptions {
  /** After how many cases the sandbox is reset; the cases between meet what the ones before left. */
  readonly casesPerReset: number;
  /** Tries one case of so many, evenly drawn from all kinds; default 1, every case. */
  readonly oneOf?: number;
}

/** The escapes and the bombs, tried on one sandbox of an engine. */
export function attackSuite(engine: EngineName, { casesPerReset, oneOf = 1 }: AttackSuiteOptions): void {
  const isTried = (_: unknown, index: number): boolean => index % oneOf === 0;
  let cases = 0;
  let folder = '';
  let server: Server;
  let connections = 0;
  let sandbox: Sandbox;

  beforeAll(async () => {
    process.env.METTLE_SECRET = 'a secret of the host';
    folder = mkdtempSync(join(tmpdir(), 'mettle-attack-'));
    writeFileSync(join(folder, 'marker.txt'), 'marker');
    server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    sandbox = await createSandbox({
      engine,
      limits: LIMITS,
      inputs: {
        MARKER: join(folder, 'marker.txt'),
        HOST_PID: process.pid,
        PORT: typeof address === 'object' && address !== null ? address.port : 0,
      },
      functions: { host: (x) => x ?? null, ROOT_IS_HOST: () => true },
    });
  });

  afterAll(async () => {
    await sandbox?.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
    delete process.env.METTLE_SECRET;
  });

  for (const [title, code] of ESCAPES.filter(isTried)) {
    const shown = engine === 'cpython' && title === NAME_OF_A_FILE ? landlockAlone : '';
    unless(shown).it(title, async () => {
      const { stdout, error } = await sandbox.run(code);
      expect(stdout).not.toContain('ESCAPED');
      expect(error?.kind).not.toBe('infrastructure');
      expect(readFileSync(join(folder, 'marker.txt'), 'utf8')).toBe('marker');
      expect(existsSync(join(folder, 'mine'))).toBe(false);
      expect(connections).toBe(0);
      await goesOn();
    });
  }

  it.each(BOMBS.filter(isTried))('%s', async (_, code) => {
    const result = await sandbox.run(code);
    expect(result.error?.kind).not.toBe('infrastructure');
    expect(result.stdout.length).toBeLessThanOrEqual(100_000);
    await goesOn();
  });

  /** The sandbox is of use after each case, after a reset at the latest: some fill what it may hold. */
  async function goesOn(): Promise<void> {
    cases++;
    const isDue = cases % casesPerReset === 0;
    if (isDue || (await sandbox.run('6 * 7')).value !== 42) {
      await sandbox.reset();
      expect((await sandbox.run('6 * 7', { limits: GENEROUS })).value).toBe(42);
    }
  }
}
