import { posix } from 'node:path';
import type { Json } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { ClientTools } from './client-tools.js';
import { applyCodexPatch } from './codex-patch.js';
import { quoted } from './coding-shell.js';
import {
  type CodingTool,
  failed,
  fileKey,
  runLine,
  type ToolAnswer,
  type ToolContext,
  textAt,
} from './coding-workspace.js';
import { filesBelow, linesIn } from './found-files.js';
import { describedTool, flag, number, text } from './tool-schemas.js';

/** What Codex was asked to run, as one line of the shell. */
export function codexCommand(given: Json | undefined): string {
  if (!Array.isArray(given)) return String(given ?? '');
  const words = given.map(String);
  const [program = '', option = '', script = ''] = words;
  const isShell = /(?:^|\/)(?:ba|z|da)?sh$/.test(program) && /^-l?i?l?c$/.test(option);
  return isShell
    ? script
    : words.map((word) => (/^[\w./=:@%+,-]+$/.test(word) ? word : quoted(word))).join(' ');
}

/** The patch that a line applies, and the folder that it changes to before; null for any other line. */
export function patchOfLine(
  command: Json | undefined,
): { readonly patch: string; readonly folder: string | null } | null {
  if (Array.isArray(command) && command.length === 2 && command[0] === 'apply_patch') {
    return { patch: String(command[1]), folder: null };
  }
  const line = codexCommand(command);
  const [, folder, , patch] =
    /^\s*(?:cd ([^\s;&|]+) && )?(?:apply_patch|applypatch) <<-? ?['"]?(\w+)['"]?\n([\s\S]*?)\n\2\s*$/.exec(
      line,
    ) ?? [];
  return patch === undefined ? null : { patch, folder: folder ?? null };
}

const shellLine =
  (member: string): CodingTool =>
  async (given, context) => {
    const { workspace } = context;
    const { root, home } = workspace.paths;
    const asked =
      typeof given.workdir === 'string' && given.workdir !== ''
        ? given.workdir
        : (given.working_directory ?? root);
    const cwd = posix.resolve(root, String(asked).replace(/^~(?=\/|$)/, home));
    const found = patchOfLine(given[member]);
    if (found !== null) return patched(context, found.patch, posix.resolve(cwd, found.folder ?? '.'));
    const command = codexCommand(given[member]);
    const { data, exitCode, output, ended } = await runLine(context, { command, cwd });
    const content = `Exit code: ${exitCode ?? 124}\nWall time: 0 seconds\nOutput:\n${output}`;
    if (ended !== null) return { content, failure: ended, data };
    return exitCode === 0 ? { content, data } : { content, failure: 'exit_code', data };
  };

function patched({ workspace }: ToolContext, patch: string, cwd: string): ToolAnswer {
  return applyCodexPatch(workspace.files, patch, { paths: workspace.paths, cwd });
}

const applyPatch: CodingTool = (given, context) =>
  patched(context, String(given.input ?? given.patch ?? ''), context.workspace.paths.root);

const readFile: CodingTool = (given, context) => {
  const key = fileKey(context, given.file_path);
  if (typeof key !== 'string') return key;
  const content = textAt(
    context.workspace.files,
    key,
    'failed to read file: No such file or directory (os error 2)',
  );
  if (typeof content !== 'string') return content;
  const first = Math.max(1, Number(given.offset ?? 1));
  const lines = content.replace(/\n$/, '').split('\n');
  const shown = lines.slice(first - 1, first - 1 + Number(given.limit ?? 2_000));
  return {
    content: shown.map((line, index) => `L${first + index}: ${line.replace(/\r$/, '')}`).join('\n'),
    data: { kind: 'read' },
  };
};

const grepFiles: CodingTool = async (given, context) => {
  const { files, paths, cwd } = context.workspace;
  const key = fileKey(context, typeof given.path === 'string' ? given.path : cwd);
  if (typeof key !== 'string') return key;
  try {
    const keys = filesBelow(files, key, {
      glob: typeof given.include === 'string' ? given.include : undefined,
    });
    const matches = await linesIn(files, String(given.pattern ?? ''), keys);
    const lines = [...new Set(matches.map(({ path }) => paths.shown(path)))];
    return {
      content: lines.length === 0 ? 'No matches found.' : lines.join('\n'),
      data: { kind: 'lines', lines },
    };
  } catch (error) {
    return failed('invalid_expression', errorMessage(error));
  }
};

const line = {
  workdir: text('the folder to run in; default: that of the session'),
  timeout_ms: number('milliseconds'),
};
const words = {
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  description: 'the words of a command',
};

/** The tools of Codex on files and the shell. */
export const codexTools: ClientTools = {
  shell: describedTool(shellLine('command'), 'shell', 'Runs a command.', { command: words, ...line }, [
    'command',
  ]),
  local_shell: describedTool(
    shellLine('command'),
    'local_shell',
    'Runs a command.',
    { command: words, ...line },
    ['command'],
  ),
  shell_command: describedTool(
    shellLine('command'),
    'shell_command',
    'Runs a line of bash.',
    { command: text('the line'), ...line },
    ['command'],
  ),
  exec_command: describedTool(
    shellLine('cmd'),
    'exec_command',
    'Runs a line of bash.',
    {
      cmd: text('the line'),
      ...line,
      yield_time_ms: number('milliseconds'),
      max_output_tokens: number('tokens'),
      tty: flag('in a terminal'),
    },
    ['cmd'],
  ),
  apply_patch: describedTool(
    applyPatch,
    'apply_patch',
    'Applies a patch that begins with "*** Begin Patch".',
    { input: text('the patch') },
    [],
  ),
  read_file: describedTool(
    readFile,
    'read_file',
    'Reads a file: lines with their numbers.',
    {
      file_path: text('the absolute path'),
      offset: number('the first line'),
      limit: number('lines at most'),
    },
    ['file_path'],
  ),
  grep_files: describedTool(
    grepFiles,
    'grep_files',
    'Finds files with a line that matches a regular expression.',
    {
      pattern: text('the regular expression'),
      include: text('such as *.rs'),
      path: text('a file or folder'),
      limit: number('files at most'),
    },
    ['pattern'],
  ),
};
