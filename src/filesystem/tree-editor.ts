import { intoItself, invalidMode, isRoot, noSpace, tooLarge } from './editor-errors.js';
import { alreadyExists, isDirectory, notDirectory, notEmpty, notFound } from './errors.js';
import { type JournalEntry, type JournalLink, withEntry } from './journal.js';
import type { FileTreeLimits } from './limits.js';
import { DIRECTORY_MODE, type DirectoryNode, emptyDirectory, FILE_MODE, type TreeNode } from './node.js';
import { withNode, withoutNode } from './tree-edit.js';
import { pathKey } from './tree-path.js';
import type { TreeState } from './tree-state.js';
import { type Location, TreeView } from './tree-view.js';
import { materialise, NO_USAGE, type Usage, usageOf } from './usage.js';

/** Whether directories that are missing on the way to a path are made. */
export interface ParentsOption {
  /** Default true. */
  readonly parents?: boolean;
}

/** The one place where a tree changes: checks, applies, counts and records each operation. */
export class TreeEditor {
  #state: TreeState;
  #limits: FileTreeLimits;
  #journal: JournalLink | undefined;

  constructor(state: TreeState, limits: FileTreeLimits, journal?: JournalLink) {
    this.#state = state;
    this.#limits = limits;
    this.#journal = journal;
  }

  get state(): TreeState {
    return this.#state;
  }

  get view(): TreeView {
    return this.#state.view;
  }

  get limits(): FileTreeLimits {
    return this.#limits;
  }

  set limits(limits: FileTreeLimits) {
    this.#limits = limits;
  }

  get journal(): JournalLink | undefined {
    return this.#journal;
  }

  /** Puts another state in place, with its journal. */
  replace(state: TreeState, journal?: JournalLink): void {
    this.#state = state;
    this.#journal = journal;
  }

  /** Writes a whole file; `bytes` must belong to the tree alone. Returns whether anything changed. */
  write(
    path: readonly string[],
    bytes: Uint8Array,
    options: ParentsOption & { readonly mode?: number } = {},
  ): boolean {
    const found = this.view.locate(path);
    if (found.kind === 'directory') throw isDirectory(pathKey(path));
    if (bytes.byteLength > this.#limits.maxBytesPerFile) throw tooLarge(path, bytes.byteLength, this.#limits);
    const old = found.kind === 'missing' ? undefined : found;
    const kept = old === undefined ? FILE_MODE : this.view.modeOf(old);
    const mode = options.mode ?? kept;
    if (old !== undefined && this.#holds(old, bytes)) return this.setMode(path, mode);
    this.whole(() => {
      this.#makeParents(found, path, options);
      this.#put(found.names, { kind: 'file', bytes, mode });
      this.#record({
        operation: 'write',
        path: pathKey(found.names),
        kind: old === undefined ? 'create' : 'modify',
        size: bytes.byteLength,
      });
      if (mode !== kept) this.#record({ operation: 'chmod', path: pathKey(found.names), mode });
    });
    return true;
  }

  /** Makes a directory; returns whether it was missing. */
  makeDirectory(
    path: readonly string[],
    options: { readonly parents?: boolean; readonly existOk?: boolean; readonly mode?: number } = {},
  ): boolean {
    const found = this.view.locate(path);
    if (found.kind !== 'missing') {
      if (found.kind === 'directory' && options.existOk === true) return false;
      throw alreadyExists(pathKey(path));
    }
    this.whole(() => {
      this.#makeParents(found, path, { parents: options.parents ?? false });
      this.#makeOneDirectory(found.names, options.mode);
    });
    return true;
  }

  /** Removes a file, or a link of the host folder itself. */
  removeFile(path: readonly string[]): void {
    const found = this.view.locate(path, { followLast: false });
    if (found.kind === 'missing') throw notFound(pathKey(path));
    if (found.kind === 'directory') throw isDirectory(pathKey(path));
    this.#drop(found.names);
    this.#record({ operation: 'delete', path: pathKey(found.names) });
  }

  /** Removes a directory. */
  removeDirectory(path: readonly string[], options: { readonly recursive?: boolean } = {}): void {
    const found = this.view.locate(path, { followLast: false });
    if (found.kind === 'missing') throw notFound(pathKey(path));
    if (found.kind !== 'directory') throw notDirectory(pathKey(path));
    if (found.names.length === 0) throw isRoot('removed');
    const held = this.view.list(found.names);
    if (held.length > 0 && options.recursive !== true) throw notEmpty(pathKey(path));
    this.whole(() => {
      for (const name of held) {
        const child = [...found.names, name];
        const isDirectoryItself = this.view.locate(child, { followLast: false }).kind === 'directory';
        if (isDirectoryItself) this.removeDirectory(child, options);
        else this.removeFile(child);
      }
      this.#drop(found.names);
      this.#record({ operation: 'rmdir', path: pathKey(found.names) });
    });
  }

  /** Moves a file or a directory; returns whether it moved. */
  rename(from: readonly string[], to: readonly string[], options: ParentsOption = {}): boolean {
    const source = this.view.locate(from, { followLast: false });
    const content = this.view.locate(from);
    if (source.kind === 'missing' || content.kind === 'missing') throw notFound(pathKey(from));
    if (source.names.length === 0) throw isRoot('renamed');
    const target = this.view.locate(to, { followLast: false });
    const sourceKey = pathKey(source.names);
    const targetKey = pathKey(target.names);
    if (sourceKey === targetKey) return false;
    if (content.kind === 'directory' && targetKey.startsWith(`${pathKey(content.names)}/`))
      throw intoItself(from, to);
    this.#checkReplaceable(content, target, to);
    const node = materialise(this.view, content, (read) => this.#checkSpace(read, target.names));
    this.whole(() => {
      this.#makeParents(target, to, options);
      for (const { names } of content.kind === 'directory' ? this.view.walk(source.names) : [])
        this.#observe(names);
      this.#drop(source.names);
      this.#put(target.names, node);
      const size = node.kind === 'file' ? node.bytes.byteLength : 0;
      this.#record({ operation: 'rename', path: targetKey, source: sourceKey, size });
    });
    return true;
  }

  /** Sets permission bits; returns whether they were others. */
  setMode(path: readonly string[], mode: number): boolean {
    if (!Number.isInteger(mode) || mode < 0 || mode > 0o7777) throw invalidMode(path, mode);
    const found = this.view.locate(path);
    if (found.kind === 'missing') throw notFound(pathKey(path));
    if (this.view.modeOf(found) === mode) return false;
    if (found.kind === 'directory') this.#put(found.names, { ...found.node, mode });
    else this.#put(found.names, { kind: 'file', bytes: this.view.bytesOf(found, path), mode });
    this.#record({ operation: 'chmod', path: pathKey(found.names), mode });
    return true;
  }

  /** Lets all of a change happen, or none of it. */
  whole(change: () => void): void {
    const state = this.#state;
    const journal = this.#journal;
    try {
      change();
    } catch (error) {
      this.#state = state;
      this.#journal = journal;
      throw error;
    }
  }

  /** Remembers how far a fork was merged; going back to an earlier state forgets it. */
  recordMerge(fork: string, merge: number): void {
    this.#state = { ...this.#state, merged: this.#state.merged.set(fork, merge) };
  }

  /** Takes over what another tree observed of the host at a path, unless this tree observed it itself. */
  observeAs(names: readonly string[], stamp: string | null | undefined): void {
    const { observed } = this.#state;
    const key = pathKey(names);
    if (stamp === undefined || observed.get(key) !== undefined) return;
    this.#state = { ...this.#state, observed: observed.set(key, stamp) };
  }

  #checkReplaceable(content: Location, target: Location, to: readonly string[]): void {
    if (target.kind === 'missing') return;
    if (content.kind !== 'directory') {
      if (target.kind === 'directory') throw isDirectory(pathKey(to));
      return;
    }
    if (target.kind !== 'directory') throw notDirectory(pathKey(to));
    if (this.view.list(target.names).length > 0) throw notEmpty(pathKey(to));
  }

  #makeParents(found: Location, path: readonly string[], options: ParentsOption): void {
    if (found.kind !== 'missing') return;
    const missing = found.names.length - 1 - found.depth;
    if (missing > 0 && options.parents === false) throw notFound(pathKey(path.slice(0, -1)));
    for (let index = 1; index <= missing; index++) {
      this.#makeOneDirectory(found.names.slice(0, found.depth + index));
    }
  }

  #makeOneDirectory(names: readonly string[], mode: number = DIRECTORY_MODE): void {
    this.#put(names, emptyDirectory({ through: false, mode }));
    this.#record({ operation: 'mkdir', path: pathKey(names) });
    if (mode !== DIRECTORY_MODE) this.#record({ operation: 'chmod', path: pathKey(names), mode });
  }

  #holds(found: Location, bytes: Uint8Array): boolean {
    if (found.kind === 'host_file' && found.entry.size !== bytes.byteLength) return false;
    return Buffer.compare(this.view.bytesOf(found, found.names), bytes) === 0;
  }

  #put(names: readonly string[], node: TreeNode): void {
    const added = usageOf(node);
    const removed = usageOf(this.#ownNode(names));
    this.#checkSpace({ bytes: added.bytes - removed.bytes, entries: added.entries - removed.entries }, names);
    this.#observe(names);
    this.#advance(withNode(this.view.root, names, node), added, removed);
  }

  #drop(names: readonly string[]): void {
    this.#checkJournal(names);
    this.#observe(names);
    this.#advance(withoutNode(this.view, names), NO_USAGE, usageOf(this.#ownNode(names)));
  }

  #ownNode(names: readonly string[]): TreeNode | undefined {
    let node: TreeNode | undefined = this.view.root;
    for (const name of names) node = node?.kind === 'directory' ? node.children.get(name) : undefined;
    return node;
  }

  #advance(root: DirectoryNode, added: Usage, removed: Usage): void {
    const { usage, view } = this.#state;
    this.#state = {
      ...this.#state,
      view: new TreeView(root, view.host),
      usage: {
        bytes: usage.bytes + added.bytes - removed.bytes,
        entries: usage.entries + added.entries - removed.entries,
      },
    };
  }

  /** Remembers what the host has at a path before the tree first differs from it there. */
  #observe(names: readonly string[]): void {
    const { view, observed } = this.#state;
    const key = pathKey(names);
    if (view.host === undefined || observed.get(key) !== undefined) return;
    this.#state = { ...this.#state, observed: observed.set(key, view.host.entry(names)?.stamp ?? null) };
  }

  #checkSpace(added: Usage, names: readonly string[]): void {
    this.#checkJournal(names);
    const { bytes, entries } = this.#state.usage;
    const { maxWrittenBytes, maxEntries } = this.#limits;
    if (added.bytes > 0 && bytes + added.bytes > maxWrittenBytes) {
      throw noSpace(names, `${maxWrittenBytes} bytes may be written (limits.maxWrittenBytes)`);
    }
    if (added.entries > 0 && entries + added.entries > maxEntries) {
      throw noSpace(names, `${maxEntries} files and directories may be made (limits.maxEntries)`);
    }
  }

  #checkJournal(names: readonly string[]): void {
    const { maxJournalEntries } = this.#limits;
    if ((this.#journal?.length ?? 0) < maxJournalEntries) return;
    throw noSpace(names, `${maxJournalEntries} changes may be recorded (limits.maxJournalEntries)`);
  }

  #record(entry: JournalEntry): void {
    this.#journal = withEntry(this.#journal, entry);
  }
}
