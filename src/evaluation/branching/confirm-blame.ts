import type { Policy } from '../../environments/index.js';
import type { Trajectory } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';
import { recordedCalls } from '../verifiers/recorded-calls.js';
import type { CallAlignment } from './align-calls.js';
import type { BlamedStep, StepCredit } from './attribution.js';
import type { Continued } from './continue-from-all.js';
import { type Correction, correctedPolicy } from './corrected-policy.js';
import { counterpart, placeOf } from './locate-blame.js';
import type { Continuation, Measurement } from './measurement.js';

/** What came of it when single steps were set right and the policy of the record played on. */
export interface Confirmation {
  /** Whether the blamed step alone, set right, lets the policy pass; null where it could not be tried. */
  readonly passes: boolean | null;
  /** The episode with the blamed step set right, and the policy that plays it; null where it could not be tried. */
  readonly correctedRecord: Trajectory | null;
  readonly correctedPolicy: Policy;
  /** From the index of a step of that episode to the one of the record. */
  readonly toRecorded: (step: number) => number;
  readonly steps: readonly StepCredit[];
  /** What there is to say about it; else empty. */
  readonly note: string;
}

interface ConfirmOptions {
  readonly policy: Policy;
  readonly alignment: CallAlignment;
  readonly continued: Continued;
  readonly first: BlamedStep;
}

/** Sets single steps right and lets the policy of the record play on. */
export async function confirmBlame(measurement: Measurement, options: ConfirmOptions): Promise<Confirmation> {
  const { policy, continued, first } = options;
  const { record, options: shared } = measurement;
  const nothing = {
    passes: null,
    correctedRecord: null,
    correctedPolicy: policy,
    toRecorded: (step: number) => step,
    steps: continued.steps,
  };
  if (shared.budget.left === 0) return { ...nothing, note: '; no branches were left to confirm it' };
  const again = await measurement.play(await measurement.at(0), policy);
  if (again.trajectory.id !== record.id) {
    return { ...nothing, note: `; not confirmed: ${policy.name} does not make this record again` };
  }
  const blamedAt = continued.steps.findIndex(({ step }) => step === first.step);
  const blamed =
    first.kind === 'extra_call'
      ? stepCorrection(measurement, blamedAt, options)
      : blameCorrection(first, blamedAt, options);
  const played = blamed === null ? null : await playCorrected(measurement, policy, blamed);
  const corrected = new Map<number, Verdict>();
  if (played !== null) corrected.set(blamedAt, played.outcome.verdict);
  for (const [at] of continued.steps.entries()) {
    if (corrected.has(at) || shared.budget.left === 0) continue;
    const correction = stepCorrection(measurement, at, options);
    if (correction === null) continue;
    corrected.set(at, (await playCorrected(measurement, policy, correction)).outcome.verdict);
  }
  const steps = continued.steps.map((each, at) => ({ ...each, corrected: corrected.get(at) ?? null }));
  if (blamed === null || played === null) return { ...nothing, steps, note: '' };
  return {
    passes: played.outcome.verdict === 'pass',
    correctedRecord: played.trajectory,
    correctedPolicy: correctedPolicy(policy, blamed),
    toRecorded: (step) => recordedStep(measurement, continued.steps, played.trajectory, blamed, step),
    steps,
    note: '',
  };
}

async function playCorrected(
  measurement: Measurement,
  policy: Policy,
  correction: Correction,
): Promise<Continuation> {
  return measurement.play(await measurement.at(correction.action), correctedPolicy(policy, correction));
}

/** How the blamed step is set right; null where the policy does nothing there that could be. */
function blameCorrection(
  { kind, instead }: BlamedStep,
  action: number,
  { alignment, continued }: ConfirmOptions,
): Correction | null {
  const isEnd = continued.steps[action]?.role === 'end';
  if (isEnd || action === -1 || instead === null) return null;
  if (kind === 'wrong_call' && continued.steps[action]?.role === 'same') return null;
  if (kind !== 'missing_call') return { action, how: { kind: 'replace', by: instead } };
  const live = continued.from.get(continued.lastWon)?.live ?? [];
  const calls = live.filter((each) => placeOf(each, alignment, continued.lastWon) === action);
  return { action, how: { kind: 'insert', calls } };
}

/** How a step is set right that the reference does otherwise; null for one that it does too. */
function stepCorrection(
  { calls }: Measurement,
  action: number,
  { alignment, continued }: ConfirmOptions,
): Correction | null {
  const live = continued.from.get(action)?.live ?? [];
  const [next] = live;
  const role = continued.steps[action]?.role;
  if (role === 'extra') {
    const observation = calls[action]?.observation;
    if (observation === undefined) return null;
    const { status, content, data, error } = observation;
    return { action, how: { kind: 'remove', reads: { status, content, data, error } } };
  }
  if (role === 'changed') {
    const by = counterpart(live, alignment, action);
    return by === null ? null : { action, how: { kind: 'replace', by } };
  }
  if (role === 'answer' && next?.kind === 'answer') return { action, how: { kind: 'replace', by: next } };
  const missing = live.filter((each) => placeOf(each, alignment, calls.length) === action);
  return role === 'end' || missing.length === 0 ? null : { action, how: { kind: 'insert', calls: missing } };
}

/** The step of the record that a step of the corrected episode stands for. */
function recordedStep(
  { record, calls }: Measurement,
  steps: readonly StepCredit[],
  corrected: Trajectory,
  { action, how }: Correction,
  step: number,
): number {
  const correctedCalls = recordedCalls(corrected);
  const found = correctedCalls.findIndex(({ index }) => index === step);
  const ordinal = found === -1 ? correctedCalls.length : found;
  const inserted = how.kind === 'insert' ? how.calls.length : 0;
  let original = ordinal;
  if (ordinal >= action && how.kind === 'remove') original += 1;
  if (ordinal >= action && how.kind === 'insert') original = Math.max(action, ordinal - inserted);
  return found === -1 || original >= calls.length
    ? (steps[calls.length]?.step ?? record.steps.length)
    : (calls[original]?.index ?? record.steps.length);
}
