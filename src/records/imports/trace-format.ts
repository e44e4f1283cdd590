import type { Json } from '../../core/index.js';
import type { Conversation, UnusableRecord } from './conversation.js';
import type { ExactJson } from './exact-json.js';

/** A form of logs that can be read: one run a record. */
export interface TraceFormat {
  /** The name that `--format` takes. */
  readonly name: string;
  readonly description: string;
  /** Why a record looks like this form, as the end of "read as … because"; null where it doesn't. */
  readonly recognises: (value: Json) => string | null;
  /** The run of a record, or the runs where it may hold several, or why there is none in it. */
  readonly decode: (
    value: Json,
    exact: ExactJson,
  ) => Conversation | UnusableRecord | readonly (Conversation | UnusableRecord)[];
}
