import { canonicalJson } from '../../core/index.js';
import type { StateChange, Trajectory } from '../../records/index.js';
import { isCallStep, type TrajectoryStep } from '../../records/index.js';
import { callInput } from '../../records/internal.js';
import type { BlamedStep, FailureAttribution } from './attribution.js';

/** One step of an episode as a report shows it. */
export interface TimelineEntry {
  /** Index of the step in the record; the number of its steps for what is missing at its end. */
  readonly step: number;
  readonly type: TrajectoryStep['type'] | 'end';
  /** The tool of a call; else null. */
  readonly tool: string | null;
  /** What was said, asked or answered, in words. */
  readonly text: string;
  /** How the call ended; null for steps that are none. */
  readonly status: 'ok' | 'error' | null;
  /** What the call changed in the world. */
  readonly changes: readonly StateChange[];
  /** What the step did for the outcome; null where that was not measured. */
  readonly credit: -1 | 0 | 1 | null;
  /** Why the step is blamed; null where it is not. */
  readonly blamed: BlamedStep | null;
}

/**
 * The steps of an episode in order, each call together with its answer and what it changed, and with the blame where it was
 * attributed. An episode that is blamed for what is missing at its end has one more entry, of type `end`.
 */
export function stepTimeline(
  record: Trajectory,
  attribution: FailureAttribution | null = null,
): readonly TimelineEntry[] {
  const answers = new Map<string, Extract<TrajectoryStep, { type: 'observation' }>>();
  for (const step of record.steps) if (step.type === 'observation') answers.set(step.callId, step);
  const found = (step: number): Pick<TimelineEntry, 'credit' | 'blamed'> => ({
    credit: attribution?.steps.find((each) => each.step === step)?.credit ?? null,
    blamed: attribution?.blamed.find((each) => each.step === step) ?? null,
  });
  const entries = record.steps.flatMap((step, index): TimelineEntry[] => {
    if (step.type === 'observation') return [];
    const answer = isCallStep(step) ? answers.get(step.callId) : undefined;
    return [
      {
        step: index,
        type: step.type,
        tool: 'tool' in step ? step.tool : null,
        text: textOf(step),
        status: answer?.status ?? null,
        changes: answer?.changes ?? [],
        ...found(index),
      },
    ];
  });
  const end = record.steps.length;
  const atEnd = found(end);
  if (atEnd.blamed === null) return entries;
  const text = record.stopDetail ?? record.stopReason;
  return [...entries, { step: end, type: 'end', tool: null, text, status: null, changes: [], ...atEnd }];
}

function textOf(step: TrajectoryStep): string {
  if (step.type === 'code_execution') return step.code;
  if (isCallStep(step)) {
    const values = callInput(step);
    if (typeof values === 'string') return values;
    const [only, ...others] = Object.values(values);
    return typeof only === 'string' && others.length === 0 ? only : canonicalJson(values);
  }
  if (step.type === 'withheld_call') return step.invalidArguments ?? canonicalJson(step.arguments);
  return 'content' in step ? step.content : '';
}
