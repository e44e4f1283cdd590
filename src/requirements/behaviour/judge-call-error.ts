import type { RunResult } from '../../sandbox/index.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { describeRunError, judgeMachineError } from '../python/python-execution-req.js';
import { fail, type Judgement } from '../verdict.js';

/** The judgement on a call that ended in an error; null for one that returned. `shown` is the call in words. */
export function judgeCallError(result: RunResult, plan: ExecutionPlan, shown: string): Judgement | null {
  const { error } = result;
  if (error === null) return null;
  return (
    judgeMachineError(error, plan, 'The code') ??
    fail(`${shown} raised ${describeRunError({ ...error, line: null })}.`)
  );
}
