import type { Environment } from '../../environments/index.js';
import type { TaskGenerator } from '../../generation/index.js';

/** A world that a module of the user's exports. */
export interface ModuleWorld {
  readonly environment: Environment;
  /** Null where the module exports no tasks. */
  readonly tasks: TaskGenerator | null;
  /** Of the file. */
  readonly sha256: string;
}

/** What opening the worlds of a recipe needs of who runs it. */
export interface WorldAccess {
  /** Loads a module of the user's, which runs with their rights. Default: none is loaded. */
  readonly loadModule?: ((path: string) => Promise<ModuleWorld>) | undefined;
  /** How a path is written in messages. Default: as it is. */
  readonly shown?: ((path: string) => string) | undefined;
  /** Hears of what can't be used of a world, a line each. */
  readonly say?: ((line: string) => void) | undefined;
}
