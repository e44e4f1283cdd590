import { defineOptions, MettleError, option } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { ModelSource } from '../../models/index.js';
import { MODEL, nameOfModel } from '../../models/internal.js';
import type { Outcome, Trajectory } from '../../records/index.js';
import { generateJson } from '../../requirements/index.js';
import { isIdle, scoreOutcome } from '../scoring/score-outcome.js';
import { checkEvaluateOptions, evaluateAll } from './evaluate-batch.js';
import type { EvaluateBatchOptions, Evaluation, Evaluator } from './evaluation.js';
import { judgementSchema, judgePrompt } from './judge-prompt.js';
import {
  byDimension,
  checkThreshold,
  RUBRIC_DIMENSIONS,
  type Rubric,
  type RubricName,
  type RubricScores,
  readRubric,
  weightedMean,
} from './rubric.js';
import { structuralScores } from './structural-scores.js';

/** What {@link TrajectoryEvaluator} takes. */
export interface TrajectoryEvaluatorOptions {
  /** The model that judges. Default: none, and scores follow from the record alone. */
  readonly model?: ModelSource;
  /** How the model answers. Default: temperature 0, up to 2,000 tokens. */
  readonly settings?: { readonly temperature?: number; readonly maxOutputTokens?: number };
  /** How often the model is asked at most until its answer fits the schema. Default 2. */
  readonly attempts?: number;
  /** A name or one of your own. Default `balanced`. */
  readonly rubric?: RubricName | Rubric;
  /** Weights over those of the rubric. */
  readonly weights?: Partial<Rubric['weights']>;
  /** In place of the rubric's. */
  readonly passThreshold?: number;
  /**
   * How an episode came out. Default: `scoreOutcome` on the record, which checks answer, end state and calls; goals and
   * invariants need the states, which a record has only as hashes. `({ outcome }) => outcome` believes the record, for
   * records that you made yourself.
   */
  readonly outcomeOf?: (trajectory: Trajectory) => Outcome | null | Promise<Outcome | null>;
}

const checkOptions = defineOptions<TrajectoryEvaluatorOptions>()('TrajectoryEvaluator', {
  model: MODEL,
  settings: option.object,
  attempts: option.wholeNumber(1),
  rubric: option.either(option.object, option.string),
  weights: option.object,
  passThreshold: option.share,
  outcomeOf: option.callback,
});
const STRUCTURAL = 'structural';
const NOT_CHECKED: Outcome = { verdict: 'not_checked', reason: 'nothing was checked', checks: [] };

/**
 * Judges trajectories in six dimensions: by the record alone, or by a model. A diagnosis and never a reward: whoever pays
 * for it teaches agents to please the judge. What a program checked outranks what a judge says: a trajectory whose
 * outcome failed has an overall score of 0 whoever judges it, one that nobody can check is `not_checked` without a
 * model, and one that did nothing where nothing had to be done is `not_checked` with a model too.
 *
 * @example
 * ```ts
 * import { createSqlEnvironment, recordTrajectory } from 'mettle/environments';
 * import { TrajectoryEvaluator } from 'mettle/evaluation';
 *
 * const trajectory = await recordTrajectory({
 *   environment: await createSqlEnvironment({ content: { tables: [] } }),
 *   task: {
 *     id: 'sum',
 *     category: 'sum',
 *     prompt: 'Which number is the sum of two and two?',
 *     expected: { answer: { value: 4, comparison: 'number' }, stateDigest: null },
 *     metadata: {},
 *   },
 *   policy: {
 *     name: 'blind',
 *     version: '1',
 *     play: async (_, actor) => {
 *       await actor.call('sql_query', { sql: 'SELECT 1' });
 *       actor.answer('row row row row row row');
 *     },
 *   },
 *   seed: 0,
 * });
 * const { overall, verdict, scores } = await new TrajectoryEvaluator().evaluate(trajectory);
 * console.log(overall, verdict, scores.task_completion, scores.tool_correctness); // → 0 fail 0 1
 * ```
 */
export class TrajectoryEvaluator implements Evaluator {
  readonly judge: string;
  readonly rubric: Rubric;
  readonly #options: TrajectoryEvaluatorOptions;

  /**
   * @throws {MettleError} `evaluation/unknown_rubric`, `evaluation/invalid_rubric`, `core/invalid_option`, and
   *   what `openModel` throws for a model that is none.
   */
  constructor(options: TrajectoryEvaluatorOptions = {}) {
    checkOptions(options);
    const { weights, passThreshold } = readRubric(options.rubric ?? 'balanced');
    this.rubric = readRubric({
      weights: { ...weights, ...options.weights },
      passThreshold: checkThreshold(options.passThreshold ?? passThreshold),
    });
    this.judge = options.model === undefined ? STRUCTURAL : nameOfModel(options.model);
    this.#options = options;
  }

  /** Judges one trajectory. A model that fails or answers with something else is an evaluation with the verdict `error`. */
  async evaluate(
    trajectory: Trajectory,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Evaluation> {
    const { signal } = checkEvaluateOptions(options);
    signal?.throwIfAborted();
    const { model, outcomeOf = scoreOutcome } = this.#options;
    const outcome = (await outcomeOf(trajectory)) ?? NOT_CHECKED;
    if (outcome.verdict === 'error')
      return this.#failed(trajectory, `the episode has no outcome: ${outcome.reason}`);
    const structural = structuralScores(trajectory, outcome);
    if (model === undefined) {
      return this.#judged(trajectory, outcome, structural, explain(structural));
    }
    // Nothing that a model says makes a deed of doing nothing.
    if (isIdle(outcome)) return this.#judged(trajectory, outcome, structural, explain(structural));
    const judged = await this.#ask(model, trajectory, outcome, signal);
    if (typeof judged === 'string') return this.#failed(trajectory, judged);
    const task_completion = structural.task_completion ?? judged.scores.task_completion;
    return this.#judged(trajectory, outcome, { ...judged.scores, task_completion }, judged.explanation);
  }

  /** Judges many; the results are in their order. */
  evaluateBatch(
    trajectories: readonly Trajectory[],
    options: EvaluateBatchOptions = {},
  ): Promise<readonly Evaluation[]> {
    return evaluateAll(trajectories, (trajectory, each) => this.evaluate(trajectory, each), options);
  }

  async #ask(
    model: ModelSource,
    trajectory: Trajectory,
    outcome: Outcome,
    signal: AbortSignal | undefined,
  ): Promise<{ scores: RubricScores; explanation: string } | string> {
    try {
      const answer = await generateJson({
        model,
        task: judgePrompt(trajectory, outcome),
        schema: judgementSchema,
        settings: { temperature: 0, maxOutputTokens: 2000, ...this.#options.settings },
        budget: { attempts: this.#options.attempts ?? 2 },
        ...(signal !== undefined && { signal }),
      });
      if (!answer.ok) return `the judge gave no usable answer: ${answer.reason}`;
      const value = answer.value as Readonly<Record<string, unknown>>;
      return {
        scores: byDimension((dimension) => Number(value[dimension])),
        explanation: String(value.explanation),
      };
    } catch (error) {
      signal?.throwIfAborted();
      if (MettleError.isInstance(error) && error.code.startsWith('requirements/')) throw error;
      return `the judge could not be asked: ${errorMessage(error)}`;
    }
  }

  #judged(trajectory: Trajectory, outcome: Outcome, scores: RubricScores, words: string): Evaluation {
    const hasFailed = outcome.verdict === 'fail';
    const isScorable = scores.task_completion !== null;
    const overall = hasFailed ? 0 : isScorable ? weightedMean(scores, this.rubric.weights) : null;
    const checked = { pass: 'the outcome is right', fail: `the outcome is wrong: ${outcome.reason}` };
    const about =
      outcome.verdict === 'pass' || outcome.verdict === 'fail'
        ? checked[outcome.verdict]
        : `the outcome was not checked: ${outcome.reason}`;
    return {
      trajectoryId: trajectory.id,
      scores,
      overall,
      verdict:
        overall === null
          ? 'not_checked'
          : !hasFailed && overall >= this.rubric.passThreshold
            ? 'pass'
            : 'fail',
      explanation: `${about}; ${words}`,
      judge: this.judge,
    };
  }

  #failed(trajectory: Trajectory, explanation: string): Evaluation {
    return {
      trajectoryId: trajectory.id,
      scores: byDimension(() => null),
      overall: null,
      verdict: 'error',
      explanation,
      judge: this.judge,
    };
  }
}

/** What counting found, in words: what is below 1, and what could not be scored. */
function explain(scores: RubricScores): string {
  const low = RUBRIC_DIMENSIONS.filter((name) => (scores[name] ?? 1) < 1);
  const missing = RUBRIC_DIMENSIONS.filter((name) => scores[name] === null);
  return [
    low.length === 0
      ? 'nothing that was scored is below 1'
      : low.map((name) => `${name} ${(scores[name] ?? 0).toFixed(2)}`).join(', '),
    ...(missing.length === 0 ? [] : [`not scorable: ${missing.join(', ')}`]),
  ].join('; ');
}
