import type { MeanInterval } from '../../evaluation/index.js';
import type { Verdict } from '../../requirements/index.js';
import type { BenchmarkReport } from './benchmark-report.js';
import { compareReports } from './compare-reports.js';

/** A trial that came out otherwise. */
export interface ChangedTrial {
  readonly caseId: string;
  /** From 0. */
  readonly trial: number;
  readonly before: Verdict;
  readonly after: Verdict;
}

/** Whether a result came out again. */
export interface Reproduction {
  readonly sameCases: boolean;
  readonly sameSubject: boolean;
  /** The same limits, temperature and versions of Mettle and Node. */
  readonly sameSettings: boolean;
  /** Trials that both have. */
  readonly trials: number;
  readonly changed: readonly ChangedTrial[];
  /** Trials of the first result that the second lacks. */
  readonly missing: number;
  /** The change of the score; null where the cases differ or none was scored in both. */
  readonly delta: MeanInterval | null;
  /** All of it is the same, and every trial has the verdict that it had. */
  readonly reproduced: boolean;
}

/** Compares a result with one of a run that was to be the same. */
export function reproduceReport(before: BenchmarkReport, after: BenchmarkReport): Reproduction {
  const sameCases = before.fingerprint === after.fingerprint;
  const sameSubject = sameFields({ ...before.subject }, { ...after.subject });
  const sameSettings =
    before.seed === after.seed &&
    sameFields({ ...before.settings }, { ...after.settings }) &&
    sameFields({ ...before.versions }, { ...after.versions });
  const later = new Map(
    after.cases.flatMap(({ trials }) => trials.map((trial) => [keyOf(trial), trial.verdict] as const)),
  );
  const known = sameCases ? before.cases.flatMap(({ trials }) => trials) : [];
  const pairs = known.flatMap(({ caseId, trial, verdict }) => {
    const verdictAfter = later.get(keyOf({ caseId, trial }));
    return verdictAfter === undefined ? [] : [{ caseId, trial, before: verdict, after: verdictAfter }];
  });
  const changed = pairs.filter((pair) => pair.before !== pair.after);
  const missing = known.length - pairs.length;
  return {
    sameCases,
    sameSubject,
    sameSettings,
    trials: pairs.length,
    changed,
    missing,
    delta: sameCases ? deltaOf(before, after) : null,
    reproduced:
      sameCases && sameSubject && sameSettings && changed.length === 0 && missing === 0 && pairs.length > 0,
  };
}

function deltaOf(before: BenchmarkReport, after: BenchmarkReport): MeanInterval | null {
  const scored = new Set(after.cases.flatMap(({ id, scored: count }) => (count > 0 ? [id] : [])));
  return before.cases.some(({ id, scored: count }) => count > 0 && scored.has(id))
    ? compareReports(before, after).delta
    : null;
}

function sameFields(
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
): boolean {
  return Object.keys({ ...left, ...right }).every((key) => left[key] === right[key]);
}

function keyOf({ caseId, trial }: { readonly caseId: string; readonly trial: number }): string {
  return `${trial} ${caseId}`;
}
