import type { Json } from '../core/index.js';

/** What went wrong with a call. */
export type ToolFault = 'unknown_tool' | 'invalid_arguments' | 'failed' | 'timeout' | 'bad_result';

/** What a call came to. A fault is an observation: its text tells a model what to do next. */
export type ToolOutcome =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly fault: ToolFault; readonly error: string; readonly cause?: unknown };
