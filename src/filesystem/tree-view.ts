import { fileSystemError, isDirectory, notDirectory, notFound, show } from './errors.js';
import type { HostEntry, HostFolder } from './host-folder.js';
import { DIRECTORY_MODE, type DirectoryNode, emptyDirectory, type FileNode } from './node.js';
import { compareText, pathKey } from './tree-path.js';

/** Links that are followed on the way to one path before it counts as a loop, as on Linux. */
const MAX_LINKS = 40;

/** What is at a path, and the path's own spelling once links are followed. */
export type Location =
  | { readonly kind: 'file'; readonly names: readonly string[]; readonly node: FileNode }
  | { readonly kind: 'host_file'; readonly names: readonly string[]; readonly entry: HostEntry }
  | { readonly kind: 'host_link'; readonly names: readonly string[] }
  | { readonly kind: 'directory'; readonly names: readonly string[]; readonly node: DirectoryNode }
  /** Nothing; `depth` is how many of the names lead to an existing directory. */
  | { readonly kind: 'missing'; readonly names: readonly string[]; readonly depth: number };

type FoundDirectory = Extract<Location, { readonly kind: 'directory' }>;

/** One file or directory met on a walk. */
export interface WalkEntry {
  readonly names: readonly string[];
  readonly kind: 'file' | 'directory';
}

/** One immutable state of a tree: what was written, over what the host folder shows right now. */
export class TreeView {
  readonly root: DirectoryNode;
  readonly host: HostFolder | undefined;

  constructor(root: DirectoryNode, host: HostFolder | undefined) {
    this.root = root;
    this.host = host;
  }

  /**
   * What is at a path. Links in the directories on the way are followed; one at the end is, unless
   * `followLast` is false. A link that leads outside the base leads nowhere.
   *
   * @throws {MettleError} `filesystem/not_directory` when the path goes through a file,
   *   `filesystem/symlink_loop` when its links go round in a circle.
   */
  locate(path: readonly string[], options: { readonly followLast?: boolean } = {}): Location {
    const followLast = options.followLast ?? true;
    let names = path;
    for (let links = 0; links <= MAX_LINKS; links++) {
      const found = this.#step(names);
      if (!('link' in found)) return found;
      if (found.link.length === names.length && !followLast) return { kind: 'host_link', names };
      const target = this.host?.linkTarget(found.link);
      if (target === undefined) return { kind: 'missing', names, depth: found.link.length - 1 };
      names = [...target, ...names.slice(found.link.length)];
    }
    throw fileSystemError({
      what: 'symlink_loop',
      errno: 'ELOOP',
      path: pathKey(path),
      message: `The path ${show(pathKey(path))} goes through a cycle of links.`,
    });
  }

  /** Goes down the names until the end, or until a link of the host folder, whose names it returns. */
  #step(names: readonly string[]): Location | { readonly link: readonly string[] } {
    let directory = this.root;
    let isChecked = true;
    for (const [index, name] of names.entries()) {
      const last = index === names.length - 1;
      const child = directory.children.get(name);
      if (child?.kind === 'directory') {
        directory = child;
        isChecked = false;
      } else if (child?.kind === 'file') {
        if (!last) throw notDirectory(pathKey(names.slice(0, index + 1)));
        return { kind: 'file', names, node: child };
      } else {
        const lent =
          child === undefined && directory.through && (isChecked || this.#isOnHost(names.slice(0, index)));
        isChecked = true;
        const entry = lent ? this.host?.entry(names.slice(0, index + 1)) : undefined;
        if (entry === undefined) return { kind: 'missing', names, depth: index };
        if (entry.kind === 'link') return { link: names.slice(0, index + 1) };
        if (entry.kind === 'directory') directory = emptyDirectory({ through: true, mode: entry.mode });
        else if (last) return { kind: 'host_file', names, entry };
        else throw notDirectory(pathKey(names.slice(0, index + 1)));
      }
    }
    return { kind: 'directory', names, node: directory };
  }

  /** Whether the host still has real directories where the tree, which wrote in them, has its own record of them. */
  #isOnHost(names: readonly string[]): boolean {
    return this.host?.areRealDirectories(names) ?? false;
  }

  /** Whether it is the host folder that decides what is at a path. */
  showsHost(names: readonly string[]): boolean {
    let directory = this.root;
    for (const name of names) {
      const child = directory.children.get(name);
      if (child === undefined) return directory.through && this.host !== undefined;
      if (child.kind !== 'directory') return false;
      directory = child;
    }
    return directory.through && this.host !== undefined;
  }

  /** The bytes of a file; they must not be changed. */
  read(path: readonly string[]): Uint8Array {
    return this.bytesOf(this.locate(path), path);
  }

  /** The bytes at a location. */
  bytesOf(found: Location, path: readonly string[]): Uint8Array {
    if (found.kind === 'file') return found.node.bytes;
    if (found.kind === 'host_file' && this.host !== undefined) return this.host.read(found.names);
    throw found.kind === 'directory' ? isDirectory(pathKey(path)) : notFound(pathKey(path));
  }

  /** Permission bits of what is at a location. */
  modeOf(found: Location): number {
    if (found.kind === 'file') return found.node.mode;
    if (found.kind === 'host_file') return found.entry.mode;
    if (found.kind !== 'directory') return 0;
    if (found.node.mode !== undefined) return found.node.mode;
    const entry = found.node.through ? this.host?.entry(found.names) : undefined;
    return entry?.kind === 'directory' ? entry.mode : DIRECTORY_MODE;
  }

  /** The sorted names in a directory. Links that lead nowhere, or in a circle, are left out. */
  list(path: readonly string[]): readonly string[] {
    const found = this.locate(path);
    if (found.kind === 'missing' || found.kind === 'host_link') throw notFound(pathKey(path));
    if (found.kind !== 'directory') throw notDirectory(pathKey(path));
    return this.#namesIn(found);
  }

  #namesIn({ node, names: path }: FoundDirectory): readonly string[] {
    const own: string[] = [];
    const absent = new Set<string>();
    for (const [name, { kind }] of node.children.entries()) {
      if (kind === 'absent') absent.add(name);
      else own.push(name);
    }
    // They come sorted.
    if (!node.through || this.host === undefined) return own;
    const lent = this.host
      .list(path)
      .filter((name) => !absent.has(name) && this.#leadsSomewhere([...path, name]));
    return [...new Set([...lent, ...own])].sort(compareText);
  }

  #leadsSomewhere(names: readonly string[]): boolean {
    if (this.host?.entry(names)?.kind !== 'link') return true;
    return this.kindOf(names) !== undefined;
  }

  /** `file`, `directory`, or undefined where nothing is or nothing can be reached. */
  kindOf(path: readonly string[]): 'file' | 'directory' | undefined {
    try {
      const { kind } = this.locate(path);
      if (kind === 'directory') return kind;
      return kind === 'file' || kind === 'host_file' ? 'file' : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Everything below a directory, each directory before what it holds, in the order of names. Links to
   * directories are met but not entered, so that the walk ends. `depth` is how many levels down it goes.
   */
  *walk(path: readonly string[] = [], depth: number = Number.POSITIVE_INFINITY): Generator<WalkEntry> {
    if (depth <= 0) return;
    const found = this.#directoryAt(path);
    if (found === undefined) return;
    for (const name of this.#namesIn(found)) {
      const child = [...path, name];
      const own = found.node.children.get(name)?.kind;
      const isOwn = own === 'file' || own === 'directory';
      const kind = isOwn ? own : this.kindOf(child);
      if (kind === undefined) continue;
      yield { names: child, kind };
      if (kind === 'directory' && (isOwn || this.locate(child, { followLast: false }).kind === 'directory')) {
        yield* this.walk(child, depth - 1);
      }
    }
  }

  #directoryAt(path: readonly string[]): FoundDirectory | undefined {
    try {
      const found = this.locate(path);
      return found.kind === 'directory' ? found : undefined;
    } catch {
      return undefined;
    }
  }
}
