import type { ExecutionPlan } from '../execution/execution-plan.js';
import { judgeMachineError } from '../python/python-execution-req.js';
import type { JudgedFromOutside } from '../subject/judge-process.js';
import { checkError, type Judgement } from '../verdict.js';
import { judgeLoadError } from './sandboxed.js';

/**
 * The judgement where judging from outside did not come to its end: the code could not be loaded, or the machine broke.
 * Null where it did.
 *
 * @param what - what was to be judged by, as the start of a sentence: `The tests`.
 */
export function judgeUnfinished(
  { parts, broken, failed }: JudgedFromOutside,
  plan: ExecutionPlan,
  what: string,
): Judgement<never> | null {
  if (failed !== null && parts.length === 0 && broken.length === 0) return judgeLoadError(failed, plan);
  for (const error of [...broken.map((part) => part.error), ...(failed === null ? [] : [failed])]) {
    const machine = judgeMachineError(error, plan, what);
    if (machine !== null) return machine;
  }
  // Where a part was broken, the code has failed already, whatever ended the rest.
  if (failed === null || broken.length > 0) return null;
  return checkError(`${what} could not finish: ${failed.message}`);
}
