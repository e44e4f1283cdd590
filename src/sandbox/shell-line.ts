import { defineOptions, option } from '../core/index.js';
import type { FileTree } from '../filesystem/index.js';
import { pathKey, pathNames } from '../filesystem/internal.js';
import type { SandboxLimits, ShellOptions } from './contract.js';
import { abortedError, endedError } from './ended-errors.js';
import type { EngineShellLine, EngineShellOutcome } from './engine.js';
import { sandboxError } from './error-codes.js';
import { resolveSandboxLimits } from './limits.js';
import { safeListener } from './output-listener.js';
import { checkStdin } from './prepared-run.js';
import { checkEnvironment } from './refusals.js';

/** Bytes of one argument that Linux hands to a program at most, its last zero left out (MAX_ARG_STRLEN). */
const MOST_LINE_BYTES = 131_071;

const checkShellOptions = defineOptions<ShellOptions>()('shell', {
  cwd: option.string,
  environment: option.record,
  stdin: option.either(option.string, option.object),
  timeoutSeconds: option.positive,
  signal: option.signal,
  onOutput: option.callback,
});

/** Checks what `shell` was called with. Throws `core/invalid_option`, `sandbox/invalid_argument` or `filesystem/invalid_path`. */
export function prepareShellLine(
  command: string,
  options: ShellOptions,
  sandboxLimits: SandboxLimits,
): EngineShellLine {
  const { cwd = '', environment = {}, stdin, timeoutSeconds, signal, onOutput } = checkShellOptions(options);
  if (typeof command !== 'string' || command.includes('\0')) {
    throw sandboxError('invalid_argument', 'the command must be a string without a null character');
  }
  checkEnvironment(environment);
  checkStdin(stdin);
  return {
    command,
    folder: pathKey(pathNames(cwd)),
    environment,
    limits: limitsOf(timeoutSeconds, sandboxLimits),
    signal: signal ?? null,
    onOutput: safeListener(onOutput),
    ...(stdin === undefined ? {} : { stdin }),
  };
}

/** There are no host functions to wait for: the deadline is never the shorter of the two. */
function limitsOf(timeoutSeconds: number | undefined, limits: SandboxLimits): SandboxLimits {
  const { timeoutSeconds: seconds } = resolveSandboxLimits(
    timeoutSeconds === undefined ? {} : { timeoutSeconds },
    limits,
  );
  return { ...limits, timeoutSeconds: seconds, deadlineSeconds: Math.max(seconds, limits.deadlineSeconds) };
}

/**
 * The outcome of a line whose turn has come and which need not be started; null for any other.
 *
 * @throws {MettleError} `sandbox/invalid_argument` where its folder is not in the tree
 */
export function shellRefusalOf(line: EngineShellLine, files: FileTree): EngineShellOutcome | null {
  const { command, folder, limits, signal } = line;
  if (signal?.aborted === true) return notStarted(abortedError());
  const most = Math.min(MOST_LINE_BYTES, limits.maxSourceBytes);
  if (Buffer.byteLength(command) > most) {
    const message = `the command takes more than ${most} bytes`;
    return notStarted(endedError('limit', 'ValueError', message, 'Write it to a file, and run sh FILE.'));
  }
  if (folder === '' || (files.exists(folder) && files.stat(folder).kind === 'directory')) return null;
  throw sandboxError(
    'invalid_argument',
    `cwd: there is no folder ${folder} in the file tree; create it first`,
  );
}

function notStarted(error: EngineShellOutcome['error']): EngineShellOutcome {
  return { exitCode: null, stdout: '', stderr: '', error, wallSeconds: 0 };
}
