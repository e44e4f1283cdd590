import { relative, sep } from 'node:path';
import { isJsonObject } from '../core/index.js';
import type { EnvironmentConfig } from './environment-config.js';

/** The `type` of a world in a module of the user's: `{"type": "module", "path": "./my-world.mjs", "sha256": "…"}`. */
export const MODULE_WORLD = 'module';

/** Whether a world is named by the path of a module. */
export function isModulePath(world: string): boolean {
  return /\.[cm]?[jt]s$/i.test(world);
}

/** The `type` of a world of a coding agent, whose files may lie in a folder. */
const CODING_WORLD = 'coding';

/** A config with the path of each database, module and folder of a coding world in it replaced: files that describe worlds name them from where they lie. */
export function withFilePaths(
  config: EnvironmentConfig,
  replace: (path: string) => string,
): EnvironmentConfig {
  const { type, database, path, folder, environments } = config;
  return {
    ...config,
    ...(typeof database === 'string' && { database: replace(database) }),
    ...(type === MODULE_WORLD && typeof path === 'string' && { path: replace(path) }),
    ...(type === CODING_WORLD && typeof folder === 'string' && { folder: replace(folder) }),
    ...(Array.isArray(environments) && {
      environments: environments.map((part) =>
        isJsonObject(part) ? withFilePaths(part as EnvironmentConfig, replace) : part,
      ),
    }),
  };
}

/** The way to a file from a folder, written the same on every system. */
export function portablePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
