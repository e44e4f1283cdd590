import {
  type Environment,
  type RestEnvironment,
  type SqlEnvironment,
  shopSpec,
} from '../../environments/index.js';
import {
  createFileTaskGenerator,
  createPythonTaskGenerator,
  createResourceTaskGenerator,
  createRestTaskGenerator,
  createSqlTaskGenerator,
  createWorldTaskGenerator,
  openTaskEnvironment,
  type ResourceTaskGeneratorOptions,
  type SqlWorldOptions,
  type TaskGenerator,
  type TaskInWorld,
} from '../../generation/index.js';
import { SQL_WITH_RULES } from '../../generation/internal.js';
import type { EnvironmentConfig, Task } from '../../records/index.js';
import { MODULE_WORLD } from '../../records/internal.js';
import { invalidRecipe } from '../recipe/parse-recipe.js';
import type { RecipeTasks } from '../recipe/recipe.js';
import { queryTaskAt } from './query-tasks.js';
import { readWorldConfig } from './read-world-config.js';
import type { ModuleWorld, WorldAccess } from './world-access.js';

/** A world, and tasks in it. */
export interface WorldTasks {
  /** How it is opened. */
  readonly config: EnvironmentConfig;
  /** How the worlds that tasks share are opened again; empty where each task's record says it of its own. */
  readonly worlds: readonly { readonly environment: EnvironmentConfig; readonly fingerprint: string }[];
  /** The task at a place; the same each time. */
  readonly taskAt: (index: number) => Promise<TaskInWorld>;
  readonly close: () => Promise<void>;
}

/** What decides the tasks. */
export interface WorldTasksOptions {
  readonly seed: number;
  readonly tasks: RecipeTasks;
  /** The user's own; null for generated tasks. */
  readonly queries: readonly Task[] | null;
}

/** What makes tasks in the worlds of one kind. */
interface TaskSource {
  readonly generator: TaskGenerator;
  /** The kinds of world that its tasks share. */
  readonly shared: readonly EnvironmentConfig[];
}

/**
 * Opens a world of a recipe, with generated tasks or the user's own.
 * @throws {MettleError} `pipelines/invalid_recipe` for what names no world, and for one that no tasks are generated in; as
 *   `openEnvironment` and the task generators.
 */
export async function openWorldTasks(
  world: string | EnvironmentConfig,
  { seed, tasks, queries }: WorldTasksOptions,
  access: WorldAccess,
): Promise<WorldTasks> {
  const config = await readWorldConfig(world, seed, access);
  const shown = shownName(config, access);
  const own = config.type === MODULE_WORLD ? await loadOwn(config, shown, access) : null;
  const environment = own?.environment ?? (await openTaskEnvironment(config));
  reportLeftOut(config, environment, access);
  try {
    const described = own === null ? config : { ...config, sha256: own.sha256 };
    const opened = { environment: described, fingerprint: environment.fingerprint };
    const close = () => environment.close();
    if (queries !== null) {
      return { config: described, worlds: [opened], taskAt: queryTaskAt(queries, environment, seed), close };
    }
    const { generator, shared } =
      own === null ? await taskSourceOf(config, environment) : ownTasks(own, shown);
    const { level, split } = tasks;
    if (level !== undefined && !generator.levels.includes(level)) {
      throw invalidRecipe(`The level of tasks is one of ${generator.levels.join(', ')}; got ${level}.`);
    }
    const worlds = own === null ? await Promise.all(shared.map(identify)) : [opened];
    const known = new Set(worlds.map(({ fingerprint }) => fingerprint));
    return {
      config: described,
      worlds,
      taskAt: async (index) => {
        const task = await generator.generate({
          seed,
          index,
          ...(level !== undefined && { level }),
          ...(split !== undefined && { split }),
        });
        const isShared = known.has(task.environment.fingerprint);
        if (own !== null && !isShared && task.world === undefined) throw elsewhere(shown);
        if (!isShared) return task;
        const { world: _, ...inShared } = task;
        return inShared;
      },
      close,
    };
  } catch (error) {
    await environment.close();
    throw error;
  }
}

function shownName({ type, path }: EnvironmentConfig, { shown = String }: WorldAccess): string {
  return typeof path === 'string' ? shown(path) : type;
}

async function loadOwn(
  { path }: EnvironmentConfig,
  shown: string,
  { loadModule }: WorldAccess,
): Promise<ModuleWorld> {
  if (loadModule !== undefined) return loadModule(String(path));
  throw invalidRecipe(`The environment ${shown} is a program: pass loadModule if you trust it.`);
}

/** The tasks of a module of the user's. */
function ownTasks({ tasks }: ModuleWorld, shown: string): TaskSource {
  if (tasks !== null) return { generator: tasks, shared: [] };
  throw invalidRecipe(
    `${shown} exports no tasks. Add export const tasks = defineTaskGenerator({ … }), or give your own with --queries FILE, one per line.`,
  );
}

function elsewhere(shown: string): Error {
  return invalidRecipe(
    `A task of ${shown} is in another world than its export environment. Use that environment for each task.`,
  );
}

/** Names of what is left out that the line on stderr has. */
const MOST_NAMES = 50;

/** Says on stderr what of an OpenAPI document or a database can't be used. */
function reportLeftOut(
  { type }: EnvironmentConfig,
  environment: Environment | RestEnvironment | SqlEnvironment,
  { say }: WorldAccess,
): void {
  if (!('leftOut' in environment) || environment.leftOut.length === 0) return;
  const { leftOut } = environment;
  const names = leftOut.slice(0, MOST_NAMES).map(({ name }) => name);
  const more = leftOut.length > names.length ? `, and ${leftOut.length - names.length} more` : '';
  say?.(
    `Left out of the ${type === 'rest' ? 'OpenAPI document' : 'database'}: ${leftOut.length} (${names.join(', ')}${more}).`,
  );
}

async function identify(environment: EnvironmentConfig): Promise<WorldTasks['worlds'][number]> {
  await using opened = await openTaskEnvironment(environment);
  return { environment, fingerprint: opened.fingerprint };
}

async function taskSourceOf(config: EnvironmentConfig, environment: Environment): Promise<TaskSource> {
  const { type, name, python, mock, spec, world } = config;
  const named = typeof name === 'string' ? { name } : {};
  if ((type === 'sql' || type === 'postgres') && hasOnly(config, ['name', 'content', 'database', 'sha256'])) {
    const { type: _, ...start } = config;
    const given = type === 'postgres' ? { ...start, engine: type } : start;
    return {
      generator: await createSqlTaskGenerator(given as unknown as SqlWorldOptions),
      shared: [config, { ...given, type: SQL_WITH_RULES }],
    };
  }
  if (type === 'files' && hasOnly(config, ['name', 'python']) && typeof python !== 'object') {
    return { generator: createFileTaskGenerator({ ...named, python: python === true }), shared: [] };
  }
  if (type === 'python' || type === 'docker') {
    return { generator: createPythonTaskGenerator({ environment, ...named }), shared: [config] };
  }
  if (type === 'rest' && mock !== undefined) {
    const isShop = spec === shopSpec;
    const { type: _, ...options } = config;
    const generator = isShop
      ? await createRestTaskGenerator()
      : await createResourceTaskGenerator(options as unknown as ResourceTaskGeneratorOptions);
    return { generator, shared: [config] };
  }
  if (type === 'world') {
    return { generator: await createWorldTaskGenerator({ world: String(world) }), shared: [config] };
  }
  throw invalidRecipe(
    `No tasks can be generated in this world of type ${type}: give your own with --queries FILE, one per line.${generatedIn(config)}`,
  );
}

/** Whether a config says nothing that a generator of tasks would not keep. */
function hasOnly(config: EnvironmentConfig, names: readonly string[]): boolean {
  return Object.keys(config).every((name) => name === 'type' || names.includes(name));
}

/** Where tasks are generated in the worlds of a kind. */
const GENERATED_IN: Readonly<Record<string, string>> = {
  sql: 'an SQL world with name, content, database and sha256 alone',
  postgres: 'a PostgreSQL world with name, content, database and sha256 alone',
  files: 'projects of their own, so with name and python alone',
  rest: 'a REST world with mock',
};

function generatedIn({ type }: EnvironmentConfig): string {
  const where = GENERATED_IN[type];
  return where === undefined
    ? ' They are generated in worlds of type sql, postgres, files, python, docker, rest and world.'
    : ` They are generated in ${where}.`;
}
