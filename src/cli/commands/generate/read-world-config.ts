import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import { errorMessage, nearNames } from '../../../core/internal.js';
import { environmentNames, shopSpec } from '../../../environments/index.js';
import { defaultSqlLimits, readDatabaseFile, worldNames } from '../../../environments/internal.js';
import { sampleShop } from '../../../generation/index.js';
import { SHOP_COUNTS } from '../../../generation/internal.js';
import type { EnvironmentConfig } from '../../../records/index.js';
import { usageError } from '../../parse-option.js';
import { isModulePath, MODULE } from '../own-world/module-world.js';
import { withFilePaths } from '../records/file-paths.js';

/**
 * How the world that `--env` names is opened: by the name of its kind, whose contents are then made up where the kind needs
 * some, by a JSON file with the options of `openEnvironment`, alone or as the member `environment`, or by a module of the user's. Database
 * files and modules have their whole paths, and databases their SHA-256.
 *
 * @throws {MettleError} `cli/usage` for what names no world.
 */
export async function readWorldConfig(
  env: string,
  { seed, cwd, database }: ReadWorldOptions,
): Promise<EnvironmentConfig> {
  if (database !== undefined) {
    if (env !== 'sql' && env !== 'postgres')
      throw usageError(`--database is for --env sql and --env postgres; got --env ${env}.`);
    return withSha256({ type: env, name: env, database: resolve(cwd, database) });
  }
  if (/\.json$/i.test(env)) return readConfigFile(resolve(cwd, env), env);
  if (isModulePath(env)) return { type: MODULE, path: resolve(cwd, env) };
  if (worldNames.includes(env)) return { type: 'world', world: env };
  const names = [...environmentNames().filter((name) => name !== 'world'), ...worldNames].sort();
  if (!names.includes(env)) {
    const [near] = nearNames(env, names);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    throw usageError(
      `--env is one of ${names.join(', ')}, a JSON file that describes a world or a module that exports one; got "${env}".${hint}`,
    );
  }
  const content = sampleShop({ seed }) as unknown as JsonObject;
  if (env === 'sql' || env === 'postgres') return { type: env, name: env, content };
  if (env === 'rest') return { type: env, name: 'rest_shop', spec: shopSpec, mock: { counts: SHOP_COUNTS } };
  return { type: env };
}

/** What {@link readWorldConfig} needs. */
interface ReadWorldOptions {
  readonly seed: number;
  readonly cwd: string;
  /** The file that `--database` names. */
  readonly database: string | undefined;
}

/** A config that says which database it means, so that a changed file is not taken for it. */
async function withSha256(config: EnvironmentConfig): Promise<EnvironmentConfig> {
  const { database, sha256, limits } = config;
  if (typeof database !== 'string' || typeof sha256 === 'string') return config;
  const { maxDatabaseBytes } = { ...defaultSqlLimits, ...(isJsonObject(limits) && limits) };
  const file = await readDatabaseFile(database, { sha256: undefined, maxBytes: Number(maxDatabaseBytes) });
  return { ...config, sha256: file.sha256 };
}

async function readConfigFile(path: string, shown: string): Promise<EnvironmentConfig> {
  let content: Json;
  try {
    content = JSON.parse(await readFile(path, 'utf8')) as Json;
  } catch (error) {
    throw usageError(`Cannot read the world ${shown}: ${errorMessage(error)}.`);
  }
  const config = isJsonObject(content) && isJsonObject(content.environment) ? content.environment : content;
  if (!isJsonObject(config) || typeof config.type !== 'string') {
    throw usageError(`${shown} describes no world: expected {"type": "sql", …}.`);
  }
  return withSha256(withFilePaths(config as EnvironmentConfig, (file) => resolve(dirname(path), file)));
}
