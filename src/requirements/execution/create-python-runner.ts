import { type OptionKinds, option, sha256 } from '../../core/index.js';
import {
  createSandbox,
  type Engine,
  type EngineChoice,
  type HostFunctions,
  type PythonValue,
  type Sandbox,
} from '../../sandbox/index.js';
import { resolvePackages } from '../../sandbox/internal.js';
import { BoundedCache } from '../bounded-cache.js';
import { requirementError } from '../error-codes.js';
import { type Execution, type ExportedFile, executionOf, keptOutput } from './execution.js';
import { type ExecutionPlan, executionPlanKey } from './execution-plan.js';
import { runUnconfined } from './local-unsafe.js';
import type { PythonRunner } from './python-runner.js';
import { SandboxPool } from './sandbox-pool.js';
import { type SharedWork, shareWork } from './shared-work.js';

/** What model-written code finds when it is executed, and how much of the machine that may take. */
export interface PythonRunnerOptions {
  /** Values that are globals before the code runs. */
  readonly inputs?: Readonly<Record<string, PythonValue>>;
  /** Host functions that the code may call. */
  readonly functions?: HostFunctions;
  /** Files of the sandbox's tree, by path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Folders of installed packages that the code may import, as `createSandbox` takes them. Default: none. */
  readonly packages?: string | readonly string[];
  /**
   * Engines of one's own by engine, for example `{ docker: createDockerEngine({ image, environment: process.env }) }`;
   * the caller closes them. Default: the engines that the process shares.
   */
  readonly engines?: Readonly<Partial<Record<EngineChoice, Engine>>>;
  /** Sandboxes that live at the same time. Default 4. */
  readonly maxSandboxes?: number;
  /** Executions that are remembered. Default 256. */
  readonly rememberedExecutions?: number;
}

/** The kinds of {@link PythonRunnerOptions}. */
export const PYTHON_RUNNER_OPTIONS: OptionKinds<PythonRunnerOptions> = {
  inputs: option.record,
  functions: option.record,
  files: option.record,
  packages: option.either(option.string, option.list(option.string)),
  engines: option.object,
  maxSandboxes: option.wholeNumber(1),
  rememberedExecutions: option.wholeNumber(1),
};

/** A {@link PythonRunner} that owns its sandboxes. */
export interface OwnedPythonRunner extends PythonRunner {
  /** Ends the sandboxes. */
  close(): Promise<void>;
}

/**
 * Makes a runner. Sandboxes start when first needed and are used again, emptied.
 *
 * @throws {MettleError} `sandbox/invalid_packages`.
 */
export function createPythonRunner(options: PythonRunnerOptions = {}): OwnedPythonRunner {
  const packages = resolvePackages(options.packages);
  const pool = new SandboxPool({
    maxSandboxes: options.maxSandboxes ?? 4,
    open: (plan) => openSandbox(plan, { ...options, packages }),
  });
  const executions = new BoundedCache<SharedWork<Execution>>({
    maxEntries: options.rememberedExecutions ?? 256,
    maxWeight: REMEMBERED_CHARS,
  });
  const execute = (
    code: string,
    plan: ExecutionPlan,
    stdin: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Execution> =>
    plan.engine === 'local_unsafe'
      ? executeUnconfined(code, plan, options, signal)
      : pool.use(
          plan,
          (sandbox) => executeIn(sandbox, code, plan, stdin, signal),
          signal === undefined ? {} : { signal },
        );

  return {
    run(code, plan, runOptions = {}) {
      const { signal, stdin } = runOptions;
      if (runOptions.fresh === true) return execute(code, plan, stdin, signal);
      const input = stdin === undefined ? '' : sha256(stdin);
      const key = `${sha256(code)} ${executionPlanKey(plan)} ${input}`;
      let work = executions.get(key);
      if (work === undefined) {
        work = shareWork(
          async (shared) => {
            try {
              const execution = await execute(code, plan, stdin, shared);
              if (isMachineFailure(execution)) executions.delete(key);
              else if (work !== undefined) executions.set(key, work, outputChars(execution));
              return execution;
            } catch (error) {
              executions.delete(key);
              throw error;
            }
          },
          () => executions.delete(key),
        );
        executions.set(key, work);
      }
      return work.wait(signal);
    },
    use: (plan, body, useOptions) => pool.use(plan, body, useOptions),
    close: () => pool.close(),
  };
}

function openSandbox(plan: ExecutionPlan, options: PythonRunnerOptions): Promise<Sandbox> {
  if (plan.engine === 'local_unsafe') {
    throw requirementError(
      'unknown_engine',
      'The engine local_unsafe has no sandbox. Use monty, cpython, docker or auto.',
    );
  }
  return createSandbox({
    engine: options.engines?.[plan.engine] ?? plan.engine,
    limits: plan.limits,
    ...(plan.workdir === null ? {} : { workdir: plan.workdir }),
    ...(options.files === undefined ? {} : { files: options.files }),
    packages: options.packages ?? [],
    ...(options.inputs === undefined ? {} : { inputs: options.inputs }),
    ...(options.functions === undefined ? {} : { functions: options.functions }),
  });
}

/** What `__file__` is in a program: a file in the root of its files. */
const PROGRAM_FILE = './main.py';

async function executeIn(
  sandbox: Sandbox,
  code: string,
  plan: ExecutionPlan,
  stdin: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Execution> {
  const result = await sandbox.run(code, {
    inputs: { __file__: PROGRAM_FILE },
    ...(stdin === undefined ? {} : { stdin }),
    limits: plan.limits,
    allowedImports: plan.allowedImports,
    ...(signal === undefined ? {} : { signal }),
  });
  signal?.throwIfAborted();
  return executionOf(result, plan, exportFiles(sandbox, plan.exportPaths));
}

async function executeUnconfined(
  code: string,
  plan: ExecutionPlan,
  options: PythonRunnerOptions,
  signal: AbortSignal | undefined,
): Promise<Execution> {
  const { inputs, functions, files, packages = [] } = options;
  if (inputs !== undefined || functions !== undefined || files !== undefined || packages.length > 0) {
    throw requirementError(
      'unenforceable_policy',
      'The engine local_unsafe takes no inputs, functions, files or packages. Use a sandbox engine.',
    );
  }
  const result = await runUnconfined(code, {
    timeoutSeconds: plan.limits.timeoutSeconds ?? 5,
    maxOutputChars: plan.limits.maxOutputChars ?? 1_000_000,
    ...(signal === undefined ? {} : { signal }),
  });
  signal?.throwIfAborted();
  return {
    ok: result.ok,
    value: null,
    ...keptOutput(result, plan),
    error: result.error,
    engine: 'local_unsafe',
    exported: [],
  };
}

function exportFiles(sandbox: Sandbox, paths: readonly string[]): ExportedFile[] {
  return paths.flatMap((path) => {
    if (!sandbox.files.exists(path) || sandbox.files.stat(path).kind !== 'file') return [];
    return [{ path, bytes: sandbox.files.readBytes(path) }];
  });
}

/** Characters of output that are remembered in all. */
const REMEMBERED_CHARS = 16_000_000;

function outputChars({ stdout, stderr }: Execution): number {
  return stdout.length + stderr.length + 1000;
}

function isMachineFailure({ error }: Execution): boolean {
  return error?.kind === 'infrastructure';
}
