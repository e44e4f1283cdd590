import type { Json } from '../../core/index.js';
import { isJsonObject } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { ClientTools } from './client-tools.js';
import { type CodingTool, failed, fileKey, runLine, textAt } from './coding-workspace.js';
import { editTexts } from './edit-text.js';
import { filesBelow, linesIn, withoutBraces } from './found-files.js';
import { describedTool, flag, number, text } from './tool-schemas.js';

/** Lines and bytes that a file is read to at most, where a call names no number. */
const MOST_LINES = 2_000;

const read: CodingTool = (given, context) => {
  const key = fileKey(context, given.path);
  if (typeof key !== 'string') return key;
  const content = textAt(
    context.workspace.files,
    key,
    `ENOENT: no such file or directory, access '${String(given.path)}'`,
  );
  if (typeof content !== 'string') return content;
  const lines = content.split('\n');
  const first = Math.max(1, Number(given.offset ?? 1));
  if (first > lines.length) {
    return failed('beyond_end', `Offset ${first} is beyond end of file (${lines.length} lines total)`);
  }
  const shown = lines.slice(first - 1, first - 1 + Number(given.limit ?? MOST_LINES));
  return { content: shown.join('\n'), data: { kind: 'read' } };
};

const write: CodingTool = (given, context) => {
  const key = fileKey(context, given.path);
  if (typeof key !== 'string') return key;
  const content = String(given.content ?? '');
  context.workspace.files.writeText(key, content, { parents: true });
  return {
    content: `Successfully wrote ${content.length} bytes to ${String(given.path)}`,
    data: { kind: 'edit', path: key },
  };
};

const edit: CodingTool = (given, context) => {
  const key = fileKey(context, given.path);
  if (typeof key !== 'string') return key;
  const list = Array.isArray(given.edits) ? (given.edits as readonly Json[]).filter(isJsonObject) : [given];
  const edits = list.map((each) => ({
    find: String(each.oldText ?? ''),
    replace: String(each.newText ?? ''),
    all: false,
  }));
  const done = editTexts(context.workspace.files, key, edits, `File not found: ${String(given.path)}`);
  if ('content' in done) return done;
  const content = Array.isArray(given.edits)
    ? `Successfully replaced ${edits.length} block(s) in ${String(given.path)}.`
    : `Successfully replaced text in ${String(given.path)}.`;
  return { content, data: { kind: 'edit', path: key } };
};

const bash: CodingTool = async (given, context) => {
  const { workspace } = context;
  const { data, exitCode, output, ended } = await runLine(context, {
    command: String(given.command ?? ''),
    cwd: workspace.paths.root,
  });
  const shown = output.trimEnd();
  if (ended !== null) return { content: shown, failure: ended, data };
  if (exitCode === 0) return { content: shown === '' ? '(no output)' : shown, data };
  return {
    content: `${shown === '' ? '(no output)' : shown}\n\nCommand exited with code ${exitCode}`,
    failure: 'exit_code',
    data,
  };
};

const grep: CodingTool = async (given, context) => {
  const { files } = context.workspace;
  const key = fileKey(context, typeof given.path === 'string' ? given.path : '.');
  if (typeof key !== 'string') return key;
  if (!files.exists(key)) return failed('missing_file', `Path not found: ${String(given.path)}`);
  const plain = String(given.pattern ?? '');
  const pattern = given.literal === true ? plain.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&') : plain;
  try {
    const keys = filesBelow(files, key, { glob: typeof given.glob === 'string' ? given.glob : undefined });
    const matches = await linesIn(files, `${given.ignoreCase === true ? '(?i)' : ''}${pattern}`, keys);
    const around = Math.max(0, Number(given.context ?? 0));
    if (around > 0) return failed('unsupported', 'this world gives no context');
    const lines = matches.map(({ path, line, text: found }) => `${relative(path, key)}:${line}: ${found}`);
    return {
      content: lines.length === 0 ? 'No matches found' : lines.join('\n'),
      data: { kind: 'lines', lines },
    };
  } catch (error) {
    return failed('invalid_expression', errorMessage(error));
  }
};

const find: CodingTool = (given, context) => {
  const { files } = context.workspace;
  const key = fileKey(context, typeof given.path === 'string' ? given.path : '.');
  if (typeof key !== 'string') return key;
  const pattern = String(given.pattern ?? '');
  const all = new Set(
    withoutBraces(pattern).flatMap((each) =>
      filesBelow(files, key, { glob: each }).map((path) => relative(path, key)),
    ),
  );
  const lines = [...all].sort();
  return {
    content: lines.length === 0 ? 'No files found matching pattern' : lines.join('\n'),
    data: { kind: 'lines', lines },
  };
};

const ls: CodingTool = (given, context) => {
  const { files } = context.workspace;
  const key = fileKey(context, typeof given.path === 'string' ? given.path : '.');
  if (typeof key !== 'string') return key;
  if (!files.exists(key)) return failed('missing_file', `Path not found: ${String(given.path)}`);
  const names = files
    .list(key)
    .map((name) => (files.stat(`${key}/${name}`).kind === 'directory' ? `${name}/` : name));
  const lines = [...names].sort((left, right) => (left.toLowerCase() < right.toLowerCase() ? -1 : 1));
  return {
    content: lines.length === 0 ? '(empty directory)' : lines.join('\n'),
    data: { kind: 'lines', lines },
  };
};

function relative(path: string, key: string): string {
  return path === key ? (path.split('/').at(-1) ?? path) : path.slice(key.length + 1);
}

const path = { path: text('the path, from the folder of the session or absolute') };

/** The tools of Pi. */
export const piTools: ClientTools = {
  read: describedTool(
    read,
    'read',
    'Reads a file.',
    { ...path, offset: number('the first line'), limit: number('lines at most') },
    ['path'],
  ),
  write: describedTool(write, 'write', 'Writes a whole file.', { ...path, content: text('its content') }, [
    'path',
    'content',
  ]),
  edit: describedTool(
    edit,
    'edit',
    'Replaces a text in a file, which must stand there once.',
    {
      ...path,
      oldText: text('what is replaced'),
      newText: text('by what'),
      edits: {
        type: 'array',
        items: {
          type: 'object',
          properties: { oldText: text('what is replaced'), newText: text('by what') },
        },
      },
    },
    ['path'],
  ),
  bash: describedTool(
    bash,
    'bash',
    'Runs a line of bash.',
    { command: text('the line'), timeout: number('seconds') },
    ['command'],
  ),
  grep: describedTool(
    grep,
    'grep',
    'Finds lines that match a regular expression.',
    {
      ...path,
      pattern: text('the regular expression'),
      glob: text('such as *.ts'),
      ignoreCase: flag('letter case'),
      literal: flag('as it stands'),
      context: number('lines around'),
      limit: number('matches at most'),
    },
    ['pattern'],
  ),
  find: describedTool(
    find,
    'find',
    'Finds files by a pattern of their paths.',
    { ...path, pattern: text('such as **/*.py'), limit: number('files at most') },
    ['pattern'],
  ),
  ls: describedTool(ls, 'ls', 'Lists a folder.', { ...path, limit: number('entries at most') }, []),
};
