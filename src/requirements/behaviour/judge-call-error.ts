import type { RunResult } from '../../sandbox/index.js';
import { executionOf } from '../execution/execution.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { describeRunError, isMachineError, judgeRunError } from '../python/python-execution-req.js';
import { fail, type Judgement } from '../verdict.js';

/** The judgement on a call that ended in an error; null for one that returned. `shown` is the call in words. */
export function judgeCallError(result: RunResult, plan: ExecutionPlan, shown: string): Judgement | null {
  const { error } = result;
  if (error === null) return null;
  if (isMachineError(error, plan)) return judgeRunError(error, executionOf(result, plan), plan);
  return fail(`${shown} raised ${describeRunError({ ...error, line: null })}.`);
}
