import { resolve } from 'node:path';
import type { TrajectoryMode } from '../../../generation/index.js';
import type { Recipe } from '../../../pipelines/index.js';
import type { CommandIo } from '../../command.js';
import { missingArgument, usageError } from '../../parse-option.js';

/** What the options say of a recipe. */
interface GenerateOptions {
  readonly env?: string;
  readonly database?: string;
  readonly queries?: string;
  readonly count?: number;
  readonly policy?: string;
  readonly model?: string;
  readonly rationales?: string;
  readonly mode?: 'single_agent' | 'multi_agent' | 'code';
  readonly level?: number;
  readonly maxSteps?: number;
  readonly concurrency?: number;
  readonly verify?: boolean;
  readonly seed?: number;
}

/**
 * The recipe of a call: the file's, with what the options say in place of it, or one of the options alone.
 * @throws {MettleError} `cli/missing_argument`, `cli/usage`; as `loadRecipe`.
 */
export async function recipeOf(
  file: string | undefined,
  given: Readonly<Record<string, unknown>>,
  { cwd }: CommandIo,
): Promise<Recipe> {
  const options = given as GenerateOptions;
  if (file === undefined && options.env === undefined) {
    throw missingArgument(
      'Give --env or a recipe. --env is sql, files, python, rest, airline another kind of world, a JSON file or a module (./my-world.mjs).',
    );
  }
  if (file === undefined && options.count === undefined) {
    throw missingArgument('Give --count: how many trajectories to make.');
  }
  checkTogether(options);
  const { loadRecipe } = await import('../../../pipelines/index.js');
  const base = file === undefined ? { evaluate: false } : await loadRecipe(resolve(cwd, file));
  return { ...replaced(base, options), ...fieldsOf(options, cwd) };
}

function checkTogether(options: GenerateOptions): void {
  const { env, database, queries, level, policy, model, rationales } = options;
  if (policy !== undefined && model !== undefined) {
    throw usageError('--policy plays without a model: give --policy or --model, not both.');
  }
  if (rationales !== undefined && model !== undefined && model !== 'offline') {
    throw usageError('--rationales explains what the oracle does: give it or --model, not both.');
  }
  if (queries !== undefined && level !== undefined) {
    throw usageError('--level is for generated tasks; --queries brings its own.');
  }
  if (database !== undefined && env !== 'sql' && env !== 'postgres') {
    throw usageError(
      `--database is for --env sql and --env postgres; got ${env === undefined ? 'no --env' : `--env ${env}`}.`,
    );
  }
}

/** The recipe without what an option takes the place of. */
function replaced(recipe: Recipe, { policy, model, queries, level }: GenerateOptions): Recipe {
  const { policy: _policy, model: _model, useMock: _mock, ...unplayed } = recipe;
  const played = policy === undefined && model === undefined ? recipe : unplayed;
  const { queries: _queries, query: _query, domains: _domains, tasks: _tasks, ...unasked } = played;
  return queries === undefined && level === undefined ? played : unasked;
}

function fieldsOf(options: GenerateOptions, cwd: string): Recipe {
  const { env, database, queries, count, policy, model, rationales } = options;
  const { mode, level, maxSteps, concurrency, verify, seed } = options;
  const isFile = env !== undefined && /\.(?:json|[cm]?[jt]s)$/i.test(env);
  const played: TrajectoryMode | undefined = mode === 'code' ? 'code_execution' : mode;
  return {
    ...(env !== undefined && { environment: isFile ? resolve(cwd, env) : env }),
    ...(database !== undefined && { environment: { type: String(env), database: resolve(cwd, database) } }),
    ...(queries !== undefined && { queries: resolve(cwd, queries) }),
    ...(count !== undefined && { numTrajectories: count }),
    ...(policy !== undefined && { policy }),
    ...(model !== undefined && (model === 'offline' ? { useMock: true } : { model })),
    ...(rationales !== undefined && { rationales }),
    ...(played !== undefined && { mode: played }),
    ...(level !== undefined && { tasks: { level } }),
    ...(maxSteps !== undefined && { maxSteps }),
    ...(concurrency !== undefined && { concurrency }),
    ...(verify === false && { verify }),
    ...(seed !== undefined && { seed }),
  };
}
