import type { FileTree } from '../../filesystem/index.js';
import { parsePython } from '../../python/index.js';
import type { RunError } from '../contract.js';
import type { EngineRun } from '../engine.js';
import { findTreeImport } from '../tree-imports.js';

/**
 * The error of code that imports a file of the tree, or null. Monty has one namespace for all code and no modules of
 * a program's own; such code is refused before anything of it runs, also where an `except` would go on without the
 * module or where Monty has a module of that name. Code that does not parse is left to Monty, which says so.
 */
export function refusedImport(
  { code, fileName, runNumber }: Pick<EngineRun, 'code' | 'fileName' | 'runNumber'>,
  files: FileTree,
): RunError | null {
  const found = findTreeImport(code, fileName, files);
  if (found === null || !parsePython(code).ok) return null;
  const { module, path, line } = found;
  return {
    kind: 'unsupported',
    type: 'ImportError',
    message: `Monty cannot import ${module}: it is ${path} of the tree`,
    line,
    frames: [{ file: fileName ?? `<run ${runNumber}>`, line, function: '<module>' }],
    hint: path.endsWith('.py')
      ? `Run ${path.slice(1)} first: its names stay and can be used without the import; or use the engine cpython.`
      : `Run the files of ${path.slice(1)} first: their names stay and can be used without the import; or use the engine cpython.`,
  };
}
