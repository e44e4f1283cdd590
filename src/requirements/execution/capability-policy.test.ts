import { describe, expect, it } from 'vitest';
import { checkPython } from '../pipeline/check-reply.js';
import { PythonExecutionReq } from '../python/python-execution-req.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { RequirementEngine } from '../requirement-engine.js';
import { type CapabilityPolicy, checkCapabilityPolicy, policyMechanisms } from './capability-policy.js';
import { cutToBytes } from './execution.js';

const SAFE: CapabilityPolicy = {
  filesystemReadRoots: [],
  filesystemWriteRoots: [],
  networkAccess: false,
  packageInstallation: false,
  subprocessExecution: false,
  environmentVariableAccess: false,
  timeoutSeconds: 1,
  memoryMegabytes: 64,
  stdoutMaxBytes: 10,
  stderrMaxBytes: 10,
  artifactExportPaths: [],
  packages: [],
};

describe('CapabilityPolicy', () => {
  it.each(['monty', 'cpython', 'docker', 'auto'] as const)(
    'the safest policy has a mechanism in %s',
    (engine) => {
      const mechanisms = policyMechanisms(engine, SAFE);
      expect(mechanisms).toHaveLength(Object.keys(SAFE).length);
      for (const { mechanism } of mechanisms) expect(mechanism).not.toBeNull();
      expect(() => checkCapabilityPolicy(engine, SAFE)).not.toThrow();
    },
  );

  it.each<[Exclude<RequirementEngine, 'none'>, CapabilityPolicy]>([
    ['auto', { networkAccess: true }],
    ['docker', { networkAccess: true }],
    ['cpython', { packageInstallation: true }],
    ['monty', { subprocessExecution: true }],
    ['auto', { environmentVariableAccess: true }],
    ['auto', { filesystemWriteRoots: ['/tmp'] }],
    ['auto', { filesystemReadRoots: ['/a', '/b'] }],
    ['auto', { packages: ['x'] }],
    ['local_unsafe', { filesystemReadRoots: [] }],
    ['local_unsafe', { networkAccess: false }],
    ['local_unsafe', { memoryMegabytes: 10 }],
    ['local_unsafe', { artifactExportPaths: ['/x'] }],
    ['auto', { timeoutSeconds: 601 }],
    ['local_unsafe', { timeoutSeconds: 601 }],
  ])('%s refuses %j, naming the field', (engine, policy) => {
    expect(() => checkCapabilityPolicy(engine, policy)).toThrowError(
      expect.objectContaining({
        code: 'requirements/unenforceable_policy',
        details: { engine, fields: Object.keys(policy) },
      }),
    );
  });
});

describe('cutToBytes', () => {
  it('counts bytes, keeps whole characters, and counts its mark in', () => {
    expect(cutToBytes('short', 5)).toBe('short');
    expect(cutToBytes('x'.repeat(100), 30)).toBe(`${'x'.repeat(15)}... [truncated]`);
    expect(Buffer.byteLength(cutToBytes('é'.repeat(100), 30))).toBeLessThanOrEqual(30);
    expect(cutToBytes('é'.repeat(100), 5)).toBe('éé');
  });
});

const why = await whyUnavailable('cpython');
describe.skipIf(why !== null)(`kept in CPython${why === null ? '' : ` (skipped: ${why})`}`, () => {
  const verdictOf = async (code: string, policy: CapabilityPolicy): Promise<string> =>
    (await checkPython(code, [PythonExecutionReq({ engine: 'cpython', policy, timeoutSeconds: 20 })]))
      .verdict;

  it('no processes and threads without subprocessExecution', async () => {
    const thread = 'import threading\nt = threading.Thread(target=print)\nt.start()\nt.join()';
    expect(await verdictOf(thread, {})).toBe('pass');
    expect(await verdictOf(thread, { subprocessExecution: false })).toBe('fail');
    expect(await verdictOf('import os\nos.fork()', { subprocessExecution: false })).toBe('fail');
  });

  it('no network, no host files, no environment', async () => {
    expect(await verdictOf('import socket\nsocket.create_connection(("1.1.1.1", 53), 1)', {})).toBe('fail');
    expect(await verdictOf('open("/etc/shadow").read()', {})).toBe('fail');
    expect(
      await verdictOf('import os\nassert "HOME" not in os.environ or os.environ["HOME"] != "/root"', {}),
    ).toBe('pass');
  });

  it('memory', async () => {
    expect(await verdictOf('x = bytearray(500_000_000)', { memoryMegabytes: 128 })).toBe('fail');
  });
});
