import type { Environment } from './environments/index.js';
import type { VerifyOptions } from './evaluation/index.js';
import type { Trajectory, Verification } from './records/index.js';
import type { SearchScriptOptions } from './search/index.js';
import type { TrainingResult } from './training/index.js';

/**
 * Trains a Python script without a model, as `searchScript` of `mettle/optimizers` does, which is loaded at the first
 * call: searches programs in order of cost, writes the one that fits as `def transform(value)`, and judges it in the
 * sandbox. If nothing fits, or no fit can be trusted, `script` is null and `guess` holds the best attempt.
 *
 * @example
 * ```ts
 * import { createSandbox, searchScript } from 'mettle';
 *
 * const sandbox = await createSandbox();
 * const names = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Tim Berners Lee', 'Barbara Liskov', 'Ken Thompson'];
 * const result = await searchScript({
 *   examples: names.map((name) => ({ input: name, output: name.split(' ')[0] ?? '' })),
 *   budget: { maxEvaluations: 50_000 },
 *   seed: 0,
 *   sandbox,
 * });
 * console.log(result.script);
 * // → def transform(text):
 * // →     """For example, 'Grace Hopper' gives 'Grace'."""
 * // →     if not isinstance(text, str):
 * // →         raise ValueError(f'expected a text, got {type(text).__name__}')
 * // →     return text.split()[0]
 * await sandbox.close();
 * ```
 * @throws {MettleError} for examples, budgets and seeds that make no sense, and `training/infrastructure` when the
 *   sandbox itself fails.
 */
export async function searchScript(options: SearchScriptOptions): Promise<TrainingResult> {
  const optimizers = await import('./search/index.js');
  return optimizers.searchScript(options);
}

/**
 * Proves a trajectory by running every call of it again in a fresh world, as `verifyTrajectory` of
 * `mettle/evaluation` does, which is loaded at the first call.
 *
 * @param environment - where the record was made, or null where that is not at hand: then nothing is replayed.
 *
 * @example
 * ```ts
 * import { verifyTrajectory } from 'mettle';
 * import { createSqlEnvironment, recordTrajectory } from 'mettle/environments';
 *
 * const environment = await createSqlEnvironment({
 *   content: { tables: [{ name: 'fruit', columns: 'name TEXT', rows: [['fig']] }] },
 * });
 * const trajectory = await recordTrajectory({
 *   environment,
 *   task: { id: 'count', category: 'count', prompt: 'How many?', expected: { answer: null, stateDigest: null }, metadata: {} },
 *   policy: {
 *     name: 'counter',
 *     version: '1',
 *     play: async (_, actor) => {
 *       await actor.call('sql_query', { sql: 'SELECT count(*) FROM fruit' });
 *       actor.answer(1);
 *     },
 *   },
 *   seed: 0,
 * });
 * console.log((await verifyTrajectory(trajectory, environment)).verdict); // → pass
 * console.log((await verifyTrajectory({ ...trajectory, finalAnswer: 2 }, environment)).verdict); // → fail
 * ```
 */
export async function verifyTrajectory(
  trajectory: Trajectory,
  environment: Environment | null,
  options: VerifyOptions = {},
): Promise<Verification> {
  const trajectories = await import('./evaluation/index.js');
  return trajectories.verifyTrajectory(trajectory, environment, options);
}
