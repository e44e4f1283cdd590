import { defineOptions, option } from '../../core/index.js';
import { PYTHON_RUNNER_OPTIONS } from '../execution/create-python-runner.js';
import type { ModelAnswer } from '../message.js';
import type { Requirement } from '../requirement.js';
import { checkRequirementList } from '../requirement-list.js';
import {
  CHECK_OPTIONS,
  type Checker,
  type CheckerOptions,
  type CheckOptions,
  createChecker,
} from './checker.js';
import type { Report } from './report.js';

/** What {@link checkReply} and {@link checkPython} take beside the text and the requirements. */
export type CheckOnceOptions = CheckOptions & Omit<CheckerOptions, 'requirements'>;

const checkOnceOptions = defineOptions<CheckOnceOptions>()('checkReply', {
  ...CHECK_OPTIONS,
  ...PYTHON_RUNNER_OPTIONS,
  rememberedReplies: option.wholeNumber(0),
});

/**
 * Judges one reply of a model. For many replies, {@link createChecker} keeps its sandboxes warm.
 *
 * @example
 * ```ts
 * import { checkReply, pythonCodeGenerationRequirements } from 'mettle';
 *
 * const reply = 'Here:\n```python\nprint(1)\n```';
 * const report = await checkReply(reply, pythonCodeGenerationRequirements());
 * console.log(report.ok, report.code); // → true print(1)
 * ```
 * @throws {MettleError} as {@link createChecker} and its `check`.
 */
export async function checkReply<const R extends readonly Requirement[]>(
  reply: ModelAnswer,
  requirements: R,
  options: CheckOnceOptions = {},
): Promise<Report<R>> {
  return checkOnce('checkReply', requirements, options, (checker, once) => checker.check(reply, once));
}

/**
 * Judges Python source: the whole text is the code.
 *
 * @example
 * ```ts
 * import { checkPython, pythonCodeGenerationRequirements } from 'mettle';
 *
 * const report = await checkPython('import os', pythonCodeGenerationRequirements({ allowedImports: ['json'] }));
 * console.log(report.ok); // → false
 * console.log(report.results.find(({ verdict }) => verdict === 'fail')?.reason); // → Forbidden imports detected: os. Allowed: json.
 * ```
 * @throws {MettleError} as {@link createChecker} and its `checkCode`.
 */
export async function checkPython<const R extends readonly Requirement[]>(
  code: string,
  requirements: R,
  options: CheckOnceOptions = {},
): Promise<Report<R>> {
  return checkOnce('checkPython', requirements, options, (checker, once) => checker.checkCode(code, once));
}

async function checkOnce<const R extends readonly Requirement[]>(
  owner: string,
  requirements: R,
  options: CheckOnceOptions,
  check: (checker: Checker<R>, options: CheckOptions) => Promise<Report<R>>,
): Promise<Report<R>> {
  checkOnceOptions(options, owner);
  checkRequirementList(owner, requirements);
  const { signal, messages, ...rest } = options;
  const checker = createChecker({ ...rest, requirements });
  try {
    return await check(checker, {
      ...(signal === undefined ? {} : { signal }),
      ...(messages === undefined ? {} : { messages }),
    });
  } finally {
    await checker.close();
  }
}
