import { defineOptions, type OptionKinds, option } from '../core/index.js';
import { createFileTree, type FileTree, restoreFileTree } from '../filesystem/index.js';
import { checkFunctions } from './check-functions.js';
import { checkInputs } from './check-inputs.js';
import type { EngineChoice, HostAnswer, HostFunctions, RunStep, Sandbox, SandboxLimits } from './contract.js';
import { type DeterministicOptions, resolveDeterministic } from './deterministic.js';
import type { Engine } from './engine.js';
import { EngineSandbox, type SessionSettings } from './engine-sandbox.js';
import { isEngineName, resolveEngine } from './engines.js';
import { sandboxError } from './error-codes.js';
import { DEFAULT_SANDBOX_LIMITS, PACKAGES_SANDBOX_LIMITS, resolveSandboxLimits } from './limits.js';
import { loadSession } from './load-session.js';
import { resolvePackages } from './packages.js';
import { checkPythonNames } from './python-names.js';
import type { PythonValue } from './python-value.js';
import { checkEnvironment } from './refusals.js';
import { readSandboxDump, type SandboxDump, unpackInputs } from './sandbox-dump.js';
import { dumpKey } from './sealed-bytes.js';

/** What a sandbox is made from. */
export interface CreateSandboxOptions {
  /**
   * The engine: by name, or one that the caller made and closes, for example `createMontyEngine({ maxWorkers: 1 })`.
   * Default `auto`.
   */
  readonly engine?: EngineChoice | Engine;
  /** A host folder that the tree reads live and never writes. Default: none. */
  readonly workdir?: string;
  /** Files that the tree starts with, over those of `workdir`. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Patterns of what `workdir` keeps back, as in `.gitignore`, after the default ones. */
  readonly ignore?: readonly string[];
  /** A tree to work on instead of a new one; then neither `workdir`, `files` nor `ignore` may be given. */
  readonly tree?: FileTree;
  /** Values bound as globals before the first run, and again after `reset`. */
  readonly inputs?: Readonly<Record<string, PythonValue>>;
  /** Host functions bound for every run. */
  readonly functions?: HostFunctions;
  /** Limits of every run; a run may set its own over them. */
  readonly limits?: Partial<SandboxLimits>;
  /** Environment variables that the code sees. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Folders of the host that the code may import packages from and not change: a virtual environment, or a
   * `site-packages` folder, of the same Python version. Confined CPython and containers alone. Default: none.
   */
  readonly packages?: string | readonly string[];
  /**
   * Programs of the host that code and `shell` may start beside `sh`, Python and the usual small tools, each by its name on
   * PATH or by its path: `['git']`. They are visible read-only with the libraries that they need; for `docker`, the image
   * has to hold them. Not on Monty. Default: none.
   */
  readonly programs?: readonly string[];
  /** Stops the clock and seeds chance, so that the same code gives the same result each time. Default: neither. */
  readonly deterministic?: DeterministicOptions;
  /** Key that dumps are signed with, at least 16 bytes. Default: one that only this process has. */
  readonly dumpKey?: string | Uint8Array;
}

const SANDBOX_OPTIONS: OptionKinds<CreateSandboxOptions> = {
  engine: option.any,
  workdir: option.text,
  files: option.record,
  ignore: option.list(option.string),
  tree: option.object,
  inputs: option.record,
  functions: option.record,
  limits: option.object,
  environment: option.record,
  packages: option.either(option.string, option.list(option.string)),
  programs: option.list(option.string),
  deterministic: option.object,
  dumpKey: option.either(option.string, option.object),
};

const checkCreateSandboxOptions = defineOptions<CreateSandboxOptions>()('createSandbox', SANDBOX_OPTIONS, {
  hint: 'Limits go into limits: {…}.',
});

/**
 * Opens a sandbox. Rejects with `core/invalid_option`, `sandbox/invalid_name`, `sandbox/invalid_argument`,
 * `sandbox/invalid_value`, `sandbox/invalid_packages`, `filesystem/invalid_base`, `filesystem/invalid_content` for wrong
 * options, `sandbox/no_engine` where this machine cannot run the engine, and `sandbox/unenforceable_limit` for a limit
 * that the engine cannot keep, packages, programs and {@link CreateSandboxOptions.deterministic} among them;
 * `sandbox/no_program` for a program that can't be had.
 *
 * @example
 * ```ts
 * import { createSandbox } from 'mettle';
 *
 * const sandbox = await createSandbox({ files: { 'data.txt': '1 2 3' } });
 * const result = await sandbox.run('sum(int(n) for n in open("data.txt").read().split())');
 * console.log(result.value); // → 6
 *
 * const failed = await sandbox.run('1 / 0');
 * console.log(failed.ok, failed.error?.type); // → false ZeroDivisionError
 * await sandbox.close();
 * ```
 */
export async function createSandbox(options: CreateSandboxOptions = {}): Promise<Sandbox> {
  checkCreateSandboxOptions(options);
  const base = (options.packages ?? []).length > 0 ? PACKAGES_SANDBOX_LIMITS : DEFAULT_SANDBOX_LIMITS;
  return open(options, treeOf(options), resolveSandboxLimits(options.limits, base));
}

/** What a loaded sandbox gets that a dump does not hold. `engine` is the one that wrote the dump, as is `auto`. */
export type LoadSandboxOptions = Pick<
  CreateSandboxOptions,
  'functions' | 'dumpKey' | 'engine' | 'packages' | 'programs'
>;

const checkLoadSandboxOptions = defineOptions<LoadSandboxOptions>()('loadSandbox', {
  functions: SANDBOX_OPTIONS.functions,
  dumpKey: SANDBOX_OPTIONS.dumpKey,
  engine: SANDBOX_OPTIONS.engine,
  packages: SANDBOX_OPTIONS.packages,
  programs: SANDBOX_OPTIONS.programs,
});

/**
 * Opens a sandbox from a {@link Sandbox.dump}: namespace, tree, history, limits, environment, clock and seed. It needs
 * neither the process nor the host folder that it came from. Rejects with `sandbox/invalid_dump` for bytes that are no
 * dump, were changed, were signed with another key, or were written by another engine than the one that is asked for;
 * and as {@link createSandbox}.
 *
 * @example
 * ```ts
 * import { createSandbox, loadSandbox } from 'mettle';
 *
 * const dumpKey = 'a secret of at least sixteen bytes';
 * const sandbox = await createSandbox({ dumpKey });
 * await sandbox.run('total = 40');
 * const bytes = await sandbox.dump();
 *
 * const later = await loadSandbox(bytes, { dumpKey });
 * console.log((await later.run('total + 2')).value); // → 42
 * await later.close();
 * await sandbox.close();
 * ```
 */
export async function loadSandbox(bytes: Uint8Array, options: LoadSandboxOptions = {}): Promise<Sandbox> {
  checkLoadSandboxOptions(options);
  const dump = readSandboxDump(dumpKey(options.dumpKey), bytes, false);
  const sandbox = await open(optionsOf(options, dump), restoreFileTree(dump.files), dump.limits, dump);
  return sandbox;
}

/** A run that was resumed elsewhere: its sandbox, and how far the run came. */
export interface ResumedRun {
  readonly sandbox: Sandbox;
  readonly step: RunStep;
}

/**
 * Resumes a run that waited for a host function, from the bytes that `SuspendedRun.dump` wrote, in a sandbox of its
 * own that is as the first one was. An answer that takes work to get is a function: it is called once, when the run
 * waits again, and not at all where the bytes are refused. Rejects as {@link loadSandbox}, and with
 * `sandbox/cannot_suspend` when the engine cannot.
 */
export async function resumeRun(
  bytes: Uint8Array,
  answer: HostAnswer | (() => Promise<HostAnswer>),
  options: LoadSandboxOptions = {},
): Promise<ResumedRun> {
  checkLoadSandboxOptions(options, 'resumeRun');
  const dump = readSandboxDump(dumpKey(options.dumpKey), bytes, true);
  const sandbox = await open(optionsOf(options, dump), restoreFileTree(dump.files), dump.limits, {
    ...dump,
    state: new Uint8Array(),
  });
  try {
    return { sandbox, step: await sandbox.restore(dump, answer) };
  } catch (thrown) {
    await sandbox.close();
    throw thrown;
  }
}

/** The engine that loads a dump: the one that wrote it. */
function engineOf({ engine }: SandboxDump, choice: EngineChoice | Engine = 'auto'): EngineChoice | Engine {
  if (choice === 'auto' && isEngineName(engine)) return engine;
  const name = typeof choice === 'string' ? choice : choice.name;
  if (name === engine) return choice;
  const instead = isEngineName(engine)
    ? `leave the option engine out, or give ${engine}`
    : `give your engine of that name in the option engine`;
  throw sandboxError(
    'invalid_dump',
    `the engine ${engine} wrote this dump, and ${name} cannot load it; ${instead}`,
    { details: { engine } },
  );
}

async function open(
  options: CreateSandboxOptions,
  files: FileTree,
  limits: SandboxLimits,
  from?: Pick<SandboxDump, 'history' | 'runs' | 'state' | 'inputs' | 'inputsPending'>,
): Promise<EngineSandbox> {
  const inputs = from === undefined ? { ...options.inputs } : unpackInputs(from.inputs);
  const functions = options.functions ?? {};
  const environment = { ...options.environment };
  checkEnvironment(environment);
  checkPythonNames(Object.keys(inputs), 'the input name');
  if (from === undefined) checkInputs(inputs);
  checkFunctions(functions);
  const key = dumpKey(options.dumpKey);
  const choice = options.engine ?? 'auto';
  const settings: SessionSettings = {
    environment,
    packages: resolvePackages(options.packages),
    programs: [...new Set(options.programs ?? [])],
    ...(options.deterministic === undefined
      ? {}
      : { deterministic: resolveDeterministic(options.deterministic) }),
  };
  const engine = typeof choice === 'string' ? await resolveEngine(choice) : choice;
  files.setLimits({ maxWrittenBytes: limits.maxFileBytes });
  const session = await engine.openSession({ files, limits, ...settings });
  if (from !== undefined && from.state.length > 0) await loadSession(session, from.state);
  return new EngineSandbox({
    engine,
    session,
    files,
    limits,
    settings,
    inputs,
    inputsPending: from?.inputsPending ?? true,
    functions: { ...functions },
    dumpKey: key,
    history: from?.history ?? [],
    runs: from?.runs ?? 0,
    ownsEngine: false,
  });
}

/** What a dumped sandbox is opened with. */
function optionsOf(options: LoadSandboxOptions, dump: SandboxDump): CreateSandboxOptions {
  const { environment, deterministic } = dump;
  return {
    ...options,
    engine: engineOf(dump, options.engine),
    environment,
    ...(deterministic == null
      ? {}
      : { deterministic: { ...deterministic, now: new Date(deterministic.now) } }),
  };
}

function treeOf(options: CreateSandboxOptions): FileTree {
  const { tree, workdir, files, ignore } = options;
  if (tree === undefined) {
    return createFileTree({
      ...(workdir === undefined ? {} : { base: workdir }),
      ...(files === undefined ? {} : { files }),
      ...(ignore === undefined ? {} : { ignore }),
    });
  }
  if (workdir !== undefined || files !== undefined || ignore !== undefined) {
    throw sandboxError('invalid_argument', 'give either tree, or workdir, files and ignore');
  }
  return tree;
}
