import { posix } from 'node:path';
import { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { FileEntry, FileTree } from '../../filesystem/index.js';
import { sandboxError } from '../error-codes.js';
import { handlePath, isHandle, shownPath, treePath } from './tree-path.js';
import type { Answer } from './wire/answer.js';
import type { OsCall, ScanCall } from './wire/os-call.js';
import { pythonStringRepr } from './wire/python-string-repr.js';

/** What calls of the operating system are answered from. */
export interface OsWorld {
  readonly files: FileTree;
  readonly environment: Readonly<Record<string, string>>;
  /** When files were last changed: nothing is kept of that, so it is always now. */
  readonly now: () => Date;
  /** Bytes for `os.urandom`. */
  readonly randomBytes: (size: number) => Uint8Array;
}

/** Entries of one `os.walk`, `os.scandir` or `glob`. */
const MAX_SCANNED = 100_000;
/** Bytes of one `os.urandom`. */
const MAX_RANDOM_BYTES = 1 << 24;

/** As on any file system, a directory is made by mkdir alone. */
const NO_PARENTS = { parents: false } as const;

const NONE: Answer = value(null);

/** Python's exception, error number and text for each POSIX failure of the tree. */
const ERRNO: Readonly<Record<string, readonly [type: string, number: number, text: string]>> = {
  ENOENT: ['FileNotFoundError', 2, 'No such file or directory'],
  EACCES: ['PermissionError', 13, 'Permission denied'],
  EPERM: ['PermissionError', 1, 'Operation not permitted'],
  EEXIST: ['FileExistsError', 17, 'File exists'],
  ENOTDIR: ['NotADirectoryError', 20, 'Not a directory'],
  EISDIR: ['IsADirectoryError', 21, 'Is a directory'],
  EINVAL: ['OSError', 22, 'Invalid argument'],
  EFBIG: ['OSError', 27, 'File too large'],
  ENOSPC: ['OSError', 28, 'No space left on device'],
  ENOTEMPTY: ['OSError', 39, 'Directory not empty'],
  EROFS: ['OSError', 30, 'Read-only file system'],
  ELOOP: ['OSError', 40, 'Too many levels of symbolic links'],
};

/** Answers one call from the tree. Never throws: what fails is raised inside Python. */
export function answerOsCall(call: OsCall, world: OsWorld): Answer {
  try {
    return perform(call, world);
  } catch (thrown) {
    return raise(thrown, call);
  }
}

function value(given: unknown): Answer {
  return { kind: 'return', given: { kind: 'value', value: given } };
}

function perform(call: OsCall, world: OsWorld): Answer {
  const { files } = world;
  switch (call.kind) {
    case 'exists':
      return value(kindOf(files, call.path) !== null);
    case 'is_file':
      return value(kindOf(files, call.path) === 'file');
    case 'is_dir':
      return value(kindOf(files, call.path) === 'directory');
    case 'is_symlink':
      return value(kindOfEntry(files, call.path) === 'link');
    case 'read_text':
      return value(readText(files, call.path));
    case 'read_bytes':
      return value(files.readBytes(existing(call.path)));
    case 'stat':
      return stat(files, call.path, world.now());
    case 'iterdir': {
      const paths = files.list(existing(call.path)).map((name) => posix.join(call.path, name));
      return { kind: 'return', given: { kind: 'paths', paths } };
    }
    case 'resolve':
    case 'absolute':
      treePath(call.path);
      return path(posix.resolve('/', call.path));
    case 'open':
      return open(files, call.path, call.mode);
    case 'getenv':
      return value(Object.hasOwn(world.environment, call.key) ? world.environment[call.key] : call.fallback);
    case 'environ':
      return value({ ...world.environment });
    case 'urandom':
      if (call.size > MAX_RANDOM_BYTES) throw failure('EINVAL');
      return value(world.randomBytes(call.size));
    case 'scan':
      return scan(files, call);
    case 'sleep':
    case 'import':
    case 'import_stubs':
    case 'unknown':
      throw sandboxError('unknown_call', 'this call is not supported');
    default:
      return change(call, files);
  }
}

type ChangingCall = Extract<OsCall, { kind: 'write' | 'append' | 'unlink' | 'rmdir' | 'mkdir' | 'rename' }>;

function change(call: ChangingCall, files: FileTree): Answer {
  switch (call.kind) {
    case 'write': {
      if (typeof call.data === 'string') files.writeText(writable(call.path), call.data, NO_PARENTS);
      else files.writeBytes(writable(call.path), call.data, NO_PARENTS);
      return value(lengthOf(call.data));
    }
    case 'append': {
      const bytes = typeof call.data === 'string' ? Buffer.from(call.data) : call.data;
      files.appendBytes(writable(call.path), bytes, NO_PARENTS);
      return value(lengthOf(call.data));
    }
    case 'unlink':
      files.removeFile(writable(call.path));
      return NONE;
    case 'rmdir':
      files.removeDirectory(writable(call.path));
      return NONE;
    case 'mkdir':
      files.makeDirectory(writable(call.path), { parents: call.parents, existOk: call.existOk });
      return NONE;
    case 'rename':
      files.rename(writable(call.from), writable(call.to), NO_PARENTS);
      return path(call.to);
  }
}

/** Python counts a str by code points. */
function lengthOf(data: string | Uint8Array): number {
  if (typeof data !== 'string') return data.length;
  let count = data.length;
  for (let index = 0; index < data.length - 1; index++) {
    const unit = data.charCodeAt(index);
    if (unit >= 0xd800 && unit < 0xdc00) {
      count--;
      index++;
    }
  }
  return count;
}

function open(files: FileTree, given: string, mode: string): Answer {
  const kind = kindOf(files, given);
  const at = mode.startsWith('r') ? existing(given) : writable(given);
  if (kind === 'directory') throw failure('EISDIR');
  if (mode.startsWith('r') && kind === null) files.readBytes(at);
  if (mode.startsWith('w') || (mode.startsWith('a') && kind === null)) {
    files.writeText(at, '', NO_PARENTS);
  }
  return { kind: 'return', given: { kind: 'file', path: handlePath(at), mode } };
}

function kindOf(files: FileTree, given: string): 'file' | 'directory' | null {
  const at = treePath(given);
  return at !== null && files.exists(at) ? files.stat(at).kind : null;
}

function readText(files: FileTree, given: string): string {
  const text = files.readText(existing(given));
  return isHandle(given) ? text : withPythonLineEnds(text);
}

function stat(files: FileTree, given: string, now: Date): Answer {
  const found = files.stat(existing(given));
  const mode = (found.kind === 'file' ? 0o100000 : 0o040000) | found.mode;
  const seconds = now.getTime() / 1000;
  return {
    kind: 'return',
    given: {
      kind: 'stat',
      fields: [
        ['st_mode', mode, false],
        ['st_ino', 0, false],
        ['st_dev', 0, false],
        ['st_nlink', 1, false],
        ['st_uid', 0, false],
        ['st_gid', 0, false],
        ['st_size', found.size, false],
        ['st_atime', seconds, true],
        ['st_mtime', seconds, true],
        ['st_ctime', seconds, true],
      ],
    },
  };
}

/** What is at a path itself: a link is not followed. */
function kindOfEntry(files: FileTree, given: string): FileEntry['kind'] | null {
  const at = treePath(given);
  return at === null ? null : (files.entry(at)?.kind ?? null);
}

/**
 * What is below a path, itself included, each with its kind; paths are relative to it. Links to directories are listed
 * and not entered.
 */
function scan(files: FileTree, { path: given, maxDepth }: ScanCall): Answer {
  const root = existing(given);
  const entries: [path: string, isDirectory: boolean, isFile: boolean, isLink: boolean][] = [];
  const visit = (at: string, relative: string, depth: number): void => {
    const isDirectory = files.stat(at).kind === 'directory';
    const isLink = relative !== '.' && files.entry(at)?.kind === 'link';
    if (entries.push([relative, isDirectory, !isDirectory, isLink]) > MAX_SCANNED) throw failure('EFBIG');
    if (!isDirectory || isLink || (maxDepth !== null && depth >= maxDepth)) return;
    for (const name of files.list(at)) {
      visit(posix.join(at, name), relative === '.' ? name : `${relative}/${name}`, depth + 1);
    }
  };
  visit(root, '.', 0);
  return { kind: 'return', given: { kind: 'scan', entries } };
}

function path(at: string): Answer {
  return { kind: 'return', given: { kind: 'path', path: at } };
}

/** The place in the tree of what is read; outside it there is nothing. */
function existing(given: string): string {
  const at = treePath(given);
  if (at === null) throw failure('ENOENT');
  return at;
}

/** The place in the tree of what is changed; outside it nothing can be. */
function writable(given: string): string {
  const at = treePath(given);
  if (at === null) throw failure(given === '' ? 'ENOENT' : 'EROFS');
  return at;
}

function failure(errno: string): MettleError {
  return sandboxError('file_error', errno, { details: { errno } });
}

function raise(thrown: unknown, call: OsCall): Answer {
  if (!MettleError.isInstance(thrown)) {
    return { kind: 'raise', type: 'OSError', message: errorMessage(thrown) };
  }
  if (thrown.code === 'sandbox/null_in_path') {
    return { kind: 'raise', type: 'ValueError', message: thrown.message };
  }
  if (thrown.code === 'filesystem/not_text') {
    return {
      kind: 'raise',
      type: 'UnicodeDecodeError',
      message: "'utf-8' codec can't decode the file: it is not text",
    };
  }
  const known = ERRNO[String(thrown.details.errno)];
  const at = 'path' in call ? shownPath(call.path) : 'from' in call ? call.from : null;
  if (known === undefined) return { kind: 'raise', type: 'OSError', message: thrown.message };
  const [type, number, text] = known;
  const suffix = at === null ? '' : `: ${pythonStringRepr(at)}`;
  const target = call.kind === 'rename' ? ` -> ${pythonStringRepr(call.to)}` : '';
  return { kind: 'raise', type, message: `[Errno ${number}] ${text}${suffix}${target}` };
}

/** Text as Python reads it from a file: every line ends in `\n`. */
function withPythonLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
