import type { RunError } from '../../sandbox/index.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { describeRunError, judgeMachineError } from '../python/python-execution-req.js';
import { CANNOT_CROSS, SUBJECT_FILE } from '../subject/live-subject.js';
import { failWith, type Judgement, notChecked } from '../verdict.js';

/** The judgement on a call that ended in an error. `shown` is the call in words. */
export function judgeCallError(error: RunError, plan: ExecutionPlan, shown: string): Judgement {
  if (error.kind === 'limit' && error.type === CANNOT_CROSS) {
    return notChecked(`${shown} gave ${error.message}, which can't cross to whoever judges it.`, 'crossing');
  }
  // What called the code is none of its lines.
  const frames = error.frames.filter(({ file }) => file === SUBJECT_FILE);
  const own = { ...error, frames, line: frames.at(-1)?.line ?? null };
  return judgeMachineError(error, plan, 'The code') ?? failWith(`${shown} raised ${describeRunError(own)}.`);
}
