import type { Reply } from '../message.js';
import type { Requirement } from '../requirement.js';
import { type CheckerOptions, type CheckOptions, createChecker } from './checker.js';
import type { Report } from './report.js';

/** What {@link checkReply} and {@link checkPython} take beside the text and the requirements. */
export type CheckOnceOptions = CheckOptions & Omit<CheckerOptions, 'requirements'>;

/** Judges one reply of a model. For many replies, {@link createChecker} keeps its sandboxes warm. */
export async function checkReply(
  reply: string | Reply,
  requirements: readonly Requirement[],
  options: CheckOnceOptions = {},
): Promise<Report> {
  const checker = createChecker({ ...options, requirements });
  try {
    return await checker.check(reply, options);
  } finally {
    await checker.close();
  }
}

/** Judges Python source: the whole text is the code. */
export async function checkPython(
  code: string,
  requirements: readonly Requirement[],
  options: CheckOnceOptions = {},
): Promise<Report> {
  const checker = createChecker({ ...options, requirements });
  try {
    return await checker.checkCode(code, options);
  } finally {
    await checker.close();
  }
}
