import type { Steps } from '../../core/index.js';
import { show } from '../errors.js';
import { isGitFolder } from '../same-name.js';
import { linesOf } from '../text-lines.js';
import { pathKey, pathNames } from '../tree-path.js';
import { invalidPatch } from './invalid-patch.js';
import { type BinaryContent, type BinaryLimits, parseBinary, UNLIMITED_BINARIES } from './parse-binary.js';
import { PatchReader } from './patch-reader.js';
import { unquoteName } from './quoted-name.js';

/** A run of changed lines. Lines carry their endings. */
export interface PatchHunk {
  /** 1-based line of the old text, 0 for an empty one. */
  readonly oldStart: number;
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** 1-based line of the patch, for messages. */
  readonly at: number;
}

/** What a patch does to one file. */
export interface FilePatch {
  /** The file it is made for; undefined when the patch creates one. */
  readonly oldPath: string | undefined;
  /** The file that is there afterwards; undefined when the patch removes one. */
  readonly newPath: string | undefined;
  /** Whether the old file stays although the new one has another name. */
  readonly copy: boolean;
  /** Whether the new file is executable; undefined when the patch does not say. */
  readonly executable: boolean | undefined;
  readonly hunks: readonly PatchHunk[];
  readonly binary: BinaryContent | undefined;
  /** 1-based line of the patch, for messages. */
  readonly at: number;
}

/** What the lines before the hunks tell. */
interface Header {
  oldPath: string | undefined;
  newPath: string | undefined;
  created: boolean;
  removed: boolean;
  copy: boolean;
  mode: string | undefined;
}

/**
 * Reads a patch in git's format, or plain unified hunks under `---` and `+++` lines; what stands around them, as in an
 * e-mail, is passed over.
 *
 * @throws {MettleError} `filesystem/invalid_patch`, naming the line: malformed, or for a path that climbs, is absolute
 *   or lies in `.git`; binary content over the limits.
 */
export function* parsePatch(
  patch: string,
  limits: BinaryLimits = UNLIMITED_BINARIES,
): Steps<readonly FilePatch[]> {
  const reader = new PatchReader(yield* linesOf(patch));
  const allowance = { ...limits };
  const files: FilePatch[] = [];
  while (!reader.done) {
    yield;
    const line = reader.line;
    if (line.startsWith('diff --git ')) files.push(yield* readGitFile(reader, allowance));
    else if (line.startsWith('--- ') && reader.peek(1)?.startsWith('+++ ') === true)
      files.push(yield* readPlainFile(reader));
    else if (/^@@ -\d/.test(line)) throw invalidPatch(reader.at, 'a hunk without the name of its file');
    else reader.advance();
  }
  if (files.length === 0) throw invalidPatch(1, 'there is no change in it');
  return files;
}

function* readGitFile(reader: PatchReader, limits: BinaryLimits): Steps<FilePatch> {
  const at = reader.at;
  const both = namesOfHeader(reader.line.slice('diff --git '.length));
  const header: Header = {
    oldPath: both,
    newPath: both,
    created: false,
    removed: false,
    copy: false,
    mode: undefined,
  };
  reader.advance();
  while (!reader.done && readHeaderLine(reader, header)) reader.advance();
  const binary = reader.line === 'GIT binary patch' ? yield* parseBinary(reader, limits) : undefined;
  if (/^Binary files .* differ$/.test(reader.line)) {
    throw invalidPatch(
      reader.at,
      'it says that binary files differ but not how; make it with git diff --binary',
    );
  }
  const hunks = binary === undefined ? yield* readNamedHunks(reader, header) : [];
  if (header.created) header.oldPath = undefined;
  else if (header.oldPath === undefined) throw invalidPatch(at, 'it does not name its file');
  if (header.removed) header.newPath = undefined;
  else if (header.newPath === undefined) throw invalidPatch(at, 'it does not name its file');
  return finish(header, { hunks, binary, at });
}

/** Takes in one line of a git header; false for a line that is none. */
function readHeaderLine(reader: PatchReader, header: Header): boolean {
  const { line } = reader;
  const word =
    /^(old mode|new mode|deleted file mode|new file mode|(?:copy|rename) (?:from|to)|similarity index|dissimilarity index|index) (.*)$/.exec(
      line,
    );
  if (word === null) return false;
  const [, what = '', value = ''] = word;
  if (what === 'new file mode') header.created = true;
  if (what === 'deleted file mode') header.removed = true;
  if (what.endsWith('file mode') || what.endsWith(' mode'))
    header.mode = readMode(reader.at, what, value) ?? header.mode;
  if (what.startsWith('copy')) header.copy = true;
  if (what.endsWith(' from')) header.oldPath = wholeName(reader.at, value);
  if (what.endsWith(' to')) header.newPath = wholeName(reader.at, value);
  return true;
}

function readMode(at: number, what: string, value: string): string | undefined {
  if (value !== '100644' && value !== '100755') {
    throw invalidPatch(at, `files of mode ${show(value)} (links, submodules) are not supported`);
  }
  return what.startsWith('new') ? value : undefined;
}

function* readNamedHunks(reader: PatchReader, header: Header): Steps<readonly PatchHunk[]> {
  if (!reader.line.startsWith('--- ')) return [];
  const oldPath = fileName(reader.at, reader.line.slice(4), 'a/');
  reader.advance();
  if (!reader.line.startsWith('+++ ')) throw invalidPatch(reader.at, 'a line +++ is missing');
  const newPath = fileName(reader.at, reader.line.slice(4), 'b/');
  reader.advance();
  header.created ||= oldPath === undefined;
  header.removed ||= newPath === undefined;
  header.oldPath = oldPath ?? header.oldPath;
  header.newPath = newPath ?? header.newPath;
  return yield* readHunks(reader);
}

function* readPlainFile(reader: PatchReader): Steps<FilePatch> {
  const header: Header = {
    oldPath: undefined,
    newPath: undefined,
    created: false,
    removed: false,
    copy: false,
    mode: undefined,
  };
  const at = reader.at;
  const hunks = yield* readNamedHunks(reader, header);
  const path = header.newPath ?? header.oldPath;
  if (path === undefined) throw invalidPatch(at, 'it does not name its file');
  if (hunks.length === 0) throw invalidPatch(at, `no hunk follows the name ${show(path)}`);
  return finish(
    { ...header, oldPath: header.created ? undefined : path, newPath: header.removed ? undefined : path },
    { hunks, binary: undefined, at },
  );
}

function finish(header: Header, rest: Pick<FilePatch, 'hunks' | 'binary' | 'at'>): FilePatch {
  for (const path of [header.oldPath, header.newPath]) if (path !== undefined) checkPath(rest.at, path);
  return {
    oldPath: header.oldPath,
    newPath: header.newPath,
    copy: header.copy,
    executable: header.mode === undefined ? undefined : header.mode === '100755',
    ...rest,
  };
}

function* readHunks(reader: PatchReader): Steps<readonly PatchHunk[]> {
  const hunks: PatchHunk[] = [];
  while (!reader.done && reader.line.startsWith('@@ ')) {
    const counts = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(reader.line);
    if (counts === null) throw invalidPatch(reader.at, 'the start of a hunk is malformed');
    const at = reader.at;
    reader.advance();
    const lines = yield* reader.hunkLines(Number(counts[2] ?? 1), Number(counts[4] ?? 1));
    if (lines === undefined)
      throw invalidPatch(reader.at, `the hunk of line ${at} is shorter than it says, or malformed`);
    hunks.push({ oldStart: Number(counts[1]), ...lines, at });
  }
  return hunks;
}

/** The name in `a/NAME b/NAME`; undefined when the two differ, as they may where later lines name the files. */
function namesOfHeader(text: string): string | undefined {
  if (text.startsWith('"')) {
    const first = unquoteName(text);
    const second = first?.rest.startsWith(' "') === true ? unquoteName(first.rest.slice(1)) : undefined;
    const [left, right] = [first?.name.slice(2), second?.name.slice(2)];
    return left === right ? left : undefined;
  }
  const middle = (text.length - 1) / 2;
  const [left, right] = [text.slice(0, middle), text.slice(middle + 1)];
  return left.slice(2) === right.slice(2) && text[middle] === ' ' ? left.slice(2) : undefined;
}

/** The name of a line `---` or `+++`, without its prefix; undefined for `/dev/null`. */
function fileName(at: number, text: string, prefix: string): string | undefined {
  const name = text.startsWith('"')
    ? wholeName(at, text.split('\t', 1)[0] ?? '')
    : (text.split('\t', 1)[0] ?? '').replace(/\r$/, '');
  if (name === '/dev/null') return undefined;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

function wholeName(at: number, text: string): string {
  if (!text.startsWith('"')) return text;
  const read = unquoteName(text);
  if (read === undefined || read.rest !== '') throw invalidPatch(at, 'a quoted name is malformed');
  return read.name;
}

function checkPath(at: number, path: string): void {
  if (!isPlain(path)) throw invalidPatch(at, `the path ${show(path)} is absolute, climbs or is malformed`);
  if (path.split('/').some(isGitFolder)) {
    throw invalidPatch(at, `the path ${show(path)} lies in a .git folder`);
  }
}

function isPlain(path: string): boolean {
  try {
    return path !== '' && pathKey(pathNames(path)) === path;
  } catch {
    return false;
  }
}
