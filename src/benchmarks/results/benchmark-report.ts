import { contentHash, type JsonObject } from '../../core/index.js';
import type { Failure, FailureKind, MeanInterval, ScoredResults } from '../../evaluation/index.js';
import type { EpisodeUsage } from '../../records/index.js';
import { addUsage } from '../../records/internal.js';
import type { SubjectIdentity } from '../players/subject.js';
import { type CaseHead, type CaseResult, caseResult, isScored, passShare } from './case-result.js';
import { type PassRates, passRates } from './pass-rates.js';
import { shareInterval } from './share-interval.js';
import type { TrialResult } from './trial-result.js';

/** Why a benchmark ended. */
export type BenchmarkStop = 'complete' | 'budget' | 'aborted';

/** The cases of one category. */
export interface CategoryResult {
  readonly category: string;
  readonly cases: number;
  /** Null where none was scored. */
  readonly score: MeanInterval | null;
}

/** What decides a result beside cases, subject and seed. */
export interface BenchmarkSettings {
  /** Tool calls in an episode of a task. */
  readonly maxSteps: number;
  /** Of a model; null for the provider's. */
  readonly temperature: number | null;
  /** Tokens of one reply of a model; null for the provider's. */
  readonly maxTokens: number | null;
}

/** What a report is made of: all that its file holds. */
export interface ReportParts {
  readonly suite: string;
  /** Identity of the cases. */
  readonly fingerprint: string;
  readonly subject: SubjectIdentity;
  readonly seed: number;
  /** Trials of each case that were planned. */
  readonly trialCount: number;
  readonly settings: BenchmarkSettings;
  /** What it ran on. */
  readonly versions: { readonly mettle: string; readonly node: string };
  /** What opens suite and subject again, as who ran it has it; null where that isn't known. */
  readonly origin: JsonObject | null;
  readonly heads: readonly CaseHead[];
  readonly trials: readonly TrialResult[];
  readonly stopReason: BenchmarkStop;
}

/** What a subject came to on a suite. `mineFailures` takes it. */
export interface BenchmarkReport extends Omit<ReportParts, 'heads' | 'trials'>, ScoredResults, PassRates {
  /** Identity of the run: a hash of cases, subject, seed, trials and settings. */
  readonly run: string;
  readonly cases: readonly CaseResult[];
  /** Trials that an error of the machine or the provider ended. They count neither as passed nor as failed. */
  readonly errors: number;
  /** Trials that nothing could be said of. */
  readonly notChecked: number;
  /** The mean over cases of the share of trials that passed, with the 95 % interval. Null where nothing was scored. */
  readonly score: MeanInterval | null;
  /** The same of the credit: 1, 0.5 for the right tools with wrong arguments, or 0. */
  readonly credit: number | null;
  /** The share of scored trials with the right tools, and with the expected arguments; null without cases that expect calls. */
  readonly toolAccuracy: number | null;
  readonly argumentAccuracy: number | null;
  readonly byCategory: readonly CategoryResult[];
  /** Ids of cases of which some trials passed and some did not. */
  readonly flaky: readonly string[];
  /** What models used, as far as it is known. */
  readonly usage: EpisodeUsage | null;
}

/** Computes a report. */
export function benchmarkReport({ heads, trials, ...about }: ReportParts): BenchmarkReport {
  const byCase = new Map<string, TrialResult[]>(heads.map(({ id }) => [id, []]));
  for (const trial of trials) byCase.get(trial.caseId)?.push(trial);
  const cases = heads.map((head) =>
    caseResult(
      head,
      (byCase.get(head.id) ?? []).sort((left, right) => left.trial - right.trial),
    ),
  );
  const kept = cases.flatMap((each) => each.trials);
  const scored = kept.filter(isScored);
  return {
    ...about,
    run: runFingerprint(about),
    cases,
    scored: scored.length,
    misses: cases.flatMap((each) => missesOf(each, about.subject)),
    errors: kept.filter(({ verdict }) => verdict === 'error').length,
    notChecked: kept.filter((trial) => trial.verdict === 'not_checked' && !isScored(trial)).length,
    score: scoreOf(cases, about.seed),
    credit: meanOf(cases.map((each) => meanOf(each.trials.map(({ credit }) => credit)))),
    toolAccuracy: meanOf(kept.map(({ toolsRight }) => numberOf(toolsRight))),
    argumentAccuracy: meanOf(kept.map(({ argumentsRight }) => numberOf(argumentsRight))),
    byCategory: categoriesOf(cases, about.seed),
    ...passRates(cases, about.seed),
    flaky: cases.filter(({ flaky }) => flaky).map(({ id }) => id),
    usage: kept.reduce<EpisodeUsage | null>(
      (sum, { usage }) => (usage === null ? sum : addUsage(sum, usage)),
      null,
    ),
  };
}

function runFingerprint({
  fingerprint,
  subject,
  seed,
  trialCount,
  settings,
}: Omit<ReportParts, 'heads' | 'trials'>): string {
  return contentHash([fingerprint, { ...subject }, seed, trialCount, { ...settings }]);
}

function scoreOf(cases: readonly CaseResult[], seed: number): MeanInterval | null {
  return shareInterval(
    cases.flatMap((each) => passShare(each) ?? []),
    seed,
  );
}

function categoriesOf(cases: readonly CaseResult[], seed: number): readonly CategoryResult[] {
  const groups = new Map<string, CaseResult[]>();
  for (const each of cases) groups.set(each.category, [...(groups.get(each.category) ?? []), each]);
  return [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([category, ofIt]) => ({ category, cases: ofIt.length, score: scoreOf(ofIt, seed) }));
}

function missesOf(
  { id, category, query, trials }: CaseResult,
  { name }: SubjectIdentity,
): readonly Failure[] {
  return trials.filter(isScored).flatMap(({ verdict, kind, reason, trajectoryId, prompt }) =>
    verdict !== 'pass'
      ? [
          {
            trajectoryId,
            taskId: id,
            query: prompt ?? query,
            category,
            policy: name,
            kind: kindOf(kind),
            detail: reason,
          },
        ]
      : [],
  );
}

function kindOf(kind: FailureKind | null): FailureKind {
  return kind ?? 'goal_missed';
}

function numberOf(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
