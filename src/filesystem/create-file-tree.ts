import { defineOptions, type OptionKinds, option } from '../core/index.js';
import { pathError, show } from './errors.js';
import { FileTree } from './file-tree.js';
import { HostFolder } from './host-folder.js';
import { createIgnoreRules } from './ignore-rules.js';
import { type FileTreeLimits, resolveLimits, UNLIMITED } from './limits.js';
import { emptyDirectory } from './node.js';
import { restoreState } from './restore.js';
import { TreeEditor } from './tree-editor.js';
import { rootOf } from './tree-of-files.js';
import { pathNames } from './tree-path.js';
import { startingState, type TreeState } from './tree-state.js';
import { TreeView } from './tree-view.js';

/** Where a tree stands, and what it may hold. */
export interface FileTreeBaseOptions {
  /** A host folder, read live and lazily and never written. Default: none, the tree is in memory. */
  readonly base?: string;
  /** Patterns as in `.gitignore` for what the folder keeps back, after the default ones; `!x` lends x after all. */
  readonly ignore?: readonly string[];
  readonly limits?: Partial<FileTreeLimits>;
}

/** The kinds of {@link FileTreeBaseOptions}. */
const FILE_TREE_BASE_OPTIONS: OptionKinds<FileTreeBaseOptions> = {
  base: option.text,
  ignore: option.list(option.string),
  limits: option.object,
};

const checkFileTreeBaseOptions = defineOptions<FileTreeBaseOptions>()(
  'restoreFileTree',
  FILE_TREE_BASE_OPTIONS,
);

/** What a tree starts from. */
export interface CreateFileTreeOptions extends FileTreeBaseOptions {
  /** Files that are there from the start, over the folder's: text (as UTF-8) or bytes by path. They are no changes. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

const checkCreateFileTreeOptions = defineOptions<CreateFileTreeOptions>()('createFileTree', {
  ...FILE_TREE_BASE_OPTIONS,
  files: option.record,
});

/**
 * A tree over a host folder, or in memory.
 *
 * @example
 * ```ts
 * import { createFileTree } from 'mettle';
 *
 * const tree = createFileTree({ files: { 'notes.txt': 'one' } });
 * const fork = tree.fork();
 * fork.writeText('notes.txt', 'two');
 * console.log(tree.readText('notes.txt'), fork.changes().written); // → one [ 'notes.txt' ]
 * ```
 * @throws {MettleError} `filesystem/invalid_base` when `base` is no readable directory, `filesystem/invalid_limit`,
 *   `filesystem/invalid_path`, `filesystem/invalid_content` and the like for `files`.
 */
export function createFileTree(options: CreateFileTreeOptions = {}): FileTree {
  checkCreateFileTreeOptions(options);
  const { start, limits } = startOf(options);
  const origin = withFiles(start, options.files ?? {});
  return new FileTree(new TreeEditor(origin, limits), {
    origin,
    ignores: createIgnoreRules(options.ignore),
    family: {},
  });
}

/**
 * The tree that a snapshot was taken of: same content, same base, same changes and journal. It is not a fork of another
 * tree.
 *
 * @param snapshot - the JSON of {@link FileTree.snapshot}, for instance read back from a file.
 * @param options - `base` is for snapshots taken without their base, and must be the same folder.
 * @throws {MettleError} `filesystem/invalid_snapshot` when it was garbled or is none; nothing is built then.
 */
export function restoreFileTree(snapshot: unknown, options: FileTreeBaseOptions = {}): FileTree {
  checkFileTreeBaseOptions(options);
  const { start, limits } = startOf(options);
  const { origin, now, journal } = restoreState(snapshot, start);
  return new FileTree(new TreeEditor(now, limits, journal), {
    origin,
    ignores: createIgnoreRules(options.ignore),
    family: {},
  });
}

function startOf(options: FileTreeBaseOptions): {
  readonly start: TreeState;
  readonly limits: FileTreeLimits;
} {
  const limits = resolveLimits(options.limits);
  const host =
    options.base === undefined
      ? undefined
      : new HostFolder(options.base, {
          ignores: createIgnoreRules(options.ignore),
          maxBytesPerFile: limits.maxBytesPerFile,
        });
  return {
    start: startingState(new TreeView(emptyDirectory({ through: host !== undefined }), host)),
    limits,
  };
}

function withFiles(start: TreeState, files: Readonly<Record<string, string | Uint8Array>>): TreeState {
  const copies = new Map<Uint8Array, Uint8Array>();
  const contents = Object.entries(files).map(
    ([path, content]) => [path, bytesOf(path, content, copies)] as const,
  );
  if (contents.length === 0) return start;
  if (start.view.host === undefined) return startingState(new TreeView(rootOf(contents), undefined));
  const editor = new TreeEditor(start, UNLIMITED);
  for (const [path, bytes] of contents) editor.write(pathNames(path), bytes);
  return startingState(editor.view);
}

function bytesOf(path: string, content: unknown, copies: Map<Uint8Array, Uint8Array>): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  if (content instanceof Uint8Array) return copyOnce(content, copies);
  throw pathError(
    'invalid_content',
    'EINVAL',
    path,
    `The content of ${show(path)} must be a string or a Uint8Array; got ${content === null ? 'null' : typeof content}.`,
  );
}

function copyOnce(bytes: Uint8Array, copies: Map<Uint8Array, Uint8Array>): Uint8Array {
  const copy = copies.get(bytes) ?? Uint8Array.from(bytes);
  copies.set(bytes, copy);
  return copy;
}
