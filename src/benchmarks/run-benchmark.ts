import {
  canonicalJson,
  defineOptions,
  type JsonObject,
  type OptionKinds,
  option,
  type ProgressListener,
} from '../core/index.js';
import { inOrder, packageVersion } from '../core/internal.js';
import { createHiddenTests } from '../evaluation/index.js';
import type { Budget } from '../models/index.js';
import type { Trajectory } from '../records/index.js';
import { createAnswerWorld } from './answers/answer-world.js';
import { createAnswerJudge } from './answers/judge-answers.js';
import { type BenchmarkCase, categoryOf, isTaskCase } from './cases/benchmark-case.js';
import { checkCases, suiteFingerprint } from './cases/check-cases.js';
import { benchmarkError } from './error-codes.js';
import { openPlayer } from './players/open-player.js';
import type { BenchmarkSubject } from './players/subject.js';
import { type BenchmarkReport, type BenchmarkStop, benchmarkReport } from './results/benchmark-report.js';
import type { CaseHead } from './results/case-result.js';
import type { TrialResult } from './results/trial-result.js';
import { isBudgetExhausted, type PlayedTrial, playsNoTasks, runTrial } from './run-trial.js';

/** How {@link runBenchmark} runs. */
export interface RunBenchmarkOptions {
  /** What the suite is called in the report. Default `cases`. */
  readonly suite?: string;
  /** How often each case is tried. Each trial has a seed of its own for the model, and for the world where the case draws one. Default 1. */
  readonly trials?: number;
  /** Trials at once. Default 4. */
  readonly concurrency?: number;
  /** What the calls of a model may use. A trial that would exceed it isn't counted, and the run ends. */
  readonly budget?: Budget;
  /** Default 0. */
  readonly seed?: number;
  /** Of a model. Default: the provider's. */
  readonly temperature?: number;
  /** Tokens of one reply of a model. Default: the provider's. */
  readonly maxTokens?: number;
  /** Tool calls in an episode of a task. Default 20. */
  readonly maxSteps?: number;
  /** What opens suite and subject again, for who reads the report. It changes nothing. Default: null. */
  readonly origin?: JsonObject;
  /** A report of an earlier run of the same suite, subject and seed that ended early: its trials are not played again, but for errors. */
  readonly resume?: BenchmarkReport;
  readonly onProgress?: ProgressListener;
  /** Told of each trial, in the order of the plan: first trials of all cases, then second ones. The run waits for it. */
  readonly onTrial?: (
    result: TrialResult,
    trajectory: Trajectory | null,
    /** The report of what was done so far. */
    soFar: () => BenchmarkReport,
  ) => void | Promise<void>;
  /** Ends the run; trials under way are given up. */
  readonly signal?: AbortSignal;
  /** Ends the run; trials under way are played to their end. */
  readonly stop?: AbortSignal;
}

/** The kinds of {@link RunBenchmarkOptions}. */
export const BENCHMARK_OPTIONS: OptionKinds<RunBenchmarkOptions> = {
  suite: option.string,
  trials: option.wholeNumber(1),
  concurrency: option.wholeNumber(1),
  budget: option.object,
  seed: option.integer,
  temperature: option.amount,
  maxTokens: option.wholeNumber(1),
  maxSteps: option.wholeNumber(1),
  origin: option.record,
  resume: option.object,
  onProgress: option.callback,
  onTrial: option.callback,
  signal: option.signal,
  stop: option.signal,
};

const checkOptions = defineOptions<RunBenchmarkOptions>()('runBenchmark', BENCHMARK_OPTIONS);

/**
 * Scores a model, a policy (an agent is one, by `agentPolicy`) or a function on cases. A case that expects calls is scored by the first calls of
 * a reply, which are not run; a case with a task is played in its world and scored by what becomes of it. An error of the
 * machine or the provider is no failure of the subject: it is counted apart. What a function throws is its own failure.
 *
 * The same arguments give the same report, whatever `concurrency` is, as far as the subject gives the same replies. An aborted signal and a used-up
 * budget end the run early, and the report holds what was done.
 *
 * @example
 * ```ts
 * import { runBenchmark } from 'mettle/benchmarks';
 *
 * const tools = [
 *   {
 *     name: 'get_weather',
 *     description: 'The weather in a city.',
 *     parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
 *   },
 * ];
 * const expected = (city) => [{ tool: 'get_weather', arguments: { city: { equals: city } } }];
 * const cases = [
 *   { id: 'oslo', query: 'Is it raining in Oslo?', tools, expected: expected('Oslo') },
 *   { id: 'rome', query: 'How warm is it in Rome?', tools, expected: expected('Rome') },
 * ];
 *
 * const { score, credit, misses } = await runBenchmark(() => ['get_weather', { city: 'Oslo' }], cases);
 * console.log(score?.mean, credit, misses[0]?.kind); // → 0.5 0.75 wrong_arguments
 * ```
 * @throws {MettleError} `benchmarks/no_cases`, `benchmarks/invalid_case`, `benchmarks/invalid_subject`, `benchmarks/different_cases` for a
 *   report that can't be resumed, `core/invalid_option`; as `openModel`.
 */
export async function runBenchmark(
  subject: BenchmarkSubject,
  cases: readonly BenchmarkCase[],
  options: RunBenchmarkOptions = {},
): Promise<BenchmarkReport> {
  const {
    suite = 'cases',
    trials: trialCount = 1,
    concurrency = 4,
    seed = 0,
    maxSteps = 20,
    origin = null,
  } = checkOptions(options);
  const { budget, resume, onTrial, signal, stop, temperature, maxTokens } = options;
  checkCases(cases);
  const player = openPlayer(
    subject,
    {
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    },
    budget,
  );
  if (player.policy === null && cases.some(isTaskCase)) throw playsNoTasks();
  const fingerprint = suiteFingerprint(cases);
  const about = {
    suite,
    fingerprint,
    subject: player.identity,
    seed,
    trialCount,
    settings: { maxSteps, temperature: temperature ?? null, maxTokens: maxTokens ?? null },
    versions: { mettle: packageVersion(), node: process.versions.node },
    origin,
  };
  const trials: TrialResult[] = resume === undefined ? [] : [...earlierTrials(resume, about)];
  const done = new Set(trials.map(({ caseId, trial }) => keyOf(caseId, trial)));
  const plan = planOf(cases, trialCount).filter(({ item, trial }) => !done.has(keyOf(item.id, trial)));
  const progress = progressOf(options, trials.length + plan.length);
  progress(trials.length);
  const heads = cases.map(headOf);
  const reportOf = (stopReason: BenchmarkStop): BenchmarkReport =>
    benchmarkReport({ ...about, heads, trials, stopReason });
  let ended: BenchmarkStop | null = null;
  await using hiddenTests = createHiddenTests();
  await using answerWorld = createAnswerWorld();
  await using answerJudge = createAnswerJudge();
  const context = { player, seed, maxSteps, hiddenTests, answerWorld, answerJudge, signal };
  const play = async ({ item, trial }: PlannedTrial): Promise<PlayedTrial | null> => {
    if (signal?.aborted || stop?.aborted) ended ??= 'aborted';
    if (ended !== null) return null;
    try {
      return await runTrial(item, trial, context);
    } catch (error) {
      ended ??= isBudgetExhausted(error) ? 'budget' : 'aborted';
      return null;
    }
  };
  for await (const played of inOrder(plan, concurrency, play)) {
    if (played === null) continue;
    trials.push(played.result);
    await onTrial?.(played.result, played.trajectory, () => reportOf('aborted'));
    progress(trials.length);
  }
  return reportOf(ended ?? 'complete');
}

interface PlannedTrial {
  readonly item: BenchmarkCase;
  readonly trial: number;
}

/** The first trial of each case, then the second: so that a run that ends early knows something of every case. */
function planOf(cases: readonly BenchmarkCase[], trialCount: number): readonly PlannedTrial[] {
  return Array.from({ length: trialCount }, (_, trial) => cases.map((item) => ({ item, trial }))).flat();
}

function headOf(item: BenchmarkCase): CaseHead {
  const query = isTaskCase(item)
    ? typeof item.task === 'function'
      ? item.id
      : item.task.task.prompt
    : item.query;
  return { id: item.id, category: categoryOf(item), query };
}

function earlierTrials(
  { fingerprint, subject, seed, settings, cases }: BenchmarkReport,
  now: Pick<BenchmarkReport, 'fingerprint' | 'subject' | 'seed' | 'settings'>,
): readonly TrialResult[] {
  const isSame =
    fingerprint === now.fingerprint &&
    subject.name === now.subject.name &&
    subject.version === now.subject.version &&
    seed === now.seed &&
    canonicalJson({ ...settings }) === canonicalJson({ ...now.settings });
  if (!isSame) {
    throw benchmarkError(
      'different_cases',
      'The report to resume is of other cases, another subject, another seed or other settings: begin anew.',
    );
  }
  return cases.flatMap(({ trials }) => trials.filter(({ verdict }) => verdict !== 'error'));
}

function keyOf(caseId: string, trial: number): string {
  return `${trial} ${caseId}`;
}

function progressOf({ onProgress }: RunBenchmarkOptions, total: number): (done: number) => void {
  return (done) => {
    try {
      onProgress?.({ stage: 'run benchmark', done, total });
    } catch {
      // A listener that throws must not cost what was done.
    }
  };
}
