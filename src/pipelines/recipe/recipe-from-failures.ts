import type { BenchmarkReport } from '../../benchmarks/index.js';
import { defineOptions, option } from '../../core/index.js';
import { counted } from '../../core/internal.js';
import {
  type BenchmarkText,
  type Failure,
  type FailureReport,
  mineFailures,
} from '../../evaluation/index.js';
import { contaminationIn } from '../../evaluation/internal.js';
import type { EnvironmentConfig } from '../../records/index.js';
import { pipelineError } from '../error-codes.js';
import { checkRecipe } from './check-recipe.js';
import type { Recipe, RecipeQuery } from './recipe.js';

/** What {@link recipeFromFailures} puts into the recipe. */
export interface RecipeFromFailuresOptions {
  /** Your own queries, in place of tasks that are generated in the worlds of the failures. Those that stand in the benchmark are left out. */
  readonly queries?: readonly (string | RecipeQuery)[];
  /** The world for the failures of a category; null for none. Default: the category's name, without `, level N`. */
  readonly environmentOf?: (category: string) => string | EnvironmentConfig | null;
  /** Runs in all. Default 20; with `queries`, one for each. */
  readonly count?: number;
  /** Default 0. */
  readonly seed?: number;
  /** Other fields of the recipe, such as `model` and `exportFormat`. */
  readonly overrides?: Omit<
    Recipe,
    'environment' | 'numTrajectories' | 'queries' | 'query' | 'domains' | 'tasks' | 'seed'
  >;
}

const checkOptions = defineOptions<RecipeFromFailuresOptions>()('recipeFromFailures', {
  queries: option.list(),
  environmentOf: option.callback,
  count: option.wholeNumber(1),
  seed: option.integer,
  overrides: option.record,
});

/** How often a world may stand in the list of worlds that take turns. */
const MOST_TURNS = 8;

/**
 * A recipe whose runs practise what failed, and none of the benchmark's own items. Failures of tasks give new tasks in the same worlds: more of
 * those with more failures, at their level where they share one, and only of the part `train` of the split, in which no
 * held-out task is. Failures of calls need `queries` of yours: each that stands in the benchmark, or holds one of its items, is left out.
 *
 * Give the benchmark's report rather than its mined failures, so that the items that passed are known, too.
 *
 * @example
 * ```ts
 * import { runBenchmark, taskCases } from 'mettle/benchmarks';
 * import { createSqlTaskGenerator, sampleShop } from 'mettle/generation';
 * import { recipeFromFailures } from 'mettle/pipelines';
 *
 * const generator = await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) });
 * const guessing = {
 *   name: 'guessing',
 *   version: '1',
 *   play: async (_, actor) => {
 *     await actor.call('sql_query', { sql: 'SELECT 1' });
 *     actor.answer('I guess');
 *   },
 * };
 * const report = await runBenchmark(guessing, taskCases(generator, { count: 4 }));
 * const { environment, tasks, numTrajectories } = recipeFromFailures(report, { environmentOf: () => 'sql', count: 50 });
 * console.log(environment, tasks, numTrajectories); // → sql { split: 'train' } 50
 * ```
 * @throws {MettleError} `pipelines/nothing_to_train_on` without failures, worlds or queries to train on; `pipelines/invalid_recipe` for overrides that
 *   make no recipe; `core/invalid_option`.
 */
export function recipeFromFailures(
  source: BenchmarkReport | FailureReport,
  options: RecipeFromFailuresOptions = {},
): Recipe {
  const { queries, count, seed = 0, overrides = {} } = checkOptions(options);
  const { failures } = 'misses' in source ? mineFailures(source) : source;
  if (failures.length === 0) throw nothing('The report has no failures.');
  const practice =
    queries === undefined
      ? { ...inWorlds(failures, options), numTrajectories: count ?? 20 }
      : {
          queries: freeOf(queries, textsOf(source)),
          ...(count === undefined ? {} : { numTrajectories: count }),
        };
  const checked = checkRecipe({
    name: 'from failures',
    verify: true,
    dedup: 'task',
    ...overrides,
    ...practice,
    seed,
  });
  if ('recipe' in checked) return checked.recipe;
  const { path, message } = checked.problem;
  throw pipelineError('invalid_recipe', `${path.join('.')}: ${message}`);
}

function inWorlds(
  failures: readonly Failure[],
  { environmentOf = worldOf }: RecipeFromFailuresOptions,
): Pick<Recipe, 'environment' | 'tasks'> {
  const played = failures.filter(({ trajectoryId }) => trajectoryId !== null);
  const worlds = new Map<string, { readonly environment: string | EnvironmentConfig; count: number }>();
  for (const { category } of played) {
    const environment = environmentOf(category);
    if (environment === null) continue;
    const key = JSON.stringify(environment);
    const world = worlds.get(key) ?? { environment, count: 0 };
    world.count += 1;
    worlds.set(key, world);
  }
  const all = [...worlds.values()].sort((left, right) => right.count - left.count);
  if (all.length === 0) {
    throw nothing(
      'None of the failures is of a task in a world: give queries of your own, or environmentOf.',
    );
  }
  const fewest = Math.min(...all.map((world) => world.count));
  const turns = all.flatMap(({ environment, count }) =>
    Array.from({ length: Math.min(MOST_TURNS, Math.round(count / fewest)) }, () => environment),
  );
  const levels = new Set(played.map(({ category }) => levelOf(category)));
  const [level] = levels.size === 1 ? levels : [null];
  return {
    environment:
      all.length === 1 ? (all[0] as { environment: string | EnvironmentConfig }).environment : turns,
    tasks: { split: 'train', ...(level === null || level === undefined ? {} : { level }) },
  };
}

/** Of queries those that don't stand in the texts, and hold none of them. */
function freeOf(
  queries: readonly (string | RecipeQuery)[],
  texts: readonly BenchmarkText[],
): readonly (string | RecipeQuery)[] {
  const contaminationOf = contaminationIn(texts);
  const free = queries.filter(
    (each) => contaminationOf(typeof each === 'string' ? each : each.query) === null,
  );
  if (free.length > 0) return free;
  throw nothing(
    queries.length === 0
      ? 'There are no queries.'
      : `All of the ${counted(queries.length, 'query', 'queries')} stand in the benchmark: training on them would make its score worthless.`,
  );
}

function textsOf(source: BenchmarkReport | FailureReport): readonly BenchmarkText[] {
  if (!('cases' in source))
    return source.failures.map(({ taskId, query }) => ({ source: taskId, text: query }));
  return source.cases.flatMap(({ id, query, trials }) => [
    { source: id, text: query },
    ...trials.flatMap(({ prompt }) => (prompt === null ? [] : [{ source: id, text: prompt }])),
  ]);
}

const LEVEL = /, level (\d+)$/;

function worldOf(category: string): string {
  return category.replace(LEVEL, '');
}

function levelOf(category: string): number | null {
  const level = LEVEL.exec(category)?.[1];
  return level === undefined ? null : Number(level);
}

function nothing(message: string) {
  return pipelineError('nothing_to_train_on', message);
}
