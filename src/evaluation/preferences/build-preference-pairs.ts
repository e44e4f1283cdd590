import { defineOptions, option, type ProgressListener } from '../../core/index.js';
import { inParallel } from '../../core/internal.js';
import type { ToolChoice } from '../../environments/index.js';
import type { Trajectory } from '../../records/index.js';
import type { Evaluation, Evaluator } from '../evaluator/evaluation.js';
import { type PairedTrajectories, pairTrajectories } from './pair-trajectories.js';

/** What a try of {@link buildPreferencePairs} is played with. */
export interface TryOptions {
  /** Which try of the same input, from 0. */
  readonly index: number;
  readonly mode?: 'single_agent' | 'multi_agent' | 'code_execution';
  readonly tools?: readonly ToolChoice[];
  readonly signal?: AbortSignal;
}

/** What {@link buildPreferencePairs} takes. */
export interface BuildPairsOptions<Input> extends Pick<TryOptions, 'mode' | 'tools' | 'signal'> {
  /** What plays: an `AgentTrajectoryGenerator`, or your own. */
  readonly generator: { generate(input: Input, options: TryOptions): Promise<Trajectory> };
  /** Scores tries whose outcomes are alike. Default: none, only outcomes make pairs. */
  readonly evaluator?: Evaluator;
  readonly queries: readonly Input[];
  /** Tries of each query, at least 2. Default 4. */
  readonly k?: number;
  /** How far the scores of a pair have to be apart, at least. Equal scores never make a pair. Default 0. */
  readonly minMargin?: number;
  /** Tries at once. Default 4. */
  readonly concurrency?: number;
  readonly onProgress?: ProgressListener;
}

const checkOptions = defineOptions<BuildPairsOptions<unknown>>()('buildPreferencePairs', {
  generator: option.required(option.object),
  evaluator: option.object,
  queries: option.required(option.list()),
  k: option.wholeNumber(2),
  mode: option.string,
  tools: option.list(),
  minMargin: option.share,
  concurrency: option.wholeNumber(1),
  onProgress: option.callback,
  signal: option.signal,
});

/**
 * Plays each query several times with the policy that is to be trained, and pairs the tries as {@link pairTrajectories} does: a
 * checked outcome decides, and a score only where outcomes are alike.
 *
 * @throws {MettleError} `core/invalid_option`; whatever the generator throws; the signal's reason.
 */
export async function buildPreferencePairs<Input>(
  options: BuildPairsOptions<Input>,
): Promise<PairedTrajectories> {
  checkOptions(options);
  const { generator, evaluator, queries, k = 4, minMargin = 0, concurrency = 4, onProgress } = options;
  const { mode, tools, signal } = options;
  const tries = queries.flatMap((query) => Array.from({ length: k }, (_, index) => ({ query, index })));
  let done = 0;
  const played = await inParallel(
    concurrency,
    tries,
    async ({ query, index }): Promise<{ trajectory: Trajectory; evaluation: Evaluation | null }> => {
      const trajectory = await generator.generate(query, {
        index,
        ...(mode === undefined ? {} : { mode }),
        ...(tools === undefined ? {} : { tools }),
        ...(signal === undefined ? {} : { signal }),
      });
      const evaluation =
        evaluator === undefined
          ? null
          : await evaluator.evaluate(trajectory, signal === undefined ? {} : { signal });
      done += 1;
      onProgress?.({ stage: 'play tries', done, total: tries.length });
      return { trajectory, evaluation };
    },
    signal,
  );
  return pairTrajectories(
    played.map(({ trajectory }) => trajectory),
    { evaluations: played.flatMap(({ evaluation }) => evaluation ?? []), minMargin },
  );
}
