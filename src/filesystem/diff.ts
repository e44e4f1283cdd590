import type { Change, Side } from './differences.js';
import type { FileEntry } from './file-stat.js';

/** A file that a tree holds otherwise than its base. */
export interface WrittenFile {
  /** No slash in front. */
  readonly path: string;
  readonly kind: 'create' | 'modify';
  /** Bytes. */
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
}

/** What a tree has changed against what it started from; every list sorted by path. */
export interface FileTreeDiff {
  /** Files with other content or another mode. */
  readonly written: readonly WrittenFile[];
  /** Files that are gone. */
  readonly deleted: readonly string[];
  /** Directories that are new. */
  readonly madeDirectories: readonly string[];
  /** Directories that are gone. */
  readonly removedDirectories: readonly string[];
  /** Directories whose permission bits changed. */
  readonly changedDirectories: readonly { readonly path: string; readonly mode: number }[];
}

/** The changed files of a tree by path, sorted. */
export interface FileTreeChanges {
  readonly written: readonly string[];
  readonly deleted: readonly string[];
}

/** A path at which a tree differs from an earlier state of its own. */
export interface TreeChange {
  /** Without a slash in front. */
  readonly path: string;
  /** What is there now; null where nothing is. */
  readonly now: FileEntry | null;
}

/** Sorts changes by what a reader asks for. */
export function describeChanges(changes: readonly Change[]): FileTreeDiff {
  const written: WrittenFile[] = [];
  const deleted: string[] = [];
  const madeDirectories: string[] = [];
  const removedDirectories: string[] = [];
  const changedDirectories: { path: string; mode: number }[] = [];
  for (const { key, before, after } of changes) {
    const [was, is] = [kindOf(before), kindOf(after)];
    if (after?.kind === 'file') {
      const kind = was === 'file' ? 'modify' : 'create';
      written.push({ path: key, kind, size: after.size, mode: after.mode });
    } else if (was === 'file') deleted.push(key);
    if (was === 'directory' && is !== 'directory') removedDirectories.push(key);
    if (after?.kind === 'directory') {
      if (was !== 'directory') madeDirectories.push(key);
      else if (before?.kind === 'directory') changedDirectories.push({ path: key, mode: after.mode });
    }
  }
  return { written, deleted, madeDirectories, removedDirectories, changedDirectories };
}

function kindOf(side: Side | undefined): 'file' | 'directory' | undefined {
  return side?.kind === 'link' ? side.leadsTo : side?.kind;
}
