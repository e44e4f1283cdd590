import type { RunError } from '../../sandbox/index.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { describeRunError, judgeMachineError } from '../python/python-execution-req.js';
import { failWith, type Judgement } from '../verdict.js';

/** The judgement on a call that ended in an error. `shown` is the call in words. */
export function judgeCallError(error: RunError, plan: ExecutionPlan, shown: string): Judgement {
  return (
    judgeMachineError(error, plan, 'The code') ??
    failWith(`${shown} raised ${describeRunError({ ...error, line: null })}.`)
  );
}
