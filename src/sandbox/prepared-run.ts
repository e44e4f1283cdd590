import { AsyncLocalStorage } from 'node:async_hooks';
import { posix } from 'node:path';
import { defineOptions, option } from '../core/index.js';
import { checkFunctions } from './check-functions.js';
import type { HostFunction, HostFunctions, RunOptions, SandboxLimits, StartOptions } from './contract.js';
import type { Engine, EngineRun } from './engine.js';
import { sandboxError } from './error-codes.js';
import { resolveSandboxLimits } from './limits.js';
import { safeListener } from './output-listener.js';
import { checkPythonNames } from './python-names.js';
import type { PythonValue } from './python-value.js';
import { checkEnvironment, checkTexts } from './refusals.js';

const checkRunOptions = defineOptions<RunOptions & StartOptions>()(
  'run',
  {
    inputs: option.record,
    functions: option.record,
    file: option.any,
    limits: option.object,
    signal: option.signal,
    onOutput: option.callback,
    onHostCall: option.callback,
    onStart: option.callback,
    allowedImports: option.any,
    display: option.any,
    args: option.list(option.string),
    stdin: option.either(option.string, option.object),
    environment: option.record,
    suspendOn: option.any,
  },
  { hint: 'Limits go into limits: {…}.' },
);

/** What a sandbox gives to each of its runs. */
export interface RunDefaults {
  readonly engine: Pick<Engine, 'checkLimits'>;
  readonly limits: SandboxLimits;
  readonly functions: HostFunctions;
}

/** A run whose arguments are checked, and which waits for its turn. */
export interface PreparedRun {
  readonly code: string;
  readonly options: RunOptions;
  readonly limits: SandboxLimits;
  readonly functions: HostFunctions;
}

/** Checks the arguments of a run, and merges them with what the sandbox gives. Throws `sandbox/invalid_…` for wrong ones. */
export function prepareRun(code: string, options: RunOptions, defaults: RunDefaults): PreparedRun {
  checkRunOptions(options);
  checkTexts(code, options.file);
  checkAllowedImports(options.allowedImports ?? null);
  checkEnvironment(options.environment);
  checkStdin(options.stdin);
  if (options.inputs !== undefined) checkPythonNames(Object.keys(options.inputs), 'the input name');
  if (options.functions !== undefined) checkFunctions(options.functions);
  const limits = resolveSandboxLimits(options.limits, defaults.limits);
  if (limits !== defaults.limits) defaults.engine.checkLimits?.(limits);
  const functions =
    options.functions === undefined ? defaults.functions : { ...defaults.functions, ...options.functions };
  return { code, options, limits, functions: inThisContext(functions) };
}

/**
 * The functions, called in the asynchronous context of the caller. What an engine hears of its process is in the context
 * that started the process, which may be that of another call.
 */
function inThisContext(functions: HostFunctions): HostFunctions {
  const entries = Object.entries(functions);
  if (entries.length === 0) return functions;
  const inContext = AsyncLocalStorage.snapshot();
  return Object.fromEntries(
    entries.map(([name, call]): [string, HostFunction] => [name, (...args) => inContext(call, ...args)]),
  );
}

/** The names of functions whose calls suspend a run. None of them may be a host function of it. */
export function suspensionsOf(
  options: Pick<StartOptions, 'suspendOn'>,
  { functions }: PreparedRun,
): ReadonlySet<string> {
  const suspendOn = new Set(options.suspendOn);
  checkPythonNames(suspendOn, 'the function to suspend on');
  for (const name of suspendOn) {
    if (Object.hasOwn(functions, name)) {
      throw sandboxError(
        'invalid_argument',
        `${name} is a host function of this run; take it out of functions or of suspendOn`,
      );
    }
  }
  return suspendOn;
}

/** The run as the engine gets it, once its turn has come. `inputs` are those of the sandbox that the namespace lacks. */
export function engineRunOf(
  { code, options, limits, functions }: PreparedRun,
  runNumber: number,
  inputs: Readonly<Record<string, PythonValue>>,
): EngineRun {
  const fileName = options.file === undefined ? null : posix.resolve('/', options.file);
  return {
    code: code.includes('\r') ? code.replace(/\r\n?/g, '\n') : code,
    runNumber,
    fileName,
    inputs: {
      ...inputs,
      // Relative: every engine works in the root of the tree, wherever that is on the machine.
      ...(fileName === null ? {} : { __file__: `.${fileName}` }),
      ...options.inputs,
    },
    functions,
    limits,
    signal: options.signal ?? null,
    onOutput: safeListener(options.onOutput),
    allowedImports: options.allowedImports ?? null,
    display: options.display === true,
    ...(options.args === undefined ? {} : { args: options.args }),
    ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    ...(options.onHostCall === undefined ? {} : { onHostCall: quiet(options.onHostCall) }),
    ...(options.onStart === undefined ? {} : { onStart: quiet(options.onStart) }),
  };
}

function checkAllowedImports(allowed: unknown): void {
  if (allowed === null) return;
  if (Array.isArray(allowed) && allowed.every((name) => typeof name === 'string' && name !== '')) return;
  throw sandboxError(
    'invalid_argument',
    'allowedImports must be a list of module names such as "json" or "os.path"; [] allows none',
  );
}

/** Throws `sandbox/invalid_argument` for what nothing can be read from. */
export function checkStdin(stdin: unknown): void {
  if (stdin === undefined || typeof stdin === 'string' || stdin instanceof Uint8Array) return;
  if (Symbol.asyncIterator in (stdin as object)) return;
  throw sandboxError(
    'invalid_argument',
    'stdin must be a string, a Uint8Array or an async iterable of them, such as process.stdin',
  );
}

/** The listener, without what it throws. */
function quiet<T>(listener: (told: T) => void): (told: T) => void {
  return (told) => {
    try {
      listener(told);
    } catch {
      // It only watches.
    }
  };
}
