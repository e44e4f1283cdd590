import { posix } from 'node:path';
import type { FileTree } from '../../filesystem/index.js';
import { failed, type ToolAnswer } from './coding-workspace.js';
import type { SessionPaths } from './session-paths.js';

/** A part of a file that a patch changes. */
interface Chunk {
  /** Lines that come before it, one after another, as far as the patch names them. */
  readonly anchors: readonly string[];
  readonly old: string[];
  readonly now: string[];
  isAtEnd: boolean;
}

type FileChange =
  | { readonly kind: 'add'; readonly path: string; readonly lines: string[] }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'update'; readonly path: string; moveTo: string | null; readonly chunks: Chunk[] };

/** Applies a patch in the form of Codex's `apply_patch`: all of it or nothing. */
export function applyCodexPatch(
  files: FileTree,
  patch: string,
  { paths, cwd }: { readonly paths: SessionPaths; readonly cwd: string },
): ToolAnswer {
  const changes = parsePatch(patch);
  if (typeof changes === 'string') return failed('invalid_patch', `Invalid patch: ${changes}`);
  const edited = files.checkpoint();
  const lines: string[] = [];
  for (const change of changes) {
    const problem = applyChange(files, change, (path) => paths.keyOf(path, cwd));
    if (problem !== null) {
      files.rollback(edited);
      return failed('patch_failed', problem);
    }
    const letter = change.kind === 'add' ? 'A' : change.kind === 'delete' ? 'D' : 'M';
    lines.push(`${letter} ${change.kind === 'update' ? (change.moveTo ?? change.path) : change.path}`);
  }
  const sorted = ['A', 'M', 'D'].flatMap((letter) => lines.filter((line) => line.startsWith(letter)));
  const keys = changes.map(({ path }) => paths.keyOf(path, cwd) ?? posix.resolve(cwd, path).slice(1));
  return {
    content: `Success. Updated the following files:\n${sorted.join('\n')}\n`,
    data: { kind: 'edit', path: keys[0] ?? '', files: sorted },
  };
}

function applyChange(
  files: FileTree,
  change: FileChange,
  keyOf: (path: string) => string | null,
): string | null {
  const key = keyOf(change.path);
  if (key === null) return `${change.path} lies outside of the folder`;
  if (change.kind === 'add') {
    files.writeText(key, change.lines.map((line) => `${line}\n`).join(''), { parents: true });
    return null;
  }
  if (!files.exists(key) || files.stat(key).kind !== 'file')
    return `Failed to read file to update ${change.path}`;
  if (change.kind === 'delete') {
    files.removeFile(key);
    return null;
  }
  const text = updated(files.readText(key, { invalid: 'replace' }), change);
  if (typeof text !== 'string') return text.problem;
  const target = change.moveTo === null ? key : keyOf(change.moveTo);
  if (target === null) return `${change.moveTo} lies outside of the folder`;
  files.writeText(target, text, { parents: true });
  if (target !== key) files.removeFile(key);
  return null;
}

/** The changes of a patch, or what is wrong with it. */
function parsePatch(patch: string): readonly FileChange[] | string {
  const lines = patch.trim().split(/\r?\n/);
  if (lines[0]?.trim() !== '*** Begin Patch') return "The first line of the patch must be '*** Begin Patch'";
  if (lines.at(-1)?.trim() !== '*** End Patch') return "The last line of the patch must be '*** End Patch'";
  const changes: FileChange[] = [];
  let anchors: string[] = [];
  let chunk: Chunk | null = null;
  for (const line of lines.slice(1, -1)) {
    const [, verb, path = ''] = /^\*\*\* (Add File|Delete File|Update File|Move to): (.+)$/.exec(line) ?? [];
    const now = changes.at(-1);
    if (verb === 'Move to') {
      if (now?.kind !== 'update') return `unexpected line ${JSON.stringify(line)}`;
      now.moveTo = path.trim();
    } else if (verb !== undefined) {
      [anchors, chunk] = [[], null];
      if (verb === 'Add File') changes.push({ kind: 'add', path: path.trim(), lines: [] });
      else if (verb === 'Delete File') changes.push({ kind: 'delete', path: path.trim() });
      else changes.push({ kind: 'update', path: path.trim(), moveTo: null, chunks: [] });
    } else if (now?.kind === 'add' && line.startsWith('+')) now.lines.push(line.slice(1));
    else if (now?.kind !== 'update') {
      if (line.trim() !== '') return `${JSON.stringify(line)} is not a valid hunk header`;
    } else if (line.startsWith('@@')) {
      if (chunk !== null) [anchors, chunk] = [[], null];
      const anchor = line.slice(2).trimStart();
      if (anchor !== '') anchors.push(anchor);
    } else if (line.trim() === '*** End of File') {
      if (chunk !== null) chunk.isAtEnd = true;
    } else {
      if (chunk === null) {
        chunk = { anchors, old: [], now: [], isAtEnd: false };
        now.chunks.push(chunk);
      }
      const [sign, rest] = [line[0] ?? ' ', line.slice(1)];
      if (sign !== ' ' && sign !== '+' && sign !== '-')
        return `unexpected line found in update hunk: ${JSON.stringify(line)}`;
      if (sign !== '+') chunk.old.push(rest);
      if (sign !== '-') chunk.now.push(rest);
    }
  }
  return changes.length === 0 ? 'it changes no file' : changes;
}

function updated(
  text: string,
  { path, chunks }: Extract<FileChange, { kind: 'update' }>,
): string | { readonly problem: string } {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  let from = 0;
  for (const { anchors, old, now, isAtEnd } of chunks) {
    for (const anchor of anchors) {
      const at = find(lines, [anchor], from, false);
      if (at === -1) return { problem: `Failed to find context '${anchor}' in ${path}` };
      from = at + 1;
    }
    if (old.length === 0) {
      lines.push(...now);
      continue;
    }
    let wanted = old;
    let put = now;
    let at = find(lines, wanted, from, isAtEnd);
    if (at === -1 && wanted.at(-1) === '') {
      // The empty line at the end stands for the end of the file.
      wanted = wanted.slice(0, -1);
      put = put.at(-1) === '' ? put.slice(0, -1) : put;
      at = find(lines, wanted, from, isAtEnd);
    }
    if (at === -1) return { problem: `Failed to find expected lines in ${path}:\n${old.join('\n')}` };
    lines.splice(at, wanted.length, ...put);
    from = at + put.length;
  }
  return `${lines.join('\n')}\n`;
}

/** Where lines stand, at first exactly, then but for spaces at their ends, then but for spaces around them; -1 where they don't. */
function find(lines: readonly string[], wanted: readonly string[], from: number, isAtEnd: boolean): number {
  const first = isAtEnd ? Math.max(from, lines.length - wanted.length) : from;
  for (const plain of [
    (line: string) => line,
    (line: string) => line.trimEnd(),
    (line: string) => line.trim(),
  ]) {
    const plainWanted = wanted.map(plain);
    for (let at = first; at + wanted.length <= lines.length; at++) {
      if (plainWanted.every((line, index) => plain(lines[at + index] ?? '') === line)) return at;
    }
  }
  return -1;
}
