import { relative, sep } from 'node:path';
import { isJsonObject } from '../../../core/index.js';
import type { EnvironmentConfig } from '../../../records/index.js';
import { MODULE } from '../own-world/module-world.js';

/** A config with the path of each database and module in it replaced: files that describe worlds name them from where they lie. */
export function withFilePaths(
  config: EnvironmentConfig,
  replace: (path: string) => string,
): EnvironmentConfig {
  const { type, database, path, environments } = config;
  return {
    ...config,
    ...(typeof database === 'string' && { database: replace(database) }),
    ...(type === MODULE && typeof path === 'string' && { path: replace(path) }),
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
