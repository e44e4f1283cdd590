import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MettleError } from '../../core/index.js';
import { createFileTree } from '../../filesystem/index.js';
import type { SandboxLimits } from '../contract.js';
import type { EngineRun } from '../engine.js';
import { sandboxError } from '../error-codes.js';
import type { PythonValue } from '../python-value.js';
import { OVERLAY_PLACES } from './confinement.js';
import { CpythonSession } from './cpython-session.js';
import { makeHostFolder } from './host-folders.js';
import type { SupervisorProcess } from './supervisor-process.js';

const MEGABYTE = 2 ** 20;

/** Small limits, so that reaching them costs little. */
const TEST_LIMITS: SandboxLimits = {
  timeoutSeconds: 20,
  deadlineSeconds: 30,
  memoryMegabytes: 48,
  maxOutputChars: 10_000,
  maxSourceBytes: 262_144,
  maxInputBytes: MEGABYTE,
  maxValueBytes: MEGABYTE,
  maxHostCalls: 1,
  maxRecursionDepth: 1000,
  maxFileBytes: 2 * MEGABYTE,
  maxProcesses: 6,
};

/** Megabytes that the allocator may have at hand already. */
const MEMORY_SLACK_MEGABYTES = 8;

/**
 * Processes that may start before the watch sees them, where the kernel counts the user's other ones too: as many as
 * threads of the user's other programs ended meanwhile. The test tries to start 200.
 */
const SHARED_USER_SLACK = 120;

/** Seconds that an endless loop gets before it must have been ended. */
const LOOP_SECONDS = 0.05;

/** What every Linux host has, and what no code inside may read where it sees the host's file system at all, nor the parts that a workspace was put together from. */
const HOST_PATHS = [
  '/etc/passwd',
  '/etc/hostname',
  '/proc/1/environ',
  '/var/log',
  '/root',
  '/home',
  ...OVERLAY_PLACES,
];

/**
 * Attests a way of confining Python by trying, inside, everything that must not work.
 *
 * @param unreadable paths that must not be readable beside a file of the host's made for the purpose
 * @throws {MettleError} `sandbox/no_confinement` when something worked that must not, naming it;
 *   `sandbox/unenforceable_limit` when a limit did not hold, naming it.
 */
export async function attestConfinement(
  startProcess: (workspaceBytes: number, limits: SandboxLimits) => Promise<SupervisorProcess>,
  unreadable: readonly string[] = HOST_PATHS,
): Promise<void> {
  const folder = makeHostFolder('attest');
  const hostFile = join(folder, 'host.txt');
  await writeFile(hostFile, 'of the host', { mode: 0o666 });
  let sharesUser = false;
  const session = new CpythonSession({
    files: createFileTree(),
    limits: TEST_LIMITS,
    startProcess: async (workspaceBytes) => {
      const started = await startProcess(workspaceBytes, TEST_LIMITS);
      sharesUser = started.plan.settings.sameUser;
      return started;
    },
  });
  try {
    const inputs = { host_file: hostFile, host_process: process.pid, unreadable };
    const code = readFileSync(new URL('./python/self_test.py', import.meta.url), 'utf8');
    const tried = await session.run(request(1, code, inputs, TEST_LIMITS));
    if (!tried.ok) throw notConfined(`the self-test failed: ${tried.error?.type} ${tried.error?.message}`);
    check(tried.value);
    const forked = await session.run(request(2, 'forks()', {}, TEST_LIMITS));
    if (forked.error?.kind !== 'limit') {
      const slack = sharesUser ? SHARED_USER_SLACK : 0;
      atMost(forked.value, TEST_LIMITS.maxProcesses + 1 + slack, 'maxProcesses');
    }
    const endless = { ...TEST_LIMITS, timeoutSeconds: LOOP_SECONDS };
    const looped = await session.run(request(3, 'while True: pass', {}, endless));
    if (looped.error?.kind !== 'timeout')
      throw unenforceable('timeoutSeconds', 'an endless loop was not ended');
  } finally {
    await session.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function check(value: PythonValue): void {
  const found = value as { readonly [key: string]: PythonValue };
  for (const part of ['files', 'network', 'processes']) {
    const wrong = found[part];
    if (!Array.isArray(wrong) || wrong.length > 0) throw notConfined(`${part}: ${String(wrong)}`);
  }
  const { memoryMegabytes, maxFileBytes } = TEST_LIMITS;
  atMost(found.memory, memoryMegabytes + MEMORY_SLACK_MEGABYTES, 'memoryMegabytes');
  atMost(found.fileBytes, maxFileBytes, 'maxFileBytes');
}

function atMost(measured: PythonValue | undefined, allowed: number, limit: string): void {
  if (typeof measured === 'number' && measured <= allowed) return;
  throw unenforceable(limit, `${String(measured)} was reached where ${allowed} was the limit`);
}

function notConfined(what: string): MettleError {
  return sandboxError(
    'no_confinement',
    `The confinement does not hold on this machine (${what}); install bubblewrap, or use a kernel with Landlock.`,
  );
}

function unenforceable(limit: string, what: string): MettleError {
  return sandboxError(
    'unenforceable_limit',
    `The limit ${limit} cannot be enforced on this machine: ${what}.`,
    { details: { limit } },
  );
}

function request(
  runNumber: number,
  code: string,
  inputs: Readonly<Record<string, PythonValue>>,
  limits: SandboxLimits,
): EngineRun {
  return { code, runNumber, fileName: null, inputs, functions: {}, limits, signal: null, onOutput: null };
}
