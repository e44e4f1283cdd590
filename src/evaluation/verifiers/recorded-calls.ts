import { canonicalJson, type JsonObject } from '../../core/index.js';
import type { Trajectory } from '../../records/index.js';
import { type CallStep, callArguments, isCallStep, type ObservationStep } from '../../records/index.js';
import { callInput } from '../../records/internal.js';

/** A call of a record with what the world answered. */
export interface RecordedCall {
  readonly step: CallStep;
  readonly arguments: JsonObject;
  /** What the world was asked with: the arguments, or the text that the agent wrote in their place. */
  readonly input: JsonObject | string;
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
      ? [{ step, arguments: callArguments(step), input: callInput(step), observation, index, observedAt }]
      : [];
  });
}

/** What a call asks of the world. */
export interface AskedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** What was written in place of arguments, where that is no JSON object. */
  readonly invalidArguments?: string | undefined;
}

/** A recorded call as one that can be asked again. */
export function askedCall({ step, arguments: given, input }: RecordedCall): AskedCall {
  return {
    tool: step.tool,
    arguments: given,
    ...(typeof input === 'string' ? { invalidArguments: input } : {}),
  };
}

/** Whether two calls ask the same of the world. */
export function isSameCall(left: AskedCall, right: AskedCall): boolean {
  return (
    left.tool === right.tool &&
    left.invalidArguments === right.invalidArguments &&
    canonicalJson(left.arguments) === canonicalJson(right.arguments)
  );
}
