import { isJsonObject } from '../../../core/index.js';
import type { EnvironmentConfig } from '../../../records/index.js';

/** A config with the path of each database file in it replaced: files that describe worlds name them from where they lie. */
export function withDatabasePaths(
  config: EnvironmentConfig,
  replace: (path: string) => string,
): EnvironmentConfig {
  const { database, environments } = config;
  return {
    ...config,
    ...(typeof database === 'string' && { database: replace(database) }),
    ...(Array.isArray(environments) && {
      environments: environments.map((part) =>
        isJsonObject(part) ? withDatabasePaths(part as EnvironmentConfig, replace) : part,
      ),
    }),
  };
}
