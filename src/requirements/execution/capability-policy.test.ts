import { describe, expect, it } from 'vitest';
import { landlockAlone } from '../../sandbox/cpython/landlock-alone.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
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

describe('what keeps a policy, and what to do where nothing does', () => {
  const told = (engine: Exclude<RequirementEngine, 'none'>, policy: CapabilityPolicy): string => {
    const [{ mechanism = null, instead = null } = {}] = policyMechanisms(engine, policy);
    expect([mechanism, instead]).toContain(null);
    return mechanism ?? `refused: ${instead}`;
  };
  const unconfined = 'refused: code on the host is not confined: use a sandbox engine';

  it.each<[Exclude<RequirementEngine, 'none'>, CapabilityPolicy, string]>([
    [
      'auto',
      { filesystemReadRoots: ['/a'] },
      'the sandbox tree holds that folder, copy-on-write, and nothing else of the host',
    ],
    [
      'auto',
      { filesystemReadRoots: ['/a', '/b'] },
      'refused: a sandbox shows one folder: name their common parent',
    ],
    ['auto', { filesystemWriteRoots: [] }, 'writes stay in the sandbox tree'],
    [
      'auto',
      { filesystemWriteRoots: ['/a'] },
      'refused: the host changes only by a reviewed commit of the tree',
    ],
    ['auto', { networkAccess: false }, 'the sandbox has no network'],
    ['auto', { networkAccess: true }, 'refused: pass a host function that fetches instead'],
    ['auto', { packageInstallation: false }, 'no network and no writable library folder'],
    ['auto', { packageInstallation: true }, 'refused: the sandbox has no network'],
    ['auto', { subprocessExecution: false }, 'process limit of 1'],
    ['auto', { subprocessExecution: true }, 'process limit of the sandbox'],
    ['monty', { subprocessExecution: false }, 'Monty cannot start any'],
    ['monty', { subprocessExecution: true }, 'refused: Monty cannot start processes: use cpython'],
    ['auto', { environmentVariableAccess: false }, 'the sandbox starts with an empty environment'],
    ['auto', { environmentVariableAccess: true }, 'refused: pass what the code needs as inputs'],
    ['auto', { timeoutSeconds: 600 }, 'a watchdog ends the run and all it started'],
    ['auto', { timeoutSeconds: 601 }, 'refused: at most 600 seconds can be kept'],
    ['auto', { stdoutMaxBytes: 1 }, 'kept stdout is cut after limits are judged'],
    ['auto', { stderrMaxBytes: 1 }, 'kept stderr is cut'],
    ['auto', { memoryMegabytes: 1 }, 'memory limit of the sandbox'],
    ['auto', { artifactExportPaths: ['/a'] }, 'files are read out of the sandbox tree'],
    ['auto', { packages: [] }, 'nothing is installed'],
    ['auto', { packages: ['a'] }, 'refused: nothing can be installed without a network'],
    ['local_unsafe', { filesystemReadRoots: [] }, unconfined],
    ['local_unsafe', { filesystemWriteRoots: [] }, unconfined],
    ['local_unsafe', { networkAccess: false }, unconfined],
    ['local_unsafe', { networkAccess: true }, 'nothing is in the way'],
    ['local_unsafe', { packageInstallation: false }, unconfined],
    ['local_unsafe', { subprocessExecution: false }, unconfined],
    ['local_unsafe', { subprocessExecution: true }, 'nothing is in the way'],
    ['local_unsafe', { environmentVariableAccess: false }, unconfined],
    ['local_unsafe', { environmentVariableAccess: true }, 'the environment is inherited'],
    ['local_unsafe', { timeoutSeconds: 1 }, 'a watchdog ends the run and all it started'],
    ['local_unsafe', { memoryMegabytes: 1 }, unconfined],
    ['local_unsafe', { artifactExportPaths: [] }, 'nothing is handed out'],
    ['local_unsafe', { artifactExportPaths: ['/a'] }, 'refused: use a sandbox engine'],
    ['local_unsafe', { packages: [] }, unconfined],
  ])('%s, %j', (engine, policy, words) => expect(told(engine, policy)).toBe(words));

  it.each<[CapabilityPolicy, string]>([
    [{ timeoutSeconds: 0 }, 'timeoutSeconds must be a number above 0; got 0.'],
    [{ memoryMegabytes: 1.5 }, 'memoryMegabytes must be a whole number from 1; got 1.5.'],
    [{ stdoutMaxBytes: 0 }, 'stdoutMaxBytes must be a whole number from 1'],
    [{ stderrMaxBytes: 0 }, 'stderrMaxBytes must be a whole number from 1'],
    [
      { network: true } as CapabilityPolicy,
      'A capability policy has no option network; it has filesystemReadRoots, ',
    ],
    [
      { packages: ['a'], networkAccess: true },
      'The engine auto cannot keep networkAccess = true (pass a host function that fetches instead); packages = ["a"] (nothing',
    ],
  ])('%j is refused', (policy, words) => expect(() => checkCapabilityPolicy('auto', policy)).toThrow(words));
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
unless(why).describe('kept in CPython', () => {
  const verdictOf = async (code: string, policy: CapabilityPolicy): Promise<string> =>
    (await checkPython(code, [PythonExecutionReq({ engine: 'cpython', policy, timeoutSeconds: 20 })]))
      .verdict;

  unless(landlockAlone).it('no processes and threads without subprocessExecution', async () => {
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
