import { basename, join, relative, resolve, sep } from 'node:path';
import { counted } from '../../core/internal.js';
import type { FileTree } from '../../filesystem/index.js';
import type { PythonValue, RunResult } from '../../sandbox/index.js';
import { applyChanges } from '../apply-changes.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { inFlagWords } from '../flag-words.js';
import {
  commaList,
  missingArgument,
  oneOf,
  positiveNumber,
  usageError,
  wholeNumber,
} from '../parse-option.js';
import { readTextInput } from '../read-text-input.js';
import { exitStatusOf } from '../run/exit-status.js';
import { packagesOption } from '../run/packages-option.js';
import { programsOption } from '../run/programs-option.js';
import { sayFailure } from '../run/render-run.js';
import type { TracebackSources } from '../run/render-traceback.js';

/**
 * `mettle run`: runs Python in a sandbox over a copy-on-write view of a folder. Of a file and of standard input it
 * prints what the code prints; of `-c` also the value of the last line, as the interactive Python does.
 */
export const runCommand: CommandDefinition = {
  name: 'run',
  args: '[file]',
  rest: 'args...',
  summary: 'run Python in a sandbox, over a copy-on-write view of a folder; reads a pipe if no file is given',
  example: `npx --no mettle run -c 'print(sum(n * n for n in numbers))' --inputs '{"numbers": [1, 2, 3]}'`,
  options: [
    {
      flags: '-c, --code <python>',
      description:
        'the code itself instead of a file; the value of its last line is printed as Python prints it',
    },
    { flags: '--workdir <dir>', description: 'folder that the code sees; it changes only with --apply' },
    {
      flags: '--apply',
      description: 'after a successful run, show its changes and write them to the folder',
    },
    { flags: '--patch', description: 'show what the code changed in the folder, as a patch' },
    {
      flags: '--recover',
      description: 'undo what a killed --apply left in the folder, before any code runs',
    },
    {
      flags: '--engine <name>',
      description: 'auto, monty, cpython or docker',
      default: 'auto',
      parse: oneOf('--engine', ['auto', 'monty', 'cpython', 'docker']),
    },
    {
      flags: '--packages <dir>',
      description: 'folder of installed packages to import from: a virtual environment, or site-packages',
    },
    {
      flags: '--program <names>',
      description: 'programs of this machine that the code may start, comma-separated: git,make',
      parse: commaList,
    },
    {
      flags: '--inputs <json>',
      description:
        'variables for the code: a JSON object, or @FILE that holds one; 1 is an int of any size, 1.0 a float',
    },
    {
      flags: '--timeout <seconds>',
      description: 'seconds the code may run',
      default: 5,
      parse: positiveNumber('--timeout'),
    },
    {
      flags: '--memory <megabytes>',
      description: 'megabytes the code may use (default: 256, 1024 with --packages)',
      parse: positiveNumber('--memory'),
    },
    {
      flags: '--processes <count>',
      description: 'processes and threads the code may have',
      default: 48,
      parse: wholeNumber('--processes', 1),
    },
    {
      flags: '--output-limit <characters>',
      description: 'characters that the code may print',
      default: 1_000_000,
      parse: wholeNumber('--output-limit', 1),
    },
  ],
  run: runPython,
};

const APPLY_WORDS = { who: 'the run', recover: 'run this again with --recover' };

async function runPython(call: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const { createSandbox, pythonValueToJson } = await import('../../sandbox/index.js');
  const workdir =
    call.options.workdir === undefined ? undefined : resolve(io.cwd, String(call.options.workdir));
  const recovers = call.options.recover === true;
  if (recovers && workdir === undefined)
    throw usageError('--recover needs --workdir: the folder to restore.');
  if (recovers && call.args.length === 0 && call.options.code === undefined && workdir !== undefined) {
    return { exitCode: 0, document: await recover(workdir, io) };
  }
  const source = await readSource(call, io);
  const inputs = await readInputs(call.options.inputs, io);
  if (call.options.apply === true && workdir === undefined)
    throw usageError('--apply needs --workdir: there is no folder to write to.');
  if (call.options.patch === true && workdir === undefined)
    throw usageError('--patch needs --workdir: there is no folder to compare with.');
  if (recovers && workdir !== undefined) await recover(workdir, io);
  await using sandbox = await createSandbox({
    engine: call.options.engine as 'auto',
    ...(workdir === undefined ? {} : { workdir }),
    ...packagesOption(call, io),
    ...programsOption(call),
    limits: {
      timeoutSeconds: Number(call.options.timeout),
      ...(call.options.memory === undefined ? {} : { memoryMegabytes: Number(call.options.memory) }),
      maxProcesses: Number(call.options.processes),
      maxOutputChars: Number(call.options.outputLimit),
    },
  });
  const file = fileOf(source, workdir, sandbox.files);
  const named =
    source.path === undefined || file !== undefined ? {} : { __file__: `./${basename(source.path)}` };
  const result = await sandbox.run(source.code, {
    inputs: { ...named, ...inputs },
    signal: io.signal,
    ...(file === undefined ? {} : { file }),
    display: call.options.code !== undefined && !io.json,
    onOutput: io.relay,
    ...(call.rest.length === 0 ? {} : { args: call.rest }),
    ...((await hasStdin(call, io)) ? { stdin: io.stdin } : {}),
  });
  const error = errorInFlagWords(result.error);
  const { written, deleted } = sandbox.files.changes();
  const patch = await sandbox.files.patch();
  const applies = workdir !== undefined && call.options.apply === true && result.ok;
  const applied = applies && (await applyChanges(sandbox.files, workdir, io, APPLY_WORDS));
  const value = pythonValueToJson(result.value);
  if (!io.json) sayFailure({ ...result, error }, sourcesOf(source, file, sandbox.files, call), io.say);
  if (workdir !== undefined && !applies) {
    if (call.options.patch === true && patch !== '') io.say(patch.trimEnd());
    sayNotWritten(written.length + deleted.length, call, io);
  }
  return {
    exitCode: result.ok ? 0 : result.error?.kind === 'infrastructure' ? 3 : 1,
    document: {
      ok: result.ok,
      value,
      stdout: result.stdout,
      stderr: result.stderr,
      error,
      exit_status: exitStatusOf(result),
      engine: result.engine,
      changes: { written, deleted },
      patch,
      applied,
      usage: {
        wall_seconds: result.usage.wallSeconds,
        execution_seconds: result.usage.executionSeconds,
        host_calls: result.usage.hostCalls,
      },
    },
  };
}

/** The code to run, and the file that it came from. */
interface Source {
  readonly code: string;
  readonly path?: string;
}

async function readSource(call: CommandCall, io: CommandIo): Promise<Source> {
  const [file] = call.args;
  const { code } = call.options;
  if (typeof code === 'string') {
    if (file !== undefined) throw usageError('Give a file or -c CODE, not both.');
    return { code };
  }
  const nothing = 'Nothing to run: give a file, - for standard input, or -c CODE.';
  if (file === undefined && io.stdinIsTerminal) throw missingArgument(nothing);
  const text = await readTextInput(file ?? '-', io);
  if (file === undefined && text === '') throw missingArgument(nothing);
  return (file ?? '-') === '-' ? { code: text } : { code: text, path: resolve(io.cwd, file ?? '') };
}

/** Whether the code finds a pipe or a file as its standard input: it did not come from there, and the engine has one. */
async function hasStdin({ args, options }: CommandCall, io: CommandIo): Promise<boolean> {
  const isCodeThere = options.code === undefined && (args[0] ?? '-') === '-';
  if (isCodeThere || io.stdinIsTerminal) return false;
  const { resolveEngine } = await import('../../sandbox/internal.js');
  return (await resolveEngine(options.engine as 'auto')).name !== 'monty';
}

/** Names and texts for a traceback: files by the paths that the user knows them by. */
function sourcesOf(
  { code, path }: Source,
  file: string | undefined,
  files: FileTree,
  { args, options }: CommandCall,
): TracebackSources {
  const name = path === undefined ? (options.code === undefined ? '<stdin>' : '<string>') : (args[0] ?? '');
  const folder = typeof options.workdir === 'string' ? options.workdir : '';
  return {
    name,
    code,
    readFile: (inside) => {
      if (inside === file) return { name, text: code };
      try {
        return { name: join(folder, inside), text: files.readText(inside, { invalid: 'replace' }) };
      } catch {
        return null; // the code names its frames as it likes
      }
    },
  };
}

function sayNotWritten(count: number, { options }: CommandCall, io: CommandIo): void {
  if (count === 0) return;
  const files = counted(count, 'file');
  const show = options.patch === true ? '' : ', --patch shows them';
  const next = options.apply === true ? 'the run failed' : `--apply writes them${show}`;
  io.say(`${files} changed, not written; ${next}`);
}

async function readInputs(option: unknown, io: CommandIo): Promise<Readonly<Record<string, PythonValue>>> {
  if (typeof option !== 'string') return {};
  const { parseInputs } = await import('../run/parse-inputs.js');
  return parseInputs(option.startsWith('@') ? await readTextInput(option.slice(1), io) : option);
}

function errorInFlagWords(error: RunResult['error']): RunResult['error'] {
  return error?.hint == null ? error : { ...error, hint: inFlagWords(error.hint) };
}

/**
 * The file of the code, for `__file__`, tracebacks, warnings and logs. What lies outside of the folder bears its name as if
 * it lay at the top of the tree, unless another file does.
 */
function fileOf({ path }: Source, workdir: string | undefined, files: FileTree): string | undefined {
  if (path === undefined) return undefined;
  const inside = workdir === undefined ? undefined : pathInside(workdir, path);
  if (inside !== undefined) return inside;
  const name = `/${basename(path)}`;
  return files.exists(name) ? undefined : name;
}

function pathInside(folder: string, path: string): string | undefined {
  const inside = relative(folder, path);
  return inside.startsWith('..') || inside === '' ? undefined : `/${inside.split(sep).join('/')}`;
}

async function recover(
  workdir: string,
  io: CommandIo,
): Promise<{ readonly undone: number; readonly left_alone: readonly string[] }> {
  const { recoverCommit } = await import('../../filesystem/index.js');
  const { undone, leftAlone } = recoverCommit(workdir);
  io.say(undone === 0 ? 'Nothing was interrupted.' : `Undone: ${undone} interrupted --apply.`);
  if (leftAlone.length > 0) io.say(`Changed by others since, and left alone: ${leftAlone.join(', ')}`);
  return { undone, left_alone: leftAlone };
}
