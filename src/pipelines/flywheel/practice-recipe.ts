import type { FailureReport } from '../../evaluation/index.js';
import type { EnvironmentConfig, Trajectory } from '../../records/index.js';
import type { Recipe } from '../recipe/recipe.js';
import { recipeFromFailures } from '../recipe/recipe-from-failures.js';

/** Whether no model plays a recipe. */
export function isOffline(
  { policy, useMock, model }: Recipe,
  variables: Readonly<Record<string, string | undefined>>,
): boolean {
  if (policy !== undefined || useMock === true || [model].flat()[0] === 'offline') return true;
  return model === undefined && (variables.METTLE_MODEL ?? '') === '';
}

/** What is practised after failures: new tasks of the part `train` in the worlds where something failed. Without a model the oracles practise. Skills don't: what they do is known. */
export function practiceRecipe(
  recipe: Recipe,
  failures: FailureReport,
  {
    runs,
    count,
    seed,
    isOffline,
  }: {
    /** All runs that the failures are among, in order. */
    readonly runs: readonly Trajectory[];
    readonly count: number;
    readonly seed: number;
    readonly isOffline: boolean;
  },
): Recipe {
  const { environment, queries: _q, query: _o, domains: _d, numTrajectories: _n, tasks, ...rest } = recipe;
  const { seed: _s, policy: _p, useMock: _u, model: _m, skills: _k, ...others } = rest;
  const worlds = worldsOf(environment ?? 'sql', runs);
  const made = recipeFromFailures(failures, {
    environmentOf: (category) => worlds.get(category) ?? null,
    count,
    seed,
    overrides: isOffline ? { ...others, policy: 'oracle' } : { ...others, ...played(recipe) },
  });
  return { ...made, tasks: { ...tasks, split: 'train' }, dedup: false };
}

function played({ policy, useMock, model }: Recipe): Recipe {
  return {
    ...(policy !== undefined && { policy }),
    ...(useMock !== undefined && { useMock }),
    ...(model !== undefined && { model }),
  };
}

/** The world of each category of tasks. Worlds of a recipe take turns in its runs. */
function worldsOf(
  environment: Recipe['environment'] & {},
  runs: readonly Trajectory[],
): ReadonlyMap<string, string | EnvironmentConfig> {
  const worlds: readonly (string | EnvironmentConfig)[] = Array.isArray(environment)
    ? environment
    : [environment as string | EnvironmentConfig];
  return new Map(
    runs.flatMap((run, place) => {
      const world = worlds[place % worlds.length];
      return world === undefined ? [] : [[run.task.category, world] as const];
    }),
  );
}
