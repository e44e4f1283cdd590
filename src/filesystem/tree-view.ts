import { isDirectory, notDirectory, notFound, pathError, show } from './errors.js';
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

/** What is at a path where something is. */
export type Present = Exclude<Location, { readonly kind: 'missing' }>;

type FoundDirectory = Extract<Location, { readonly kind: 'directory' }>;

/** One file or directory met on a walk. */
export interface WalkEntry {
  readonly names: readonly string[];
  /** The names as a path, without a slash in front. */
  readonly key: string;
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
    throw pathError(
      'symlink_loop',
      'ELOOP',
      pathKey(path),
      `The path ${show(pathKey(path))} goes through a cycle of links.`,
    );
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
    return this.entriesIn(found).map(([name]) => name);
  }

  /** What is in a directory, sorted by name. Links are not followed; those that lead nowhere, or in a circle, are left out. */
  entriesIn({ node, names: path }: FoundDirectory): readonly (readonly [name: string, found: Present])[] {
    const own: (readonly [string, Present])[] = [];
    const known = new Set<string>();
    for (const [name, child] of node.children.entries()) {
      known.add(name);
      const names = [...path, name];
      if (child.kind === 'file') own.push([name, { kind: 'file', names, node: child }]);
      else if (child.kind === 'directory') own.push([name, { kind: 'directory', names, node: child }]);
    }
    // They come sorted.
    if (!node.through || this.host === undefined) return own;
    const lent = this.host.entries(path).flatMap(([name, entry]): readonly (readonly [string, Present])[] => {
      if (known.has(name)) return [];
      const found = this.#lentAt([...path, name], entry);
      return found === undefined ? [] : [[name, found]];
    });
    if (own.length === 0) return lent;
    return [...lent, ...own].sort(([left], [right]) => compareText(left, right));
  }

  #lentAt(names: readonly string[], entry: HostEntry): Present | undefined {
    if (entry.kind === 'file') return { kind: 'host_file', names, entry };
    if (entry.kind === 'link')
      return this.kindOf(names) === undefined ? undefined : { kind: 'host_link', names };
    return { kind: 'directory', names, node: emptyDirectory({ through: true, mode: entry.mode }) };
  }

  /** `file`, `directory`, or undefined where nothing is or nothing can be reached. */
  kindOf(path: readonly string[]): 'file' | 'directory' | undefined {
    const found = this.reach(path);
    return found === undefined ? undefined : kindOfPresent(found);
  }

  /** What is at a path, links followed; undefined where nothing is or nothing can be reached. */
  reach(path: readonly string[]): Present | undefined {
    try {
      const found = this.locate(path);
      return found.kind === 'missing' ? undefined : found;
    } catch {
      return undefined;
    }
  }

  /**
   * Everything below a directory, each directory before what it holds, in the order of names. Links to
   * directories are met but not entered, so that the walk ends. `depth` is how many levels down it goes.
   */
  *walk(path: readonly string[] = [], depth: number = Number.POSITIVE_INFINITY): Generator<WalkEntry> {
    const found = this.#directoryAt(path);
    if (found === undefined || depth <= 0) return;
    // Without links on the way, entries have the names of the walk.
    const isSpelledOut = pathKey(found.names) === pathKey(path);
    // A stack of its own: through generators inside generators, each entry would pass every level above it.
    const open = [{ path, key: pathKey(path), entries: this.entriesIn(found).values() }];
    for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
      const { done, value } = inner.entries.next();
      if (done === true) {
        open.pop();
        continue;
      }
      const [name, present] = value;
      const names = isSpelledOut ? present.names : [...inner.path, name];
      // Made of the path above it: joined anew, it would take the longer the deeper it is.
      const key = inner.key === '' ? name : `${inner.key}/${name}`;
      const kind = present.kind === 'host_link' ? this.kindOf(names) : kindOfPresent(present);
      if (kind === undefined) continue;
      yield { names, key, kind };
      if (present.kind === 'directory' && open.length < depth) {
        open.push({ path: names, key, entries: this.entriesIn(present).values() });
      }
    }
  }

  #directoryAt(path: readonly string[]): FoundDirectory | undefined {
    const found = this.reach(path);
    return found?.kind === 'directory' ? found : undefined;
  }
}

function kindOfPresent({ kind }: Present): 'file' | 'directory' {
  return kind === 'directory' ? kind : 'file';
}
