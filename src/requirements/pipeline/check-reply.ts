import type { Reply } from '../message.js';
import { checkOptionNames, checkRequirementList } from '../option-names.js';
import type { Requirement } from '../requirement.js';
import {
  CHECK_OPTIONS,
  type Checker,
  type CheckerOptions,
  type CheckOptions,
  createChecker,
  RUNNER_OPTIONS,
} from './checker.js';
import type { Report } from './report.js';

/** What {@link checkReply} and {@link checkPython} take beside the text and the requirements. */
export type CheckOnceOptions = CheckOptions & Omit<CheckerOptions, 'requirements'>;

const CHECK_ONCE_OPTIONS = [
  ...CHECK_OPTIONS,
  'rememberedReplies',
  ...RUNNER_OPTIONS,
] as const satisfies readonly (keyof CheckOnceOptions)[];

/**
 * Judges one reply of a model. For many replies, {@link createChecker} keeps its sandboxes warm.
 *
 * @throws {MettleError} as {@link createChecker} and its `check`.
 */
export async function checkReply(
  reply: string | Reply,
  requirements: readonly Requirement[],
  options: CheckOnceOptions = {},
): Promise<Report> {
  return checkOnce('checkReply', requirements, options, (checker, once) => checker.check(reply, once));
}

/**
 * Judges Python source: the whole text is the code.
 *
 * @throws {MettleError} as {@link createChecker} and its `checkCode`.
 */
export async function checkPython(
  code: string,
  requirements: readonly Requirement[],
  options: CheckOnceOptions = {},
): Promise<Report> {
  return checkOnce('checkPython', requirements, options, (checker, once) => checker.checkCode(code, once));
}

async function checkOnce(
  owner: string,
  requirements: readonly Requirement[],
  options: CheckOnceOptions,
  check: (checker: Checker, options: CheckOptions) => Promise<Report>,
): Promise<Report> {
  checkOptionNames(owner, options, CHECK_ONCE_OPTIONS);
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
