import { posix } from 'node:path';
import type { FileTree } from '../filesystem/index.js';
import { findImports, STANDARD_LIBRARY_MODULES } from '../python/index.js';

/** An import that means a file of the tree. */
export interface TreeImport {
  /** The module as the code names it. */
  readonly module: string;
  /** The file or folder of the tree that it is, absolute in the tree. */
  readonly path: string;
  /** 1-based line of the statement. */
  readonly line: number;
}

/** Modules that an engine never takes from a file of the tree. */
const NEVER_FROM_FILES: ReadonlySet<string> = new Set(
  '__future__ abc asyncio builtins io os sys time'.split(' '),
);

/**
 * The first import of a source that Python would answer with a file of the tree: beside the file that runs, or at the
 * root, before the standard library. Null when there is none. Relative imports are none: a file that runs is in no
 * package.
 *
 * @param fileName the file of the tree that the source comes from, absolute in the tree; null for other code
 */
export function findTreeImport(code: string, fileName: string | null, files: FileTree): TreeImport | null {
  if (!code.includes('import')) return null;
  const beside = fileName === null ? '/' : posix.dirname(fileName);
  const folders = beside === '/' ? ['/'] : [beside, '/'];
  for (const { level, topLevel, module, line } of findImports(code)) {
    if (level > 0 || NEVER_FROM_FILES.has(topLevel)) continue;
    for (const folder of folders) {
      const path = moduleAt(posix.join(folder, topLevel), files, STANDARD_LIBRARY_MODULES.has(topLevel));
      if (path !== null) return { module, path, line };
    }
  }
  return null;
}

/** The file of a module or package, or the folder of a package without a file of its own. */
function moduleAt(path: string, files: FileTree, isInLibrary: boolean): string | null {
  for (const file of [posix.join(path, '__init__.py'), `${path}.py`]) {
    if (isOf('file', file, files)) return file;
  }
  return !isInLibrary && isOf('directory', path, files) ? path : null;
}

function isOf(kind: 'file' | 'directory', path: string, files: FileTree): boolean {
  return files.exists(path) && files.stat(path).kind === kind;
}
