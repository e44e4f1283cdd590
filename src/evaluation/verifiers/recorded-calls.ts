import { canonicalJson, type JsonObject } from '../../core/index.js';
import type { Trajectory } from '../../records/index.js';
import { type CallStep, callArguments, isCallStep, type ObservationStep } from '../../records/index.js';

/** A call of a record with what the world answered. */
export interface RecordedCall {
  readonly step: CallStep;
  readonly arguments: JsonObject;
  readonly observation: ObservationStep;
  /** Where the call and its answer stand among the steps. */
  readonly index: number;
  readonly observedAt: number;
}

/** The calls of a record that were answered, in the order they were made. */
export function recordedCalls({ steps }: Pick<Trajectory, 'steps'>): readonly RecordedCall[] {
  const answers = new Map<string, number>();
  for (const [index, step] of steps.entries()) {
    if (step.type === 'observation') answers.set(step.callId, index);
  }
  return steps.flatMap((step, index) => {
    const observedAt = isCallStep(step) ? answers.get(step.callId) : undefined;
    const observation = observedAt === undefined ? undefined : steps[observedAt];
    return isCallStep(step) && observedAt !== undefined && observation?.type === 'observation'
      ? [{ step, arguments: callArguments(step), observation, index, observedAt }]
      : [];
  });
}

/** Whether two calls ask the same of the world. */
export function isSameCall(
  left: { readonly tool: string; readonly arguments: JsonObject },
  right: { readonly tool: string; readonly arguments: JsonObject },
): boolean {
  return left.tool === right.tool && canonicalJson(left.arguments) === canonicalJson(right.arguments);
}
