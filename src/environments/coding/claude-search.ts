import { posix } from 'node:path';
import type { Json, JsonObject } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { type CodingTool, failed, fileKey, type ToolContext } from './coding-workspace.js';
import { endingsOf, filesBelow, linesIn, withoutBraces } from './found-files.js';

/** `Glob`: the paths that match, each on a line. */
export const claudeGlob: CodingTool = (given, context) => {
  const key = folderKey(context, given.path);
  if (typeof key !== 'string') return key;
  const { files, paths } = context.workspace;
  const pattern = String(given.pattern ?? '');
  const inFolder = pattern.startsWith('/') ? posix.relative(paths.shown(key), pattern) : pattern;
  const found = new Set<string>();
  if (files.exists(key) && files.stat(key).kind === 'directory') {
    for (const each of withoutBraces(inFolder)) {
      for (const path of files.glob(each, { root: key })) {
        if (path !== '' && files.stat(`${key}/${path}`).kind === 'file')
          found.add(paths.shown(`${key}/${path}`));
      }
    }
  }
  const lines = [...found].sort();
  return {
    content: lines.length === 0 ? 'No files found' : lines.join('\n'),
    data: { kind: 'lines', lines },
  };
};

/** `Grep`: as ripgrep finds it, in one of its three forms. */
export const claudeGrep: CodingTool = async (given, context) => {
  const key = folderKey(context, given.path);
  if (typeof key !== 'string') return key;
  const { files } = context.workspace;
  if (!files.exists(key)) return failed('missing_file', `Path does not exist: ${String(given.path)}`);
  const endings = typeof given.type === 'string' ? endingsOf(given.type) : undefined;
  if (endings === null) return failed('unsupported', `unrecognized file type: ${String(given.type)}`);
  if (given.multiline === true) return failed('unsupported', 'this world searches line by line');
  const choice = { glob: typeof given.glob === 'string' ? given.glob : undefined, endings };
  const expression = `${given['-i'] === true ? '(?i)' : ''}${String(given.pattern ?? '')}`;
  try {
    const keys = filesBelow(files, key, choice).filter(
      (each) => !files.readBytes(each).subarray(0, 8_192).includes(0),
    );
    const matches = await linesIn(files, expression, keys);
    return shown(matches, { given, key, context });
  } catch (error) {
    return failed('invalid_expression', errorMessage(error));
  }
};

interface Found {
  readonly given: JsonObject;
  readonly key: string;
  readonly context: ToolContext;
}

function shown(
  matches: readonly { readonly path: string; readonly line: number; readonly text: string }[],
  { given, key, context }: Found,
) {
  const { files, paths, cwd } = context.workspace;
  const name = (path: string): string => posix.relative(cwd, paths.shown(path));
  const isFile = files.stat(key).kind === 'file';
  const names = [...new Set(matches.map(({ path }) => path))];
  const mode = given.output_mode ?? 'files_with_matches';
  if (mode === 'files_with_matches') {
    const lines = names.map(name);
    const content =
      lines.length === 0
        ? 'No files found'
        : `Found ${lines.length} file${lines.length === 1 ? '' : 's'}\n${lines.join('\n')}`;
    return { content, data: { kind: 'lines', lines } };
  }
  if (mode === 'count') {
    const lines = names.map(
      (path) => `${name(path)}:${matches.filter((match) => match.path === path).length}`,
    );
    return {
      content: lines.length === 0 ? 'No matches found' : lines.join('\n'),
      data: { kind: 'lines', lines },
    };
  }
  const around = (member: string): number =>
    Math.min(1_000, Math.max(0, Number(given[member] ?? given['-C'] ?? given.context ?? 0)));
  const lines = names.flatMap((path) => {
    const text = files.readText(path, { invalid: 'replace' }).split('\n');
    const hits = new Set(matches.filter((match) => match.path === path).map(({ line }) => line));
    const prefix = isFile ? '' : name(path);
    return grouped(hits, { before: around('-B'), after: around('-A'), last: text.length }).map((line) => {
      if (line === null) return '--';
      const mark = hits.has(line) ? ':' : '-';
      const number = given['-n'] === false ? '' : `${line}${mark}`;
      return `${prefix === '' ? '' : `${prefix}${mark}`}${number}${(text[line - 1] ?? '').replace(/\r$/, '')}`;
    });
  });
  const limit = Number(given.head_limit ?? 0);
  const first = limit > 0 ? lines.slice(0, limit) : lines;
  return {
    content: lines.length === 0 ? 'No matches found' : first.join('\n'),
    data: { kind: 'lines', lines },
  };
}

/** The lines of groups that hits and what is around them make; null between two groups. */
function grouped(
  hits: ReadonlySet<number>,
  { before, after, last }: { readonly before: number; readonly after: number; readonly last: number },
): readonly (number | null)[] {
  const all = new Set<number>();
  for (const hit of hits) {
    for (let line = Math.max(1, hit - before); line <= Math.min(last, hit + after); line++) all.add(line);
  }
  const isApart = before + after > 0;
  return [...all]
    .sort((left, right) => left - right)
    .flatMap((line, index) => (isApart && index > 0 && !all.has(line - 1) ? [null, line] : [line]));
}

/** `LS`: the folders and files below a folder, as a list with indents. */
export const claudeList: CodingTool = (given, context) => {
  const key = folderKey(context, given.path);
  if (typeof key !== 'string') return key;
  const { files, paths } = context.workspace;
  if (!files.exists(key)) return failed('missing_file', 'Path does not exist.');
  const lines: string[] = [];
  const below = (folder: string, indent: string): void => {
    for (const name of files.list(folder)) {
      if (name.startsWith('.') || name === '__pycache__') continue;
      const path = `${folder}/${name}`;
      const isFolder = files.stat(path).kind === 'directory';
      lines.push(`${indent}- ${name}${isFolder ? '/' : ''}`);
      if (isFolder) below(path, `${indent}  `);
    }
  };
  below(key, '  ');
  const content = [`- ${paths.shown(key)}/`, ...lines].join('\n');
  return { content, data: { kind: 'lines', lines: content.split('\n') } };
};

function folderKey(context: ToolContext, path: Json | undefined): ReturnType<typeof fileKey> {
  return fileKey(context, typeof path === 'string' && path !== '' ? path : context.workspace.cwd);
}
