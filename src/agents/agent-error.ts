import type { ErrorCode } from '../core/index.js';

/** What went wrong outside the work itself. */
export interface AgentError {
  /** Stable: that of a `MettleError`, else `agents/unexpected`. */
  readonly code: ErrorCode;
  readonly message: string;
}
