import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorMessage, isJsonObject, type Json } from '../../../core/index.js';
import { type Environment, type EnvironmentConfig, openEnvironment } from '../../../environments/index.js';
import { usageError } from '../../parse-option.js';

/** What describes the world of the records beside it. */
const WORLD_FILE = 'world.json';

/**
 * The environment that records were made in: described by the file that `--env` names, else by the `world.json` beside them.
 * Such a file holds the options of `openEnvironment`, alone or as the member `environment`.
 *
 * @throws {MettleError} `cli/usage` where there is no such file or it describes none; as `openEnvironment`.
 */
export async function openRecordedWorld(
  records: string,
  { env, cwd }: { readonly env: string | undefined; readonly cwd: string },
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
  return openEnvironment(config as EnvironmentConfig);
}
