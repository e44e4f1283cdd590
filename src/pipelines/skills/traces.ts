import type { Json, JsonObject } from '../../core/index.js';
import type { Trajectory } from '../../records/index.js';
import { type PromptToken, sentencesOf } from './prompt-tokens.js';

/** A call of a record that ended well. */
interface TraceCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly data: Json;
}

/** Calls in a row of one tool with arguments of the same names. */
export interface TraceGroup {
  readonly tool: string;
  readonly calls: readonly TraceCall[];
}

/** What a record shows: what was asked, what was called, what was answered. */
export interface Trace {
  readonly id: string;
  readonly taskId: string;
  readonly sentences: readonly (readonly PromptToken[])[];
  readonly groups: readonly TraceGroup[];
  /** The tools that were called in turn, however often in a row. */
  readonly skeleton: string;
  readonly answer: Json;
}

/** What a record shows; null where it did more than call tools that answered. */
export function traceOf(trajectory: Trajectory): Trace | null {
  const calls: TraceCall[] = [];
  const asked = new Map<string, { readonly tool: string; readonly arguments: JsonObject }>();
  for (const step of trajectory.steps) {
    if (step.type === 'tool_call') {
      if (step.invalidArguments !== undefined) return null;
      asked.set(step.callId, step);
    } else if (step.type === 'observation') {
      const call = asked.get(step.callId);
      if (call === undefined || step.status !== 'ok') return null;
      calls.push({ tool: call.tool, arguments: call.arguments, data: step.data });
    } else if (['code_execution', 'withheld_call', 'subagent'].includes(step.type)) return null;
  }
  const groups = grouped(calls);
  return {
    id: trajectory.id,
    taskId: trajectory.task.id,
    sentences: sentencesOf(trajectory.task.prompt),
    groups,
    skeleton: groups.map(shapeOf).join(' '),
    answer: trajectory.finalAnswer,
  };
}

function grouped(calls: readonly TraceCall[]): readonly TraceGroup[] {
  const groups: { tool: string; calls: TraceCall[] }[] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    const [like] = last?.calls ?? [];
    if (last !== undefined && like !== undefined && callShape(like) === callShape(call))
      last.calls.push(call);
    else groups.push({ tool: call.tool, calls: [call] });
  }
  return groups;
}

function shapeOf({ calls: [first] }: TraceGroup): string {
  return first === undefined ? '' : callShape(first);
}

function callShape({ tool, arguments: given }: TraceCall): string {
  return `${tool}(${Object.keys(given).sort().join(',')})`;
}
