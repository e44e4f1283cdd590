import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorMessage, isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import type { Environment, EnvironmentConfig } from '../../../environments/index.js';
import { openTaskEnvironment, SQL_WITH_RULES, type Trajectory } from '../../../trajectories/index.js';
import { usageError } from '../../parse-option.js';

/** What describes the worlds of the records beside it. */
const WORLD_FILE = 'world.json';

/** The environments that records were made in. */
export interface RecordedWorlds extends AsyncDisposable {
  /**
   * The environment of a record: one of the file's, else the one that the record's provenance describes, as long as it stays
   * inside Mettle; the first of the file where the record names another; null where there is none at all.
   */
  of(record: Trajectory): Promise<Environment | null>;
}

/** How {@link openRecordedWorlds} finds them. */
export interface RecordedWorldsOptions {
  /** The file that `--env` names. */
  readonly env: string | undefined;
  readonly cwd: string;
  readonly say: (line: string) => void;
}

/**
 * The environments of records: described by the file that `--env` names, else by the `world.json` beside them, and by the records
 * themselves. Such a file holds the options of `openEnvironment`, alone, as the member `environment`, or as those of the list
 * `worlds`. The one beside the records came with them and may be anyone's: it opens worlds that stay inside Mettle, and no other.
 *
 * @throws {MettleError} `cli/usage` where there is no such file and a record does not say its world itself, where it describes none,
 *   or one that the user has to name; as `openTaskEnvironment`.
 */
export async function openRecordedWorlds(
  file: string,
  records: readonly Trajectory[],
  options: RecordedWorldsOptions,
): Promise<RecordedWorlds> {
  const sayTheirOwn =
    records.length > 0 && records.every(({ provenance }) => provenance?.world !== undefined);
  const named = await openNamed(file, options, sayTheirOwn);
  const [first = null] = named;
  const known = new Map(named.map((environment) => [environment.fingerprint, Promise.resolve(environment)]));
  const close = async (): Promise<void> => {
    for (const opened of known.values()) await (await opened.catch(() => null))?.close();
  };
  return {
    of: async ({ environment: { fingerprint }, provenance }) => {
      const found = known.get(fingerprint);
      if (found !== undefined) return found;
      const config = provenance?.world;
      if (config === undefined || reachingOut(config) !== null) return first;
      const opened = openTaskEnvironment(config);
      known.set(fingerprint, opened);
      return opened.catch(() => first);
    },
    [Symbol.asyncDispose]: close,
  };
}

async function openNamed(
  file: string,
  { env, cwd, say }: RecordedWorldsOptions,
  isOptional: boolean,
): Promise<readonly Environment[]> {
  const path = env === undefined ? join(dirname(resolve(cwd, file)), WORLD_FILE) : resolve(cwd, env);
  const shown = env ?? join(dirname(file), WORLD_FILE);
  const content = await readWorldFile(path, shown, env, isOptional);
  if (content === null) return [];
  const opened: Environment[] = [];
  try {
    for (const { config, fingerprint } of configsOf(content, shown)) {
      const reaching = env === undefined ? reachingOut(config) : null;
      if (reaching !== null) {
        throw usageError(
          `${shown} opens ${reaching}, which is outside Mettle. If you trust it, say so: --env ${shown}`,
        );
      }
      const environment = await openTaskEnvironment(config);
      opened.push(environment);
      if (typeof fingerprint === 'string' && fingerprint !== environment.fingerprint) {
        say(`${shown}: this Mettle makes that world otherwise than it was when it was written down.`);
      }
    }
    return opened;
  } catch (error) {
    for (const environment of opened) await environment.close();
    throw error;
  }
}

async function readWorldFile(
  path: string,
  shown: string,
  env: string | undefined,
  isOptional: boolean,
): Promise<Json> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Json;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && env === undefined && isOptional) return null;
    throw usageError(
      isMissing && env === undefined
        ? `There is no ${shown}: name the file that describes the world of these records with --env.`
        : `Cannot read the world ${shown}: ${errorMessage(error)}.`,
    );
  }
}

/** The configs in a file, each with the fingerprint that it had. */
function configsOf(
  content: Json,
  shown: string,
): readonly { readonly config: EnvironmentConfig; readonly fingerprint: Json | undefined }[] {
  const entries: readonly Json[] =
    isJsonObject(content) && Array.isArray(content.worlds) ? (content.worlds as readonly Json[]) : [content];
  return entries.map((entry) => {
    const config = isJsonObject(entry) && isJsonObject(entry.environment) ? entry.environment : entry;
    if (!isJsonObject(config) || typeof config.type !== 'string') {
      throw usageError(`${shown} describes no world: expected {"type": "sql", …}.`);
    }
    return {
      config: config as EnvironmentConfig,
      fingerprint: isJsonObject(entry) ? entry.fingerprint : undefined,
    };
  });
}

/** What in a config reaches outside Mettle's own worlds, to the host's files, a server, a browser; null where nothing does. */
function reachingOut(config: JsonObject): string | null {
  const { type } = config;
  if (type === 'sql' || type === SQL_WITH_RULES || type === 'postgres') return null;
  if (type === 'files' || type === 'python') {
    const isInside = config.folder === undefined && config.packages === undefined;
    return isInside ? null : 'a folder of this machine';
  }
  if (type === 'rest' && config.mock !== undefined && isJsonObject(config.spec)) {
    return config.baseUrl === undefined ? null : 'a server';
  }
  if (type !== 'composite' || !Array.isArray(config.environments)) return `a world of type ${String(type)}`;
  const parts = config.environments.map((part: Json) =>
    isJsonObject(part) ? reachingOut(part) : 'something unknown',
  );
  return parts.find((part) => part !== null) ?? null;
}
