import type { AnyModule } from '../call-context.js';
import { programError } from '../error-codes.js';
import { variableIndex } from '../module-tree.js';
import { type ProgramFile, setVariableState } from './program-file.js';
import { type RestoreModuleOptions, restoreModule } from './save-modules.js';

/** What restoring needs to know of a program. */
interface Buildable extends AnyModule {
  ensureBuilt(): Promise<void>;
}

/**
 * Makes a program of what its file holds, with the saved values.
 *
 * @throws {MettleError} as `Program.load`.
 */
export async function restoreProgram<Restored extends Buildable>(
  kind: abstract new (...args: never[]) => Restored,
  file: ProgramFile,
  options: RestoreModuleOptions,
): Promise<Restored> {
  const program: AnyModule = restoreModule(file.program, { ...options, shared: new Map() });
  if (!(program instanceof kind)) {
    throw programError('invalid_file', `The file holds "${program.name}", which is not a program.`);
  }
  const known = variableIndex(program).byKey;
  if (!Object.keys(file.variables).every((key) => known.has(key))) await buildParts(program, kind, new Set());
  await setVariableState(program, file.variables);
  return program;
}

/** Builds the programs in a module that have yet to be built, so that their variables are there. */
async function buildParts(
  module: AnyModule,
  kind: abstract new (...args: never[]) => Buildable,
  visited: Set<AnyModule>,
): Promise<void> {
  if (visited.has(module)) return;
  visited.add(module);
  if (module instanceof kind) await module.ensureBuilt();
  for (const child of module.children()) await buildParts(child, kind, visited);
}
