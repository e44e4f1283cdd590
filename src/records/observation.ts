import type { Json } from '../core/index.js';

/** What was wrong with a tool call, as the tool reports it to the agent. */
export interface ObservedError {
  /** Stable name: `invalid_arguments`, `unknown_tool`, `sql_error`, `limit`, `not_allowed`, a Python exception's class. */
  readonly type: string;
  /** One line. */
  readonly message: string;
}

/**
 * What a tool answered. Only running the tool makes one. A tool that refuses or fails answers with an error for
 * the agent to read; a world that is broken throws instead.
 */
export interface Observation {
  readonly status: 'ok' | 'error';
  /** What the agent reads. */
  readonly content: string;
  /** The same answer as data, exact. */
  readonly data: Json;
  readonly error: ObservedError | null;
}

/** The observation of a call that failed in a way that the agent can fix. */
export function failedObservation(type: string, message: string): Observation {
  return { status: 'error', content: `Error (${type}): ${message}`, data: null, error: { type, message } };
}
