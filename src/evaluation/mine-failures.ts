import type { Json } from '../core/index.js';
import type { ExpectedAnswer, Trajectory } from '../records/index.js';
import type { FailureKind, FailureReport, ScoredResults } from './failure.js';
import { failureReport } from './failure-report.js';

/** Groups the failures of scored trajectories, or of a benchmark's report, by kind. What was not scored is left out. */
export function mineFailures(source: readonly Trajectory[] | ScoredResults): FailureReport {
  if ('misses' in source) return failureReport(source.scored, source.misses);
  const scored = source.filter(({ outcome }) => outcome !== null && outcome.verdict !== 'not_checked');
  const failures = scored
    .filter(({ outcome }) => outcome?.verdict !== 'pass')
    .map((trajectory) => ({
      trajectoryId: trajectory.id,
      taskId: trajectory.task.id,
      query: trajectory.task.prompt,
      category: trajectory.task.category,
      policy: trajectory.policy.name,
      kind: failureKind(trajectory),
      detail: trajectory.outcome?.reason ?? '',
    }));
  return failureReport(scored.length, failures);
}

/** The kinds of calls that a world refuses, by the type of the error that it answers with. */
const REFUSALS: ReadonlyMap<string, FailureKind> = new Map([
  ['no_json', 'no_json'],
  ['unknown_tool', 'unknown_tool'],
  ['invalid_arguments', 'bad_arguments'],
]);

function failureKind(trajectory: Trajectory): FailureKind {
  const { stopReason, steps, outcome, task, finalAnswer } = trajectory;
  if (stopReason === 'world_error' || stopReason === 'policy_error') return 'machine_error';
  if (stopReason === 'call_limit') return 'call_limit';
  const failed = new Set(outcome?.checks.filter(({ verdict }) => verdict === 'fail').map(({ name }) => name));
  if (failed.has('final_state') || failed.has('invariant')) return 'world_damaged';
  const lastObservation = steps.findLast((step) => step.type === 'observation');
  if (lastObservation?.type === 'observation' && lastObservation.status === 'error') {
    return REFUSALS.get(lastObservation.error?.type ?? '') ?? 'tool_error';
  }
  if (failed.has('goal')) return 'goal_missed';
  if (failed.has('process') && !failed.has('answer')) return 'wrong_process';
  if (stopReason === 'no_answer' || task.expected.answer === null) return 'no_answer';
  return answerFailureKind(task.expected.answer, finalAnswer);
}

function answerFailureKind(expected: ExpectedAnswer, answer: Json): FailureKind {
  const { value } = expected;
  if (Array.isArray(value)) {
    return Array.isArray(answer) ? listFailureKind(value, answer) : 'wrong_type';
  }
  if (typeof value !== typeof answer) return 'wrong_type';
  if (typeof value === 'number') return 'wrong_number';
  return letters(value) === letters(answer) ? 'wrong_format' : 'wrong_text';
}

function listFailureKind(expected: readonly Json[], answer: readonly Json[]): FailureKind {
  const wanted = new Set(expected.map((item) => JSON.stringify(item)));
  const given = new Set(answer.map((item) => JSON.stringify(item)));
  const missing = [...wanted].some((item) => !given.has(item));
  const extra = [...given].some((item) => !wanted.has(item));
  if (missing && extra) return 'wrong_items';
  if (missing) return 'missing_items';
  return extra || expected.length !== answer.length ? 'extra_items' : 'wrong_order';
}

/** What is left of a text when case, spaces and punctuation do not matter. */
function letters(value: Json | undefined): string {
  return String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
