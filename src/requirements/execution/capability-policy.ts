import { defineOptions, option } from '../../core/index.js';
import { MAX_TIMEOUT_SECONDS } from '../../sandbox/internal.js';
import { requirementError } from '../error-codes.js';
import type { RequirementEngine } from '../requirement-engine.js';

/**
 * What model-written code may do while it is executed. A field that is left out has the sandbox's own default, the
 * safe one. A field that the engine cannot honour is refused, never ignored: see {@link checkCapabilityPolicy}.
 */
export interface CapabilityPolicy {
  /** Host folders the code may read; it gets a copy-on-write view. `[]` means none. One at most. Default none. */
  readonly filesystemReadRoots?: readonly string[];
  /** Host folders the code may change. Only `[]` can be honoured: writes land in the sandbox's tree. */
  readonly filesystemWriteRoots?: readonly string[];
  /** Whether the code may reach the network. Sandboxes have none. */
  readonly networkAccess?: boolean;
  /** Whether packages may be installed. Sandboxes cannot. */
  readonly packageInstallation?: boolean;
  /** Whether the code may start processes and threads inside its sandbox. */
  readonly subprocessExecution?: boolean;
  /** Whether the code sees this process's environment variables. Sandboxes start with an empty environment. */
  readonly environmentVariableAccess?: boolean;
  /** Seconds the code may take, without those that this machine gives to others. Default 5. */
  readonly timeoutSeconds?: number;
  /** Megabytes (2^20 bytes) of memory. Default 256. */
  readonly memoryMegabytes?: number;
  /** UTF-8 bytes of stdout that are kept for reading. Limits on output are judged before this cut. */
  readonly stdoutMaxBytes?: number;
  /** UTF-8 bytes of stderr that are kept for reading. */
  readonly stderrMaxBytes?: number;
  /** Paths in the sandbox's tree whose files are handed out after the run. `[]` means none. */
  readonly artifactExportPaths?: readonly string[];
  /** Packages that must be there. Only `[]` can be honoured. */
  readonly packages?: readonly string[];
}

const checkPolicyFields = defineOptions<CapabilityPolicy>()('A capability policy', {
  filesystemReadRoots: option.list(option.string),
  filesystemWriteRoots: option.list(option.string),
  networkAccess: option.boolean,
  packageInstallation: option.boolean,
  subprocessExecution: option.boolean,
  environmentVariableAccess: option.boolean,
  timeoutSeconds: option.positive,
  memoryMegabytes: option.wholeNumber(1),
  stdoutMaxBytes: option.wholeNumber(1),
  stderrMaxBytes: option.wholeNumber(1),
  artifactExportPaths: option.list(option.string),
  packages: option.list(option.string),
});

/** How one field of a policy is kept on one engine. */
export interface PolicyMechanism {
  readonly field: keyof CapabilityPolicy;
  /** What does it, or null where nothing can. */
  readonly mechanism: string | null;
  /** Where nothing can: what to do instead. */
  readonly instead: string | null;
}

const kept = (field: keyof CapabilityPolicy, mechanism: string): PolicyMechanism => ({
  field,
  mechanism,
  instead: null,
});
const refused = (field: keyof CapabilityPolicy, instead: string): PolicyMechanism => ({
  field,
  mechanism: null,
  instead,
});

/** For each field that the policy sets: the mechanism that keeps it on this engine, or why there is none. */
export function policyMechanisms(
  engine: Exclude<RequirementEngine, 'none'>,
  policy: CapabilityPolicy,
): PolicyMechanism[] {
  const rules = engine === 'local_unsafe' ? unconfinedRules : sandboxRules;
  const mechanisms: PolicyMechanism[] = [];
  for (const [field, rule] of Object.entries(rules) as [keyof CapabilityPolicy, Rule][]) {
    if (policy[field] !== undefined) mechanisms.push(rule(policy, engine));
  }
  return mechanisms;
}

/**
 * Checks that every field of the policy makes sense and can be kept on the engine.
 *
 * @throws {MettleError} `core/invalid_option`; `requirements/unenforceable_policy` naming each field that nothing here can keep.
 */
export function checkCapabilityPolicy(
  engine: Exclude<RequirementEngine, 'none'>,
  policy: CapabilityPolicy,
): void {
  checkPolicyFields(policy);
  const unenforceable = policyMechanisms(engine, policy).filter(({ mechanism }) => mechanism === null);
  if (unenforceable.length === 0) return;
  throw requirementError(
    'unenforceable_policy',
    `The engine ${engine} cannot keep ${unenforceable
      .map(({ field, instead }) => `${field} = ${JSON.stringify(policy[field])} (${instead})`)
      .join('; ')}.`,
    { details: { engine, fields: unenforceable.map(({ field }) => field) } },
  );
}

type Rule = (policy: CapabilityPolicy, engine: RequirementEngine) => PolicyMechanism;

const limits: Pick<
  Record<keyof CapabilityPolicy, Rule>,
  'timeoutSeconds' | 'stdoutMaxBytes' | 'stderrMaxBytes'
> = {
  timeoutSeconds: ({ timeoutSeconds = 0 }) =>
    timeoutSeconds <= MAX_TIMEOUT_SECONDS
      ? kept('timeoutSeconds', 'a watchdog ends the run and all it started')
      : refused('timeoutSeconds', `at most ${MAX_TIMEOUT_SECONDS} seconds can be kept`),
  stdoutMaxBytes: () => kept('stdoutMaxBytes', 'kept stdout is cut after limits are judged'),
  stderrMaxBytes: () => kept('stderrMaxBytes', 'kept stderr is cut'),
};

const sandboxRules: Record<keyof CapabilityPolicy, Rule> = {
  filesystemReadRoots: ({ filesystemReadRoots = [] }) =>
    filesystemReadRoots.length <= 1
      ? kept(
          'filesystemReadRoots',
          'the sandbox tree holds that folder, copy-on-write, and nothing else of the host',
        )
      : refused('filesystemReadRoots', 'a sandbox shows one folder: name their common parent'),
  filesystemWriteRoots: ({ filesystemWriteRoots = [] }) =>
    filesystemWriteRoots.length === 0
      ? kept('filesystemWriteRoots', 'writes stay in the sandbox tree')
      : refused('filesystemWriteRoots', 'the host changes only by a reviewed commit of the tree'),
  networkAccess: ({ networkAccess }) =>
    networkAccess === false
      ? kept('networkAccess', 'the sandbox has no network')
      : refused('networkAccess', 'pass a host function that fetches instead'),
  packageInstallation: ({ packageInstallation }) =>
    packageInstallation === false
      ? kept('packageInstallation', 'no network and no writable library folder')
      : refused('packageInstallation', 'the sandbox has no network'),
  subprocessExecution: ({ subprocessExecution }, engine) => {
    if (subprocessExecution === false) {
      return kept(
        'subprocessExecution',
        engine === 'monty' ? 'Monty cannot start any' : 'process limit of 1',
      );
    }
    return engine === 'monty'
      ? refused('subprocessExecution', 'Monty cannot start processes: use cpython')
      : kept('subprocessExecution', 'process limit of the sandbox');
  },
  environmentVariableAccess: ({ environmentVariableAccess }) =>
    environmentVariableAccess === false
      ? kept('environmentVariableAccess', 'the sandbox starts with an empty environment')
      : refused('environmentVariableAccess', 'pass what the code needs as inputs'),
  ...limits,
  memoryMegabytes: () => kept('memoryMegabytes', 'memory limit of the sandbox'),
  artifactExportPaths: () => kept('artifactExportPaths', 'files are read out of the sandbox tree'),
  packages: ({ packages = [] }) =>
    packages.length === 0
      ? kept('packages', 'nothing is installed')
      : refused('packages', 'nothing can be installed without a network'),
};

const unconfined =
  (field: keyof CapabilityPolicy): Rule =>
  () =>
    refused(field, 'code on the host is not confined: use a sandbox engine');

const unconfinedRules: Record<keyof CapabilityPolicy, Rule> = {
  filesystemReadRoots: unconfined('filesystemReadRoots'),
  filesystemWriteRoots: unconfined('filesystemWriteRoots'),
  networkAccess: ({ networkAccess }) =>
    networkAccess === true
      ? kept('networkAccess', 'nothing is in the way')
      : refused('networkAccess', 'code on the host is not confined: use a sandbox engine'),
  packageInstallation: unconfined('packageInstallation'),
  subprocessExecution: ({ subprocessExecution }) =>
    subprocessExecution === true
      ? kept('subprocessExecution', 'nothing is in the way')
      : refused('subprocessExecution', 'code on the host is not confined: use a sandbox engine'),
  environmentVariableAccess: ({ environmentVariableAccess }) =>
    environmentVariableAccess === true
      ? kept('environmentVariableAccess', 'the environment is inherited')
      : refused('environmentVariableAccess', 'code on the host is not confined: use a sandbox engine'),
  ...limits,
  memoryMegabytes: unconfined('memoryMegabytes'),
  artifactExportPaths: ({ artifactExportPaths = [] }) =>
    artifactExportPaths.length === 0
      ? kept('artifactExportPaths', 'nothing is handed out')
      : refused('artifactExportPaths', 'use a sandbox engine'),
  packages: unconfined('packages'),
};
