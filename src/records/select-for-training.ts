import { defineOptions, option } from '../core/index.js';
import type { Verdict } from '../requirements/index.js';
import type { SkippedTrajectory } from './formats/trajectory-format.js';
import type { Trajectory } from './trajectory.js';
import { trajectoryLabels } from './trajectory-labels.js';

/** Which records may become training data. */
export interface TrainingGate {
  /** Outcomes to take. Default `['pass']`. A record that was never scored counts as `not_checked`. */
  readonly outcomes?: readonly Verdict[];
  /** Verifications to take. Default `['pass']`. A record that was never verified counts as `not_checked`. */
  readonly verifications?: readonly Verdict[];
  /** Parts of a split to take, or `any`. Default `['train', 'none']`. Tasks that name no part are in `none`. */
  readonly splits?: readonly string[] | 'any';
}

/** What a {@link TrainingGate} let through, and what it did not. */
export interface TrainingSelection {
  readonly selected: readonly Trajectory[];
  /** Each that was left out, with the first reason that applies. */
  readonly leftOut: readonly SkippedTrajectory[];
  /** How many were left out for each reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

const VERDICTS = option.list(option.oneOf(['pass', 'fail', 'not_checked', 'error']), 1);

const checkOptions = defineOptions<TrainingGate>()('selectForTraining', {
  outcomes: VERDICTS,
  verifications: VERDICTS,
  splits: option.either(option.list(option.string, 1), option.oneOf(['any'])),
});

/**
 * The gate between records and training data: takes what passed, was verified and is kept for no test (the part `train` of a
 * split, or none), and says of the rest why not. Failures, records that nobody proved and held-out tasks come in only by name. A record of a planted fault
 * is judged like any other: its label stays with it, see `trajectoryLabels`.
 *
 * @example
 * ```ts
 * import { openAIJsonl, readTrajectoryFile, selectForTraining, writeTrajectoryFile } from 'mettle/records';
 *
 * await writeTrajectoryFile('runs.jsonl', []);
 * const { trajectories } = await readTrajectoryFile('runs.jsonl');
 * const { selected, reasons } = selectForTraining(trajectories);
 * console.log(openAIJsonl.encode(selected).records, reasons); // → 0 {}
 * ```
 * @throws {MettleError} `core/invalid_option`.
 */
export function selectForTraining(
  trajectories: readonly Trajectory[],
  gate: TrainingGate = {},
): TrainingSelection {
  const checked = checkOptions(gate);
  return selectBy(trajectories, (trajectory) => whyNotForTraining(trajectory, checked));
}

/** Those for which there is no reason to leave them out, and the reasons of the rest. */
export function selectBy(
  trajectories: readonly Trajectory[],
  whyNot: (trajectory: Trajectory) => string | null,
): TrainingSelection {
  const selected: Trajectory[] = [];
  const leftOut: SkippedTrajectory[] = [];
  const reasons = new Map<string, number>();
  for (const trajectory of trajectories) {
    const reason = whyNot(trajectory);
    if (reason === null) {
      selected.push(trajectory);
      continue;
    }
    leftOut.push({ id: trajectory.id, reason });
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return { selected, leftOut, reasons: Object.fromEntries(reasons) };
}

/** Why a record may not become training data; null where it may. */
function whyNotForTraining(
  trajectory: Trajectory,
  { outcomes = ['pass'], verifications = ['pass'], splits = ['train', 'none'] }: TrainingGate,
): string | null {
  const { outcome, verification, split } = trajectoryLabels(trajectory);
  if (!outcomes.includes(outcome)) return OUTCOME_REASONS[outcome];
  if (!verifications.includes(verification)) return VERIFICATION_REASONS[verification];
  if (splits === 'any' || splits.includes(split ?? 'none')) return null;
  return split === null ? 'in no part of a split' : `in the part ${split} of the split`;
}

const OUTCOME_REASONS: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'failed',
  not_checked: 'outcome not checked',
  error: 'ended by an error',
};

const VERIFICATION_REASONS: Readonly<Record<Verdict, string>> = {
  pass: 'verified',
  fail: 'refuted by its verification',
  not_checked: 'not verified',
  error: 'verification ended by an error',
};
