import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `agents/WHAT`. docs/errors.md says what each means. */
export type AgentErrorCode = `agents/${'invalid_program' | 'invalid_session' | 'unexpected'}`;

/** Makes an error of this module. */
export const agentError: ErrorMaker<AgentErrorCode> = (what, message, extra) =>
  new MettleError({ code: `agents/${what}`, message, ...extra });
