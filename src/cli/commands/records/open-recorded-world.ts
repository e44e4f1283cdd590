import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorMessage, isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import { type Environment, type EnvironmentConfig, openEnvironment } from '../../../environments/index.js';
import { usageError } from '../../parse-option.js';

/** What describes the world of the records beside it. */
const WORLD_FILE = 'world.json';

/**
 * The environment that records were made in: described by the file that `--env` names, else by the `world.json` beside them.
 * Such a file holds the options of `openEnvironment`, alone or as the member `environment`. The one beside the records came with
 * them and may be anyone's: it opens worlds that stay inside Mettle, and no other.
 *
 * @throws {MettleError} `cli/usage` where there is no such file, it describes none, or one that the user has to name; as
 *   `openEnvironment`.
 */
export async function openRecordedWorld(
  records: string,
  {
    env,
    cwd,
    say,
  }: {
    readonly env: string | undefined;
    readonly cwd: string;
    readonly say: (line: string) => void;
  },
): Promise<Environment> {
  const path = env === undefined ? join(dirname(resolve(cwd, records)), WORLD_FILE) : resolve(cwd, env);
  const shown = env ?? join(dirname(records), WORLD_FILE);
  let content: Json;
  try {
    content = JSON.parse(await readFile(path, 'utf8')) as Json;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw usageError(
      isMissing && env === undefined
        ? `There is no ${shown}: name the file that describes the world of these records with --env.`
        : `Cannot read the world ${shown}: ${errorMessage(error)}.`,
    );
  }
  const config = isJsonObject(content) && isJsonObject(content.environment) ? content.environment : content;
  if (!isJsonObject(config) || typeof config.type !== 'string') {
    throw usageError(`${shown} describes no world: expected {"type": "sql", …}.`);
  }
  const reaching = env === undefined ? reachingOut(config) : null;
  if (reaching !== null) {
    throw usageError(
      `${shown} opens ${reaching}, which is outside Mettle. If you trust it, say so: --env ${shown}`,
    );
  }
  const environment = await openEnvironment(config as EnvironmentConfig);
  const fingerprint = isJsonObject(content) ? content.fingerprint : undefined;
  if (typeof fingerprint === 'string' && fingerprint !== environment.fingerprint) {
    say(`${shown}: this Mettle makes that world otherwise than it was when it was written down.`);
  }
  return environment;
}

/** What in a config reaches outside Mettle's own worlds, to the host's files, a server, a browser; null where nothing does. */
function reachingOut(config: JsonObject): string | null {
  const { type } = config;
  if (type === 'sql' || type === 'postgres') return null;
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
