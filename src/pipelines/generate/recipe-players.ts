import { nearNames } from '../../core/internal.js';
import type { Policy } from '../../environments/index.js';
import {
  AgentTrajectoryGenerator,
  FAULTS,
  faultyOraclePolicy,
  type OfflinePolicy,
  oraclePolicy,
  standardOfflinePolicies,
  type TrajectoryGeneratorOptions,
} from '../../generation/index.js';
import { checkModelKey, type Model, openModel, withBudget } from '../../models/index.js';
import { retryAloud } from '../../models/internal.js';
import { invalidRecipe } from '../recipe/parse-recipe.js';
import type { Recipe } from '../recipe/recipe.js';
import type { Spending } from './spending.js';

/** What opening the models of a recipe needs. */
export interface ModelAccess {
  /** Keys of providers and `METTLE_MODEL`. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Hears of warnings and of calls that are made again, a line each. */
  readonly say: (line: string) => void;
  readonly spending: Spending;
}

/** Who plays. */
export interface RecipePlayer {
  readonly generator: AgentTrajectoryGenerator;
  /** Who it is, and for a model why. */
  readonly playedBy: string;
}

/**
 * Who plays a recipe: a generator for each of its models, or one that plays without.
 * @param decorate - makes another policy of each
 * @throws {MettleError} `pipelines/invalid_recipe` for a policy that there is not; as `checkModelKey`, `openModel` and `AgentTrajectoryGenerator`.
 */
export function openPlayers(
  recipe: Recipe,
  access: ModelAccess,
  decorate?: (policy: Policy) => Policy,
): readonly RecipePlayer[] {
  const { seed = 0, maxSteps = 20, verify = true, rationales, policy, useMock, model } = recipe;
  const { tools, temperature, maxTokens, maxRevisions } = recipe;
  const common: TrajectoryGeneratorOptions = {
    seed,
    maxSteps,
    verify,
    variables: access.variables,
    onWarning: access.say,
    ...(tools !== undefined && { tools }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxRevisions !== undefined && { maxRevisions }),
    ...(rationales !== undefined && { rationales: openMetered(rationales, access) }),
    ...(decorate !== undefined && { decorate }),
  };
  const playing = (options: TrajectoryGeneratorOptions, playedBy?: string): RecipePlayer => {
    const generator = new AgentTrajectoryGenerator({ ...common, ...options });
    return { generator, playedBy: playedBy ?? generator.playedBy };
  };
  const models = model === undefined ? [] : [...new Set([model].flat())];
  if (policy !== undefined) {
    return [playing({ useMock: true, offlinePolicies: policiesOf(policy) })];
  }
  if (models.length === 0) {
    const named = access.variables.METTLE_MODEL;
    if (useMock === true || rationales !== undefined || named === undefined || named === '') {
      const mock = rationales !== undefined ? true : useMock;
      return [playing(mock === undefined ? {} : { useMock: mock })];
    }
    return [playing({ model: openMetered(named, access) }, `model ${named} (METTLE_MODEL)`)];
  }
  return models.map((name) =>
    playing(name === 'offline' ? { useMock: true } : { model: openMetered(name, access) }),
  );
}

/** A model by its name: its calls are counted, held to the budget, and made again after failures that pass. */
export function openMetered(name: string, { variables, say, spending }: ModelAccess): Model {
  const { budget, prices } = spending;
  checkModelKey(name, { environment: variables });
  return retryAloud(withBudget(openModel(name, { environment: variables }), budget, { prices }), name, say);
}

/** The offline policies of a name. @throws {MettleError} `pipelines/invalid_recipe` for a name that there is not. */
export function policiesOf(name: string): readonly OfflinePolicy[] {
  if (name === 'mixed') return standardOfflinePolicies();
  if (name === 'oracle') return [oraclePolicy()];
  const fault = FAULTS.find((each) => each === name);
  if (fault !== undefined) return [faultyOraclePolicy(fault)];
  const names = ['mixed', 'oracle', ...FAULTS];
  const [near] = nearNames(name, names);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  throw invalidRecipe(`The policy is one of ${names.join(', ')}; got "${name}".${hint}`);
}
