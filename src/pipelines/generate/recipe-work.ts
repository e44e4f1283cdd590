import { join } from 'node:path';
import { contentHash, type Json, type JsonObject, MettleError } from '../../core/index.js';
import { packageVersion } from '../../core/internal.js';
import { TrajectoryEvaluator } from '../../evaluation/index.js';
import type { TaskInWorld, TrajectoryMode } from '../../generation/index.js';
import { TRAJECTORY_MODES } from '../../generation/internal.js';
import { withCache } from '../../models/index.js';
import type { EnvironmentConfig, Task, Trajectory } from '../../records/index.js';
import { portablePath, taskRecord, withFilePaths } from '../../records/internal.js';
import { exportPlan } from '../outputs/export-runs.js';
import { generationFileNames as names } from '../recipe/generation-files.js';
import type { Recipe } from '../recipe/recipe.js';
import type { UsableSkill } from '../skills/match-skill.js';
import { openSkillFolders } from '../skills/open-skill-folders.js';
import { openSkillScripts } from '../skills/open-skill-scripts.js';
import { skillHash } from '../skills/skill-policy.js';
import { readQueries } from '../worlds/query-tasks.js';
import type { WorldAccess } from '../worlds/world-access.js';
import { openWorldTasks, type WorldTasks } from '../worlds/world-tasks.js';
import type { FolderWork } from './folder-work.js';
import { type ModelAccess, openMetered, openPlayers, type RecipePlayer } from './recipe-players.js';

/** Where a recipe is run, and with what. */
export interface RecipeWorkOptions {
  /** The output folder: paths in `world.json` are meant from it, and replies of models are kept in it. */
  readonly folder: string;
  readonly worlds: WorldAccess;
  readonly models: ModelAccess;
}

/** A recipe with its worlds and players opened. */
export interface RecipeWork extends FolderWork, AsyncDisposable {
  /** What the user should know, a line each. */
  readonly warnings: readonly string[];
}

/**
 * Opens what a recipe names. Each task is played by every player before the next comes; worlds take turns, and so do the modes, if they vary.
 * @throws {MettleError} `pipelines/invalid_recipe`; as {@link openPlayers} and {@link openWorldTasks}.
 */
export async function openRecipe(
  recipe: Recipe,
  { folder, worlds: worldAccess, models }: RecipeWorkOptions,
): Promise<RecipeWork> {
  const queries = await readQueries(recipe, worldAccess);
  const skills = recipe.skills === undefined ? [] : await openSkillFolders([recipe.skills].flat());
  const scripts = skills.length === 0 ? null : await openSkillScripts(skills);
  const players: RecipePlayer[] = [];
  const worlds: WorldTasks[] = [];
  const close = async (): Promise<void> => {
    for (const { generator } of players) await generator.close();
    await scripts?.close();
    for (const world of worlds) await world.close();
  };
  try {
    players.push(...openPlayers(recipe, models, scripts?.decorate));
    const { seed = 0, tasks = {}, environment = 'sql' } = recipe;
    for (const each of listOf(environment)) {
      worlds.push(await openWorldTasks(each, { seed, tasks, queries }, worldAccess));
    }
    const plan = planOf(recipe, { players, worlds, queries });
    const replies = join(folder, names.runFolder, 'replies');
    return {
      count: plan.count,
      taskAt: plan.taskAt,
      play: (item) => plan.play(item, replies),
      evaluator: evaluatorOf(recipe, models, replies),
      worlds: distinct(
        worlds.flatMap((world) =>
          world.worlds.map(({ environment, fingerprint }) => ({
            environment: portable(environment, folder),
            fingerprint,
          })),
        ),
      ),
      run: identityOf(recipe, {
        players,
        environments: worlds.map(({ config }) => portable(config, folder)),
        queries,
        skills,
      }),
      playedBy: players.map(({ playedBy }) => playedBy).join(', '),
      exports: exportPlan(recipe),
      budget: recipe.budget === undefined ? undefined : models.spending.budget,
      note: models.spending.words,
      warnings: players.flatMap(({ generator }) => generator.warnings),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function listOf(environment: Recipe['environment'] & {}): readonly (string | EnvironmentConfig)[] {
  return Array.isArray(environment) ? environment : [environment as string | EnvironmentConfig];
}

function portable(config: EnvironmentConfig, folder: string): EnvironmentConfig {
  return withFilePaths(config, (path) => portablePath(folder, path));
}

function distinct<T extends { readonly fingerprint: string }>(worlds: readonly T[]): readonly T[] {
  return [...new Map(worlds.map((world) => [world.fingerprint, world])).values()];
}

/** Runs without queries and a number. */
const DEFAULT_COUNT = 10;

interface Opened {
  readonly players: readonly RecipePlayer[];
  readonly worlds: readonly WorldTasks[];
  readonly queries: readonly Task[] | null;
}

/** What is played at each place. */
function planOf(recipe: Recipe, { players, worlds, queries }: Opened) {
  const { mode = 'single_agent', varyModes = false, domains = [], numTrajectories } = recipe;
  /** Which player, world and task of that world an item is. */
  const placesOf = (item: number) => {
    const round = Math.floor(item / players.length);
    const index = Math.floor(round / worlds.length);
    return {
      player: players[item % players.length] as RecipePlayer,
      world: worlds[round % worlds.length] as WorldTasks,
      index,
      mode: varyModes ? (TRAJECTORY_MODES[index % TRAJECTORY_MODES.length] as TrajectoryMode) : mode,
      domain: queries === null ? null : (domains[index % queries.length] ?? null),
    };
  };
  const each = (queries?.length ?? 0) * worlds.length * players.length;
  return {
    count: numTrajectories ?? (each > 0 ? each : DEFAULT_COUNT),
    taskAt: async (item: number): Promise<TaskInWorld> => {
      const { world, index } = placesOf(item);
      return world.taskAt(index);
    },
    play: async (item: number, replies: string): Promise<Trajectory> => {
      const { player, world, index, mode: played, domain } = placesOf(item);
      const task = await world.taskAt(index);
      try {
        return await player.generator.generate(task, { mode: played, domain, replies });
      } catch (error) {
        // The other modes can be played.
        const isMode = MettleError.isInstance(error) && error.code === 'generation/no_code_tool';
        throw varyModes && isMode ? new Error(error.message, { cause: error }) : error;
      }
    },
  };
}

function evaluatorOf(
  { evaluate = true, rubric = 'balanced', judge }: Recipe,
  models: ModelAccess,
  replies: string,
): TrajectoryEvaluator | null {
  if (!evaluate) return null;
  // The outcomes are those that were found here.
  const outcomeOf = ({ outcome }: Trajectory) => outcome;
  if (judge === undefined) return new TrajectoryEvaluator({ rubric, outcomeOf });
  const model = withCache(openMetered(judge, models), { folder: replies, scope: 'judge' });
  return new TrajectoryEvaluator({ rubric, outcomeOf, model });
}

/** All that decides runs and scores beside the worlds themselves. */
function identityOf(
  recipe: Recipe,
  {
    players,
    environments,
    queries,
    skills,
  }: {
    readonly players: readonly RecipePlayer[];
    readonly environments: readonly EnvironmentConfig[];
    readonly queries: readonly Task[] | null;
    readonly skills: readonly UsableSkill[];
  },
): JsonObject {
  const { domains, tasks, tools, temperature, maxTokens, maxRevisions, rationales, judge } = recipe;
  const given: Readonly<Record<string, Json | undefined>> = {
    domains: domains as Json | undefined,
    tasks: tasks as Json | undefined,
    tools: tools as Json | undefined,
    temperature,
    max_tokens: maxTokens,
    max_revisions: maxRevisions,
    rationales,
    judge,
    skills: skills.length === 0 ? undefined : skills.map(skillHash),
  };
  return {
    mettle: packageVersion(),
    environments: [...environments],
    queries: queries === null ? null : contentHash(queries.map(taskRecord) as Json),
    seed: recipe.seed ?? 0,
    mode: recipe.varyModes === true ? 'varied' : (recipe.mode ?? 'single_agent'),
    level: tasks?.level ?? null,
    played_by: players.map(({ playedBy }) => playedBy),
    max_steps: recipe.maxSteps ?? 20,
    verify: recipe.verify ?? true,
    rubric: recipe.evaluate === false ? null : (recipe.rubric ?? 'balanced'),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}
