import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  describeProblem,
  errorMessage,
  isJsonObject,
  type Json,
  type JsonObject,
  schemaValidator,
} from '../../../core/index.js';
import {
  type EnvironmentConfig,
  openEnvironment,
  type SqlContent,
  shopSpec,
} from '../../../environments/index.js';
import {
  createRestTaskGenerator,
  createSqlTaskGenerator,
  type GeneratedTask,
  SHOP_COUNTS,
  sampleShop,
  type TaskGenerator,
} from '../../../trajectories/index.js';
import { usageError } from '../../parse-option.js';

/** A world, and tasks in it. */
export interface WorldTasks {
  /** How the world is opened again. */
  readonly config: EnvironmentConfig;
  readonly fingerprint: string;
  /** The task at a place; the same each time. */
  readonly taskAt: (index: number) => Promise<GeneratedTask>;
  readonly close: () => Promise<void>;
}

/** What decides the tasks. */
export interface WorldTasksOptions {
  readonly seed: number;
  readonly level: number | undefined;
  readonly cwd: string;
}

const SQL_CONFIG: JsonObject = {
  type: 'object',
  properties: {
    type: { const: 'sql' },
    name: { type: 'string', pattern: '^[a-z][a-z0-9_]*$' },
    content: {
      type: 'object',
      properties: {
        tables: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              columns: { type: 'string' },
              rows: {
                type: 'array',
                items: { type: 'array', items: { type: ['null', 'string', 'number'] } },
              },
            },
            required: ['name', 'columns', 'rows'],
            additionalProperties: false,
          },
        },
      },
      required: ['tables'],
      additionalProperties: false,
    },
  },
  required: ['type', 'content'],
  additionalProperties: false,
};

/**
 * Opens a world by its name, or by a file that describes it.
 * @throws {MettleError} `cli/usage` for what names no world; as `createSqlTaskGenerator`.
 */
export async function openWorldTasks(env: string, options: WorldTasksOptions): Promise<WorldTasks> {
  if (env === 'sql')
    return openSqlTasks({ name: 'sql', content: sampleShop({ seed: options.seed }) }, options);
  if (env === 'rest') return openShopTasks(options);
  if (!/\.json$/i.test(env)) {
    throw usageError(`--env is sql, rest, or a JSON file that describes a world; got "${env}".`);
  }
  const config = await readConfig(resolve(options.cwd, env), env);
  return openSqlTasks(config, options);
}

async function readConfig(path: string, shown: string): Promise<SqlConfig> {
  let config: Json;
  try {
    config = JSON.parse(await readFile(path, 'utf8')) as Json;
  } catch (error) {
    throw usageError(`Cannot read the world ${shown}: ${errorMessage(error)}.`);
  }
  if (isJsonObject(config) && typeof config.type === 'string' && config.type !== 'sql') {
    throw usageError(
      `${shown} describes a world of type ${JSON.stringify(config.type)}; tasks can be generated in worlds of type sql.`,
    );
  }
  const [problem] = schemaValidator(SQL_CONFIG).check(config);
  if (problem !== undefined || !isJsonObject(config)) {
    const what = problem === undefined ? 'it is no object' : describeProblem(problem, 'the world');
    throw usageError(`${shown} does not describe an SQL world: ${what}.`);
  }
  const { name, content } = config as { name?: string; content: unknown };
  return { name: name ?? 'sql', content: content as SqlContent };
}

interface SqlConfig {
  readonly name: string;
  readonly content: SqlContent;
}

/** Tasks drawn in a row that bring a world of their own, after which there are no others. */
const MOST_FOREIGN = 500;

async function openSqlTasks({ name, content }: SqlConfig, options: WorldTasksOptions): Promise<WorldTasks> {
  const generator = await createSqlTaskGenerator({ name, content });
  const config = { type: 'sql', name, content: content as unknown as JsonObject };
  return openTasks(generator, config, options);
}

async function openShopTasks(options: WorldTasksOptions): Promise<WorldTasks> {
  const generator = await createRestTaskGenerator();
  const config = { type: 'rest', name: 'rest_shop', spec: shopSpec, mock: { counts: SHOP_COUNTS } };
  return openTasks(generator, config, options);
}

async function openTasks(
  generator: TaskGenerator,
  config: EnvironmentConfig,
  { seed, level }: WorldTasksOptions,
): Promise<WorldTasks> {
  if (level !== undefined && !generator.levels.includes(level)) {
    throw usageError(`--level is one of ${generator.levels.join(', ')}; got ${level}.`);
  }
  const environment = await openEnvironment(config);
  const { fingerprint } = environment;
  const taskAt = tasksOfWorld(generator, fingerprint, { seed, ...(level === undefined ? {} : { level }) });
  return { config, fingerprint, taskAt, close: () => environment.close() };
}

/** The tasks of a generator without those that bring a table of their own: one file describes the world of them all. */
function tasksOfWorld(
  generator: TaskGenerator,
  fingerprint: string,
  options: { readonly seed: number; readonly level?: number },
): WorldTasks['taskAt'] {
  const kept: GeneratedTask[] = [];
  let next = 0;
  return async (index) => {
    for (let foreign = 0; kept.length <= index; ) {
      const task = await generator.generate({ ...options, index: next++ });
      if (task.environment.fingerprint === fingerprint) kept.push(task);
      else if (++foreign > MOST_FOREIGN) throw usageError('Too few tasks can be generated in this world.');
    }
    return kept[index] as GeneratedTask;
  };
}
