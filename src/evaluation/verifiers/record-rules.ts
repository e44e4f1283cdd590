import { canonicalJson } from '../../core/index.js';
import type { Environment } from '../../environments/index.js';
import { withToolsOnly } from '../../environments/internal.js';
import type { ReplayMismatch, Trajectory, WithheldCallStep } from '../../records/index.js';
import { type CallStep, callArguments, isCallStep, trajectoryId } from '../../records/index.js';
import { answerText, callInput, readCallText } from '../../records/internal.js';
import { Mismatches } from './mismatch.js';

/** Where a record contradicts itself: its id, the links of its calls, its answer and why it ended. */
export function contradictions(trajectory: Trajectory): readonly ReplayMismatch[] {
  const mismatches = new Mismatches();
  mismatches.compare(-1, 'id', trajectory.id, trajectoryId(trajectory));
  compareOrder(mismatches, trajectory);
  compareEnd(mismatches, trajectory);
  return mismatches.found;
}

/**
 * Where a record says of its environment what is not so. Their fingerprints are the same. An agent may have been offered
 * some of the tools only.
 */
export function environmentMismatches(
  trajectory: Trajectory,
  environment: Environment,
): readonly ReplayMismatch[] {
  const mismatches = new Mismatches();
  mismatches.compare(-1, 'environment', trajectory.environment.name, environment.name);
  const offered = new Set(trajectory.tools.map(({ name }) => name));
  const tools = environment.tools.filter(({ name }) => offered.has(name));
  mismatches.compare(-1, 'tools', trajectory.tools, tools);
  const calls = trajectory.steps.flatMap((step, index) => (isCallStep(step) ? [{ step, index }] : []));
  for (const [count, { step, index }] of calls.entries()) {
    mismatches.compare(index, 'call_id', step.callId, `call_${count + 1}`);
  }
  return mismatches.found;
}

/** The environment with the tools that the agent of a record was offered: calls of others are refused again. */
export function asOffered(environment: Environment, { tools, version }: Trajectory): Environment {
  const offered = tools.map(({ name }) => name);
  // Up to version 2 the world refused them, by the names of all its tools.
  const listed = version < 3 ? environment.tools.map(({ name }) => name) : offered;
  return withToolsOnly(environment, offered, listed);
}

/** What an environment declares volatile of a tool's answers: nothing for a name that only objects as such have. */
export function volatilePaths({ volatile = {} }: Environment, tool: string): readonly string[] {
  return Object.hasOwn(volatile, tool) ? (volatile[tool] ?? []) : [];
}

/**
 * Every call has its observation and every observation its call; calls made at once are one agent's, and followed by what
 * each gave, in their order; nothing follows the answer.
 */
function compareOrder(mismatches: Mismatches, { steps, stopReason }: Trajectory): void {
  const known = new Set<string>();
  let withheld = 0;
  const open: string[] = [];
  for (const [index, step] of steps.entries()) {
    const previous = steps[index - 1];
    if (previous?.type === 'final_answer') mismatches.compare(index, 'type', step.type, null);
    if (step.type === 'observation') {
      mismatches.compare(index, 'call_id', step.callId, open.shift() ?? null);
      continue;
    }
    const isWithPrevious = isCallStep(step) && previous !== undefined && isCallStep(previous);
    if (open.length > 0 && !isWithPrevious) mismatches.compare(index, 'type', step.type, 'observation');
    if (step.type === 'withheld_call') {
      withheld += 1;
      mismatches.compare(index, 'call_id', step.callId, `withheld_${withheld}`);
      compareArguments(mismatches, step, index);
    }
    if (!isCallStep(step)) continue;
    compareArguments(mismatches, step, index);
    if (previous !== undefined && isCallStep(previous)) {
      mismatches.compare(index, 'agent', step.agent ?? null, previous.agent ?? null);
    }
    if (known.has(step.callId)) mismatches.compare(index, 'call_id', step.callId, null);
    known.add(step.callId);
    open.push(step.callId);
  }
  if (open.length > 0 && stopReason !== 'world_error') {
    mismatches.compare(steps.length - 1, 'call_id', open[0], null);
  }
}

/** A text in place of arguments is no JSON object, and there are no arguments beside it. */
function compareArguments(mismatches: Mismatches, step: CallStep | WithheldCallStep, index: number): void {
  const input = callInput(step);
  if (typeof input !== 'string') return;
  mismatches.compare(index, 'arguments', callArguments(step), {});
  mismatches.compare(index, 'invalid_arguments', readCallText(input), null);
}

/** The answer is that of the last step, in words what it is as data, and the stop reason says whether there is one. */
function compareEnd(mismatches: Mismatches, trajectory: Trajectory): void {
  const { steps, finalAnswer, stopReason, stopDetail } = trajectory;
  const last = steps.at(-1);
  const answer = last?.type === 'final_answer' ? last : null;
  mismatches.compare(-1, 'final_answer', finalAnswer, answer?.value ?? null);
  mismatches.compare(-1, 'stop_reason', stopReason === 'answered', answer !== null);
  const threw = stopReason === 'policy_error' || stopReason === 'world_error';
  mismatches.compare(-1, 'stop_detail', stopDetail !== null, threw);
  if (answer === null) return;
  const { content, value } = answer;
  if (trajectory.version === 1 && typeof value !== 'string' && isTextOf(content, value)) return;
  mismatches.compare(steps.length - 1, 'content', content, answerText(value));
}

/** Whether a text is what `JSON.stringify` makes of a value, with its members in any order: as version 1 had it. */
function isTextOf(text: string, value: unknown): boolean {
  try {
    const parsed: unknown = JSON.parse(text);
    return JSON.stringify(parsed) === text && canonicalJson(parsed) === canonicalJson(value);
  } catch {
    return false;
  }
}
