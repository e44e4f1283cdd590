import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { ProcessCheck } from '../../records/index.js';
import { callArguments, isCallStep, type TrajectoryStep } from '../../records/index.js';

/** A tool call as process checks look at it. */
export interface CheckedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Null when the world never answered. */
  readonly status: 'ok' | 'error' | null;
}

/**
 * Why a check does not hold for the steps of an episode, in a few words, or null when it does.
 * @param calls - the calls among the steps, where several checks look at them.
 */
export function checkProcess(
  check: ProcessCheck,
  steps: readonly TrajectoryStep[],
  calls: readonly CheckedCall[] = checkedCalls(steps),
): string | null {
  switch (check.kind) {
    case 'called': {
      const { tool, times = 1, status = 'ok' } = check;
      const count = calls.filter(
        (call) =>
          call.tool === tool && call.status === status && hasMembers(call.arguments, check.arguments ?? {}),
      ).length;
      if (count >= times) return null;
      const how = `${check.arguments === undefined ? '' : ` with ${canonicalJson(check.arguments)}`}`;
      return `${tool} was called ${count} of ${times} times${how}${status === 'ok' ? '' : ' in vain'}`;
    }
    case 'not_called':
      return calls.some(({ tool }) => tool === check.tool) ? `${check.tool} was called` : null;
    case 'called_before': {
      const later = calls.findIndex(({ tool }) => tool === check.later);
      const first = calls.findIndex(({ tool, status }) => tool === check.first && status === 'ok');
      return later === -1 || (first !== -1 && first < later)
        ? null
        : `${check.later} was called before ${check.first}`;
    }
    case 'observed': {
      const answers = steps.filter((step) => step.type === 'observation');
      const changed = check.early === true ? answers.findIndex(({ changes }) => changes.length > 0) : -1;
      const heard = changed === -1 ? answers : answers.slice(0, changed);
      return heard.some(({ status, content }) => status === 'ok' && content.includes(check.text))
        ? null
        : `no tool answered with ${JSON.stringify(check.text)}${changed === -1 ? '' : ' before the first change'}`;
    }
    case 'max_calls':
      return calls.length <= check.value ? null : `${calls.length} calls, at most ${check.value} are allowed`;
    default:
      return unknownCheck(check);
  }
}

/** The calls of an episode with what became of them. */
export function checkedCalls(steps: readonly TrajectoryStep[]): readonly CheckedCall[] {
  const statuses = new Map<string, 'ok' | 'error'>();
  for (const step of steps) if (step.type === 'observation') statuses.set(step.callId, step.status);
  return steps.filter(isCallStep).map((step) => ({
    tool: step.tool,
    arguments: callArguments(step),
    status: statuses.get(step.callId) ?? null,
  }));
}

/** Whether a value has what is wanted: objects may have more members, everything else is equal. */
function hasMembers(value: Json | undefined, wanted: Json): boolean {
  if (value === undefined) return false;
  if (!isJsonObject(wanted)) return canonicalJson(value) === canonicalJson(wanted);
  if (!isJsonObject(value)) return false;
  return Object.entries(wanted).every(
    ([name, part]) => Object.hasOwn(value, name) && hasMembers(value[name], part as Json),
  );
}

/** A check out of a file that says more than this code knows never holds. */
function unknownCheck(check: never): string {
  return `there is no check ${canonicalJson(check)}`;
}
