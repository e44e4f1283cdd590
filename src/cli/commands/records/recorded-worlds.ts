import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { contentHash, isJsonObject, type Json, MettleError, sha256 } from '../../../core/index.js';
import { errorMessage } from '../../../core/internal.js';
import type { Environment } from '../../../environments/index.js';
import { openTaskEnvironment } from '../../../generation/index.js';
import type { EnvironmentConfig, Trajectory } from '../../../records/index.js';
import { isModulePath, MODULE_WORLD, withFilePaths } from '../../../records/internal.js';
import { exitCodeOf } from '../../exit-code.js';
import { usageError } from '../../parse-option.js';
import { openCliWorld } from '../own-world/module-world.js';
import { DescribedWorlds } from './described-worlds.js';
import { livesInProcess, whyMustBeNamed } from './must-be-named.js';

/** What describes the worlds of the records beside it. */
const WORLD_FILE = 'world.json';

/** Where a record was made, null where no environment is at hand; or why this machine can't open it, which says nothing about the record. */
export type RecordWorld = { readonly environment: Environment | null } | { readonly broken: string };

/** The environments that records were made in. */
export interface RecordedWorlds extends AsyncDisposable {
  /**
   * Does work in the environment of a record: one of the file's, else the one that the record's provenance describes, as long as it
   * stays inside Mettle; the first of the file where the record names another.
   */
  use<T>(record: Trajectory, work: (world: RecordWorld) => Promise<T>): Promise<T>;
  /** Of the worlds of the file: another one after any change that could give another result. */
  readonly identity: string;
  /** Whether each of several threads may open the same: worlds that live in this process, with nothing else to share. */
  readonly inThreads: boolean;
  /** Whether a file describes a world: the one that was named, or the one beside the records. */
  readonly hasFile: boolean;
}

/** How {@link openRecordedWorlds} finds them. */
export interface RecordedWorldsOptions {
  /** The file that `--env` names. */
  readonly env: string | undefined;
  /** Whether to go on without a world where none is beside the records, or one that has to be named. Default false. */
  readonly optional?: boolean;
  readonly cwd: string;
  readonly say: (line: string) => void;
}

/**
 * The environments of records: described by the file that `--env` names, else by the `world.json` beside them, and by the records
 * themselves. Such a file holds the options of `openEnvironment`, alone, as the member `environment`, or as those of the list
 * `worlds`; or it is a module of the user's. The one beside the records came with them and may be anyone's: it opens worlds that stay inside Mettle and within the
 * default limits, and no other.
 *
 * @throws {MettleError} `cli/usage` where there is no such file and the first record does not say its world itself, where it describes none,
 *   or one that the user has to name; as `openTaskEnvironment`.
 */
export async function openRecordedWorlds(
  file: string,
  first: Trajectory,
  options: RecordedWorldsOptions,
): Promise<RecordedWorlds> {
  const isOptional = options.optional === true || first.provenance?.world !== undefined;
  const { environments: named, identity, inThreads } = await openNamed(file, options, isOptional);
  const [ofFile = null] = named;
  const known = new Map(named.map((environment) => [environment.fingerprint, environment]));
  const described = new DescribedWorlds((config) =>
    openTaskEnvironment(config as EnvironmentConfig).catch(nullIfNoWorld),
  );
  return {
    identity,
    inThreads,
    hasFile: named.length > 0,
    use: async (record, work) => {
      const found = known.get(record.environment.fingerprint);
      const config = record.provenance?.world;
      if (found !== undefined || config === undefined || whyMustBeNamed(config) !== null)
        return work({ environment: found ?? ofFile });
      const taken = await described
        .take(config)
        .catch((error: unknown) => ({ broken: errorMessage(error), release: async () => {} }));
      try {
        return await work('broken' in taken ? taken : { environment: taken.environment ?? ofFile });
      } finally {
        await taken.release();
      }
    },
    [Symbol.asyncDispose]: async () => {
      await described[Symbol.asyncDispose]();
      for (const environment of named) await environment.close();
    },
  };
}

/** Null where a description is of no world; throws where it may be of one, but not on this machine or not now. */
function nullIfNoWorld(error: unknown): null {
  if (MettleError.isInstance(error) && exitCodeOf(error) !== 3) return null;
  throw error;
}

async function openNamed(
  file: string,
  { env, cwd, say, optional = false }: RecordedWorldsOptions,
  isOptional: boolean,
): Promise<
  Pick<RecordedWorlds, 'identity' | 'inThreads'> & { readonly environments: readonly Environment[] }
> {
  const path = env === undefined ? join(dirname(resolve(cwd, file)), WORLD_FILE) : resolve(cwd, env);
  const shown = env ?? join(dirname(file), WORLD_FILE);
  const content: Json =
    env !== undefined && isModulePath(env)
      ? { type: MODULE_WORLD, path }
      : await readWorldFile(path, shown, env, isOptional);
  const opened: Environment[] = [];
  const modules: string[] = [];
  let inThreads = true;
  const result = () => ({
    environments: opened,
    inThreads,
    identity: contentHash([content, modules, opened.map(({ fingerprint }) => fingerprint)]),
  });
  if (content === null) return result();
  try {
    for (const { config: written, fingerprint } of configsOf(content, shown)) {
      const config = withFilePaths(written, (each) => resolve(dirname(path), each));
      const why = env === undefined ? whyMustBeNamed(config) : null;
      if (why !== null) {
        const refusal = `${shown} ${why}. If you trust it, say so: --env ${shown}`;
        if (!optional) throw usageError(refusal);
        say(refusal);
        continue;
      }
      const environment = await openCliWorld(config, { cwd, say });
      opened.push(environment);
      inThreads &&= livesInProcess(config);
      if (config.type === MODULE_WORLD) modules.push(sha256(await readFile(String(config.path))));
      if (typeof fingerprint === 'string' && fingerprint !== environment.fingerprint) {
        say(`${shown}: that world is another now than when it was recorded.`);
      }
    }
    return result();
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
