import type { JsonObject } from '../core/index.js';
import { errorMessage, orAborted } from '../core/internal.js';

/** A call of a tool that waits for a decision. */
export interface CallToApprove {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/**
 * Decides on a call before it is made: null lets it be made, a text refuses it and is told to whoever called. Whatever else
 * it gives refuses the call as well, and so does an error. The signal aborts when nobody waits for the decision any more.
 */
export type Approve = (
  call: CallToApprove,
  options: { readonly signal: AbortSignal },
) => Promise<string | null> | string | null;

/** Which calls of an agent wait for a decision, and who makes it. */
export interface ApprovalOptions {
  /**
   * Decides on each call of a tool before it is made, in subagents too: null lets it be made, a text refuses it, and the
   * model is told so. Default: every call is made.
   */
  readonly approve?: Approve;
  /** Names of the tools whose calls `approve` is asked about. Default: all. */
  readonly needsApproval?: readonly string[];
}

/** One function for both options, which lets calls of the other tools be made. */
export function approvalOf({ approve, needsApproval }: ApprovalOptions): Approve | undefined {
  if (approve === undefined || needsApproval === undefined) return approve;
  return (call, options) => (needsApproval.includes(call.tool) ? approve(call, options) : null);
}

/** Why a call is not to be made; null where it is. Rejects with the signal's reason, and waits for no decision after it. */
export async function refusalOf(
  approve: Approve | undefined,
  call: CallToApprove,
  signal: AbortSignal = new AbortController().signal,
): Promise<string | null> {
  if (approve === undefined) return null;
  signal.throwIfAborted();
  let decision: unknown;
  try {
    decision = await orAborted(Promise.resolve(approve(call, { signal })), signal);
  } catch (thrown) {
    signal.throwIfAborted();
    return `the decision on this call failed: ${errorMessage(thrown)}`;
  }
  signal.throwIfAborted();
  if (decision === null) return null;
  if (typeof decision === 'string') return decision;
  return 'the decision on this call is neither null nor a reason';
}
