import { type ErrorCode, MettleError } from '../core/index.js';
import { errorMessage } from '../core/internal.js';
import { agentError } from './error-codes.js';

/** What went wrong outside the work itself. */
export interface AgentError {
  /** Stable: that of a `MettleError`, else `agents/unexpected`. */
  readonly code: ErrorCode;
  readonly message: string;
}

/** What was thrown, as plain data. */
export function errorOf(thrown: unknown): AgentError {
  const { code, message } = MettleError.isInstance(thrown)
    ? thrown
    : agentError('unexpected', errorMessage(thrown));
  return { code, message };
}
