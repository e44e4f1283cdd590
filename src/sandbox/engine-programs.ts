import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { findBubblewrap } from './cpython/confinement.js';
import { pythonsOnPath } from './cpython/find-python.js';

/** A program of the system that an engine starts; `docker` is whatever METTLE_CONTAINER_PROGRAM names. */
export type EngineProgram = 'python3' | 'bwrap' | 'docker';

/** Where an engine finds a program, looked for as the engine itself looks; null where it isn't there. */
export function findEngineProgram(
  program: EngineProgram,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  switch (program) {
    case 'python3':
      return pythonsOnPath(environment)[0] ?? null;
    case 'bwrap':
      return findBubblewrap(environment.PATH);
    case 'docker':
      return onPath(environment.METTLE_CONTAINER_PROGRAM || 'docker', environment.PATH ?? '');
  }
}

function onPath(program: string, path: string): string | null {
  if (isAbsolute(program)) return isExecutable(program) ? program : null;
  const names = process.platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    const found = names.map((name) => join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
